// How sure one can be of a mean.
#ifndef WI_INTERVAL_H
#define WI_INTERVAL_H

#include <stdint.h>

// Mean and half width of its 95 % confidence interval (Student's t), over those values that are finite.
typedef struct wi_interval {
    uint32_t count;
    double mean, half; // NAN where there are too few: a mean needs one value, an interval two
} wi_interval;

wi_interval wi_interval_of(const double *values, uint32_t count);

#endif
