#include "scenario/mesh.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/hash.h"
#include "scenario/mesh_level.h"

#define FINEST_GRID (1.0 / 8192.0) // m
#define REACH_MAX 1e7              // m from the origin
#define OPEN_MARGIN 10.0           // m of open ground around everything
#define SEAM_LENGTHS 1e-3          // m that the two sides of a seam may differ by

// The ground -----------------------------------------------------------------------------------------------------------

typedef struct ground {
    wend_point min, max;
} ground;

// What is no number makes the ground endless.
static void widen(ground *all, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (isnan(points[i].x) || isnan(points[i].y)) all->max.x = INFINITY;
        all->min = (wend_point){fmin(all->min.x, points[i].x), fmin(all->min.y, points[i].y)};
        all->max = (wend_point){fmax(all->max.x, points[i].x), fmax(all->max.y, points[i].y)};
    }
}

// Everything on all levels, and some open ground around it.
static ground measure_ground(const wi_mesh_plan *plan) {
    ground all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < plan->obstacle_count; i++)
        widen(&all, plan->obstacles[i].points, plan->obstacles[i].point_count);
    for (uint32_t i = 0; i < plan->door_count; i++) widen(&all, (wend_point[]){plan->doors[i].a, plan->doors[i].b}, 2);
    for (uint32_t i = 0; i < plan->region_count; i++)
        widen(&all, plan->regions[i].points, plan->regions[i].point_count);
    for (uint32_t i = 0; i < plan->seam_count; i++) widen(&all, plan->seams[i].end[0], 4);
    if (plan->min.x <= plan->max.x) widen(&all, (wend_point[]){plan->min, plan->max}, 2);
    if (!(all.min.x <= all.max.x)) all = (ground){plan->origin, plan->origin};
    return (ground){{all.min.x - OPEN_MARGIN, all.min.y - OPEN_MARGIN},
                    {all.max.x + OPEN_MARGIN, all.max.y + OPEN_MARGIN}};
}

// The finest grid, of powers of two, on which everything is an exact float relative to the origin.
static wend_result choose_grid(const wi_mesh_plan *plan, const ground *all, double *grid, wend_error *error) {
    wend_point o = plan->origin;
    double reach = fmax(fmax(all->max.x - o.x, o.x - all->min.x), fmax(all->max.y - o.y, o.y - all->min.y));
    if (!(reach <= REACH_MAX))
        return wi_fail(
            error, WEND_BAD_ARGUMENT,
            "the ground reaches %g m from the origin (%.10g, %.10g), must be at most %g m; put the origin in "
            "its middle",
            reach, o.x, o.y, REACH_MAX);
    for (*grid = FINEST_GRID; reach / *grid > WI_KNOT_MAX - 2;) *grid *= 2.0;
    return WEND_OK;
}

// Level by level -------------------------------------------------------------------------------------------------------

static wend_result build_level(wi_level_mesh *level, wi_mesh *mesh, wend_error *error) {
    bool room = wi_level_lines(level);
    wend_result result = room ? wi_level_draw(level) : WEND_NO_MEMORY;
    if (result == WEND_OK && (!wi_level_fill(level) || !wi_level_cells(level, mesh))) result = WEND_NO_MEMORY;
    if (result == WEND_NO_MEMORY) return wi_fail(error, result, "no memory for the mesh");
    if (result != WEND_OK)
        return wi_fail(error, result, "the walls of level %u cross each other too often for a mesh", level->level);
    return WEND_OK;
}

static void close_level(wi_level_mesh *level) {
    wi_web_close(&level->web);
    free(level->line);
    free(level->face);
    free(level->walkable);
    free(level->zone);
}

static wend_result build_levels(wi_mesh *mesh, const wi_mesh_plan *plan, const ground *all, uint32_t *seam_edge,
                                wend_error *error) {
    wend_point box[4] = {all->min, {all->max.x, all->min.y}, all->max, {all->min.x, all->max.y}};
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < plan->levels && result == WEND_OK; i++) {
        wi_level_mesh level = {.plan = plan, .level = i, .grid = mesh->grid, .outside = box, .seam_edge = seam_edge};
        result = build_level(&level, mesh, error);
        close_level(&level);
    }
    return result;
}

// Seams ----------------------------------------------------------------------------------------------------------------

static wend_result fail_seam(const wi_mesh_seam *seam, uint32_t side, const char *why, wend_error *error) {
    const wend_point *end = seam->end[side];
    return wi_fail(error, WEND_BAD_ARGUMENT,
                   "the line from (%.6g, %.6g) to (%.6g, %.6g) on level %u, where one changes to level %u, %s",
                   end[0].x, end[0].y, end[1].x, end[1].y, seam->level[side], seam->level[!side], why);
}

static double length_of(const wend_point end[2]) {
    double x = end[1].x - end[0].x, y = end[1].y - end[0].y;
    return sqrt(x * x + y * y);
}

static wend_result check_seam(const wi_mesh_seam *seam, const uint32_t edge[2], wend_error *error) {
    for (uint32_t side = 0; side < 2; side++) {
        if (edge[side] == WI_NONE)
            return fail_seam(seam, side, "must have walkable ground on its left side and no other line on it", error);
        if (edge[side] == WI_SEAM_SPLIT)
            return fail_seam(seam, side, "is cut by a wall or a region, must be clear between its ends", error);
    }
    if (fabs(length_of(seam->end[0]) - length_of(seam->end[1])) <= SEAM_LENGTHS) return WEND_OK;
    return fail_seam(seam, 0, "must be as long there as here", error);
}

static wend_result sew(wi_mesh *mesh, const wi_mesh_plan *plan, const uint32_t *seam_edge, wend_error *error) {
    for (uint32_t i = 0; i < plan->seam_count; i++) {
        const uint32_t *edge = &seam_edge[2 * i];
        wend_result result = check_seam(&plan->seams[i], edge, error);
        if (result != WEND_OK) return result;
        mesh->edges[edge[0]].twin = edge[1];
        mesh->edges[edge[1]].twin = edge[0];
    }
    return WEND_OK;
}

// All ------------------------------------------------------------------------------------------------------------------

wend_result wi_mesh_build(wi_mesh *mesh, const wi_mesh_plan *plan, wend_error *error) {
    *mesh = (wi_mesh){0};
    ground all = measure_ground(plan);
    wend_result result = choose_grid(plan, &all, &mesh->grid, error);
    if (result != WEND_OK) return result;
    uint32_t *seam_edge = malloc((2 * (size_t)plan->seam_count + 1) * sizeof *seam_edge);
    if (seam_edge == NULL) return wi_fail(error, WEND_NO_MEMORY, "no memory for the mesh");
    for (uint32_t i = 0; i < 2 * plan->seam_count; i++) seam_edge[i] = WI_NONE;
    result = build_levels(mesh, plan, &all, seam_edge, error);
    if (result == WEND_OK) result = sew(mesh, plan, seam_edge, error);
    free(seam_edge);
    if (result != WEND_OK) wi_mesh_free(mesh);
    return result;
}

void wi_mesh_free(wi_mesh *mesh) {
    free(mesh->corners);
    free(mesh->cells);
    free(mesh->edges);
    *mesh = (wi_mesh){0};
}

wend_map wi_mesh_map(const wi_mesh *mesh, const wend_zone *zones, uint32_t zone_count) {
    return (wend_map){.corners = mesh->corners,
                      .corner_count = mesh->corner_count,
                      .cells = mesh->cells,
                      .cell_count = mesh->cell_count,
                      .edges = mesh->edges,
                      .edge_count = mesh->edge_count,
                      .zones = zones,
                      .zone_count = zone_count};
}

uint64_t wi_mesh_hash(const wi_mesh *mesh) {
    uint64_t hash = wi_hash_word(mesh->cell_count, mesh->edge_count);
    hash = wi_hash_bytes(hash, mesh->corners, mesh->corner_count * sizeof *mesh->corners);
    hash = wi_hash_bytes(hash, mesh->cells, mesh->cell_count * sizeof *mesh->cells);
    return wi_hash_bytes(hash, mesh->edges, mesh->edge_count * sizeof *mesh->edges);
}
