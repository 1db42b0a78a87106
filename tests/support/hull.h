// The distance to a convex hull, slow and obvious, for the tests of velocity obstacles.
#ifndef HULL_H
#define HULL_H

#include "steer/velocity_obstacle.h"

// From x to the hull of corners, which go round to the left; 0 inside. One corner is a point, two are a piece of line.
double hull_distance(wi_dvec x, const wi_dvec *corner, uint32_t count);

#endif
