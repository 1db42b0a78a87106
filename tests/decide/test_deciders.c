// Deciders of one's own, and definitions that cannot be: refused with a message, or harmless.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/behaving.h"
#include "support/orca_oracle.h"

// Sits down at every tenth tick, and goes on otherwise.
static uint32_t sit_now_and_then(const wend_thought *who) {
    assert_string_equal(who->user, "mine");
    return who->now->tick % 10 == 9 ? 1 : WEND_GO_ON;
}

static void test_a_function_decides(void **state) {
    (void)state;
    const wend_decider mine = {"mine", "sits now and then", sit_now_and_then};
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_NEAREST, 0);
    with.behaviour.decider = &mine;
    with.behaviour.user = "mine";
    stage on = behaving_stage(&with, 5, 2, 1);
    world_step(on.world, 9);
    for (wend_serial i = 1; i <= 5; i++) assert_int_equal(agent_get(on.world, i).activity, 0);
    world_step(on.world, 1);
    for (wend_serial i = 1; i <= 5; i++) assert_int_equal(agent_get(on.world, i).activity, 1);
    stage_close(&on);
}

static void test_the_table(void **state) {
    (void)state;
    uint32_t count;
    const wend_decider *const *all = wend_deciders(&count);
    for (uint32_t i = 0; i < count; i++) assert_ptr_equal(wend_decider_find(all[i]->name), all[i]);
    assert_null(wend_decider_find("no such"));
    assert_null(wend_decider_find(NULL));
    for (int i = 0; i < WEND_ATTRIBUTE_COUNT; i++) assert_non_null(wend_attribute_name((wend_attribute)i));
    assert_null(wend_attribute_name(WEND_ATTRIBUTE_COUNT));
}

// The agent's own site, whatever others there are.
static void test_own_site(void **state) {
    (void)state;
    behaving with;
    behaving_seats(&with, WEND_CHOOSE_OWN, 1);
    stage on = behaving_stage(&with, 1, 1, 3);
    wend_agent agent = agent_at(0, 15);
    agent.behaviour = 1;
    agent.site = 8;
    wend_serial serial = agent_add(on.world, &agent);
    world_step(on.world, 2);
    agent = agent_get(on.world, serial);
    assert_true(agent.goal.at.x == with.seat[7].at.x && agent.goal.at.y == with.seat[7].at.y && agent.site == 8);
    assert_true(world_view(on.world).mind[0].flags & WEND_MIND_REFUSED ||
                world_view(on.world).mind[1].flags & WEND_MIND_REFUSED);
    agent.site = BEHAVING_SEATS + 1;
    assert_refused(wend_world_set(on.world, &agent, &why), WEND_BAD_ARGUMENT, "site");
    stage_close(&on);
}

static wend_result try_scene(const behaving *with, wend_scene **scene, wend_error *error) {
    wend_scene_def def = wend_scene_default();
    def.behaviours = &with->all;
    return wend_scene_create(&def, scene, error);
}

static void test_refused(void **state) {
    (void)state;
    behaving with;
    wend_scene *scene;
    behaving_seats(&with, WEND_CHOOSE_FIRST, 1);
    with.behaviour.start = 3;
    assert_refused(try_scene(&with, &scene, &why), WEND_BAD_ARGUMENT, "start");
    behaving_seats(&with, WEND_CHOOSE_FIRST, 1);
    with.branch[1].activity = 9;
    assert_refused(try_scene(&with, &scene, &why), WEND_BAD_ARGUMENT, "no activity");
    behaving_seats(&with, WEND_CHOOSE_FIRST, 1);
    with.activity[1].within = 1;
    assert_refused(try_scene(&with, &scene, &why), WEND_BAD_ARGUMENT, "deep");
    behaving_seats(&with, WEND_CHOOSE_FIRST, 1);
    with.condition[0].size = 5;
    assert_refused(try_scene(&with, &scene, &why), WEND_BAD_ARGUMENT, "parts");
    behaving_seats(&with, WEND_CHOOSE_QUEUE, 1);
    assert_refused(try_scene(&with, &scene, &why), WEND_BAD_ARGUMENT, "queue");
    behaving_seats(&with, WEND_CHOOSE_FIRST, 1);
    with.seat[3].at.x = NAN;
    assert_refused(try_scene(&with, &scene, &why), WEND_BAD_ARGUMENT, "somewhere");
}

// Any word of the tables replaced by any other: a message, or a world that runs.
static void test_random_definitions(void **state) {
    (void)state;
    static const uint32_t words[] = {0,  1,   2,     3,          4,          7,          16,        40,
                                     41, 255, 65536, 0x7fc00000, 0x7f800000, 0xffffffff, 0x3f800000};
    uint32_t refused = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        oracle_random random = {seed};
        behaving with;
        behaving_seats(&with, (wend_chooser_kind)(1 + oracle_below(&random, 6)), 1);
        struct {
            void *at;
            size_t size;
        } tables[] = {{&with.activity[0].goal, sizeof with.activity[0] - offsetof(wend_activity, goal)},
                      {&with.activity[1].goal, sizeof with.activity[1] - offsetof(wend_activity, goal)},
                      {with.transition, sizeof with.transition},
                      {with.branch, sizeof with.branch},
                      {with.condition, sizeof with.condition},
                      {&with.list, sizeof with.list},
                      {&with.seat, sizeof with.seat}};
        for (uint32_t i = 0; i <= oracle_below(&random, 3); i++) {
            uint32_t which = oracle_below(&random, WEND_COUNT(tables));
            uint32_t at = oracle_below(&random, (uint32_t)(tables[which].size / 4));
            memcpy((char *)tables[which].at + 4 * (size_t)at, &words[oracle_below(&random, WEND_COUNT(words))], 4);
        }
        wend_scene *scene;
        wend_error error;
        if (try_scene(&with, &scene, &error) != WEND_OK) {
            refused++;
            assert_true(strlen(error.text) > 10);
            continue;
        }
        wend_scene_destroy(scene);
        stage on = behaving_stage(&with, 12, 1, seed);
        world_step(on.world, 30);
        stage_close(&on);
    }
    printf("seeds 1-1500: %u refused\n", refused);
    assert_in_range(refused, 200, 1400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_function_decides), cmocka_unit_test(test_the_table),
        cmocka_unit_test(test_own_site),           cmocka_unit_test(test_refused),
        cmocka_unit_test(test_random_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
