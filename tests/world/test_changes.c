// Doors that open and close, and profiles whose parameters change, while a world runs.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Two rooms of 10 m by 10 m with a door of 1.2 m between them, in the middle of the wall x = 0.
static stage two_rooms(bool open) {
    static const wend_point room[] = {{-10, -5}, {10, -5}, {10, 5}, {-10, 5}};
    static const wend_point below[] = {{0, -5}, {0, -0.6}}, above[] = {{0, 0.6}, {0, 5}};
    const wend_obstacle obstacles[] = {{WEND_ROOM, 0, room, 4}, {WEND_WALL, 0, below, 2}, {WEND_WALL, 0, above, 2}};
    const wend_door door = {0, {0, -0.6}, {0, 0.6}, open, 0};
    wend_scene_def def = scene_plain();
    def.obstacles = obstacles;
    def.obstacle_count = WEND_COUNT(obstacles);
    def.doors = &door;
    def.door_count = 1;
    return stage_open(&def, NULL);
}

static wend_serial add_walker(const stage *on, double x, double y) {
    wend_agent agent = agent_at(x, y);
    agent.goal = (wend_target){.at = {5, 0}, .radius = 0.3f};
    return agent_add(on->world, &agent);
}

static void set_door(const stage *on, bool open) {
    wend_error error = {0};
    if (wend_world_set_door(on->world, 0, open, &error)) fail_msg("%s", error.text);
}

static void test_a_closed_door_is_a_wall(void **state) {
    (void)state;
    stage on = two_rooms(false);
    wend_serial walker = add_walker(&on, -5, 0.1);
    for (int step = 0; step < 200; step++) {
        world_step(on.world, 1);
        assert_true(agent_get(on.world, walker).position.x <= -0.25 + 1e-3);
    }
    assert_int_equal(wend_world_stats(on.world).corrected_walls, 0); // it was avoided, not run into
    set_door(&on, true);
    world_step(on.world, 100);
    assert_true(agent_get(on.world, walker).arrived);
    stage_close(&on);
}

static void test_seen_through_when_open(void **state) {
    (void)state;
    stage on = two_rooms(false);
    wend_view view = world_view(on.world);
    wend_vec here = {-3, 0}, there = {3, 0};
    uint32_t found[8];
    assert_false(wend_view_sees(&view, 0, here, there));
    assert_int_equal(wend_view_walls(&view, 0, (wend_vec){-0.4f, 0}, 0.5f, 8, found, NULL), 1);
    set_door(&on, true);
    view = world_view(on.world);
    assert_true(wend_view_sees(&view, 0, here, there));
    assert_int_equal(wend_view_walls(&view, 0, (wend_vec){-0.4f, 0}, 0.5f, 8, found, NULL), 0);
    assert_false(wend_scene_sees(on.scene, 0, (wend_point){-3, 0}, (wend_point){3, 0})); // as it was at the start
    stage_close(&on);
}

static void test_not_closed_on_somebody(void **state) {
    (void)state;
    stage on = two_rooms(true);
    wend_serial walker = add_walker(&on, -0.1, 0);
    wend_error error = {0};
    assert_int_equal(wend_world_set_door(on.world, 0, false, &error), WEND_NO_SPACE);
    assert_non_null(strstr(error.text, "agent 1 stands in door 0"));
    assert_true(wend_world_door_is_open(on.world, 0));
    world_step(on.world, 10);
    assert_true(agent_get(on.world, walker).position.x > 0.3);
    set_door(&on, false);
    assert_false(wend_world_door_is_open(on.world, 0));
    stage_close(&on);
}

static void test_two_worlds_have_doors_of_their_own(void **state) {
    (void)state;
    stage on = two_rooms(false);
    wend_world_def def = wend_world_default(on.scene);
    stage other = {on.scene, NULL};
    assert_int_equal(wend_world_create(&def, &other.world, NULL), WEND_OK);
    uint64_t before = wend_world_hash(on.world);
    assert_true(before == wend_world_hash(other.world));
    set_door(&other, true);
    assert_false(wend_world_door_is_open(on.world, 0));
    assert_true(before == wend_world_hash(on.world));
    assert_true(before != wend_world_hash(other.world));
    set_door(&other, false);
    assert_true(before == wend_world_hash(other.world));
    wend_world_destroy(other.world);
    stage_close(&on);
}

static float profile_param(const stage *on, const char *name) {
    float value = NAN;
    wend_error error = {0};
    if (wend_world_get_profile_param(on->world, 0, name, &value, &error)) fail_msg("%s", error.text);
    return value;
}

static void test_a_profile_changes_for_all(void **state) {
    (void)state;
    stage on = two_rooms(true);
    wend_serial plain = add_walker(&on, -5, 0), own = add_walker(&on, -7, 0);
    agent_set_param(on.world, own, "horizon", 7.0f);
    assert_int_equal(wend_world_set_profile_param(on.world, 0, "neighbour_distance", 3.0f, NULL), WEND_OK);
    assert_float_equal(agent_param(on.world, plain, "neighbour_distance"), 3.0, 0.0);
    assert_float_equal(agent_param(on.world, own, "neighbour_distance"), 3.0, 0.0);
    assert_float_equal(agent_param(on.world, own, "horizon"), 7.0, 0.0);
    assert_float_equal(profile_param(&on, "neighbour_distance"), 3.0, 0.0);
    wend_serial later = add_walker(&on, -9, 0);
    assert_float_equal(agent_param(on.world, later, "neighbour_distance"), 3.0, 0.0);
    stage_close(&on);
}

static void test_what_is_refused(void **state) {
    (void)state;
    stage on = two_rooms(true);
    wend_error error = {0};
    float value;
    assert_int_equal(wend_world_set_door(on.world, 1, true, &error), WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "there is no door 1; the scene has 1"));
    assert_int_equal(wend_world_set_profile_param(on.world, 1, "horizon", 1.0f, &error), WEND_NOT_FOUND);
    assert_int_equal(wend_world_set_profile_param(on.world, 0, "horizn", 1.0f, &error), WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "did you mean `horizon`?"));
    assert_int_equal(wend_world_set_profile_param(on.world, 0, "horizon", NAN, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_get_profile_param(on.world, 0, "horizn", &value, &error), WEND_NOT_FOUND);
    assert_int_equal(wend_world_get_profile_param(on.world, 0, NULL, &value, &error), WEND_BAD_ARGUMENT);
    assert_false(wend_world_door_is_open(on.world, 1));
    stage_close(&on);

    const wend_door bad[] = {{1, {0, 0}, {1, 0}, false, 0},
                             {0, {1, 1}, {1, 1}, false, 0},
                             {0, {(double)NAN, 0}, {1, 0}, false, 0},
                             {0, {0, 0}, {1e9, 0}, false, 0}};
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++) {
        wend_scene_def def = scene_plain();
        wend_scene *scene;
        def.doors = &bad[i];
        def.door_count = 1;
        assert_int_equal(wend_scene_create(&def, &scene, &error), WEND_BAD_ARGUMENT);
        assert_non_null(strstr(error.text, "door 0"));
    }
}

static void test_saved_and_loaded(void **state) {
    (void)state;
    stage on = two_rooms(true);
    add_walker(&on, -5, 0);
    set_door(&on, false);
    assert_int_equal(wend_world_set_profile_param(on.world, 0, "horizon", 5.0f, NULL), WEND_OK);
    void *bytes;
    size_t size;
    assert_int_equal(wend_world_save_bytes(on.world, &bytes, &size, NULL), WEND_OK);
    wend_world_def def = wend_world_default(on.scene);
    stage loaded = {on.scene, NULL};
    wend_error error = {0};
    if (wend_world_load_bytes(&def, bytes, size, &loaded.world, &error)) fail_msg("%s", error.text);
    free(bytes);
    assert_false(wend_world_door_is_open(loaded.world, 0));
    assert_float_equal(profile_param(&loaded, "horizon"), 5.0, 0.0);
    world_step(on.world, 30);
    world_step(loaded.world, 30);
    assert_true(wend_world_hash(on.world) == wend_world_hash(loaded.world));
    wend_world_destroy(loaded.world);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_closed_door_is_a_wall),   cmocka_unit_test(test_seen_through_when_open),
        cmocka_unit_test(test_not_closed_on_somebody),    cmocka_unit_test(test_two_worlds_have_doors_of_their_own),
        cmocka_unit_test(test_a_profile_changes_for_all), cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_saved_and_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
