// Points of a grid, and questions about them that are answered exactly. Coordinates are at most WI_KNOT_MAX from 0, so
// that every corner of a mesh is an exact float, too.
#ifndef WI_MESH_EXACT_H
#define WI_MESH_EXACT_H

#include <stdint.h>

#define WI_KNOT_MAX (1 << 24)

typedef struct wi_knot {
    int32_t x, y;
} wi_knot;

static inline bool wi_same_knot(wi_knot a, wi_knot b) { return a.x == b.x && a.y == b.y; }

// Twice the area of the triangle: above 0 if c lies to the left of a -> b.
static inline int64_t wi_turn(wi_knot a, wi_knot b, wi_knot c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static inline int64_t wi_along(wi_knot a, wi_knot b, wi_knot c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.x - b.x) + ((int64_t)b.y - a.y) * ((int64_t)c.y - b.y);
}

static inline int64_t wi_knot_distance2(wi_knot a, wi_knot b) {
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    return x * x + y * y;
}

// True if d lies inside the circle through the counter-clockwise triangle a, b, c: the determinant of the points lifted
// onto a paraboloid. Its parts take up to 110 bits.
static inline bool wi_in_circle(wi_knot a, wi_knot b, wi_knot c, wi_knot d) {
    __extension__ typedef __int128 wide;
    wide sum = (wide)wi_knot_distance2(d, a) * wi_turn(d, b, c);
    sum += (wide)wi_knot_distance2(d, b) * wi_turn(d, c, a);
    sum += (wide)wi_knot_distance2(d, c) * wi_turn(d, a, b);
    return sum > 0;
}

#endif
