// An ellipse as the matrix S of its support function: in the direction of a unit vector n it reaches h(n) = sqrt(n'S n)
// from its centre. With semi-axes a along the heading and b across it, at the angle t of the heading,
//
//     S = [ mean + k      l     ]      mean = (a2 + b2)/2,  (k, l) = (a2 - b2)/2 (cos 2t, sin 2t).
//         [    l      mean - k  ]
//
// A disc has k = l = 0. The support of a Minkowski sum is the sum of the supports, so shapes of all sizes and headings
// meet under one formula.
#ifndef WI_ELLIPSE_H
#define WI_ELLIPSE_H

#include "base/vec.h"
#include "wend/model.h"

typedef struct wi_ellipse {
    float mean, k, l; // m2
} wi_ellipse;

// Of semi-axes along a heading (a unit vector) and across it.
static inline wi_ellipse wi_ellipse_of(float along, float across, wend_vec heading) {
    float mean = 0.5f * (along * along + across * across), half = 0.5f * (along * along - across * across);
    return (wi_ellipse){mean, half * (heading.x * heading.x - heading.y * heading.y),
                        2.0f * half * heading.x * heading.y};
}

// n'S n for any n: the squared reach in the direction n, times the square of its length.
static inline float wi_ellipse_reach2(wi_ellipse e, wend_vec n) {
    return e.mean * (n.x * n.x + n.y * n.y) + e.k * (n.x * n.x - n.y * n.y) + 2.0f * e.l * n.x * n.y;
}

static inline float wi_ellipse_reach(wi_ellipse e, wend_vec n) {
    return wi_sqrt(wi_max(0.0f, wi_ellipse_reach2(e, n)));
}

// An ellipse with semi-axes along and across a heading, and what holds it while it turns the shorter way to another.
static inline wi_ellipse wi_ellipse_turning(float along, float across, wend_vec from, wend_vec to) {
    wi_ellipse middle = wi_ellipse_of(along, across, wi_unit(wi_add(from, to), from));
    float cosine = wi_dot(from, to), sine = wi_det(from, to), half = wi_sqrt(middle.k * middle.k + middle.l * middle.l);
    if (!(cosine > 0.0f)) return (wi_ellipse){middle.mean + half, 0.0f, 0.0f};
    return (wi_ellipse){middle.mean + half * wi_abs(sine), cosine * middle.k, cosine * middle.l};
}

#endif
