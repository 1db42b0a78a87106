// EORCA for some lane-fulls of agents at a time: ORCA with the half-planes of the true shapes.
#include "steer/eorca_again_wide.h"
#include "steer/eorca_lines_wide.h"

// Whom the lanes minded, for rows from `first` of the part on.
static void note_others(const wide_group *group, const wide_neighbours *near, uint32_t first, wi_eorca_notes *notes) {
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t count = (uint32_t)near->count[lane];
        notes->count[first + lane] = count;
        for (uint32_t slot = 0; slot < count; slot++) notes->other[first + lane][slot] = near->row[slot][lane];
    }
}

static void crews_note_others(const crews *all, uint32_t first, wi_eorca_notes *notes) {
    for (uint32_t k = 0; k < all->count; first += all->of[k++].group.count)
        note_others(&all->of[k].group, &all->of[k].near, first, notes);
}

static void crews_turn(crews *all, const wi_eorca_task *task, uint32_t first) {
    memset(all->turns.turning, 0, sizeof all->turns.turning);
    all->turns.some = false;
    if (task->wish)
        wish_to_turn(all, task->wish + first);
    else if (task->turns_to_fit)
        wish_to_fit(all);
}

// Lines of discs, but for those of pairs that have to be looked at closely; lists those of them that may bind.
static void crew_lines(crew *c, const wend_view *now, pair_list *wanted) {
    const wide_bodies *own = &c->own.shown;
    const uint32_t oblong = own->elliptic | own->boxes;
    const bool all = oblong == (1u << WI_LANES) - 1 && !now->senses->scene->velocity_sets;
    if (all)
        add_lines_noted(now, &c->group, &c->set, &c->me, &c->near, NULL, c->rest.from, true, &c->p);
    else
        add_lines_noted(now, &c->group, &c->set, &c->me, &c->near, NULL, c->rest.from, false, &c->p);
    wide within = wide_select(wide_mask_of_bits(c->own.whole), wide_of(EORCA_FAR), wide_of(EORCA_NEAR));
    leave_out(now, &c->group, &c->near, oblong, all, within, &c->turns, &c->p, &c->rest, wanted);
    c->rest.narrow = least_reach(own) * c->set.per_horizon;
}

static void crew_hard_lines(crew *c, const wend_view *now) {
    add_hard_lines(now, &c->group, &c->set, &c->me, c->own.wall_shape, c->own.shown.elliptic, &c->p);
}

// Lanes that turn and find no velocity.
static wide_mask stuck_lanes(const crew *c) { return c->found.failed & wide_mask_of_bits(c->turns.lanes); }

static void crew_solve(crew *c, const wend_view *now) {
    const wide_mask lanes = wide_first(c->group.count);
    crew_hard_lines(c, now);
    set_discs(now, &c->set, &c->me, &c->p);
    c->aim = set_aim(now, &c->group, &c->set, &c->me, wide_int_less(wide_int_of(0), c->near.count), &c->p);
    c->found = solve_lanes(&c->p, &c->aim, lanes);
    c->open = lanes;
}

// Lanes that stay as they are after all.
static void crew_give_up(crews *all, crew *c, wide_mask lanes) {
    if (!wide_any(lanes)) return;
    give_up_turns(all->now, &c->group, &c->turns, all->turns.turning + c->rest.first, wide_mask_bits(lanes), &c->own,
                  &c->p);
    crew_hard_lines(c, all->now);
}

// Those who are stuck at once give up their turns.
static void crews_give_up(crews *all, again_list *again) {
    if (!all->turns.some) return;
    for (uint32_t k = 0; k < all->count; k++) {
        crew *c = &all->of[k];
        wide_mask stuck = stuck_lanes(c);
        c->open = wide_and_not(c->open, stuck);
        crew_give_up(all, c, stuck);
        list_again(again, c, stuck);
    }
}

// Closes lanes that are open. Lists the lines that were left out and can matter to them; those to whom none can and who are
// stuck give up their turns. Returns the lanes whose programme changes by that.
static wide_mask crew_reconsider(crews *all, crew *c, pair_list *more) {
    wide_mask open = c->open;
    if (!wide_any(open)) return open;
    c->open = wide_and_not(open, open);
    wide_mask broken =
        list_broken(&c->rest, open, c->found.failed, c->found.x - c->me.about_x, c->found.y - c->me.about_y, more);
    wide_mask stuck = wide_and_not(open & stuck_lanes(c), broken);
    crew_give_up(all, c, stuck);
    return broken | stuck;
}

static bool crews_open(const crews *all) {
    bool open = false;
    for (uint32_t k = 0; k < all->count; k++) open = open || wide_any(all->of[k].open);
    return open;
}

// Adds lines that were left out until none of the others can matter to anybody.
static void crews_solve_with_more(crews *all, again_list *again) {
    pair_list more;
    while (crews_open(all) || again->count > 0) {
        more.count = 0;
        for (uint32_t k = 0; k < all->count; k++) {
            wide_mask changed = crew_reconsider(all, &all->of[k], &more);
            list_again(again, &all->of[k], changed);
        }
        replace_lines(all, &more);
        solve_again(all, again);
    }
}

static void crews_solve(crews *all) {
    pair_list wanted;
    again_list again;
    wanted.count = again.count = 0;
    for (uint32_t k = 0; k < all->count; k++) crew_lines(&all->of[k], all->now, &wanted);
    replace_lines(all, &wanted);
    for (uint32_t k = 0; k < all->count; k++) crew_solve(&all->of[k], all->now);
    crews_give_up(all, &again);
    crews_solve_with_more(all, &again);
}

static void crews_hand_out(crews *all, const wend_next *next, queue *waiting) {
    for (uint32_t k = 0; k < all->count; k++) {
        crew *c = &all->of[k];
        write_headings(&c->group, &c->turns, next);
        hand_out(&c->p, &c->aim, &c->group, c->found, next, waiting);
    }
}

void WI_WIDE(wi_eorca_steer)(const wend_view *now, const wend_next *next, wend_rows rows, const wi_eorca_task *task) {
    crews all;
    queue waiting;
    all.now = now;
    all.slow_aside = task->slow_aside;
    memset(&all.all, 0, sizeof all.all);
    queue_open(&waiting);
    for (uint32_t done = 0, taken; done < rows.count; done += taken) {
        taken = crews_form(&all, rows.row + done, rows.count - done);
        crews_turn(&all, task, done);
        if (task->notes) crews_note_others(&all, done, task->notes);
        crews_solve(&all);
        crews_hand_out(&all, next, &waiting);
    }
    queue_solve(&waiting, next);
}
