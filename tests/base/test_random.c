#include "base/hash.h"
#include "wend/base.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define DRAWS 200000u

static const uint64_t seeds[] = {0, 1, 42, 20240917, UINT64_MAX};

// A key as a whole, and five ways to count: along each of its parts in turn.
typedef struct random_key {
    uint64_t seed, stream, tick;
    uint32_t purpose, draw;
} random_key;

static const char *const part_names[] = {"seed", "stream", "tick", "purpose", "draw"};

static float number_of(random_key key) { return wend_random(key.seed, key.stream, key.tick, key.purpose, key.draw); }

static random_key step_along(random_key key, uint32_t part, uint32_t by) {
    switch (part) {
    case 0:
        key.seed += by;
        break;
    case 1:
        key.stream += by;
        break;
    case 2:
        key.tick += by;
        break;
    case 3:
        key.purpose += by;
        break;
    default:
        key.draw += by;
        break;
    }
    return key;
}

// How many standard deviations a chi-square sum over equally likely buckets lies above what is expected.
static double chi_square_excess(const uint32_t *hits, uint32_t buckets, uint32_t draws) {
    double expected = (double)draws / buckets, sum = 0.0;
    for (uint32_t i = 0; i < buckets; i++) sum += (hits[i] - expected) * (hits[i] - expected) / expected;
    return (sum - (buckets - 1)) / sqrt(2.0 * (buckets - 1));
}

static void test_range_mean_and_variance(void **state) {
    (void)state;
    for (uint32_t s = 0; s < WEND_COUNT(seeds); s++)
        for (uint32_t part = 0; part < 5; part++) {
            double sum = 0.0, squares = 0.0;
            for (uint32_t i = 0; i < DRAWS; i++) {
                float number = number_of(step_along((random_key){.seed = seeds[s]}, part, i));
                assert_true(number >= 0.0f && number < 1.0f);
                sum += (double)number;
                squares += (double)number * (double)number;
            }
            double mean = sum / DRAWS, variance = squares / DRAWS - mean * mean;
            print_message("seed %llu along %s: mean %.5f, variance %.5f\n", (unsigned long long)seeds[s],
                          part_names[part], mean, variance);
            assert_true(fabs(mean - 0.5) < 4.5 * sqrt(1.0 / 12.0 / DRAWS));
            assert_true(fabs(variance - 1.0 / 12.0) < 4.5 * sqrt(1.0 / 180.0 / DRAWS));
        }
}

static void test_buckets_are_hit_alike(void **state) {
    (void)state;
    for (uint32_t s = 0; s < WEND_COUNT(seeds); s++)
        for (uint32_t part = 0; part < 5; part++) {
            uint32_t top[256] = {0}, bottom[256] = {0}; // the first and the last 8 of 24 bits
            for (uint32_t i = 0; i < DRAWS; i++) {
                uint32_t bits = (uint32_t)(number_of(step_along((random_key){.seed = seeds[s]}, part, i)) * 0x1p24f);
                top[bits >> 16]++;
                bottom[bits & 255]++;
            }
            assert_true(fabs(chi_square_excess(top, 256, DRAWS)) < 4.5);
            assert_true(fabs(chi_square_excess(bottom, 256, DRAWS)) < 4.5);
        }
}

static void test_every_bit_is_even(void **state) {
    (void)state;
    uint32_t ones[24] = {0};
    for (uint32_t i = 0; i < DRAWS; i++) {
        uint32_t bits = (uint32_t)(wend_random(7, i / 100, i % 100, 3, 0) * 0x1p24f);
        for (uint32_t bit = 0; bit < 24; bit++) ones[bit] += bits >> bit & 1;
    }
    for (uint32_t bit = 0; bit < 24; bit++) assert_true(fabs(ones[bit] - 0.5 * DRAWS) < 4.5 * sqrt(0.25 * DRAWS));
}

// Pairs of numbers whose keys differ by one, in a square of 16 by 16 buckets.
static void test_neighbouring_keys_are_independent(void **state) {
    (void)state;
    for (uint32_t s = 0; s < WEND_COUNT(seeds); s++)
        for (uint32_t along = 0; along < 5; along++)
            for (uint32_t part = 0; part < 5; part++) {
                uint32_t hits[256] = {0};
                for (uint32_t i = 0; i < DRAWS / 4; i++) {
                    random_key key = step_along((random_key){.seed = seeds[s]}, along, 2 * i);
                    uint32_t one = (uint32_t)(number_of(key) * 16.0f);
                    uint32_t other = (uint32_t)(number_of(step_along(key, part, 1)) * 16.0f);
                    hits[16 * one + other]++;
                }
                double excess = chi_square_excess(hits, 256, DRAWS / 4);
                if (fabs(excess) >= 4.5)
                    print_message("seed %llu along %s, neighbours in %s: %.2f\n", (unsigned long long)seeds[s],
                                  part_names[along], part_names[part], excess);
                assert_true(fabs(excess) < 4.5);
            }
}

static random_key with_bit_flipped(random_key key, uint32_t bit) {
    if (bit < 64)
        key.seed ^= (uint64_t)1 << bit;
    else if (bit < 128)
        key.stream ^= (uint64_t)1 << (bit - 64);
    else if (bit < 192)
        key.tick ^= (uint64_t)1 << (bit - 128);
    else if (bit < 224)
        key.purpose ^= (uint32_t)1 << (bit - 192);
    else
        key.draw ^= (uint32_t)1 << (bit - 224);
    return key;
}

// One bit of the key changes half of the bits of the number, whichever it is.
static void test_avalanche(void **state) {
    (void)state;
    enum { KEYS = 2000 };
    for (uint32_t bit = 0; bit < 256; bit++) {
        uint32_t changed = 0;
        for (uint32_t i = 0; i < KEYS; i++) {
            random_key key = {i, i / 7, i / 3, i % 5, i % 2};
            uint32_t one = (uint32_t)(number_of(key) * 0x1p24f);
            uint32_t other = (uint32_t)(number_of(with_bit_flipped(key, bit)) * 0x1p24f);
            changed += (uint32_t)__builtin_popcount(one ^ other);
        }
        assert_true(fabs(changed - 12.0 * KEYS) < 4.5 * sqrt(6.0 * KEYS));
    }
}

// Saved runs depend on these.
static void test_pinned_values(void **state) {
    (void)state;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < 10000; i++) {
        float number = wend_random(i, 2 * (uint64_t)i << 30, i / 3, i % 11, i % 4);
        hash = wi_hash_word(hash, (uint64_t)(number * 0x1p24f));
    }
    assert_true(wend_random(0, 0, 0, 0, 0) == 2175092 * 0x1p-24f);
    assert_true(wend_random(1, 2, 3, 4, 5) == 14777344 * 0x1p-24f);
    assert_true(wend_random(UINT64_MAX, 0, 0, 0, 1) == 10667589 * 0x1p-24f);
    if (hash != 0x52b69e5a8a9aead0u) print_message("hash 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == 0x52b69e5a8a9aead0u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_range_mean_and_variance),
        cmocka_unit_test(test_buckets_are_hit_alike),
        cmocka_unit_test(test_every_bit_is_even),
        cmocka_unit_test(test_neighbouring_keys_are_independent),
        cmocka_unit_test(test_avalanche),
        cmocka_unit_test(test_pinned_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
