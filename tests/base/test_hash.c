#include "base/hash.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED 11u

static void fill(unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(wi_hash_word(SEED, i) >> 56);
}

// Flipping any one bit of a word or of the running hash flips each bit of the result half of the time.
static void test_word_avalanche(void **state) {
    (void)state;
    enum { WORDS = 4000 };
    for (uint32_t bit = 0; bit < 64; bit++) {
        uint32_t flips[64] = {0};
        for (uint64_t i = 0; i < WORDS; i++) {
            uint64_t word = i * 0x10001, flip = (uint64_t)1 << bit; // counters, as serials and ticks are
            uint64_t other = i % 2 ? wi_hash_word(SEED ^ flip, word) : wi_hash_word(SEED, word ^ flip);
            uint64_t change = wi_hash_word(SEED, word) ^ other;
            for (uint32_t out = 0; out < 64; out++) flips[out] += (uint32_t)(change >> out & 1);
        }
        for (uint32_t out = 0; out < 64; out++) assert_true(fabs(flips[out] - 0.5 * WORDS) < 5.0 * sqrt(0.25 * WORDS));
    }
}

// The same for bytes, over sizes with and without whole lanes, words and a rest.
static void test_bytes_avalanche(void **state) {
    (void)state;
    unsigned char bytes[77];
    fill(bytes, sizeof bytes);
    double worst = 0.0;
    for (size_t size = 1; size <= sizeof bytes; size++) {
        uint64_t hash = wi_hash_bytes(SEED, bytes, size);
        uint32_t flips = 0;
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            uint64_t other = wi_hash_bytes(SEED, bytes, size);
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            assert_true(other != hash);
            flips += (uint32_t)__builtin_popcountll(hash ^ other);
        }
        double deviation = fabs(flips - 32.0 * 8.0 * (double)size) / sqrt(16.0 * 8.0 * (double)size);
        if (deviation > worst) worst = deviation;
    }
    print_message("seed %u: worst deviation %.2f\n", SEED, worst);
    assert_true(worst < 4.5);
}

static int compare_words(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Prefixes, zeros of every length and words in other places all differ.
static void test_size_and_place_count(void **state) {
    (void)state;
    enum { SIZE = 300 };
    unsigned char zeros[SIZE] = {0}, bytes[SIZE];
    fill(bytes, SIZE);
    uint64_t hashes[3 * SIZE];
    for (size_t i = 0; i < SIZE; i++) {
        hashes[3 * i] = wi_hash_bytes(0, zeros, i);
        hashes[3 * i + 1] = wi_hash_bytes(1, bytes, i);
        unsigned char one[SIZE] = {0};
        one[i] = 1;
        hashes[3 * i + 2] = wi_hash_bytes(0, one, SIZE);
    }
    qsort(hashes, 3 * SIZE, sizeof *hashes, compare_words);
    for (size_t i = 1; i < 3 * SIZE; i++) assert_true(hashes[i] != hashes[i - 1]);
}

static void test_alignment_does_not_count(void **state) {
    (void)state;
    unsigned char bytes[100], shifted[108];
    fill(bytes, sizeof bytes);
    for (size_t shift = 0; shift < 8; shift++) {
        memcpy(shifted + shift, bytes, sizeof bytes);
        assert_true(wi_hash_bytes(3, shifted + shift, sizeof bytes) == wi_hash_bytes(3, bytes, sizeof bytes));
    }
}

// Saved worlds carry these hashes.
static void test_pinned_values(void **state) {
    (void)state;
    unsigned char bytes[1000];
    fill(bytes, sizeof bytes);
    const uint64_t hashes[] = {wi_hash_word(0, 0),           wi_hash_word(1, 2),          wi_hash_bytes(0, "", 0),
                               wi_hash_bytes(0, "wend", 4),  wi_hash_bytes(5, bytes, 31), wi_hash_bytes(5, bytes, 32),
                               wi_hash_bytes(5, bytes, 1000)};
    const uint64_t pinned[] = {0xe220a8397b1dcdaf, 0x1d0b14e4db018fed, 0xe220a8397b1dcdaf, 0x6841caf24c4b83a3,
                               0xb12352d884c5ebe2, 0x5a493d7f0b85381a, 0x31a1791e50ea2ce4};
    uint32_t wrong = 0;
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        if (hashes[i] != pinned[i]) print_message("0x%016llx\n", (unsigned long long)hashes[i]);
        wrong += hashes[i] != pinned[i];
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_word_avalanche),       cmocka_unit_test(test_bytes_avalanche),
        cmocka_unit_test(test_size_and_place_count), cmocka_unit_test(test_alignment_does_not_count),
        cmocka_unit_test(test_pinned_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
