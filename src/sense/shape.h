// The outlines of bodies: disc, ellipse, oriented box.
#ifndef WI_SHAPE_H
#define WI_SHAPE_H

#include "wend/scene.h"

// The range of half lengths and half widths (m); messages spell it out.
#define WI_BODY_MIN 0.01
#define WI_BODY_MAX 50.0

// A body where it stands.
typedef struct wi_outline {
    wend_shape_kind kind;
    wend_vec at;
    wend_vec heading; // unit vector
    float half_length, half_width;
} wi_outline;

static inline bool wi_outline_is_disc(wend_shape_kind kind, float half_length, float half_width) {
    return kind == WEND_DISC || (kind == WEND_ELLIPSE && half_length == half_width);
}

// What bodies of a shape count as, for everybody: an ellipse with equal axes is a disc.
static inline wend_shape_kind wi_shape_kind(wend_shape shape) {
    return wi_outline_is_disc(shape.kind, shape.half_length, shape.half_width) ? WEND_DISC : shape.kind;
}

// The radius of the smallest disc about its centre that holds a shape.
float wi_shape_radius(wend_shape shape);

// Half of what a way must be wide for it: an ellipse that can turn on its way goes through sideways.
float wi_shape_passing_radius(wend_shape shape, bool turns);

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

// Deeper than this (m), or than a tenth of a small body's half width, a wall cuts a body; less is touching.
#define WI_CUT_DEPTH 1e-3f

// True if a wall comes deeper into a body than touching. Exact, and quick.
bool wi_outline_cut(const wi_outline *body, wend_vec wall_a, wend_vec wall_b);

// The two points of a body that lie farthest to the right and to the left of one who looks at it from `eye`, relative to
// the eye. False where the eye is inside.
bool wi_outline_edges(const wi_outline *body, wend_vec eye, double right[2], double left[2]);

#endif
