// Agents who find their way over the map of a scene.
#include "walkers.h"

static const wend_router *const mesh = &wend_router_mesh;

static void one_leaves_a_trap(void **state) {
    (void)state;
    plan_map plan = plan_map_make(trap, WEND_COUNT(trap), 1.0);
    stage on = open_plan(&plan, mesh, 1);
    wend_serial one = walker(on.world, plan_map_find(&plan, 'a'), plan_map_find(&plan, 'b'));
    uint32_t steps = steps_to_arrive(on.world, one, 300);
    // From (2.5, 3.5) over the corner (10, 1) or (10, 6) to (11.5, 3.5): 10.8 m at 1.34 m/s.
    assert_true(steps < 110);
    stage_close(&on);
    plan_map_free(&plan);
}

static double length_for(const plan_map *plan, float radius) {
    stage on = open_plan(plan, mesh, 1);
    wend_error error;
    uint32_t count;
    double length;
    must(wend_world_path(on.world, 0, plan_map_find(plan, 'a'), (wend_target){.at = plan_map_find(plan, 'b')}, radius,
                         NULL, 0, &count, &length, &error),
         &error);
    stage_close(&on);
    return count == 0 ? 0.0 : length;
}

static void a_narrow_door(void **state) {
    (void)state;
    plan_map plan = plan_map_make(rooms, WEND_COUNT(rooms), 0.2);
    assert_near(length_for(&plan, 0.0f), 5.0, 1e-3);
    assert_near(length_for(&plan, 0.25f), 5.0, 0.05);
    assert_near(length_for(&plan, 0.3f), 5.0, 0.05);
    assert_true(length_for(&plan, 0.35f) > 6.0); // the long way round
    assert_true(length_for(&plan, 0.45f) > 6.0);
    assert_true(length_for(&plan, 0.55f) == 0.0); // nothing is that wide
    plan_map_free(&plan);
}

static void any_number_of_threads(void **state) {
    (void)state;
    plan_map plan = plan_map_make(maze, WEND_COUNT(maze), 1.0);
    assert_true(maze_hash(&plan, mesh, 1, 1) == maze_hash(&plan, mesh, 3, 1));
    plan_map_free(&plan);
}

static void saved_and_loaded(void **state) {
    (void)state;
    expect_goes_on_when_loaded(mesh, 1, 5);
}

// A wall with a door in the middle of a field, and a hole at its end.
static const char *const gate[] = {
    "........", "....#...", "....#...", "a......b", "....#...", "....#...",
};

static void doors_open_and_close(void **state) {
    (void)state;
    plan_map plan = plan_map_make(gate, WEND_COUNT(gate), 1.0);
    hang_door(&plan, 4.0, 2.5);
    wend_door door = {.a = {4, 2}, .b = {4, 3}, .open = true};
    wend_scene_def def = scene_plain();
    plan_map_use(&plan, &def);
    def.doors = &door;
    def.door_count = 1;
    stage on = stage_open(&def, NULL);
    wend_error error;
    uint32_t first = UINT32_MAX, second = UINT32_MAX, count;
    for (uint32_t i = 0; i < 6; i++)
        (void)walker(on.world, (wend_point){0.5, 0.5 + 0.6 * i}, plan_map_find(&plan, 'b'));
    wend_serial one = walker(on.world, (wend_point){1.5, 2.5}, plan_map_find(&plan, 'b'));
    world_step(on.world, 5);
    must(wend_world_set_door(on.world, 0, false, &error), &error);
    first = steps_to_arrive(on.world, one, 300);
    assert_true(first > 60 && first < 120); // the way round is 10 m
    agent_set_goal(on.world, one, (wend_target){.at = {0.5, 2.5}, .radius = 0.3f});
    must(wend_world_set_door(on.world, 0, true, &error), &error);
    second = steps_to_arrive(on.world, one, 300);
    assert_true(second < 300);
    double length;
    must(wend_world_path(on.world, 0, plan_map_find(&plan, 'b'), (wend_target){.at = {0.5, 2.5}}, 0.25f, NULL, 0,
                         &count, &length, &error),
         &error);
    assert_true(length < 8.0); // straight through again
    stage_close(&on);
    plan_map_free(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_leaves_a_trap),     cmocka_unit_test(a_narrow_door),
        cmocka_unit_test(any_number_of_threads), cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(doors_open_and_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
