// Density and overlaps against their definitions, over random crowds.
#include "picture/heat.h"
#include "picture/overlap.h"
#include "sense/shape.h"
#include "support/expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CROWD 60u

static double random_between(uint64_t *seed, double low, double high) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

static wi_shot random_crowd(uint64_t seed, wi_figure figure[CROWD]) {
    for (uint32_t i = 0; i < CROWD; i++) {
        figure[i] = (wi_figure){.id = i + 1, .level = random_between(&seed, 0.0, 1.0) < 0.3};
        figure[i].x = random_between(&seed, 0.0, 9.0);
        figure[i].y = random_between(&seed, -4.0, 4.0);
        figure[i].shape = (wend_shape_kind)random_between(&seed, 0.0, 2.999);
        figure[i].half_length = random_between(&seed, 0.1, 0.5);
        figure[i].half_width = figure[i].shape == WEND_DISC ? figure[i].half_length : random_between(&seed, 0.1, 0.5);
        figure[i].heading = random_between(&seed, -3.0, 3.0);
    }
    return (wi_shot){.figure = figure, .count = CROWD, .room = CROWD};
}

static double density_by_definition(const wi_shot *shot, uint32_t level, double x, double y) {
    double sum = 0.0;
    for (uint32_t i = 0; i < shot->count; i++) {
        double dx = shot->figure[i].x - x, dy = shot->figure[i].y - y;
        if (shot->figure[i].level == level) sum += exp(-(dx * dx + dy * dy) / 0.49) / (3.14159265358979 * 0.49);
    }
    return sum;
}

static void test_density(void **state) {
    (void)state;
    const double bounds[4] = {0.0, -4.0, 9.0, 4.0};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        wi_figure figure[CROWD];
        wi_shot shot = random_crowd(seed, figure), empty = {0};
        wi_heat heat;
        wend_error error = {0};
        must(wi_heat_start(bounds, 0, 2, &heat, &error), &error);
        wi_heat_add(&heat, &shot);
        wi_heat_add(&heat, &empty); // half of the time nobody is there
        must(wi_heat_finish(&heat, &error), &error);
        for (uint32_t level = 0; level < 2; level++)
            for (uint32_t row = 0; row < heat.rows; row += 3)
                for (uint32_t column = 0; column < heat.columns; column += 3) {
                    double x = heat.x0 + (column + 0.5) * heat.cell, y = heat.y0 + (row + 0.5) * heat.cell;
                    double got = (double)heat.value[((size_t)level * heat.rows + row) * heat.columns + column];
                    double right = density_by_definition(&shot, level, x, y) / 2.0;
                    if (fabs(got - right) > 0.02)
                        fail_msg("seed %llu: %g, not %g", (unsigned long long)seed, got, right);
                }
        wi_heat_free(&heat);
    }
}

static bool overlaps_by_definition(const wi_figure *a, const wi_figure *b) {
    const wi_figure *both[] = {a, b};
    wi_outline outline[2];
    for (uint32_t i = 0; i < 2; i++)
        outline[i] = (wi_outline){.kind = both[i]->shape,
                                  .at = {(float)both[i]->x, (float)both[i]->y},
                                  .heading = {cosf((float)both[i]->heading), sinf((float)both[i]->heading)},
                                  .half_length = (float)both[i]->half_length,
                                  .half_width = (float)both[i]->half_width};
    return wi_outline_gap(&outline[0], &outline[1]) < -0.002f;
}

static void test_overlaps(void **state) {
    (void)state;
    uint32_t all = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        wi_figure figure[CROWD];
        uint32_t scratch[3 * CROWD];
        wi_shot shot = random_crowd(seed, figure);
        for (uint32_t level = 0; level < 2; level++) {
            uint32_t found = wi_overlapping(&shot, level, scratch), at = 0;
            for (uint32_t i = 0; i < CROWD; i++) {
                bool right = false;
                for (uint32_t k = 0; k < CROWD; k++)
                    right = right || (k != i && figure[i].level == level && figure[k].level == level &&
                                      overlaps_by_definition(&figure[i], &figure[k]));
                bool got = at < found && scratch[at] == i;
                if (got != right) fail_msg("seed %llu: agent %u", (unsigned long long)seed, i);
                at += got;
            }
            all += found;
        }
    }
    assert_true(all > 100 && all < 40 * CROWD);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_density), cmocka_unit_test(test_overlaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
