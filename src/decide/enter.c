// From one activity to the next: leaving, choosing a goal, starting the clock, and what stands within.
#include "decide/minds.h"

static wend_frame *frame_at(const wi_doing *who, uint32_t frame) {
    wi_columns *c = &who->world->columns;
    return frame < 2 ? &c->frames[who->row].at[frame] : &c->inner[who->row].at[frame - 2];
}

static const wend_activity *activity_at(const wi_doing *who, uint32_t frame) {
    return &wi_view_program(who->now)->is.activities[frame_at(who, frame)->activity];
}

void wi_start_timer(const wi_doing *who, uint32_t frame) {
    const wend_view *now = who->now;
    wend_frame *is = frame_at(who, frame);
    float seconds = wi_amount_draw(wi_view_program(now), &activity_at(who, frame)->time, now->seed,
                                   now->role[who->row].stream, now->tick, WI_FOR_TIMEOUT, frame);
    float ticks = wi_clamp(seconds / now->step + 0.5f, 0.0f, 2e9f);
    uint32_t due = (uint32_t)now->tick + (uint32_t)ticks;
    is->due = due != 0 ? due : 1;
}

// From the innermost outwards.
static void leave_down_to(const wi_doing *who, uint32_t frame) {
    wend_mind *mind = &who->world->columns.mind[who->row];
    while (mind->depth > frame) {
        uint32_t innermost = mind->depth - 1u;
        const wend_activity *is = activity_at(who, innermost);
        if (is->goal.kind == WEND_CHOOSE_QUEUE) mind->flags &= (uint8_t) ~(WEND_MIND_QUEUED | WEND_MIND_JOINED);
        wi_do_actions(who, is->leave, innermost);
        wi_repay_frame(who, innermost);
        *frame_at(who, innermost) = (wend_frame){0};
        mind->depth--;
    }
}

// Who is refused has given up where it was going, and waits where it is.
static void wait_here(const wi_doing *who) {
    wi_columns *c = &who->world->columns;
    c->mind[who->row].flags |= WEND_MIND_REFUSED;
    if (c->role[who->row].flags & WEND_FLAG_ARRIVED) return;
    wend_goal here = {.at = wi_vec(c->x[who->row], c->y[who->row])};
    wi_set_goal(who, here, 0, c->pace[who->row].arrival_radius);
}

static void enter_innermost(const wi_doing *who, uint32_t behaviour, uint32_t activity) {
    wend_mind *mind = &who->world->columns.mind[who->row];
    uint32_t frame = mind->depth++;
    *frame_at(who, frame) = (wend_frame){(uint16_t)behaviour, (uint16_t)activity, 0};
    const wend_activity *is = activity_at(who, frame);
    mind->since = (uint32_t)who->now->tick;
    if (is->timed == 1) wi_start_timer(who, frame);
    if (is->goal.kind != WEND_CHOOSE_NOTHING) {
        mind->flags &= (uint8_t) ~(WEND_MIND_QUEUED | WEND_MIND_JOINED | WEND_MIND_CALLED | WEND_MIND_REFUSED);
        if (!wi_choose_goal(who, &is->goal)) wait_here(who);
    }
    wi_do_actions(who, is->enter, frame);
}

// An activity within may have another within; a scene is not deeper than there are frames.
static void enter_all(const wi_doing *who, uint32_t behaviour, uint32_t activity) {
    const wend_behaviours *all = &wi_view_program(who->now)->is;
    enter_innermost(who, behaviour, activity);
    for (uint32_t within = all->activities[activity].within; within > 0; within = all->activities[activity].within) {
        activity = all->behaviours[within - 1].start;
        enter_innermost(who, within - 1, activity);
    }
}

void wi_enter_activity(const wi_doing *who, uint32_t frame, uint32_t activity) {
    uint32_t behaviour = frame_at(who, frame)->behaviour;
    wend_mind *mind = &who->world->columns.mind[who->row];
    leave_down_to(who, frame);
    mind->flags &= (uint8_t)~WEND_MIND_FINISHED;
    enter_all(who, behaviour, activity);
}

void wi_try_site(const wi_doing *who) {
    const wend_activity *is = wi_goal_activity(who->now, who->row);
    if (is == NULL || wi_choose_goal(who, &is->goal))
        who->world->columns.mind[who->row].flags &= (uint8_t)~WEND_MIND_REFUSED;
}

void wi_look_again(const wi_doing *who) {
    wi_columns *c = &who->world->columns;
    const wend_activity *is = wi_goal_activity(who->now, who->row);
    uint64_t seen = wi_sites_seen(who->world, who->now, who->row);
    if (seen) c->unknown[who->row] &= ~seen;
    bool settled = is == NULL || is->goal.kind == WEND_CHOOSE_RANDOM || is->goal.kind == WEND_CHOOSE_WEIGHTED;
    if (!settled && wi_choose_goal(who, &is->goal)) c->mind[who->row].flags &= (uint8_t)~WEND_MIND_REFUSED;
}

void wi_begin_behaviour(const wi_doing *who) {
    wend_mind *mind = &who->world->columns.mind[who->row];
    uint32_t behaviour = frame_at(who, 0)->behaviour;
    mind->flags = 0;
    mind->depth = 0;
    enter_all(who, behaviour, wi_view_program(who->now)->is.behaviours[behaviour].start);
}
