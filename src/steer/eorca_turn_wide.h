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
    wend_vec to[WI_LANES];
    float most[WI_LANES];             // m/s: what the turn may ask of any velocity
    wide offset[WEND_NEIGHBOURS_MAX]; // of the lines of agents for one who does not
} lane_turns;

// Whom a lane minds.
WI_INLINE wi_others others_of(const wide_neighbours *near, uint32_t lane) {
    return (wi_others){&near->row[0][lane], WI_LANES, (uint32_t)near->count[lane]};
}

static void note_turning(const wend_form *form, wend_vec from, wend_vec to, uint32_t member, crew_turns *all) {
    float a2 = form->half_length * form->half_length, b2 = form->half_width * form->half_width;
    bool across = b2 > a2;
    wend_vec first = across ? wi_left(from) : from, last = across ? wi_left(to) : to;
    all->some = true;
    all->turning[member] = 1.0f;
    all->mean[member] = 0.5f * (a2 + b2);
    all->difference[member] = 0.5f * wi_max(a2 - b2, b2 - a2);
    all->from_x[member] = first.x, all->from_y[member] = first.y;
    all->to_x[member] = last.x, all->to_y[member] = last.y;
}

// The lane with this number among the members of all crews wants to turn.
static void note_turn(const wend_view *now, uint32_t row, uint32_t member, wend_vec to, lane_shapes *own,
                      lane_turns *turns, crew_turns *all) {
    const wend_form *form = &now->form[row];
    wend_vec from = now->motion[row].heading;
    uint32_t lane = member % WI_LANES;
    if (to.x == from.x && to.y == from.y) return;
    turns->lanes |= 1u << lane;
    turns->to[lane] = to;
    turns->most[lane] = wi_turn_growth(form, from, to) / now->step;
    note_turning(form, from, to, member, all);
    if (now->senses->walls->wall_count > 0)
        own->wall_shape[lane] = wi_ellipse_turning(form->half_length, form->half_width, from, to);
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
        next->motion[group->row[lane]].heading = turns->to[lane];
    }
}

#endif
