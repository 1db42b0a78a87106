// EORCA for a lane-full of agents at a time: ORCA with the half-planes of the true shapes.
#include "steer/eorca_lines_wide.h"
#include "steer/orca_solve_wide.h"

#include <math.h>

static void take_over(solution *found, const solution *other, wide_mask lanes) {
    found->x = wide_select(lanes, other->x, found->x);
    found->y = wide_select(lanes, other->y, found->y);
    found->failed = wide_and_not(found->failed, lanes) | (other->failed & lanes);
    found->failed_at =
        wide_bits(wide_select(lanes, wide_from_bits(other->failed_at), wide_from_bits(found->failed_at)));
}

// Whom the lanes minded, for rows from `first` of the part on.
static void note_others(const wide_group *group, const wide_neighbours *near, uint32_t first, wi_eorca_notes *notes) {
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t count = (uint32_t)near->count[lane];
        notes->count[first + lane] = count;
        for (uint32_t slot = 0; slot < count; slot++) notes->other[first + lane][slot] = near->row[slot][lane];
    }
}

static wide_mask lanes_of(const pair_list *pairs) {
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < pairs->count; i++) lanes |= 1u << (uint32_t)pairs->at[i] % WI_LANES;
    return wide_mask_of_bits(lanes);
}

// How fast (m/s) the lanes would go sideways at most. A heading that is chosen with the velocity weighs what it costs.
static wide side_speeds(const wend_view *now, const wide_group *group, bool same) {
    float most[WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const eorca_params *set = wi_view_block(now, now->role[group->row[same ? 0 : lane]].params);
        bool slow = set->side_pace < 1.0f && set->choose != EORCA_TOGETHER;
        most[lane] = slow ? set->side_pace * now->pace[group->row[lane]].preferred_speed : INFINITY;
    }
    return wide_load(most);
}

// Who goes sideways goes slowly: what it would prefer keeps its direction, and is only so fast across the heading.
static void slow_sideways(const wend_view *now, const wide_group *group, bool same, uint32_t lanes, self *me) {
    wide motion[4], most = side_speeds(now, group, same); // .., heading
    wide_read_quads((const float(*)[4])(const void *)now->motion, group->row, motion);
    wide across = motion[2] * me->preferred_y - motion[3] * me->preferred_x;
    across = wide_max(across, -across);
    wide_mask slow = wide_mask_of_bits(lanes) & wide_less(most, across);
    wide share = wide_select(slow, most / across, wide_of(1.0f));
    me->preferred_x *= share, me->preferred_y *= share;
}

// A lane-full of agents.
typedef struct crew {
    wide_group group;
    lane_params set;
    self me;
    wide_neighbours near;
    lane_shapes own;
    lane_turns turns;
    line_makings makings;
    left_out rest;
    programme p;
} crew;

static uint32_t crew_form(crew *c, const wend_view *now, const uint32_t *row, uint32_t count, bool slow_aside) {
    uint32_t taken = wide_group_form(&c->group, now, row, count);
    read_params(now, &c->group, &c->set);
    read_self(now, &c->group, &c->set, &c->me);
    read_shapes(now, &c->group, c->set.same, &c->own);
    if (slow_aside && c->own.shown.elliptic != 0)
        slow_sideways(now, &c->group, c->set.same, c->own.shown.elliptic, &c->me);
    wide_near(now, &c->group, c->set.distance, c->set.neighbours, &c->near);
    look_ahead(now, &c->near, &c->me, &c->set);
    c->makings = (line_makings){now,      &c->group, &c->set,   &c->me,
                                &c->near, &c->own,   &c->turns, wide_of(1.0f) / c->set.per_horizon};
    c->turns.lanes = 0;
    memset(c->turns.most, 0, sizeof c->turns.most);
    return taken;
}

static programme_aim crew_lines(crew *c, const wend_view *now) {
    pair_list wanted;
    add_lines_noted(now, &c->group, &c->set, &c->me, &c->near, NULL, &c->rest.from, &c->p);
    const wide_bodies *own = &c->own.shown;
    leave_out(now, &c->group, &c->near, own->elliptic | own->boxes, &c->turns, &c->p, &c->rest);
    c->rest.narrow = least_reach(own) * c->set.per_horizon;
    wide reach = wide_select(wide_mask_of_bits(c->own.whole), wide_of(EORCA_FAR), wide_of(EORCA_NEAR));
    list_within(&c->rest, wide_first(c->group.count), reach, &wanted);
    replace_lines(&c->makings, &wanted, &c->p);
    add_hard_lines(now, &c->group, &c->set, &c->me, c->own.wall_shape, c->own.shown.elliptic, &c->p);
    set_discs(now, &c->set, &c->me, &c->p);
    programme_aim aim = set_aim(now, &c->set, &c->me, wide_int_less(wide_int_of(0), c->near.count), &c->p);
    return aim;
}

// Lanes that turn and find no velocity stay as they are, and look for one once more.
static void solve_unturned(crew *c, const wend_view *now, const programme_aim *aim, solution *found) {
    wide_mask stuck = found->failed & wide_mask_of_bits(c->turns.lanes);
    if (!wide_any(stuck)) return;
    give_up_turns(now, &c->group, &c->turns, wide_mask_bits(stuck), &c->own, &c->p);
    add_hard_lines(now, &c->group, &c->set, &c->me, c->own.wall_shape, c->own.shown.elliptic, &c->p);
    solution again = solve_lanes(&c->p, aim, stuck);
    take_over(found, &again, stuck);
}

// Adds lines that were left out until none of the others can matter.
static void solve_with_more(crew *c, const programme_aim *aim, wide_mask lanes, solution *found) {
    pair_list more;
    while (wide_any(lanes)) {
        list_broken(&c->rest, lanes, found->failed, found->x - c->me.about_x, found->y - c->me.about_y, &more);
        if (more.count == 0) return;
        lanes = lanes_of(&more);
        replace_lines(&c->makings, &more, &c->p);
        solution again = solve_lanes(&c->p, aim, lanes);
        take_over(found, &again, lanes);
    }
}

static void crew_solve(crew *c, const wend_view *now, const programme_aim *aim, const wend_next *next, queue *waiting) {
    const wide_mask all = wide_first(c->group.count);
    solution found = solve_lanes(&c->p, aim, all);
    if (c->turns.lanes != 0) {
        solve_with_more(c, aim, wide_and_not(wide_mask_of_bits(c->turns.lanes), found.failed), &found);
        solve_unturned(c, now, aim, &found);
    }
    solve_with_more(c, aim, all, &found);
    write_headings(&c->group, &c->turns, next);
    hand_out(&c->p, aim, &c->group, &found, next, waiting);
}

void WI_WIDE(wi_eorca_steer)(const wend_view *now, const wend_next *next, wend_rows rows, const wi_eorca_task *task) {
    queue waiting;
    queue_open(&waiting);
    for (uint32_t done = 0, taken; done < rows.count; done += taken) {
        crew c;
        taken = crew_form(&c, now, rows.row + done, rows.count - done, task->slow_aside);
        const wend_vec *wish = task->wish ? task->wish + done : NULL;
        if (task->turns_to_fit || wish) wish_to_turn(now, &c.group, &c.near, wish, &c.own, &c.turns);
        if (task->notes) note_others(&c.group, &c.near, done, task->notes);
        programme_aim aim = crew_lines(&c, now);
        crew_solve(&c, now, &aim, next, &waiting);
    }
    queue_solve(&waiting, next);
}
