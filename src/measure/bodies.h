// Bodies with their true outlines, and how deeply two of them overlap: in a frame, and in passing.
#ifndef WI_BODIES_H
#define WI_BODIES_H

#include "measure/meter.h"
#include "sense/shape.h"

typedef struct wi_body {
    wi_outline outline; // about the origin, as it faces at the end of its leg
    double radius;      // m, of the disc around it
    double turned;      // rad to the left on its leg, by the shorter way; 0 where nothing tells
} wi_body;

// As its profile and its spot tell; a disc of the leg's radius where they do not, or where discs are asked for.
wi_body wi_body_of(const wi_leg *leg, const wi_measure_options *options);

// How deeply two overlap (m; negative: not at all) with b at that place as seen from a.
double wi_bodies_depth(const wi_body *a, const wi_body *b, double x, double y);

// The deepest overlap (m; negative: none) while b moves straight and evenly from one place to another as seen from a,
// and both turn evenly.
double wi_bodies_overlap(const wi_body *a, const wi_body *b, const double from[2], const double to[2]);

// When two overlap by `depth` (s; 0: they do by more, INFINITY: not before `until`) if b, at that place as seen from a,
// goes on with that velocity and neither turns.
double wi_bodies_time(const wi_body *a, const wi_body *b, const double place[2], const double velocity[2], double depth,
                      double until);

#endif
