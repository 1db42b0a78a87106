// The triangulation under the mesh: Delaunay but for its lines, whole, and with every line in it.
#include "scenario/mesh_web.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static int32_t roll(uint64_t seed, uint32_t draw, int32_t below) {
    return (int32_t)((double)below * (double)wend_random(seed, 3, 0, 0, draw));
}

// Triangles turn left, twins run the other way, unlabelled edges are Delaunay.
static void expect_sound(const wi_web *web) {
    uint32_t inner = 0;
    for (uint32_t half = 0; half < web->half_count; half++) {
        if (web->next[half] == WI_NONE) continue;
        inner++;
        uint32_t next = web->next[half], last = web->next[next];
        assert_int_equal(web->next[last], half);
        assert_int_equal(web->from[half ^ 1], web->from[next]);
        wi_knot a = web->knot[web->from[half]], b = web->knot[web->from[next]], c = web->knot[web->from[last]];
        assert_true(wi_turn(a, b, c) > 0);
        if (web->line[half / 2] != 0 || web->next[half ^ 1] == WI_NONE) continue;
        assert_false(wi_in_circle(a, b, c, web->knot[wi_apex(web, half ^ 1)]));
    }
    assert_int_equal(inner, 3 * (2 * web->knot_count - 6)); // Euler: four of the knots are on the hull
    for (uint32_t i = 0; i < web->knot_count; i++) assert_int_equal(web->from[web->out[i]], i);
}

static void points_alone(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        wi_web web;
        assert_true(wi_web_open(&web));
        int32_t size = seed % 2 ? 12 : 1 << 23; // on a small board most are in line, on circles, or the same
        for (uint32_t i = 0; i < 100; i++) {
            wi_knot at = {roll(seed, 2 * i, size), roll(seed, 2 * i + 1, size)};
            uint32_t knot = wi_web_add(&web, at);
            assert_true(wi_same_knot(web.knot[knot], at));
            assert_int_equal(wi_web_add(&web, at), knot);
        }
        expect_sound(&web);
        wi_web_close(&web);
    }
}

// From a to b over edges that carry the line's door, which no other line has.
static bool is_drawn(const wi_web *web, uint32_t a, uint32_t b, uint32_t door) {
    wi_knot end = web->knot[b];
    for (uint32_t steps = 0; a != b && steps < web->knot_count; steps++) {
        uint32_t half = web->out[a], found = WI_NONE;
        do {
            uint32_t to = web->from[half ^ 1];
            bool nearer = wi_knot_distance2(web->knot[to], end) < wi_knot_distance2(web->knot[a], end);
            if (wi_web_label(web, half).door == door && nearer) found = to;
            half = web->next[web->next[half]] ^ 1;
        } while (half != web->out[a] && found == WI_NONE);
        if (found == WI_NONE) return false;
        a = found;
    }
    return a == b;
}

// Lines from knot to knot that cross nobody: a fan, drawn in any order, on a board full of points.
static void lines_are_edges(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        wi_web web;
        uint32_t middle, end[16];
        assert_true(wi_web_open(&web));
        for (uint32_t i = 0; i < 150; i++) {
            wi_knot at = {roll(seed, 2 * i, 4000), roll(seed, 2 * i + 1, 4000)};
            assert_int_not_equal(wi_web_add(&web, at), WI_NONE);
        }
        middle = wi_web_add(&web, (wi_knot){2000, 2000});
        for (uint32_t i = 0; i < 16; i++) {
            double angle = acos(-1.0) * i / 8.0 + 0.1;
            end[i] = wi_web_add(
                &web, (wi_knot){2000 + (int32_t)(3000.0 * cos(angle)), 2000 + (int32_t)(3000.0 * sin(angle))});
        }
        for (uint32_t i = 0; i < 16; i++) {
            wi_line_label label = {.door = i + 1};
            assert_int_equal(wi_web_draw(&web, middle, end[(5 * i) % 16], &label), WEND_OK);
            assert_true(is_drawn(&web, middle, end[(5 * i) % 16], i + 1));
        }
        expect_sound(&web);
        wi_web_close(&web);
    }
}

// A closed ring stays closed however often others bend it: as much enters every knot as leaves it.
static void rings_stay_closed(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        wi_web web;
        assert_true(wi_web_open(&web));
        int32_t size = seed % 2 ? 30 : 100000;
        for (uint32_t ring = 0; ring < 6; ring++) {
            uint32_t knot[7];
            for (uint32_t i = 0; i < 7; i++)
                knot[i] = wi_web_add(
                    &web, (wi_knot){roll(seed, 20 * ring + 2 * i, size), roll(seed, 20 * ring + 2 * i + 1, size)});
            wi_line_label label = {.rooms = 1, .solids = ring % 2, .wall = true};
            for (uint32_t i = 0; i < 7; i++)
                assert_int_equal(wi_web_draw(&web, knot[i], knot[(i + 1) % 7], &label), WEND_OK);
        }
        int32_t *sum = calloc(web.knot_count, sizeof *sum);
        for (uint32_t half = 0; half < web.half_count; half++) sum[web.from[half]] += wi_web_label(&web, half).rooms;
        for (uint32_t i = 0; i < web.knot_count; i++)
            if (sum[i] != 0) fail_msg("seed %llu: a ring is open at knot %u", (unsigned long long)seed, i);
        free(sum);
        expect_sound(&web);
        wi_web_close(&web);
    }
}

static void labels_turn_with_the_line(void **state) {
    (void)state;
    wi_web web;
    assert_true(wi_web_open(&web));
    uint32_t a = wi_web_add(&web, (wi_knot){0, 0}), b = wi_web_add(&web, (wi_knot){10, 0});
    wi_line_label label = {.rooms = 1, .seam = 3};
    assert_int_equal(wi_web_draw(&web, a, b, &label), WEND_OK);
    uint32_t middle = wi_web_add(&web, (wi_knot){4, 0}), half = web.out[middle], found = 0;
    do {
        wi_line_label seen = wi_web_label(&web, half);
        bool ahead = web.knot[web.from[half ^ 1]].x > 4;
        if (web.line[half / 2] != 0) {
            assert_int_equal(seen.rooms, ahead ? 1 : -1);
            assert_int_equal(seen.seam, ahead ? 3 : -3);
            found++;
        }
        half = web.next[web.next[half]] ^ 1;
    } while (half != web.out[middle]);
    assert_int_equal(found, 2);
    wi_web_close(&web);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_alone),
        cmocka_unit_test(lines_are_edges),
        cmocka_unit_test(rings_stay_closed),
        cmocka_unit_test(labels_turn_with_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
