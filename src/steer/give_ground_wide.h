// What settles deadlocks, for a group of agents: a turn to the right while others are in view, and giving ground. All of
// it follows from the state, the seed and an agent's stream; there is nothing to remember.
#ifndef WI_GIVE_GROUND_WIDE_H
#define WI_GIVE_GROUND_WIDE_H

#include "base/wide.h"
#include "wend/model.h"

#define OWN_TURN 0.005f // by how much agents differ in half their turn to the side, rad

#define GIVE_GROUND_TIME 1.0   // s that one who is blocked keeps to going back or to standing
#define GIVE_GROUND_SPEED 0.5f // of the preferred one

// A number from -0.5 to 0.5 that is an agent's own for the whole run, or, with a count that goes on, for a while.
WI_INLINE wide own_number(const int32_t stream[WI_LANES], uint64_t seed, wide_count count) {
    wide_count h = (wide_count)wide_int_load(stream) ^ (uint32_t)(seed ^ seed >> 32);
    h = (h + count * 0x9e3779b9u) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    h = h ^ h >> 15;
    return wide_from_bits((wide_int)((h & 0x7fffffu) | 0x3f800000u)) - wide_of(1.5f);
}

// Turns velocities to the right by twice `half_bias`, where it is not 0, and a little more or less from agent to agent:
// if all turned alike, a symmetric crowd would stay symmetric and could stop for ever.
WI_INLINE void turn_aside(wide half_bias, const int32_t stream[WI_LANES], uint64_t seed, wide_mask lanes, wide *x,
                          wide *y) {
    const wide_count whole_run = {0};
    const wide one = wide_of(1.0f), zero = wide_of(0.0f);
    wide_mask turns = lanes & (wide_less(half_bias, zero) | wide_less(zero, half_bias));
    wide t = wide_select(turns, half_bias + wide_of(OWN_TURN) * own_number(stream, seed, whole_run), zero),
         whole = one + t * t;
    wide cosine = (one - t * t) / whole, sine = (t + t) / whole; // of twice the arc tangent of t
    wide ahead = *x, left = *y;
    *x = cosine * ahead + sine * left;
    *y = cosine * left - sine * ahead;
}

// Lanes that stand, or go back, although they would go on.
WI_INLINE wide_mask held_up(wide vx, wide vy, wide preferred_x, wide preferred_y) {
    wide p2 = preferred_x * preferred_x + preferred_y * preferred_y;
    wide along = vx * preferred_x + vy * preferred_y, v2 = vx * vx + vy * vy;
    wide_mask stands = wide_less(v2, wide_of(0.0625f) * p2), returns = wide_less(along, wide_of(0.0f));
    return wide_less(along, wide_of(0.1f) * p2) & (stands | returns);
}

// The lanes for which this is a while of giving ground, which it is for a `share` of the time, and the count of that
// while. Each agent's whiles begin at a time of its own.
WI_INLINE wide_mask gives_ground_now(const wend_view *now, const int32_t stream[WI_LANES], wide share,
                                     wide_count *count) {
    double whiles = (double)now->tick * (double)now->step / GIVE_GROUND_TIME;
    uint64_t whole = (uint64_t)whiles;
    wide phase = own_number(stream, now->seed, (wide_count){0} + 1) + wide_of(0.5f + (float)(whiles - (double)whole));
    wide_int later =
        wide_bits(wide_select(wide_less(phase, wide_of(1.0f)), wide_of(0.0f), wide_from_bits(wide_int_of(1))));
    *count = (wide_count)later + (uint32_t)whole + 2u;
    wide draw = own_number(stream, now->seed, *count) + wide_of(0.5f);
    return wide_less(draw, share);
}

// The velocity of one who gives ground: back, and up to 45 degrees to a side.
WI_INLINE void step_back(const int32_t stream[WI_LANES], uint64_t seed, wide_count count, wide_mask lanes,
                         wide preferred_x, wide preferred_y, wide *x, wide *y) {
    // t is the tangent of half the angle.
    wide t = wide_of(0.83f) * own_number(stream, seed, count + 0x5bd1e995u), one = wide_of(1.0f), square = one + t * t;
    wide cosine = wide_of(-GIVE_GROUND_SPEED) * (one - t * t) / square,
         sine = wide_of(GIVE_GROUND_SPEED) * (t + t) / square;
    *x = wide_select(lanes, cosine * preferred_x + sine * preferred_y, *x);
    *y = wide_select(lanes, cosine * preferred_y - sine * preferred_x, *y);
}

#endif
