// The velocity obstacle of two ellipses that do not overlap, one pair to a lane: ellipse_obstacle.h in float.
//
// In the frame whose x axis leads from a to b the normals are (-1, s), up to length, with s between the two tangents
// from the origin; there a reaches sqrt(xx - 2 xy s + yy s2). Exchanging the agents exchanges a and b and changes
// nothing else, so sums of two are all that their order may enter, and the half-planes of two who meet are exactly
// opposite.
#ifndef WI_ELLIPSE_WIDE_H
#define WI_ELLIPSE_WIDE_H

#include "base/wide.h"
#include "steer/ellipse.h"

typedef struct wide_ellipse {
    wide mean, k, l;
} wide_ellipse;

// Two ellipses in the frame, and the velocity.
typedef struct wide_pair {
    wide a_xx, a_xy, a_yy, a_det;
    wide b_xx, b_xy, b_yy, b_det;
    wide apart, apart2; // of the centres
    wide ahead, aside;  // the relative velocity
    wide to_x, to_y;    // how far it leads within the horizon, seen from b
} wide_pair;

// At a direction s: the reach of each (times the length of (-1, s)) and its inverse.
typedef struct wide_reach {
    wide per_a, per_b, both;
} wide_reach;

// Divisions are dear: one serves both.
WI_INLINE wide_reach reach_of(wide a, wide b) {
    wide per = wide_of(1.0f) / (a * b);
    return (wide_reach){b * per, a * per, a + b};
}

WI_INLINE wide_reach reach_at(const wide_pair *of, wide s) {
    const wide least = wide_of(1e-12f);
    wide a2 = wide_max(of->a_xx + s * (s * of->a_yy - wide_of(2.0f) * of->a_xy), least);
    wide b2 = wide_max(of->b_xx + s * (s * of->b_yy - wide_of(2.0f) * of->b_xy), least);
    return reach_of(wide_sqrt(a2), wide_sqrt(b2));
}

// The tangents to the ellipse that touches the sum of both from outside in a direction; it has the matrix
// A / reach_a + B / reach_b, up to scale. They are normals of the obstacle, and the closer to its own the closer the
// direction is to them. Where there are none, both are the direction in which that ellipse reaches least.
typedef struct wide_tangents {
    wide low, high;
    wide_mask some; // clearly
} wide_tangents;

WI_INLINE wide_tangents tangents_at(const wide_pair *of, const wide_reach *at) {
    wide xx = of->a_xx * at->per_a + of->b_xx * at->per_b, xy = of->a_xy * at->per_a + of->b_xy * at->per_b;
    wide yy = of->a_yy * at->per_a + of->b_yy * at->per_b;
    wide per = wide_of(1.0f) / (yy * at->both), per_yy = at->both * per;
    wide root2 = xy * xy - yy * (xx - of->apart2 * (yy * per));
    wide root = wide_sqrt(wide_max(root2, wide_of(0.0f)));
    return (wide_tangents){(xy - root) * per_yy, (xy + root) * per_yy, wide_less(wide_of(1e-4f) * (yy * yy), root2)};
}

// How far outside a direction leaves the place that the velocity leads to, times the length of (-1, s).
WI_INLINE wide outside_at(const wide_pair *of, wide s, wide both) { return s * of->to_y - of->to_x - both; }

WI_INLINE wide length_of(wide s) { return wide_sqrt(wide_of(1.0f) + s * s); }

// The direction (x, y) as an s between two; those that lead forwards are cut off at the end they are closer to.
WI_INLINE wide direction_within(wide x, wide y, wide low, wide high) {
    wide_mask back = wide_less(x, wide_of(-1e-6f));
    wide s = -y / wide_select(back, x, wide_of(-1.0f));
    wide end = wide_select(wide_less(y, wide_of(0.0f)), low, high);
    return wide_select(back, wide_min(wide_max(s, low), high), end);
}

// Where to begin: the normal of the sum if its curvature were everywhere as it is towards the place.
WI_INLINE wide first_guess(const wide_pair *of, wide low, wide high) {
    const wide one = wide_of(1.0f), two = wide_of(2.0f), least = wide_of(1e-12f);
    wide x = of->to_x, y = of->to_y, xx = x * x, xy = two * (x * y), yy = y * y;
    wide a2 = wide_max(of->a_xx * xx + of->a_xy * xy + of->a_yy * yy, least);
    wide b2 = wide_max(of->b_xx * xx + of->b_xy * xy + of->b_yy * yy, least);
    wide_reach at = reach_of(wide_sqrt(a2), wide_sqrt(b2));
    wide rest = wide_max(one - at.both / wide_max(xx + yy, least), wide_of(0.0f));
    wide sum_xx = of->a_xx * at.per_a + of->b_xx * at.per_b + rest;
    wide sum_yy = of->a_yy * at.per_a + of->b_yy * at.per_b + rest;
    wide sum_xy = of->a_xy * at.per_a + of->b_xy * at.per_b;
    return direction_within(sum_yy * x - sum_xy * y, sum_xx * y - sum_xy * x, low, high);
}

WI_INLINE void try_direction(const wide_pair *of, wide_mask lanes, wide s, wide *best, wide *most) {
    wide_reach at = reach_at(of, s);
    wide outside = outside_at(of, s, at.both) / length_of(s);
    wide_mask better = lanes & wide_less(*most, outside);
    *best = wide_select(better, s, *best);
    *most = wide_select(better, outside, *most);
}

// The direction halfway between two, as an angle.
WI_INLINE wide halfway(wide s, wide t) {
    wide of_s = length_of(s), of_t = length_of(t);
    return (s * of_t + t * of_s) / (of_s + of_t);
}

// From within several directions may be best nearby: begin from the best of a few.
static inline wide look_around(const wide_pair *of, wide s, wide low, wide high) {
    wide_reach at = reach_at(of, s);
    wide most = outside_at(of, s, at.both) / length_of(s);
    wide_mask within = wide_less(most, wide_of(0.0f));
    if (!wide_any(within)) return s;
    wide middle = halfway(low, high);
    try_direction(of, within, middle, &s, &most);
    try_direction(of, within, halfway(low, middle), &s, &most);
    try_direction(of, within, halfway(middle, high), &s, &most);
    return s;
}

// A better direction: towards the centre of the circle that fits the sum best where s touches it; exact for discs. From
// within it may be far away, so there the step is limited.
WI_INLINE wide improve(const wide_pair *of, wide s, wide low, wide high) {
    wide_reach at = reach_at(of, s);
    wide square = s * s, length2 = square + wide_of(1.0f), minus = square - wide_of(1.0f);
    wide outside = outside_at(of, s, at.both);
    wide a_turn = of->a_xy * minus + (of->a_yy - of->a_xx) * s, b_turn = of->b_xy * minus + (of->b_yy - of->b_xx) * s;
    wide turn = s * of->to_x + of->to_y - (a_turn * at.per_a + b_turn * at.per_b);
    wide a_bend = of->a_det * (at.per_a * at.per_a * at.per_a), b_bend = of->b_det * (at.per_b * at.per_b * at.per_b);
    wide bend = wide_abs(outside + (length2 * length2) * (a_bend + b_bend));
    wide limit = wide_select(wide_less(outside, wide_of(0.0f)), wide_of(2.0f) * wide_abs(turn), wide_of(0.0f));
    bend = wide_max(bend, limit);
    return direction_within(turn * s - bend, bend * s + turn, low, high);
}

WI_INLINE wide_pair pair_in_frame(wide cx, wide cy, wide d, wide_ellipse a, wide_ellipse b, wide wx, wide wy,
                                  wide horizon) {
    wide cosine = cx * cx - cy * cy, sine = wide_of(2.0f) * (cx * cy); // of twice the angle of the frame
    wide a_along = a.k * cosine + a.l * sine, b_along = b.k * cosine + b.l * sine;
    wide ahead = cx * wx + cy * wy, aside = cx * wy - cy * wx;
    return (wide_pair){.a_xx = a.mean + a_along,
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

// Turns the frame over where `over` is -1, so that the better leg is the upper one.
WI_INLINE void turn_over(wide_pair *of, wide over) {
    of->a_xy = of->a_xy * over;
    of->b_xy = of->b_xy * over;
    of->aside = of->aside * over;
    of->to_y = of->to_y * over;
}

// Lanes in which bodies clearly overlap: even in the direction of least reach they reach farther than they are apart.
// Newton's method finds it, beginning at s; a lane in which it has not settled is not clear.
static inline wide_mask clearly_overlap(const wide_pair *of, wide s) {
    wide by = wide_of(0.0f);
    for (int i = 0; i < 5; i++) {
        wide_reach at = reach_at(of, s);
        wide xy = of->a_xy * at.per_a + of->b_xy * at.per_b, yy = of->a_yy * at.per_a + of->b_yy * at.per_b;
        wide a_bend = of->a_det * (at.per_a * at.per_a * at.per_a),
             b_bend = of->b_det * (at.per_b * at.per_b * at.per_b);
        by = (s * yy - xy) / wide_max(a_bend + b_bend, wide_of(0.5f) * yy);
        s = s - by;
    }
    return wide_less(wide_of(1.001f) * of->apart, reach_at(of, s).both) & wide_less(wide_abs(by), wide_of(0.01f));
}

// Lanes of which it is clear how the bodies lie.
typedef struct wide_contact {
    wide_mask apart, overlap;
} wide_contact;

// The ends of the arc of directions, of which the upper is the better leg and comes out best. There are such ends only
// where the bodies are apart. Where the frame was turned over, *over is -1.
WI_INLINE wide_contact find_ends(wide_pair *of, wide_ellipse a, wide_ellipse b, wide *low, wide *high, wide *over) {
    const wide one = wide_of(1.0f);
    wide_reach at = reach_of(wide_sqrt(a.mean), wide_sqrt(b.mean));
    wide_tangents ends = tangents_at(of, &at);
    wide_reach at_low = reach_at(of, ends.low), at_high = reach_at(of, ends.high);
    wide lower = tangents_at(of, &at_low).low, upper = tangents_at(of, &at_high).high;
    wide_mask good = wide_less((lower * of->aside - of->ahead) * length_of(upper),
                               (upper * of->aside - of->ahead) * length_of(lower));
    *over = wide_select(good, one, -one);
    turn_over(of, *over);
    *low = wide_select(good, lower, -upper);
    *high = wide_select(good, upper, -lower);
    for (int i = 0; i < 2; i++) {
        at = reach_at(of, *high);
        ends = tangents_at(of, &at);
        *high = ends.high;
        *low = wide_min(*low, ends.low);
    }
    wide_mask overlap = wide_and_not(wide_first(WI_LANES), ends.some);
    if (wide_any(overlap)) overlap = overlap & clearly_overlap(of, *high);
    return (wide_contact){ends.some, overlap};
}

// The half-plane of bodies that are apart: see wi_ellipse_face. In other lanes it means nothing.
static inline wide_contact ellipse_face(wide px, wide py, wide_ellipse a, wide_ellipse b, wide wx, wide wy,
                                        wide horizon, wide *nx, wide *ny, wide *outside) {
    const wide one = wide_of(1.0f);
    wide d = wide_sqrt(px * px + py * py), per_d = one / d, cx = px * per_d, cy = py * per_d, low, high, over;
    wide_pair pair = pair_in_frame(cx, cy, d, a, b, wx, wy, horizon);
    wide_contact contact = find_ends(&pair, a, b, &low, &high, &over);
    wide s = look_around(&pair, first_guess(&pair, low, high), low, high);
    for (int i = 0; i < 2; i++) s = improve(&pair, s, low, high);

    wide leg_length = length_of(high), front_length = length_of(s), both = reach_at(&pair, s).both;
    wide leg = (high * pair.aside - pair.ahead) / leg_length;
    wide front = outside_at(&pair, s, both) / (front_length * horizon);
    wide_mask take_front = wide_less(leg, front) & wide_less_equal(both, d * wide_of(1.000001f));
    s = wide_select(take_front, s, high);
    wide per_length = one / wide_select(take_front, front_length, leg_length), aside = over * (s * per_length);
    *nx = -(per_length * cx) - aside * cy;
    *ny = aside * cx - per_length * cy;
    *outside = wide_select(take_front, front, leg);
    return contact;
}

// For bodies that overlap all directions count. What a unit vector leaves outside, and how that changes as it turns.
typedef struct wide_probe {
    wide outside, turn, bend;
} wide_probe;

WI_INLINE wide_probe probe_at(const wide_pair *of, wide x, wide y) {
    const wide two = wide_of(2.0f), least = wide_of(1e-12f);
    wide xx = x * x, xy = x * y, yy = y * y;
    wide a2 = wide_max(of->a_xx * xx + two * of->a_xy * xy + of->a_yy * yy, least);
    wide b2 = wide_max(of->b_xx * xx + two * of->b_xy * xy + of->b_yy * yy, least);
    wide_reach at = reach_of(wide_sqrt(a2), wide_sqrt(b2));
    wide a_turn = of->a_xy * (xx - yy) + (of->a_yy - of->a_xx) * xy;
    wide b_turn = of->b_xy * (xx - yy) + (of->b_yy - of->b_xx) * xy;
    wide a_bend = of->a_det * (at.per_a * at.per_a * at.per_a), b_bend = of->b_det * (at.per_b * at.per_b * at.per_b);
    wide outside = x * of->to_x + y * of->to_y - at.both;
    return (wide_probe){outside, x * of->to_y - y * of->to_x - (a_turn * at.per_a + b_turn * at.per_b),
                        outside + (a_bend + b_bend)};
}

// The best of sixteen directions on the side that the velocity leads to: behind, bodies reach as far as before.
WI_INLINE void look_all_round(const wide_pair *of, wide *x, wide *y) {
    const wide cosine = wide_of(0.98078528f), sine = wide_of(0.19509032f); // of a sixteenth of half a turn
    wide length = wide_sqrt(of->to_x * of->to_x + of->to_y * of->to_y), per = wide_of(1.0f) / length;
    wide_mask somewhere = wide_less(wide_of(1e-12f), length);
    wide tx = wide_select(somewhere, of->to_y * per, wide_of(0.0f)); // to the right, then counter-clockwise
    wide ty = wide_select(somewhere, -of->to_x * per, wide_of(1.0f)), most = wide_of(-1e30f);
    for (int i = 0; i < 16; i++) {
        wide outside = probe_at(of, tx, ty).outside;
        wide_mask better = wide_less(most, outside);
        most = wide_select(better, outside, most);
        *x = wide_select(better, tx, *x);
        *y = wide_select(better, ty, *y);
        wide next = cosine * tx - sine * ty;
        ty = sine * tx + cosine * ty;
        tx = next;
    }
}

// The half-plane of bodies that overlap, with which they part within a step (s).
static inline void ellipse_way_out(wide px, wide py, wide_ellipse a, wide_ellipse b, wide wx, wide wy, wide step,
                                   wide *nx, wide *ny, wide *outside) {
    wide d = wide_sqrt(px * px + py * py), per_d = wide_of(1.0f) / d, cx = px * per_d, cy = py * per_d;
    wide_pair pair = pair_in_frame(cx, cy, d, a, b, wx, wy, step);
    wide x = wide_of(-1.0f), y = wide_of(0.0f);
    look_all_round(&pair, &x, &y);
    for (int i = 0; i < 3; i++) {
        wide_probe at = probe_at(&pair, x, y);
        wide bend = wide_max(wide_max(wide_abs(at.bend), wide_of(1e-9f)), wide_of(2.0f) * wide_abs(at.turn));
        wide tx = bend * x - at.turn * y, ty = bend * y + at.turn * x,
             per = wide_of(1.0f) / wide_sqrt(tx * tx + ty * ty);
        x = tx * per;
        y = ty * per;
    }
    *nx = x * cx - y * cy;
    *ny = x * cy + y * cx;
    *outside = probe_at(&pair, x, y).outside / step;
}

#endif
