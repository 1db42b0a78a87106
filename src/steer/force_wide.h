// A lane-full of agents moved by forces: who they are, whom they see, and what the forces make of their velocities.
// A model adds up accelerations in between.
#ifndef WI_FORCE_WIDE_H
#define WI_FORCE_WIDE_H

#include "route/stop.h"
#include "sense/around_wide.h"
#include "steer/force.h"
#include "steer/own_way_wide.h"
#include "steer/precedence_wide.h"
#include "steer/right_of_way_wide.h"
#include "world/world.h"

typedef struct force_lanes {
    wide_group group;
    wide_neighbours near;
    const char *blocks; // of parameters
    size_t block_stride;
    int32_t number[WI_LANES]; // of the lanes' blocks
    bool same_block;
    wide x, y, vx, vy, radius, priority, preferred_x, preferred_y;
    wide preferred_speed, max_speed, precedence;
    wide_count stream;     // of random numbers
    wide_mask held_up;     // see are_held_up
    wide rank;             // for precedence
    bool ranked;           // whether it has been drawn
    wide opposed2;         // the square of the part along their own ways from which on ways of unit length are opposed
    bool sorts;            // some step aside for others
    wide_mask slow;        // lanes that do if they meet somebody who comes
    wide_mask met;         // those who do
    wide_mask crowd;       // lanes with a crowd about them
    wide_mask faced;       // lanes towards whom somebody comes straight
    wide_mask several;     // and several do
    wide force_x, force_y; // sum so far, for a unit of mass: m/s2
} force_lanes;

// Another agent as the lanes see it.
typedef struct force_other {
    wide px, py;       // from it to the lane
    wide vx, vy;       // its velocity
    wide own_x, own_y; // what the lane's velocity changes by in this meeting, as it has the right of way
    wide preferred_x, preferred_y;
    wide radius;      // of both
    wide weight;      // 0 to 2: how much of the avoidance is the lane's, 1 for half of it; 0 where there is nobody
    wide_mask comes;  // lanes that it would go against
    wide_mask in_way; // lanes whose weight is not settled yet: see let_one_go_first
} force_other;

WI_INLINE const char *lane_block(const force_lanes *lanes, uint32_t lane) {
    return lanes->blocks + (uint32_t)lanes->number[lane] * lanes->block_stride;
}

// A parameter of each lane, by its place in the block.
WI_INLINE wide lane_param(const force_lanes *lanes, size_t offset) {
    float value[WI_LANES];
    memcpy(value, lane_block(lanes, 0) + offset, sizeof *value);
    if (lanes->same_block) return wide_of(value[0]);
    for (uint32_t lane = 1; lane < WI_LANES; lane++)
        memcpy(&value[lane], lane_block(lanes, lane) + offset, sizeof *value);
    return wide_load(value);
}

#define SHARED_PARAM(lanes, name) lane_param(lanes, offsetof(wi_force_params, name))

static inline void read_settings(force_lanes *lanes, const wend_view *now) {
    wide pace[4];
    wide_read_quads((const float(*)[4])(const void *)now->pace, lanes->group.row, pace);
    lanes->preferred_speed = pace[0];
    lanes->max_speed = pace[1];
    wide_roles roles = wide_read_roles(now, lanes->group.row);
    lanes->stream = roles.stream;
    lanes->blocks = wi_view_block(now, 0);
    lanes->block_stride = now->senses->params_stride;
    wide_int_store(lanes->number, roles.params);
    lanes->same_block =
        !wide_any(wide_and_not(wide_first(WI_LANES), wide_int_equal(roles.params, wide_int_of(lanes->number[0]))));
}

// Takes the next rows that lie together and looks around. Returns how many it took.
static inline uint32_t force_lanes_form(force_lanes *lanes, const wend_view *now, const uint32_t *row, uint32_t count) {
    uint32_t taken = wide_group_form(&lanes->group, now, row, count);
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, lanes->group.row, field);
    lanes->x = field[0], lanes->y = field[1], lanes->vx = field[2], lanes->vy = field[3];
    lanes->radius = field[4], lanes->priority = field[5];
    lanes->preferred_x = field[6], lanes->preferred_y = field[7];
    lanes->force_x = lanes->force_y = wide_of(0.0f);
    read_settings(lanes, now);
    lanes->opposed2 = wide_of(STEP_ASIDE_OPPOSED2) *
                      (lanes->preferred_x * lanes->preferred_x + lanes->preferred_y * lanes->preferred_y);
    lanes->precedence = SHARED_PARAM(lanes, precedence);
    lanes->rank = wide_of(0.0f);
    lanes->ranked = false;
    wide aside = SHARED_PARAM(lanes, step_aside);
    lanes->sorts = wide_any(wide_less(wide_of(0.0f), wide_abs(aside)));
    lanes->met = lanes->crowd = lanes->faced = lanes->several = wide_first(0);
    lanes->slow =
        may_step_aside(now, &lanes->group, aside, lanes->vx, lanes->vy, lanes->preferred_x, lanes->preferred_y);
    lanes->held_up = are_held_up(lanes->vx, lanes->vy, lanes->preferred_x, lanes->preferred_y);
    wide_int most = __builtin_convertvector(SHARED_PARAM(lanes, max_neighbours), wide_int);
    wide_near(now, &lanes->group, SHARED_PARAM(lanes, neighbour_distance), most, &lanes->near);
    return taken;
}

// The lanes that stand in the way of their neighbours, whose body records these are, or these in theirs: as wi_precedence
// has it of equals, of many.
WI_INLINE wide_mask in_each_others_way(const force_lanes *lanes, const wide field[8], wide_mask opposed) {
    wide_mask stand = lanes->held_up | are_held_up(field[2], field[3], field[6], field[7]);
    return stand & opposed & wide_less(wide_of(0.0f), lanes->precedence);
}

WI_INLINE void give_way(const wend_view *now, const force_lanes *lanes, uint32_t slot, wide priority,
                        force_other *other) {
    right_of_way right;
    const somebody of = {lanes->near.row[slot], other->px, other->py, wide_first(WI_LANES)};
    other->weight = wide_clamp(wide_of(1.0f) - (lanes->priority - priority), wide_of(0.0f), wide_of(2.0f));
    if (!find_right_of_way(now, &lanes->group, &of, lanes->priority, priority, &right)) return;
    wide own_x = lanes->vx, own_y = lanes->vy;
    take_right_of_way(&right, right.mine, lanes->preferred_x, lanes->preferred_y, &own_x, &own_y);
    take_right_of_way(&right, right.theirs, other->preferred_x, other->preferred_y, &other->vx, &other->vy);
    other->own_x = own_x - lanes->vx;
    other->own_y = own_y - lanes->vy;
    other->weight = wide_select(right.equals, wide_of(1.0f), other->weight);
}

WI_INLINE force_other force_other_read(const force_lanes *lanes, const wend_view *now, uint32_t slot) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide field[8];
    wide_read_records((const float(*)[8])(const void *)now->body, lanes->near.row[slot], field);
    wide_mask there = wide_int_less(wide_int_of((int32_t)slot), lanes->near.count);
    wide along = lanes->preferred_x * field[6] + lanes->preferred_y * field[7];
    wide_mask comes = wide_less(along, zero);
    wide_mask equals = wide_less_equal(lanes->priority, field[5]) & wide_less_equal(field[5], lanes->priority);
    force_other other = {.px = lanes->x - field[0],
                         .py = lanes->y - field[1],
                         .vx = field[2],
                         .vy = field[3],
                         .own_x = zero,
                         .own_y = zero,
                         .preferred_x = field[6],
                         .preferred_y = field[7],
                         .radius = lanes->radius + field[4],
                         .weight = one,
                         .comes = there & comes,
                         .in_way = there & equals & in_each_others_way(lanes, field, comes)};
    if (wide_any(wide_and_not(there, equals))) give_way(now, lanes, slot, field[5], &other);
    other.weight = wide_select(there, other.weight, zero);
    return other;
}

// The ranks of all lanes, drawn when they are first asked for.
WI_INLINE wide own_ranks(force_lanes *lanes, const wend_view *now) {
    if (!lanes->ranked) lanes->rank = precedence_ranks(now, lanes->group.row, wide_first(WI_LANES));
    lanes->ranked = true;
    return lanes->rank;
}

WI_INLINE wide weight_by_ranks(wide precedence, wide own, wide theirs) {
    wide right = precedence * precedence_by_ranks(own, theirs);
    return wide_clamp(wide_of(1.0f) - right, wide_of(0.0f), wide_of(2.0f));
}

// Lanes that another would go straight against.
WI_INLINE wide_mask comes_straight(const force_lanes *lanes, const force_other *other) {
    const wide x = other->preferred_x, y = other->preferred_y;
    wide along = lanes->preferred_x * x + lanes->preferred_y * y;
    return other->comes & wide_less(lanes->opposed2 * (x * x + y * y), along * along);
}

// Lanes that would step aside do so for those who come straight; who stands, for whoever would go against it.
WI_INLINE void note_meeting(force_lanes *lanes, uint32_t slot, const force_other *other) {
    if (!lanes->sorts) return;
    const wide px = other->px, py = other->py, radii = other->radius;
    wide_mask before = wide_less(px * lanes->preferred_x + py * lanes->preferred_y, wide_of(0.0f));
    wide_mask close = is_near(px, py, radii, STEP_ASIDE_SIGHT);
    wide_mask straight = comes_straight(lanes, other);
    wide_mask faces = straight & before & close;
    _Static_assert(STEP_ASIDE_SEVERAL == 2, "lanes do not count farther");
    lanes->several = lanes->several | (lanes->faced & faces);
    lanes->faced = lanes->faced | faces;
    if (slot == STEP_ASIDE_CROWD - 1) // the nearest come first
        lanes->crowd = wide_int_less(wide_int_of((int32_t)slot), lanes->near.count) & close;
    if (!wide_any(lanes->slow)) return;
    wide_mask against = straight | (other->comes & lanes->held_up);
    lanes->met = lanes->met | (lanes->slow & against & before & is_near(px, py, radii, STEP_ASIDE_REACH));
}

// Who goes first among some of those who are in each other's way: only for lanes to which the weight matters.
WI_INLINE void let_one_go_first(force_lanes *lanes, const wend_view *now, uint32_t slot, wide_mask some,
                                force_other *other) {
    some = some & other->in_way;
    if (!wide_any(some)) return;
    wide theirs = precedence_ranks(now, lanes->near.row[slot], some);
    wide weight = weight_by_ranks(lanes->precedence, own_ranks(lanes, now), theirs);
    other->weight = wide_select(some, weight, other->weight);
}

// Those of some lanes who have somebody close before them: within 60 degrees of the way, and less than a body away.
static inline wide_mask someone_ahead(force_lanes *lanes, const wend_view *now, wide_mask some) {
    const wide zero = wide_of(0.0f);
    wide p2 = lanes->preferred_x * lanes->preferred_x + lanes->preferred_y * lanes->preferred_y;
    wide_mask left = some;
    for (uint32_t slot = 0; slot < lanes->near.most && wide_any(left); slot++) {
        force_other other = force_other_read(lanes, now, slot);
        wide along = -(other.px * lanes->preferred_x + other.py * lanes->preferred_y);
        wide d2 = other.px * other.px + other.py * other.py, close = other.radius + wide_of(2.0f) * lanes->radius;
        wide_mask ahead = left & wide_less(zero, along) & wide_less(wide_of(0.25f) * p2 * d2, along * along) &
                          wide_less(d2, close * close);
        let_one_go_first(lanes, now, slot, ahead, &other);
        left = wide_and_not(left, ahead & wide_less(zero, other.weight));
    }
    return wide_and_not(some, left);
}

// The velocity that the lanes would have if nobody pushed them.
static inline void force_aim(force_lanes *lanes, const wend_view *now, wide *x, wide *y) {
    own_way way = {&lanes->group,
                   lanes->stream,
                   wide_of(0.5f) * SHARED_PARAM(lanes, side_bias),
                   SHARED_PARAM(lanes, give_ground),
                   lanes->vx,
                   lanes->vy,
                   lanes->preferred_x,
                   lanes->preferred_y};
    begin_to_step_aside(&way, now, lanes->crowd & lanes->several, SHARED_PARAM(lanes, step_aside));
    if (wide_any(lanes->met))
        step_aside(&way, lanes->met & wide_less(own_ranks(lanes, now), wide_of(STEP_ASIDE_RANK)),
                   SHARED_PARAM(lanes, step_aside));
    keep_aside(&way, wide_int_less(wide_int_of(0), lanes->near.count), now->seed, x, y);
    wide_count count = {0};
    wide_mask back = may_give_ground(&way, now, &count);
    if (wide_any(back)) back = someone_ahead(lanes, now, back);
    if (wide_any(back)) step_back(&way, now->seed, count, back, x, y);
}

// (x, y) shortened to a length of at most `most`.
WI_INLINE void limit_length(wide *x, wide *y, wide most) {
    wide length2 = *x * *x + *y * *y;
    // Where none is nearly as long, no root has to be taken.
    if (!wide_any(wide_less(wide_of(0.99f) * most * most, length2))) return;
    wide length = wide_sqrt(length2);
    wide scale = wide_select(wide_less(most, length), most / length, wide_of(1.0f));
    *x *= scale;
    *y *= scale;
}

#define AT_STOP 1e-3f // m

static inline wide_mask way_ends(const wend_view *now, const wide_group *group, wide_mask lanes) {
    uint32_t ends = 0;
    for (uint32_t slow = wide_mask_bits(lanes); slow != 0; slow &= slow - 1)
        if (wi_route_ends(now, (uint32_t)group->row[__builtin_ctz(slow)])) ends |= slow & -slow;
    return wide_mask_of_bits(ends);
}

// What is left of the lanes' ways to their goals.
static inline void ways_to_goals(const force_lanes *lanes, const wend_view *now, wide *x, wide *y) {
    float goal[4][WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) {
        const wend_goal *at = &now->goal[lanes->group.row[lane]];
        goal[0][lane] = at->at.x, goal[1][lane] = at->at.y, goal[2][lane] = at->half.x, goal[3][lane] = at->half.y;
    }
    *x = wide_load(goal[0]) - lanes->x;
    *y = wide_load(goal[1]) - lanes->y;
    *x -= wide_clamp(*x, -wide_load(goal[2]), wide_load(goal[2]));
    *y -= wide_clamp(*y, -wide_load(goal[3]), wide_load(goal[3]));
}

// Of some lanes those whom a red light stops, for whom (x, y) becomes what is left of the way to there.
static inline wide_mask ways_to_lights(const force_lanes *lanes, const wend_view *now, wide_mask some, wide *x,
                                       wide *y) {
    uint32_t stops = 0;
    wide left = wide_of(0.0f);
    for (uint32_t slow = wide_mask_bits(some); slow != 0; slow &= slow - 1) {
        int lane = __builtin_ctz(slow);
        float way = wi_way_to_red_light(now, (uint32_t)lanes->group.row[lane]);
        if (!wi_finite(way)) continue;
        stops |= slow & -slow;
        left[lane] = way;
    }
    wide_mask before = wide_mask_of_bits(stops);
    wide p2 = lanes->preferred_x * lanes->preferred_x + lanes->preferred_y * lanes->preferred_y;
    left = wide_select(wide_less(wide_of(0.0f), p2), left / wide_sqrt(p2), wide_of(0.0f));
    *x = wide_select(before, left * lanes->preferred_x, *x);
    *y = wide_select(before, left * lanes->preferred_y, *y);
    return before;
}

// Lets those who are at their goals, or where a red light stops them, come to rest. Returns the rate at which the preferred
// speed falls on the last stretch before that, 1/s; 0 elsewhere, where it may be low because of stairs or of others. Agents
// that only followed it, a relaxation time late, would overshoot: swing about a goal, and run over a line.
static inline wide slow_down(force_lanes *lanes, const wend_view *now) {
    wide p2 = lanes->preferred_x * lanes->preferred_x + lanes->preferred_y * lanes->preferred_y;
    wide cruise = wide_of(0.999f) * lanes->preferred_speed, x, y;
    wide_mask slow = wide_less(p2, cruise * cruise), last = slow;
    if (wide_any(slow)) last = way_ends(now, &lanes->group, slow);
    bool lights = wide_any(slow) && wi_has_lights(now);
    if (!wide_any(last) && !lights) return wide_of(0.0f);
    ways_to_goals(lanes, now, &x, &y);
    if (lights) last = last | ways_to_lights(lanes, now, slow, &x, &y);
    wide d2 = x * x + y * y, along = x * lanes->preferred_x + y * lanes->preferred_y;
    wide_mask there = last & wide_less(d2, wide_of(AT_STOP * AT_STOP));
    lanes->vx = wide_select(there, wide_of(0.0f), lanes->vx);
    lanes->vy = wide_select(there, wide_of(0.0f), lanes->vy);
    last = last & wide_less(wide_of(0.0f), along) & wide_less(wide_of(0.998f) * p2 * d2, along * along);
    return wide_select(last, wide_sqrt(p2 / d2), wide_of(0.0f));
}

// Within WI_STOPPING_TIME of a stop the preferred speed is that of one who follows it at once and stops there: then nobody
// is faster towards it than that, however long the step and the relaxation are, unless bodies push it: who stands at the edge
// of a region can be pushed into it.
WI_INLINE void stop_in_time(const force_lanes *lanes, float step, wide rate, wide *x, wide *y) {
    const wide zero = wide_of(0.0f);
    wide_mask near = wide_less(wide_of(0.99f / wi_max(step, WI_STOPPING_TIME)), rate);
    if (!wide_any(near)) return;
    wide p2 = lanes->preferred_x * lanes->preferred_x + lanes->preferred_y * lanes->preferred_y;
    wide along = *x * lanes->preferred_x + *y * lanes->preferred_y;
    wide excess = wide_select(near & wide_less(p2, along), (along - p2) / p2, zero);
    *x -= excess * lanes->preferred_x;
    *y -= excess * lanes->preferred_y;
}

// What the forces make of the velocities.
typedef struct force_plan {
    wide vx, vy;
    wide inertia; // what a change of velocity costs, drive and all, for a unit of mass
    wide slowing; // 1/s, before a stop
} force_plan;

// dv/dt = (aim - v) / relaxation - v * slowing + force, with the force as it is now and the rest as it will be at
// the end of the step: no step is too long for it.
static inline void force_lanes_plan(force_lanes *lanes, const wend_view *now, force_plan *plan) {
    wide aim_x, aim_y, step = wide_of(now->step), pull = step / SHARED_PARAM(lanes, relaxation);
    force_aim(lanes, now, &aim_x, &aim_y);
    limit_length(&lanes->force_x, &lanes->force_y, SHARED_PARAM(lanes, max_force));
    plan->slowing = slow_down(lanes, now);
    plan->inertia = wide_of(1.0f) + pull + step * plan->slowing;
    wide per = wide_of(1.0f) / plan->inertia;
    plan->vx = (lanes->vx + step * lanes->force_x + pull * aim_x) * per;
    plan->vy = (lanes->vy + step * lanes->force_y + pull * aim_y) * per;
    stop_in_time(lanes, now->step, plan->slowing, &plan->vx, &plan->vy);
}

static inline void force_lanes_write(const force_lanes *lanes, const wend_next *next, const force_plan *plan,
                                     wide max_speed) {
    wide vx = plan->vx, vy = plan->vy;
    limit_length(&vx, &vy, max_speed);
    float x[WI_LANES], y[WI_LANES];
    wide_store(x, vx);
    wide_store(y, vy);
    for (uint32_t lane = 0; lane < lanes->group.count; lane++)
        next->motion[lanes->group.row[lane]].velocity = wi_vec(x[lane], y[lane]);
}

#endif
