// Bodies with their true outlines, and how deeply two of them overlap in passing.
#ifndef WI_BODIES_H
#define WI_BODIES_H

#include "measure/meter.h"
#include "sense/shape.h"

typedef struct wi_body {
    wi_outline outline; // about the origin
    double radius;      // m, of the disc around it
} wi_body;

// As its profile and its spot tell; a disc of the leg's radius where they do not.
wi_body wi_body_of(const wi_leg *leg, const wi_measure_options *options);

// The deepest overlap (m; negative: none) while b moves straight from one place to another as seen from a. Neither turns.
double wi_bodies_overlap(const wi_body *a, const wi_body *b, const double from[2], const double to[2]);

#endif
