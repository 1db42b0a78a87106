// How agents that are exactly in each other's way get out of it, each in a way of its own: a little to the right while
// others are in view, the more to the right the more a crowd that comes slows them down, far to the right where it holds
// them up, and a step back now and then while standing before others. Who has arrived does none of the last three. See
// docs/decisions/giving-ground.md.
#ifndef WI_OWN_WAY_WIDE_H
#define WI_OWN_WAY_WIDE_H

#include "sense/group_wide.h"
#include "steer/step_aside.h"
#include "wend/model.h"

#define OWN_TURN 0.005f // by how much agents differ in half their turn to the side, rad

#define GIVE_GROUND_TIME 1.0   // s that one who is blocked keeps to going back or to standing
#define GIVE_GROUND_SHARE 0.5f // of the preferred speed
#define GIVE_GROUND_SPEED 0.5f // m/s at least: one who creeps in a crowd still takes a whole step back

// What it takes from the lanes.
typedef struct own_way {
    const wide_group *group;
    wide_count stream; // of random numbers
    wide bias;         // half of side_bias, rad, until one steps aside
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
static inline void keep_aside(const own_way *way, wide_mask in_view, uint64_t seed, wide *x, wide *y) {
    const wide_count whole_run = {0};
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_mask turns = in_view & (wide_less(way->bias, zero) | wide_less(zero, way->bias));
    wide t = wide_select(turns, way->bias + wide_of(OWN_TURN) * own_number(way->stream, seed, whole_run), zero),
         whole = one + t * t;
    wide cosine = (one - t * t) / whole, sine = (t + t) / whole; // of twice the arc tangent of t
    *x = cosine * way->preferred_x + sine * way->preferred_y;
    *y = cosine * way->preferred_y - sine * way->preferred_x;
}

// Lanes that have company. In a group one often has friends before oneself who wait, and stays with them.
static inline wide_mask in_company(const wend_view *now, const wide_group *group) {
    uint32_t bits = 0;
    if (now->ties == NULL) return wide_first(0);
    for (uint32_t lane = 0; lane < group->count; lane++)
        bits |= (now->ties[group->row[lane]].group != 0 ? 1u : 0u) << lane;
    return wide_mask_of_bits(bits);
}

// Lanes that have been at their goals. Others who keep one of them a little off its place do not hold it up: if all went
// out of each other's way there, nobody would ever come to rest.
WI_INLINE wide_mask have_arrived(const wend_view *now, const wide_group *group) {
    wide_roles roles = wide_read_roles(now, group->row);
    return wide_flagged(&roles, WEND_FLAG_ARRIVED);
}

// Lanes whom others hold up, that step aside by some angle if those come.
WI_INLINE wide_mask may_step_aside(const wend_view *now, const wide_group *group, wide angle, wide vx, wide vy,
                                   wide preferred_x, wide preferred_y) {
    wide along = vx * preferred_x + vy * preferred_y, p2 = preferred_x * preferred_x + preferred_y * preferred_y;
    wide_mask slow = wide_less(along, wide_of(STEP_ASIDE_SLOW) * p2) & wide_less(wide_of(0.0f), wide_abs(angle));
    return wide_any(slow) ? wide_and_not(slow, in_company(now, group) | have_arrived(now, group)) : slow;
}

// Lanes that keep to a side by habit.
static inline wide_mask keep_to_a_side(const wend_view *now, const wide_group *group) {
    uint32_t bits = 0;
    if (!(now->senses->habits & WI_HABIT_SIDE)) return wide_first(0);
    for (uint32_t lane = 0; lane < group->count; lane++)
        bits |= (wi_view_habits(now, (uint32_t)group->row[lane])->keep_side != 0.0f ? 1u : 0u) << lane;
    return wide_mask_of_bits(bits);
}

// Lanes whose bodies are less than `reach` from another's; p leads from it to the lane.
WI_INLINE wide_mask is_near(wide px, wide py, wide radii, float reach) {
    wide both = radii + wide_of(reach);
    return wide_less(px * px + py * py, both * both);
}

// Lanes close before whom another is who would go against them.
WI_INLINE wide_mask comes_close(wide px, wide py, wide radii, float reach, wide preferred_x, wide preferred_y,
                                wide_mask against) {
    wide behind = px * preferred_x + py * preferred_y;
    return against & wide_less(behind, wide_of(0.0f)) & is_near(px, py, radii, reach);
}

// The tangent of half an angle, to half a percent.
WI_INLINE wide tangent_of_half(wide angle) {
    wide half = wide_of(0.5f) * angle, square = half * half;
    wide more = square * (wide_of(1.0f / 3.0f) + square * (wide_of(2.0f / 15.0f) + square * wide_of(17.0f / 315.0f)));
    return half + half * more;
}

// Where two crowds meet, who is held up by those who come turns by an angle to the right, all alike: so they sort
// themselves into two streams.
WI_INLINE void step_aside(own_way *way, wide_mask lanes, wide angle) {
    way->bias = wide_select(lanes, tangent_of_half(angle), way->bias);
}

// They begin as soon as those who come slow them down, the more the more: a crowd that locks is too dense to sort itself.
// Who has a habit for it does as it is used to.
WI_INLINE void begin_to_step_aside(own_way *way, const wend_view *now, wide_mask lanes, wide angle) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    const wide_group *group = way->group;
    if (!wide_any(lanes)) return;
    lanes = wide_and_not(lanes, in_company(now, group) | have_arrived(now, group) | keep_to_a_side(now, group));
    wide along = way->vx * way->preferred_x + way->vy * way->preferred_y;
    wide p2 = way->preferred_x * way->preferred_x + way->preferred_y * way->preferred_y;
    lanes = lanes & wide_less(zero, p2);
    wide slowed = one - wide_clamp(along / wide_select(lanes, p2, one), zero, one);
    wide turn = tangent_of_half(wide_of(STEP_ASIDE_SHARE) * slowed * angle);
    way->bias = wide_select(lanes, way->bias + turn, way->bias);
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
    if (wide_any(lanes)) lanes = wide_and_not(lanes, have_arrived(now, way->group));
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
    wide preferred = wide_sqrt(way->preferred_x * way->preferred_x + way->preferred_y * way->preferred_y);
    wide speed = wide_max(wide_of(GIVE_GROUND_SHARE), wide_of(GIVE_GROUND_SPEED) / preferred);
    wide cosine = -speed * (one - t * t) / square, sine = speed * (t + t) / square;
    *x = wide_select(lanes, cosine * way->preferred_x + sine * way->preferred_y, *x);
    *y = wide_select(lanes, cosine * way->preferred_y - sine * way->preferred_x, *y);
}

#endif
