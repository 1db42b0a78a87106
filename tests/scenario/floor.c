#include "scenario/floor.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

void floor_init(floor_plan *floor, uint32_t levels) {
    floor->point_count = 0;
    floor->plan = (wi_mesh_plan){.levels = levels,
                                 .obstacles = floor->obstacle,
                                 .doors = floor->door,
                                 .regions = floor->region,
                                 .seams = floor->seam,
                                 .min = {INFINITY, INFINITY},
                                 .max = {-INFINITY, -INFINITY}};
}

static const wend_point *keep(floor_plan *floor, const wend_point *point, uint32_t count) {
    assert_true(floor->point_count + count <= FLOOR_POINTS);
    wend_point *kept = floor->point + floor->point_count;
    for (uint32_t i = 0; i < count; i++) kept[i] = point[i];
    floor->point_count += count;
    return kept;
}

void floor_shape(floor_plan *floor, wend_obstacle_kind kind, uint32_t level, const wend_point *point, uint32_t count) {
    assert_true(floor->plan.obstacle_count < FLOOR_SHAPES);
    floor->obstacle[floor->plan.obstacle_count++] = (wend_obstacle){kind, level, keep(floor, point, count), count};
}

void floor_box(floor_plan *floor, wend_obstacle_kind kind, uint32_t level, double x0, double y0, double x1, double y1) {
    floor_shape(floor, kind, level, (wend_point[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

void floor_wall(floor_plan *floor, uint32_t level, double x0, double y0, double x1, double y1) {
    floor_shape(floor, WEND_WALL, level, (wend_point[]){{x0, y0}, {x1, y1}}, 2);
}

void floor_door(floor_plan *floor, uint32_t level, double x0, double y0, double x1, double y1) {
    floor->door[floor->plan.door_count++] = (wend_door){level, {x0, y0}, {x1, y1}, false, 0};
}

void floor_region(floor_plan *floor, uint32_t level, uint32_t zone, double x0, double y0, double x1, double y1) {
    const wend_point *kept = keep(floor, (wend_point[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
    floor->region[floor->plan.region_count++] = (wi_mesh_region){level, zone, kept, 4};
}

// Slow and obvious answers ---------------------------------------------------------------------------------------------

static double turn(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int winding(const wend_obstacle *ring, wend_point at) {
    int sum = 0;
    for (uint32_t i = 0; i < ring->point_count; i++) {
        wend_point a = ring->points[i], b = ring->points[(i + 1) % ring->point_count];
        if (a.y <= at.y && b.y > at.y && turn(a, b, at) > 0.0) sum++;
        if (a.y > at.y && b.y <= at.y && turn(a, b, at) < 0.0) sum--;
    }
    return sum;
}

static double ring_area(const wend_obstacle *ring) {
    double area = 0.0;
    for (uint32_t i = 1; i + 1 < ring->point_count; i++)
        area += turn(ring->points[0], ring->points[i], ring->points[i + 1]);
    return area;
}

bool floor_is_walkable(const floor_plan *floor, uint32_t level, wend_point at) {
    int around[3] = {0, 0, 0};
    bool rooms = false;
    for (uint32_t i = 0; i < floor->plan.obstacle_count; i++) {
        const wend_obstacle *obstacle = &floor->obstacle[i];
        if (obstacle->level != level || obstacle->kind == WEND_WALL) continue;
        rooms |= obstacle->kind == WEND_ROOM;
        around[obstacle->kind] += ring_area(obstacle) > 0.0 ? winding(obstacle, at) : -winding(obstacle, at);
    }
    return around[WEND_SOLID] == 0 && (!rooms || around[WEND_ROOM] != 0);
}

static double distance_to(wend_point at, wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, length2 = x * x + y * y;
    double share = length2 > 0.0 ? ((at.x - a.x) * x + (at.y - a.y) * y) / length2 : 0.0;
    share = fmin(1.0, fmax(0.0, share));
    return hypot(at.x - a.x - share * x, at.y - a.y - share * y);
}

double floor_line_distance(const floor_plan *floor, uint32_t level, wend_point at) {
    double least = INFINITY;
    for (uint32_t i = 0; i < floor->plan.obstacle_count; i++) {
        const wend_obstacle *o = &floor->obstacle[i];
        uint32_t pieces = o->kind == WEND_WALL ? o->point_count - 1 : o->point_count;
        if (o->level != level) continue;
        for (uint32_t k = 0; k < pieces; k++)
            least = fmin(least, distance_to(at, o->points[k], o->points[(k + 1) % o->point_count]));
    }
    return least;
}

// Meshes ---------------------------------------------------------------------------------------------------------------

static wend_point corner_of(const wi_mesh *mesh, uint32_t first, uint32_t count, uint32_t i) {
    return mesh->corners[mesh->edges[first + i % count].corner];
}

static bool cell_holds(const wi_mesh *mesh, uint32_t first, uint32_t count, wend_point at) {
    for (uint32_t i = 0; i < count; i++)
        if (turn(corner_of(mesh, first, count, i), corner_of(mesh, first, count, i + 1), at) < 0.0) return false;
    return true;
}

uint32_t mesh_cell_at(const wi_mesh *mesh, uint32_t level, wend_point at, uint32_t *count) {
    uint32_t found = UINT32_MAX;
    *count = 0;
    for (uint32_t cell = 0, first = 0; cell < mesh->cell_count; first += mesh->cells[cell++].edge_count) {
        if (mesh->cells[cell].level != level || !cell_holds(mesh, first, mesh->cells[cell].edge_count, at)) continue;
        found = cell;
        ++*count;
    }
    return found;
}

static double cell_area(const wi_mesh *mesh, uint32_t first, uint32_t count) {
    double area = 0.0;
    for (uint32_t i = 1; i + 1 < count; i++)
        area += turn(corner_of(mesh, first, count, 0), corner_of(mesh, first, count, i),
                     corner_of(mesh, first, count, i + 1));
    return area / 2.0;
}

double mesh_area(const wi_mesh *mesh) {
    double area = 0.0;
    for (uint32_t cell = 0, first = 0; cell < mesh->cell_count; first += mesh->cells[cell++].edge_count)
        area += cell_area(mesh, first, mesh->cells[cell].edge_count);
    return area;
}

static uint32_t *cells_of_edges(const wi_mesh *mesh, uint32_t *next) {
    uint32_t *of = malloc((mesh->edge_count + 1) * sizeof *of), edge = 0;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        for (uint32_t i = 0, first = edge; i < mesh->cells[cell].edge_count; i++, edge++) {
            of[edge] = cell;
            next[edge] = i + 1 < mesh->cells[cell].edge_count ? edge + 1 : first;
        }
    assert_int_equal(edge, mesh->edge_count);
    return of;
}

// Turns left all the way and once around: the angles outside sum up to one turn.
static void expect_convex(const wi_mesh *mesh, uint32_t first, uint32_t count) {
    double around = 0.0;
    assert_true(count >= 3);
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = corner_of(mesh, first, count, i), b = corner_of(mesh, first, count, i + 1),
                   c = corner_of(mesh, first, count, i + 2);
        double out = turn(a, b, c), along = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
        assert_true(out > 0.0 || (out == 0.0 && along > 0.0));
        around += atan2(out, along);
    }
    assert_true(fabs(around - 2.0 * acos(-1.0)) < 1e-6);
    assert_true(cell_area(mesh, first, count) > 0.0);
}

static void expect_twins(const wi_mesh *mesh, const uint32_t *cell, const uint32_t *next, uint32_t edge) {
    const wend_map_edge *here = &mesh->edges[edge];
    assert_true(here->corner < mesh->corner_count);
    if (here->twin == WEND_NO_EDGE) {
        assert_int_equal(here->door, 0);
        return;
    }
    assert_true(here->twin < mesh->edge_count);
    const wend_map_edge *there = &mesh->edges[here->twin];
    assert_int_equal(there->twin, edge);
    assert_int_equal(there->door, here->door);
    assert_int_not_equal(cell[edge], cell[here->twin]);
    if (mesh->cells[cell[edge]].level != mesh->cells[cell[here->twin]].level) return;
    assert_int_equal(here->corner, mesh->edges[next[here->twin]].corner);
    assert_int_equal(there->corner, mesh->edges[next[edge]].corner);
}

void mesh_expect_sound(const wi_mesh *mesh) {
    uint32_t *next = malloc((mesh->edge_count + 1) * sizeof *next), *cell = cells_of_edges(mesh, next);
    for (uint32_t i = 0, first = 0; i < mesh->cell_count; first += mesh->cells[i++].edge_count)
        expect_convex(mesh, first, mesh->cells[i].edge_count);
    for (uint32_t edge = 0; edge < mesh->edge_count; edge++) expect_twins(mesh, cell, next, edge);
    free(cell);
    free(next);
}

static bool properly_cross(wend_point a, wend_point b, wend_point c, wend_point d, double slack) {
    double scale = slack * (hypot(b.x - a.x, b.y - a.y) + hypot(d.x - c.x, d.y - c.y));
    return turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0 && fabs(turn(a, b, c)) > scale &&
           fabs(turn(a, b, d)) > scale && fabs(turn(c, d, a)) > scale && fabs(turn(c, d, b)) > scale;
}

static void expect_uncrossed(const wi_mesh *mesh, const floor_plan *floor, uint32_t level, wend_point a, wend_point b) {
    for (uint32_t i = 0; i < floor->plan.obstacle_count; i++) {
        const wend_obstacle *o = &floor->obstacle[i];
        uint32_t pieces = o->kind == WEND_WALL ? o->point_count - 1 : o->point_count;
        for (uint32_t k = 0; o->level == level && k < pieces; k++)
            assert_false(properly_cross(a, b, o->points[k], o->points[(k + 1) % o->point_count], 4.0 * mesh->grid));
    }
}

void mesh_expect_covers(const wi_mesh *mesh, const floor_plan *floor, uint64_t seed, uint32_t points) {
    wend_point min = mesh->corners[0], max = min;
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        min = (wend_point){fmin(min.x, mesh->corners[i].x), fmin(min.y, mesh->corners[i].y)};
        max = (wend_point){fmax(max.x, mesh->corners[i].x), fmax(max.y, mesh->corners[i].y)};
    }
    for (uint32_t i = 0; i < points; i++) {
        double x = (double)wend_random(seed, 1, i, 0, 0), y = (double)wend_random(seed, 1, i, 0, 1);
        wend_point at = {min.x + x * (max.x - min.x), min.y + y * (max.y - min.y)};
        uint32_t count;
        if (floor_line_distance(floor, 0, at) < 4.0 * mesh->grid) continue;
        uint32_t cell = mesh_cell_at(mesh, 0, at, &count);
        bool walkable = floor_is_walkable(floor, 0, at);
        if (walkable != (cell != UINT32_MAX))
            fail_msg("seed %llu: (%.9g, %.9g) is %swalkable, but %u cells hold it", (unsigned long long)seed, at.x,
                     at.y, walkable ? "" : "not ", count);
    }
    uint32_t edge = 0;
    for (uint32_t cell = 0, first = 0; cell < mesh->cell_count; first += mesh->cells[cell++].edge_count)
        for (uint32_t i = 0, count = mesh->cells[cell].edge_count; i < count; i++, edge++)
            if (mesh->edges[edge].twin != WEND_NO_EDGE)
                expect_uncrossed(mesh, floor, mesh->cells[cell].level, corner_of(mesh, first, count, i),
                                 corner_of(mesh, first, count, i + 1));
}

uint32_t *mesh_parts(const wi_mesh *mesh, bool doors_open) {
    uint32_t *next = malloc((mesh->edge_count + 1) * sizeof *next), *of = cells_of_edges(mesh, next);
    uint32_t *part = malloc((mesh->cell_count + 1) * sizeof *part);
    for (uint32_t i = 0; i < mesh->cell_count; i++) part[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t edge = 0; edge < mesh->edge_count; edge++) {
            uint32_t twin = mesh->edges[edge].twin;
            if (twin == WEND_NO_EDGE || (mesh->edges[edge].door != 0 && !doors_open)) continue;
            if (part[of[twin]] >= part[of[edge]]) continue;
            part[of[edge]] = part[of[twin]];
            changed = true;
        }
    }
    free(of);
    free(next);
    return part;
}
