// The half-planes of ellipses that do not overlap, one pair to a lane.
//
// Each is the end of a long chain of steps of which one waits for the other. Two lane-fulls abreast take two thirds of the
// time that they take one after the other.
#ifndef WI_ELLIPSE_FACE_WIDE_H
#define WI_ELLIPSE_FACE_WIDE_H

#include "sense/ellipse_overlap_wide.h"

#define WI_ABREAST 2

// The tangents to the ellipse that touches the sum of both from outside in a direction; it has the matrix
// A / reach_a + B / reach_b, up to scale. They are normals of the obstacle, and the closer to its own the closer the
// direction is to them. Where there are none, both are the direction in which that ellipse reaches least.
//
// With any numbers for the two reaches it holds the sum, and those that are off by e make it too large by e2 only. So
// rough ones will do.
typedef struct wide_tangents {
    wide low, high;
    wide_mask some; // clearly
} wide_tangents;

WI_INLINE wide_tangents tangents_at(const wide_pair *of, const wide_reach *at) {
    wide xx = of->a_xx * at->per_a + of->b_xx * at->per_b, xy = of->a_xy * at->per_a + of->b_xy * at->per_b;
    wide yy = of->a_yy * at->per_a + of->b_yy * at->per_b;
    wide sum = at->per_a + at->per_b, per = wide_of(1.0f) / (yy * sum), per_yy = sum * per;
    wide per_both = (at->per_a * at->per_b) * (yy * per); // of the reaches
    wide root2 = xy * xy - yy * (xx - of->apart2 * per_both);
    wide root = wide_sqrt(wide_max(root2, wide_of(0.0f)));
    return (wide_tangents){(xy - root) * per_yy, (xy + root) * per_yy, wide_less(wide_of(1e-4f) * (yy * yy), root2)};
}

// How far outside a direction leaves the place that the velocity leads to, times the length of (-1, s).
WI_INLINE wide outside_at(const wide_pair *of, wide s, wide both) { return s * of->to_y - of->to_x - both; }

WI_INLINE wide length_of(wide s) { return wide_sqrt(wide_of(1.0f) + s * s); }

// A lane-full of half-planes that are looked for.
typedef struct face_search {
    wide_pair pair;
    wide low, high;  // the ends of the arc of directions: there are such only where the bodies are apart
    wide_mask upper; // the better leg of the obstacle is the upper end
    wide leg;        // that end
    wide front;      // the best direction in between
    wide_contact contact;
} face_search;

// The direction (x, y) as an s between two; those that lead forwards are cut off at the end they are closer to.
WI_INLINE wide direction_within(const face_search *at, wide x, wide y) {
    wide_mask back = wide_less(x, wide_of(-1e-6f));
    wide s = -y / wide_select(back, x, wide_of(-1.0f));
    wide end = wide_select(wide_less(y, wide_of(0.0f)), at->low, at->high);
    return wide_select(back, wide_min(wide_max(s, at->low), at->high), end);
}

// Where to begin: the normal of the sum if its curvature were everywhere as it is towards the place.
WI_INLINE void first_guess(face_search *find) {
    const wide_pair *of = &find->pair;
    const wide one = wide_of(1.0f), two = wide_of(2.0f), least = wide_of(1e-12f);
    wide x = of->to_x, y = of->to_y, xx = x * x, xy = two * (x * y), yy = y * y;
    wide a2 = wide_max(of->a_xx * xx + of->a_xy * xy + of->a_yy * yy, least);
    wide b2 = wide_max(of->b_xx * xx + of->b_xy * xy + of->b_yy * yy, least);
    wide_reach at = reach_of(a2, b2);
    wide per = roughly_per_root(wide_max(xx + yy, least)),
         rest = wide_max(one - rough_sum(&at) * (per * per), wide_of(0.0f));
    wide sum_xx = of->a_xx * at.per_a + of->b_xx * at.per_b + rest;
    wide sum_yy = of->a_yy * at.per_a + of->b_yy * at.per_b + rest;
    wide sum_xy = of->a_xy * at.per_a + of->b_xy * at.per_b;
    find->front = direction_within(find, sum_yy * x - sum_xy * y, sum_xx * y - sum_xy * x);
}

WI_INLINE wide rough_per_length(wide s) { return roughly_per_root(wide_of(1.0f) + s * s); }

// A direction as a vector of length 1, roughly, and the one halfway between two.
typedef struct wide_direction {
    wide x, y;
} wide_direction;

WI_INLINE wide_direction direction_of(wide s) {
    wide per_length = rough_per_length(s);
    return (wide_direction){-per_length, s * per_length};
}

WI_INLINE wide_direction halfway(wide_direction a, wide_direction b) {
    wide x = a.x + b.x, y = a.y + b.y, per_length = roughly_per_root(x * x + y * y);
    return (wide_direction){x * per_length, y * per_length};
}

WI_INLINE wide_direction direction_select(wide_mask which, wide_direction yes, wide_direction no) {
    return (wide_direction){wide_select(which, yes.x, no.x), wide_select(which, yes.y, no.y)};
}

// Roughly how far outside that is, from b as the velocity leads there.
WI_INLINE wide rough_outside(const wide_pair *of, wide_direction n) {
    wide_reach at = reach_towards(of, n.x, n.y);
    return n.x * of->to_x + n.y * of->to_y - rough_sum(&at);
}

WI_INLINE void try_direction(const wide_pair *of, wide_mask lanes, wide_direction n, wide_direction *best, wide *most) {
    wide outside = rough_outside(of, n);
    wide_mask better = lanes & wide_less(*most, outside);
    *best = direction_select(better, n, *best);
    *most = wide_select(better, outside, *most);
}

// From within several directions may be best nearby: begin from the best of a few. An end of the arc is none of them, for
// the legs are looked at anyway; a direction beside the better leg takes its place.
WI_INLINE void look_around(face_search *find) {
    const wide_pair *of = &find->pair;
    wide_direction low = direction_of(find->low), high = direction_of(find->high), middle = halfway(low, high);
    wide_direction lower = halfway(low, middle), upper = halfway(middle, high);
    wide_direction beside =
        halfway(direction_select(find->upper, high, low), direction_select(find->upper, upper, lower));
    wide_mask at_end = wide_less_equal(find->front, find->low) | wide_less_equal(find->high, find->front);
    wide_direction n = direction_select(at_end, beside, direction_of(find->front));
    wide most = rough_outside(of, n);
    wide_mask within = wide_less(most, wide_of(0.0f));
    try_direction(of, within, middle, &n, &most);
    try_direction(of, within, lower, &n, &most);
    try_direction(of, within, upper, &n, &most);
    find->front = -n.y / n.x;
}

// A better direction: towards the centre of the circle that fits the sum best where s touches it; exact for discs. From
// within it may be far away, so there the step is limited.
WI_INLINE void improve(face_search *find) {
    const wide_pair *of = &find->pair;
    wide s = find->front;
    wide_reach at = reach_at(of, s);
    wide square = s * s, length2 = square + wide_of(1.0f), minus = square - wide_of(1.0f);
    wide outside = outside_at(of, s, rough_sum(&at));
    wide a_turn = of->a_xy * minus + (of->a_yy - of->a_xx) * s, b_turn = of->b_xy * minus + (of->b_yy - of->b_xx) * s;
    wide turn = s * of->to_x + of->to_y - (a_turn * at.per_a + b_turn * at.per_b);
    wide a_bend = of->a_det * (at.per_a * at.per_a * at.per_a), b_bend = of->b_det * (at.per_b * at.per_b * at.per_b);
    wide bend = wide_abs(outside + (length2 * length2) * (a_bend + b_bend));
    wide limit = wide_select(wide_less(outside, wide_of(0.0f)), wide_of(2.0f) * wide_abs(turn), wide_of(0.0f));
    bend = wide_max(bend, limit);
    find->front = direction_within(find, turn * s - bend, bend * s + turn);
}

WI_INLINE void begin_arc(face_search *at, const wide_meeting *of) {
    wide_reach first = reach_of(of->a.mean, of->b.mean);
    wide_tangents ends = tangents_at(&at->pair, &first);
    at->low = ends.low, at->high = ends.high;
}

WI_INLINE void mend_arc(face_search *at) {
    wide_reach at_low = reach_at(&at->pair, at->low), at_high = reach_at(&at->pair, at->high);
    at->low = tangents_at(&at->pair, &at_low).low;
    at->high = tangents_at(&at->pair, &at_high).high;
}

// The better leg is that which leaves the velocity farther outside.
WI_INLINE void choose_leg(face_search *at) {
    const wide_pair *of = &at->pair;
    at->upper = wide_less((at->low * of->aside - of->ahead) * length_of(at->high),
                          (at->high * of->aside - of->ahead) * length_of(at->low));
    at->leg = wide_select(at->upper, at->high, at->low);
}

WI_INLINE void mend_leg(face_search *at) {
    wide_reach reach = reach_at(&at->pair, at->leg);
    wide_tangents ends = tangents_at(&at->pair, &reach);
    at->low = wide_select(at->upper, wide_min(at->low, ends.low), ends.low);
    at->high = wide_select(at->upper, ends.high, wide_max(at->high, ends.high));
    at->leg = wide_select(at->upper, at->high, at->low);
    at->contact.apart = ends.some;
}

WI_INLINE void find_overlap(face_search *at) {
    wide_mask overlap = wide_and_not(wide_first(WI_LANES), at->contact.apart);
    if (wide_any(overlap)) overlap = overlap & clearly_overlap(&at->pair, at->leg);
    at->contact.overlap = overlap;
}

// The better of the leg and the front.
WI_INLINE wide_face take_face(const face_search *at, wide horizon) {
    const wide_pair *of = &at->pair;
    wide_reach reach = reach_at(of, at->front);
    wide leg_length = length_of(at->leg), front_length = length_of(at->front), both = exact_sum(&reach);
    wide per = wide_of(1.0f) / (leg_length * front_length * horizon), per_leg = front_length * horizon * per;
    wide leg = (at->leg * of->aside - of->ahead) * per_leg,
         front = outside_at(of, at->front, both) * (leg_length * per);
    wide_mask take_front = wide_less(leg, front) & wide_less_equal(both, of->apart * wide_of(1.000001f));
    wide per_length = wide_select(take_front, leg_length * horizon * per, per_leg);
    wide aside = wide_select(take_front, at->front, at->leg) * per_length;
    return (wide_face){-(per_length * of->cx) - aside * of->cy, aside * of->cx - per_length * of->cy,
                       wide_select(take_front, front, leg)};
}

// The half-planes of bodies that are apart, for up to WI_ABREAST lane-fulls: see wi_ellipse_face. In other lanes they mean
// nothing.
WI_INLINE void ellipse_faces(const wide_meeting *of, uint32_t count, wide_face *face, wide_contact *contact) {
    face_search at[WI_ABREAST];
    for (uint32_t k = 0; k < count; k++) at[k].pair = pair_in_frame(&of[k], of[k].horizon);
    for (uint32_t k = 0; k < count; k++) begin_arc(&at[k], &of[k]);
    for (uint32_t i = 0; i < 2 * count; i++) mend_arc(&at[i % count]);
    for (uint32_t k = 0; k < count; k++) choose_leg(&at[k]);
    for (uint32_t k = 0; k < count; k++) mend_leg(&at[k]);
    for (uint32_t k = 0; k < count; k++) find_overlap(&at[k]);
    for (uint32_t k = 0; k < count; k++) first_guess(&at[k]);
    for (uint32_t k = 0; k < count; k++) look_around(&at[k]);
    for (uint32_t i = 0; i < 2 * count; i++) improve(&at[i % count]);
    for (uint32_t k = 0; k < count; k++) face[k] = take_face(&at[k], of[k].horizon), contact[k] = at[k].contact;
}

#endif
