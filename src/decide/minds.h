// The minds of a world's agents: what deciders see, and what happens when one has decided.
#ifndef WI_MINDS_H
#define WI_MINDS_H

#include "decide/program.h"
#include "world/world.h"

// What numbers are drawn for in behaviours.
enum {
    WI_FOR_RATE = 0x6d00,
    WI_FOR_BRANCH,
    WI_FOR_TIMEOUT,
    WI_FOR_SITE_CHOICE,
    WI_FOR_POINT,
    WI_FOR_AMOUNT,
    WI_FOR_UTILITY,
    WI_FOR_TERM,
    WI_FOR_KNOWING,
};

static inline const wi_program *wi_view_program(const wend_view *now) { return &now->senses->scene->program; }

static inline const wend_frame *wi_view_frame(const wend_view *now, uint32_t row, uint32_t frame) {
    return frame < 2 ? &now->frames[row].at[frame] : &now->inner[row].at[frame - 2];
}

static inline bool wi_tick_has_come(uint64_t tick, uint32_t due) { return (int32_t)((uint32_t)tick - due) >= 0; }

static inline wend_vec wi_view_at(const wend_view *now, uint32_t row) { return wi_vec(now->x[row], now->y[row]); }

// True if the activity is the end of its behaviour, as far as the row has come with it.
static inline bool wi_is_over(const wend_view *now, uint32_t row, uint32_t activity) {
    const wend_activity *is = &wi_view_program(now)->is.activities[activity];
    bool has_goal = is->goal.kind != WEND_CHOOSE_NOTHING && is->walk == WEND_WALK_TO_GOAL;
    return is->final && (!has_goal || (now->role[row].flags & WEND_FLAG_ARRIVED) != 0);
}

// The innermost activity of a row that has a goal, or NULL.
static inline const wend_activity *wi_goal_activity(const wend_view *now, uint32_t row) {
    for (uint32_t frame = now->mind[row].depth; frame-- > 0;) {
        const wend_activity *is = &wi_view_program(now)->is.activities[wi_view_frame(now, row, frame)->activity];
        if (is->goal.kind != WEND_CHOOSE_NOTHING) return is;
    }
    return NULL;
}

// The squared distance of a point from a goal's rectangle.
static inline float wi_goal_distance2(wend_goal goal, wend_vec at) {
    wend_vec to = wi_sub(goal.at, at);
    float dx = wi_max(0.0f, wi_abs(to.x) - goal.half.x), dy = wi_max(0.0f, wi_abs(to.y) - goal.half.y);
    return dx * dx + dy * dy;
}

// A number of an amount: spread.c. The key is that of wend_random.
float wi_amount_draw(const wi_program *program, const wend_amount *amount, uint64_t seed, uint32_t stream,
                     uint64_t tick, uint32_t purpose, uint32_t draw);

// True for a chooser that picks from a list of sites.
static inline bool wi_chooses_site(wend_chooser_kind kind) {
    return (kind >= WEND_CHOOSE_FIRST && kind <= WEND_CHOOSE_BEHIND) || kind == WEND_CHOOSE_QUICKEST;
}

// knowing.c: whether a row may choose a site; and those, as bits, that it did not know and sees in this step.
bool wi_knows_site(const wend_world *world, uint32_t row, uint32_t site);
uint64_t wi_sites_seen(const wend_world *world, const wend_view *now, uint32_t row);

// One agent for whom things are done, in the serial part.
typedef struct wi_doing {
    wend_world *world;
    const wend_view *now;
    uint32_t row;
} wi_doing;

// choosers.c: sets the goal as a chooser says; false if no site is free.
bool wi_choose_goal(const wi_doing *who, const wend_chooser *chooser);
// The goal of a row, on 1 + a level, or 0 for the one where it is.
void wi_set_goal(const wi_doing *who, wend_goal goal, uint32_t level, float radius);

// Looks for the way anew, after the body or the profile has become another.
void wi_reroute(const wi_doing *who);
bool wi_take_site(const wi_doing *who, uint32_t site);

// site_waits.c: who would come into sites but for others, counted once in a step; and how long (s) one waits for them.
void wi_site_waits_count(wend_world *world);
float wi_site_wait(const wi_doing *who, uint32_t site);
void wi_release_site(const wi_doing *who);

// actions.c: does them, on behalf of the activity of a frame; and undoes what was for a while.
void wi_do_actions(const wi_doing *who, wend_range actions, uint32_t frame);
void wi_repay_timed(const wi_doing *who);
void wi_repay_frame(const wi_doing *who, uint32_t frame);
bool wi_repay_due(const wi_columns *columns, uint32_t row, uint64_t tick);

// enter.c: from one activity to another, and the first of all.
void wi_enter_activity(const wi_doing *who, uint32_t frame, uint32_t activity);
void wi_begin_behaviour(const wi_doing *who);
void wi_start_timer(const wi_doing *who, uint32_t frame);
void wi_try_site(const wi_doing *who);   // again, after none was free
void wi_look_again(const wi_doing *who); // whether another site has become better

// queues.c: moves up in the queues, and calls the first. `list` holds those who queue, `scratch` as many more.
typedef struct wi_intent wi_intent;
void wi_queues_advance(wend_world *world, const wend_view *now, wi_intent *list, wi_intent *scratch, uint32_t count);

// What one agent wants of the serial part.
enum {
    WI_WANTS_START = 1,  // begins its behaviour
    WI_WANTS_ENTER = 2,  // `activity` in `frame`
    WI_WANTS_TIMER = 4,  // it has come to where the time of `frame` begins
    WI_WANTS_SITE = 8,   // tries again to get one
    WI_WANTS_HUSH = 16,  // what it said has been heard
    WI_WANTS_REPAY = 32, // the time of a change is over
    WI_WANTS_QUEUE = 64, // is in a queue, or on the way to it
    WI_WANTS_LOOK = 128, // looks whether another site is better, or sees one that it did not know
};
struct wi_intent {
    uint64_t serial;
    uint32_t row;
    uint16_t activity;
    uint8_t frame, wants;
};

#endif
