// Pairs of ellipses about which kernels are asked something: a body that thinks about turning, and another.
#ifndef WI_TURN_PAIRS_H
#define WI_TURN_PAIRS_H

#include "steer/turn.h"

// Of a part of rows. An odd number of cache lines of numbers, as fields would share places in caches otherwise.
#define WI_PAIRS_MAX 592
typedef enum wi_pair_field {
    WI_PAIR_MEAN, // see wi_ellipse
    WI_PAIR_K,
    WI_PAIR_L,
    WI_PAIR_OTHER_MEAN,
    WI_PAIR_OTHER_K,
    WI_PAIR_OTHER_L,
    WI_PAIR_X, // from one to the other
    WI_PAIR_Y,
    WI_PAIR_SHAPES, // behind them: what is asked

    WI_LIMIT_GROWTH = WI_PAIR_SHAPES, // m: by how much the body may come to reach farther
    WI_LIMIT_RADIUS,                  // of the disc about the other
    WI_LIMIT_ASKED,
    WI_LIMIT_N_X = WI_LIMIT_ASKED, // the answer: in this direction
    WI_LIMIT_N_Y,
    WI_LIMIT_REACH2, // no farther than the root of this (m2); WI_LIMIT_FREE: as far as it can

    WI_TOUCH_VX = WI_PAIR_SHAPES, // m/s, towards the other
    WI_TOUCH_VY,
    WI_TOUCH_WITHIN, // s: later touches do not matter
    WI_TOUCH_ASKED,
    WI_TOUCH_TIME = WI_TOUCH_ASKED, // the answer; anything later than that time where the touch is

    WI_PAIR_FIELDS = WI_LIMIT_REACH2 + 1
} wi_pair_field;

#define WI_LIMIT_FREE 1e30f

// By fields, pair after pair.
typedef struct wi_pairs {
    float field[WI_PAIR_FIELDS][WI_PAIRS_MAX];
    uint32_t count;
} wi_pairs;

// Kernels read and write whole lanes: repeats the first pair behind the last.
static inline void wi_fill_lanes(wi_pairs *pairs, uint32_t fields) {
    for (uint32_t f = 0; f < fields; f++)
        for (uint32_t i = pairs->count; i % WI_LANES_MOST != 0; i++) pairs->field[f][i] = pairs->field[f][0];
}

// A body that would turn, one step on.
typedef enum wi_site_field {
    WI_SITE_X,
    WI_SITE_Y,
    WI_SITE_WISH_X, // the heading
    WI_SITE_WISH_Y,
    WI_SITE_SIDE_PACE, // so much of their speed it reckons that others side-step with
    WI_SITE_FIELDS = 8
} wi_site_field;

// Bodies that would turn at once, and others about them.
typedef struct wi_sites {
    float by[EORCA_PART][WI_SITE_FIELDS];
    int32_t row[EORCA_PART];
    int32_t who[WI_PAIRS_MAX], other[WI_PAIRS_MAX]; // a place in `by`, ascending, and the row of another
    uint32_t count;                                 // of those; in the answer only of those who matter
    wi_pairs on, to; // in the answer, for each: as the other goes on, and as it would prefer to
} wi_sites;

// Who of the others may come into the way of a turn? Once for each instruction set; whole lanes are read and written.
typedef void wi_turn_sites_kernel(const wend_view *now, wi_sites *of);
wi_turn_sites_kernel wi_turn_sites_isa0, wi_turn_sites_isa1, wi_turn_sites_isa2;

// How far may a body that would turn reach towards another near it? Once for each instruction set.
typedef void wi_turn_limits_kernel(wi_pairs *pairs);
wi_turn_limits_kernel wi_turn_limits_isa0, wi_turn_limits_isa1, wi_turn_limits_isa2;

// The same for the pair at a place, of bodies of which one is a box, or both are: by their true outlines.
void wi_turn_limit_by_outline(wi_pairs *pairs, uint32_t at, const wi_outline *body, const wi_outline *other);

// When do they touch? See wi_turn_touch.
typedef void wi_turn_touches_kernel(wi_pairs *pairs);
wi_turn_touches_kernel wi_turn_touches_isa0, wi_turn_touches_isa1, wi_turn_touches_isa2;

#endif
