// Small things that the formats share: a buffer for a frame, order by id, rounding to a precision.
#ifndef WI_FRAMES_H
#define WI_FRAMES_H

#include "record/trajectory.h"

#include <math.h>

// Spots of a frame, growing as needed. All zero is empty.
typedef struct wi_spots {
    wi_spot *spot;
    uint32_t count, room;
} wi_spots;

// Room for that many spots at least; false without memory, changing nothing.
bool wi_spots_reserve(wi_spots *spots, uint32_t need);

// One more spot, its contents undefined; NULL without memory.
wi_spot *wi_spots_add(wi_spots *spots);
void wi_spots_free(wi_spots *spots);

// Orders by id; false, with the id in *twice, if one is there twice. `scratch` is grown as needed; false with *twice 0
// means that there was no memory for it.
bool wi_spots_sort(wi_spots *spots, wi_spots *scratch, uint64_t *twice);

// WEND_BAD_ARGUMENT unless the spots are in order of id, once each.
wend_result wi_frame_check(const wi_frame *frame, wend_error *error);

// A precision as a grid of numbers. 1 mm is kept as 1000 to the metre, so that 1.234 m is the nearest double to 1.234.
typedef struct wi_raster {
    double size; // 0: no rounding
    double per;  // 1 / size where that is a whole number, else 0
} wi_raster;

wi_raster wi_raster_from(double precision);

// The number of the grid line nearest to a value, as a whole double, and back. Adding and taking away 1.5 * 2^52 drops
// the binary places; it is several times faster than a call of round() and wide machines do it side by side.
static inline double wi_raster_line(wi_raster grid, double value) {
    double line = grid.per > 0.0 ? value * grid.per : value / grid.size;
    return fabs(line) < 0x1p51 ? line + 0x1.8p52 - 0x1.8p52 : line;
}
static inline double wi_raster_value(wi_raster grid, double line) {
    return grid.per > 0.0 ? line / grid.per : line * grid.size;
}

// A value on the grid; as it is without a grid, and where it is not finite.
double wi_raster_round(wi_raster grid, double value);

#endif
