// How much a velocity may change in a step.
//
// Equation 8 of the paper allows `acceleration`. One who would like to be slower may brake as far as those it avoids let
// it. A change that is larger than what `acceleration` does within the time `settling` is made more quickly, in that time.
// And in alarm there is no gentleness. In all, the change is never more than `braking` allows.
#ifndef WI_LIMITS_WIDE_H
#define WI_LIMITS_WIDE_H

#include "steer/orca_solve_wide.h"
#include "steer/rcap.h"

#define UNLIMITED 1e9f // m/s

// What the lanes of a group are set to.
typedef struct change_limits {
    wide least, most; // m/s in this step: gently, and at all
    wide brake;       // m/s in this step: to slow down at will
    wide pace;        // share of a change that is made in this step
} change_limits;

// The step that some agents are about to make.
typedef struct change {
    wide before_x, before_y, wish_x, wish_y;
    change_limits within;
} change;

// Who waits in the queue is limited when it is solved: what that takes, in the order of the queue. Less than a lane-full
// waits, and a group may add one.
typedef struct latecomers {
    float before_x[2 * WI_LANES], before_y[2 * WI_LANES], wish_x[2 * WI_LANES], wish_y[2 * WI_LANES];
    float least[2 * WI_LANES], most[2 * WI_LANES], brake[2 * WI_LANES], pace[2 * WI_LANES];
    uint32_t count;
} latecomers;

typedef struct limits {
    uint32_t block;    // of parameters, by which all lanes of the last group are set; or RCAP_MIXED
    change_limits set; // of the last group
    bool gait;
    latecomers late;
} limits;

static void set_limits(limits *at, uint32_t lane, const rcap_params *set, float step) {
    float least = set->acceleration > 0.0f ? set->acceleration * step : UNLIMITED;
    float most = wi_max(least, set->braking * step);
    at->set.least[lane] = least;
    at->set.most[lane] = most;
    at->set.brake[lane] = set->braking > 0.0f ? most : 0.0f;
    at->set.pace[lane] = set->settling > 0.0f ? step / set->settling : 0.0f;
    at->gait = at->gait || wi_rcap_has_gait(set);
}

static void spread_limits(change_limits *set) {
    set->least = wide_of(set->least[0]);
    set->most = wide_of(set->most[0]);
    set->brake = wide_of(set->brake[0]);
    set->pace = wide_of(set->pace[0]);
}

// Groups that follow one another are often set alike.
static void read_limits(const wend_view *now, const wide_group *group, bool same, limits *at) {
    uint32_t block = same ? now->role[group->row[0]].params : RCAP_MIXED;
    if (same && block == at->block) return;
    for (uint32_t lane = 0; lane < (same ? 1 : WI_LANES); lane++)
        set_limits(at, lane, wi_view_block(now, now->role[group->row[lane]].params), now->step);
    if (same) spread_limits(&at->set);
    at->block = block;
}

// Without what the last step's gait added.
static void take_off_gait(const wend_view *now, const wide_group *group, change *of) {
    for (uint32_t lane = 0; lane < group->count; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        if (!wi_rcap_has_gait(wi_view_block(now, now->role[row].params))) continue;
        wend_vec before = wi_rcap_without_gait(now, row, wi_vec(of->before_x[lane], of->before_y[lane]));
        of->before_x[lane] = before.x;
        of->before_y[lane] = before.y;
    }
}

// Who was put in motion faster than it can go is taken to be as fast as it can.
WI_INLINE void set_before(const self *me, change *of) {
    wide speed2 = me->vx * me->vx + me->vy * me->vy, max_speed2 = me->max_speed * me->max_speed;
    of->before_x = me->vx;
    of->before_y = me->vy;
    // Where nobody is nearly as fast, no root has to be taken.
    if (!wide_any(wide_less(wide_of(0.99f) * max_speed2, speed2))) return;
    wide speed = wide_sqrt(speed2);
    wide_mask too_fast = wide_less(me->max_speed, speed);
    wide share = wide_select(too_fast, me->max_speed / speed, wide_of(1.0f));
    of->before_x *= share;
    of->before_y *= share;
}

WI_INLINE change change_of(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                           wide_mask hurried, limits *at) {
    change of = {.wish_x = me->preferred_x, .wish_y = me->preferred_y};
    read_limits(now, group, set->same, at);
    set_before(me, &of);
    of.within = at->set;
    of.within.least = wide_select(hurried, at->set.most, at->set.least);
    of.within.brake = wide_select(hurried, wide_of(0.0f), at->set.brake);
    if (at->gait) take_off_gait(now, group, &of);
    return of;
}

// Equation 8: from one velocity towards another, by `most` at the most.
WI_INLINE void approach(wide from_x, wide from_y, wide most, wide *x, wide *y) {
    wide dx = *x - from_x, dy = *y - from_y, size = wide_sqrt(dx * dx + dy * dy), share = most / size;
    wide_mask there = wide_less_equal(size, most);
    *x = wide_select(there, *x, from_x + share * dx);
    *y = wide_select(there, *y, from_y + share * dy);
}

WI_INLINE void limit_lanes(const change *of, wide *x, wide *y) {
    const wide zero = wide_of(0.0f), before_x = of->before_x, before_y = of->before_y;
    wide speed = wide_sqrt(before_x * before_x + before_y * before_y);
    wide per_speed = wide_select(wide_less(zero, speed), wide_of(1.0f) / speed, zero);
    wide ahead_x = per_speed * before_x, ahead_y = per_speed * before_y;
    wide wish = of->wish_x * ahead_x + of->wish_y * ahead_y;
    wide slower = speed - wide_max(zero, wide_max(wish, *x * ahead_x + *y * ahead_y));
    wide brake = wide_clamp(slower, zero, of->within.brake);
    wide from_x = before_x - brake * ahead_x, from_y = before_y - brake * ahead_y;
    wide dx = *x - from_x, dy = *y - from_y;
    wide gentle = wide_clamp(wide_sqrt(dx * dx + dy * dy) * of->within.pace, of->within.least, of->within.most);
    approach(from_x, from_y, gentle, x, y);
    approach(before_x, before_y, of->within.most, x, y);
}

static void note_late(latecomers *late, const change *of, wide_mask lanes) {
    uint32_t i = late->count;
    wide_pack(late->before_x + i, of->before_x, lanes);
    wide_pack(late->before_y + i, of->before_y, lanes);
    wide_pack(late->wish_x + i, of->wish_x, lanes);
    wide_pack(late->wish_y + i, of->wish_y, lanes);
    wide_pack(late->least + i, of->within.least, lanes);
    wide_pack(late->most + i, of->within.most, lanes);
    wide_pack(late->brake + i, of->within.brake, lanes);
    wide_pack(late->pace + i, of->within.pace, lanes);
    late->count += (uint32_t)__builtin_popcount(wide_mask_bits(lanes));
}

// Limits what was found for a group; who failed has to wait.
WI_INLINE void limit_found(limits *at, const change *of, solution *found) {
    wide x = found->x, y = found->y;
    limit_lanes(of, &x, &y);
    found->x = wide_select(found->failed, found->x, x);
    found->y = wide_select(found->failed, found->y, y);
    if (wide_any(found->failed)) note_late(&at->late, of, found->failed);
}

// Takes the next of those who were noted. What comes after the lanes that are in use means nothing.
static wide take_first(float noted[2 * WI_LANES]) {
    wide first = wide_load(noted);
    wide_store(noted, wide_load(noted + WI_LANES));
    return first;
}

static change take_late(latecomers *late) {
    late->count = late->count > WI_LANES ? late->count - WI_LANES : 0;
    return (change){
        .before_x = take_first(late->before_x),
        .before_y = take_first(late->before_y),
        .wish_x = take_first(late->wish_x),
        .wish_y = take_first(late->wish_y),
        .within = {take_first(late->least), take_first(late->most), take_first(late->brake), take_first(late->pace)},
    };
}

// Limits what the queue found.
static void limit_late(void *late, wide *x, wide *y) {
    change of = take_late(late);
    limit_lanes(&of, x, y);
}

#endif
