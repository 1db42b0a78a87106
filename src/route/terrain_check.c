// What may stand in a map. Nothing in the arrays is believed before it was looked at.
#include "base/error.h"
#include "route/terrain.h"
#include "world/world.h"

#define COUNT_MAX 10000000u // of corners, cells and edges
#define EDGES_MAX 1024u     // of a cell
#define FLAT 1e-3           // m: corners may lie this far inside the rim without being called a dent

#define BAD(...) return wi_fail(error, WEND_BAD_ARGUMENT, __VA_ARGS__)

static wend_result check_counts(const wend_map *map, wend_error *error) {
    if (map->corner_count > COUNT_MAX || map->cell_count > COUNT_MAX || map->edge_count > COUNT_MAX)
        BAD("map: %u corners, %u cells and %u edges, must be at most %u each", map->corner_count, map->cell_count,
            map->edge_count, COUNT_MAX);
    if (map->cell_count == 0) BAD("map: it has no cells; leave wend_scene_def.map NULL where there is no map");
    if (!map->corners || !map->cells || !map->edges) BAD("map: corners, cells or edges is NULL");
    if (map->zone_count > UINT16_MAX || (map->zone_count > 0 && !map->zones))
        BAD("map: zone_count is %u, must be at most %u, and zones an array", map->zone_count, UINT16_MAX);
    uint64_t edges = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) edges += map->cells[i].edge_count;
    if (edges != map->edge_count)
        BAD("map: the cells have %llu edges in all, edge_count is %u", (unsigned long long)edges, map->edge_count);
    return WEND_OK;
}

static wend_result check_corners(const wend_scene_def *def, wend_error *error) {
    const wend_map *map = def->map;
    for (uint32_t i = 0; i < map->corner_count; i++) {
        double x = map->corners[i].x - def->origin.x, y = map->corners[i].y - def->origin.y;
        if (!(x >= -WI_FAR && x <= WI_FAR && y >= -WI_FAR && y <= WI_FAR))
            BAD("map: corner %u lies (%g, %g) m from the origin, must be within %g", i, x, y, (double)WI_FAR);
    }
    return WEND_OK;
}

static bool within(float value, float min, float max) { return value >= min && value <= max; }

static wend_result check_zone(const wend_zone *zone, uint32_t index, wend_error *error) {
    if ((unsigned)zone->kind > WEND_ZONE_LIFT) BAD("map: zone %u: kind is %d, must be 0 to 3", index, (int)zone->kind);
    if (!within(zone->cost, 0.1f, 1000.0f))
        BAD("map: zone %u: cost is %g, must lie between 0.1 and 1000", index, (double)zone->cost);
    float up = wi_length(zone->up);
    if (!(up == 0.0f || within(up, 0.999f, 1.001f)))
        BAD("map: zone %u: up has length %g, must be 1, or 0 where nothing leads up", index, (double)up);
    if (!within(zone->speed_up, 0.01f, 10.0f) || !within(zone->speed_down, 0.01f, 10.0f))
        BAD("map: zone %u: speeds are %g up and %g down, must lie between 0.01 and 10", index, (double)zone->speed_up,
            (double)zone->speed_down);
    if (!within(zone->carry, -10.0f, 10.0f))
        BAD("map: zone %u: carry is %g m/s, must lie between -10 and 10", index, (double)zone->carry);
    if (zone->kind == WEND_ZONE_LIFT && (zone->capacity < 1 || !within(zone->cycle, 0.001f, 1e6f)))
        BAD("map: zone %u: a lift needs a capacity of 1 or more and a cycle above 0 s; it has %u and %g", index,
            zone->capacity, (double)zone->cycle);
    return WEND_OK;
}

static double side_of(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double length(wend_point a, wend_point b) {
    return __builtin_sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

// Corner i of a rim.
static wend_point rim(const wend_map *map, uint32_t first, uint32_t count, uint32_t i) {
    return map->corners[map->edges[first + i % count].corner];
}

// Each three corners turn left or go straight on, and once round only: every corner lies left of every edge.
static wend_result check_rim(const wend_map *map, uint32_t index, uint32_t first, wend_error *error) {
    uint32_t count = map->cells[index].edge_count;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = rim(map, first, count, i), b = rim(map, first, count, i + 1);
        double edge = length(a, b);
        if (!(edge > 1e-6)) BAD("map: cell %u: edge %u has no length", index, i);
        for (uint32_t j = 0; j < count; j++)
            if (side_of(a, b, rim(map, first, count, j)) < -FLAT * edge)
                BAD("map: cell %u: corner %u lies outside edge %u; a cell must be convex and counter-clockwise", index,
                    j, i);
    }
    return WEND_OK;
}

static wend_result check_cells(const wend_scene_def *def, wend_error *error) {
    const wend_map *map = def->map;
    uint32_t first = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        const wend_map_cell *cell = &map->cells[i];
        if (cell->edge_count < 3 || cell->edge_count > EDGES_MAX)
            BAD("map: cell %u has %u edges, must have 3 to %u", i, cell->edge_count, EDGES_MAX);
        if (cell->level >= def->levels) BAD("map: cell %u: level is %u, the scene has %u", i, cell->level, def->levels);
        if (cell->zone > map->zone_count) BAD("map: cell %u: zone is %u, there are %u", i, cell->zone, map->zone_count);
        for (uint32_t j = 0; j < cell->edge_count; j++)
            if (map->edges[first + j].corner >= map->corner_count)
                BAD("map: cell %u: edge %u has corner %u, there are %u", i, j, map->edges[first + j].corner,
                    map->corner_count);
        wend_result result = check_rim(map, i, first, error);
        if (result != WEND_OK) return result;
        first += cell->edge_count;
    }
    return WEND_OK;
}

// Where an edge begins and ends, and on which level.
typedef struct side {
    uint32_t cell, a, b;
} side;

static wend_result check_twins(const wend_map *map, const side *one, uint32_t edge, const side *other, uint32_t twin,
                               wend_error *error) {
    if (map->edges[twin].twin != edge) BAD("map: edge %u has the twin %u, which does not name it back", edge, twin);
    if (map->edges[twin].door != map->edges[edge].door)
        BAD("map: edges %u and %u are twins but have different doors", edge, twin);
    if (one->cell == other->cell) BAD("map: edges %u and %u are twins of one cell", edge, twin);
    const wend_point *c = map->corners;
    if (map->cells[one->cell].level == map->cells[other->cell].level) {
        if (one->a != other->b || one->b != other->a)
            BAD("map: edges %u and %u are twins on one level and must have the same corners, the other way round", edge,
                twin);
    } else {
        double here = length(c[one->a], c[one->b]), there = length(c[other->a], c[other->b]);
        if (!(here - there <= 1e-3 && there - here <= 1e-3))
            BAD("map: edges %u and %u are a seam but %g and %g m long", edge, twin, here, there);
    }
    return WEND_OK;
}

static wend_result check_edges(const wend_scene_def *def, const side *sides, wend_error *error) {
    const wend_map *map = def->map;
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const wend_map_edge *edge = &map->edges[i];
        if (edge->door > def->door_count) BAD("map: edge %u has door %u, there are %u", i, edge->door, def->door_count);
        if (edge->twin == WEND_NO_EDGE) continue;
        if (edge->twin >= map->edge_count)
            BAD("map: edge %u has twin %u, there are %u", i, edge->twin, map->edge_count);
        wend_result result = check_twins(map, &sides[i], i, &sides[edge->twin], edge->twin, error);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static void list_sides(const wend_map *map, side *sides) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        uint32_t count = map->cells[i].edge_count;
        for (uint32_t j = 0; j < count; j++)
            sides[first + j] = (side){i, map->edges[first + j].corner, map->edges[first + (j + 1) % count].corner};
        first += count;
    }
}

static wend_result check_levels(const wend_map *map, const side *sides, uint32_t *level, wend_error *error) {
    for (uint32_t i = 0; i < map->edge_count; i++) {
        uint32_t here = map->cells[sides[i].cell].level + 1, *known = &level[sides[i].a];
        if (*known != 0 && *known != here)
            BAD("map: corner %u is on levels %u and %u; give each level its own corners", sides[i].a, *known - 1,
                here - 1);
        *known = here;
    }
    return WEND_OK;
}

static wend_result check_posts(const wend_scene_def *def, wend_error *error) {
    const wend_map *map = def->map;
    if (map->post_count > WEND_POSTS_MAX || (map->post_count > 0 && !map->posts))
        BAD("map: post_count is %u, must be at most %u, and posts an array", map->post_count, WEND_POSTS_MAX);
    if (map->sampled_posts > WEND_POSTS_MAX)
        BAD("map: sampled_posts is %u, must be at most %u", map->sampled_posts, WEND_POSTS_MAX);
    if (map->grid != 0.0f && !(map->grid >= 0.05f && map->grid <= 10.0f))
        BAD("map: grid is %g m, must be 0.05 to 10, or 0 for the usual one", (double)map->grid);
    for (uint32_t i = 0; i < map->post_count; i++) {
        const wend_map_post *post = &map->posts[i];
        if (post->level >= def->levels) BAD("map: post %u is on level %u, there are %u", i, post->level, def->levels);
        float x = (float)(post->at.x - def->origin.x), y = (float)(post->at.y - def->origin.y);
        if (!wi_finite(x) || !wi_finite(y))
            BAD("map: post %u is at (%g, %g), must be finite", i, post->at.x, post->at.y);
    }
    return WEND_OK;
}

wend_result wi_terrain_check(const wend_scene_def *def, wend_error *error) {
    const wend_map *map = def->map;
    wend_result result = check_counts(map, error);
    if (result == WEND_OK) result = check_corners(def, error);
    for (uint32_t i = 0; result == WEND_OK && i < map->zone_count; i++) result = check_zone(&map->zones[i], i, error);
    if (result == WEND_OK) result = check_cells(def, error);
    if (result == WEND_OK) result = check_posts(def, error);
    if (result != WEND_OK) return result;
    wi_memory memory = wi_memory_from(def->allocator);
    side *sides = wi_memory_take(&memory, map->edge_count, sizeof *sides);
    uint32_t *level = wi_memory_take(&memory, map->corner_count, sizeof *level);
    if (sides && level) {
        list_sides(map, sides);
        result = check_edges(def, sides, error);
        if (result == WEND_OK) result = check_levels(map, sides, level, error);
    } else {
        result = wi_fail(error, WEND_NO_MEMORY, "no memory for the map");
    }
    wi_memory_give(&memory, sides, map->edge_count, sizeof *sides);
    wi_memory_give(&memory, level, map->corner_count, sizeof *level);
    return result;
}
