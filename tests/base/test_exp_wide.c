// The exponential function of lanes: within 2 units in the last place, and calm at the ends.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/exp_wide.h"
#include "wend/base.h"

static float exp_of(float x) { return wide_exp(wide_of(x))[0]; }

static void test_close_to_the_exponential(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint32_t i = 0; i < 400000; i++) {
        float x = i % 2 ? -86.9f + 174.8f * wend_random(1, i, 0, 0, 0) : 2.0f * wend_random(2, i, 0, 0, 0) - 1.0f;
        double exact = exp((double)x), unit = ldexp(1.0, ilogb(exact) - 23);
        double error = fabs((double)exp_of(x) - exact) / unit;
        if (!(error < 2.0)) fail_msg("draw %u: exp(%.9g) is %.2f units off", i, (double)x, error);
        worst = fmax(worst, error);
    }
    print_message("seeds 1-2: at most %.2f units off\n", worst);
}

static void test_ends(void **state) {
    (void)state;
    assert_true(exp_of(0.0f) == 1.0f && exp_of(-0.0f) == 1.0f);
    assert_true(exp_of(-1e30f) == exp_of(-87.0f) && exp_of(-INFINITY) == exp_of(-87.0f));
    assert_true(exp_of(1e30f) == exp_of(88.0f) && exp_of(INFINITY) == exp_of(88.0f));
    assert_true(isnormal(exp_of(-87.0f)) && isfinite(exp_of(88.0f)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_close_to_the_exponential),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
