// Each allocation of a scene and a world with behaviours fails in turn: said, nothing is lost, and the world stays whole.
// And steps take no memory once they have warmed up.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/behaving.h"
#include "support/failing_allocator.h"

static const char *const parameters[] = {"preferred_speed", "horizon"};
static const wend_action actions[] = {
    {.kind = WEND_DO_SET,
     .index = 0,
     .seconds = WEND_WHILE_THERE,
     .amount = {WEND_CONSTANT, 0.5f, 0, 0.0f, 1e6f, {0, 0}}},
    {.kind = WEND_DO_SCALE, .index = 1, .seconds = 2.0f, .amount = {WEND_CONSTANT, 1.5f, 0, 0.0f, 1e6f, {0, 0}}},
    {.kind = WEND_DO_GROUP, .index = 3},
};

static void make(behaving *with) {
    behaving_seats(with, WEND_CHOOSE_NEAREST, 1);
    with->activity[1].enter = (wend_range){0, WEND_COUNT(actions)};
    with->all.actions = actions;
    with->all.action_count = WEND_COUNT(actions);
    with->all.parameters = parameters;
    with->all.parameter_count = WEND_COUNT(parameters);
}

static wend_result add_some(wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < 30 && result == WEND_OK; i++) {
        wend_agent agent = agent_at(i % 6 * 2.0, i / 6 * 2.0);
        agent.behaviour = 1;
        result = wend_world_add(world, &agent, NULL, error);
    }
    return result;
}

// All of it, as far as memory allows.
static wend_result go_through(const behaving *with, wend_allocator allocator) {
    wend_scene_def def = wend_scene_default();
    wend_scene *scene = NULL;
    wend_world *world = NULL;
    wend_error error;
    def.allocator = allocator;
    def.behaviours = &with->all;
    wend_result result = wend_scene_create(&def, &scene, &error);
    if (result == WEND_OK) {
        wend_world_def world_def = wend_world_default(scene);
        world_def.allocator = allocator;
        result = wend_world_create(&world_def, &world, &error);
    }
    if (result == WEND_OK) result = add_some(world, &error);
    for (int i = 0; i < 60 && result == WEND_OK; i++) result = wend_world_step(world, &error);
    wend_world_destroy(world);
    wend_scene_destroy(scene);
    return result;
}

static void test_each_allocation_fails(void **state) {
    (void)state;
    behaving with;
    make(&with);
    wend_result result = WEND_NO_MEMORY;
    uint64_t fail_at = 0;
    while (result != WEND_OK) {
        failing_allocator memory = {.fail_at = ++fail_at};
        result = go_through(&with, failing_allocator_make(&memory));
        assert_true(result == WEND_OK || result == WEND_NO_MEMORY);
        assert_int_equal(memory.live_blocks, 0);
        if (memory.calls < fail_at) break; // none failed any more
        assert_true(fail_at < 2000);
        if (result == WEND_OK) result = WEND_NO_MEMORY; // an event was lost, no more
    }
    assert_true(fail_at > 30);
}

static void test_steps_take_nothing(void **state) {
    (void)state;
    behaving with;
    make(&with);
    failing_allocator memory = {0};
    wend_scene_def def = wend_scene_default();
    wend_world_def world_def = wend_world_default(NULL);
    def.behaviours = &with.all;
    world_def.allocator = failing_allocator_make(&memory);
    stage on = stage_open(&def, &world_def);
    wend_error error;
    must(add_some(on.world, &error), &error);
    world_step(on.world, 300);
    uint64_t before = memory.calls;
    world_step(on.world, 200);
    assert_int_equal(memory.calls, before);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation_fails),
        cmocka_unit_test(test_steps_take_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
