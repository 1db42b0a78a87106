// The grid: rows sorted into cells, so that who is near in space is near in memory.
//
// Each level is cut into strips along x, each strip into cells eight times as high as wide: sixteen rows in a row then
// cover a patch about as wide as high. Cells adapt to the crowd: about two agents share one. Where a level is so
// sparse in parts that its cells would outnumber its agents, the plane is folded like a torus: cells far apart share a
// number, and the distance test tells them apart. So memory and time stay in proportion to the agents, wherever they
// are.
#ifndef WI_GRID_H
#define WI_GRID_H

#include "base/memory.h"
#include "base/vec.h"

typedef struct wi_plane {
    float min_x, min_y;
    int32_t columns, strips; // cells along x, along y
    uint32_t first;          // number of the level's first cell
    bool folded;
} wi_plane;

// The box around the agents of a level.
typedef struct wi_bounds {
    wend_vec min, max;
    uint32_t agents;
} wi_bounds;

typedef struct wi_grid {
    float width, height, per_width, per_height; // of a cell, m and 1/m
    float area;                                 // m2 of a cell that the next sort will use; 0 at first
    wi_plane *plane;                            // one a level
    uint32_t levels;
    uint32_t *start; // row where a cell begins; cell_count + 1 of them
    uint32_t cell_count, cell_capacity;
    uint32_t *histogram; // cell_capacity for each worker
    wi_bounds *bounds;   // scratch: levels for each worker
    uint32_t workers;
} wi_grid;

bool wi_grid_create(wi_grid *grid, wi_memory *memory, uint32_t levels, uint32_t workers);
void wi_grid_free(wi_grid *grid, wi_memory *memory);

static inline int32_t wi_floor(float a) {
    int32_t whole = (int32_t)a;
    return whole - (a < (float)whole);
}

// A box may reach far beyond all cells.
static inline int32_t wi_cell_number(float a) { return wi_floor(wi_clamp(a, -1e9f, 1e9f)); }

static inline int32_t wi_fold(int32_t a, int32_t count) {
    int32_t rest = a % count;
    return rest < 0 ? rest + count : rest;
}

// The cell of a position on a plane.
static inline uint32_t wi_grid_cell(const wi_grid *grid, const wi_plane *plane, float x, float y) {
    int32_t column = wi_floor((x - plane->min_x) * grid->per_width);
    int32_t strip = wi_floor((y - plane->min_y) * grid->per_height);
    if (plane->folded) {
        column = wi_fold(column, plane->columns);
        strip = wi_fold(strip, plane->strips);
    }
    return plane->first + (uint32_t)strip * (uint32_t)plane->columns + (uint32_t)column;
}

// Cells along one axis that a range of coordinates touches: one run, or two where a folded plane wraps round.
typedef struct wi_span {
    int32_t from[2], to[2]; // inclusive
    int count;
} wi_span;

static inline wi_span wi_grid_run(int32_t low, int32_t high, int32_t count, bool folded) {
    if (!folded) {
        low = low < 0 ? 0 : low;
        high = high >= count ? count - 1 : high;
        return (wi_span){{low}, {high}, low <= high};
    }
    if (high - low + 1 >= count) return (wi_span){{0}, {count - 1}, 1};
    low = wi_fold(low, count);
    high = wi_fold(high, count);
    if (low <= high) return (wi_span){{low}, {high}, 1};
    return (wi_span){{low, 0}, {count - 1, high}, 2};
}

// The margin by which a box must grow so that rounding of its corners cannot lose anyone.
static inline float wi_grid_margin(float x, float y, float distance) {
    return 4e-7f * (wi_abs(x) + wi_abs(y) + distance);
}

// A walk over the rows in all cells that a box touches, strip by strip.
typedef struct wi_walk {
    const wi_grid *grid;
    const wi_plane *plane;
    wi_span columns, strips;
    int column_run, strip_run;
    int32_t strip;
} wi_walk;

static inline wi_walk wi_walk_box(const wi_grid *grid, uint32_t level, wend_vec min, wend_vec max) {
    const wi_plane *plane = &grid->plane[level];
    int32_t x0 = wi_cell_number((min.x - plane->min_x) * grid->per_width);
    int32_t x1 = wi_cell_number((max.x - plane->min_x) * grid->per_width);
    int32_t y0 = wi_cell_number((min.y - plane->min_y) * grid->per_height);
    int32_t y1 = wi_cell_number((max.y - plane->min_y) * grid->per_height);
    wi_walk walk = {.grid = grid,
                    .plane = plane,
                    .columns = wi_grid_run(x0, x1, plane->columns, plane->folded),
                    .strips = wi_grid_run(y0, y1, plane->strips, plane->folded)};
    walk.strip = walk.strips.from[0];
    return walk;
}

// The next rows from *begin to *end; false when there are no more.
static inline bool wi_walk_next(wi_walk *walk, uint32_t *begin, uint32_t *end) {
    if (walk->column_run == walk->columns.count) {
        walk->column_run = 0;
        if (walk->strip++ == walk->strips.to[walk->strip_run] && ++walk->strip_run < walk->strips.count)
            walk->strip = walk->strips.from[walk->strip_run];
    }
    if (walk->strip_run >= walk->strips.count || walk->columns.count == 0) return false;
    const uint32_t *start =
        walk->grid->start + walk->plane->first + (uint32_t)walk->strip * (uint32_t)walk->plane->columns;
    *begin = start[walk->columns.from[walk->column_run]];
    *end = start[walk->columns.to[walk->column_run] + 1];
    walk->column_run++;
    return true;
}

#endif
