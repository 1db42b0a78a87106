// The nearest points of ellipses, one to a lane: what turn_nearest.c does for one.
#ifndef WI_TURN_NEAREST_WIDE_H
#define WI_TURN_NEAREST_WIDE_H

#include "base/wide.h"

#define NEWTON_STEPS 24

// In the quadrant x, y >= 0 of ellipses whose long axis is x. A lane that has settled stays.
static inline void nearest_in_quadrant(wide a, wide b, wide *x, wide *y) {
    const wide one = wide_of(1.0f);
    wide e = (a - b) * (a + b), ax = a * *x, by = b * *y, s = wide_max(by, ax - e);
    wide_mask on_axis = wide_less_equal(s, wide_of(1e-12f) * b * b),
              moving = wide_and_not(wide_first(WI_LANES), on_axis);
    wide share = wide_min(ax / wide_max(e, wide_of(1e-30f)), one), ux = ax, uy = by, size = one;
    s = wide_select(on_axis, one, s);
    for (int i = 0;; i++) {
        wide per_x = one / (s + e), per_y = one / s;
        ux = ax * per_x, uy = by * per_y;
        wide size2 = ux * ux + uy * uy;
        size = wide_sqrt(size2);
        moving = moving & wide_less_equal(wide_of(1e-6f), size - one);
        if (i == NEWTON_STEPS || !wide_any(moving)) break;
        wide by_s = (size - one) * size2 / (ux * ux * per_x + uy * uy * per_y);
        s = wide_select(moving, s + by_s, s);
    }
    wide per = one / size;
    *x = wide_select(on_axis, a * share, a * (ux * per));
    *y = wide_select(on_axis, b * wide_sqrt(one - share * share), b * (uy * per));
}

WI_INLINE wide with_sign(wide size, wide like) { return wide_select(wide_less(like, wide_of(0.0f)), -size, size); }

// The point of an outline nearest to x, y, all in the frame of the body.
static inline void nearest_on_ellipse(wide a, wide b, wide *x, wide *y) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_mask flat = wide_less(a, b), round = wide_less(wide_abs(a - b), wide_of(1e-5f) * a);
    wide first_x = wide_abs(*x), first_y = wide_abs(*y), length = wide_sqrt(first_x * first_x + first_y * first_y);
    wide_mask somewhere = wide_less(zero, length);
    wide per = one / wide_select(somewhere, length, one);
    wide on_x = wide_select(flat, first_y, first_x), on_y = wide_select(flat, first_x, first_y);
    nearest_in_quadrant(wide_max(a, b), wide_min(a, b), &on_x, &on_y);
    wide round_x = a * wide_select(somewhere, first_x * per, one), round_y = a * (first_y * per);
    *x = with_sign(wide_select(round, round_x, wide_select(flat, on_y, on_x)), *x);
    *y = with_sign(wide_select(round, round_y, wide_select(flat, on_x, on_y)), *y);
}

#endif
