// The gap of outlines to the last digits, for those who measure.
#ifndef WI_SHAPE_FINE_H
#define WI_SHAPE_FINE_H

#include "sense/shape.h"

// The signed gap (m) between two bodies within 1e-9 m, with b at `p` as seen from a, wherever they stand. `n` becomes the
// direction in which they are that far apart: by n * v per second that gap grows at least while b moves with v.
double wi_outline_gap_fine(const wi_outline *a, const wi_outline *b, const double p[2], double n[2]);

#endif
