// How far bodies may reach towards others: what turn_free.c asks, for a lane-full of pairs at a time.
#include "steer/turn_pairs_wide.h"

#define LOOKS 3       // for the gap of two ellipses
#define MORE_LOOKS 12 // where those do not part them and either is slender

// The longer half of an ellipse, squared: no heading makes it reach farther.
WI_INLINE wide longest2(const wide_ellipse *e) { return e->mean + wide_sqrt(e->k * e->k + e->l * e->l); }

// Whether one axis is more than 2.4 times the other. The direction that parts slender bodies may be a long way off that of
// their centres; one that does not part them says nothing about a turn, by which two that are apart could come to overlap.
WI_INLINE wide_mask is_slender(const wide_ellipse *e) {
    return wide_less(wide_of(0.5f) * (e->mean * e->mean), e->k * e->k + e->l * e->l);
}

static void limit_reach(wi_pairs *of, uint32_t from) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_two two = read_two(of, from);
    wide enough = wide_of(2.0f) * read_field(of, WI_LIMIT_GROWTH, from);
    wide_vec n = wide_unit(two.p, (wide_vec){one, zero});
    wide_mask close = wide_less_equal(gap_in(&two, n).apart, enough);
    wide_gap gap = gap_from(&two, n, LOOKS);
    wide_mask unparted = close & wide_less(gap.apart, zero) & (is_slender(&two.a) | is_slender(&two.b));
    if (wide_any(unparted)) gap = wide_gap_select(unparted, gap_from(&two, gap.n, MORE_LOOKS), gap);
    wide unused = gap.apart - (read_field(of, WI_LIMIT_RADIUS, from) - gap.of_b);
    wide most = gap.of_a + wide_max(zero, wide_max(wide_of(0.5f) * gap.apart, unused));
    wide_mask limited = close & wide_less_equal(gap.apart, enough) & wide_less(most * most, longest2(&two.a));
    wide_store(of->field[WI_LIMIT_N_X] + from, gap.n.x);
    wide_store(of->field[WI_LIMIT_N_Y] + from, gap.n.y);
    wide_store(of->field[WI_LIMIT_REACH2] + from, wide_select(limited, most * most, wide_of(WI_LIMIT_FREE)));
}

void WI_WIDE(wi_turn_limits)(wi_pairs *pairs) {
    for (uint32_t i = 0; i < pairs->count; i += WI_LANES) limit_reach(pairs, i);
}
