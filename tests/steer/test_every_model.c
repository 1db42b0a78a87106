// What holds for every model of the library, those that are added later too: limits, goals, symmetry, the same bits.
#include "support/walled_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef CRUSHES
#define CRUSHES 500 // of each model; slow_every_model.c has more
#endif

static const double pi = 3.14159265358979323846;

typedef enum property { PASSES_HEAD_ON, KEEPS_OFF } property;

// Who does not do it, and why that is as it should be.
static const struct {
    const char *model;
    property property;
    const char *why;
} exempt[] = {
    {"straight", PASSES_HEAD_ON, "it avoids nobody, and walks through"},
    {"straight", KEEPS_OFF, "it avoids nobody"},
    {"vo", KEEPS_OFF, "it takes the other to go on standing, so both start at once"},
};

static bool is_exempt(const wend_model *model, property which) {
    for (uint32_t i = 0; i < WEND_COUNT(exempt); i++) {
        if (strcmp(exempt[i].model, model->name) != 0 || exempt[i].property != which) continue;
        print_message("%s left out: %s\n", model->name, exempt[i].why);
        return true;
    }
    return false;
}

static void for_every_model(void (*check)(const wend_model *model)) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) check(models[i]);
}

// Limits ---------------------------------------------------------------------------------------------------------------

static const wend_point crush_room[] = {{0, 0}, {3, 0}, {3, 2.5}, {0, 3}},
                        crush_wall[] = {{1, 1}, {1.5, 2}, {2.2, 1.7}};

static wend_scene *crush_scene(const wend_model *model) {
    const wend_obstacle obstacles[] = {{WEND_ROOM, 0, crush_room, 4}, {WEND_WALL, 0, crush_wall, 3}};
    wend_profile profile = profile_of(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    wend_scene *scene;
    wend_error why;
    must(wend_scene_create(&def, &scene, &why), &why);
    return scene;
}

static wend_agent crushed_agent(oracle_random *random) {
    double draw[4];
    for (int i = 0; i < 4; i++) draw[i] = oracle_uniform(random, 0.0, 1.0);
    wend_agent agent = agent_at(0.05 + 2.9 * draw[0], 0.05 + 2.35 * draw[1]);
    agent.goal.at = (wend_point){13.0 * draw[2] - 5.0, 13.0 * draw[3] - 5.0};
    static const double speeds[] = {0.0, 1.5, 30.0, 999.0}; // the interface takes up to 1000
    oracle_vec v = oracle_in_disc(random, speeds[oracle_below(random, WEND_COUNT(speeds))]);
    agent.velocity = (wend_vec){(float)v.x, (float)v.y};
    agent.shape = wend_disc(0.01f);
    if (oracle_below(random, 5) == 0) agent.driven = true;
    if (oracle_below(random, 9) == 0) agent.max_speed = agent.preferred_speed = 0.0f;
    return agent;
}

static wend_shape any_shape(oracle_random *random) {
    if (oracle_below(random, 40) == 0) return wend_disc(1.5f);
    if (oracle_below(random, 2)) return wend_disc(0.25f);
    return (wend_shape){WEND_ELLIPSE, (float)oracle_uniform(random, 0.05, 0.3),
                        (float)oracle_uniform(random, 0.1, 0.4)};
}

// Grows to its size wherever it is, and now and then goes exactly where another is.
static void press(wend_world *world, oracle_random *random, const wend_serial *serial, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        wend_agent agent = agent_get(world, serial[i]);
        agent.shape = any_shape(random);
        agent_set(world, &agent);
        wend_agent other = agent_get(world, serial[oracle_below(random, count)]);
        if (oracle_below(random, 4) != 0) continue;
        agent.position = other.position;
        if (oracle_below(random, 2)) agent.velocity = other.velocity;
        (void)wend_world_set(world, &agent, NULL); // not through a wall
    }
}

static void crush(const wend_model *model, const wend_scene *scene, uint64_t seed) {
    static const float steps[] = {0.01f, 0.1f, 1.0f};
    oracle_random random = {seed};
    wend_world_def def = wend_world_default(scene);
    def.step = steps[oracle_below(&random, WEND_COUNT(steps))];
    wend_world *world;
    wend_error why;
    must(wend_world_create(&def, &world, &why), &why);
    wend_serial serial[16];
    uint32_t count = 0, wanted = 2 + oracle_below(&random, 14);
    for (uint32_t i = 0; i < wanted; i++) {
        wend_agent agent = crushed_agent(&random);
        count += wend_world_add(world, &agent, &serial[count], NULL) == WEND_OK; // who has no space stays away
    }
    press(world, &random, serial, count);
    world_step(world, 3);
    wend_stats stats = wend_world_stats(world);
    oracle_check(stats.corrected_nonfinite == 0 && stats.corrected_speed == 0,
                 "%s, seed %llu: %llu velocities not finite, %llu too fast", model->name, (unsigned long long)seed,
                 (unsigned long long)stats.corrected_nonfinite, (unsigned long long)stats.corrected_speed);
    wend_world_destroy(world);
}

static void crush_often(const wend_model *model) {
    wend_scene *scene = crush_scene(model);
    for (uint64_t seed = 1; seed <= CRUSHES; seed++) crush(model, scene, seed);
    wend_scene_destroy(scene);
}

static void test_limits_hold_in_any_crush(void **state) {
    (void)state;
    for_every_model(crush_often);
    print_message("seeds 1-%d\n", CRUSHES);
}

// Alone ----------------------------------------------------------------------------------------------------------------

static void walk_alone(const wend_model *model, double distance, double angle, float step) {
    wend_profile profile = profile_of(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = step;
    stage on = stage_open(&def, &world);
    wend_agent agent = agent_at(0.3, -0.2);
    agent.goal = (wend_target){.at = {0.3 + distance * cos(angle), distance * sin(angle) - 0.2}, .radius = 0.2f};
    agent.velocity = (wend_vec){0.0f, 1.3f}; // not the way to go
    wend_serial serial = agent_add(on.world, &agent);
    // Turning round and coming to rest takes 5 s; `steering` comes to rest like exp(-t / 1 s), to 0.01 m/s in 5 more.
    double time = distance / 1.34 + (model == &wend_model_steering ? 8.0 : 5.0), way = 0.0, last_turn = 0.0;
    while (wend_world_stats(on.world).time < time) {
        world_step(on.world, 1);
        wend_agent now = agent_get(on.world, serial);
        double speed = hypot((double)now.velocity.x, (double)now.velocity.y);
        if (now.arrived) way += speed * (double)step;
        if (speed > 0.01) last_turn = wend_world_stats(on.world).time;
    }
    wend_agent there = agent_get(on.world, serial);
    double miss = hypot(there.position.x - there.goal.at.x, there.position.y - there.goal.at.y);
    oracle_check(there.arrived && miss < 0.05 && way < 0.7 && last_turn < time - (double)step,
                 "%s, %g m at %.0f degrees, step %g: arrived %d, %.3f m off after %.1f s, %.2f m of wandering",
                 model->name, distance, 180.0 / pi * angle, (double)step, there.arrived, miss, time, way);
    stage_close(&on);
}

static void walk_alone_anywhere(const wend_model *model) {
    static const float steps[] = {0.01f, 0.1f, 0.25f};
    for (uint32_t i = 0; i < 3 * 12; i++)
        walk_alone(model, 1.0 + 3.0 * (double)(i % 4), 0.3 + (double)i, steps[i % WEND_COUNT(steps)]);
}

static void test_alone_one_arrives_and_stops(void **state) {
    (void)state;
    for_every_model(walk_alone_anywhere);
}

// Two ------------------------------------------------------------------------------------------------------------------

static void meet_head_on(const wend_model *model, double apart, wend_shape shape, float least_apart) {
    stage on = stage_of(model);
    wend_serial serial[2];
    for (int i = 0; i < 2; i++) {
        double x = (i == 0 ? 0.5 : -0.5) * apart;
        wend_agent agent = agent_at(x, 0.0);
        agent.goal = (wend_target){.at = {-x, 0.0}, .radius = 0.2f};
        agent.shape = shape;
        serial[i] = agent_add(on.world, &agent);
    }
    double least = INFINITY;
    do {
        world_step(on.world, 1);
        wend_agent a = agent_get(on.world, serial[0]), b = agent_get(on.world, serial[1]);
        least = fmin(least, hypot(a.position.x - b.position.x, a.position.y - b.position.y));
        oracle_check(wend_world_stats(on.world).time < 60.0, "%s, %g m apart: still face to face", model->name, apart);
    } while (wend_world_stats(on.world).arrived < 2);
    oracle_check(least > (double)least_apart, "%s, %g m apart: through each other, %.3f m between centres", model->name,
                 apart, least);
    stage_close(&on);
}

static void meet_at_any_distance(const wend_model *model) {
    if (is_exempt(model, PASSES_HEAD_ON)) return;
    for (double apart = 1.5; apart < 24.0; apart *= 1.3) {
        meet_head_on(model, apart, wend_disc(0.25f), 0.4f);
        meet_head_on(model, apart, (wend_shape){WEND_ELLIPSE, 0.15f, 0.25f}, 0.28f);
    }
}

// s until two who meet in a corridor are past each other, 60 if they are not by then.
static double time_past(const wend_model *model, const char *preset, double width) {
    const wend_point room[] = {{0, 0}, {24, 0}, {24, width}, {0, width}};
    const wend_obstacle walls = {WEND_ROOM, 0, room, 4};
    wend_profile profile = profile_of(model);
    profile.preset = preset;
    profile.shape = wend_disc(0.2f);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = &walls;
    def.obstacle_count = 1;
    stage on = stage_open(&def, NULL);
    wend_serial a = walker_add(on.world, 6.0, width / 2.0, 23.0),
                b = walker_add(on.world, 18.0, width / 2.0 + 0.05, 1.0);
    do {
        world_step(on.world, 1);
    } while (agent_place(on.world, a).x < agent_place(on.world, b).x + 0.5 && wend_world_stats(on.world).time < 60.0);
    double time = wend_world_stats(on.world).time;
    stage_close(&on);
    return time;
}

static void meet_in_a_narrow_corridor(const wend_model *model) {
    for (double width = 0.9; width < 1.45; width += 0.1) {
        double time = time_past(model, NULL, width);
        oracle_check(time < 30.0, "%s, %g m wide: %g s", model->name, width, time);
    }
}

// Where both fit beside each other; what keeps those of a paper from it, its preset shows.
static void test_two_pass_in_a_corridor(void **state) {
    (void)state;
    for_every_model(meet_in_a_narrow_corridor);
    assert_true(time_past(&wend_model_social_force_2000, "published", 1.0) >= 60.0);
}

static void test_two_pass_head_on(void **state) {
    (void)state;
    for_every_model(meet_at_any_distance);
}

// Two who stand face to face with hardly a gap: nobody walks into the other, in the first step or in any other.
static void start_face_to_face(const wend_model *model) {
    if (is_exempt(model, KEEPS_OFF)) return;
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        oracle_random random = {seed};
        double apart = 0.5 + oracle_uniform(&random, 0.01, 0.3), angle = oracle_uniform(&random, -pi, pi);
        stage on = stage_of(model);
        wend_serial serial[2];
        for (int i = 0; i < 2; i++) {
            double side = i == 0 ? 0.5 : -0.5, goal = -20.0 * side;
            wend_agent agent = agent_at(side * apart * cos(angle), side * apart * sin(angle));
            agent.goal = (wend_target){.at = {goal * cos(angle + 0.01), goal * sin(angle + 0.01)}, .radius = 0.2f};
            serial[i] = agent_add(on.world, &agent);
        }
        for (int tick = 0; tick < 30; tick++) {
            world_step(on.world, 1);
            double deep = 0.5 - agents_apart(on.world, serial[0], serial[1]);
            oracle_check(deep < 0.03, "%s, seed %llu, %.3f m apart: %.3f m into each other", model->name,
                         (unsigned long long)seed, apart, deep);
            worst = fmax(worst, deep);
        }
        stage_close(&on);
    }
    print_message("%s, seeds 1-40: %.4f m into each other at most\n", model->name, worst);
}

static void test_nobody_walks_into_another_close_by(void **state) {
    (void)state;
    for_every_model(start_face_to_face);
}

// Two almost in the same place who want to go the same way.
static void start_merged(const wend_model *model) {
    if (is_exempt(model, PASSES_HEAD_ON)) return;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        oracle_random random = {seed};
        stage on = stage_of(model);
        wend_serial serial[2];
        for (int i = 0; i < 2; i++) {
            oracle_vec at = oracle_in_disc(&random, 0.05);
            wend_agent agent = agent_at(at.x + 0.2 * i, at.y);
            agent.shape = wend_disc(0.01f);
            agent.goal = (wend_target){.at = {30.0, 0.0}, .radius = 0.2f};
            serial[i] = agent_add(on.world, &agent);
        }
        for (int i = 0; i < 2; i++) {
            wend_agent agent = agent_get(on.world, serial[i]);
            agent.shape = wend_disc(0.25f);
            agent.position.x -= 0.2 * i;
            agent_set(on.world, &agent);
        }
        world_step(on.world, 30);
        double apart = agents_apart(on.world, serial[0], serial[1]);
        oracle_check(apart > 0.4, "%s, seed %llu: %.3f m between centres after 3 s", model->name,
                     (unsigned long long)seed, apart);
        stage_close(&on);
    }
}

static void test_bodies_that_overlap_part(void **state) {
    (void)state;
    for_every_model(start_merged);
}

// Many -----------------------------------------------------------------------------------------------------------------

static void leave_by_one_exit(const wend_model *model) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        oracle_random random = {seed};
        stage on = stage_of(model);
        uint32_t count = 4 + (uint32_t)(seed % 3);
        for (uint32_t i = 0; i < count; i++) {
            wend_agent agent = agent_at(1.5 * (i % 3) + oracle_uniform(&random, 0.0, 0.9),
                                        1.5 * (i / 3) + oracle_uniform(&random, 0.0, 0.9));
            agent.goal = (wend_target){.at = {12.0, 2.0}, .radius = 0.3f};
            agent.leaves = true;
            agent_add(on.world, &agent);
        }
        world_step(on.world, 400);
        oracle_check(wend_world_stats(on.world).arrived == count, "%s, seed %llu: %llu of %u have left after 40 s",
                     model->name, (unsigned long long)seed, (unsigned long long)wend_world_stats(on.world).arrived,
                     count);
        stage_close(&on);
    }
}

static void test_all_leave_by_one_exit(void **state) {
    (void)state;
    for_every_model(leave_by_one_exit);
}

// Symmetry -------------------------------------------------------------------------------------------------------------

typedef struct motion {
    double turn;
    bool mirror;
    oracle_vec shift;
} motion;

static oracle_vec turned(const motion *by, oracle_vec a) {
    if (by->mirror) a.y = -a.y;
    return oracle_turned(a, by->turn);
}

// In a world of other random numbers: what chance decides counts as little as where one looks from.
static walled_crowd moved(const walled_crowd *crowd, const motion *by) {
    walled_crowd result = *crowd;
    result.seed = crowd->seed + 1;
    result.bodies.count = 0;
    for (uint32_t i = 0; i < crowd->bodies.count; i++) {
        const oracle_body *body = &crowd->bodies.body[i];
        oracle_vec at = oracle_add(turned(by, body->position), by->shift);
        oracle_crowd_add(&result.bodies, at, body->radius, turned(by, body->velocity), turned(by, body->preferred),
                         body->max_speed)
            ->priority = body->priority;
    }
    for (uint32_t i = 0; i < crowd->wall_count; i++) {
        const crowd_wall *wall = &crowd->wall[i];
        result.wall[i].a = oracle_rounded_vec(oracle_add(turned(by, wall->a), by->shift));
        result.wall[i].b = oracle_rounded_vec(oracle_add(turned(by, wall->b), by->shift));
    }
    return result;
}

// Everything moved by about as much as rounding to float does.
static walled_crowd shaken(const walled_crowd *crowd, oracle_random *random) {
    walled_crowd result = *crowd;
    for (uint32_t i = 0; i < crowd->bodies.count; i++) {
        oracle_body *body = &result.bodies.body[i];
        body->position = oracle_rounded_vec(oracle_add(body->position, oracle_in_disc(random, 8e-6)));
        body->velocity = oracle_rounded_vec(oracle_add(body->velocity, oracle_in_disc(random, 8e-7)));
    }
    return result;
}

// Bodies whose velocity does not hang on the last digits of the input: on no edge, in no tie.
static void find_generic(const walled_crowd *crowd, const wend_model *model, const wend_setting *off, uint32_t count,
                         oracle_random *random, const oracle_vec *steady, bool generic[ORACLE_BODIES]) {
    memset(generic, true, ORACLE_BODIES * sizeof *generic);
    for (int k = 0; k < 4; k++) {
        walled_crowd other = shaken(crowd, random);
        oracle_vec velocity[ORACLE_BODIES];
        walled_crowd_step(&other, model, off, count, velocity);
        for (uint32_t i = 0; i < crowd->bodies.count; i++)
            generic[i] = generic[i] && oracle_distance(velocity[i], steady[i]) < 5e-5;
    }
}

static void compare_moved(const wend_model *model) {
    wend_setting off[CONVENTIONS];
    uint32_t count = conventions_off(model, off), same = 0, skipped = 0;
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        oracle_random random = {seed};
        walled_crowd crowd = walled_crowd_random(&random);
        motion by = {oracle_uniform(&random, -pi, pi), oracle_below(&random, 2), oracle_in_disc(&random, 20.0)};
        walled_crowd other = moved(&crowd, &by);
        oracle_vec here[ORACLE_BODIES], there[ORACLE_BODIES];
        bool generic[ORACLE_BODIES];
        walled_crowd_step(&crowd, model, off, count, here);
        walled_crowd_step(&other, model, off, count, there);
        find_generic(&crowd, model, off, count, &random, here, generic);
        for (uint32_t i = 0; i < crowd.bodies.count; i++) {
            double difference = oracle_distance(turned(&by, here[i]), there[i]);
            skipped += !generic[i];
            if (!generic[i]) continue;
            oracle_check(difference < 3e-4,
                         "%s, seed %llu body %u: (%.7g %.7g) became (%.7g %.7g); does conventions_off know "
                         "all that it does by convention or by chance?",
                         model->name, (unsigned long long)seed, i, here[i].x, here[i].y, there[i].x, there[i].y);
            worst = fmax(worst, difference);
            same++;
        }
    }
    print_message("%s, seeds 1-40: %u bodies differ by at most %.1e m/s, %u not generic\n", model->name, same, worst,
                  skipped);
    assert_true(skipped < (same + skipped) / 3);
}

static void test_turned_shifted_and_mirrored(void **state) {
    (void)state;
    for_every_model(compare_moved);
}

// The same bits --------------------------------------------------------------------------------------------------------

typedef struct detour {
    uint32_t threads;
    wend_isa isa;
    bool over_a_save;
} detour;

static stage hall_open(const wend_model *model, const wend_world_def *world) {
    static const wend_point pillar[] = {{8, 8}, {9, 8}, {9, 9}, {8, 9}}, bend[] = {{3, 12}, {6, 13}, {7, 16}};
    const wend_obstacle obstacles[] = {{WEND_SOLID, 0, pillar, 4}, {WEND_WALL, 0, bend, 3}};
    wend_profile profile = profile_of(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    return stage_open(&def, world);
}

// Crowded, with walls, and some with values of their own, so that lanes of a group differ.
static void fill_hall(const wend_model *model, wend_world *world) {
    for (uint32_t i = 0; i < 600; i++) {
        float draw[4];
        for (uint32_t k = 0; k < 4; k++) draw[k] = 18.0f * wend_random(7, i, 0, 0, k);
        wend_agent agent = agent_at((double)draw[0], (double)draw[1]);
        agent.goal.at = (wend_point){(double)draw[2], (double)draw[3]};
        agent.priority = i % 11 == 0 ? 0.7f : 0.0f;
        agent.heading = draw[0];
        if (i % 3 > 0) agent.shape = (wend_shape){WEND_ELLIPSE, 0.15f, i % 3 == 1 ? 0.23f : 0.12f};
        wend_serial serial;
        if (wend_world_add(world, &agent, &serial, NULL) != WEND_OK || i % 7 != 0) continue;
        for (uint32_t p = 0; p < model->param_count; p++) {
            const wend_param *param = &model->params[p];
            if (!param->choices && param->initial > 0.0f)
                agent_set_param(world, serial, param->name, fminf(param->max, 1.1f * param->initial));
        }
    }
}

static void save_and_load(stage *on, wend_world_def *def) {
    void *bytes;
    size_t size;
    wend_error why;
    must(wend_world_save_bytes(on->world, &bytes, &size, &why), &why);
    wend_world_destroy(on->world);
    def->scene = on->scene;
    must(wend_world_load_bytes(def, bytes, size, &on->world, &why), &why);
    free(bytes);
}

static uint64_t hash_after(const wend_model *model, detour by) {
    wend_world_def def = wend_world_default(NULL);
    def.threads = by.threads;
    def.isa = by.isa;
    stage on = hall_open(model, &def);
    fill_hall(model, on.world);
    world_step(on.world, 8);
    if (by.over_a_save) save_and_load(&on, &def);
    world_step(on.world, 8);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void compare_detours(const wend_model *model) {
    static const detour detours[] = {{2, WEND_ISA_AUTO, false}, {3, WEND_ISA_AUTO, false}, {1, WEND_ISA_AUTO, true},
                                     {1, WEND_ISA_BASE, false}, {1, WEND_ISA_AVX2, false}, {1, WEND_ISA_AVX512, false}};
    uint64_t hash = hash_after(model, (detour){1, WEND_ISA_AUTO, false});
    for (uint32_t i = 0; i < WEND_COUNT(detours); i++) {
        if (!wend_isa_available(detours[i].isa)) continue;
        oracle_check(hash_after(model, detours[i]) == hash, "%s: %u threads, %s, saved %d: other bits", model->name,
                     detours[i].threads, wend_isa_name(detours[i].isa), detours[i].over_a_save);
    }
}

static void test_same_bits_by_any_detour(void **state) {
    (void)state;
    for_every_model(compare_detours);
}

// Shapes ---------------------------------------------------------------------------------------------------------------

// Where 24 are who pass each other round a pillar, in a room and with the habits of people.
static void walk_round_pillar(const wend_model *model, wend_shape shape, wend_point where[24]) {
    static const wend_point room[] = {{0, 0}, {20, 0}, {20, 6}, {0, 6}},
                            pillar[] = {{9, 2.7}, {9.6, 2.7}, {9.6, 3.5}, {9, 3.5}};
    static const wend_obstacle obstacles[] = {{WEND_ROOM, 0, room, 4}, {WEND_SOLID, 0, pillar, 4}};
    wend_profile profile = profile_of(model);
    profile.shape = shape;
    profile.habits = "default";
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, NULL);
    wend_serial who[24];
    for (uint32_t i = 0; i < 24; i++) {
        wend_agent agent = agent_at((i % 2 ? 13.07 : 4.03) + 1.1 * (i / 2 % 3), 1.1 * (i / 6) + (i % 2 ? 1.2 : 1.1));
        agent.goal.at = i % 2 ? (wend_point){2.0, 2.8} : (wend_point){18.0, 3.3};
        who[i] = agent_add(on.world, &agent);
    }
    world_step(on.world, 80);
    for (uint32_t i = 0; i < 24; i++) where[i] = agent_place(on.world, who[i]);
    stage_close(&on);
}

static void equal_axes(const wend_model *model) {
    wend_point disc[24], ellipse[24];
    walk_round_pillar(model, wend_disc(0.2f), disc);
    walk_round_pillar(model, (wend_shape){WEND_ELLIPSE, 0.2f, 0.2f}, ellipse);
    for (uint32_t i = 0; i < 24; i++)
        if (disc[i].x != ellipse[i].x || disc[i].y != ellipse[i].y)
            fail_msg("%s: agent %u at (%g, %g), as an ellipse at (%g, %g)", model->name, i, disc[i].x, disc[i].y,
                     ellipse[i].x, ellipse[i].y);
}

static void test_equal_axes_are_a_disc(void **state) {
    (void)state;
    for_every_model(equal_axes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits_hold_in_any_crush), cmocka_unit_test(test_alone_one_arrives_and_stops),
        cmocka_unit_test(test_two_pass_head_on),         cmocka_unit_test(test_turned_shifted_and_mirrored),
        cmocka_unit_test(test_same_bits_by_any_detour),  cmocka_unit_test(test_equal_axes_are_a_disc),
        cmocka_unit_test(test_two_pass_in_a_corridor),   cmocka_unit_test(test_nobody_walks_into_another_close_by),
        cmocka_unit_test(test_bodies_that_overlap_part), cmocka_unit_test(test_all_leave_by_one_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
