// How far (m) the outlines of bodies reach from their centres in the direction of a unit vector.
#ifndef WI_OUTLINE_REACH_H
#define WI_OUTLINE_REACH_H

#include "sense/ellipse.h"
#include "sense/shape.h"

static inline float wi_box_reach(const wi_outline *box, wend_vec n) {
    return wi_abs(box->half_length * wi_dot(n, box->heading)) + wi_abs(box->half_width * wi_det(n, box->heading));
}

static inline float wi_outline_reach(const wi_outline *body, wend_vec n) {
    if (body->kind == WEND_BOX) return wi_box_reach(body, n);
    return wi_ellipse_reach(wi_ellipse_of(body->half_length, body->half_width, body->heading), n);
}

#endif
