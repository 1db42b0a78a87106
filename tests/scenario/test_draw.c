// Quantities: the right distributions, within their limits, and the same numbers whoever asks when.
#include "scenario/by_hand.h"
#include "scenario/draw.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DRAWS 40000u

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double normal_below(double z) { return 0.5 * erfc(-z / sqrt(2.0)); }

// The share of draws that lie below x.
typedef double below(const wi_quantity *q, double x);

static double uniform_below(const wi_quantity *q, double x) { return (x - q->a) / (q->b - q->a); }

static double cut_normal_below(const wi_quantity *q, double x) {
    double low = normal_below((q->low - q->a) / q->b), high = normal_below((q->high - q->a) / q->b);
    return (normal_below((x - q->a) / q->b) - low) / (high - low);
}

static double cut_log_normal_below(const wi_quantity *q, double x) {
    double low = q->low > 0.0 ? normal_below(log(q->low / q->a) / q->b) : 0.0;
    double high = normal_below(log(q->high / q->a) / q->b);
    return (normal_below(log(x / q->a) / q->b) - low) / (high - low);
}

// Kolmogorov and Smirnov: the largest difference is above 1.95 / sqrt(n) once in a thousand times.
static void expect_distribution(wi_quantity q, below *share) {
    uint64_t seed = 20240717;
    printf("seed %llu\n", (unsigned long long)seed);
    double *x = malloc(DRAWS * sizeof *x), worst = 0.0;
    for (uint32_t i = 0; i < DRAWS; i++) x[i] = wi_draw(&q, -INFINITY, INFINITY, (wi_who){seed, 3, i}, WI_FOR_SPEED);
    qsort(x, DRAWS, sizeof *x, ascending);
    assert_true(x[0] >= q.low && x[DRAWS - 1] <= q.high);
    for (uint32_t i = 0; i < DRAWS; i++) worst = fmax(worst, fabs(share(&q, x[i]) - (i + 0.5) / DRAWS));
    if (worst > 1.95 / sqrt(DRAWS)) fail_msg("the distribution is off by %g", worst);
    free(x);
}

static void distributions(void **state) {
    (void)state;
    expect_distribution(hand_between(-1.0, 4.0), uniform_below);
    wi_quantity q = {.given = true, .spread = WI_NORMAL, .a = 1.34, .b = 0.26, .low = -INFINITY, .high = INFINITY};
    expect_distribution(q, cut_normal_below);
    q.low = 1.2, q.high = 1.9;
    expect_distribution(q, cut_normal_below);
    q.low = 2.5, q.high = INFINITY; // 4.5 deviations away: plain draws hardly ever get there
    expect_distribution(q, cut_normal_below);
    q.low = -INFINITY, q.high = 0.1;
    expect_distribution(q, cut_normal_below);
    q = (wi_quantity){.given = true, .spread = WI_LOG_NORMAL, .a = 2.0, .b = 0.5, .low = -INFINITY, .high = INFINITY};
    expect_distribution(q, cut_log_normal_below);
    q.low = 1.0, q.high = 3.0;
    expect_distribution(q, cut_log_normal_below);
}

static void choices(void **state) {
    (void)state;
    double value[] = {10.0, 20.0, 30.0, 40.0}, weight[] = {1.0, 0.0, 2.0, 1.0};
    wi_quantity q = {.given = true, .spread = WI_CHOICE, .value = value, .weight = weight, .count = 4};
    uint32_t seen[4] = {0};
    for (uint32_t i = 0; i < DRAWS; i++)
        seen[(uint32_t)(wi_draw(&q, -INFINITY, INFINITY, (wi_who){5, 0, i}, WI_FOR_SPEED) / 10.0) - 1]++;
    assert_int_equal(seen[1], 0);
    for (uint32_t i = 0; i < 4; i++) {
        double p = weight[i] / 4.0, deviation = sqrt(DRAWS * p * (1.0 - p));
        assert_true(fabs(seen[i] - DRAWS * p) <= 4.0 * deviation);
    }
    for (uint32_t i = 0; i < 100; i++) assert_true(wi_draw_index(NULL, 3, (wi_who){5, 0, i}, WI_FOR_CHOICE) < 3);
    assert_true(wi_quantity_typical(&q) == 10.0);
}

static void limits(void **state) {
    (void)state;
    wi_quantity constant = hand_constant(5.0), uniform = hand_between(0.0, 10.0);
    wi_quantity normal = {.given = true, .spread = WI_NORMAL, .a = 1.0, .b = 1.0, .low = 0.5, .high = 3.0};
    for (uint32_t i = 0; i < 1000; i++) {
        wi_who who = {1, 2, i};
        assert_true(wi_draw(&constant, 0.0, 4.0, who, WI_FOR_SPEED) == 4.0);
        double u = wi_draw(&uniform, 2.0, 3.0, who, WI_FOR_SPEED), n = wi_draw(&normal, 0.0, 0.6, who, WI_FOR_SPEED);
        assert_true(u >= 2.0 && u <= 3.0 && n >= 0.5 && n <= 0.6);
    }
    normal.b = 0.0;
    assert_true(wi_draw(&normal, -INFINITY, INFINITY, (wi_who){1, 2, 3}, WI_FOR_SPEED) == 1.0);
    normal.low = 50.0, normal.high = 50.0, normal.b = 1.0;
    assert_true(wi_draw(&normal, -INFINITY, INFINITY, (wi_who){1, 2, 3}, WI_FOR_SPEED) == 50.0);
}

static void keys(void **state) {
    (void)state;
    wi_quantity q = hand_between(0.0, 1.0);
    double once = wi_draw(&q, 0.0, 1.0, (wi_who){1, 2, 3}, WI_FOR_SPEED);
    assert_true(once == wi_draw(&q, 0.0, 1.0, (wi_who){1, 2, 3}, WI_FOR_SPEED));
    assert_true(once != wi_draw(&q, 0.0, 1.0, (wi_who){2, 2, 3}, WI_FOR_SPEED));
    assert_true(once != wi_draw(&q, 0.0, 1.0, (wi_who){1, 3, 3}, WI_FOR_SPEED));
    assert_true(once != wi_draw(&q, 0.0, 1.0, (wi_who){1, 2, 4}, WI_FOR_SPEED));
    assert_true(once != wi_draw(&q, 0.0, 1.0, (wi_who){1, 2, 3}, WI_FOR_HEADING));
    assert_int_not_equal(wi_who_stream32((wi_who){1, 0, 0}), 0);
}

static void logarithm(void **state) {
    (void)state;
    for (double x = 1e-300; x < 1e300; x *= 1.37) {
        double want = log(x);
        assert_true(fabs(wi_log(x) - want) <= 1e-14 * fmax(1.0, fabs(want)));
    }
    assert_true(fabs(wi_log(5e-324) - log(5e-324)) < 1e-10);
    for (uint32_t i = 1; i < 20000; i++) assert_true(fabs(wi_log(i * 1e-4) - log(i * 1e-4)) <= 2e-15 * 10.0);
    assert_true(wi_log(1.0) == 0.0 && wi_log(0.0) == -INFINITY && isnan(wi_log(-1.0)) && wi_log(INFINITY) == INFINITY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distributions), cmocka_unit_test(choices),   cmocka_unit_test(limits),
        cmocka_unit_test(keys),          cmocka_unit_test(logarithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
