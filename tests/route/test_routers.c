// What holds for every router that finds ways over a map.
#include "walkers.h"

typedef void check(const wend_router *router);

static void for_every_router(check *holds) {
    uint32_t count;
    const wend_router *const *all = wend_routers(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (!all[i]->needs_map) continue;
        print_message("  %s\n", all[i]->name);
        holds(all[i]);
    }
}

static void leaver(wend_world *world, double x, double y, wend_point to) {
    wend_agent agent = agent_at(x, y);
    agent.goal.at = to;
    agent.leaves = true;
    (void)agent_add(world, &agent);
}

// Alone, and with others who share the guide.
static void leaves_a_trap(const wend_router *router) {
    plan_map plan = plan_map_make(trap, WEND_COUNT(trap), 1.0);
    for (uint32_t others = 0; others <= 5; others += 5) {
        stage on = open_plan(&plan, router, 1);
        wend_point goal = plan_map_find(&plan, 'b');
        wend_serial one = walker(on.world, plan_map_find(&plan, 'a'), goal);
        for (uint32_t i = 0; i < others; i++) leaver(on.world, 5.0 + 0.7 * i, 3.5, goal);
        // 10.8 m at 1.34 m/s, or a little more for those who keep off walls.
        assert_in_range(steps_to_arrive(on.world, one, 400), 70, 160);
        stage_close(&on);
    }
    plan_map_free(&plan);
}

static void a_trap(void **state) {
    (void)state;
    for_every_router(leaves_a_trap);
}

static void has_one_result(const wend_router *router) {
    plan_map plan = plan_map_make(maze, WEND_COUNT(maze), 1.0);
    assert_true(maze_hash(&plan, router, 1, 2) == maze_hash(&plan, router, 3, 2));
    plan_map_free(&plan);
}

static void any_number_of_threads(void **state) {
    (void)state;
    for_every_router(has_one_result);
}

static void goes_on_when_loaded(const wend_router *router) { expect_goes_on_when_loaded(router, 2, 3); }

static void saved_and_loaded(void **state) {
    (void)state;
    for_every_router(goes_on_when_loaded);
}

// A wall with a door in the middle of a field, and a hole at its end.
static const char *const gate[] = {
    "........", "........", "....#...", "....#...", "a......b", "....#...", "....#...",
};

static void minds_the_door(const wend_router *router) {
    plan_map plan = plan_map_make(gate, WEND_COUNT(gate), 1.0);
    hang_door(&plan, 4.0, 2.5);
    wend_door door = {.a = {4, 2}, .b = {4, 3}, .open = true};
    wend_profile profile = profile_plain();
    profile.router = router;
    wend_scene_def def = scene_plain();
    plan_map_use(&plan, &def);
    def.profiles = &profile;
    def.doors = &door;
    def.door_count = 1;
    stage on = stage_open(&def, NULL);
    wend_error error;
    for (uint32_t i = 0; i < 6; i++) leaver(on.world, 0.5, 0.5 + 0.6 * i, (wend_point){7.5, 2.5});
    wend_serial one = walker(on.world, (wend_point){1.5, 2.5}, (wend_point){7.5, 2.5});
    world_step(on.world, 5);
    must(wend_world_set_door(on.world, 0, false, &error), &error);
    assert_in_range(steps_to_arrive(on.world, one, 300), 55, 160); // the way round is 8 m and more
    agent_set_goal(on.world, one, (wend_target){.at = {0.5, 2.5}, .radius = 0.3f});
    must(wend_world_set_door(on.world, 0, true, &error), &error);
    assert_in_range(steps_to_arrive(on.world, one, 300), 30, 90);
    stage_close(&on);
    plan_map_free(&plan);
}

static void doors_open_and_close(void **state) {
    (void)state;
    for_every_router(minds_the_door);
}

static void goes_straight_without_a_way(const wend_router *router) {
    plan_map plan = plan_map_make(island, WEND_COUNT(island), 1.0);
    stage on = open_plan(&plan, router, 1);
    wend_serial one = walker(on.world, plan_map_find(&plan, 'a'), plan_map_find(&plan, 'b'));
    world_step(on.world, 50);
    assert_near(agent_get(on.world, one).position.x, 2.0 - 0.25, 0.02); // before the wall
    assert_near(agent_get(on.world, one).position.y, plan_map_find(&plan, 'a').y, 0.02);
    assert_int_equal(world_view(on.world).way[0].flags & WEND_WAY_NONE, WEND_WAY_NONE);
    stage_close(&on);
    plan_map_free(&plan);
}

static void no_way_is_a_straight_one(void **state) {
    (void)state;
    for_every_router(goes_straight_without_a_way);
}

static uint32_t steps_of_a_body(wend_world *world, const plan_map *plan, float radius) {
    wend_agent agent = wend_agent_default();
    agent.shape = wend_disc(radius);
    agent.position = plan_map_find(plan, 'a');
    agent.goal.at = plan_map_find(plan, 'b');
    wend_serial one = agent_add(world, &agent);
    uint32_t steps = steps_to_arrive(world, one, 300);
    agent_remove(world, one);
    return steps;
}

static void knows_what_fits(const wend_router *router) {
    plan_map plan = plan_map_make(rooms, WEND_COUNT(rooms), 0.2);
    stage on = open_plan(&plan, router, 1);
    assert_in_range(steps_of_a_body(on.world, &plan, 0.2f), 30, 50); // 5 m through the door
    assert_in_range(steps_of_a_body(on.world, &plan, 0.27f), 30, 50);
    assert_in_range(steps_of_a_body(on.world, &plan, 0.35f), 52, 120); // round it
    stage_close(&on);
    plan_map_free(&plan);
}

static void narrow_doors(void **state) {
    (void)state;
    for_every_router(knows_what_fits);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trap),
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(doors_open_and_close),
        cmocka_unit_test(no_way_is_a_straight_one),
        cmocka_unit_test(narrow_doors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
