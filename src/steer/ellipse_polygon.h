// Polygons that hold an ellipse, and the velocity obstacle of two of them: the method of Best (2018), sections 2.4 and
// 2.5. An ellipse is replaced by the tangents at m points of it, equally spaced in the parameter t of
// (a cos t, b sin t), so that the polygon is a regular one, stretched:
//
//     it reaches at most a (sec(pi/m) - 1) beyond the ellipse, and its area is larger by a b (m tan(pi/m) - pi).
//
// The sum of two of them has all their sides, in the order of their normals. Which sides see a point, and which is
// nearest to it, takes a binary search.
#ifndef WI_ELLIPSE_POLYGON_H
#define WI_ELLIPSE_POLYGON_H

#include "sense/ellipse.h"
#include "steer/velocity_obstacle.h"

#define WI_POLYGON_HALF 50u                // half of m
#define WI_SUM_HALF (2u * WI_POLYGON_HALF) // half of the sides of a sum

typedef struct wi_polygon_side {
    float x, y;   // the corner where it begins, going counter-clockwise, seen from the middle (m)
    float nx, ny; // outward normal
    float reach;  // of the polygon along the normal (m)
} wi_polygon_side;

// Polygons are symmetric about their middle: these sides, and the same ones opposite.
typedef struct wi_polygon {
    const wi_polygon_side *side;
    uint32_t half;
} wi_polygon;

// Semi-axes along and across a heading (a unit vector) which may turn by up to `sweep` (rad, to pi) to either side.
typedef struct wi_swept_ellipse {
    double along, across;
    wi_dvec heading;
    double sweep;
} wi_swept_ellipse;

wi_swept_ellipse wi_swept_of(wi_ellipse e);

// The WI_POLYGON_HALF sides that hold the ellipse in all its headings.
void wi_polygon_about(wi_swept_ellipse e, wi_polygon_side *side);

// The WI_BOX_HALF sides of a box with those half lengths along its heading and across it.
#define WI_BOX_HALF 2u
void wi_polygon_box(double along, double across, wi_dvec heading, wi_polygon_side *side);

// The sides of the sum of two polygons, as many as both have. Returns how many.
uint32_t wi_polygon_add(wi_polygon a, wi_polygon b, wi_polygon_side *sum);

// The WI_SUM_HALF sides of the sum of two polygons about ellipses.
void wi_polygon_sum(const wi_polygon_side *a, const wi_polygon_side *b, wi_polygon_side *sum);

// A wi_halfplane in double.
typedef struct wi_dface {
    wi_dvec n;
    double distance;
    bool apart; // the polygons do not overlap
} wi_dface;

// As wi_vo_plane, for the sum of the two bodies.
wi_dface wi_polygon_face(wi_polygon sum, wi_dvec p, double horizon, double step, wi_dvec w);

// The same for two ellipses whose polygons and sum are made for the purpose. *apart (may be NULL) is false where the
// polygons overlap.
wi_halfplane wi_ellipse_polygon_face(wend_vec p, wi_ellipse a, wi_ellipse b, float horizon, float step, wend_vec w,
                                     bool *apart);

// True if a pair whose bodies are alike is to be looked at from the other one, so that both find opposite half-planes.
bool wi_polygon_other_way(wend_vec p, wend_vec w);

// The same for any two bodies, by the numbers that describe them.
bool wi_polygon_second_first(const float *a, const float *b, uint32_t count, wend_vec p, wend_vec w);

// The unit vector at a small angle (rad, to 0.1), and one turned by another.
wi_dvec wi_dvec_at(double angle);
static inline wi_dvec wi_dturn(wi_dvec a, wi_dvec by) {
    return (wi_dvec){a[0] * by[0] - a[1] * by[1], a[0] * by[1] + a[1] * by[0]};
}

#endif
