// The map of a scene, checked, relative to the origin, with what searches need worked out.
#ifndef WI_TERRAIN_H
#define WI_TERRAIN_H

#include "base/memory.h"
#include "base/vec.h"
#include "wend/scene.h"

#define WI_NONE UINT32_MAX
#define WI_WIDTH_MAX 200.0f // m: wider than any body

typedef struct wi_terrain_edge {
    wend_vec a, b;   // the cell lies left of a -> b
    uint32_t corner; // at a
    uint32_t twin;   // or WI_NONE
    uint32_t cell;
    uint32_t door; // from 1, or 0
} wi_terrain_edge;

// What tells inside from outside: the distance of a point from an edge is (point - a).in.
typedef struct wi_terrain_line {
    wend_vec a, in;
} wi_terrain_line;

typedef struct wi_terrain_cell {
    uint32_t first, count; // edges
    uint32_t width;        // where its widths begin
    uint16_t level, zone;
    bool seams;               // some of its edges lead to another level
    uint32_t hangs_on;        // the cell through which alone one leaves it, or WI_NONE
    uint32_t number, hanging; // cells with numbers from its own on hang on it: so many, itself among them
} wi_terrain_cell;

// The cells of a level that touch each square of a grid.
typedef struct wi_terrain_grid {
    wend_vec min;
    float size; // m, of a square
    uint32_t columns, rows;
    uint32_t first; // into wi_terrain.start, columns * rows + 1 of them
} wi_terrain_grid;

// A post of a roadmap.
typedef struct wi_terrain_post {
    wend_vec at;
    uint32_t cell;
} wi_terrain_post;

typedef struct wi_terrain_box {
    wend_vec min, max;
} wi_terrain_box;

typedef struct wi_terrain {
    wi_terrain_cell *cell;
    uint32_t cell_count;
    wi_terrain_edge *edge;
    wi_terrain_line *line;
    uint32_t edge_count;
    uint32_t corner_count;
    wend_zone *zone;
    uint32_t zone_count;
    // What follows from the doors, as far as `step`: a world has its own.
    bool *open; // per door, as these were when widths were measured
    uint32_t door_count;
    bool *solid; // per corner: part of a wall
    // Per cell, for each pair of its edges: the widest body that crosses from one to the other (m, across); in the
    // diagonal, the widest that passes the edge itself.
    float *width;
    float *gap; // likewise, for each corner and edge: the gap between them
    uint32_t width_count;
    float *narrowest; // per cell: no gap in it is narrower (m)
    float *scratch;   // while a cell is measured
    uint32_t scratch_count;
    float *step; // the different widths and gaps, ascending: bodies between two of them find the same ways
    uint32_t step_count, step_capacity;
    bool seams;            // it has some
    bool even;             // seams join edges that lie at the same place, so that distances in the plane hold
    float cheapest;        // the least cost of a metre anywhere
    wi_terrain_grid *grid; // per level
    uint32_t levels;
    uint32_t *start, *held; // cells in each square
    uint32_t start_count, held_count;
    wi_terrain_post *post;
    uint32_t post_count;
    uint32_t sampled_posts, post_seed; // as in wend_map
    float lattice_step;                // m
} wi_terrain;

wend_result wi_terrain_build(wi_terrain *map, wi_memory *memory, const wend_scene_def *def, wend_error *error);
void wi_terrain_free(wi_terrain *map, wi_memory *memory);
uint64_t wi_terrain_hash(uint64_t hash, const wi_terrain *map);

// The steps of building.
wend_result wi_terrain_check(const wend_scene_def *def, wend_error *error);
bool wi_terrain_take_widths(wi_terrain *map, wi_memory *memory); // room for them; false without memory
void wi_terrain_give_widths(wi_terrain *map, wi_memory *memory);
bool wi_terrain_find_ends(wi_terrain *map, wi_memory *memory); // hangs_on, number; false without memory
bool wi_terrain_index(wi_terrain *map, wi_memory *memory);     // grid; false without memory

// All widths, with doors as map->open has them; and those of one cell. Corners must be marked as solid before.
void wi_terrain_measure(wi_terrain *map);
void wi_terrain_measure_cell(wi_terrain *map, uint32_t cell);
float wi_terrain_reach(const wi_terrain *map, uint32_t cell); // m: what is farther from a cell does not count for it

// The map as one world has it: all that does not follow from doors is the scene's, and where there are none all of it is.
// False without memory.
bool wi_terrain_share(wi_terrain *map, wi_memory *memory, const wi_terrain *of);
void wi_terrain_unshare(wi_terrain *map, wi_memory *memory);

// Measures what doors change that have been opened or closed since; true, with a box around them, if there were any.
bool wi_terrain_follow_doors(wi_terrain *map, const bool *open, wi_terrain_box *changed);

// The cell of a level that holds a point, or else the nearest within `slack` (m), or WI_NONE.
uint32_t wi_terrain_locate(const wi_terrain *map, uint32_t level, wend_vec at, float slack);

// Where a point is after it left a cell by a little: the cell itself, one beside it, or WI_NONE where it is not that easy.
uint32_t wi_terrain_follow(const wi_terrain *map, uint32_t cell, wend_vec at);

// True if a body of that width gets from a point of a cell to an edge of it.
bool wi_terrain_fits(const wi_terrain *map, uint32_t edge, wend_vec at, float width);

// True if the way from one cell to the one beside it leads into a dead end where a third is not.
static inline bool wi_terrain_is_vain(const wi_terrain *map, uint32_t from, uint32_t to, uint32_t sought) {
    const wi_terrain_cell *cell = &map->cell[to];
    return cell->hangs_on == from && map->cell[sought].number - cell->number >= cell->hanging;
}

// A point beside an edge as it lies beside the edge's twin: elsewhere, at some seams.
wend_vec wi_terrain_across(const wi_terrain_edge *from, const wi_terrain_edge *to, wend_vec at);

// The point of a cell nearest to a point.
wend_vec wi_terrain_clamp(const wi_terrain *map, uint32_t cell, wend_vec at);

// How far a point lies outside a cell, squared; 0 within.
float wi_terrain_outside2(const wi_terrain *map, uint32_t cell, wend_vec at);

static inline uint32_t wi_terrain_next(const wi_terrain *map, uint32_t edge) {
    const wi_terrain_cell *cell = &map->cell[map->edge[edge].cell];
    return edge + 1 < cell->first + cell->count ? edge + 1 : cell->first;
}

// True unless one can walk over it, as doors were when widths were measured.
static inline bool wi_terrain_is_wall(const wi_terrain *map, const wi_terrain_edge *edge) {
    return edge->twin == WI_NONE || (edge->door != 0 && !map->open[edge->door - 1]);
}

// True if an edge that has a twin leads to another level.
static inline bool wi_terrain_is_seam(const wi_terrain *map, const wi_terrain_edge *edge) {
    return map->cell[edge->cell].level != map->cell[map->edge[edge->twin].cell].level;
}

static inline bool wi_terrain_solid_a(const wi_terrain *map, uint32_t edge) {
    return map->solid[map->edge[edge].corner];
}
static inline bool wi_terrain_solid_b(const wi_terrain *map, uint32_t edge) {
    return map->solid[map->edge[wi_terrain_next(map, edge)].corner];
}

// The width of the way through the cell of two edges of it, from one to the other.
static inline float wi_terrain_width(const wi_terrain *map, uint32_t from, uint32_t to) {
    const wi_terrain_cell *cell = &map->cell[map->edge[from].cell];
    return map->width[cell->width + (from - cell->first) * cell->count + (to - cell->first)];
}

// The column or row of a grid in which a coordinate lies, or the nearest to it.
static inline uint32_t wi_terrain_square(float at, float min, float size, uint32_t count) {
    float square = (at - min) / size;
    if (!(square > 0.0f)) return 0;
    return square < (float)(count - 1) ? (uint32_t)square : count - 1;
}

#endif
