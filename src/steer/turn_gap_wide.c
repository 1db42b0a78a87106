// When those on both sides of a body are closest together: the moments that it looks at, one to a lane. What closest_sides
// in turn_gap.c does one after the other.
#include "base/wide.h"
#include "steer/turn.h"

typedef struct wide_side {
    wide x, y, room;
} wide_side;

static wide_side side_at(const wi_passing *passing, uint32_t count, float enough, wide at) {
    wide_side s = {wide_of(0.0f), wide_of(0.0f), wide_of(enough)};
    for (uint32_t i = 0; i < count; i++) {
        const wi_passing *p = &passing[i];
        wide room = wide_of(p->room);
        wide_mask there = wide_less_equal(wide_of(p->from), at) & wide_less_equal(at, wide_of(p->to));
        wide_mask nearer = there & wide_less(room, s.room);
        s.x = wide_select(nearer, wide_of(p->beside.x), s.x);
        s.y = wide_select(nearer, wide_of(p->beside.y), s.y);
        s.room = wide_select(nearer, room, s.room);
    }
    return s;
}

static wi_sides lane_of(const wide_side *left, const wide_side *right, uint32_t lane) {
    return (wi_sides){{{left->x[lane], left->y[lane]}, {right->x[lane], right->y[lane]}},
                      {left->room[lane], right->room[lane]}};
}

// The closest of a lane-full of moments that are numbered from `first`, if closer than `least`.
static float closest_from(const wi_passings *of, float first, float least, wi_sides *closest) {
    float number[WI_LANES], apart[WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) number[lane] = first + (float)lane;
    wide i = wide_load(number), at = wide_of(of->time) * i / wide_of(of->points), enough = wide_of(of->enough);
    wide_side left = side_at(of->passing[WI_LEFT], of->count[WI_LEFT], of->enough, at);
    wide_side right = side_at(of->passing[WI_RIGHT], of->count[WI_RIGHT], of->enough, at);
    wide x = left.x - right.x, y = left.y - right.y, length = wide_sqrt(x * x + y * y);
    wide_mask both = wide_less(left.room, enough) & wide_less(right.room, enough);
    both = both & wide_less_equal(i, wide_of(of->points)) & wide_less(length, wide_of(least));
    wide_store(apart, length);
    for (uint32_t bits = wide_mask_bits(both); bits != 0; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        if (apart[lane] < least) least = apart[lane], *closest = lane_of(&left, &right, lane);
    }
    return least;
}

float WI_WIDE(wi_turn_closest)(const wi_passings *of, wi_sides *closest) {
    float least = of->enough;
    for (float first = 1.0f; first <= of->points; first += (float)WI_LANES)
        least = closest_from(of, first, least, closest);
    return least;
}
