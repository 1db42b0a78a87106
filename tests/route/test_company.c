// Groups: side by side in the open, in file where it is narrow, together again after an obstacle, behind their leader.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 8 };

typedef struct party {
    const wend_model *model;
    stage on;
    wend_serial who[MOST];
    uint32_t count;
} party;

static wend_scene_def scene_of(wend_profile *profile, const wend_obstacle *obstacles, uint32_t count) {
    static wend_profile usual;
    if (!profile) profile = &usual;
    *profile = profile == &usual ? wend_profile_default() : *profile;
    wend_scene_def def = wend_scene_default();
    def.profiles = profile;
    def.obstacles = obstacles;
    def.obstacle_count = count;
    return def;
}

static wend_agent member_at(double x, double y, double goal_x) {
    wend_agent agent = agent_at(x, y);
    agent.goal.at = (wend_point){goal_x, 0.0};
    agent.group = 7;
    return agent;
}

// A group in a loose heap about (0, 0), on its way along x; everything but the model as it is by default.
static party set_out(const wend_model *model, uint32_t count, uint64_t seed, const wend_obstacle *obstacles,
                     uint32_t obstacle_count) {
    party all = {.model = model, .count = count};
    wend_profile profile = wend_profile_default();
    profile.model = model;
    wend_scene_def def = scene_of(&profile, obstacles, obstacle_count);
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    all.on = stage_open(&def, &world);
    for (uint32_t i = 0; i < count; i++) {
        wend_agent agent = member_at(0.9 * (i % 2) + 0.3 * (double)wend_random(seed, i, 0, 0, 0),
                                     0.9 * (i / 2) - 0.9 + 0.3 * (double)wend_random(seed, i, 0, 0, 1), 200.0);
        agent.preferred_speed = 1.2f + 0.3f * wend_random(seed, i, 0, 0, 2);
        all.who[i] = agent_add(all.on.world, &agent);
    }
    return all;
}

// What holds of a group holds whatever its model: one that is added later too.
static void for_every_model(void (*expect)(const wend_model *model)) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++)
        if (model_is_tried(i)) expect(models[i]);
}

// Forces between members who walk side by side press on their places.
static bool is_pressed(const wend_model *model) {
    return model == &wend_model_social_force_1995 || model == &wend_model_social_force_2000 ||
           model == &wend_model_steering;
}

static int from_left(const void *a, const void *b) {
    double left = ((const wend_point *)a)->y, right = ((const wend_point *)b)->y;
    return (left < right) - (left > right);
}

static void places(const party *all, wend_point at[MOST]) {
    for (uint32_t i = 0; i < all->count; i++) at[i] = agent_get(all->on.world, all->who[i]).position;
    qsort(at, all->count, sizeof *at, from_left);
}

static double extent(const party *all, bool along) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < all->count; i++) {
        wend_point at = agent_get(all->on.world, all->who[i]).position;
        low = fmin(low, along ? at.x : at.y);
        high = fmax(high, along ? at.x : at.y);
    }
    return high - low;
}

// Neighbours are a body and a gap apart across the way; in a V each walks behind its outer neighbour.
static void expect_v(const party *all, uint64_t seed) {
    const char *name = all->model->name;
    double deepest = is_pressed(all->model) ? 40.0 : 25.0; // degrees; 17 are meant
    wend_point at[MOST];
    places(all, at);
    for (uint32_t i = 0; i + 1 < all->count; i++) {
        double beside = at[i].y - at[i + 1].y, behind = at[i].x - at[i + 1].x;
        double middle = 0.5 * (all->count - 1), inwards = i + 1 <= middle ? 1.0 : i >= middle ? -1.0 : 0.0;
        double angle = atan2(inwards * behind, beside) * 180.0 / acos(-1.0);
        if (!(beside > 0.55 && beside < 0.95))
            fail_msg("%s, seed %u, %u members: neighbours %g m apart", name, (unsigned)seed, all->count, beside);
        if (inwards != 0.0 && !(angle > 10.0 && angle < deepest))
            fail_msg("%s, seed %u, %u members: the V has %g degrees", name, (unsigned)seed, all->count, angle);
        if (inwards == 0.0 && !(fabs(behind) < 0.1))
            fail_msg("%s, seed %u, %u members: the middle ones are %g m apart", name, (unsigned)seed, all->count,
                     behind);
    }
}

static void expect_v_in_the_open(const wend_model *model) {
    for (uint32_t count = 2; count <= 5; count++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            party all = set_out(model, count, seed, NULL, 0);
            world_step(all.on.world, 300);
            for (uint32_t i = 0; i < 20; i++) {
                expect_v(&all, seed);
                world_step(all.on.world, 5);
            }
            stage_close(&all.on);
        }
}

static void a_v_in_the_open(void **state) {
    (void)state;
    for_every_model(expect_v_in_the_open);
}

// Nobody is faster than the slowest, and nobody falls behind.
static void expect_pace_of_the_slowest(const wend_model *model) {
    party all = set_out(model, 3, 4, NULL, 0);
    float differs = is_pressed(model) ? 0.1f : 0.05f;
    wend_agent slow = agent_get(all.on.world, all.who[1]);
    slow.preferred_speed = 0.8f;
    agent_set(all.on.world, &slow);
    world_step(all.on.world, 300);
    for (uint32_t i = 0; i < 3; i++) {
        float speed = agent_get(all.on.world, all.who[i]).velocity.x;
        if (!(fabsf(speed - 0.8f) < differs)) fail_msg("%s: %g m/s", model->name, (double)speed);
    }
    if (!(extent(&all, true) < 1.0)) fail_msg("%s: %g m from first to last", model->name, extent(&all, true));
    stage_close(&all.on);
}

static void the_pace_of_the_slowest(void **state) {
    (void)state;
    for_every_model(expect_pace_of_the_slowest);
}

// A pair goes straight on at the speed that both would like, in the open or, where `width` is more than 0, in a corridor.
// The second may have a body and habits of its own; `leads` says which of them is ahead at first.
static void expect_straight_on(const wend_agent *second, bool leads, double width) {
    wend_profile profile = profile_of(&wend_model_straight);
    const wend_setting together = {"cohesion", 1.0f};
    profile.settings = &together;
    profile.setting_count = 1;
    const wend_point left[] = {{-9, 0.5 * width}, {99, 0.5 * width}},
                     right[] = {{-9, -0.5 * width}, {99, -0.5 * width}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, left, 2}, {WEND_WALL, 0, right, 2}};
    wend_scene_def def = scene_of(&profile, walls, width > 0.0 ? 2 : 0);
    stage on = stage_open(&def, NULL);
    wend_agent agents[2] = {member_at(0.0, 0.0, 1e4), *second};
    wend_serial who[2];
    for (int i = 0; i < 2; i++) {
        agents[i].position = (wend_point){(i == 0) == leads ? 0.0 : 1.5, width > 0.0 ? 0.0 : 1.0 * i - 0.5};
        agents[i].preferred_speed = 1.3f;
        who[i] = agent_add(on.world, &agents[i]);
    }
    world_step(on.world, 600);
    for (int i = 0; i < 2; i++) {
        wend_vec v = agent_get(on.world, who[i]).velocity;
        if (!(fabsf(v.x - 1.3f) < 0.01f && fabsf(v.y) < 0.01f))
            fail_msg("radius %g m, corridor of %g m: one of the pair walks at (%g %g) m/s",
                     (double)second->shape.half_length, width, (double)v.x, (double)v.y);
    }
    stage_close(&on);
}

// Whoever differs from the others draws nobody aside, on or back: all mean the same places.
static void who_differs_draws_nobody_along(void **state) {
    (void)state;
    const double widths[] = {0.0, 1.2, 1.4, 1.6, 1.9, 2.4};
    const wend_setting habits[] = {{"group_gap", 1.0f}, {"formation", 0.5f}};
    for (uint32_t i = 0; i < 2 * WEND_COUNT(widths); i++) {
        wend_agent other = member_at(0.0, 0.0, 1e4);
        other.shape = wend_disc(0.4f);
        expect_straight_on(&other, i % 2, widths[i / 2]);
    }
    for (uint32_t i = 0; i < WEND_COUNT(habits); i++) {
        wend_agent other = member_at(0.0, 0.0, 1e4);
        other.settings = &habits[i];
        other.setting_count = 1;
        expect_straight_on(&other, false, 0.0);
    }
}

// In file, where rows keep more distance the faster they walk, that is of the pace which all have.
static void the_pace_of_the_slowest_in_file(void **state) {
    (void)state;
    wend_profile profile = profile_of(&wend_model_straight);
    const wend_setting together = {"cohesion", 1.0f};
    profile.settings = &together;
    profile.setting_count = 1;
    const wend_point left[] = {{-9, 0.4}, {99, 0.4}}, right[] = {{-9, -0.4}, {99, -0.4}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, left, 2}, {WEND_WALL, 0, right, 2}};
    wend_scene_def def = scene_of(&profile, walls, 2);
    for (int slow = 0; slow < 2; slow++) {
        stage on = stage_open(&def, NULL);
        wend_serial who[2];
        for (int i = 0; i < 2; i++) {
            wend_agent agent = member_at(2.0 * i, 0.0, 1e4);
            agent.preferred_speed = i == slow ? 1.0f : 1.5f;
            who[i] = agent_add(on.world, &agent);
        }
        world_step(on.world, 600);
        for (int i = 0; i < 2; i++) assert_near(agent_get(on.world, who[i]).velocity.x, 1.0, 0.01);
        stage_close(&on);
    }
}

// A corridor 1.2 m wide from x = 15 m on. The walls at its entrance narrow the way from `narrows` on.
static void expect_file(const wend_model *model, double narrows) {
    const wend_point upper[] = {{15, 0.6}, {40, 0.6}, {40, 8}, {narrows, 8}};
    const wend_point lower[] = {{15, -0.6}, {narrows, -8}, {40, -8}, {40, -0.6}};
    const wend_obstacle walls[] = {{WEND_SOLID, 0, upper, 4}, {WEND_SOLID, 0, lower, 4}};
    for (uint32_t count = 2; count <= 5; count++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            party all = set_out(model, count, seed, walls, 2);
            double widest = 0.0, nearest = INFINITY;
            for (uint32_t i = 0; i < 700; i++) {
                world_step(all.on.world, 1);
                wend_point at[MOST];
                places(&all, at);
                bool inside = true;
                for (uint32_t k = 0; k < count; k++) inside &= at[k].x > 16.0 && at[k].x < 37.0;
                if (!inside) continue;
                widest = fmax(widest, extent(&all, false));
                for (uint32_t k = 0; k < count; k++)
                    for (uint32_t j = 0; j < k; j++) nearest = fmin(nearest, fabs(at[j].x - at[k].x));
            }
            if (!(widest > 0.0 && widest < 0.7 && nearest > 0.4))
                fail_msg("%s, seed %u, %u members: %g m wide, %g m apart", model->name, (unsigned)seed, count, widest,
                         nearest);
            world_step(all.on.world, 300);
            expect_v(&all, seed);
            stage_close(&all.on);
        }
}

static void expect_file_after_a_funnel(const wend_model *model) { expect_file(model, 3.0); }

// Without a map nobody plans: whom others hold before a wall square to the way, as social forces may, stays there.
static void file_in_a_corridor(void **state) {
    (void)state;
    for_every_model(expect_file_after_a_funnel);
    expect_file(wend_profile_default().model, 15.0);
}

// On which sides of the pillar members are right now.
static void see_sides(const party *all, bool *left, bool *right) {
    for (uint32_t i = 0; i < all->count; i++) {
        wend_point at = agent_get(all->on.world, all->who[i]).position;
        if (fabs(at.x - 20.0) > 0.3) continue;
        *left |= at.y > 0.0;
        *right |= at.y < 0.0;
    }
}

// Five are wider than the pillar, and split.
static void expect_together_after_a_pillar(const wend_model *model) {
    static const wend_point pillar[] = {{19, 0.05}, {20, -0.8}, {21, 0.05}, {20, 0.9}};
    const wend_obstacle solid = {WEND_SOLID, 0, pillar, 4};
    for (uint32_t count = 2; count <= 5; count++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            party all = set_out(model, count, seed, &solid, 1);
            bool left = false, right = false;
            for (uint32_t i = 0; i < 500; i++) {
                world_step(all.on.world, 1);
                see_sides(&all, &left, &right);
            }
            if (count == 5 && !(left && right)) fail_msg("%s, seed %u: all on one side", model->name, (unsigned)seed);
            wend_point at[MOST];
            places(&all, at);
            for (uint32_t i = 0; i < count; i++)
                if (at[i].x < 25.0)
                    fail_msg("%s, seed %u, %u members: stuck at %g", model->name, (unsigned)seed, count, at[i].x);
            expect_v(&all, seed);
            stage_close(&all.on);
        }
}

static void together_after_a_pillar(void **state) {
    (void)state;
    for_every_model(expect_together_after_a_pillar);
}

// Through a crowd that comes towards them, and together again.
static void expect_together_after_a_crowd(const wend_model *model) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        party all = set_out(model, 4, seed, NULL, 0);
        for (uint32_t i = 0; i < 60; i++) {
            wend_agent agent = agent_at(25.0 + 1.5 * (i / 6) + (double)wend_random(seed, i, 1, 0, 0) * 0.5,
                                        1.2 * (i % 6) - 3.0 + (double)wend_random(seed, i, 1, 0, 1) * 0.5);
            agent.goal.at = (wend_point){-200.0, agent.position.y};
            agent_add(all.on.world, &agent);
        }
        world_step(all.on.world, 800);
        expect_v(&all, seed);
        stage_close(&all.on);
    }
}

static void together_after_a_crowd(void **state) {
    (void)state;
    for_every_model(expect_together_after_a_crowd);
}

static void expect_behind_the_leader(const wend_model *model) {
    // Strides ahead of those who follow push a leader of the social force from 1995 about.
    bool pushed = model == &wend_model_social_force_1995;
    double astray = pushed ? 10.0 : 3.0, aside = pushed ? 3.0 : 2.0; // m
    for (uint64_t seed = 1; seed <= 10; seed++) {
        party all = set_out(model, 6, seed, NULL, 0);
        for (uint32_t i = 0; i < 6; i++) { // each with another goal: only the leader's counts
            wend_agent agent = agent_get(all.on.world, all.who[i]);
            agent.leads = i == 2;
            agent.goal.at = i == 2 ? (wend_point){0.0, 200.0} : (wend_point){200.0, 40.0 * i};
            agent_set(all.on.world, &agent);
        }
        world_step(all.on.world, 300);
        wend_point leader = agent_get(all.on.world, all.who[2]).position;
        if (!(leader.y > 15.0 && fabs(leader.x) < astray))
            fail_msg("%s, seed %u: the leader is at %g, %g", model->name, (unsigned)seed, leader.x, leader.y);
        for (uint32_t i = 0; i < 6; i++) {
            wend_point at = agent_get(all.on.world, all.who[i]).position;
            if (i != 2 && !(at.y < leader.y - 0.3 && at.y > leader.y - 6.0 && fabs(at.x - leader.x) < aside))
                fail_msg("%s, seed %u: %g, %g from the leader", model->name, (unsigned)seed, at.x - leader.x,
                         at.y - leader.y);
        }
        stage_close(&all.on);
    }
}

static void behind_the_leader(void **state) {
    (void)state;
    for_every_model(expect_behind_the_leader);
}

// A pair, one behind the other, gets on as well as a group: the follower does not drive its leader before it.
static void expect_a_pair_to_get_on(const wend_model *model) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        party all = set_out(model, 2, seed, NULL, 0);
        wend_agent leader = agent_get(all.on.world, all.who[0]);
        leader.leads = true;
        agent_set(all.on.world, &leader);
        world_step(all.on.world, 300);
        leader = agent_get(all.on.world, all.who[0]);
        wend_point other = agent_get(all.on.world, all.who[1]).position;
        double apart = hypot(other.x - leader.position.x, other.y - leader.position.y);
        if (!(leader.position.x > 28.0 && apart < 4.0))
            fail_msg("%s, seed %u: the leader is at %g, %g, the other %g m away", model->name, (unsigned)seed,
                     leader.position.x, leader.position.y, apart);
        stage_close(&all.on);
    }
}

static void a_pair_gets_on(void **state) {
    (void)state;
    for_every_model(expect_a_pair_to_get_on);
}

// One is left 8 m behind: the others slow down until it has caught up.
static void expect_waiting(const wend_model *model) {
    party all = set_out(model, 3, 2, NULL, 0);
    wend_agent late = agent_get(all.on.world, all.who[0]);
    late.position.x -= 8.0;
    agent_set(all.on.world, &late);
    world_step(all.on.world, 20);
    float speed = agent_get(all.on.world, all.who[1]).velocity.x;
    if (!(speed < 0.7f)) fail_msg("%s: waits at %g m/s", model->name, (double)speed);
    world_step(all.on.world, 400);
    expect_v(&all, 2);
    stage_close(&all.on);
}

static void waited_for(void **state) {
    (void)state;
    for_every_model(expect_waiting);
}

// One is shut in: the others wait while it is within reach, and then go on as if there were no such one.
static void given_up(void **state) {
    (void)state;
    static const wend_point cell[] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}, {-2, -2}};
    const wend_obstacle walls = {WEND_WALL, 0, cell, 5};
    wend_profile profile = wend_profile_default();
    static const wend_setting reach[] = {{"group_reach", 8.0f}};
    profile.settings = reach;
    profile.setting_count = 1;
    wend_scene_def def = scene_of(&profile, &walls, 1);
    stage on = stage_open(&def, NULL);
    wend_agent shut = member_at(0, 0, 200), first = member_at(4, 0.4, 200), second = member_at(4, -0.4, 200);
    wend_serial lost = agent_add(on.world, &shut), who = agent_add(on.world, &first);
    agent_add(on.world, &second);
    world_step(on.world, 60);
    assert_true(agent_get(on.world, who).velocity.x < 1.0f);
    world_step(on.world, 400);
    assert_true(agent_get(on.world, lost).position.x < 2.0);
    assert_true(agent_get(on.world, who).position.x > 20.0 && agent_get(on.world, who).velocity.x > 1.25f);
    stage_close(&on);
}

// Many groups in a crowd with walls, one of them vast.
static uint64_t crowd_hash(uint32_t threads) {
    static const wend_point pillar[] = {{10, 10}, {14, 10}, {14, 14}, {10, 14}};
    const wend_obstacle solid = {WEND_SOLID, 0, pillar, 4};
    wend_scene_def def = scene_of(NULL, &solid, 1);
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    stage on = stage_open(&def, &world);
    for (uint32_t i = 0; i < 900; i++) {
        wend_point at = {0.9 * (i % 30), 0.9 * (i / 30)};
        if (at.x > 9.5 && at.x < 14.5 && at.y > 9.5 && at.y < 14.5) continue;
        wend_agent agent = agent_at(at.x, at.y);
        agent.goal.at = (wend_point){i / 4 % 2 ? 60.0 : -30.0, 13.0};
        agent.group = i < 400 ? 1 : i / 4;
        agent.leads = i % 8 == 0 && i > 600;
        agent_add(on.world, &agent);
    }
    world_step(on.world, 100);
    assert_int_equal(wend_world_stats(on.world).corrected_nonfinite, 0);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void same_bits_for_every_thread_count(void **state) {
    (void)state;
    uint64_t one = crowd_hash(1);
    assert_true(one == crowd_hash(2));
    assert_true(one == crowd_hash(5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_v_in_the_open),
        cmocka_unit_test(the_pace_of_the_slowest),
        cmocka_unit_test(who_differs_draws_nobody_along),
        cmocka_unit_test(the_pace_of_the_slowest_in_file),
        cmocka_unit_test(file_in_a_corridor),
        cmocka_unit_test(together_after_a_pillar),
        cmocka_unit_test(together_after_a_crowd),
        cmocka_unit_test(behind_the_leader),
        cmocka_unit_test(a_pair_gets_on),
        cmocka_unit_test(waited_for),
        cmocka_unit_test(given_up),
        cmocka_unit_test(same_bits_for_every_thread_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
