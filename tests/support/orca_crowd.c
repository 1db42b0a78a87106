// The crowds of orca_oracle.h: what each body has to solve, and the library's world for them.
#include "support/orca_oracle.h"
#include "support/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

oracle_crowd oracle_crowd_empty(void) {
    oracle_crowd crowd;
    memset(&crowd, 0, sizeof crowd);
    crowd.step = (double)0.1f;
    crowd.horizon = 2.0;
    crowd.obstacle_horizon = 1.0;
    crowd.neighbour_distance = 5.0;
    crowd.max_neighbours = 10;
    return crowd;
}

// So far away that nobody slows down for it.
static oracle_vec goal_of(const oracle_body *body) {
    return oracle_rounded_vec(oracle_add(body->position, oracle_scale(100.0, oracle_unit(body->preferred))));
}

oracle_body *oracle_crowd_add(oracle_crowd *crowd, oracle_vec position, double radius, oracle_vec velocity,
                              oracle_vec preferred, double max_speed) {
    oracle_check(crowd->count < ORACLE_BODIES, "too many bodies for a crowd");
    oracle_body *body = &crowd->body[crowd->count++];
    *body = (oracle_body){
        .position = oracle_rounded_vec(position), .velocity = oracle_rounded_vec(velocity), .preferred = preferred};
    body->radius = oracle_rounded(radius);
    body->max_speed = oracle_rounded(max_speed);
    double speed = oracle_rounded(oracle_length(preferred));
    if (speed > 0.0) body->preferred = oracle_scale(speed, oracle_unit(oracle_sub(goal_of(body), body->position)));
    return body;
}

static bool is_firm(const oracle_body *body) { return body->driven || body->priority >= (double)WEND_PRIORITY_FIRM; }

oracle_vec oracle_optimum(const oracle_crowd *crowd, const oracle_body *body) {
    if (is_firm(body) || // goes on as it does
        crowd->about == ORACLE_CURRENT)
        return body->velocity;
    return crowd->about == ORACLE_PREFERRED ? body->preferred : oracle_at(0.0, 0.0);
}

double oracle_share(const oracle_body *a, const oracle_body *b) {
    if (b->driven) return 1.0;
    return fmin(fmax((1.0 + b->priority - a->priority) / 2.0, 0.0), 1.0);
}

static oracle_vec between(oracle_vec a, oracle_vec b, double share) {
    return oracle_add(a, oracle_scale(share, oracle_sub(b, a)));
}

oracle_meeting oracle_meet(const oracle_crowd *crowd, const oracle_body *a, const oracle_body *b) {
    oracle_meeting is = {oracle_optimum(crowd, a), oracle_optimum(crowd, b), oracle_share(a, b)};
    double right = fmin(fmax(a->priority - b->priority, -1.0), 1.0);
    if (is_firm(a) || is_firm(b) || right == 0.0) return is;
    if (oracle_distance(a->position, b->position) < a->radius + b->radius) {
        is.share = 0.5;
        return is;
    }
    if (right > 0.0) is.own = between(is.own, a->preferred, right);
    if (right < 0.0) is.other = between(is.other, b->preferred, -right);
    return is;
}

oracle_plane oracle_pair_plane(const oracle_crowd *crowd, const oracle_body *a, const oracle_body *b, double *margin) {
    oracle_vec p = oracle_sub(b->position, a->position);
    double radius = a->radius + b->radius;
    double horizon = oracle_length(p) < radius ? crowd->step : crowd->horizon;
    oracle_meeting is = oracle_meet(crowd, a, b);
    oracle_vec w = oracle_sub(is.own, is.other);
    bool plain = crowd->spread.corner_count == 0 && crowd->spread.radius <= 0.0;
    oracle_nearest nearest =
        plain ? oracle_cone(p, radius, horizon, w) : oracle_hull(&p, 1, radius, horizon, &crowd->spread, w);
    oracle_vec u = oracle_sub(nearest.point, w);
    if (margin != NULL) *margin = nearest.margin;
    oracle_vec on = oracle_add(is.own, oracle_scale(is.share, u));
    return (oracle_plane){nearest.normal, oracle_dot(nearest.normal, on), false};
}

// As wend_neighbour has it: a big body is nearer than its centre.
static double apparent_distance(const oracle_body *a, const oracle_body *b) {
    double big = fmax(0.0, b->radius - (double)WEND_BIG_RADIUS);
    return fmax(0.0, oracle_distance(a->position, b->position) - big);
}

typedef struct seen {
    double distance;
    uint32_t body;
} seen;

static int seen_compare(const void *left, const void *right) {
    const seen *a = left, *b = right;
    return (a->distance > b->distance) - (a->distance < b->distance);
}

static uint32_t crowd_nearest(const oracle_crowd *crowd, uint32_t self, seen *near, bool *doubtful) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        double distance = apparent_distance(&crowd->body[self], &crowd->body[i]);
        if (fabs(distance - crowd->neighbour_distance) < 1e-5) *doubtful = true;
        if (i != self && distance < crowd->neighbour_distance) near[count++] = (seen){distance, i};
    }
    qsort(near, count, sizeof near[0], seen_compare);
    if (count <= crowd->max_neighbours) return count;
    uint32_t last = crowd->max_neighbours;
    if (near[last].distance - near[last - 1].distance < 1e-5) *doubtful = true;
    return last;
}

static void add_turning(oracle_programme *programme, const oracle_crowd *crowd, const oracle_body *body) {
    double angle = crowd->turning * crowd->step;
    if (angle <= 0.0 || angle >= pi / 2.0 || oracle_length(body->velocity) <= 0.0) return;
    oracle_vec ahead = oracle_unit(body->velocity);
    oracle_vec right_of_left = oracle_scale(-1.0, oracle_left(oracle_turned(ahead, angle)));
    oracle_vec left_of_right = oracle_left(oracle_turned(ahead, -angle));
    oracle_programme_add(programme, (oracle_plane){right_of_left, 0.0, true});
    oracle_programme_add(programme, (oracle_plane){left_of_right, 0.0, true});
}

// Bodies that nearly touch, or a w near the middle of the obstacle: there the plane turns on the last bits of the input.
static bool pair_doubtful(const oracle_crowd *crowd, const oracle_body *a, const oracle_body *b, double margin) {
    oracle_vec p = oracle_sub(b->position, a->position);
    double gap = oracle_length(p) - (a->radius + b->radius);
    oracle_meeting is = oracle_meet(crowd, a, b);
    oracle_vec w = oracle_sub(is.own, is.other);
    oracle_vec centre = oracle_scale(1.0 / (gap < 0.0 ? crowd->step : crowd->horizon), p);
    return fabs(gap) < 1e-3 || margin < 1e-3 || oracle_distance(w, centre) < 0.05;
}

oracle_programme oracle_crowd_programme(const oracle_crowd *crowd, uint32_t self, bool *doubtful) {
    const oracle_body *body = &crowd->body[self];
    oracle_programme programme;
    memset(&programme, 0, sizeof programme);
    programme.preferred = body->preferred;
    programme.disc[programme.disc_count++] = (oracle_disc){oracle_at(0.0, 0.0), body->max_speed};
    if (crowd->acceleration > 0.0)
        programme.disc[programme.disc_count++] = (oracle_disc){body->velocity, crowd->acceleration * crowd->step};
    add_turning(&programme, crowd, body);

    seen near[ORACLE_BODIES];
    uint32_t count = crowd_nearest(crowd, self, near, doubtful);
    for (uint32_t i = 0; i < count; i++) {
        const oracle_body *other = &crowd->body[near[i].body];
        double margin;
        if (oracle_meet(crowd, body, other).share <= 0.0) continue; // who takes no share goes on regardless
        oracle_programme_add(&programme, oracle_pair_plane(crowd, body, other, &margin));
        if (pair_doubtful(crowd, body, other, margin)) *doubtful = true;
    }
    return programme;
}

// The library's side ---------------------------------------------------------------------------------------------------

static wend_scene *crowd_scene(const oracle_crowd *crowd) {
    const wend_setting settings[] = {
        {"side_bias", 0.0f},
        {"give_ground", 0.0f},
        {"crowd_horizon", 0.0f},
        {"horizon", (float)crowd->horizon},
        {"obstacle_horizon", (float)crowd->obstacle_horizon},
        {"neighbour_distance", (float)crowd->neighbour_distance},
        {"max_neighbours", (float)crowd->max_neighbours},
        {"optimise_about", (float)crowd->about},
        {"acceleration", (float)crowd->acceleration},
        {"turning", (float)crowd->turning},
    };
    wend_profile profile = wend_profile_default();
    profile.habits = "none";
    profile.model = &wend_model_orca;
    if (crowd->preset != NULL) profile.preset = crowd->preset;
    profile.settings = settings;
    profile.setting_count = WEND_COUNT(settings);
    profile.velocity_radius = (float)crowd->spread.radius;
    profile.velocity_corner_count = crowd->spread.corner_count;
    for (uint32_t i = 0; i < crowd->spread.corner_count; i++) {
        oracle_vec corner = crowd->spread.corner[i];
        profile.velocity_corners[i] = (wend_vec){(float)corner.x, (float)corner.y};
    }
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.profile_count = 1;
    def.obstacles = crowd->obstacles;
    def.obstacle_count = crowd->obstacle_count;
    wend_scene *scene = NULL;
    wend_error error;
    oracle_require(wend_scene_create(&def, &scene, &error), &error, "scene");
    return scene;
}

static void check_exact(const wend_agent *agent, const oracle_body *body) {
    oracle_check(agent->position.x == body->position.x && agent->position.y == body->position.y,
                 "position (%.17g %.17g) became (%.17g %.17g)", body->position.x, body->position.y, agent->position.x,
                 agent->position.y);
    oracle_check((double)agent->velocity.x == body->velocity.x && (double)agent->velocity.y == body->velocity.y,
                 "velocity (%.17g %.17g) became (%.17g %.17g)", body->velocity.x, body->velocity.y,
                 (double)agent->velocity.x, (double)agent->velocity.y);
    oracle_check((double)agent->shape.half_length == body->radius, "radius %.17g became %.17g", body->radius,
                 (double)agent->shape.half_length);
}

// Bodies may overlap, which adding refuses and setting allows: so they arrive small and grow, or come from afar.
wend_serial oracle_body_enter(wend_world *world, const oracle_body *body) {
    wend_agent agent = agent_at(body->position.x, body->position.y);
    wend_error error;
    agent.velocity = (wend_vec){(float)body->velocity.x, (float)body->velocity.y};
    agent.shape = wend_disc(0.01f);
    agent.max_speed = (float)body->max_speed;
    agent.max_acceleration = INFINITY;
    agent.priority = (float)body->priority;
    agent.driven = body->driven;
    double speed = oracle_length(body->preferred);
    if (speed > 0.0) {
        oracle_vec goal = goal_of(body);
        agent.preferred_speed = (float)speed;
        agent.goal = (wend_target){.at = {goal.x, goal.y}, .radius = 0.1f};
    } else {
        agent.preferred_speed = 0.0f;
    }
    wend_serial serial = 0;
    wend_result result = wend_world_add(world, &agent, &serial, &error);
    if (result == WEND_NO_SPACE) {
        agent.position.y += 1000.0;
        result = wend_world_add(world, &agent, &serial, &error);
    }
    oracle_require(result, &error, "add");
    agent = agent_get(world, serial);
    agent.position = (wend_point){body->position.x, body->position.y};
    agent.shape = wend_disc((float)body->radius);
    agent_set(world, &agent);
    agent = agent_get(world, serial);
    check_exact(&agent, body);
    return serial;
}

oracle_world oracle_world_open(const oracle_crowd *crowd, const uint32_t *order) {
    oracle_world opened = {.scene = crowd_scene(crowd), .count = crowd->count};
    wend_world_def def = wend_world_default(opened.scene);
    def.step = (float)crowd->step;
    wend_error error;
    oracle_require(wend_world_create(&def, &opened.world, &error), &error, "world");
    for (uint32_t i = 0; i < crowd->count; i++) {
        uint32_t body = order != NULL ? order[i] : i;
        opened.serial[body] = oracle_body_enter(opened.world, &crowd->body[body]);
    }
    return opened;
}

void oracle_world_step(oracle_world *world) { world_step(world->world, 1); }

wend_agent oracle_world_agent(oracle_world *world, uint32_t body) {
    return agent_get(world->world, world->serial[body]);
}

void oracle_world_close(oracle_world *world) {
    wend_world_destroy(world->world);
    wend_scene_destroy(world->scene);
    *world = (oracle_world){.world = NULL};
}

void oracle_crowd_step(const oracle_crowd *crowd, const uint32_t *order, oracle_vec *velocity) {
    oracle_world world = oracle_world_open(crowd, order);
    oracle_world_step(&world);
    for (uint32_t i = 0; i < crowd->count; i++) velocity[i] = oracle_from(oracle_world_agent(&world, i).velocity);
    oracle_world_close(&world);
}
