// How agents that are exactly in each other's way get out of it, each in a way of its own: a little to the right while
// others are in view, and a step back now and then while standing before them. See docs/decisions/giving-ground.md.
#ifndef WI_OWN_WAY_WIDE_H
#define WI_OWN_WAY_WIDE_H

#include "base/wide.h"
#include "wend/model.h"

#define OWN_TURN 0.005f // by how much agents differ in half their turn to the side, rad

#define GIVE_GROUND_TIME 1.0   // s that one who is blocked keeps to going back or to standing
#define GIVE_GROUND_SPEED 0.5f // of the preferred one

// What it takes from the lanes.
typedef struct own_way {
    wide_count stream; // of random numbers
    wide bias;         // half of side_bias, rad
    wide give_ground;
    wide vx, vy, preferred_x, preferred_y;
} own_way;

// A number from -0.5 to 0.5 that is an agent's own for the whole run, or, with a count that goes on, for a while.
WI_INLINE wide own_number(wide_count stream, uint64_t seed, wide_count count) {
    wide_count h = stream ^ (uint32_t)(seed ^ seed >> 32);
    h = (h + count * 0x9e3779b9u) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    h = h ^ h >> 15;
    return wide_from_bits((wide_int)((h & 0x7fffffu) | 0x3f800000u)) - wide_of(1.5f);
}

// The preferred velocity turned a little to the right where someone is in view, by an amount that differs a little from
// agent to agent: if all turned alike, a symmetric crowd would stay symmetric and could stop for ever.
static inline void keep_aside(const own_way *way, wide_int neighbours, uint64_t seed, wide *x, wide *y) {
    const wide_count whole_run = {0};
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_mask turns =
        wide_int_less(wide_int_of(0), neighbours) & (wide_less(way->bias, zero) | wide_less(zero, way->bias));
    wide t = wide_select(turns, way->bias + wide_of(OWN_TURN) * own_number(way->stream, seed, whole_run), zero),
         whole = one + t * t;
    wide cosine = (one - t * t) / whole, sine = (t + t) / whole; // of twice the arc tangent of t
    *x = cosine * way->preferred_x + sine * way->preferred_y;
    *y = cosine * way->preferred_y - sine * way->preferred_x;
}

// Lanes that stand, or go back, although they would go on.
WI_INLINE wide_mask held_up(const own_way *way) {
    wide p2 = way->preferred_x * way->preferred_x + way->preferred_y * way->preferred_y;
    wide along = way->vx * way->preferred_x + way->vy * way->preferred_y, v2 = way->vx * way->vx + way->vy * way->vy;
    wide_mask stands = wide_less(v2, wide_of(0.0625f) * p2), returns = wide_less(along, wide_of(0.0f));
    return wide_less(along, wide_of(0.1f) * p2) & (stands | returns);
}

// Lanes that are held up and whose time it is to step back, if they are blocked. Only what the state shows is used:
// there is nothing to remember. `count` is the number of the while.
static inline wide_mask may_give_ground(const own_way *way, const wend_view *now, wide_count *count) {
    wide_mask lanes = held_up(way) & wide_less(wide_of(0.0f), way->give_ground);
    if (!wide_any(lanes)) return lanes;
    double whiles = (double)now->tick * (double)now->step / GIVE_GROUND_TIME;
    uint64_t whole = (uint64_t)whiles;
    wide phase =
        own_number(way->stream, now->seed, (wide_count){0} + 1) + wide_of(0.5f + (float)(whiles - (double)whole));
    wide_int later =
        wide_bits(wide_select(wide_less(phase, wide_of(1.0f)), wide_of(0.0f), wide_from_bits(wide_int_of(1))));
    *count = (wide_count)later + (uint32_t)whole + 2u;
    wide draw = own_number(way->stream, now->seed, *count) + wide_of(0.5f);
    return lanes & wide_less(draw, way->give_ground);
}

// The velocity to aim at becomes one that leads back, and up to 45 degrees to a side.
static inline void step_back(const own_way *way, uint64_t seed, wide_count count, wide_mask lanes, wide *x, wide *y) {
    // t is the tangent of half that angle.
    wide t = wide_of(0.83f) * own_number(way->stream, seed, count + 0x5bd1e995u), one = wide_of(1.0f),
         square = one + t * t;
    wide cosine = wide_of(-GIVE_GROUND_SPEED) * (one - t * t) / square,
         sine = wide_of(GIVE_GROUND_SPEED) * (t + t) / square;
    *x = wide_select(lanes, cosine * way->preferred_x + sine * way->preferred_y, *x);
    *y = wide_select(lanes, cosine * way->preferred_y - sine * way->preferred_x, *y);
}

#endif
