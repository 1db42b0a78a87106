// Exact quantiles of stored numbers.
#ifndef WI_QUANTILE_H
#define WI_QUANTILE_H

#include <stdint.h>

// The number that has `rank` others before it when sorted; rank < count. Reorders them: no smaller one stands after it.
double wi_select(double *numbers, uint32_t count, uint32_t rank);

// The middle one, or the mean of the middle two; NAN of none. Reorders them.
double wi_median(double *numbers, uint32_t count);

#endif
