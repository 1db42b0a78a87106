// The fundamental diagram: how fast people walk where it is how full.
#ifndef WI_DIAGRAM_H
#define WI_DIAGRAM_H

#include <stdint.h>

#define WI_DIAGRAM_BINS 40
#define WI_DIAGRAM_BIN 0.25        // 1/m2
#define WI_DIAGRAM_SPEEDS 100      // steps in which speeds are counted, for quantiles
#define WI_DIAGRAM_SPEED_STEP 0.04 // m/s

// Where speeds are looked up in it: at the step, twice the step, ...
#define WI_CURVE_POINTS 6
#define WI_CURVE_STEP 0.5 // 1/m2

// Observations by density; what is beyond the last bin or the last step counts in it.
typedef struct wi_diagram {
    uint64_t count[WI_DIAGRAM_BINS];
    double sum[WI_DIAGRAM_BINS]; // m/s
    uint64_t step[WI_DIAGRAM_BINS][WI_DIAGRAM_SPEEDS];
} wi_diagram;

void wi_diagram_add(wi_diagram *diagram, double density, double speed); // what is not finite does not count
double wi_diagram_mean(const wi_diagram *diagram, uint32_t bin);        // m/s; NAN of nothing
// The mean speed of observations within a bin's width of a density that is a multiple of it; NAN of fewer than
// WI_DIAGRAM_FEW of them.
#define WI_DIAGRAM_FEW 5u
double wi_diagram_speed(const wi_diagram *diagram, double density);
// The speed below which that share of a bin is, to a step; NAN of nothing, and from the last step on (3.96 m/s).
double wi_diagram_quantile(const wi_diagram *diagram, uint32_t bin, double share);

// Weidmann (1993), for unidirectional walking: 1.34 m/s alone, at rest with 5.4 people on a square metre.
double wi_weidmann_speed(double density);

#endif
