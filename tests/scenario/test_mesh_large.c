// Meshes of large plans: all rooms of a floor can be reached through their doors, and hostile numbers of corners are met.
#include "floors.h"
#include "scenario/floor.h"
#include "support/expect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static wi_mesh build(const wi_mesh_plan *plan) {
    wi_mesh mesh;
    wend_error error;
    must(wi_mesh_build(&mesh, plan, &error), &error);
    mesh_expect_sound(&mesh);
    return mesh;
}

static uint32_t parts_of(const wi_mesh *mesh, bool doors_open) {
    uint32_t *part = mesh_parts(mesh, doors_open), count = 0;
    for (uint32_t i = 0; i < mesh->cell_count; i++) count += part[i] == i;
    free(part);
    return count;
}

static void every_room_has_a_door(void **state) {
    (void)state;
    office_floor floor;
    assert_true(office_floor_make(500, &floor));
    wi_mesh mesh = build(&(wi_mesh_plan){.levels = 1,
                                         .obstacles = floor.obstacles,
                                         .obstacle_count = floor.obstacle_count,
                                         .doors = floor.doors,
                                         .door_count = floor.room_count});
    assert_near(mesh_area(&mesh), floor.width * floor.depth, 1e-3);
    assert_int_equal(parts_of(&mesh, true), 1);
    assert_int_equal(parts_of(&mesh, false), 501); // the corridors, and each room for itself
    assert_true(mesh.cell_count < 3 * floor.room_count);
    wi_mesh_free(&mesh);
    office_floor_free(&floor);
}

// One ring of 100,000 corners, all on a circle.
static void a_round_hall(void **state) {
    (void)state;
    enum { CORNERS = 100000 };
    wend_point *ring = malloc(CORNERS * sizeof *ring);
    for (uint32_t i = 0; i < CORNERS; i++)
        ring[i] = (wend_point){900.0 * cos(2e-5 * acos(-1.0) * i), 900.0 * sin(2e-5 * acos(-1.0) * i)};
    wend_obstacle hall = {WEND_ROOM, 0, ring, CORNERS};
    wi_mesh mesh = build(&(wi_mesh_plan){.levels = 1, .obstacles = &hall, .obstacle_count = 1});
    assert_near(mesh_area(&mesh) / (acos(-1.0) * 810000.0), 1.0, 1e-6);
    wi_mesh_free(&mesh);
    free(ring);
}

// A comb: every tooth is a dead end next to the others.
static void a_comb(void **state) {
    (void)state;
    enum { TEETH = 20000 };
    wend_point *wall = malloc(2 * TEETH * sizeof *wall);
    wend_obstacle *teeth = malloc((TEETH + 1) * sizeof *teeth);
    for (uint32_t i = 0; i < TEETH; i++) {
        wall[2 * i] = (wend_point){0.05 * (i + 1), 0.0};
        wall[2 * i + 1] = (wend_point){0.05 * (i + 1), 9.0};
        teeth[i] = (wend_obstacle){WEND_WALL, 0, &wall[2 * i], 2};
    }
    wend_point box[] = {{0, 0}, {0.05 * (TEETH + 1), 0}, {0.05 * (TEETH + 1), 10}, {0, 10}};
    teeth[TEETH] = (wend_obstacle){WEND_ROOM, 0, box, 4};
    wi_mesh mesh = build(&(wi_mesh_plan){.levels = 1, .obstacles = teeth, .obstacle_count = TEETH + 1});
    assert_near(mesh_area(&mesh), 0.5 * (TEETH + 1), 1e-3);
    wi_mesh_free(&mesh);
    free(teeth);
    free(wall);
}

// Everything crosses everything: 200 walls, 19,900 crossings.
static void a_tangle(void **state) {
    (void)state;
    wend_point end[400];
    wend_obstacle wall[200];
    for (uint32_t i = 0; i < 200; i++) {
        double angle = acos(-1.0) * (i + 0.3) / 200.0, aside = 0.5 * (double)wend_random(3, 1, 0, 0, i);
        wend_point along = {100.0 * cos(angle), 100.0 * sin(angle)}, middle = {aside * sin(angle), -aside * cos(angle)};
        end[2 * i] = (wend_point){middle.x - along.x, middle.y - along.y};
        end[2 * i + 1] = (wend_point){middle.x + along.x, middle.y + along.y};
        wall[i] = (wend_obstacle){WEND_WALL, 0, &end[2 * i], 2};
    }
    wi_mesh mesh = build(&(wi_mesh_plan){.levels = 1, .obstacles = wall, .obstacle_count = 200});
    assert_true(mesh.corner_count > 400);
    wi_mesh_free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_room_has_a_door),
        cmocka_unit_test(a_round_hall),
        cmocka_unit_test(a_comb),
        cmocka_unit_test(a_tangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
