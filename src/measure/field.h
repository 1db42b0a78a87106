// Density and speed at every place. Each agent is spread as a Gaussian bell of volume 1, so that density has no steps
// (Helbing, Johansson, Al-Abideen 2007, doi:10.1103/PhysRevE.75.046109):
//   density(p) = sum over agents of exp(-|p - x|^2 / R^2) / (pi R^2)
//   speed(p)   = mean of the agents' speeds, each weighted with its bell at p
// Beside a wall, part of a bell lies behind it: density is lower there than a count of heads would say.
#ifndef WI_FIELD_H
#define WI_FIELD_H

#include "base/memory.h"

#define WI_FIELD_REACH 1.0 // m: R
#define WI_FIELD_CELLS_MAX 1000000u

typedef struct wi_field {
    wi_memory memory;
    double low_x, low_y; // m: the lower left corner
    double cell, reach;  // m: side of a cell, R
    uint32_t columns, rows;
    float *now;                    // density at the middle of each cell, of the frame under way
    float *peak;                   // the largest in any frame
    double *density_sum;           // over frames
    double *weight_sum, *flux_sum; // over frames: bells of those whose speed is known, and these times speed
    uint64_t frames;
    double largest, largest_x, largest_y; // density and where, since wi_field_forget_largest
    // The cells that hold anything in the frame under way.
    uint32_t first_column, end_column, first_row, end_row;
} wi_field;

// A field over a box (m) and the margin that bells need. Cells are 0.25 m wide; where that would be more than
// WI_FIELD_CELLS_MAX they are larger, and R is at least 2 cells. False without memory.
bool wi_field_create(wi_field *field, wend_allocator allocator, const double box[4]);
void wi_field_free(wi_field *field); // all zero is fine

// A frame: begin, add everyone, end. Outside the field nobody counts. `speed` NAN: not known, density alone.
void wi_field_begin(wi_field *field);
void wi_field_add(wi_field *field, double x, double y, double speed);
void wi_field_end(wi_field *field);

// Density at a place in the frame under way, once everybody is added: 1/m2, between the middles of cells.
double wi_field_now(const wi_field *field, double x, double y);

void wi_field_forget_largest(wi_field *field);

// Of a cell over all frames: 1/m2, m/s; NAN without frames, and for speed where nobody came near.
double wi_field_density(const wi_field *field, uint32_t column, uint32_t row);
double wi_field_peak(const wi_field *field, uint32_t column, uint32_t row);
double wi_field_speed(const wi_field *field, uint32_t column, uint32_t row);

#endif
