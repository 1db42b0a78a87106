#include "support/walled_crowd.h"

static bool is_taken(const walled_crowd *crowd, oracle_vec at) {
    for (uint32_t i = 0; i < crowd->bodies.count; i++)
        if (oracle_distance(at, crowd->bodies.body[i].position) < 0.03) return true;
    for (uint32_t i = 0; i < crowd->wall_count; i++)
        if (oracle_wall_distance(at, crowd->wall[i].a, crowd->wall[i].b) < 0.03) return true;
    return false;
}

// Drawn one after the other: compilers differ in the order in which they look at arguments.
static oracle_vec in_box(oracle_random *random, double half_x, double half_y) {
    double x = oracle_uniform(random, -half_x, half_x);
    return oracle_at(x, oracle_uniform(random, -half_y, half_y));
}

static void add_bodies(walled_crowd *crowd, oracle_random *random, double side) {
    uint32_t count = 2 + oracle_below(random, 40);
    for (uint32_t i = 0; i < count; i++) {
        oracle_vec at = in_box(random, side / 2.0, side / 2.0);
        if (is_taken(crowd, at)) continue;
        double radius = oracle_uniform(random, 0.15, 0.4);
        oracle_vec velocity = oracle_in_disc(random, 1.99), preferred = oracle_in_disc(random, 2.0);
        oracle_body *body = oracle_crowd_add(&crowd->bodies, at, radius, velocity, preferred, 2.0);
        if (oracle_below(random, 4) == 0) body->priority = oracle_rounded(oracle_uniform(random, -1.5, 1.5));
    }
}

// Each in a strip of its own, so that none touches another.
static void add_walls(walled_crowd *crowd, oracle_random *random, double side) {
    crowd->wall_count = oracle_below(random, 6);
    for (uint32_t i = 0; i < crowd->wall_count; i++) {
        oracle_vec middle = oracle_at(0.0, side * ((double)i + 0.5) / 6.0 - side / 2.0);
        oracle_vec a = oracle_add(middle, in_box(random, side / 2.0, side / 14.0));
        oracle_vec b = oracle_add(middle, in_box(random, side / 2.0, side / 14.0));
        crowd->wall[i] = (crowd_wall){oracle_rounded_vec(a), oracle_rounded_vec(b)};
    }
}

walled_crowd walled_crowd_random(oracle_random *random) {
    walled_crowd crowd = {.bodies = oracle_crowd_empty(), .seed = wend_world_default(NULL).seed};
    double side = oracle_uniform(random, 3.0, 16.0);
    crowd.bodies.step = oracle_rounded(oracle_below(random, 2) ? 0.1 : 0.01);
    add_walls(&crowd, random, side);
    add_bodies(&crowd, random, side);
    return crowd;
}

// All come in as dots, then grow, since nobody may enter where another's body is.
static void enter_bodies(const walled_crowd *crowd, wend_world *world, wend_serial *serial) {
    for (uint32_t i = 0; i < crowd->bodies.count; i++) {
        oracle_body dot = crowd->bodies.body[i];
        dot.radius = (double)0.01f;
        serial[i] = oracle_body_enter(world, &dot);
    }
    for (uint32_t i = 0; i < crowd->bodies.count; i++) {
        wend_agent agent = agent_get(world, serial[i]);
        agent.shape = wend_disc((float)crowd->bodies.body[i].radius);
        agent_set(world, &agent);
    }
}

stage walled_crowd_open(const walled_crowd *crowd, const wend_model *model, const wend_setting *settings,
                        uint32_t setting_count, wend_serial serial[ORACLE_BODIES]) {
    wend_profile profile = profile_of(model);
    profile.settings = settings;
    profile.setting_count = setting_count;
    wend_point ends[CROWD_WALLS][2];
    wend_obstacle obstacles[CROWD_WALLS];
    for (uint32_t i = 0; i < crowd->wall_count; i++) {
        ends[i][0] = (wend_point){crowd->wall[i].a.x, crowd->wall[i].a.y};
        ends[i][1] = (wend_point){crowd->wall[i].b.x, crowd->wall[i].b.y};
        obstacles[i] = (wend_obstacle){WEND_WALL, 0, ends[i], 2};
    }
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = crowd->wall_count;
    wend_world_def world = wend_world_default(NULL);
    world.step = (float)crowd->bodies.step;
    world.seed = crowd->seed;
    stage on = stage_open(&def, &world);
    enter_bodies(crowd, on.world, serial);
    return on;
}

void walled_crowd_step(const walled_crowd *crowd, const wend_model *model, const wend_setting *settings,
                       uint32_t setting_count, oracle_vec velocity[ORACLE_BODIES]) {
    wend_serial serial[ORACLE_BODIES];
    stage on = walled_crowd_open(crowd, model, settings, setting_count, serial);
    world_step(on.world, 1);
    for (uint32_t i = 0; i < crowd->bodies.count; i++)
        velocity[i] = oracle_from(agent_get(on.world, serial[i]).velocity);
    oracle_check(wend_world_stats(on.world).corrected_nonfinite == 0, "%s: not a number", model->name);
    stage_close(&on);
}

uint32_t conventions_off(const wend_model *model, wend_setting settings[CONVENTIONS]) {
    static const char *const names[CONVENTIONS] = {"side_bias",   "step_aside", "give_ground",
                                                   "fluctuation", "keep_right", "precedence"};
    uint32_t count = 0;
    for (uint32_t i = 0; i < CONVENTIONS; i++)
        if (wend_model_param(model, names[i], NULL) != NULL) settings[count++] = (wend_setting){names[i], 0.0f};
    return count;
}
