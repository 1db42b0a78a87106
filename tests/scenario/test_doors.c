// Doors that do not fill their openings: ways lead past those that are closed and through those that are open, for the
// bodies that fit.
#include "route/terrain.h"
#include "scenario/floor_stage.h"
#include "world/scene.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static floor_plan plan; // too large for the stack
static double tilt;     // of the whole plan, rad

static wend_point tilted(double x, double y) {
    return (wend_point){x * cos(tilt) - y * sin(tilt), x * sin(tilt) + y * cos(tilt)};
}

static void wall(double x0, double y0, double x1, double y1) {
    wend_point a = tilted(x0, y0), b = tilted(x1, y1);
    floor_wall(&plan, 0, a.x, a.y, b.x, b.y);
}

static void door(double x0, double y0, double x1, double y1) {
    wend_point a = tilted(x0, y0), b = tilted(x1, y1);
    floor_door(&plan, 0, a.x, a.y, b.x, b.y);
}

// Two rooms of 6 m by 6 m and an opening of 2 m in the wall between them, from y = 2 to 4.
static void two_rooms(void) {
    floor_init(&plan, 1);
    floor_shape(&plan, WEND_ROOM, 0, (wend_point[]){tilted(0, 0), tilted(12, 0), tilted(12, 6), tilted(0, 6)}, 4);
    wall(6, 0, 6, 2);
    wall(6, 4, 6, 6);
}

static bool passes(const stage *on, double y, float radius, double *length) {
    uint32_t count;
    wend_error error;
    must(wend_world_path(on->world, 0, tilted(2, y), (wend_target){.at = tilted(10, y)}, radius, NULL, 0, &count,
                         length, &error),
         &error);
    return count > 0;
}

// The widest body that passes, to the millimetre.
static double widest(const stage *on) {
    double low = 0.0, high = 4.0, length;
    while (high - low > 1e-3) {
        double middle = (low + high) / 2;
        if (passes(on, 3, (float)(middle / 2), &length))
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void set(const stage *on, uint32_t number, bool open) {
    wend_error error;
    must(wend_world_set_door(on->world, number, open, &error), &error);
}

static void for_any_tilt(void (*check)(void)) {
    for (uint32_t i = 0; i < 8; i++) {
        tilt = i == 0 ? 0.0 : 0.37 * i;
        check();
    }
}

// Half of the opening is free at all times.
static void half_a_door(void) {
    two_rooms();
    door(6, 2, 6, 3);
    stage on = floor_stage(&plan);
    double length, direct;
    assert_near(widest(&on), 1.0, 0.01);
    assert_true(passes(&on, 2, 0.0f, &length));
    assert_near(length, 2 * hypot(4, 1), 0.02); // about its end
    set(&on, 0, true);
    assert_true(passes(&on, 2.5, 0.0f, &direct));
    assert_near(direct, 8.0, 0.01);
    assert_near(widest(&on), 2.0, 0.01);
    stage_close(&on);
}

static void a_door_partly_fills_an_opening(void **state) {
    (void)state;
    for_any_tilt(half_a_door);
}

static void two_doors(void) {
    two_rooms();
    door(6, 2, 6, 2.8);
    door(6, 2.8, 6, 4);
    stage on = floor_stage(&plan);
    double length;
    assert_false(passes(&on, 3, 0.05f, &length));
    set(&on, 0, true);
    assert_near(widest(&on), 0.8, 0.01);
    assert_true(passes(&on, 3, 0.0f, &length));
    assert_near(length, 2 * hypot(4, 0.2), 0.02);
    set(&on, 1, true);
    assert_near(widest(&on), 2.0, 0.01); // nothing stands between them
    set(&on, 0, false);
    assert_near(widest(&on), 1.2, 0.01);
    stage_close(&on);
}

static void doors_stand_side_by_side(void **state) {
    (void)state;
    for_any_tilt(two_doors);
}

// A leaf that stands in the middle of the opening: one passes on either side.
static void a_leaf(void) {
    two_rooms();
    door(6, 2.7, 6, 3.2);
    stage on = floor_stage(&plan);
    double length;
    assert_near(widest(&on), 0.8, 0.01);
    assert_true(passes(&on, 3, 0.0f, &length));
    assert_near(length, 2 * hypot(4, 0.2), 0.02);
    set(&on, 0, true);
    assert_near(widest(&on), 2.0, 0.01);
    assert_true(passes(&on, 3, 0.0f, &length));
    assert_near(length, 8.0, 0.01);
    stage_close(&on);
}

static void a_door_stands_free(void **state) {
    (void)state;
    for_any_tilt(a_leaf);
}

// Through a wall there is no way from one cell to the next, also where the wall and a gap lie in one line.
static void no_hops(void) {
    two_rooms();
    stage on = floor_stage(&plan);
    const wi_terrain *map = &on.scene->map;
    for (double y = 0.05; y < 6.0; y += 0.1) {
        bool gap = y > 2.0 && y < 4.0;
        for (int side = -1; side <= 1; side += 2) {
            wend_point a = tilted(6 + 0.005 * side, y), b = tilted(6 - 0.005 * side, y);
            wend_vec here = {(float)a.x, (float)a.y}, there = {(float)b.x, (float)b.y};
            uint32_t cell = wi_terrain_locate(map, 0, here, 0.0f), next = wi_terrain_follow(map, cell, there);
            if (!gap) assert_int_equal(next, WI_NONE);
        }
    }
    stage_close(&on);
}

static void nobody_slips_through_a_wall(void **state) {
    (void)state;
    for_any_tilt(no_hops);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_partly_fills_an_opening),
        cmocka_unit_test(doors_stand_side_by_side),
        cmocka_unit_test(a_door_stands_free),

        cmocka_unit_test(nobody_slips_through_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
