// Lanes whose bodies turn to fit (EORCA-F): where they want to, and what that asks of their velocity.
//
// Everyone decides at once, so of two who are close both may turn, and neither knows. After a step of dt, the half-plane
// with the normal n keeps them apart by -g(n) (1 - dt/horizon) along n, whatever they do within it. Each may fill its
// share of that by turning, the same share that it has in avoiding; by how much its body comes to reach farther than
// that, by so much it moves away. Both find the same n and g, and the shares add up to one, so the turns of both fit.
// Walls do not turn: from them one keeps the ellipse that holds the whole turn.
#ifndef WI_EORCA_TURN_WIDE_H
#define WI_EORCA_TURN_WIDE_H

#include "steer/eorca_bodies_wide.h"
#include "steer/turn_growth_wide.h"

// How the members of all crews turn.
typedef struct crew_turns {
    float turning[EORCA_MEMBERS];                         // 1, or 0 for one who does not
    float mean[EORCA_MEMBERS], difference[EORCA_MEMBERS]; // of the squares of the semi-axes
    float from_x[EORCA_MEMBERS], from_y[EORCA_MEMBERS];   // of the longer axis
    float to_x[EORCA_MEMBERS], to_y[EORCA_MEMBERS];
    bool some; // wanted to turn
} crew_turns;

typedef struct lane_turns {
    uint32_t lanes; // that want to turn, as bits
    float to_x[WI_LANES], to_y[WI_LANES];
    float most[WI_LANES];             // m/s: what the turn may ask of any velocity
    wide offset[WEND_NEIGHBOURS_MAX]; // of the lines of agents for one who does not
} lane_turns;

// Whom a lane minds.
WI_INLINE wi_others others_of(const wide_neighbours *near, uint32_t lane) {
    return (wi_others){&near->row[0][lane], WI_LANES, (uint32_t)near->count[lane]};
}

WI_INLINE void note_axes(wide a, wide b, const wide from[2], const wide to[2], uint32_t first, crew_turns *all) {
    wide a2 = a * a, b2 = b * b, half = wide_of(0.5f);
    wide_mask across = wide_less(a2, b2);
    wide_store(all->mean + first, half * (a2 + b2));
    wide_store(all->difference + first, half * wide_abs(a2 - b2));
    wide_store(all->from_x + first, wide_select(across, -from[1], from[0]));
    wide_store(all->from_y + first, wide_select(across, from[0], from[1]));
    wide_store(all->to_x + first, wide_select(across, -to[1], to[0]));
    wide_store(all->to_y + first, wide_select(across, to[0], to[1]));
}

static void note_wall_shapes(const wend_view *now, const wide_group *group, const lane_turns *turns, lane_shapes *own) {
    if (now->senses->walls->wall_count == 0) return;
    for (uint32_t lanes = turns->lanes; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        const wend_form *form = &now->form[group->row[lane]];
        own->wall_shape[lane] =
            wi_ellipse_turning(form->half_length, form->half_width, now->motion[group->row[lane]].heading,
                               wi_vec(turns->to_x[lane], turns->to_y[lane]));
    }
}

// Some lanes may want to turn, to the headings in `turns`; those to whom that is a turn do. `first` is the number of the
// first lane among the members of all crews.
static void note_turns(const wend_view *now, const wide_group *group, uint32_t lanes, uint32_t first, lane_shapes *own,
                       lane_turns *turns, crew_turns *all) {
    const wide zero = wide_of(0.0f), to[2] = {wide_load(turns->to_x), wide_load(turns->to_y)};
    wide form[4], motion[4]; // .., half_length, half_width, ..; .., heading
    wide_read_quads((const float(*)[4])(const void *)now->form, group->row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, group->row, motion);
    const wide *from = motion + 2;
    wide_mask same = wide_less_equal(to[0], from[0]) & wide_less_equal(from[0], to[0]) &
                     wide_less_equal(to[1], from[1]) & wide_less_equal(from[1], to[1]);
    wide_mask turning = wide_and_not(wide_mask_of_bits(lanes), same);
    turns->lanes = wide_mask_bits(turning);
    if (turns->lanes == 0) return;
    wide growth = most_growth(form[1], form[2], from[0], from[1], to[0], to[1]);
    wide_store(turns->most, wide_select(turning, growth / wide_of(now->step), zero));
    wide_store(all->turning + first, wide_select(turning, wide_of(1.0f), zero));
    note_axes(form[1], form[2], from, to, first, all);
    note_wall_shapes(now, group, turns, own);
    all->some = true;
}

// The reach in a direction of an ellipse whose longer axis has another.
WI_INLINE wide longer_reach(wide mean, wide difference, wide axis_x, wide axis_y, wide x, wide y) {
    wide along = axis_x * x + axis_y * y, across = axis_x * y - axis_y * x;
    return wide_sqrt(wide_max(wide_of(0.0f), mean + difference * (along * along - across * across)));
}

// By how much the bodies of some members come to reach farther in directions n while they turn: all of the longer half
// where that comes past n or its opposite.
WI_INLINE wide growth(const crew_turns *turns, wide_int member, wide x, wide y) {
    wide mean = wide_pick(turns->mean, member), difference = wide_pick(turns->difference, member);
    wide from_x = wide_pick(turns->from_x, member), from_y = wide_pick(turns->from_y, member);
    wide to_x = wide_pick(turns->to_x, member), to_y = wide_pick(turns->to_y, member);
    wide before = longer_reach(mean, difference, from_x, from_y, x, y),
         past = (from_x * y - from_y * x) * (x * to_y - y * to_x);
    wide after = longer_reach(mean, difference, to_x, to_y, x, y), most = wide_sqrt(mean + difference);
    return wide_select(wide_less_equal(wide_of(0.0f), past), most - before, wide_max(wide_of(0.0f), after - before));
}

// What the turns of some members ask of their velocities (m/s) along the normals of pairs whose bodies are `apart` (m).
static wide asked_by_turns(const crew_turns *turns, wide_int member, wide nx, wide ny, wide apart, wide share,
                           wide horizon, float step) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f), time = wide_of(step);
    wide turning = wide_pick(turns->turning, member);
    wide room = wide_max(zero, apart * (one - time / horizon));
    wide asked = wide_max(zero, growth(turns, member, nx, ny) - share * room) / time;
    return wide_select(wide_less(zero, turning), asked, zero);
}

// These lanes stay as they are; `turning` tells who turns among the members of the crew.
static void give_up_turns(const wend_view *now, const wide_group *group, lane_turns *turns, float *turning,
                          uint32_t lanes, lane_shapes *own, programme *p) {
    wide_mask back = wide_mask_of_bits(lanes);
    turns->lanes &= ~lanes;
    wide_store(turning, wide_select(back, wide_of(0.0f), wide_load(turning)));
    for (uint32_t slot = 0; slot < p->soft; slot++)
        p->offset[WI_MIDDLE + slot] = wide_select(back, turns->offset[slot], p->offset[WI_MIDDLE + slot]);
    read_wall_shapes(now, group, lanes, own);
}

static void write_headings(const wide_group *group, const lane_turns *turns, const wend_next *next) {
    for (uint32_t lanes = turns->lanes; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        next->motion[group->row[lane]].heading = wi_vec(turns->to_x[lane], turns->to_y[lane]);
    }
}

#endif
