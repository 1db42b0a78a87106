// The navigation mesh of floors: examples that a person can check, and random plans whose meshes must be sound and cover
// exactly what one can walk on.
#include "scenario/floor.h"
#include "support/expect.h"

#include <geos_c.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static floor_plan plan; // too large for the stack

#define HASH 0x9221d6165e682293ull

static wi_mesh build(void) {
    wi_mesh mesh;
    wend_error error;
    must(wi_mesh_build(&mesh, &plan.plan, &error), &error);
    mesh_expect_sound(&mesh);
    return mesh;
}

static uint32_t part_at(const wi_mesh *mesh, const uint32_t *part, double x, double y) {
    uint32_t count, cell = mesh_cell_at(mesh, 0, (wend_point){x, y}, &count);
    assert_int_not_equal(cell, UINT32_MAX);
    return part[cell];
}

static bool joined(const wi_mesh *mesh, bool doors_open, wend_point a, wend_point b) {
    uint32_t *part = mesh_parts(mesh, doors_open);
    bool same = part_at(mesh, part, a.x, a.y) == part_at(mesh, part, b.x, b.y);
    free(part);
    return same;
}

// Examples ---------------------------------------------------------------------------------------------------------------

static void one_room_is_one_cell(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 4, 3);
    wi_mesh mesh = build();
    assert_int_equal(mesh.cell_count, 1);
    assert_int_equal(mesh.edge_count, 4);
    assert_near(mesh_area(&mesh), 12.0, 1e-9);
    wi_mesh_free(&mesh);
}

static void a_pillar_leaves_four_or_more(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 10, 10);
    floor_box(&plan, WEND_SOLID, 0, 4, 4, 6, 6);
    wi_mesh mesh = build();
    assert_true(mesh.cell_count >= 4 && mesh.cell_count <= 8);
    assert_near(mesh_area(&mesh), 96.0, 1e-9);
    assert_true(joined(&mesh, false, (wend_point){1, 5}, (wend_point){9, 5}));
    wi_mesh_free(&mesh);
}

static void a_thin_wall_divides(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 10, 4);
    floor_wall(&plan, 0, 5, 0, 5, 4);
    wi_mesh mesh = build();
    assert_false(joined(&mesh, true, (wend_point){1, 2}, (wend_point){9, 2}));
    assert_near(mesh_area(&mesh), 40.0, 1e-9);
    wi_mesh_free(&mesh);
}

static void a_slit_is_walked_around(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 10, 4);
    floor_wall(&plan, 0, 5, 0, 5, 3);
    wi_mesh mesh = build();
    assert_true(joined(&mesh, true, (wend_point){1, 2}, (wend_point){9, 2}));
    assert_int_equal(mesh.cell_count, 3);
    mesh_expect_covers(&mesh, &plan, 1, 200);
    wi_mesh_free(&mesh);
}

static void a_door_is_a_portal(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 10, 4);
    floor_wall(&plan, 0, 5, 0, 5, 1);
    floor_wall(&plan, 0, 5, 2, 5, 4);
    floor_door(&plan, 0, 5, 2, 5, 1);
    wi_mesh mesh = build();
    uint32_t doors = 0;
    for (uint32_t i = 0; i < mesh.edge_count; i++) doors += mesh.edges[i].door == 1;
    assert_int_equal(doors, 2); // one from each side
    assert_true(joined(&mesh, true, (wend_point){1, 2}, (wend_point){9, 2}));
    assert_false(joined(&mesh, false, (wend_point){1, 2}, (wend_point){9, 2}));
    wi_mesh_free(&mesh);
}

static void a_door_in_a_wall_opens_nothing(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 10, 4);
    floor_wall(&plan, 0, 5, 0, 5, 4);
    floor_door(&plan, 0, 5, 1, 5, 2);
    wi_mesh mesh = build();
    assert_false(joined(&mesh, true, (wend_point){1, 2}, (wend_point){9, 2}));
    wi_mesh_free(&mesh);
}

static void open_ground_has_a_margin(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_SOLID, 0, 0, 0, 2, 2);
    plan.plan.min = (wend_point){-30, 0};
    plan.plan.max = (wend_point){0, 0};
    wi_mesh mesh = build();
    assert_near(mesh_area(&mesh), 52.0 * 22.0 - 4.0, 1e-6);
    assert_true(joined(&mesh, false, (wend_point){-35, 5}, (wend_point){8, -3}));
    wi_mesh_free(&mesh);
}

static void regions_have_cells_of_their_own(void **state) {
    (void)state;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 10, 10);
    floor_region(&plan, 0, 1, 2, 2, 4, 4);
    floor_region(&plan, 0, 2, 3, 3, 8, 8);
    wi_mesh mesh = build();
    uint32_t count;
    assert_int_equal(mesh.cells[mesh_cell_at(&mesh, 0, (wend_point){2.5, 2.5}, &count)].zone, 1);
    assert_int_equal(mesh.cells[mesh_cell_at(&mesh, 0, (wend_point){3.5, 3.4}, &count)].zone, 2);
    assert_int_equal(mesh.cells[mesh_cell_at(&mesh, 0, (wend_point){1, 1}, &count)].zone, 0);
    assert_true(joined(&mesh, false, (wend_point){1, 1}, (wend_point){3.5, 3.4}));
    wi_mesh_free(&mesh);
}

// Two floors, joined where the upper one begins.
static void two_floors(void) {
    floor_init(&plan, 2);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 10, 4);
    floor_box(&plan, WEND_ROOM, 1, 10, 0, 20, 4);
    plan.seam[plan.plan.seam_count++] = (wi_mesh_seam){{0, 1}, {{{10, 1}, {10, 3}}, {{10, 3}, {10, 1}}}};
}

static void seams_join_levels(void **state) {
    (void)state;
    two_floors();
    wi_mesh mesh = build();
    uint32_t across = 0, count;
    for (uint32_t i = 0; i < mesh.edge_count; i++) across += mesh.edges[i].twin != WEND_NO_EDGE;
    assert_int_equal(across, 2);
    uint32_t *part = mesh_parts(&mesh, false);
    uint32_t below = mesh_cell_at(&mesh, 0, (wend_point){1, 1}, &count);
    assert_int_equal(part[below], part[mesh_cell_at(&mesh, 1, (wend_point){19, 1}, &count)]);
    free(part);
    wi_mesh_free(&mesh);
}

static void seams_in_the_way_are_refused(void **state) {
    (void)state;
    wi_mesh mesh;
    two_floors();
    plan.seam[0].end[0][0] = (wend_point){12, 1};
    assert_refused(wi_mesh_build(&mesh, &plan.plan, &why), WEND_BAD_ARGUMENT, "walkable ground");
    two_floors();
    floor_wall(&plan, 1, 10, 2, 12, 2);
    assert_refused(wi_mesh_build(&mesh, &plan.plan, &why), WEND_BAD_ARGUMENT, "cut by a wall");
    two_floors();
    plan.seam[0].end[0][0].y = 0.5;
    assert_refused(wi_mesh_build(&mesh, &plan.plan, &why), WEND_BAD_ARGUMENT, "as long");
}

static void far_away_is_refused(void **state) {
    (void)state;
    wi_mesh mesh;
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 1e8, 4);
    assert_refused(wi_mesh_build(&mesh, &plan.plan, &why), WEND_BAD_ARGUMENT, "origin");
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, NAN, 4);
    assert_refused(wi_mesh_build(&mesh, &plan.plan, &why), WEND_BAD_ARGUMENT, "origin");
}

// Random plans -------------------------------------------------------------------------------------------------------------

typedef struct dice {
    uint64_t seed;
    uint32_t draw;
} dice;

static double roll(dice *d, double from, double to) {
    return from + (to - from) * (double)wend_random(d->seed, 7, 0, 0, d->draw++);
}

// Points in general, on a coarse lattice so that much touches and lies in one line, or hardly beside such a lattice.
static wend_point roll_point(dice *d, uint32_t kind, double size) {
    double x = roll(d, 0, size), y = roll(d, 0, size);
    if (kind == 0) return (wend_point){x, y};
    x = rint(x);
    y = rint(y);
    if (kind == 2) x += roll(d, -3e-4, 3e-4);
    if (kind == 2) y += roll(d, -3e-4, 3e-4);
    return (wend_point){x, y};
}

static void add_star(dice *d, wend_obstacle_kind kind, wend_point centre, double size, uint32_t lattice) {
    wend_point ring[12];
    uint32_t count = 3 + (uint32_t)roll(d, 0, 9);
    double turn = roll(d, -1, 1) < 0 ? -1.0 : 1.0;
    for (uint32_t i = 0; i < count; i++) {
        double angle = turn * 2.0 * acos(-1.0) * i / count, r = roll(d, 0.3 * size, size);
        ring[i] = (wend_point){centre.x + r * cos(angle), centre.y + r * sin(angle)};
        if (lattice) ring[i] = (wend_point){rint(ring[i].x), rint(ring[i].y)};
    }
    double area = 0.0;
    for (uint32_t i = 1; i + 1 < count; i++)
        area += (ring[i].x - ring[0].x) * (ring[i + 1].y - ring[0].y) -
                (ring[i].y - ring[0].y) * (ring[i + 1].x - ring[0].x);
    if (fabs(area) > 0.1) floor_shape(&plan, kind, 0, ring, count);
}

static void random_plan(uint64_t seed) {
    dice d = {seed, 0};
    uint32_t kind = (uint32_t)(seed % 3);
    floor_init(&plan, 1);
    uint32_t rooms = (uint32_t)roll(&d, 0, 3), solids = (uint32_t)roll(&d, 0, 8), walls = (uint32_t)roll(&d, 0, 16);
    for (uint32_t i = 0; i < rooms; i++) add_star(&d, WEND_ROOM, (wend_point){10, 10}, 14, kind == 1);
    for (uint32_t i = 0; i < solids; i++) {
        wend_point centre = roll_point(&d, kind, 20);
        double size = roll(&d, 1, 5);
        add_star(&d, WEND_SOLID, centre, size, kind == 1);
    }
    for (uint32_t i = 0; i < walls; i++) {
        wend_point a = roll_point(&d, kind, 20), b = roll_point(&d, kind, 20);
        if (a.x != b.x || a.y != b.y) floor_wall(&plan, 0, a.x, a.y, b.x, b.y);
    }
    for (uint32_t i = 0; i < 3; i++) {
        wend_point a = roll_point(&d, kind, 20), b = roll_point(&d, kind, 20);
        floor_door(&plan, 0, a.x, a.y, b.x, b.y);
    }
    wend_point a = roll_point(&d, kind, 15);
    floor_region(&plan, 0, 1, a.x, a.y, a.x + 3, a.y + 4);
}

static void random_plans_are_covered(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_plan(seed);
        wi_mesh mesh = build();
        if (mesh.cell_count > 0) mesh_expect_covers(&mesh, &plan, seed, 300);
        wi_mesh_free(&mesh);
    }
}

// As much ground as GEOS finds.
static GEOSGeometry *polygon_of(GEOSContextHandle_t geos, const wend_obstacle *ring) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(geos, ring->point_count + 1, 2);
    for (uint32_t i = 0; i <= ring->point_count; i++) {
        wend_point at = ring->points[i % ring->point_count];
        GEOSCoordSeq_setXY_r(geos, points, i, at.x, at.y);
    }
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, points), NULL, 0);
}

static double walkable_area(GEOSContextHandle_t geos) {
    GEOSGeometry *sum[3] = {GEOSGeom_createEmptyPolygon_r(geos), GEOSGeom_createEmptyPolygon_r(geos),
                            GEOSGeom_createEmptyPolygon_r(geos)};
    for (uint32_t i = 0; i < plan.plan.obstacle_count; i++) {
        const wend_obstacle *obstacle = &plan.obstacle[i];
        if (obstacle->kind == WEND_WALL) continue;
        GEOSGeometry *polygon = polygon_of(geos, obstacle), *before = sum[obstacle->kind];
        assert_int_equal(GEOSisValid_r(geos, polygon), 1);
        sum[obstacle->kind] = GEOSUnion_r(geos, before, polygon);
        GEOSGeom_destroy_r(geos, polygon);
        GEOSGeom_destroy_r(geos, before);
    }
    GEOSGeometry *ground = GEOSDifference_r(geos, sum[WEND_ROOM], sum[WEND_SOLID]);
    double area = NAN;
    assert_int_equal(GEOSArea_r(geos, ground, &area), 1);
    GEOSGeom_destroy_r(geos, ground);
    for (uint32_t i = 0; i < 3; i++) GEOSGeom_destroy_r(geos, sum[i]);
    return area;
}

static void areas_are_those_of_geos(void **state) {
    (void)state;
    GEOSContextHandle_t geos = GEOS_init_r();
    uint32_t compared = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_plan(seed);
        bool rooms = false;
        for (uint32_t i = 0; i < plan.plan.obstacle_count; i++) rooms |= plan.obstacle[i].kind == WEND_ROOM;
        if (!rooms || seed % 3 == 1) continue; // on the lattice rings may cross themselves
        wi_mesh mesh = build();
        double area = walkable_area(geos);
        if (fabs(mesh_area(&mesh) - area) > 0.02)
            fail_msg("seed %llu: %.9g m2, GEOS has %.9g", (unsigned long long)seed, mesh_area(&mesh), area);
        wi_mesh_free(&mesh);
        compared++;
    }
    assert_true(compared > 60);
    GEOS_finish_r(geos);
}

// What is walkable does not depend on where on the map it lies, nor in which order it is told.
static void far_origins_change_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        random_plan(seed);
        wi_mesh here = build();
        for (uint32_t i = 0; i < plan.point_count; i++) {
            plan.point[i].x += 4e6;
            plan.point[i].y -= 5e6;
        }
        for (uint32_t i = 0; i < plan.plan.door_count; i++) {
            plan.door[i].a = (wend_point){plan.door[i].a.x + 4e6, plan.door[i].a.y - 5e6};
            plan.door[i].b = (wend_point){plan.door[i].b.x + 4e6, plan.door[i].b.y - 5e6};
        }
        plan.plan.origin = (wend_point){4e6, -5e6};
        wi_mesh there = build();
        assert_near(mesh_area(&here), mesh_area(&there), 1e-3 * (1.0 + mesh_area(&here)));
        wi_mesh_free(&here);
        wi_mesh_free(&there);
    }
}

static void the_same_every_time(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        random_plan(seed);
        wi_mesh first = build(), second = build();
        assert_int_equal(wi_mesh_hash(&first), wi_mesh_hash(&second));
        wi_mesh_free(&first);
        wi_mesh_free(&second);
    }
}

// A change of the algorithm shows here, so that it is made on purpose.
static void hashes_are_known(void **state) {
    (void)state;
    random_plan(4); // on a lattice, so that the C library's sine does not show
    wi_mesh mesh = build();
    if (wi_mesh_hash(&mesh) != HASH) fail_msg("the hash is now %llx", (unsigned long long)wi_mesh_hash(&mesh));
    wi_mesh_free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_room_is_one_cell),     cmocka_unit_test(a_pillar_leaves_four_or_more),
        cmocka_unit_test(a_thin_wall_divides),      cmocka_unit_test(a_slit_is_walked_around),
        cmocka_unit_test(a_door_is_a_portal),       cmocka_unit_test(a_door_in_a_wall_opens_nothing),
        cmocka_unit_test(open_ground_has_a_margin), cmocka_unit_test(regions_have_cells_of_their_own),
        cmocka_unit_test(seams_join_levels),        cmocka_unit_test(seams_in_the_way_are_refused),
        cmocka_unit_test(far_away_is_refused),      cmocka_unit_test(random_plans_are_covered),
        cmocka_unit_test(areas_are_those_of_geos),  cmocka_unit_test(far_origins_change_nothing),
        cmocka_unit_test(the_same_every_time),      cmocka_unit_test(hashes_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
