// Sources: the right numbers at the right times, nobody lost when there is no space, the same for any number of threads.
#include "scenario/by_hand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// A source in 4 m x 4 m whose agents walk 40 m east and leave.
static wi_group *source(hand *h) {
    hand_init(h);
    h->goal[0] = hand_point_goal(40.0, 2.0);
    h->goal[0].half = (wend_vec){0.5f, 4.0f};
    wi_group *group = hand_group(h, WI_GROUP_SOURCE);
    group->region = hand_box(h, 0.0, 0.0, 4.0, 4.0);
    group->goal.kind = WI_GOAL_WAY;
    group->goal.way = h->goal;
    group->goal.way_count = 1;
    group->leaves = true;
    return group;
}

// How many were born at times before t.
static uint32_t born_before(const wi_run *run, double t) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->traveller_count; i++) count += run->traveller[i].born < t - 1e-9;
    return count;
}

static void regular(void **state) {
    (void)state;
    hand h;
    wi_group *group = source(&h);
    group->rate = 0.75, group->from = 2.0, group->until = 30.0;
    wi_run *run = hand_open(&h, 1);
    hand_run(run, 500);
    assert_int_equal(run->traveller_count, 21); // at 2, 2 + 4/3, ..., below 30
    for (uint32_t i = 0; i < 21; i++) {
        double due = 2.0 + i / 0.75;
        assert_true(run->traveller[i].born >= due - 1e-9 && run->traveller[i].born < due + 0.1 + 1e-9);
    }
    wi_run_close(run);
    hand_done(&h);
}

static void schedules(void **state) {
    (void)state;
    wi_time_count plan[] = {{0.0, 3}, {1.0, 0}, {2.0, 5}, {2.0, 2}, {7.5, 4}};
    hand h;
    wi_group *group = source(&h);
    group->schedule = plan, group->schedule_count = 5;
    wi_run *run = hand_open(&h, 1);
    hand_run(run, 200);
    assert_int_equal(born_before(run, 0.1), 3);
    assert_int_equal(born_before(run, 2.0), 3);
    assert_int_equal(born_before(run, 2.1), 10);
    assert_int_equal(born_before(run, 7.5), 10);
    assert_int_equal(run->traveller_count, 14);
    wi_run_close(run);
    group->most = 6;
    run = hand_open(&h, 1);
    hand_run(run, 200);
    assert_int_equal(run->traveller_count, 6);
    wi_run_close(run);
    hand_done(&h);
}

static void tables(void **state) {
    (void)state;
    hand h;
    char path[64];
    hand_file(path, ".csv", "time,count\n0,2\n1.5,4\n");
    wi_group *group = source(&h);
    group->csv = path;
    wi_run *run = hand_open(&h, 1);
    hand_run(run, 100);
    assert_int_equal(born_before(run, 1.5), 2);
    assert_int_equal(run->traveller_count, 6);
    wi_run_close(run);
    unlink(path);
    const struct {
        const char *text, *part;
        uint32_t line;
    } wrong[] = {{"time\n1\n", "columns time (s) and count", 1},
                 {"time,count\n2,1\n1,1\n", "must not go back", 3},
                 {"time,count\n0,1.5\n", "whole number", 2}};
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        hand_file(path, ".csv", wrong[i].text);
        assert_int_equal(hand_refused(&h, wrong[i].part), wrong[i].line);
        unlink(path);
    }
    hand_done(&h);
    group = source(&h);
    assert_int_equal(hand_refused(&h, "needs a rate"), 40);
    hand_done(&h);
}

// Counts of a Poisson source in 400 s over many seeds: mean and variance are both 200.
static void poisson(void **state) {
    (void)state;
    double sum = 0.0, square = 0.0, runs = 100.0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        hand h;
        wi_group *group = source(&h);
        h.profile[0].model = &wend_model_straight;
        h.scenario.seed = seed;
        h.scenario.limit = 400.0;
        h.scenario.step = 0.5;
        group->region = hand_box(&h, 0.0, 0.0, 40.0, 40.0);
        group->rate = 0.5, group->poisson = true;
        wi_run *run = hand_open(&h, 1);
        hand_run(run, 800);
        sum += run->traveller_count;
        square += (double)run->traveller_count * run->traveller_count;
        wi_run_close(run);
        hand_done(&h);
    }
    double mean = sum / runs, variance = square / runs - mean * mean;
    printf("seeds 1 to 100: mean %g, variance %g\n", mean, variance);
    assert_true(fabs(mean - 200.0) < 4.0 * sqrt(200.0 / runs));
    assert_true(variance > 200.0 * 0.5 && variance < 200.0 * 1.6);
}

// 30 at once where 12 or so have space, and whoever is in walks off slowly: all get in, in time, nobody twice.
static void no_space(void **state) {
    (void)state;
    wi_time_count plan[] = {{0.0, 30}};
    hand h;
    wi_group *group = source(&h);
    group->region = hand_box(&h, 0.0, 0.0, 1.5, 1.5);
    group->schedule = plan, group->schedule_count = 1;
    h.scenario.stop = WI_STOP_ALL_OUT;
    h.scenario.limit = 300.0;
    wi_run *run = hand_open(&h, 1);
    hand_run(run, 1);
    assert_true(run->traveller_count < 25 && run->traveller_count > 5);
    assert_int_equal(run->refused, 1); // only the one at the front has asked
    assert_int_equal(hand_run(run, 3000), WI_RUN_ALL_OUT);
    assert_int_equal(run->traveller_count, 30);
    assert_true(run->refused <= 30);
    for (uint32_t i = 0; i < 30; i++) assert_true(run->traveller[i].gone && run->traveller[i].arrived > 0.0);
    wi_run_close(run);
    hand_done(&h);
}

// A source that is blocked for good does not pile up agents without end.
static void blocked(void **state) {
    (void)state;
    hand h;
    wi_group *group = source(&h);
    group->region = (wi_ring){0};
    group->at = (wend_point){0.0, 0.0};
    group->goal.kind = WI_GOAL_STAY;
    group->rate = 1000.0;
    wi_run *run = hand_open(&h, 1);
    assert_int_equal(hand_run(run, 600), WI_RUN_LIMIT);
    assert_int_equal(run->traveller_count, 1);
    assert_int_equal(run->refused, 1);
    wi_run_close(run);
    hand_done(&h);
}

static void in_walls(void **state) {
    (void)state;
    hand h;
    wi_group *group = source(&h);
    group->rate = 1.0;
    hand_shape_box(&h, WEND_SOLID, -1.0, -1.0, 5.0, 5.0);
    assert_int_equal(hand_refused(&h, "no place clear of walls"), 40);
    hand_done(&h);
    group = source(&h);
    group->rate = 1.0;
    hand_shape_box(&h, WEND_SOLID, 10.0, -1.0, 15.0, 5.0);
    group->goal.kind = WI_GOAL_RANDOM;
    group->goal.region = hand_box(&h, 11.0, 0.0, 14.0, 4.0);
    assert_int_equal(hand_refused(&h, "lies inside obstacles"), 60);
    hand_done(&h);
}

static void late_in_csv(void **state) {
    (void)state;
    hand h;
    char path[64];
    hand_init(&h);
    hand_file(path, ".csv", "x,y,time,goal_x,goal_y\n0,0,5,9,0\n0,0,0,9,0\n0,0,0.1,9,0\n");
    wi_group *group = hand_group(&h, WI_GROUP_CSV);
    group->csv = path;
    group->leaves = true;
    h.scenario.stop = WI_STOP_ALL_ARRIVED;
    wi_run *run = hand_open(&h, 1);
    assert_int_equal(run->traveller_count, 1);
    hand_run(run, 3);
    assert_int_equal(run->traveller_count, 1); // the first still stands there
    assert_int_equal(run->refused, 1);
    assert_int_equal(hand_run(run, 500), WI_RUN_ALL_ARRIVED);
    assert_int_equal(run->traveller_count, 3);
    assert_true(fabs(run->traveller[2].born - 5.0) < 1e-9 && run->traveller[1].born < 1.0);
    wi_run_close(run);
    unlink(path);
    hand_done(&h);
}

static uint64_t hash_of(uint32_t threads) {
    hand h;
    wi_group *group = source(&h);
    group->rate = 8.0, group->poisson = true;
    h.profile[0].preferred_speed = hand_between(0.8, 1.6);
    h.profile[0].half_length = hand_between(0.2, 0.3);
    wi_run *run = hand_open(&h, threads);
    hand_run(run, 400);
    uint64_t hash = wend_world_hash(run->world) ^ run->refused << 40 ^ run->traveller_count;
    wi_run_close(run);
    hand_done(&h);
    return hash;
}

static void same_again(void **state) {
    (void)state;
    uint64_t hash = hash_of(1);
    assert_true(hash == hash_of(1));
    assert_true(hash == hash_of(2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular),  cmocka_unit_test(schedules),   cmocka_unit_test(tables),
        cmocka_unit_test(poisson),  cmocka_unit_test(no_space),    cmocka_unit_test(blocked),
        cmocka_unit_test(in_walls), cmocka_unit_test(late_in_csv), cmocka_unit_test(same_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
