// Ellipses that overlap, one pair to a lane: whether they do, and how they part.
#ifndef WI_ELLIPSE_OVERLAP_WIDE_H
#define WI_ELLIPSE_OVERLAP_WIDE_H

#include "sense/ellipse_wide.h"

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
    wide_reach at = reach_at(of, s);
    return wide_less(wide_of(1.001f) * of->apart, exact_sum(&at)) & wide_less(wide_abs(by), wide_of(0.01f));
}

// For bodies that overlap all directions count. These are the reaches in that of a unit vector.
WI_INLINE wide_reach reach_towards(const wide_pair *of, wide x, wide y) {
    const wide two = wide_of(2.0f), least = wide_of(1e-12f);
    wide xx = x * x, xy = x * y, yy = y * y;
    return reach_of(wide_max(of->a_xx * xx + two * of->a_xy * xy + of->a_yy * yy, least),
                    wide_max(of->b_xx * xx + two * of->b_xy * xy + of->b_yy * yy, least));
}

// Roughly what a unit vector leaves outside, and how that changes as it turns.
typedef struct wide_probe {
    wide outside, turn, bend;
} wide_probe;

WI_INLINE wide_probe probe_at(const wide_pair *of, wide x, wide y) {
    wide xx = x * x, xy = x * y, yy = y * y;
    wide_reach at = reach_towards(of, x, y);
    wide a_turn = of->a_xy * (xx - yy) + (of->a_yy - of->a_xx) * xy;
    wide b_turn = of->b_xy * (xx - yy) + (of->b_yy - of->b_xx) * xy;
    wide a_bend = of->a_det * (at.per_a * at.per_a * at.per_a), b_bend = of->b_det * (at.per_b * at.per_b * at.per_b);
    wide outside = x * of->to_x + y * of->to_y - rough_sum(&at);
    return (wide_probe){outside, x * of->to_y - y * of->to_x - (a_turn * at.per_a + b_turn * at.per_b),
                        outside + (a_bend + b_bend)};
}

// A direction as a unit vector, and roughly how far outside it leaves what the velocity leads to.
typedef struct wide_look {
    wide x, y, outside;
} wide_look;

WI_INLINE wide_look look_select(wide_mask which, wide_look yes, wide_look no) {
    return (wide_look){wide_select(which, yes.x, no.x), wide_select(which, yes.y, no.y),
                       wide_select(which, yes.outside, no.outside)};
}

// The lanes whose bodies are no more slender than 4 : 1. Of those that are, all directions that are looked at may miss
// the best: the way out is too long then, by decimetres from 10 : 1 on, and bodies that are apart seem to overlap.
WI_INLINE wide_mask is_stout(const wide_ellipse *e) {
    return wide_less_equal(e->k * e->k + e->l * e->l, wide_of(0.78f) * (e->mean * e->mean));
}

// The two best of directions that are better than those beside them.
typedef struct wide_peaks {
    wide_look best, second;
} wide_peaks;

WI_INLINE void keep_peak(wide_peaks *peaks, wide_mask is_peak, wide_look at) {
    wide_mask first = is_peak & wide_less(peaks->best.outside, at.outside);
    wide_mask next = is_peak & wide_less(peaks->second.outside, at.outside);
    peaks->second = look_select(first, peaks->best, look_select(next, at, peaks->second));
    peaks->best = look_select(first, at, peaks->best);
}

// Among sixteenths of half a turn, on the side that the velocity leads to: behind, bodies reach as far as before.
WI_INLINE wide_peaks look_all_round(const wide_pair *of) {
    const wide cosine = wide_of(0.98078528f), sine = wide_of(0.19509032f); // of a sixteenth of half a turn
    wide length = wide_sqrt(of->to_x * of->to_x + of->to_y * of->to_y), per = wide_of(1.0f) / length;
    wide_mask somewhere = wide_less(wide_of(1e-12f), length);
    wide tx = wide_select(somewhere, of->to_y * per, wide_of(0.0f)); // to the right, then counter-clockwise
    wide ty = wide_select(somewhere, -of->to_x * per, wide_of(1.0f)), most = wide_of(-1e30f);
    const wide_look none = {wide_of(-1.0f), wide_of(0.0f), most};
    wide_look before = {tx, ty, probe_at(of, tx, ty).outside};
    wide_mask rising = wide_less(most, before.outside);
    wide_peaks peaks = {none, none};
    for (int i = 0; i < 16; i++) {
        wide next = cosine * tx - sine * ty;
        ty = sine * tx + cosine * ty;
        tx = next;
        wide_look now = {tx, ty, probe_at(of, tx, ty).outside};
        wide_mask higher = wide_less(before.outside, now.outside);
        keep_peak(&peaks, wide_and_not(rising, higher), before);
        rising = higher;
        before = now;
    }
    keep_peak(&peaks, rising, before);
    return peaks;
}

typedef struct wide_way {
    wide x, y, outside; // a unit vector, and how far outside it leaves what the velocity leads to
} wide_way;

// The best direction near one.
WI_INLINE wide_way best_near(const wide_pair *of, wide x, wide y) {
    for (int i = 0; i < 4; i++) {
        wide_probe at = probe_at(of, x, y);
        wide bend = wide_max(wide_max(wide_abs(at.bend), wide_of(1e-9f)), wide_of(2.0f) * wide_abs(at.turn));
        wide tx = bend * x - at.turn * y, ty = bend * y + at.turn * x, per = roughly_per_root(tx * tx + ty * ty);
        x = tx * per;
        y = ty * per;
    }
    wide per_length = wide_of(1.0f) / wide_sqrt(x * x + y * y);
    x = x * per_length;
    y = y * per_length;
    wide_reach at = reach_towards(of, x, y);
    return (wide_way){x, y, x * of->to_x + y * of->to_y - exact_sum(&at)};
}

// The half-plane of stout bodies that overlap, with which they part within a step (s). Of two peaks that look nearly
// alike either may turn out to be the better; where both lead to the same rounding does not decide.
static inline wide_face ellipse_way_out(const wide_meeting *of, wide step) {
    wide_pair pair = pair_in_frame(of, step);
    wide_peaks peaks = look_all_round(&pair);
    wide_way one = best_near(&pair, peaks.best.x, peaks.best.y),
             other = best_near(&pair, peaks.second.x, peaks.second.y);
    wide_mask second = wide_less(one.outside + wide_of(1e-6f), other.outside);
    wide x = wide_select(second, other.x, one.x), y = wide_select(second, other.y, one.y);
    return (wide_face){x * pair.cx - y * pair.cy, x * pair.cy + y * pair.cx,
                       wide_select(second, other.outside, one.outside) / step};
}

#endif
