// The velocities that ORCA chooses: the one closest to the preferred one in two dimensions, or, where the half-planes
// leave none, in three. Agents that need three wait in a queue, so that the costly programme always runs with full lanes.
#ifndef WI_ORCA_SOLVE_WIDE_H
#define WI_ORCA_SOLVE_WIDE_H

#include "steer/orca_lines_wide.h"
#include "steer/own_way_wide.h"

// What a model does to the velocities that were found for those who waited. `by` is its own.
typedef void queue_finish(void *by, wide *x, wide *y);

// Agents waiting for the programme in three dimensions.
typedef struct queue {
    programme p;
    float x[WI_LANES], y[WI_LANES];
    int32_t failed_at[WI_LANES];
    int32_t row[WI_LANES];
    uint32_t count;
    queue_finish *finish; // NULL: nothing
    void *by;
} queue;

static void set_discs(const wend_view *now, const lane_params *set, const self *me, programme *p) {
    p->speed = me->max_speed;
    p->limited = set->any_limit;
    p->centre_x = me->vx;
    p->centre_y = me->vy;
    // No limit is a disc too large to matter.
    p->radius =
        wide_select(wide_less(wide_of(0.0f), set->acceleration), set->acceleration * wide_of(now->step), wide_of(1e4f));
}

static own_way way_of(const wide_group *group, const lane_params *set, const self *me) {
    return (own_way){group,
                     (wide_count)wide_int_load(set->stream),
                     set->bias,
                     set->give_ground,
                     me->vx,
                     me->vy,
                     me->preferred_x,
                     me->preferred_y};
}

// The lanes whom another agent leaves no way ahead: a line with n.v >= offset lets one go in the direction d at
// offset / n.d at most, where n.d < 0.
static wide_mask blocked(const programme *p, const self *me, wide_mask lanes) {
    wide_mask found = wide_and_not(lanes, lanes);
    for (uint32_t line = WI_MIDDLE; line < WI_MIDDLE + p->soft; line++) {
        wide towards = p->nx[line] * me->preferred_x + p->ny[line] * me->preferred_y;
        found = found | (wide_less(towards, wide_of(0.0f)) & wide_less(wide_of(0.1f) * towards, p->offset[line]));
    }
    return found & lanes;
}

// Where the lanes would go. Agents who press towards each other can close up into a ring, like the stones of an arch,
// and would stand for ever: who is blocked steps back now and then, and whoever was held by it can go on.
static programme_aim set_aim(const wend_view *now, const wide_group *group, const lane_params *set, const self *me,
                             wide_mask in_view, const programme *p) {
    own_way way = way_of(group, set, me);
    programme_aim aim = {.x = me->preferred_x, .y = me->preferred_y};
    keep_aside(&way, in_view, now->seed, &aim.x, &aim.y);
    wide_count count = {0};
    wide_mask lanes = may_give_ground(&way, now, &count);
    if (wide_any(lanes)) lanes = blocked(p, me, lanes);
    if (wide_any(lanes)) step_back(&way, now->seed, count, lanes, &aim.x, &aim.y);
    return aim;
}

static void write_velocity(const wend_next *next, int32_t row, float x, float y) {
    next->motion[row].velocity = wi_vec(x, y);
}

static void queue_open(queue *q) {
    q->count = q->p.hard = q->p.soft = 0;
    q->p.limited = false;
    q->finish = NULL;
    for (uint32_t line = 0; line < WI_LINES_MAX; line++) line_set_neutral(&q->p, line);
}

static void queue_clear(queue *q) {
    for (uint32_t line = WI_MIDDLE - q->p.hard; line < WI_MIDDLE + q->p.soft; line++) line_set_neutral(&q->p, line);
    q->p.hard = q->p.soft = q->count = 0;
    q->p.limited = false;
}

static void queue_solve(queue *q, const wend_next *next) {
    if (q->count == 0) return;
    wide x = wide_load(q->x), y = wide_load(q->y);
    uint32_t first = WI_MIDDLE - q->p.hard, end = WI_MIDDLE + q->p.soft;
    (void)solve_depth(&q->p, first, WI_MIDDLE, end, wide_int_load(q->failed_at), wide_first(q->count), &x, &y);
    if (q->finish) q->finish(q->by, &x, &y);
    wide_store(q->x, x);
    wide_store(q->y, y);
    for (uint32_t lane = 0; lane < q->count; lane++) write_velocity(next, q->row[lane], q->x[lane], q->y[lane]);
    queue_clear(q);
}

static void queue_add(queue *q, const programme *p, int lane, int32_t row, float x, float y, int32_t failed_at) {
    uint32_t slot = q->count++;
    for (uint32_t line = WI_MIDDLE - p->hard; line < WI_MIDDLE + p->soft; line++) {
        q->p.nx[line][slot] = p->nx[line][lane];
        q->p.ny[line][slot] = p->ny[line][lane];
        q->p.offset[line][slot] = p->offset[line][lane];
    }
    q->p.hard = q->p.hard < p->hard ? p->hard : q->p.hard;
    q->p.soft = q->p.soft < p->soft ? p->soft : q->p.soft;
    q->p.limited = q->p.limited || p->limited;
    q->p.speed[slot] = p->speed[lane];
    q->p.centre_x[slot] = p->centre_x[lane];
    q->p.centre_y[slot] = p->centre_y[lane];
    q->p.radius[slot] = p->radius[lane];
    q->x[slot] = x;
    q->y[slot] = y;
    q->failed_at[slot] = failed_at;
    q->row[slot] = row;
}

// What the programme in two dimensions came to.
typedef struct solution {
    wide x, y;
    wide_mask failed; // lanes to which the lines leave nothing
    wide_int failed_at;
} solution;

static solution solve_lanes(const programme *p, const programme_aim *aim, wide_mask lanes) {
    solution s = {.failed_at = wide_int_of(0)};
    best_without_lines(p, aim, &s.x, &s.y);
    s.failed = solve_plane(p, aim, WI_MIDDLE - p->hard, WI_MIDDLE + p->soft, lanes, &s.x, &s.y, &s.failed_at);
    return s;
}

// Where walls alone leave a lane nothing they give way a little.
static void make_way(programme *p, const programme_aim *aim, solution *s) {
    wide_mask hard = s->failed & wide_int_less(s->failed_at, wide_int_of(WI_MIDDLE));
    if (p->hard == 0 || !wide_any(hard)) return;
    wide_mask soft = wide_and_not(s->failed, hard);
    s->failed = soft | relax_hard(p, aim, hard, &s->x, &s->y, &s->failed_at);
}

// Writes what was found; who failed waits.
static void write_found(const programme *p, const wide_group *group, const solution *found, const wend_next *next,
                        queue *q) {
    float lane_x[WI_LANES], lane_y[WI_LANES];
    int32_t lane_failed[WI_LANES];
    wide_store(lane_x, found->x);
    wide_store(lane_y, found->y);
    wide_int_store(lane_failed, found->failed_at);
    uint32_t waiting = wide_mask_bits(found->failed);
    for (uint32_t lane = 0; lane < group->count; lane++)
        write_velocity(next, group->row[lane], lane_x[lane], lane_y[lane]);
    for (; waiting != 0; waiting &= waiting - 1) {
        int lane = __builtin_ctz(waiting);
        queue_add(q, p, lane, group->row[lane], lane_x[lane], lane_y[lane], lane_failed[lane]);
        if (q->count == WI_LANES) queue_solve(q, next);
    }
}

static void hand_out(programme *p, const programme_aim *aim, const wide_group *group, solution found,
                     const wend_next *next, queue *q) {
    make_way(p, aim, &found);
    write_found(p, group, &found, next, q);
}

static inline void solve_group(programme *p, const programme_aim *aim, const wide_group *group, const wend_next *next,
                               queue *q) {
    solution found = solve_lanes(p, aim, wide_first(group->count));
    hand_out(p, aim, group, found, next, q);
}

#endif
