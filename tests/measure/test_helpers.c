// The map and the quantiles that measures use.
#include "measure/crowd.h"
#include "measure/map.h"
#include "measure/quantile.h"

static int by_size(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void selecting_agrees_with_sorting(void **state) {
    (void)state;
    for (uint32_t count = 1; count < 300; count += count < 20 ? 1 : 37) {
        for (uint32_t kind = 0; kind < 4; kind++) {
            double numbers[300], sorted[300];
            for (uint32_t i = 0; i < count; i++) {
                double random = (double)wend_random(1, i, count, kind, 0);
                double kinds[] = {random, floor(4.0 * random), (double)i, (double)(count - i)};
                numbers[i] = sorted[i] = kinds[kind];
            }
            qsort(sorted, count, sizeof sorted[0], by_size);
            for (uint32_t rank = 0; rank < count; rank += 1 + count / 7) {
                assert_true(wi_select(numbers, count, rank) == sorted[rank]);
            }
            assert_true(wi_median(numbers, count) == 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]));
        }
    }
    assert_true(isnan(wi_median(NULL, 0)));
}

// Keys that differ in high or low bits alone, 0 and the largest among them.
static uint64_t key_of(uint64_t i) { return i % 3 == 0 ? i << 40 : i % 3 == 1 ? i : UINT64_MAX - i; }

static void the_map_keeps_what_it_is_given(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    wi_map map = {0};
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t *value = wi_map_place(&map, &memory, key_of(i));
        assert_non_null(value);
        assert_int_equal(*value, 0);
        *value = i + 1;
    }
    assert_int_equal(map.count, 20000);
    for (uint64_t i = 0; i < 20000; i++) assert_int_equal(*wi_map_place(&map, &memory, key_of(i)), i + 1);
    assert_int_equal(map.count, 20000);
    wi_map_free(&map, &memory);
    assert_int_equal(memory.bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selecting_agrees_with_sorting),
        cmocka_unit_test(the_map_keeps_what_it_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
