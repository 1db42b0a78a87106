// What the parts of the model `steering` share.
#ifndef WI_STEERING_H
#define WI_STEERING_H

#include "wend/model.h"

typedef struct steering_params {
    float seek, arrive, slowing_time;
    float flee, flee_distance;
    float separation, separation_distance;
    float flock_cohesion, flock_cohesion_distance;
    float alignment, alignment_distance;
    float same_way;
    float avoidance, avoid, horizon, clearance, keep_right;
    float obstacles, obstacle_horizon, obstacle_clearance;
    float wall_following, wall_distance, wall_reach, wall_time;
    float path, path_radius, path_time;
    float leader, leader_distance;
    float give_ground, precedence;
    float max_force;
    float neighbour_distance, max_neighbours;
} steering_params;

enum { STEERING_AVOID_SOONEST, STEERING_AVOID_ALL };

// One who steers: what it knows of itself, and the sum of what its behaviours ask for.
typedef struct wi_steerer {
    const wend_view *now;
    const steering_params *set;
    uint32_t row;
    float radius; // of the body: for walls
    wend_vec at, velocity;
    wend_vec way;         // unit vector towards the goal; 0, 0 for one who is there
    float distance;       // to the goal, m
    float speed, fastest; // preferred and greatest, m/s
    float slowed;         // the preferred one, less if the goal is near
    wend_vec force;       // m/s2
    float rate;           // 1/s: how strongly the behaviours together draw the velocity to the ones they desire
} wi_steerer;

// A behaviour that steers towards a desired velocity: the force weight (desired - velocity), weight in 1/s. What is
// owed to the velocity is kept apart, so that it can be taken from the new one: no weight is too large for a step.
static inline void wi_steer_towards(wi_steerer *s, float weight, wend_vec desired) {
    s->force = (wend_vec){s->force.x + weight * desired.x, s->force.y + weight * desired.y};
    s->rate += weight;
}

// A behaviour that pushes, m/s2.
static inline void wi_steer_push(wi_steerer *s, wend_vec force) {
    s->force = (wend_vec){s->force.x + force.x, s->force.y + force.y};
}

// The behaviours that have to do with walls.
#define WI_STEERING_WALLS 16
typedef struct wi_steering_walls {
    const wend_wall *wall[WI_STEERING_WALLS]; // nearest first
    uint32_t count;
} wi_steering_walls;

void wi_steering_see_walls(const wi_steerer *s, wi_steering_walls *near);
void wi_steering_avoid_walls(wi_steerer *s, const wi_steering_walls *near);
void wi_steering_follow_wall(wi_steerer *s, const wi_steering_walls *near);

// The velocity without what would take the body into a wall within the step.
wend_vec wi_steering_stop_at_walls(const wi_steerer *s, const wi_steering_walls *near, wend_vec v);

// What the behaviours of one towards others sum up to.
typedef struct wi_steering_others {
    wend_vec force;
    float rate;
    wend_vec back; // velocity at which one gives ground; 0, 0: it does not
} wi_steering_others;

// Steers one row.
void wi_steering_finish(const wend_view *now, const wend_next *next, uint32_t row, const wi_steering_others *others);

// Sees to others for many rows at once, then finishes each of them; once for each instruction set.
typedef void wi_steering_kernel(const wend_view *now, const wend_next *next, wend_rows rows);
wi_steering_kernel wi_steering_steer_isa0, wi_steering_steer_isa1, wi_steering_steer_isa2;

#endif
