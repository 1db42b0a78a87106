// Mean and standard deviation of numbers that come one after the other, and the ends of their range (Welford).
#ifndef WI_SPREAD_H
#define WI_SPREAD_H

#include <math.h>
#include <stdint.h>

typedef struct wi_spread {
    uint32_t count;
    double mean, squares; // squares: summed, of the distances from the mean
    double least, most;
} wi_spread;

static inline void wi_spread_add(wi_spread *of, double value) {
    double from = value - of->mean;
    of->least = of->count && of->least < value ? of->least : value;
    of->most = of->count && of->most > value ? of->most : value;
    of->count++;
    of->mean += from / of->count;
    of->squares += from * (value - of->mean);
}

// Of a sample; NAN of fewer than two.
static inline double wi_spread_deviation(const wi_spread *of) {
    return of->count > 1 ? sqrt(of->squares / (of->count - 1)) : (double)NAN;
}

#endif
