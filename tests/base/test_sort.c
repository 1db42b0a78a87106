#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/sort.h"

static bool smaller_key(const void *context, uint32_t a, uint32_t b) {
    const uint32_t *key = context;
    return key[a] < key[b];
}

static void sorts_and_keeps_the_order_of_equals(void **state) {
    (void)state;
    static uint32_t key[5000], index[5000], scratch[5000];
    for (uint32_t count = 0; count <= 5000; count += count < 70 ? 1 : 493) {
        for (uint32_t i = 0; i < count; i++) {
            key[i] = (uint32_t)(wend_random(3, count, i, 0, 0) * (count % 3 ? 1e6f : 9.0f));
            index[i] = i;
        }
        wi_sort(index, scratch, count, smaller_key, key);
        for (uint32_t i = 1; i < count; i++) {
            assert_true(key[index[i - 1]] <= key[index[i]]);
            if (key[index[i - 1]] == key[index[i]]) assert_true(index[i - 1] < index[i]);
        }
    }
}

// Elements of any size; each says where it was, and is filled with bytes of its own.
typedef struct large {
    uint32_t before;
    uint64_t number;
    unsigned char bytes[100];
} large;

static void sorts_large_elements_by_number(void **state) {
    (void)state;
    static large list[3000], scratch[3000];
    for (uint32_t count = 0; count <= 3000; count += count < 70 ? 1 : 493) {
        for (uint32_t i = 0; i < count; i++) {
            list[i] =
                (large){.before = i, .number = (uint64_t)(wend_random(5, count, i, 0, 0) * 5000.0f) << count % 40};
            memset(list[i].bytes, (int)(i % 251), sizeof list[i].bytes);
        }
        wi_sort_by_number(list, scratch, count, sizeof *list, offsetof(large, number), UINT64_MAX);
        for (uint32_t i = 0; i < count; i++) {
            if (i > 0) assert_true(list[i - 1].number <= list[i].number);
            if (i > 0 && list[i - 1].number == list[i].number) assert_true(list[i - 1].before < list[i].before);
            assert_true(list[i].bytes[0] == list[i].before % 251 && list[i].bytes[99] == list[i].before % 251);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_and_keeps_the_order_of_equals),
        cmocka_unit_test(sorts_large_elements_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
