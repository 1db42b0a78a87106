// Pairs of ellipses, a lane-full of them.
#ifndef WI_TURN_PAIRS_WIDE_H
#define WI_TURN_PAIRS_WIDE_H

#include "steer/ellipse_gap_wide.h"
#include "steer/turn_pairs.h"

WI_INLINE wide read_field(const wi_pairs *of, wi_pair_field field, uint32_t from) {
    return wide_load(of->field[field] + from);
}

WI_INLINE wide_ellipse read_shape(const wi_pairs *of, wi_pair_field first, uint32_t from) {
    return (wide_ellipse){read_field(of, first, from), read_field(of, first + 1, from),
                          read_field(of, first + 2, from)};
}

static inline wide_two read_two(const wi_pairs *of, uint32_t from) {
    return (wide_two){read_shape(of, WI_PAIR_MEAN, from),
                      read_shape(of, WI_PAIR_OTHER_MEAN, from),
                      {read_field(of, WI_PAIR_X, from), read_field(of, WI_PAIR_Y, from)}};
}

#endif
