// The gap between two ellipses, one pair to a lane: wi_ellipses_apart with the same bits.
#ifndef WI_ELLIPSE_GAP_WIDE_H
#define WI_ELLIPSE_GAP_WIDE_H

#include "sense/ellipse_wide.h"

typedef struct wide_vec {
    wide x, y;
} wide_vec;

// Two bodies whose centres lie p apart.
typedef struct wide_two {
    wide_ellipse a, b;
    wide_vec p;
} wide_two;

// A direction, and the gap that is seen in it between what both reach.
typedef struct wide_gap {
    wide_vec n;
    wide apart, of_a, of_b;
} wide_gap;

WI_INLINE wide_vec wide_vec_select(wide_mask which, wide_vec yes, wide_vec no) {
    return (wide_vec){wide_select(which, yes.x, no.x), wide_select(which, yes.y, no.y)};
}

WI_INLINE wide_vec wide_unit(wide_vec a, wide_vec otherwise) {
    wide length = wide_sqrt(a.x * a.x + a.y * a.y);
    return wide_vec_select(wide_less(wide_of(1e-12f), length), (wide_vec){a.x / length, a.y / length}, otherwise);
}

WI_INLINE wide outline_reach2(const wide_ellipse *e, wide_vec n) {
    return e->mean * (n.x * n.x + n.y * n.y) + e->k * (n.x * n.x - n.y * n.y) + wide_of(2.0f) * e->l * n.x * n.y;
}

WI_INLINE wide outline_reach(const wide_ellipse *e, wide_vec n) {
    return wide_sqrt(wide_max(wide_of(0.0f), outline_reach2(e, n)));
}

// How the reach changes as the direction turns, and the radius of the circle that fits the outline there.
WI_INLINE wide outline_slope(const wide_ellipse *e, wide_vec n, wide reach) {
    wide image_x = (e->mean + e->k) * n.x + e->l * n.y, image_y = e->l * n.x + (e->mean - e->k) * n.y;
    return wide_select(wide_less(wide_of(0.0f), reach), (-n.y * image_x + n.x * image_y) / reach, wide_of(0.0f));
}

WI_INLINE wide outline_bend(const wide_ellipse *e, wide reach) {
    const wide zero = wide_of(0.0f);
    wide det = e->mean * e->mean - e->k * e->k - e->l * e->l;
    return wide_select(wide_less(zero, reach), wide_max(zero, det) / (reach * reach * reach), zero);
}

WI_INLINE wide_gap gap_in(const wide_two *of, wide_vec n) {
    wide a = outline_reach(&of->a, n), b = outline_reach(&of->b, n);
    return (wide_gap){n, n.x * of->p.x + n.y * of->p.y - a - b, a, b};
}

WI_INLINE wide_gap wide_gap_select(wide_mask which, wide_gap yes, wide_gap no) {
    return (wide_gap){wide_vec_select(which, yes.n, no.n), wide_select(which, yes.apart, no.apart),
                      wide_select(which, yes.of_a, no.of_a), wide_select(which, yes.of_b, no.of_b)};
}

// Not of length 1.
WI_INLINE wide_vec better_direction(const wide_two *of, const wide_gap *from) {
    wide_vec n = from->n;
    wide a = from->of_a, b = from->of_b;
    wide slope = n.x * of->p.y - n.y * of->p.x - outline_slope(&of->a, n, a) - outline_slope(&of->b, n, b);
    wide along = from->apart + outline_bend(&of->a, a) + outline_bend(&of->b, b);
    wide limited = wide_max(wide_max(along, -along), wide_of(2.0f) * wide_max(slope, -slope));
    along = wide_select(wide_less(from->apart, wide_of(0.0f)), limited, along);
    return (wide_vec){along * n.x + slope * -n.y, along * n.y + slope * n.x};
}

// The best of `looks` more directions, at least one, from n on.
static inline wide_gap gap_from(const wide_two *of, wide_vec n, uint32_t looks) {
    wide_gap best = gap_in(of, n);
    wide_vec next = better_direction(of, &best);
    for (uint32_t i = 1;; i++) {
        wide_gap gap = gap_in(of, wide_unit(next, best.n));
        wide_mask better = wide_less(best.apart, gap.apart);
        next = (wide_vec){best.n.x + gap.n.x, best.n.y + gap.n.y};
        best = wide_gap_select(better, gap, best);
        if (i == looks) return best;
        if (wide_any(better)) next = wide_vec_select(better, better_direction(of, &best), next);
    }
}

#endif
