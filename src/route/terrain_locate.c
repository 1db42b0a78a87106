// Which cell a point is in.
#include "route/terrain.h"

#define TOUCHING 1e-3f // m: cells overlap by this, so that rounding leaves no gaps between them
#define SQUARES_PER_CELL 4
#define HOPS 8

static uint32_t worst_edge(const wi_terrain *map, uint32_t index, wend_vec at, float *distance) {
    const wi_terrain_cell *cell = &map->cell[index];
    uint32_t worst = cell->first;
    *distance = __builtin_inff();
    for (uint32_t i = cell->first; i < cell->first + cell->count; i++) {
        float d = wi_dot(wi_sub(at, map->line[i].a), map->line[i].in);
        if (d >= *distance) continue;
        *distance = d;
        worst = i;
    }
    return worst;
}

// Whether a point lies beside an edge rather than before its begin or beyond its end.
static bool is_beside(const wi_terrain_edge *edge, wend_vec at) {
    wend_vec way = wi_sub(edge->b, edge->a);
    float along = wi_dot(wi_sub(at, edge->a), way), length2 = wi_length2(way), slack = TOUCHING * wi_sqrt(length2);
    return along >= -slack && along <= length2 + slack;
}

// Where edges lie in one line, only the one that was crossed leads on: there may be a wall on the others.
uint32_t wi_terrain_follow(const wi_terrain *map, uint32_t cell, wend_vec at) {
    for (uint32_t hop = 0; hop < HOPS; hop++) {
        float distance;
        uint32_t edge = worst_edge(map, cell, at, &distance), twin = map->edge[edge].twin;
        if (distance >= -TOUCHING) return cell;
        if (twin == WI_NONE || !is_beside(&map->edge[edge], at) ||
            map->cell[map->edge[twin].cell].level != map->cell[cell].level)
            return WI_NONE;
        cell = map->edge[twin].cell;
    }
    return WI_NONE;
}

static wend_vec nearest_on(const wi_terrain_edge *edge, wend_vec at) {
    wend_vec way = wi_sub(edge->b, edge->a);
    float share = wi_clamp(wi_dot(wi_sub(at, edge->a), way) / wi_length2(way), 0.0f, 1.0f);
    return wi_add(edge->a, wi_scale(share, way));
}

wend_vec wi_terrain_clamp(const wi_terrain *map, uint32_t index, wend_vec at) {
    const wi_terrain_cell *cell = &map->cell[index];
    wend_vec best = at;
    float distance, least = __builtin_inff();
    (void)worst_edge(map, index, at, &distance);
    if (distance >= 0.0f) return at;
    for (uint32_t i = cell->first; i < cell->first + cell->count; i++) {
        wend_vec near = nearest_on(&map->edge[i], at);
        float d2 = wi_length2(wi_sub(near, at));
        if (d2 >= least) continue;
        least = d2;
        best = near;
    }
    return best;
}

float wi_terrain_outside2(const wi_terrain *map, uint32_t index, wend_vec at) {
    float distance;
    (void)worst_edge(map, index, at, &distance);
    return distance >= -TOUCHING ? 0.0f : wi_length2(wi_sub(wi_terrain_clamp(map, index, at), at));
}

uint32_t wi_terrain_locate(const wi_terrain *map, uint32_t level, wend_vec at, float slack) {
    const wi_terrain_grid *grid = &map->grid[level];
    if (grid->columns == 0) return WI_NONE;
    uint32_t left = wi_terrain_square(at.x - slack, grid->min.x, grid->size, grid->columns),
             right = wi_terrain_square(at.x + slack, grid->min.x, grid->size, grid->columns),
             top = wi_terrain_square(at.y + slack, grid->min.y, grid->size, grid->rows), found = WI_NONE;
    float nearest = slack * slack;
    for (uint32_t y = wi_terrain_square(at.y - slack, grid->min.y, grid->size, grid->rows); y <= top; y++)
        for (uint32_t x = left; x <= right; x++) {
            uint32_t square = grid->first + y * grid->columns + x;
            for (uint32_t i = map->start[square]; i < map->start[square + 1]; i++) {
                float outside2 = wi_terrain_outside2(map, map->held[i], at);
                if (outside2 > nearest || (outside2 == nearest && map->held[i] >= found)) continue;
                nearest = outside2;
                found = map->held[i];
            }
        }
    return found;
}

// Making the grid ------------------------------------------------------------------------------------------------------

static void measure_level(wi_terrain *map, uint32_t level) {
    wi_terrain_grid *grid = &map->grid[level];
    wend_vec min = {__builtin_inff(), __builtin_inff()}, max = {-__builtin_inff(), -__builtin_inff()};
    uint32_t cells = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        const wi_terrain_cell *cell = &map->cell[i];
        if (cell->level != level) continue;
        cells++;
        for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
            wend_vec at = map->edge[e].a;
            min = wi_vec(wi_min(min.x, at.x), wi_min(min.y, at.y));
            max = wi_vec(wi_max(max.x, at.x), wi_max(max.y, at.y));
        }
    }
    if (cells == 0) return;
    float width = max.x - min.x + 2 * TOUCHING, height = max.y - min.y + 2 * TOUCHING;
    float squares = (float)cells * SQUARES_PER_CELL + 1.0f;
    grid->size = wi_max(wi_sqrt(width * height / squares), (width + height) / squares);
    grid->min = wi_sub(min, wi_vec(TOUCHING, TOUCHING));
    grid->columns = (uint32_t)(width / grid->size) + 1;
    grid->rows = (uint32_t)(height / grid->size) + 1;
}

// The extent in x of what lies of a cell between two heights.
static bool strip_of(const wi_terrain *map, const wi_terrain_cell *cell, float low, float high, float *min,
                     float *max) {
    *min = __builtin_inff();
    *max = -__builtin_inff();
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
        wend_vec a = map->edge[e].a, b = map->edge[e].b;
        if (wi_max(a.y, b.y) < low || wi_min(a.y, b.y) > high) continue;
        float dy = b.y - a.y, t0 = 0.0f, t1 = 1.0f;
        if (dy != 0.0f) {
            float u = (low - a.y) / dy, v = (high - a.y) / dy;
            t0 = wi_clamp(wi_min(u, v), 0.0f, 1.0f);
            t1 = wi_clamp(wi_max(u, v), 0.0f, 1.0f);
        }
        float x0 = a.x + t0 * (b.x - a.x), x1 = a.x + t1 * (b.x - a.x);
        *min = wi_min(*min, wi_min(x0, x1));
        *max = wi_max(*max, wi_max(x0, x1));
    }
    return *min <= *max;
}

// Calls for each square that a cell may touch: counts it, or writes the cell there.
static void visit_squares(wi_terrain *map, uint32_t index, bool write) {
    const wi_terrain_cell *cell = &map->cell[index];
    const wi_terrain_grid *grid = &map->grid[cell->level];
    for (uint32_t y = 0; y < grid->rows; y++) {
        float low = grid->min.y + grid->size * (float)y - 2 * TOUCHING, high = low + grid->size + 4 * TOUCHING, min,
              max;
        if (!strip_of(map, cell, low, high, &min, &max)) continue;
        uint32_t last = wi_terrain_square(max + 2 * TOUCHING, grid->min.x, grid->size, grid->columns);
        for (uint32_t x = wi_terrain_square(min - 2 * TOUCHING, grid->min.x, grid->size, grid->columns); x <= last;
             x++) {
            uint32_t *start = &map->start[grid->first + y * grid->columns + x];
            if (write)
                map->held[(*start)++] = index;
            else
                start[1]++;
        }
    }
}

bool wi_terrain_index(wi_terrain *map, wi_memory *memory) {
    map->grid = wi_memory_take(memory, map->levels, sizeof *map->grid);
    if (!map->grid) return false;
    uint32_t squares = 0;
    for (uint32_t level = 0; level < map->levels; level++) {
        measure_level(map, level);
        map->grid[level].first = squares;
        squares += map->grid[level].columns * map->grid[level].rows;
    }
    map->start_count = squares + 1;
    map->start = wi_memory_take(memory, map->start_count, sizeof *map->start);
    if (!map->start) return false;
    for (uint32_t i = 0; i < map->cell_count; i++) visit_squares(map, i, false);
    for (uint32_t i = 0; i < squares; i++) map->start[i + 1] += map->start[i];
    map->held_count = map->start[squares];
    map->held = wi_memory_take(memory, map->held_count, sizeof *map->held);
    if (!map->held) return false;
    for (uint32_t i = 0; i < map->cell_count; i++) visit_squares(map, i, true);
    for (uint32_t i = squares; i > 0; i--) map->start[i] = map->start[i - 1];
    map->start[0] = 0;
    return true;
}
