// Runs: ends, stories of travellers, collisions counted once, quantities that reach the agents, the same bits for any
// number of threads, little cost beside the world's own, and from a file.
#include "scenario/by_hand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static void circle(hand *h, uint32_t count) {
    hand_init(h);
    wi_group *group = hand_group(h, WI_GROUP_CIRCLE);
    group->radius = count * 0.12;
    group->count = count;
    group->goal.kind = WI_GOAL_OPPOSITE;
}

static void stories(void **state) {
    (void)state;
    hand h;
    circle(&h, 50);
    h.scenario.stop = WI_STOP_ALL_ARRIVED;
    wi_run *run = hand_open(&h, 1);
    assert_int_equal(hand_run(run, 600), WI_RUN_ALL_ARRIVED);
    for (uint32_t i = 0; i < 50; i++) {
        const wi_traveller *who = &run->traveller[i];
        assert_true(who->serial == i + 1 && who->group == 0 && who->born == 0.0 && !who->gone);
        assert_true(who->arrived > 12.0 / 1.4 - 0.6 && who->arrived <= 60.0 && who->waiting < who->arrived);
    }
    assert_string_equal(run->geometry, "GEOMETRYCOLLECTION EMPTY");
    wi_run_close(run);
    hand_done(&h);
}

// Who goes straight at a wall stands there: 30 s in which it waits, and has stood since.
static void stuck(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    h.profile[0].router = &wend_router_direct;
    hand_shape(&h, WEND_WALL)->wkt = "LINESTRING(3 -50,3 50)";
    wi_group *group = hand_group(&h, WI_GROUP_SINGLE);
    group->goal.kind = WI_GOAL_OPPOSITE;
    group->goal.centre = (wend_point){3.0, 0.0};
    h.scenario.limit = 32.0;
    wi_run *run = hand_open(&h, 1);
    assert_int_equal(hand_run(run, 1000), WI_RUN_LIMIT);
    const wi_traveller *who = &run->traveller[0];
    assert_true(isnan(who->arrived) && who->waiting > 28.0 && who->standing == who->waiting);
    assert_true(who->last.x > 2.0 && who->last.x < 3.0);
    wi_run_close(run);
    hand_done(&h);
}

// Two who walk straight through each other collide once; who then comes back, once more.
static void collisions(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    h.profile[0].model = &wend_model_straight;
    h.goal[0] = hand_point_goal(4.0, 0.0), h.goal[1] = hand_point_goal(0.0, 0.0);
    wi_group *goes = hand_group(&h, WI_GROUP_SINGLE), *stands = hand_group(&h, WI_GROUP_SINGLE);
    goes->goal.kind = WI_GOAL_WAY;
    goes->goal.way = h.goal, goes->goal.way_count = 2;
    stands->at = (wend_point){2.0, 0.0};
    wi_run *run = hand_open(&h, 1);
    hand_run(run, 25);
    assert_int_equal(run->collisions, 1);
    assert_true(run->deepest > 0.3 && run->deepest <= 0.5);
    assert_true(wend_world_stats(run->world).collided > 3); // as the world counts, every step
    hand_run(run, 100);
    assert_int_equal(run->collisions, 2);
    wi_run_close(run);
    hand_done(&h);
}

static void quantities(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_profile_setting setting = {wend_model_param(&wend_model_orca, "horizon", NULL), hand_between(1.0, 3.0)};
    wi_profile_source *profile = &h.profile[0];
    profile->parameters.setting = &setting, profile->parameters.count = 1;
    profile->half_length = hand_between(0.2, 0.3);
    profile->preferred_speed =
        (wi_quantity){.given = true, .spread = WI_NORMAL, .a = 1.9, .b = 0.5, .low = 0.5, .high = 9.0};
    profile->max_speed = hand_constant(2.2);
    profile->priority = hand_between(-0.5, 0.5);
    wi_group *group = hand_group(&h, WI_GROUP_GRID);
    group->columns = group->rows = 20;
    group->spacing = (wend_vec){1.0f, 1.0f};
    wi_run *run = hand_open(&h, 1);
    double horizon = 0.0, radius = 0.0;
    for (wend_serial i = 1; i <= 400; i++) {
        wend_agent agent;
        float value;
        assert_int_equal(wend_world_get(run->world, i, &agent, NULL), WEND_OK);
        assert_int_equal(wend_world_get_param(run->world, i, "horizon", &value, NULL), WEND_OK);
        assert_true(value >= 1.0f && value <= 3.0f && agent.max_speed == 2.2f);
        assert_true(agent.preferred_speed >= 0.5f && agent.preferred_speed <= 2.2f);
        assert_true(agent.shape.half_length >= 0.2f && agent.shape.half_length <= 0.3f);
        assert_true(agent.shape.half_length == agent.shape.half_width && fabsf(agent.priority) <= 0.5f);
        horizon += (double)value / 400.0;
        radius += (double)agent.shape.half_length / 400.0;
    }
    assert_true(fabs(horizon - 2.0) < 0.12 && fabs(radius - 0.25) < 0.006);
    wi_run_close(run);
    hand_done(&h);
}

static uint64_t hash_of(uint32_t threads, uint64_t seed) {
    hand h;
    circle(&h, 100);
    h.profile[0].preferred_speed = hand_between(1.0, 1.6);
    hand_shape_box(&h, WEND_SOLID, -1.0, -1.0, 1.0, 1.0);
    wi_group *group = hand_group(&h, WI_GROUP_RANDOM);
    group->region = hand_box(&h, 2.0, 2.0, 8.0, 8.0);
    group->density = 2.0;
    group->goal.kind = WI_GOAL_RANDOM;
    group->goal.again = true;
    wi_run_options options = {.threads = threads, .has_seed = true, .seed = seed};
    wi_run *run = wi_run_open(&h.scenario, &options, &h.problems);
    assert_non_null(run);
    hand_run(run, 200);
    uint64_t hash = wend_world_hash(run->world) ^ run->collisions;
    wi_run_close(run);
    hand_done(&h);
    return hash;
}

static void same_bits(void **state) {
    (void)state;
    uint64_t hash = hash_of(1, 11);
    printf("hash %016llx\n", (unsigned long long)hash);
    assert_true(hash == hash_of(1, 11));
    assert_true(hash == hash_of(2, 11));
    assert_true(hash != hash_of(1, 12));
}

static void check_only(void **state) {
    (void)state;
    hand h;
    circle(&h, 20);
    wi_run_options options = {.check_only = true};
    wi_run *run = wi_run_open(&h.scenario, &options, &h.problems);
    assert_non_null(run);
    wi_run_end end;
    wend_error why;
    assert_int_equal(wi_run_step(run, &end, &why), WEND_BAD_ARGUMENT);
    assert_int_equal(run->traveller_count, 20);
    wi_run_close(run);
    hand_done(&h);
}

// What the core refuses is named where it stands, all of it.
static void wrong_profiles(void **state) {
    (void)state;
    hand h;
    circle(&h, 5);
    h.profile[1] = h.profile[0];
    h.profile[1].name = "other";
    h.profile[1].place.line = 3;
    h.scenario.profile_count = 2;
    h.profile[0].half_length = hand_constant(1000.0);
    h.profile[1].preferred_speed = hand_constant(3.0), h.profile[1].max_speed = hand_constant(2.0);
    assert_int_equal(hand_refused(&h, "half_length is 1000"), 2);
    assert_int_equal(hand_refused(&h, "preferred_speed is 3"), 3);
    hand_done(&h);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// 50,000 agents that roam: the run costs little beside the world.
static void cost(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_group *group = hand_group(&h, WI_GROUP_RANDOM);
    group->region = hand_box(&h, 0.0, 0.0, 250.0, 200.0);
    group->count = 50000;
    group->goal.kind = WI_GOAL_RANDOM;
    group->goal.again = true;
    wi_run *run = hand_open(&h, 1);
    wend_error why;
    double world = 0.0, all = 0.0;
    for (uint32_t i = 0; i < 20; i++) assert_int_equal(wend_world_step(run->world, &why), WEND_OK);
    for (uint32_t i = 0; i < 5; i++) {
        double since = seconds();
        for (uint32_t k = 0; k < 5; k++) assert_int_equal(wend_world_step(run->world, &why), WEND_OK);
        world += seconds() - since;
        since = seconds();
        hand_run(run, 5);
        all += seconds() - since;
    }
    printf("a step of 50,000: world %.1f ms, run %.1f ms\n", 1e3 * world / 25.0, 1e3 * all / 25.0);
    wi_run_close(run);
    hand_done(&h);
}

static void from_file(void **state) {
    (void)state;
    char path[64];
    hand_file(path, ".yaml",
              "wend: 1\nseed: 3\ntime: {step: 0.1, limit: 40, stop: all arrived}\n"
              "agents:\n  - circle: {centre: [0, 0], radius: 6, count: 20}\n    goal: opposite\n");
    wi_problems problems = {0};
    wi_scenario_options reading = {0};
    wi_scenario *scenario = wi_scenario_read(path, &reading, &problems);
    if (scenario == NULL) wi_problems_print(&problems, stdout);
    assert_non_null(scenario);
    wi_run_options options = {.threads = 2};
    wi_run *run = wi_run_open(scenario, &options, &problems);
    if (run == NULL) wi_problems_print(&problems, stdout);
    assert_non_null(run);
    assert_int_equal(hand_run(run, 400), WI_RUN_ALL_ARRIVED);
    assert_int_equal(run->traveller_count, 20);
    wi_run_close(run);
    wi_scenario_free(scenario);
    wi_problems_free(&problems);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stories),        cmocka_unit_test(stuck),     cmocka_unit_test(collisions),
        cmocka_unit_test(quantities),     cmocka_unit_test(same_bits), cmocka_unit_test(check_only),
        cmocka_unit_test(wrong_profiles), cmocka_unit_test(cost),      cmocka_unit_test(from_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
