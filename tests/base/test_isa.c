#include "base/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void test_names(void **state) {
    (void)state;
    assert_string_equal(wend_isa_name(WEND_ISA_AUTO), "auto");
    assert_string_equal(wend_isa_name(WEND_ISA_BASE), "base");
    assert_string_equal(wend_isa_name(WEND_ISA_AVX2), "avx2");
    assert_string_equal(wend_isa_name(WEND_ISA_AVX512), "avx512");
    assert_string_equal(wend_isa_name(WEND_ISA_COUNT), "unknown");
    assert_string_equal(wend_isa_name((wend_isa)77), "unknown");
}

static void test_base_and_auto_are_always_there(void **state) {
    (void)state;
    assert_true(wend_isa_available(WEND_ISA_AUTO));
    assert_true(wend_isa_available(WEND_ISA_BASE));
    assert_false(wend_isa_available(WEND_ISA_COUNT));
    assert_false(wend_isa_available((wend_isa)77));
    if (WI_ISA_COUNT == 1) assert_false(wend_isa_available(WEND_ISA_AVX2) || wend_isa_available(WEND_ISA_AVX512));
}

// The wider set includes the narrower one, so that tests which walk up may stop at the first that is missing.
static void test_wider_includes_narrower(void **state) {
    (void)state;
    if (wend_isa_available(WEND_ISA_AVX512)) assert_true(wend_isa_available(WEND_ISA_AVX2));
    for (int isa = WEND_ISA_BASE; isa < WEND_ISA_COUNT; isa++)
        print_message("%s: %s\n", wend_isa_name((wend_isa)isa), wend_isa_available((wend_isa)isa) ? "yes" : "no");
}

static void test_index_of_kernels(void **state) {
    (void)state;
    assert_int_equal(wi_isa_index(WEND_ISA_BASE), 0);
    uint32_t widest = 0;
    for (int isa = WEND_ISA_BASE; isa < WEND_ISA_COUNT; isa++) {
        if (!wend_isa_available((wend_isa)isa)) continue;
        widest = (uint32_t)(isa - WEND_ISA_BASE);
        assert_int_equal(wi_isa_index((wend_isa)isa), widest);
    }
    assert_int_equal(wi_isa_index(WEND_ISA_AUTO), widest);
    assert_true(widest < WI_ISA_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_base_and_auto_are_always_there),
        cmocka_unit_test(test_wider_includes_narrower),
        cmocka_unit_test(test_index_of_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
