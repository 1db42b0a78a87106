// The phases of avoiding each other, from the minimum predicted distance over time: observation (it stays), reaction
// (it rises), regulation (it stays).
#ifndef WI_PHASES_H
#define WI_PHASES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wi_phases {
    bool reacted;         // else only `before` is set, to the mean
    double begin, end;    // s: of the reaction
    double before, after; // m
    double residual;      // m: root of the mean square of what the fit leaves
} wi_phases;

// Sums over samples: of 1, t, t^2, y, t y, y^2.
typedef struct wi_phase_sums {
    double n, t, tt, y, ty, yy;
} wi_phase_sums;

// The continuous curve that is flat, rises from `begin` to `end` and is flat again, with the least sum of squares to the
// samples; `begin` and `end` are times of samples. There is a reaction where the rise is at least 5 cm, twice the
// residual, and explains half of the variance. Times rise strictly; `scratch` holds
// count + 1.
wi_phases wi_phases_find(const double *time, const double *value, uint32_t count, wi_phase_sums *scratch);

#endif
