// The columns of a coder: what is known of agents as whole numbers, lines of a grid where that can be, and back.
#ifndef WI_PART_COLUMNS_H
#define WI_PART_COLUMNS_H

#include "record/part_code.h"

#include <math.h>

#define WI_PART_LINE_MOST 0x1p50
extern const wi_raster wi_part_speed_grid, wi_part_angle_grid;

// The number of a grid line; *good becomes false where there is none.
static inline uint64_t wi_part_to_line(wi_raster grid, double value, bool *good) {
    double line = wi_raster_line(grid, value);
    bool fits = fabs(line) < WI_PART_LINE_MOST;
    *good &= fits;
    return fits ? (uint64_t)(int64_t)line : 0;
}

static inline double wi_part_from_line(wi_raster grid, uint64_t line) {
    return wi_raster_value(grid, (double)(int64_t)line);
}

static inline bool wi_part_is_unknown(uint32_t flags, uint32_t column) {
    return flags & (uint32_t)WI_PART_UNKNOWN << column;
}

// Fills coder->now with a frame for which there is room; *flags says what is unknown, and whether it is exact.
void wi_part_fill_columns(wi_part_coder *coder, const wi_frame *frame, uint32_t *flags);

// The other way: fills coder->spots, which have room.
void wi_part_make_spots(wi_part_coder *coder, uint32_t count, uint32_t flags);

#endif
