// The nearest points of ellipses, one to a lane: what turn_nearest.c does for one. Each step waits for the one before, so
// two lane-fulls are found abreast.
#ifndef WI_TURN_NEAREST_WIDE_H
#define WI_TURN_NEAREST_WIDE_H

#include "base/wide.h"
#include "steer/turn.h"

#define NEAREST_ABREAST 2

// In the quadrant x, y >= 0 of ellipses whose long axis is x.
typedef struct quadrant {
    wide a, b, e, ax, by; // e = a2 - b2
    wide s;               // what is looked for
    wide ux, uy, size;    // of a point on the unit circle, if s were right
    wide per_x, per_y;
    wide_mask on_axis, moving;
} quadrant;

WI_INLINE void quadrant_begin(quadrant *q, wide a, wide b, wide x, wide y) {
    wide e = (a - b) * (a + b), ax = a * x, by = b * y, s = wide_max(by, ax - e);
    wide_mask on_axis = wide_less_equal(s, wide_of(WI_NEAREST_ON_AXIS) * b * b);
    *q = (quadrant){.a = a,
                    .b = b,
                    .e = e,
                    .ax = ax,
                    .by = by,
                    .s = wide_select(on_axis, wide_of(1.0f), s),
                    .on_axis = on_axis,
                    .moving = wide_and_not(wide_first(WI_LANES), on_axis)};
}

WI_INLINE void quadrant_look(quadrant *q) {
    const wide one = wide_of(1.0f);
    q->per_x = one / (q->s + q->e), q->per_y = one / q->s;
    q->ux = q->ax * q->per_x, q->uy = q->by * q->per_y;
    q->size = wide_sqrt(q->ux * q->ux + q->uy * q->uy);
    q->moving = q->moving & wide_less_equal(wide_of(WI_NEAREST_SETTLED), q->size - one);
}

// A lane that has settled stays.
WI_INLINE void quadrant_step(quadrant *q) {
    wide ux = q->ux, uy = q->uy, size2 = ux * ux + uy * uy;
    wide by_s = (q->size - wide_of(1.0f)) * size2 / (ux * ux * q->per_x + uy * uy * q->per_y);
    q->s = wide_select(q->moving, q->s + by_s, q->s);
}

WI_INLINE void quadrant_end(const quadrant *q, wide *x, wide *y) {
    const wide one = wide_of(1.0f);
    wide per = one / q->size;
    *x = q->a * (q->ux * per);
    *y = q->b * (q->uy * per);
    if (!wide_any(q->on_axis)) return;
    wide share = wide_min(q->ax / wide_max(q->e, wide_of(1e-30f)), one);
    *x = wide_select(q->on_axis, q->a * share, *x);
    *y = wide_select(q->on_axis, q->b * wide_sqrt(one - share * share), *y);
}

WI_INLINE void settle(quadrant *q, uint32_t count) {
    for (int i = 0;; i++) {
        wide_mask moving = wide_first(0);
        for (uint32_t k = 0; k < count; k++) quadrant_look(&q[k]);
        for (uint32_t k = 0; k < count; k++) moving = moving | q[k].moving;
        if (i == WI_NEAREST_STEPS || !wide_any(moving)) return;
        for (uint32_t k = 0; k < count; k++) quadrant_step(&q[k]);
    }
}

// An ellipse and a place in its frame, which becomes the point of its outline nearest to it.
typedef struct wide_nearest {
    wide a, b, x, y;
} wide_nearest;

WI_INLINE wide with_sign(wide size, wide like) { return wide_select(wide_less(like, wide_of(0.0f)), -size, size); }

WI_INLINE void nearest_on_discs(const wide_nearest *of, wide_mask round, wide *x, wide *y) {
    const wide one = wide_of(1.0f);
    wide length = wide_sqrt(of->x * of->x + of->y * of->y);
    wide_mask somewhere = wide_less(wide_of(0.0f), length);
    wide per = one / wide_select(somewhere, length, one);
    *x = wide_select(round, of->a * wide_select(somewhere, wide_abs(of->x) * per, one), *x);
    *y = wide_select(round, of->a * (wide_abs(of->y) * per), *y);
}

WI_INLINE void nearest_on_ellipses(wide_nearest *of, uint32_t count) {
    quadrant q[NEAREST_ABREAST];
    for (uint32_t k = 0; k < count; k++) {
        wide a = of[k].a, b = of[k].b, x = wide_abs(of[k].x), y = wide_abs(of[k].y);
        wide_mask flat = wide_less(a, b);
        quadrant_begin(&q[k], wide_max(a, b), wide_min(a, b), wide_select(flat, y, x), wide_select(flat, x, y));
    }
    settle(q, count);
    for (uint32_t k = 0; k < count; k++) {
        wide a = of[k].a, b = of[k].b, on_x, on_y;
        quadrant_end(&q[k], &on_x, &on_y);
        wide_mask flat = wide_less(a, b), round = wide_less(wide_abs(a - b), wide_of(WI_NEAREST_ROUND) * a);
        wide x = wide_select(flat, on_y, on_x), y = wide_select(flat, on_x, on_y);
        if (wide_any(round)) nearest_on_discs(&of[k], round, &x, &y);
        of[k].x = with_sign(x, of[k].x);
        of[k].y = with_sign(y, of[k].y);
    }
}

#endif
