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

typedef struct lane_turns {
    uint32_t lanes; // that want to turn, as bits
    wend_vec to[WI_LANES];
    float mean[WI_LANES], difference[WI_LANES];                               // of the squares of the semi-axes
    float from_x[WI_LANES], from_y[WI_LANES], to_x[WI_LANES], to_y[WI_LANES]; // of the longer axis
    float most[WI_LANES];             // m/s: what the turn may ask of any velocity
    wide offset[WEND_NEIGHBOURS_MAX]; // of the lines of agents for one who does not
} lane_turns;

// Whom a lane minds.
WI_INLINE wi_others others_of(const wide_neighbours *near, uint32_t lane) {
    return (wi_others){&near->row[0][lane], WI_LANES, (uint32_t)near->count[lane]};
}

static void note_turn(const wend_view *now, uint32_t row, uint32_t lane, wend_vec to, lane_shapes *own,
                      lane_turns *turns) {
    const wend_form *form = &now->form[row];
    wend_vec from = now->motion[row].heading;
    if (to.x == from.x && to.y == from.y) return;
    float a2 = form->half_length * form->half_length, b2 = form->half_width * form->half_width;
    bool across = b2 > a2;
    wend_vec first = across ? wi_left(from) : from, last = across ? wi_left(to) : to;
    turns->lanes |= 1u << lane;
    turns->to[lane] = to;
    turns->mean[lane] = 0.5f * (a2 + b2);
    turns->difference[lane] = 0.5f * wi_max(a2 - b2, b2 - a2);
    turns->from_x[lane] = first.x, turns->from_y[lane] = first.y;
    turns->to_x[lane] = last.x, turns->to_y[lane] = last.y;
    turns->most[lane] = wi_turn_growth(form, from, to) / now->step;
    if (now->senses->walls->wall_count > 0)
        own->wall_shape[lane] = wi_ellipse_turning(form->half_length, form->half_width, from, to);
}

static void wish_to_fit(const wend_view *now, const wide_group *group, const wide_neighbours *near, lane_shapes *own,
                        lane_turns *turns) {
    wi_turning bodies[WI_LANES];
    uint32_t count = 0, lane_of[WI_LANES];
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        if (!(own->shown.elliptic >> lane & 1)) continue;
        lane_of[count] = lane;
        bodies[count++] = (wi_turning){.row = row,
                                       .set = wi_view_block(now, now->role[row].params),
                                       .others = others_of(near, lane),
                                       .velocity = now->motion[row].velocity};
    }
    wi_turn_to_fit(now, bodies, count);
    for (uint32_t i = 0; i < count; i++) note_turn(now, bodies[i].row, lane_of[i], bodies[i].heading, own, turns);
}

// With NULL for `wish` they turn to fit.
static void wish_to_turn(const wend_view *now, const wide_group *group, const wide_neighbours *near,
                         const wend_vec *wish, lane_shapes *own, lane_turns *turns) {
    memset(turns, 0, offsetof(lane_turns, offset)); // lines that are made bring their offsets with them
    if (!wish) wish_to_fit(now, group, near, own, turns);
    for (uint32_t lane = 0; wish && lane < group->count; lane++)
        if (own->shown.elliptic >> lane & 1) note_turn(now, (uint32_t)group->row[lane], lane, wish[lane], own, turns);
}

// The reach in a direction of an ellipse whose longer axis has another.
WI_INLINE wide longer_reach(wide mean, wide difference, wide axis_x, wide axis_y, wide x, wide y) {
    wide along = axis_x * x + axis_y * y, across = axis_x * y - axis_y * x;
    return wide_sqrt(wide_max(wide_of(0.0f), mean + difference * (along * along - across * across)));
}

// By how much the bodies of some lanes come to reach farther in directions n while they turn: all of the longer half
// where that comes past n or its opposite.
WI_INLINE wide growth(const lane_turns *turns, wide_int lane, wide x, wide y) {
    wide mean = wide_permute(wide_load(turns->mean), lane),
         difference = wide_permute(wide_load(turns->difference), lane);
    wide from_x = wide_permute(wide_load(turns->from_x), lane), from_y = wide_permute(wide_load(turns->from_y), lane);
    wide to_x = wide_permute(wide_load(turns->to_x), lane), to_y = wide_permute(wide_load(turns->to_y), lane);
    wide before = longer_reach(mean, difference, from_x, from_y, x, y),
         past = (from_x * y - from_y * x) * (x * to_y - y * to_x);
    wide after = longer_reach(mean, difference, to_x, to_y, x, y), most = wide_sqrt(mean + difference);
    return wide_select(wide_less_equal(wide_of(0.0f), past), most - before, wide_max(wide_of(0.0f), after - before));
}

// What the turns of some lanes ask of their velocities (m/s) along the normals of pairs whose bodies are `apart` (m).
static wide asked_by_turns(const lane_turns *turns, wide_int lane, wide nx, wide ny, wide apart, wide share,
                           wide horizon, float step) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f), time = wide_of(step);
    wide turning = wide_permute(wide_select(wide_mask_of_bits(turns->lanes), one, zero), lane);
    wide room = wide_max(zero, apart * (one - time / horizon));
    wide asked = wide_max(zero, growth(turns, lane, nx, ny) - share * room) / time;
    return wide_select(wide_less(zero, turning), asked, zero);
}

// These lanes stay as they are.
static void give_up_turns(const wend_view *now, const wide_group *group, lane_turns *turns, uint32_t lanes,
                          lane_shapes *own, programme *p) {
    turns->lanes &= ~lanes;
    wide_mask back = wide_mask_of_bits(lanes);
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
