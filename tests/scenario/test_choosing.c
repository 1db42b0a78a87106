// Which of several goals: by the way, by the time it takes, and among those that agents know.
#include "scenario/acting.h"

// A wall with one gap far to the right between the people and the near goal; the other goal is on their side.
#define WALLED                                                                     \
    ACTING_HEAD "geometry:\n"                                                      \
                "  - {kind: room, points: [[0, 0], [30, 0], [30, 10], [0, 10]]}\n" \
                "  - {kind: wall, points: [[0, 5], [28, 5]]}\n"                    \
                "goals:\n"                                                         \
                "  behind: {at: [2, 7], radius: 0.5}\n"                            \
                "  beside: {at: [12, 2], radius: 0.5}\n"

static wend_point goal_of(acting *a, wend_serial serial) { return agent_get(a->run->world, serial).goal.at; }

static void the_nearest_is_so_by_the_way(void **state) {
    (void)state;
    acting a = act(WALLED "agents: [{at: [2, 4], goal: {nearest: [behind, beside]}}]\n");
    act_step(&a, 1);
    assert_near(goal_of(&a, 1).x, 12.0, 1e-3);
    act_end(&a);
    acting b = act(WALLED "profiles: {straight: {router: direct}}\n"
                          "agents: [{at: [2, 4], goal: {nearest: [behind, beside]}}]\n");
    act_step(&b, 1);
    assert_near(goal_of(&b, 1).x, 2.0, 1e-3);
    act_end(&b);
}

// What has no way is no choice, as long as there is another.
static void a_goal_behind_a_closed_door_is_left_alone(void **state) {
    (void)state;
    static const char text[] = ACTING_HEAD "geometry:\n"
                                           "  - {kind: room, points: [[0, 0], [50, 0], [50, 10], [0, 10]]}\n"
                                           "  - {kind: wall, points: [[8, 0], [8, 4]]}\n"
                                           "  - {kind: wall, points: [[8, 6], [8, 10]]}\n"
                                           "doors: {west: {points: [[8, 4], [8, 6]], switches: [3]}}\n"
                                           "goals:\n"
                                           "  left: {at: [3, 5], radius: 0.5}\n"
                                           "  right: {at: [48, 5], radius: 0.5}\n"
                                           "agents: [{at: [12, 5], goal: {quickest: [left, right]}}]\n";
    acting a = act(text);
    act_step(&a, 25);
    assert_near(goal_of(&a, 1).x, 48.0, 1e-3);
    act_step(&a, 30); // it opens, and within two seconds that is noticed
    assert_near(goal_of(&a, 1).x, 3.0, 1e-3);
    act_step(&a, 120);
    assert_true(agent_get(a.run->world, 1).position.x < 4.0);
    act_end(&a);
}

// Runs a scene of 60 until all are gone: the time it takes, and how many more have been beyond an x.
static double empty(acting *a, float beyond, uint32_t *far) {
    bool seen_far[61] = {false};
    wi_run_end end = WI_RUN_GOES_ON;
    wend_error error;
    uint32_t steps = 0;
    for (; end == WI_RUN_GOES_ON; steps++) {
        must(wi_run_step(a->run, &end, &error), &error);
        wend_view view = world_view(a->run->world);
        for (uint32_t row = 0; row < view.count; row++) seen_far[view.serial[row]] |= view.x[row] > beyond;
    }
    for (uint32_t i = 1; i <= 60; i++) *far += seen_far[i];
    act_end(a);
    return 0.1 * steps;
}

// A hall with a door near to where all start and another farther off.
#define HALL                                                             \
    "geometry:\n"                                                        \
    "  - {kind: room, points: [[-5, 0], [20, 0], [20, 10], [-5, 10]]}\n" \
    "  - {kind: wall, points: [[0, 0], [0, 4.4]]}\n"                     \
    "  - {kind: wall, points: [[0, 5.6], [0, 10]]}\n"                    \
    "  - {kind: wall, points: [[15, 0], [15, 4.4]]}\n"                   \
    "  - {kind: wall, points: [[15, 5.6], [15, 10]]}\n"                  \
    "goals:\n"                                                           \
    "  near: {region: [-4.5, 1, -3.5, 9]}\n"                             \
    "  far: {region: [18.5, 1, 19.5, 9]}\n"
#define CROWD "random: {region: [1, 1, 6.5, 9], count: 60}"

static double time_to_empty(const char *rule, uint32_t seed, uint32_t *far) {
    char text[2000];
    snprintf(text, sizeof text,
             "wend: 1\nseed: %u\ntime: {step: 0.1, limit: 300}\n" HALL "agents: [{" CROWD
             ", leaves: true, goal: {%s: [near, far]}}]\n",
             seed, rule);
    acting a = act(text);
    return empty(&a, 16.0f, far);
}

// One run is chance: how a crowd squeezes through a door differs by a third from seed to seed.
static void some_go_to_the_farther_door_where_a_queue_is_at_the_near_one(void **state) {
    (void)state;
    uint32_t far_nearest = 0, far_quickest = 0;
    double nearest = 0.0, quickest = 0.0;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        nearest += time_to_empty("nearest", seed, &far_nearest) / 6;
        quickest += time_to_empty("quickest", seed, &far_quickest) / 6;
    }
    print_message("nearest: %.1f s, %u of 360 to the far door; quickest: %.1f s, %u\n", nearest, far_nearest, quickest,
                  far_quickest);
    assert_int_equal(far_nearest, 0);
    assert_true(far_quickest >= 60 && far_quickest <= 220);
    assert_true(quickest < 0.9 * nearest);
}

// A hall without walls in it: whoever waits does so at the goal itself.
static acting open_hall(const char *rule, uint32_t seed) {
    char text[2000];
    snprintf(text, sizeof text,
             "wend: 1\nseed: %u\ntime: {step: 0.1, limit: 300}\n"
             "geometry: [{kind: room, points: [[0, 0], [24, 0], [24, 10], [0, 10]]}]\n"
             "goals: {near: {at: [1, 5], radius: 0.3}, far: {at: [23, 5], radius: 0.3}}\n"
             "agents: [{random: {region: [3, 1, 9, 9], count: 60}, leaves: true, goal: {%s: [near, far]}}]\n",
             seed, rule);
    return act(text);
}

static double time_to_empty_open_hall(const char *rule, uint32_t seed, uint32_t *far) {
    acting a = open_hall(rule, seed);
    return empty(&a, 20.0f, far);
}

static void some_go_to_the_farther_goal_where_a_crowd_is_at_the_near_one(void **state) {
    (void)state;
    uint32_t far_nearest = 0, far_quickest = 0;
    double nearest = 0.0, quickest = 0.0;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        nearest += time_to_empty_open_hall("nearest", seed, &far_nearest) / 6;
        quickest += time_to_empty_open_hall("quickest", seed, &far_quickest) / 6;
    }
    print_message("at goals, nearest: %.1f s, %u of 360 to the far one; quickest: %.1f s, %u\n", nearest, far_nearest,
                  quickest, far_quickest);
    assert_int_equal(far_nearest, 0);
    assert_true(far_quickest >= 30);
    assert_true(quickest < 0.95 * nearest);
}

// At any step, since what one expects to wait is worked out anew in each.
static void saved_worlds_wait_at_goals_alike(void **state) {
    (void)state;
    acting a = open_hall("quickest", 1);
    for (uint32_t when = 0; when < 5; when++) {
        act_step(&a, 17);
        wend_world *copy = act_copy(&a, 3);
        for (uint32_t i = 0; i < 30; i++) {
            act_step(&a, 1);
            world_step(copy, 1);
            if (wend_world_hash(copy) != wend_world_hash(a.run->world)) fail_msg("%u steps after save %u", i, when);
        }
        wend_world_destroy(copy);
    }
    act_end(&a);
}

// A side door round a corner, out of sight of where people start.
#define CORNER                                                                     \
    ACTING_HEAD "geometry:\n"                                                      \
                "  - {kind: room, points: [[0, 0], [30, 0], [30, 10], [0, 10]]}\n" \
                "  - {kind: wall, points: [[6, 3], [6, 10]]}\n"                    \
                "goals:\n"                                                         \
                "  main: {at: [29, 1.5], radius: 0.5}\n"                           \
                "  side: {at: [8, 8], radius: 0.5%s}\n"                            \
                "agents: [{%s, goal: {nearest: [main, side]}%s}]\n"

static acting corner(const char *familiar, const char *who, const char *knows) {
    char text[2000];
    snprintf(text, sizeof text, CORNER, familiar, who, knows);
    return act(text);
}

static void what_is_not_known_is_not_chosen_until_it_is_seen(void **state) {
    (void)state;
    acting all = corner("", "at: [2, 8]", "");
    act_step(&all, 1);
    assert_near(goal_of(&all, 1).x, 8.0, 1e-3);
    act_end(&all);

    acting told = corner("", "at: [2, 8]", ", knows: [main]");
    act_step(&told, 1);
    assert_near(goal_of(&told, 1).x, 29.0, 1e-3);
    uint32_t steps = 0;
    while (goal_of(&told, 1).x > 20.0 && steps++ < 200) act_step(&told, 1);
    wend_point at = agent_get(told.run->world, 1).position;
    assert_true(steps < 200 && at.x > 4.0); // it came round the corner and saw it
    assert_int_equal(agent_get(told.run->world, 1).unknown, 0);
    act_step(&told, 150);
    assert_near(agent_get(told.run->world, 1).position.x, 8.0, 0.6);
    act_end(&told);
}

// In the open one sees what is within 15 m; one looks every eight steps, in which one walks a metre.
static void what_is_far_is_not_seen(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD "goals: {main: {at: [60, 0]}, side: {at: [30, 0]}}\n"
                               "agents: [{at: [0, 0], goal: {nearest: [main, side]}, knows: [main]}]\n");
    for (uint32_t i = 0; i < 300 && (i == 0 || agent_get(a.run->world, 1).unknown != 0); i++) act_step(&a, 1);
    double distance = 30.0 - agent_get(a.run->world, 1).position.x;
    assert_true(distance <= 15.0 && distance > 13.5);
    act_end(&a);
}

static void what_is_on_another_level_is_not_seen(void **state) {
    (void)state;
    acting a = act(ACTING_HEAD "levels: [{name: low}, {name: high}]\n"
                               "goals: {main: {at: [9, 0], level: low}, side: {at: [3, 0], level: high}}\n"
                               "agents: [{at: [0, 0], level: low, goal: {nearest: [main, side]}, knows: [main]}]\n");
    act_step(&a, 50);
    assert_int_equal(agent_get(a.run->world, 1).unknown, 2);
    act_end(&a);
}

static void as_many_know_it_as_the_share_says(void **state) {
    (void)state;
    acting a = corner(", familiar: 0.3", "random: {region: [0.5, 0.5, 5.5, 9.5], count: 100}", "");
    uint32_t to_side = 0;
    act_step(&a, 1);
    for (wend_serial serial = 1; serial <= 100; serial++) to_side += goal_of(&a, serial).x < 20.0;
    print_message("%u of 100 know the side door\n", to_side);
    assert_true(to_side >= 15 && to_side <= 55); // those who see it from the start among them
    act_end(&a);
}

static void saved_worlds_go_on_with_what_is_known(void **state) {
    (void)state;
    acting a = corner(", familiar: 0.5", "random: {region: [0.5, 0.5, 5.5, 9.5], count: 30}", "");
    for (uint32_t round = 0; round < 3; round++) {
        act_step(&a, 15);
        wend_world *copy = act_copy(&a, 1 + round);
        assert_true(wend_world_hash(copy) == wend_world_hash(a.run->world));
        world_step(copy, 40);
        world_step(a.run->world, 40);
        assert_true(wend_world_hash(copy) == wend_world_hash(a.run->world));
        wend_world_destroy(copy);
    }
    act_end(&a);
}

static void a_crowd_that_chooses_is_the_same_for_any_number_of_threads(void **state) {
    (void)state;
    uint64_t hash[2];
    for (uint32_t i = 0; i < 2; i++) {
        acting a = act_with(ACTING_HEAD HALL "agents: [{" CROWD ", goal: {quickest: [near, far]}}]\n", 1 + 3 * i);
        act_step(&a, 200);
        hash[i] = wend_world_hash(a.run->world);
        act_end(&a);
    }
    assert_true(hash[0] == hash[1]);
}

static void wrong_choices_are_refused(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"agents: [{at: [1, 1], goal: {nearest: [nowhere]}}]\n", "nowhere"},
        {"agents: [{at: [1, 1], goal: {quickest: []}}]\n", "quickest"},
        {"agents: [{at: [1, 1], goal: behind, knows: [beside]}]\n", "choose among goals"},
        {"agents: [{at: [1, 1], goal: {nearest: [behind]}, knows: [besides]}]\n", "beside"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        char text[2000];
        snprintf(text, sizeof text, WALLED "%s", wrong[i][0]);
        wi_problems problems = {0};
        assert_null(read_text(text, &problems));
        assert_non_null(strstr(problems.problem[0].text, wrong[i][1]));
        assert_int_equal(problems.problem[0].place.line, 9);
        wi_problems_free(&problems);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_so_by_the_way),
        cmocka_unit_test(a_goal_behind_a_closed_door_is_left_alone),
        cmocka_unit_test(some_go_to_the_farther_door_where_a_queue_is_at_the_near_one),
        cmocka_unit_test(some_go_to_the_farther_goal_where_a_crowd_is_at_the_near_one),
        cmocka_unit_test(saved_worlds_wait_at_goals_alike),
        cmocka_unit_test(what_is_not_known_is_not_chosen_until_it_is_seen),
        cmocka_unit_test(what_is_far_is_not_seen),
        cmocka_unit_test(what_is_on_another_level_is_not_seen),
        cmocka_unit_test(as_many_know_it_as_the_share_says),
        cmocka_unit_test(saved_worlds_go_on_with_what_is_known),
        cmocka_unit_test(a_crowd_that_chooses_is_the_same_for_any_number_of_threads),
        cmocka_unit_test(wrong_choices_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
