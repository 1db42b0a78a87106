// Steering behaviours: Reynolds, "Steering behaviors for autonomous characters" (1999). Every behaviour asks for a
// force; the weighted sum is cut to what the agent can muster. docs/steering.md says how each of them is understood.
#include "steer/steering.h"

#include <math.h>
#include <stddef.h>

#include "base/isa.h"
#include "base/vec.h"
#include "route/stop.h"
#include "sense/senses.h"

static const char *const avoid_choices[] = {"soonest", "all", NULL};

#define AT(name) offsetof(steering_params, name)
// clang-format off
static const wend_param steering_table[] = {
    {"seek", "1/s", "weight of going to the goal at full speed", 0.0f, 100.0f, 0.0f, AT(seek), NULL},
    {"arrive", "1/s", "weight of going to the goal and stopping there", 0.0f, 100.0f, 2.5f, AT(arrive), NULL},
    {"slowing_time", "s", "time that one plans to need for what is left of the way near the goal; at least 4/arrive",
     0.0f, 30.0f, 1.6f, AT(slowing_time), NULL},
    {"flee", "1/s", "weight of running away from driven and firm agents", 0.0f, 100.0f, 0.0f, AT(flee), NULL},
    {"flee_distance", "m", "those farther away than this are not fled from",
     0.1f, 100.0f, 3.0f, AT(flee_distance), NULL},
    {"separation", "m2/s2", "weight of keeping others at a distance: the push of a gap of 1 m, as far as it goes",
     0.0f, 100.0f, 0.7f, AT(separation), NULL},
    {"separation_distance", "m", "gap between bodies from which on nobody is pushed",
     0.0f, 100.0f, 0.5f, AT(separation_distance), NULL},
    {"flock_cohesion", "1/s2", "weight of staying in the middle of those who walk the same way",
     0.0f, 100.0f, 0.0f, AT(flock_cohesion), NULL},
    {"flock_cohesion_distance", "m", "who is farther away than this is not stayed with",
     0.1f, 100.0f, 3.0f, AT(flock_cohesion_distance), NULL},
    {"alignment", "1/s", "weight of going like those who walk the same way", 0.0f, 100.0f, 0.2f, AT(alignment), NULL},
    {"alignment_distance", "m", "who is farther away than this is not gone with",
     0.1f, 100.0f, 2.0f, AT(alignment_distance), NULL},
    {"same_way", "", "cosine of the angle to the own way within which others walk the same way; -1: all who walk",
     -1.0f, 0.999f, 0.7f, AT(same_way), NULL},
    {"avoidance", "", "weight of avoiding those who will come too near; 1: no more than is needed",
     0.0f, 100.0f, 2.0f, AT(avoidance), NULL},
    {"avoid", "", "who is avoided of those who will come too near",
     0.0f, 1.0f, STEERING_AVOID_ALL, AT(avoid), avoid_choices},
    {"horizon", "s", "how far ahead agents look for each other", 0.05f, 30.0f, 3.0f, AT(horizon), NULL},
    {"clearance", "m", "gap that one likes to leave in passing", 0.0f, 10.0f, 0.2f, AT(clearance), NULL},
    {"keep_right", "m", "how far others may pass on the wrong side, while there is time to change it",
     0.0f, 5.0f, 0.1f, AT(keep_right), NULL},
    {"obstacles", "1/s", "weight of going round walls ahead", 0.0f, 100.0f, 8.0f, AT(obstacles), NULL},
    {"obstacle_horizon", "s", "how far ahead agents look for walls", 0.05f, 30.0f, 1.0f, AT(obstacle_horizon), NULL},
    {"obstacle_clearance", "m", "gap that one likes to leave to walls; who follows a way over the map leaves the way's own",
     0.0f, 10.0f, 0.05f, AT(obstacle_clearance), NULL},
    {"wall_following", "1/s2", "weight of keeping the nearest wall at a distance",
     0.0f, 100.0f, 0.0f, AT(wall_following), NULL},
    {"wall_distance", "m", "gap to a wall that is followed", 0.0f, 100.0f, 0.5f, AT(wall_distance), NULL},
    {"wall_reach", "m", "walls farther away than this are not followed", 0.0f, 100.0f, 2.0f, AT(wall_reach), NULL},
    {"wall_time", "s", "how far ahead the distance to a wall that is followed is looked at",
     0.0f, 30.0f, 1.0f, AT(wall_time), NULL},
    {"path", "1/s2", "weight of staying in the corridor about the straight way to the goal",
     0.0f, 100.0f, 0.0f, AT(path), NULL},
    {"path_radius", "m", "half the width of that corridor", 0.0f, 100.0f, 0.3f, AT(path_radius), NULL},
    {"path_time", "s", "how far ahead one looks whether one leaves that corridor",
     0.0f, 30.0f, 1.0f, AT(path_time), NULL},
    {"leader", "1/s", "weight of following the nearest one ahead who walks the same way",
     0.0f, 100.0f, 0.0f, AT(leader), NULL},
    {"leader_distance", "m", "gap to the one who is followed", 0.0f, 100.0f, 0.5f, AT(leader_distance), NULL},
    {"give_ground", "", "share of its time in which one who stands before others steps back",
     0.0f, 1.0f, 0.05f, AT(give_ground), NULL},
    {"precedence", "", "how much one of two who stand in each other's way goes first, for a few seconds at a time",
     0.0f, 1.0f, 1.0f, AT(precedence), NULL},
    {"max_force", "m/s2", "greatest acceleration by steering", 0.01f, 1000.0f, 5.0f, AT(max_force), NULL},
    {"neighbour_distance", "m", "agents farther away than this are not seen",
     0.1f, 100.0f, 5.0f, AT(neighbour_distance), NULL},
    {"max_neighbours", "count", "how many of the nearest agents are seen", 0.0f, WEND_NEIGHBOURS_MAX, 10.0f,
     AT(max_neighbours), NULL},
};
// clang-format on

static const wend_setting published[] = {
    {"seek", 1.0f},
    {"arrive", 0.0f},
    {"separation", 1.2f},
    {"separation_distance", 2.5f},
    {"alignment", 0.8f},
    {"flock_cohesion", 0.8f},
    {"alignment_distance", 3.75f},
    {"flock_cohesion_distance", 4.5f},
    {"same_way", -1.0f},
    {"avoidance", 1.0f},
    {"avoid", STEERING_AVOID_SOONEST},
    {"keep_right", 0.0f},
    {"give_ground", 0.0f},
    {"precedence", 0.0f},
};

static const wend_preset steering_presets[] = {
    {"default", "pedestrians who stop at their goals and pass each other on the right", NULL, 0},
    {"published", "the classic flock, which seeks its goals and avoids the soonest collision only", published,
     WEND_COUNT(published)},
};

// The goal -------------------------------------------------------------------------------------------------------------

static void seek(wi_steerer *s) {
    if (s->distance > 0.0f) wi_steer_towards(s, s->set->seek, wi_scale(s->speed, s->way));
}

// The speed falls with what is left of the way, to the goal or to where a red light stops one. If it fell faster than the
// weight lets the velocity follow, one would swing about the goal: the roots of the step (v, distance) -> (v', distance -
// dt v') must be real, which they are for slowing times from (1 + sqrt(1 + weight dt))^2 / weight on. Who leaves at the goal
// need not stop: those who creep up to an exit are held off it by the others who do.
static void arrive(wi_steerer *s) {
    float weight = s->set->arrive, root = 1.0f + wi_sqrt(1.0f + weight * s->now->step);
    if (!(weight > 0.0f)) return;
    bool leaves = s->now->role[s->row].flags & WEND_FLAG_LEAVES;
    float left = wi_min(leaves ? INFINITY : s->distance, wi_way_to_red_light(s->now, s->row));
    float slowing = left / wi_max(s->set->slowing_time, root * root / weight);
    float braking = wi_sqrt(2.0f * s->set->max_force * left);
    wi_steer_towards(s, weight, wi_scale(wi_min(s->slowed, wi_min(braking, slowing)), s->way));
}

// Reynolds holds the place where one will be within a path's radius. A model remembers nothing, so the path begins
// where one is, and what is held is the drift to the side.
static void follow_path(wi_steerer *s) {
    const steering_params *set = s->set;
    float drift = set->path_time * wi_det(s->way, s->velocity), off = wi_abs(drift) - set->path_radius;
    if (off > 0.0f) wi_steer_push(s, wi_scale(drift > 0.0f ? -set->path * off : set->path * off, wi_left(s->way)));
}

// All together ---------------------------------------------------------------------------------------------------------

static float distance_to(wend_vec at, wend_goal goal) {
    wend_vec to = wi_sub(goal.at, at);
    return wi_length(
        wi_sub(to, wi_vec(wi_clamp(to.x, -goal.half.x, goal.half.x), wi_clamp(to.y, -goal.half.y, goal.half.y))));
}

static wi_steerer steerer(const wend_view *now, uint32_t row) {
    const wend_body *me = &now->body[row];
    const wend_pace *pace = &now->pace[row];
    wi_steerer s = {.now = now, .set = wend_view_params(now, row), .row = row, .radius = now->form[row].radius};
    s.at = wi_vec(me->x, me->y);
    s.velocity = wi_vec(me->vx, me->vy);
    wend_vec preferred = wi_vec(me->preferred_x, me->preferred_y);
    s.way = wi_unit(preferred, wi_vec(0.0f, 0.0f));
    s.slowed = wi_length(preferred);
    s.distance = distance_to(s.at, now->goal[row]);
    s.speed = pace->preferred_speed;
    s.fastest = pace->max_speed;
    return s;
}

static wend_vec cut(wend_vec a, float most) {
    float length = wi_length(a);
    return length > most ? wi_scale(most / length, a) : a;
}

// The sum of the forces with what is owed to the velocity taken from the new one, cut to the greatest there is.
static wend_vec next_velocity(const wi_steerer *s) {
    float step = s->now->step;
    wend_vec force = wi_scale(1.0f / (1.0f + s->rate * step), wi_sub(s->force, wi_scale(s->rate, s->velocity)));
    return cut(wi_add(s->velocity, wi_scale(step, cut(force, s->set->max_force))), s->fastest);
}

// To the goal, or, to give ground, away from it as strongly.
static void go(wi_steerer *s, wend_vec back) {
    if (wi_length2(back) > 0.0f) {
        wi_steer_towards(s, s->set->seek + s->set->arrive, back);
    } else {
        seek(s);
        arrive(s);
        follow_path(s);
    }
}

void wi_steering_finish(const wend_view *now, const wend_next *next, uint32_t row, const wi_steering_others *others) {
    wi_steerer s = steerer(now, row);
    wi_steering_walls walls;
    s.force = others->force;
    s.rate = others->rate;
    go(&s, others->back);
    wi_steering_see_walls(&s, &walls);
    wi_steering_avoid_walls(&s, &walls);
    wi_steering_follow_wall(&s, &walls);
    next->motion[row].velocity = cut(wi_steering_stop_at_walls(&s, &walls, next_velocity(&s)), s.fastest);
}

static void steering_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static wi_steering_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_steering_steer);
    kernels[now->senses->isa](now, next, rows);
}

const wend_model wend_model_steering = {
    .name = "steering",
    .summary = "steering behaviours: arrive, separation, avoidance, flocking and more, by weights",
    .source = "Reynolds, Steering behaviors for autonomous characters, Game Developers Conference 1999",
    .params = steering_table,
    .param_count = WEND_COUNT(steering_table),
    .params_size = sizeof(steering_params),
    .presets = steering_presets,
    .preset_count = WEND_COUNT(steering_presets),
    .steer = steering_steer,
};
