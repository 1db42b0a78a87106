#include "base/sort.h"

#include <string.h>

static void merge(const uint32_t *from, uint32_t *to, uint32_t begin, uint32_t middle, uint32_t end, wi_before *before,
                  const void *things) {
    uint32_t a = begin, b = middle;
    for (uint32_t i = begin; i < end; i++) {
        bool take_b = a == middle || (b < end && before(things, from[b], from[a]));
        to[i] = take_b ? from[b++] : from[a++];
    }
}

void wi_sort(uint32_t *order, uint32_t *scratch, uint32_t count, wi_before *before, const void *things) {
    uint32_t *from = order, *to = scratch;
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t begin = 0; begin < count; begin += 2 * width) {
            uint64_t middle = begin + width < count ? begin + width : count;
            uint64_t end = begin + 2 * width < count ? begin + 2 * width : count;
            merge(from, to, (uint32_t)begin, (uint32_t)middle, (uint32_t)end, before, things);
        }
        uint32_t *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != order) memcpy(order, from, count * sizeof *order);
}

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

static uint32_t digit_of(const char *element, size_t offset, unsigned shift) {
    uint64_t number;
    memcpy(&number, element + offset, sizeof number);
    return (uint32_t)(number >> shift) & (DIGITS - 1);
}

// Most are of two or three words, which take less time than a call.
static inline void copy_element(char *to, const char *from, size_t size) {
    switch (size) {
    case 16:
        memcpy(to, from, 16);
        return;
    case 24:
        memcpy(to, from, 24);
        return;
    default:
        memcpy(to, from, size);
        return;
    }
}

static void sort_by_digit(const char *from, char *to, size_t count, size_t size, size_t offset, unsigned shift) {
    size_t place[DIGITS] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++) place[digit_of(from + i * size, offset, shift)]++;
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        size_t here = place[digit];
        place[digit] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++) {
        const char *element = from + i * size;
        copy_element(to + place[digit_of(element, offset, shift)]++ * size, element, size);
    }
}

static void insert_by_number(char *elements, char *held, size_t count, size_t size, size_t offset) {
    for (size_t i = 1; i < count; i++) {
        uint64_t number, other;
        memcpy(held, elements + i * size, size);
        memcpy(&number, held + offset, sizeof number);
        size_t place = i;
        for (; place > 0; place--) {
            memcpy(&other, elements + (place - 1) * size + offset, sizeof other);
            if (other <= number) break;
            memcpy(elements + place * size, elements + (place - 1) * size, size);
        }
        memcpy(elements + place * size, held, size);
    }
}

void wi_sort_by_number(void *elements, void *scratch, size_t count, size_t size, size_t offset, uint64_t largest) {
    if (count <= 32) {
        insert_by_number(elements, scratch, count, size, offset);
        return;
    }
    char *from = elements, *to = scratch;
    for (unsigned shift = 0; shift < 64 && largest >> shift != 0; shift += DIGIT_BITS) {
        sort_by_digit(from, to, count, size, offset, shift);
        char *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != elements) memcpy(elements, from, count * size);
}
