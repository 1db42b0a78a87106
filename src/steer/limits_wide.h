// How much a velocity may change in a step.
//
// Equation 8 of the paper allows `acceleration`. One who would like to be slower may brake as far as those it avoids let
// it. A change that is larger than what `acceleration` does within the time `settling` is made more quickly, in that time.
// And in alarm there is no gentleness. In all, the change is never more than `braking` allows.
#ifndef WI_LIMITS_WIDE_H
#define WI_LIMITS_WIDE_H

#include "steer/orca_lines_wide.h"
#include "steer/rcap.h"

#define UNLIMITED 1e9f // m/s

// What the lanes of a group are set to.
typedef struct change_limits {
    wide least, most, brake, pace; // as below
} change_limits;

// The lanes of a group follow one another; the last group may write beyond the last row.
typedef struct limits {
    float before_x[RCAP_PART + WI_LANES], before_y[RCAP_PART + WI_LANES];
    float wish_x[RCAP_PART + WI_LANES], wish_y[RCAP_PART + WI_LANES];
    float least[RCAP_PART + WI_LANES], most[RCAP_PART + WI_LANES]; // m/s in this step: gently, and at all
    float brake[RCAP_PART + WI_LANES];                             // m/s in this step: to slow down at will
    float pace[RCAP_PART + WI_LANES];                              // share of a change that is made in this step
    uint32_t block;    // of parameters, by which all lanes of the last group are set; or RCAP_MIXED
    change_limits set; // of the last group
    bool gait;
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
static void take_off_gait(const wend_view *now, const wide_group *group, limits *at, uint32_t i) {
    for (uint32_t lane = 0; lane < group->count; lane++, i++) {
        uint32_t row = (uint32_t)group->row[lane];
        if (!wi_rcap_has_gait(wi_view_block(now, now->role[row].params))) continue;
        wend_vec before = wi_rcap_without_gait(now, row, wi_vec(at->before_x[i], at->before_y[i]));
        at->before_x[i] = before.x;
        at->before_y[i] = before.y;
    }
}

// Notes the limits of a group, whose first lane is row i of the part.
static void note_limits(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                        wide_mask hurried, limits *at, uint32_t i) {
    // Who was put in motion faster than it can go is taken to be as fast as it can.
    wide speed = wide_sqrt(me->vx * me->vx + me->vy * me->vy);
    wide share = wide_select(wide_less(me->max_speed, speed), me->max_speed / speed, wide_of(1.0f));
    wide_store(at->before_x + i, share * me->vx);
    wide_store(at->before_y + i, share * me->vy);
    wide_store(at->wish_x + i, me->preferred_x);
    wide_store(at->wish_y + i, me->preferred_y);
    read_limits(now, group, set->same, at);
    wide_store(at->least + i, wide_select(hurried, at->set.most, at->set.least));
    wide_store(at->most + i, at->set.most);
    wide_store(at->brake + i, wide_select(hurried, wide_of(0.0f), at->set.brake));
    wide_store(at->pace + i, at->set.pace);
    if (at->gait) take_off_gait(now, group, at, i);
}

// Equation 8: from one velocity towards another, by `most` at the most.
WI_INLINE void approach(wide from_x, wide from_y, wide most, wide *x, wide *y) {
    wide dx = *x - from_x, dy = *y - from_y, size = wide_sqrt(dx * dx + dy * dy), share = most / size;
    wide_mask there = wide_less_equal(size, most);
    *x = wide_select(there, *x, from_x + share * dx);
    *y = wide_select(there, *y, from_y + share * dy);
}

WI_INLINE void limit_lanes(const limits *at, uint32_t i, wide *x, wide *y) {
    const wide zero = wide_of(0.0f);
    wide before_x = wide_load(at->before_x + i), before_y = wide_load(at->before_y + i);
    wide least = wide_load(at->least + i), most = wide_load(at->most + i);
    wide speed = wide_sqrt(before_x * before_x + before_y * before_y);
    wide per_speed = wide_select(wide_less(zero, speed), wide_of(1.0f) / speed, zero);
    wide ahead_x = per_speed * before_x, ahead_y = per_speed * before_y;
    wide wish = wide_load(at->wish_x + i) * ahead_x + wide_load(at->wish_y + i) * ahead_y;
    wide slower = speed - wide_max(zero, wide_max(wish, *x * ahead_x + *y * ahead_y));
    wide brake = wide_clamp(slower, zero, wide_load(at->brake + i));
    wide from_x = before_x - brake * ahead_x, from_y = before_y - brake * ahead_y;
    wide dx = *x - from_x, dy = *y - from_y;
    wide gentle = wide_clamp(wide_sqrt(dx * dx + dy * dy) * wide_load(at->pace + i), least, most);
    approach(from_x, from_y, gentle, x, y);
    approach(before_x, before_y, most, x, y);
}

// Limits what was planned for some rows, one to a lane, of which the first is row i of the part.
WI_INLINE void limit_group(const limits *at, uint32_t i, const wend_next *next, const int32_t row[WI_LANES],
                           uint32_t lanes) {
    wide motion[4];
    wide_read_quads((const float(*)[4])(const void *)next->motion, row, motion);
    limit_lanes(at, i, &motion[0], &motion[1]);
    float x[WI_LANES], y[WI_LANES];
    wide_store(x, motion[0]);
    wide_store(y, motion[1]);
    for (uint32_t lane = 0; lane < lanes; lane++) next->motion[row[lane]].velocity = wi_vec(x[lane], y[lane]);
}

static void limit_rows(const limits *at, const wend_next *next, wend_rows rows) {
    uint32_t i = 0;
    for (; i + WI_LANES <= rows.count; i += WI_LANES)
        limit_group(at, i, next, (const int32_t *)(const void *)(rows.row + i), WI_LANES);
    if (i == rows.count) return;
    int32_t row[WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++)
        row[lane] = (int32_t)rows.row[i + lane < rows.count ? i + lane : rows.count - 1];
    limit_group(at, i, next, row, rows.count - i);
}

#endif
