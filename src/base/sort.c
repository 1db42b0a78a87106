#include "base/sort.h"

#include <assert.h>
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

static void swap(char *a, char *b, size_t size) {
    char held[64];
    memcpy(held, a, size);
    memcpy(a, b, size);
    memcpy(b, held, size);
}

// Lets the element at `root` sink to its place in a heap of `count`.
static void sink(char *base, size_t root, size_t count, size_t size, bool (*before)(const void *, const void *)) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && before(base + child * size, base + (child + 1) * size)) child++;
        if (!before(base + root * size, base + child * size)) return;
        swap(base + root * size, base + child * size, size);
    }
}

void wi_sort_in_place(void *elements, size_t count, size_t size, bool (*before)(const void *a, const void *b)) {
    assert(size <= 64);
    char *base = elements;
    for (size_t root = count / 2; root-- > 0;) sink(base, root, count, size, before);
    for (size_t last = count; last-- > 1;) {
        swap(base, base + last * size, size);
        sink(base, 0, last, size, before);
    }
}
