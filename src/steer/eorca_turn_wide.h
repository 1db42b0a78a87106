// Lanes whose bodies turn to fit (EORCA-F): where they want to, and what that asks of their velocity.
//
// Everyone decides at once, so of two who are close both may turn, and neither knows. After a step of dt, the half-plane
// with the normal n keeps them apart by -g(n) (1 - dt/horizon) along n, whatever they do within it. Each may fill its
// share of that by turning, the same share that it has in avoiding; by how much its body comes to reach farther than
// that, by so much it moves away. Both find the same n and g, and the shares add up to one, so the turns of both fit.
// Walls do not turn: from them one keeps the ellipse that holds the whole turn.
#ifndef WI_EORCA_TURN_WIDE_H
#define WI_EORCA_TURN_WIDE_H

#include "steer/eorca_lines_wide.h"

typedef struct lane_turns {
    uint32_t lanes; // that want to turn, as bits
    wend_vec from[WI_LANES], to[WI_LANES];
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
    turns->lanes |= 1u << lane;
    turns->from[lane] = from;
    turns->to[lane] = to;
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
    turns->lanes = 0;
    if (!wish) wish_to_fit(now, group, near, own, turns);
    for (uint32_t lane = 0; wish && lane < group->count; lane++)
        if (own->shown.elliptic >> lane & 1) note_turn(now, (uint32_t)group->row[lane], lane, wish[lane], own, turns);
    own->whole |= turns->lanes;
}

// By how much a body comes to reach farther in the direction n while it turns: all of its longer half where that comes
// past n or its opposite.
static float growth(const wend_form *form, wend_vec from, wend_vec to, wend_vec n) {
    bool across = form->half_width > form->half_length;
    wend_vec first = across ? wi_left(from) : from, last = across ? wi_left(to) : to;
    float before = wi_ellipse_reach(wi_ellipse_of(form->half_length, form->half_width, from), n);
    if (wi_det(first, n) * wi_det(n, last) >= 0.0f) return form->radius - before;
    return wi_max(0.0f, wi_ellipse_reach(wi_ellipse_of(form->half_length, form->half_width, to), n) - before);
}

static void tighten_line(const line_makings *of, const lane_turns *turns, uint32_t at, programme *p) {
    uint32_t lane = at % WI_LANES, line = WI_MIDDLE + at / WI_LANES;
    uint32_t row = (uint32_t)of->group->row[lane], other = (uint32_t)of->near->row[at / WI_LANES][lane];
    const wend_body *a = &of->now->body[row], *b = &of->now->body[other];
    wend_vec n = {p->nx[line][lane], p->ny[line][lane]};
    float apart = -(wi_dot(n, wi_vec(b->x - a->x, b->y - a->y)) + wi_ellipse_reach(wi_body_shape(of->now, row), n) +
                    wi_ellipse_reach(wi_body_shape(of->now, other), n));
    float share = wi_clamp(0.5f + 0.5f * (b->priority - a->priority), 0.0f, 1.0f);
    float step = of->now->step, room = wi_max(0.0f, apart * (1.0f - step / of->horizon[lane]));
    float more = growth(&of->now->form[row], turns->from[lane], turns->to[lane], n);
    p->offset[line][lane] += wi_max(0.0f, more - share * room) / step;
}

// What the turns ask of the velocity, for the pairs whose lines have been replaced.
static void tighten_lines(const line_makings *of, lane_turns *turns, const pair_list *pairs, programme *p) {
    for (uint32_t slot = 0; slot < p->soft; slot++) turns->offset[slot] = p->offset[WI_MIDDLE + slot];
    for (uint32_t i = 0; i < pairs->count; i++)
        if (turns->lanes >> pairs->at[i] % WI_LANES & 1) tighten_line(of, turns, pairs->at[i], p);
}

// These lanes stay as they are.
static void give_up_turns(const wend_view *now, const wide_group *group, lane_turns *turns, uint32_t lanes,
                          lane_shapes *own, programme *p) {
    turns->lanes &= ~lanes;
    wide_mask back = wide_mask_of_bits(lanes);
    for (uint32_t slot = 0; slot < p->soft; slot++)
        p->offset[WI_MIDDLE + slot] = wide_select(back, turns->offset[slot], p->offset[WI_MIDDLE + slot]);
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        own->wall_shape[lane] = own_shape(now, (uint32_t)group->row[lane]);
    }
}

static void write_headings(const wide_group *group, const lane_turns *turns, const wend_next *next) {
    for (uint32_t lanes = turns->lanes; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        next->motion[group->row[lane]].heading = turns->to[lane];
    }
}

#endif
