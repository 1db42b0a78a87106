// Ways over meshes of random floors: as short as those of a visibility graph, and there for exactly those bodies that an
// eroded floor lets through.
#include "scenario/floor_stage.h"

#include <geos_c.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIZE 24.0 // m, of the floor
#define SLOT 4.0  // m, one obstacle in each
#define NODES 1024

static floor_plan plan; // too large for the stack

static double draw(uint64_t seed, uint32_t which, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, 1, 2, 3, which);
}

// Triangles to hexagons, one in each slot or none, which do not touch each other, and thin walls between some.
static void random_floor(uint64_t seed) {
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, SIZE, SIZE);
    uint32_t slot = 0;
    for (double y = SLOT / 2; y < SIZE; y += SLOT)
        for (double x = SLOT / 2; x < SIZE; x += SLOT, slot += 20) {
            if (draw(seed, slot, 0, 1) < 0.1) continue;
            wend_point p[6];
            uint32_t count = 3 + (uint32_t)draw(seed, slot + 1, 0, 3.99);
            double radius = draw(seed, slot + 2, 0.6, 1.95), turn = draw(seed, slot + 3, 0, 6.28);
            for (uint32_t i = 0; i < count; i++) {
                double angle = turn + 6.2831853 * (i + draw(seed, slot + 4 + i, 0, 0.6)) / count;
                p[i] = (wend_point){x + radius * cos(angle), y + radius * sin(angle)};
            }
            if (draw(seed, slot + 12, 0, 1) < 0.25)
                floor_wall(&plan, 0, p[0].x, p[0].y, p[1].x, p[1].y);
            else
                floor_shape(&plan, WEND_SOLID, 0, p, count);
        }
}

static wend_point random_place(uint64_t seed, uint32_t which, double room) {
    for (uint32_t i = 0;; i++) {
        wend_point at = {draw(seed, which + 2 * i, 0, SIZE), draw(seed, which + 2 * i + 1, 0, SIZE)};
        if (floor_is_walkable(&plan, 0, at) && floor_line_distance(&plan, 0, at) > room) return at;
    }
}

// The visibility graph ---------------------------------------------------------------------------------------------------

static double side(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool crosses(wend_point a, wend_point b, wend_point c, wend_point d) {
    const double flat = 1e-9;
    double s = side(a, b, c), t = side(a, b, d), u = side(c, d, a), v = side(c, d, b);
    return ((s > flat && t < -flat) || (s < -flat && t > flat)) && ((u > flat && v < -flat) || (u < -flat && v > flat));
}

static bool sees(wend_point a, wend_point b) {
    for (uint32_t i = 0; i < plan.plan.obstacle_count; i++) {
        const wend_obstacle *o = &plan.obstacle[i];
        uint32_t pieces = o->kind == WEND_WALL ? o->point_count - 1 : o->point_count;
        for (uint32_t j = 0; j < pieces; j++)
            if (crosses(a, b, o->points[j], o->points[(j + 1) % o->point_count])) return false;
    }
    // From corner to corner of one obstacle, nothing is crossed within.
    wend_point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return floor_is_walkable(&plan, 0, middle) || floor_line_distance(&plan, 0, middle) < 1e-9;
}

static double shortest(wend_point from, wend_point to) {
    static wend_point node[NODES];
    static double best[NODES];
    static bool done[NODES];
    uint32_t count = 0;
    node[count++] = from;
    node[count++] = to;
    for (uint32_t i = 0; i < plan.plan.obstacle_count; i++)
        for (uint32_t j = 0; j < plan.obstacle[i].point_count; j++) node[count++] = plan.obstacle[i].points[j];
    for (uint32_t i = 0; i < count; i++) {
        best[i] = i == 0 ? 0.0 : INFINITY;
        done[i] = false;
    }
    for (;;) {
        uint32_t least = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++)
            if (!done[i] && (least == UINT32_MAX || best[i] < best[least])) least = i;
        if (least == 1 || isinf(best[least])) return best[1];
        done[least] = true;
        for (uint32_t i = 0; i < count; i++) {
            double way = best[least] + hypot(node[i].x - node[least].x, node[i].y - node[least].y);
            if (!done[i] && way < best[i] && sees(node[least], node[i])) best[i] = way;
        }
    }
}

static void ways_are_shortest(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 15; seed++) {
        random_floor(seed);
        stage on = floor_stage(&plan);
        for (uint32_t i = 0; i < 15; i++) {
            wend_point from = random_place(seed, 10000 + 100 * i, 0.01), to = random_place(seed, 20000 + 100 * i, 0.01);
            uint32_t count;
            double length, wanted = shortest(from, to);
            wend_error error;
            must(wend_world_path(on.world, 0, from, (wend_target){.at = to}, 0.0f, NULL, 0, &count, &length, &error),
                 &error);
            if (count == 0 || fabs(length - wanted) > 0.005 * wanted + 0.005)
                fail_msg("seed %u, way %u from (%g, %g) to (%g, %g): %g m, must be %g", (unsigned)seed, i, from.x,
                         from.y, to.x, to.y, length, wanted);
            worst = fmax(worst, length / wanted);
        }
        stage_close(&on);
    }
    printf("longest over shortest: %g\n", worst);
}

// Erosion ----------------------------------------------------------------------------------------------------------------

static GEOSGeometry *shape_of(GEOSContextHandle_t geos, const wend_obstacle *o) {
    bool line = o->kind == WEND_WALL;
    uint32_t count = o->point_count + (line ? 0 : 1);
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(geos, count, 2);
    for (uint32_t i = 0; i < count; i++) {
        GEOSCoordSeq_setX_r(geos, points, i, o->points[i % o->point_count].x);
        GEOSCoordSeq_setY_r(geos, points, i, o->points[i % o->point_count].y);
    }
    if (line) return GEOSGeom_createLineString_r(geos, points);
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, points), NULL, 0);
}

// Where the centre of a body may be.
static GEOSGeometry *eroded(GEOSContextHandle_t geos, double radius) {
    GEOSGeometry *room = shape_of(geos, &plan.obstacle[0]), *left = GEOSBuffer_r(geos, room, -radius, 64);
    GEOSGeom_destroy_r(geos, room);
    for (uint32_t i = 1; i < plan.plan.obstacle_count; i++) {
        GEOSGeometry *shape = shape_of(geos, &plan.obstacle[i]), *wide = GEOSBuffer_r(geos, shape, radius, 64);
        GEOSGeometry *less = GEOSDifference_r(geos, left, wide);
        GEOSGeom_destroy_r(geos, shape);
        GEOSGeom_destroy_r(geos, wide);
        GEOSGeom_destroy_r(geos, left);
        left = less;
    }
    return left;
}

// The piece of an eroded floor that holds a point, or -1.
static int piece_of(GEOSContextHandle_t geos, const GEOSGeometry *floor, wend_point at) {
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, at.x, at.y);
    int found = -1;
    for (int i = 0; i < GEOSGetNumGeometries_r(geos, floor); i++)
        if (GEOSContains_r(geos, GEOSGetGeometryN_r(geos, floor, i), point) == 1) found = i;
    GEOSGeom_destroy_r(geos, point);
    return found;
}

static bool joined(GEOSContextHandle_t geos, const GEOSGeometry *floor, wend_point a, wend_point b) {
    int piece = piece_of(geos, floor, a);
    return piece >= 0 && piece == piece_of(geos, floor, b);
}

// A body a little smaller and one a little larger agree, or else nothing is asked.
static void bodies_go_where_they_fit(void **state) {
    (void)state;
    GEOSContextHandle_t geos = GEOS_init_r();
    uint32_t through = 0, refused = 0;
    for (uint64_t seed = 100; seed < 120; seed++) {
        random_floor(seed);
        stage on = floor_stage(&plan);
        for (uint32_t size = 0; size < 4; size++) {
            double radius = draw(seed, 30000 + size, 0.2, 1.3);
            GEOSGeometry *wide = eroded(geos, radius - 0.003), *narrow = eroded(geos, radius + 0.003);
            for (uint32_t i = 0; i < 12; i++) {
                wend_point from = random_place(seed, 40000 + 1000 * i, radius + 0.01),
                           to = random_place(seed, 60000 + 1000 * i, radius + 0.01);
                bool fits = joined(geos, narrow, from, to), fits_smaller = joined(geos, wide, from, to);
                if (fits != fits_smaller) continue;
                uint32_t count;
                wend_error error;
                must(wend_world_path(on.world, 0, from, (wend_target){.at = to}, (float)radius, NULL, 0, &count, NULL,
                                     &error),
                     &error);
                if ((count > 0) != fits)
                    fail_msg("seed %u, radius %g from (%g, %g) to (%g, %g): %s", (unsigned)seed, radius, from.x, from.y,
                             to.x, to.y, fits ? "fits, but there is no way" : "does not fit, yet is sent");
                through += fits;
                refused += !fits;
            }
            GEOSGeom_destroy_r(geos, wide);
            GEOSGeom_destroy_r(geos, narrow);
        }
        stage_close(&on);
    }
    GEOS_finish_r(geos);
    printf("%u ways, %u without\n", through, refused);
    assert_true(through > 50 && refused > 50);
}

// The least distance of a way to a wall, in radii.
static double nearest_to_wall(const wend_waypoint *way, uint32_t count, double radius) {
    double least = INFINITY;
    for (uint32_t j = 0; j + 1 < count; j++)
        for (double t = 0.0; t <= 1.0; t += 0.05) {
            wend_point at = {way[j].at.x + t * (way[j + 1].at.x - way[j].at.x),
                             way[j].at.y + t * (way[j + 1].at.y - way[j].at.y)};
            least = fmin(least, floor_line_distance(&plan, 0, at) / radius);
        }
    return least;
}

// Ways keep the radius from walls, but for the chords of arcs, and a few that start or bend beside a narrow passage.
static void ways_keep_their_distance(void **state) {
    (void)state;
    uint32_t ways = 0, close = 0;
    for (uint64_t seed = 200; seed < 260; seed++) {
        random_floor(seed);
        stage on = floor_stage(&plan);
        for (uint32_t i = 0; i < 15; i++, ways++) {
            double radius = draw(seed, 30000 + i, 0.1, 0.4);
            wend_point from = random_place(seed, 40000 + 1000 * i, radius);
            wend_point to = random_place(seed, 60000 + 1000 * i, radius);
            wend_waypoint way[256];
            uint32_t count;
            wend_error error;
            must(wend_world_path(on.world, 0, from, (wend_target){.at = to}, (float)radius, way, 256, &count, NULL,
                                 &error),
                 &error);
            assert_true(count <= 256);
            close += nearest_to_wall(way, count, radius) < 0.95;
        }
        stage_close(&on);
    }
    printf("%u of %u ways come close to a wall\n", close, ways);
    assert_true(close <= ways / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_shortest),
        cmocka_unit_test(bodies_go_where_they_fit),
        cmocka_unit_test(ways_keep_their_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
