#include "route/sight.h"

#include "route/zone.h"

#define TOUCHING 1e-3f // m: so far outside a cell a point still counts as within
#define SAME 1e-4f     // shares of a line that differ by less are equal
#define HOPS 4096

float wi_sight_cost(const wi_terrain *map, uint32_t cell, wend_vec along) {
    uint32_t zone = map->cell[cell].zone;
    return zone == 0 ? 1.0f : wi_zone_cost(&map->zone[zone - 1], along);
}

float wi_sight_wait(const wi_terrain *map, uint32_t cell) {
    uint32_t zone = map->cell[cell].zone;
    return zone == 0 ? 0.0f : wi_zone_wait(&map->zone[zone - 1]);
}

// How far beside an edge, along its line, a point lies; 0 between its ends.
static float beside(const wi_terrain_edge *edge, wend_vec at) {
    wend_vec way = wi_sub(edge->b, edge->a);
    float length = wi_length(way), along = wi_dot(wi_sub(at, edge->a), way) / length;
    return wi_max(0.0f, wi_max(-along, along - length));
}

// The edge through which a line leaves a cell that it entered through another (or WI_NONE); WI_NONE if it ends there.
// Several edges may lie in one line, a door between walls say: then the one that the line meets.
static uint32_t exit_of(const wi_terrain *map, uint32_t cell, uint32_t entry, wend_vec from, wend_vec to,
                        float *share) {
    uint32_t first = map->cell[cell].first, found = WI_NONE;
    float missed = 0.0f;
    *share = 2.0f;
    for (uint32_t e = first; e < first + map->cell[cell].count; e++) {
        float end = wi_dot(wi_sub(to, map->line[e].a), map->line[e].in);
        if (e == entry || end >= -TOUCHING) continue;
        float begin = wi_dot(wi_sub(from, map->line[e].a), map->line[e].in);
        float here = begin <= 0.0f ? 0.0f : begin / (begin - end);
        if (here > *share + SAME) continue;
        float misses = beside(&map->edge[e], wi_add(from, wi_scale(here, wi_sub(to, from))));
        if (here >= *share - SAME && misses >= missed) continue;
        *share = here;
        missed = misses;
        found = e;
    }
    return found;
}

static bool leads_on(const wi_ground *ground, uint32_t edge) {
    const wi_terrain_edge *here = &ground->map->edge[edge];
    if (here->twin == WI_NONE || (here->door != 0 && !ground->open[here->door - 1])) return false;
    return ground->map->cell[ground->map->edge[here->twin].cell].level == ground->map->cell[here->cell].level;
}

uint32_t wi_sight_walk(const wi_ground *ground, uint32_t cell, wend_vec from, wend_vec to, float *cost) {
    const wi_terrain *map = ground->map;
    float length = wi_length(wi_sub(to, from)), walked = 0.0f;
    wend_vec along = wi_unit(wi_sub(to, from), wi_vec(0.0f, 0.0f));
    uint32_t entry = WI_NONE;
    *cost = 0.0f;
    for (uint32_t hop = 0; hop < HOPS; hop++) {
        float share;
        uint32_t edge = exit_of(map, cell, entry, from, to, &share);
        share = edge == WI_NONE ? 1.0f : wi_max(share, walked);
        *cost += (share - walked) * length * wi_sight_cost(map, cell, along);
        if (edge == WI_NONE) return entry == WI_NONE || wi_terrain_fits(map, entry, to, ground->width) ? cell : WI_NONE;
        if (!leads_on(ground, edge)) return WI_NONE;
        bool fits = entry == WI_NONE ? wi_terrain_fits(map, edge, from, ground->width)
                                     : wi_terrain_width(map, entry, edge) >= ground->width;
        if (!fits) return WI_NONE;
        walked = share;
        entry = map->edge[edge].twin;
        cell = map->edge[entry].cell;
    }
    return WI_NONE;
}

// Walls near a line ----------------------------------------------------------------------------------------------------

static wend_vec nearest_on(wend_vec a, wend_vec b, wend_vec at) {
    wend_vec way = wi_sub(b, a);
    float length2 = wi_length2(way);
    float share = length2 > 0.0f ? wi_clamp(wi_dot(wi_sub(at, a), way) / length2, 0.0f, 1.0f) : 0.0f;
    return wi_add(a, wi_scale(share, way));
}

static float distance2(wend_vec a, wend_vec b, wend_vec at) { return wi_length2(wi_sub(nearest_on(a, b, at), at)); }

static bool crosses(wend_vec a, wend_vec b, wend_vec c, wend_vec d) {
    wend_vec way = wi_sub(b, a), wall = wi_sub(d, c);
    float s = wi_det(way, wi_sub(c, a)), t = wi_det(way, wi_sub(d, a));
    float u = wi_det(wall, wi_sub(a, c)), v = wi_det(wall, wi_sub(b, c));
    return ((s > 0.0f) != (t > 0.0f)) && ((u > 0.0f) != (v > 0.0f));
}

static bool is_wall(const wi_ground *ground, const wi_terrain_edge *edge) {
    return edge->twin == WI_NONE || (edge->door != 0 && !ground->open[edge->door - 1]);
}

// A line that looks for walls nearer than it has found so far.
typedef struct feeler {
    const wi_ground *ground;
    wend_vec from, to;
    float near2;
    wend_vec nearest;
} feeler;

static void feel_edge(feeler *f, const wi_terrain_edge *edge) {
    float d2 = distance2(edge->a, edge->b, f->from);
    if (d2 < f->near2) f->nearest = nearest_on(edge->a, edge->b, f->from);
    d2 = wi_min(d2, distance2(edge->a, edge->b, f->to));
    d2 = wi_min(d2, wi_min(distance2(f->from, f->to, edge->a), distance2(f->from, f->to, edge->b)));
    if (crosses(f->from, f->to, edge->a, edge->b)) d2 = 0.0f;
    f->near2 = wi_min(f->near2, d2);
}

// A wall that the whole line lies behind stands on ground that is beside this one. At a seam there is nothing else: from
// the one side one walks on, from the other it is a wall.
static bool lies_behind(const feeler *f, const wi_terrain_line *line) {
    float from = wi_dot(wi_sub(f->from, line->a), line->in), to = wi_dot(wi_sub(f->to, line->a), line->in);
    return wi_max(from, to) <= SAME && wi_min(from, to) < -SAME;
}

static void feel_square(feeler *f, uint32_t square) {
    const wi_terrain *map = f->ground->map;
    for (uint32_t i = map->start[square]; i < map->start[square + 1]; i++) {
        const wi_terrain_cell *cell = &map->cell[map->held[i]];
        for (uint32_t e = cell->first; e < cell->first + cell->count; e++)
            if (is_wall(f->ground, &map->edge[e]) && !lies_behind(f, &map->line[e])) feel_edge(f, &map->edge[e]);
    }
}

// The extent in x of what lies of the line between two heights, or within `room` of that.
static bool strip_of(const feeler *f, float low, float high, float room, float *min, float *max) {
    wend_vec way = wi_sub(f->to, f->from);
    float t0 = 0.0f, t1 = 1.0f;
    low -= room;
    high += room;
    if (wi_max(f->from.y, f->to.y) < low || wi_min(f->from.y, f->to.y) > high) return false;
    if (way.y != 0.0f) {
        float u = (low - f->from.y) / way.y, v = (high - f->from.y) / way.y;
        t0 = wi_clamp(wi_min(u, v), 0.0f, 1.0f);
        t1 = wi_clamp(wi_max(u, v), 0.0f, 1.0f);
    }
    float a = f->from.x + t0 * way.x, b = f->from.x + t1 * way.x;
    *min = wi_min(a, b) - room;
    *max = wi_max(a, b) + room;
    return true;
}

static void feel(feeler *f, uint32_t level, float room) {
    const wi_terrain_grid *grid = &f->ground->map->grid[level];
    if (grid->columns == 0) return;
    float low = wi_min(f->from.y, f->to.y) - room, high = wi_max(f->from.y, f->to.y) + room, min, max;
    uint32_t top = wi_terrain_square(high, grid->min.y, grid->size, grid->rows);
    for (uint32_t y = wi_terrain_square(low, grid->min.y, grid->size, grid->rows); y <= top; y++) {
        float floor = grid->min.y + grid->size * (float)y;
        if (!strip_of(f, floor, floor + grid->size, room, &min, &max)) continue;
        uint32_t last = wi_terrain_square(max, grid->min.x, grid->size, grid->columns);
        for (uint32_t x = wi_terrain_square(min, grid->min.x, grid->size, grid->columns); x <= last; x++)
            feel_square(f, grid->first + y * grid->columns + x);
    }
}

float wi_sight_clearance(const wi_ground *ground, uint32_t level, wend_vec at, float most, wend_vec *nearest) {
    feeler f = {ground, at, at, most * most, at};
    feel(&f, level, most);
    *nearest = f.nearest;
    return wi_sqrt(f.near2);
}

bool wi_sight_is_free(const wi_ground *ground, uint32_t level, wend_vec from, wend_vec to, float room) {
    feeler f = {ground, from, to, room * room, from};
    feel(&f, level, room);
    return f.near2 >= room * room;
}
