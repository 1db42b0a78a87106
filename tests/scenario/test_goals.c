// Goals: ways in order and round and round, choices, computed and random goals, and leaving only at the end.
#include "scenario/by_hand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wi_group *walker(hand *h, uint32_t goals) {
    hand_init(h);
    wi_group *group = hand_group(h, WI_GROUP_SINGLE);
    group->goal.kind = WI_GOAL_WAY;
    group->goal.way = h->goal;
    group->goal.way_count = goals;
    return group;
}

static wend_agent agent_of(const wi_run *run, wend_serial serial) {
    wend_agent agent;
    if (wend_world_get(run->world, serial, &agent, NULL) != WEND_OK) fail_msg("agent %u is gone", (unsigned)serial);
    return agent;
}

static void in_order(void **state) {
    (void)state;
    hand h;
    wi_group *group = walker(&h, 3);
    for (uint32_t i = 0; i < 3; i++) h.goal[i] = hand_point_goal(2.0 * (i + 1), i == 1 ? 2.0 : 0.0);
    group->leaves = true;
    h.scenario.stop = WI_STOP_ALL_OUT;
    wi_run *run = hand_open(&h, 1);
    uint32_t seen = 0;
    wi_run_end end = WI_RUN_GOES_ON;
    while (end == WI_RUN_GOES_ON) {
        wend_agent agent;
        if (wend_world_get(run->world, 1, &agent, NULL) != WEND_OK) break;
        if (seen < 3 && agent.goal.at.x == 2.0 * (seen + 1)) seen++;
        assert_int_equal(agent.leaves, seen == 3);
        assert_true(isnan(run->traveller[0].arrived));
        end = hand_run(run, 1);
    }
    assert_int_equal(seen, 3);
    assert_int_equal(end, WI_RUN_ALL_OUT);
    assert_true(run->traveller[0].gone && run->traveller[0].arrived > 3.0 && run->traveller[0].arrived < 10.0);
    wi_run_close(run);
    hand_done(&h);
}

static void round_and_round(void **state) {
    (void)state;
    hand h;
    wi_group *group = walker(&h, 2);
    h.goal[0] = hand_point_goal(2.0, 0.0), h.goal[1] = hand_point_goal(-2.0, 0.0);
    group->goal.again = true;
    group->leaves = true; // at the end, and there is none
    h.scenario.stop = WI_STOP_ALL_ARRIVED | WI_STOP_ALL_OUT;
    wi_run *run = hand_open(&h, 1);
    assert_int_equal(hand_run(run, 10000), WI_RUN_LIMIT);
    assert_true(wend_world_stats(run->world).arrived > 10);
    assert_true(isnan(run->traveller[0].arrived) && !run->traveller[0].gone);
    wi_run_close(run);
    hand_done(&h);
}

// The same goal twice in a row is reached once, and an endless way that leads nowhere else has an end.
static void repeated(void **state) {
    (void)state;
    for (int again = 0; again < 2; again++) {
        hand h;
        wi_group *group = walker(&h, 3);
        for (uint32_t i = 0; i < 3; i++) h.goal[i] = hand_point_goal(2.0, 0.0);
        group->goal.again = again;
        group->leaves = true;
        h.scenario.stop = WI_STOP_ALL_OUT;
        wi_run *run = hand_open(&h, 1);
        assert_int_equal(hand_run(run, 100), WI_RUN_ALL_OUT);
        wi_run_close(run);
        hand_done(&h);
    }
}

static void stays_at_the_end(void **state) {
    (void)state;
    hand h;
    walker(&h, 2);
    h.goal[0] = hand_point_goal(2.0, 0.0), h.goal[1] = hand_point_goal(2.0, 2.0);
    h.scenario.stop = WI_STOP_ALL_ARRIVED;
    wi_run *run = hand_open(&h, 1);
    assert_int_equal(hand_run(run, 200), WI_RUN_ALL_ARRIVED);
    assert_int_equal(wend_world_stats(run->world).agents, 1);
    assert_true(run->traveller[0].arrived > 0.0 && !run->traveller[0].gone);
    wi_run_close(run);
    hand_done(&h);
}

static void choice(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    double weight[] = {3.0, 1.0};
    h.goal[0] = hand_point_goal(100.0, 0.0), h.goal[1] = hand_point_goal(0.0, 100.0);
    wi_group *group = hand_group(&h, WI_GROUP_GRID);
    group->columns = group->rows = 20;
    group->spacing = (wend_vec){1.0f, 1.0f};
    group->goal.kind = WI_GOAL_CHOICE;
    group->goal.way = h.goal, group->goal.way_count = 2, group->goal.weight = weight;
    wi_run *run = hand_open(&h, 1);
    uint32_t east = 0;
    for (wend_serial i = 1; i <= 400; i++) east += agent_of(run, i).goal.at.x == 100.0;
    printf("seed %llu: %u of 400\n", (unsigned long long)run->seed, east);
    assert_true(east > 300 - 35 && east < 300 + 35); // 4 deviations
    wi_run_close(run);
    hand_done(&h);
}

static void computed(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_group *opposite = hand_group(&h, WI_GROUP_SINGLE), *mirrored = hand_group(&h, WI_GROUP_SINGLE);
    opposite->at = (wend_point){3.0, 1.0};
    opposite->goal.kind = WI_GOAL_OPPOSITE;
    opposite->goal.centre = (wend_point){1.0, 1.0};
    mirrored->at = (wend_point){3.0, 4.0};
    mirrored->goal.kind = WI_GOAL_MIRRORED;
    mirrored->goal.centre = (wend_point){0.0, 1.0};
    mirrored->goal.axis = 0.78539816339744831; // y = x + 1
    mirrored->speed = hand_constant(1.0);
    wi_run *run = hand_open(&h, 1);
    wend_point goal = agent_of(run, 1).goal.at;
    assert_true(goal.x == -1.0 && goal.y == 1.0);
    goal = agent_of(run, 2).goal.at;
    assert_true(fabs(goal.x - 3.0) < 1e-5 && fabs(goal.y - 4.0) < 1e-5); // it stands on the line
    wi_run_close(run);
    mirrored->at = (wend_point){3.0, 0.0};
    run = hand_open(&h, 1);
    goal = agent_of(run, 2).goal.at;
    assert_true(fabs(goal.x + 1.0) < 1e-5 && fabs(goal.y - 4.0) < 1e-5);
    wend_vec v = agent_of(run, 2).velocity; // along the way to the goal
    assert_true(fabsf(v.x + 0.70710678f) < 1e-5f && fabsf(v.y - 0.70710678f) < 1e-5f);
    wi_run_close(run);
    hand_done(&h);
}

static void random_goals(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    hand_shape_box(&h, WEND_SOLID, 4.0, 0.0, 6.0, 10.0); // a fifth of the region
    wi_group *group = hand_group(&h, WI_GROUP_GRID);
    group->at = (wend_point){-20.0, 0.0};
    group->columns = group->rows = 10;
    group->spacing = (wend_vec){1.0f, 1.0f};
    group->goal.kind = WI_GOAL_RANDOM;
    group->goal.region = hand_box(&h, 0.0, 0.0, 10.0, 10.0);
    wi_run *run = hand_open(&h, 1);
    for (wend_serial i = 1; i <= 100; i++) {
        wend_point goal = agent_of(run, i).goal.at;
        assert_true(goal.x >= 0.0 && goal.x <= 10.0 && goal.y >= 0.0 && goal.y <= 10.0);
        assert_true(goal.x <= 3.751 || goal.x >= 6.249);
    }
    wi_run_close(run);
    hand_done(&h);
}

static void random_again(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_group *group = hand_group(&h, WI_GROUP_SINGLE);
    group->goal.kind = WI_GOAL_RANDOM;
    group->goal.region = hand_box(&h, -3.0, -3.0, 3.0, 3.0);
    wi_run *run = hand_open(&h, 1);
    hand_run(run, 600);
    assert_true(run->traveller[0].arrived > 0.0);
    assert_int_equal(wend_world_stats(run->world).arrived, 1);
    wi_run_close(run);
    group->goal.again = true;
    run = hand_open(&h, 1);
    hand_run(run, 600);
    assert_true(wend_world_stats(run->world).arrived > 8);
    wi_run_close(run);
    hand_done(&h);
}

static void in_walls(void **state) {
    (void)state;
    hand h;
    walker(&h, 2);
    hand_shape_box(&h, WEND_SOLID, 4.0, -5.0, 6.0, 5.0);
    h.goal[0] = hand_point_goal(2.0, 0.0), h.goal[1] = hand_point_goal(5.0, 0.0);
    h.goal[1].place.line = 71;
    assert_int_equal(hand_refused(&h, "the goal at (5, 0) lies inside an obstacle"), 71);
    hand_done(&h);
    walker(&h, 1);
    hand_shape_box(&h, WEND_SOLID, 4.0, -5.0, 6.0, 5.0);
    h.goal[0] = hand_point_goal(5.0, 0.0);
    h.goal[0].half = (wend_vec){1.5f, 1.0f}; // reaches out of it
    wi_run_close(hand_open(&h, 1));
    hand_done(&h);
    hand_init(&h);
    hand_shape_box(&h, WEND_SOLID, 4.0, -5.0, 6.0, 5.0);
    wi_group *group = hand_group(&h, WI_GROUP_SINGLE);
    group->goal.kind = WI_GOAL_OPPOSITE;
    group->goal.centre = (wend_point){2.5, 0.0};
    assert_int_equal(hand_refused(&h, "the goal (5, 0) of agent 1 lies inside"), 40);
    hand_done(&h);
}

static void driven_and_staying(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wi_group *driven = hand_group(&h, WI_GROUP_SINGLE), *stays = hand_group(&h, WI_GROUP_SINGLE);
    driven->driven = true;
    driven->goal.kind = WI_GOAL_OPPOSITE;
    driven->goal.centre = (wend_point){100.0, 0.0};
    stays->at = (wend_point){0.0, 5.0};
    stays->leaves = true;
    h.scenario.stop = WI_STOP_ALL_ARRIVED;
    wi_run *run = hand_open(&h, 1);
    assert_int_equal(hand_run(run, 5), WI_RUN_ALL_ARRIVED); // nobody is on the way
    assert_int_equal(wend_world_stats(run->world).agents, 2);
    assert_true(run->traveller[1].arrived == 0.0);
    wi_run_close(run);
    hand_done(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order),           cmocka_unit_test(round_and_round), cmocka_unit_test(repeated),
        cmocka_unit_test(stays_at_the_end),   cmocka_unit_test(choice),          cmocka_unit_test(computed),
        cmocka_unit_test(random_goals),       cmocka_unit_test(random_again),    cmocka_unit_test(in_walls),
        cmocka_unit_test(driven_and_staying),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
