// Crews of agents, each a lane-full of rows that belong together, who look for their velocities at once.
#ifndef WI_EORCA_CREW_WIDE_H
#define WI_EORCA_CREW_WIDE_H

#include "steer/eorca_left_out_wide.h"
#include "steer/eorca_sideways_wide.h"
#include "steer/orca_solve_wide.h"

typedef struct crew {
    wide_group group;
    lane_params set;
    self me;
    wide_neighbours near;
    lane_shapes own;
    lane_turns turns;
    left_out rest;
    programme p;
    programme_aim aim;
    solution found;
    wide_mask open; // lanes some of whose lines might be broken
} crew;

// What the lines of all members are made of.
typedef struct members {
    wide x[EORCA_CREWS], y[EORCA_CREWS], about_x[EORCA_CREWS], about_y[EORCA_CREWS], priority[EORCA_CREWS];
    wide mean[EORCA_CREWS], k[EORCA_CREWS], l[EORCA_CREWS]; // of their shapes
    wide horizon[EORCA_CREWS];
} members;

typedef struct crews {
    const wend_view *now;
    crew of[EORCA_CREWS];
    uint32_t count;
    members all;
    crew_turns turns;
    bool slow_aside; // as in the task
    bool plain;      // all find their lines exactly and optimise about the same, and nobody is a box
} crews;

static void note_members(crews *all, const crew *c, uint32_t number) {
    members *of = &all->all;
    const wide_ellipse *shape = &c->own.shown.shape;
    of->x[number] = c->me.x, of->y[number] = c->me.y;
    of->about_x[number] = c->me.about_x, of->about_y[number] = c->me.about_y;
    of->priority[number] = c->me.priority;
    of->mean[number] = shape->mean, of->k[number] = shape->k, of->l[number] = shape->l;
    of->horizon[number] = wide_of(1.0f) / c->set.per_horizon;
    all->plain = all->plain && (c->own.whole | c->own.shown.boxes) == 0 && c->set.same_about &&
                 c->set.about[0] == all->of[0].set.about[0];
}

static uint32_t crew_form(crews *all, const uint32_t *row, uint32_t count) {
    const wend_view *now = all->now;
    crew *c = &all->of[all->count];
    uint32_t taken = wide_group_form(&c->group, now, row, count);
    read_params(now, &c->group, &c->set);
    read_self(now, &c->group, &c->set, &c->me);
    read_shapes(now, &c->group, c->set.same, &c->own);
    if (all->slow_aside && c->own.shown.elliptic != 0)
        slow_sideways(now, &c->group, c->set.same, c->own.shown.elliptic, &c->me);
    wide_near(now, &c->group, c->set.distance, c->set.neighbours, &c->near);
    look_ahead(now, &c->near, &c->me, &c->set);
    memset(&c->turns, 0, offsetof(lane_turns, offset)); // lines that are made bring their offsets with them
    c->rest.first = (int32_t)(all->count * WI_LANES);
    note_members(all, c, all->count++);
    return taken;
}

// Forms as many crews as there may be; returns how many rows they took.
static uint32_t crews_form(crews *all, const uint32_t *row, uint32_t count) {
    uint32_t taken = 0;
    all->count = 0;
    all->plain = true;
    while (all->count < EORCA_CREWS && taken < count) taken += crew_form(all, row + taken, count - taken);
    return taken;
}

WI_INLINE void set_heading(lane_turns *turns, uint32_t lane, wend_vec to) {
    turns->to_x[lane] = to.x, turns->to_y[lane] = to.y;
}

static void crew_note_turns(crews *all, uint32_t number) {
    crew *c = &all->of[number];
    uint32_t lanes = c->own.shown.elliptic & ((1u << c->group.count) - 1);
    note_turns(all->now, &c->group, lanes, number * WI_LANES, &c->own, &c->turns, &all->turns);
}

static void wish_to_fit(crews *all) {
    wi_turning bodies[EORCA_MEMBERS];
    uint32_t count = 0, member[EORCA_MEMBERS];
    for (uint32_t i = 0; i < all->count * WI_LANES; i++) {
        const crew *c = &all->of[i / WI_LANES];
        uint32_t lane = i % WI_LANES, row = (uint32_t)c->group.row[lane];
        if (lane >= c->group.count || !(c->own.shown.elliptic >> lane & 1)) continue;
        member[count] = i;
        wi_turning *body = &bodies[count++]; // written where it stays: to copy what has just been written takes longer
        body->row = row;
        body->set = wi_view_block(all->now, all->now->role[row].params);
        body->memory = NULL;
        body->others = others_of(&c->near, lane);
        body->velocity = all->now->motion[row].velocity;
    }
    wi_turn_to_fit(all->now, bodies, count);
    for (uint32_t i = 0; i < count; i++)
        set_heading(&all->of[member[i] / WI_LANES].turns, member[i] % WI_LANES, bodies[i].heading);
    for (uint32_t k = 0; k < all->count; k++) crew_note_turns(all, k);
}

// To headings for one row after the other.
static void wish_to_turn(crews *all, const wend_vec *wish) {
    for (uint32_t k = 0; k < all->count; k++) {
        crew *c = &all->of[k];
        for (uint32_t lane = 0; lane < c->group.count; lane++) set_heading(&c->turns, lane, *wish++);
        crew_note_turns(all, k);
    }
}

#endif
