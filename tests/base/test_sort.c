#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts_and_keeps_the_order_of_equals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
