#include "base/hash.h"
#include "wend/base.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20240917u
#define CASES 400000u

// The header promises 3 units in the last place near 1. What we have is this, in units of the result itself.
#define ERROR_BOUND 0.51

static float float_of(uint32_t bits) {
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static uint32_t bits_of(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static uint32_t random_bits(uint32_t i) { return (uint32_t)(wi_hash_word(SEED, i) >> 32); }

static float random_between(uint32_t i, float low, float high) {
    return low + (high - low) * (float)(random_bits(i) >> 8) * 0x1p-24f;
}

// The distance of two neighbouring floats at `exact`.
static double unit_at(double exact) {
    int exponent;
    frexp(exact, &exponent);
    return ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
}

static double error_in_units(float got, double exact) {
    if ((double)got == exact) return 0.0;
    return fabs((double)got - exact) / unit_at(exact);
}

static void raise_to(double *worst, double error) {
    if (!(error <= *worst)) *worst = error; // NaN too
}

static void check(const char *name, double worst) {
    print_message("%s: worst error %.4f units in the last place (seed %u)\n", name, worst, SEED);
    assert_true(worst < ERROR_BOUND);
}

static void test_sin_and_cos(void **state) {
    (void)state;
    double sin_worst = 0.0, cos_worst = 0.0;
    for (uint32_t i = 0; i < CASES; i++) {
        float dense = -10.0f + 20.0f * (float)i / (float)CASES;
        float far = random_between(i, -10000.0f, 10000.0f);
        float tiny = float_of(random_bits(i) % 0x3f800000u); // any magnitude below 1
        raise_to(&sin_worst, error_in_units(wend_sin(dense), sin((double)dense)));
        raise_to(&sin_worst, error_in_units(wend_sin(far), sin((double)far)));
        raise_to(&sin_worst, error_in_units(wend_sin(tiny), sin((double)tiny)));
        raise_to(&cos_worst, error_in_units(wend_cos(dense), cos((double)dense)));
        raise_to(&cos_worst, error_in_units(wend_cos(far), cos((double)far)));
        raise_to(&cos_worst, error_in_units(wend_cos(tiny), cos((double)tiny)));
    }
    check("sin", sin_worst);
    check("cos", cos_worst);
}

// The floats next to multiples of a quarter turn, where taking off quarters loses most.
static void test_sin_and_cos_near_quarters(void **state) {
    (void)state;
    double sin_worst = 0.0, cos_worst = 0.0;
    for (int quarter = -6366; quarter <= 6366; quarter++)
        for (int step = -3; step <= 3; step++) {
            float angle = (float)(quarter * 1.5707963267948966);
            for (int i = 0; i < step; i++) angle = nextafterf(angle, INFINITY);
            for (int i = 0; i > step; i--) angle = nextafterf(angle, -INFINITY);
            raise_to(&sin_worst, error_in_units(wend_sin(angle), sin((double)angle)));
            raise_to(&cos_worst, error_in_units(wend_cos(angle), cos((double)angle)));
        }
    check("sin near quarters", sin_worst);
    check("cos near quarters", cos_worst);
}

static void test_sin_and_cos_special_values(void **state) {
    (void)state;
    assert_int_equal(bits_of(wend_sin(0.0f)), bits_of(0.0f));
    assert_int_equal(bits_of(wend_sin(-0.0f)), bits_of(-0.0f));
    assert_true(wend_cos(0.0f) == 1.0f && wend_cos(-0.0f) == 1.0f);
    assert_true(isnan(wend_sin(NAN)) && isnan(wend_cos(NAN)));
    assert_true(isnan(wend_sin(INFINITY)) && isnan(wend_cos(-INFINITY)));
    for (uint32_t i = 0; i < CASES; i++) {
        float any = float_of(random_bits(i));
        if (!isfinite(any)) continue;
        float sine = wend_sin(any), cosine = wend_cos(any);
        assert_true(sine >= -1.0f && sine <= 1.0f && cosine >= -1.0f && cosine <= 1.0f);
        assert_true(fabsf(sine * sine + cosine * cosine - 1.0f) < 1e-6f);
        assert_true(bits_of(wend_sin(-any)) == bits_of(-sine) && wend_cos(-any) == cosine);
    }
}

static void test_atan2(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint32_t i = 0; i < CASES; i++) {
        double turn = 6.2831853071795864 * i / CASES;
        float y = (float)sin(turn), x = (float)cos(turn);
        raise_to(&worst, error_in_units(wend_atan2(y, x), atan2((double)y, (double)x)));
        y = float_of(random_bits(2 * i)), x = float_of(random_bits(2 * i + 1)); // any magnitudes, any signs
        if (isnan(x) || isnan(y)) continue;
        raise_to(&worst, error_in_units(wend_atan2(y, x), atan2((double)y, (double)x)));
    }
    check("atan2", worst);
}

static void test_atan2_special_values(void **state) {
    (void)state;
    assert_int_equal(bits_of(wend_atan2(0.0f, 0.0f)), bits_of(0.0f));
    assert_true(isnan(wend_atan2(NAN, 1.0f)) && isnan(wend_atan2(1.0f, NAN)) && isnan(wend_atan2(NAN, INFINITY)));
    const float special[] = {0.0f,     -0.0f,    1.0f,      -1.0f,   0x1p-149f, -0x1p-149f, 0x1p-126f,
                             -3.4e38f, INFINITY, -INFINITY, 3.4e38f, 0.5f,      -0.5f};
    for (uint32_t i = 0; i < WEND_COUNT(special); i++)
        for (uint32_t j = 0; j < WEND_COUNT(special); j++) {
            float y = special[i], x = special[j];
            assert_int_equal(bits_of(wend_atan2(y, x)), bits_of((float)atan2((double)y, (double)x)));
        }
}

static void test_exp(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint32_t i = 0; i < CASES; i++) {
        float dense = -104.0f + 192.7f * (float)i / (float)CASES;
        float near = random_between(i, -2.0f, 2.0f);
        float tiny = float_of((random_bits(i) & 0x80000000u) | random_bits(i) % 0x3f800000u);
        raise_to(&worst, error_in_units(wend_exp(dense), exp((double)dense)));
        raise_to(&worst, error_in_units(wend_exp(near), exp((double)near)));
        raise_to(&worst, error_in_units(wend_exp(tiny), exp((double)tiny)));
    }
    check("exp", worst);
}

static void test_exp_special_values(void **state) {
    (void)state;
    assert_true(wend_exp(0.0f) == 1.0f && wend_exp(-0.0f) == 1.0f);
    assert_true(isnan(wend_exp(NAN)));
    assert_true(wend_exp(INFINITY) == INFINITY && wend_exp(-INFINITY) == 0.0f);
    assert_true(wend_exp(1e30f) == INFINITY && wend_exp(-1e30f) == 0.0f);
    float last_finite = 0x1.62e42ep+6f; // 88.72283
    assert_true(isfinite(wend_exp(last_finite)));
    assert_true(wend_exp(nextafterf(last_finite, INFINITY)) == INFINITY);
    float last_positive = -0x1.9fe368p+6f; // -103.97208
    assert_int_equal(bits_of(wend_exp(last_positive)), 1);
    assert_int_equal(bits_of(wend_exp(nextafterf(last_positive, -INFINITY))), 0);
}

// Any NaN is as good as another: which one comes out is the compiler's choice.
static uint64_t hash_float(uint64_t hash, float a) { return wi_hash_word(hash, isnan(a) ? 0x7fc00000u : bits_of(a)); }

// Every compiler, optimisation level and machine has to give this hash. Changing it changes what every saved run gives.
static void test_same_bits_everywhere(void **state) {
    (void)state;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < 2 * CASES; i++) {
        float a = float_of(random_bits(3 * i)), b = float_of(random_bits(3 * i + 1));
        float near = random_between(3 * i + 2, -100.0f, 100.0f);
        hash = hash_float(hash_float(hash, wend_sin(a)), wend_sin(near));
        hash = hash_float(hash_float(hash, wend_cos(a)), wend_cos(near));
        hash = hash_float(hash_float(hash, wend_exp(a)), wend_exp(near));
        hash = hash_float(hash_float(hash, wend_atan2(a, b)), wend_atan2(near, b));
        hash = hash_float(hash, wend_atan2(near, 37.0f));
    }
    print_message("hash 0x%016llx\n", (unsigned long long)hash);
    assert_true(hash == 0x6b5123fd5797e6a9u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sin_and_cos),
        cmocka_unit_test(test_sin_and_cos_near_quarters),
        cmocka_unit_test(test_sin_and_cos_special_values),
        cmocka_unit_test(test_atan2),
        cmocka_unit_test(test_atan2_special_values),
        cmocka_unit_test(test_exp),
        cmocka_unit_test(test_exp_special_values),
        cmocka_unit_test(test_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
