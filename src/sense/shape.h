// The outlines of bodies: disc, ellipse, oriented box.
#ifndef WI_SHAPE_H
#define WI_SHAPE_H

#include "wend/scene.h"

// A body where it stands.
typedef struct wi_outline {
    wend_shape_kind kind;
    wend_vec at;
    wend_vec heading; // unit vector
    float half_length, half_width;
} wi_outline;

// The radius of the smallest disc about its centre that holds a shape.
float wi_shape_radius(wend_shape shape);

// The signed gap between two bodies: the distance of their outlines, or, negative, the smallest move that parts them.
// Exact for discs; otherwise within 1e-4 m.
float wi_outline_gap(const wi_outline *a, const wi_outline *b);

// True only if two bodies overlap by at most `depth` (m). Quick; rarely false where it might be true.
bool wi_outline_clear(const wi_outline *a, const wi_outline *b, float depth);

// The gap of two discs, quickly: b seen from a.
static inline float wi_disc_gap(wend_vec a, wend_vec b, float radius_a, float radius_b) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    return (float)(__builtin_sqrt(dx * dx + dy * dy) - ((double)radius_a + (double)radius_b));
}

// The same between a body and a wall (as a line without thickness).
float wi_outline_wall_gap(const wi_outline *a, wend_vec wall_a, wend_vec wall_b);

#endif
