// Two ellipses and the velocity between them, one pair to a lane: ellipse_obstacle.h in float.
//
// In the frame whose x axis leads from a to b the normals of the obstacle are (-1, s), up to length, with s between the
// two tangents from the origin; there a reaches sqrt(xx - 2 xy s + yy s2). Exchanging the agents exchanges a and b and
// changes nothing else, so sums of two are all that their order may enter, and the half-planes of two who meet are exactly
// opposite.
#ifndef WI_ELLIPSE_WIDE_H
#define WI_ELLIPSE_WIDE_H

#include "base/wide.h"
#include "sense/ellipse.h"

typedef struct wide_ellipse {
    wide mean, k, l;
} wide_ellipse;

// wi_ellipse_of, with the heading x, y.
WI_INLINE wide_ellipse wide_ellipse_of(wide along, wide across, wide x, wide y) {
    const wide half = wide_of(0.5f);
    wide mean = half * (along * along + across * across), difference = half * (along * along - across * across);
    return (wide_ellipse){mean, difference * (x * x - y * y), wide_of(2.0f) * difference * x * y};
}

// Two bodies: b lies at p from a, and a moves with w as b sees it. They are to be apart for as long as the horizon (s).
typedef struct wide_meeting {
    wide_ellipse a, b;
    wide px, py, wx, wy, horizon;
} wide_meeting;

// Lanes of which it is clear how the bodies lie.
typedef struct wide_contact {
    wide_mask apart, overlap;
} wide_contact;

// A half-plane of velocities: its normal, and how far outside the obstacle the velocity is.
typedef struct wide_face {
    wide nx, ny, outside;
} wide_face;

// The two in the frame.
typedef struct wide_pair {
    wide cx, cy; // the direction of the frame
    wide a_xx, a_xy, a_yy, a_det;
    wide b_xx, b_xy, b_yy, b_det;
    wide apart, apart2; // of the centres
    wide ahead, aside;  // the relative velocity
    wide to_x, to_y;    // how far it leads within the horizon, seen from b
} wide_pair;

WI_INLINE wide_pair pair_in_frame(const wide_meeting *of, wide horizon) {
    const wide_ellipse a = of->a, b = of->b;
    wide d = wide_sqrt(of->px * of->px + of->py * of->py), per_d = wide_of(1.0f) / d;
    wide cx = of->px * per_d, cy = of->py * per_d;
    wide cosine = cx * cx - cy * cy, sine = wide_of(2.0f) * (cx * cy); // of twice the angle of the frame
    wide a_along = a.k * cosine + a.l * sine, b_along = b.k * cosine + b.l * sine;
    wide ahead = cx * of->wx + cy * of->wy, aside = cx * of->wy - cy * of->wx;
    return (wide_pair){.cx = cx,
                       .cy = cy,
                       .a_xx = a.mean + a_along,
                       .a_xy = a.l * cosine - a.k * sine,
                       .a_yy = a.mean - a_along,
                       .a_det = a.mean * a.mean - (a.k * a.k + a.l * a.l),
                       .b_xx = b.mean + b_along,
                       .b_xy = b.l * cosine - b.k * sine,
                       .b_yy = b.mean - b_along,
                       .b_det = b.mean * b.mean - (b.k * b.k + b.l * b.l),
                       .apart = d,
                       .apart2 = d * d,
                       .ahead = ahead,
                       .aside = aside,
                       .to_x = horizon * ahead - d,
                       .to_y = horizon * aside};
}

// 1 / sqrt(a) for a > 0, to 7 in 10,000: the bits halved, and one step of Newton's method with constants that even out
// what is left. Made of integers and products, so it has the same bits everywhere, and it takes a fifth of the time of a
// square root and a division. Good enough wherever a direction is looked for; what a direction is worth is reckoned
// exactly in the end.
WI_INLINE wide roughly_per_root(wide a) {
    wide guess = wide_from_bits(wide_int_of(0x5f1ffff9) - (wide_bits(a) >> 1));
    return wide_of(0.703952253f) * guess * (wide_of(2.38924456f) - a * guess * guess);
}

// At a direction s: the squares of the reaches (times the length of (-1, s)), and roughly the inverses of the reaches.
typedef struct wide_reach {
    wide a2, b2, per_a, per_b;
} wide_reach;

WI_INLINE wide_reach reach_of(wide a2, wide b2) {
    return (wide_reach){a2, b2, roughly_per_root(a2), roughly_per_root(b2)};
}

WI_INLINE wide_reach reach_at(const wide_pair *of, wide s) {
    const wide least = wide_of(1e-12f);
    wide a2 = wide_max(of->a_xx + s * (s * of->a_yy - wide_of(2.0f) * of->a_xy), least);
    wide b2 = wide_max(of->b_xx + s * (s * of->b_yy - wide_of(2.0f) * of->b_xy), least);
    return reach_of(a2, b2);
}

WI_INLINE wide rough_sum(const wide_reach *at) { return at->a2 * at->per_a + at->b2 * at->per_b; }
WI_INLINE wide exact_sum(const wide_reach *at) { return wide_sqrt(at->a2) + wide_sqrt(at->b2); }

#endif
