// By how much bodies come to reach farther when they turn, one to a lane: wi_turn_growth with the same bits.
#ifndef WI_TURN_GROWTH_WIDE_H
#define WI_TURN_GROWTH_WIDE_H

#include "base/wide.h"

WI_INLINE wide most_growth(wide a, wide b, wide from_x, wide from_y, wide to_x, wide to_y) {
    wide shorter = wide_min(a, b), difference = wide_max(a, b) - shorter;
    wide sine = wide_abs(from_x * to_y - from_y * to_x), cosine = from_x * to_x + from_y * to_y;
    wide grown = wide_min(difference, wide_of(0.5f) * difference * (a + b) / shorter * sine);
    return wide_select(wide_less_equal(cosine, wide_of(0.0f)), difference, grown);
}

#endif
