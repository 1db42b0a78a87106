// The velocities that ORCA chooses: the one closest to the preferred one in two dimensions, or, where the half-planes
// leave none, in three. Agents that need three wait in a queue, so that the costly programme always runs with full lanes.
#ifndef WI_ORCA_SOLVE_WIDE_H
#define WI_ORCA_SOLVE_WIDE_H

#include "steer/orca_lines_wide.h"

#define OWN_TURN 0.005f // by how much agents differ in half their turn to the side, rad

#define GIVE_GROUND_TIME 1.0   // s that one who is blocked keeps to going back or to standing
#define GIVE_GROUND_SHARE 0.5f // of the preferred speed
#define GIVE_GROUND_SPEED 0.5f // m/s at least

// Agents waiting for the programme in three dimensions.
typedef struct queue {
    programme p;
    float x[WI_LANES], y[WI_LANES];
    int32_t failed_at[WI_LANES];
    int32_t row[WI_LANES];
    uint32_t count;
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

// A number from -0.5 to 0.5 that is an agent's own for the whole run, or, with a count that goes on, for a while.
WI_INLINE wide own_number(const lane_params *set, uint64_t seed, wide_count count) {
    wide_count h = (wide_count)wide_int_load(set->stream) ^ (uint32_t)(seed ^ seed >> 32);
    h = (h + count * 0x9e3779b9u) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    h = h ^ h >> 15;
    return wide_from_bits((wide_int)((h & 0x7fffffu) | 0x3f800000u)) - wide_of(1.5f);
}

// The preferred velocity turned a little to the right where someone is in view, by an amount that differs a little from
// agent to agent: if all turned alike, a symmetric crowd would stay symmetric and could stop for ever.
static programme_aim set_aim(const lane_params *set, const self *me, wide_mask in_view, uint64_t seed) {
    const wide_count whole_run = {0};
    const wide one = wide_of(1.0f);
    const wide zero = wide_of(0.0f);
    wide_mask turns = in_view & (wide_less(set->bias, zero) | wide_less(zero, set->bias));
    wide t = wide_select(turns, set->bias + wide_of(OWN_TURN) * own_number(set, seed, whole_run), zero),
         whole = one + t * t;
    wide cosine = (one - t * t) / whole, sine = (t + t) / whole; // of twice the arc tangent of t
    return (programme_aim){cosine * me->preferred_x + sine * me->preferred_y,
                           cosine * me->preferred_y - sine * me->preferred_x, false};
}

// Lanes that stand, or go back, although they would go on.
WI_INLINE wide_mask held_up(const self *me) {
    wide p2 = me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y;
    wide along = me->vx * me->preferred_x + me->vy * me->preferred_y, v2 = me->vx * me->vx + me->vy * me->vy;
    wide_mask stands = wide_less(v2, wide_of(0.0625f) * p2), returns = wide_less(along, wide_of(0.0f));
    return wide_less(along, wide_of(0.1f) * p2) & (stands | returns);
}

// The lanes among them whom another agent leaves no way ahead: a line with n.v >= offset lets one go in the direction d
// at offset / n.d at most, where n.d < 0.
static wide_mask blocked(const programme *p, const self *me, wide_mask lanes) {
    wide_mask found = wide_and_not(lanes, lanes);
    for (uint32_t line = WI_MIDDLE; line < WI_MIDDLE + p->soft; line++) {
        wide towards = p->nx[line] * me->preferred_x + p->ny[line] * me->preferred_y;
        found = found | (wide_less(towards, wide_of(0.0f)) & wide_less(wide_of(0.1f) * towards, p->offset[line]));
    }
    return found & lanes;
}

// Agents who press towards each other can close up into a ring, like the stones of an arch, and would stand for ever.
// So who is blocked steps back for a while, now and then, each at times of its own; whoever was held by it can go on.
// Only what the state shows is used: there is nothing to remember.
static void give_ground(const wend_view *now, const lane_params *set, const self *me, const programme *p,
                        programme_aim *aim) {
    wide_mask lanes = held_up(me) & wide_less(wide_of(0.0f), set->give_ground);
    if (!wide_any(lanes)) return;
    double whiles = (double)now->tick * (double)now->step / GIVE_GROUND_TIME;
    uint64_t whole = (uint64_t)whiles;
    wide phase = own_number(set, now->seed, (wide_count){0} + 1) + wide_of(0.5f + (float)(whiles - (double)whole));
    wide_int later =
        wide_bits(wide_select(wide_less(phase, wide_of(1.0f)), wide_of(0.0f), wide_from_bits(wide_int_of(1))));
    wide_count count = (wide_count)later + (uint32_t)whole + 2u;
    wide draw = own_number(set, now->seed, count) + wide_of(0.5f);
    lanes = lanes & wide_less(draw, set->give_ground);
    if (wide_any(lanes)) lanes = blocked(p, me, lanes);
    if (!wide_any(lanes)) return;
    // Back, and up to 45 degrees to a side: t is the tangent of half that angle. One who creeps in a crowd still takes a
    // whole step back.
    wide t = wide_of(0.83f) * own_number(set, now->seed, count + 0x5bd1e995u), one = wide_of(1.0f),
         square = one + t * t;
    wide preferred = wide_sqrt(me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y);
    wide speed = wide_max(wide_of(GIVE_GROUND_SHARE), wide_of(GIVE_GROUND_SPEED) / preferred);
    wide cosine = -speed * (one - t * t) / square, sine = speed * (t + t) / square;
    aim->x = wide_select(lanes, cosine * me->preferred_x + sine * me->preferred_y, aim->x);
    aim->y = wide_select(lanes, cosine * me->preferred_y - sine * me->preferred_x, aim->y);
}

static void write_velocity(const wend_next *next, int32_t row, float x, float y) {
    next->motion[row].velocity = wi_vec(x, y);
}

static void queue_open(queue *q) {
    q->count = q->p.hard = q->p.soft = 0;
    q->p.limited = false;
    for (uint32_t line = 0; line < WI_LINES_MAX; line++) line_set_neutral(&q->p, line);
}

static void queue_solve(queue *q, const wend_next *next) {
    if (q->count == 0) return;
    wide x = wide_load(q->x), y = wide_load(q->y);
    uint32_t first = WI_MIDDLE - q->p.hard, end = WI_MIDDLE + q->p.soft;
    (void)solve_depth(&q->p, first, WI_MIDDLE, end, wide_int_load(q->failed_at), wide_first(q->count), &x, &y);
    wide_store(q->x, x);
    wide_store(q->y, y);
    for (uint32_t lane = 0; lane < q->count; lane++) write_velocity(next, q->row[lane], q->x[lane], q->y[lane]);
    for (uint32_t line = first; line < end; line++) line_set_neutral(&q->p, line);
    q->p.hard = q->p.soft = q->count = 0;
    q->p.limited = false;
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

static void solve_group(programme *p, const programme_aim *aim, const wide_group *group, const wend_next *next,
                        queue *q) {
    wide x, y;
    wide_int failed_at = wide_int_of(0);
    best_without_lines(p, aim, &x, &y);
    wide_mask failed =
        solve_plane(p, aim, WI_MIDDLE - p->hard, WI_MIDDLE + p->soft, wide_first(group->count), &x, &y, &failed_at);
    wide_mask hard = failed & wide_int_less(failed_at, wide_int_of(WI_MIDDLE));
    if (p->hard > 0 && wide_any(hard)) {
        wide_mask soft = wide_and_not(failed, hard);
        failed = soft | relax_hard(p, aim, hard, &x, &y, &failed_at);
    }
    float lane_x[WI_LANES], lane_y[WI_LANES];
    int32_t lane_failed[WI_LANES];
    wide_store(lane_x, x);
    wide_store(lane_y, y);
    wide_int_store(lane_failed, failed_at);
    uint32_t waiting = wide_mask_bits(failed);
    for (uint32_t lane = 0; lane < group->count; lane++) {
        if (waiting >> lane & 1) {
            queue_add(q, p, (int)lane, group->row[lane], lane_x[lane], lane_y[lane], lane_failed[lane]);
            if (q->count == WI_LANES) queue_solve(q, next);
        } else {
            write_velocity(next, group->row[lane], lane_x[lane], lane_y[lane]);
        }
    }
}

#endif
