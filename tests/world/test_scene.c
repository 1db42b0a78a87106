// Scenes: defaults, what they copy, places, the hash, every allocation that may fail.
#include "shy_model.h"

#include "support/failing_allocator.h"

// Defaults -----------------------------------------------------------------------------------------------------------

static void defaults_are_pinned(void **state) {
    (void)state;
    wend_profile profile = wend_profile_default();
    assert_string_equal(profile.name, "pedestrian");
    assert_ptr_equal(profile.model, &wend_model_orca);
    assert_string_equal(profile.preset, "default");
    assert_int_equal(profile.setting_count, 0);
    assert_int_equal(profile.shape.kind, WEND_DISC);
    assert_true(profile.shape.half_length == 0.2f && profile.shape.half_width == 0.2f);
    assert_true(profile.preferred_speed == 1.34f && profile.max_speed == 2.0f);
    assert_true(profile.max_acceleration == INFINITY);
    assert_true(profile.priority == 0.0f && profile.velocity_radius == 0.0f);
    assert_int_equal(profile.velocity_corner_count, 0);
    wend_scene_def def = wend_scene_default();
    assert_true(def.origin.x == 0.0 && def.origin.y == 0.0);
    assert_int_equal(def.levels, 1);
    assert_int_equal(def.profile_count, 1);
    assert_int_equal(def.obstacle_count, 0);
    assert_null(def.allocator.resize);
}

static void the_default_scene_is_fine(void **state) {
    (void)state;
    wend_scene_def def = wend_scene_default();
    wend_scene *scene = create(&def);
    assert_int_equal(wend_scene_wall_count(scene), 0);
    assert_null(wend_scene_wall(scene, 0));
    assert_int_equal(wend_scene_profile(scene, "pedestrian"), 0);
    assert_int_equal(wend_scene_profile(scene, "elephant"), UINT32_MAX);
    assert_int_equal(wend_scene_profile(scene, NULL), UINT32_MAX);
    assert_true(wend_scene_sees(scene, 0, (wend_point){0, 0}, (wend_point){9, 9}));
    assert_false(wend_scene_sees(scene, 1, (wend_point){0, 0}, (wend_point){9, 9}));
    assert_false(wend_scene_sees(scene, 0, (wend_point){NAN, 0}, (wend_point){9, 9}));
    wend_scene_destroy(scene);
    wend_scene_destroy(NULL);
}

static void shapes(void **state) {
    (void)state;
    wend_shape disc = wend_disc(0.3f), ellipse = wend_ellipse(0.2f, 0.4f), box = wend_box(2.0f, 1.0f);
    assert_true(disc.kind == WEND_DISC && disc.half_length == 0.3f && disc.half_width == 0.3f);
    assert_true(ellipse.kind == WEND_ELLIPSE && ellipse.half_length == 0.2f && ellipse.half_width == 0.4f);
    assert_true(box.kind == WEND_BOX && box.half_length == 2.0f && box.half_width == 1.0f);
}

// Copies -------------------------------------------------------------------------------------------------------------

static void the_scene_keeps_nothing_of_the_definition(void **state) {
    (void)state;
    char names[3][16] = {"zoe", "adam", "mia"}, preset[8] = "bold";
    wend_point points[2] = {{0, 0}, {5, 0}};
    wend_obstacle obstacle = {WEND_WALL, 0, points, 2};
    wend_setting setting = {"calmness", 7.0f};
    wend_profile profiles[3];
    for (int i = 0; i < 3; i++) {
        profiles[i] = shy_profile();
        profiles[i].name = names[i];
        profiles[i].preset = preset;
        profiles[i].settings = &setting;
        profiles[i].setting_count = 1;
    }
    profiles[1].model = &wend_model_straight;
    profiles[1].setting_count = 0;
    profiles[1].preset = "default";
    wend_scene_def def = def_with(profiles);
    def.profile_count = 3;
    def.obstacles = &obstacle;
    def.obstacle_count = 1;
    wend_scene *scene = create(&def);
    memset(names, 0, sizeof names), memset(preset, 0, sizeof preset), memset(points, 0, sizeof points);
    memset(&setting, 0, sizeof setting), memset(profiles, 0, sizeof profiles), memset(&obstacle, 0, sizeof obstacle);
    assert_int_equal(wend_scene_profile(scene, "zoe"), 0);
    assert_int_equal(wend_scene_profile(scene, "adam"), 1);
    assert_int_equal(wend_scene_profile(scene, "mia"), 2);
    assert_null(scene->profiles[0].is.preset);
    assert_null(scene->profiles[0].is.settings);
    assert_true(param_of(scene, 2, "calmness") == 7.0f && param_of(scene, 0, "distance") == 0.5f);
    assert_int_equal(scene->model_count, 2);
    assert_ptr_equal(scene->models[0], &shy);
    assert_int_equal(scene->profiles[1].model, 1);
    assert_int_equal(scene->profiles[2].model, 0);
    assert_true(wend_scene_wall(scene, 0)->b.x == 5.0f);
    assert_int_equal(scene->params_stride % 16, 0);
    wend_scene_destroy(scene);
}

static void velocity_sets_are_noticed(void **state) {
    (void)state;
    wend_profile profile = shy_profile();
    wend_scene_def def = def_with(&profile);
    wend_scene *scene = create(&def);
    assert_false(scene->velocity_sets);
    wend_scene_destroy(scene);
    profile.velocity_radius = 0.5f;
    scene = create(&def);
    assert_true(scene->velocity_sets);
    wend_scene_destroy(scene);
    profile.velocity_radius = 0.0f;
    profile.velocity_corner_count = 4;
    const wend_vec corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {9, 9}};
    memcpy(profile.velocity_corners, corners, sizeof corners);
    scene = create(&def);
    assert_true(scene->velocity_sets);
    assert_true(scene->profiles[0].is.velocity_corners[4].x == 0.0f); // what is not used is gone
    wend_scene_destroy(scene);
}

static void many_profiles(void **state) {
    (void)state;
    enum { count = 3000 };
    static char names[count][8];
    static wend_profile profiles[count];
    for (int i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "p%d", (i * 7919) % count);
        profiles[i] = shy_profile();
        profiles[i].name = names[i];
    }
    wend_scene_def def = def_with(profiles);
    def.profile_count = count;
    wend_scene *scene = create(&def);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(wend_scene_profile(scene, names[i]), i);
    wend_scene_destroy(scene);
}

// Places -------------------------------------------------------------------------------------------------------------

static void map_coordinates_lose_nothing(void **state) {
    (void)state;
    const double east = 6e6 + 0.123, north = -6e6 - 0.456; // 6,000 km from the origin of the map
    wend_point points[] = {{east, north}, {east + 10.0, north}, {east + 10.0, north + 10.0}, {east, north + 10.0}};
    wend_point door[] = {{east + 5.0, north}, {east + 5.0, north + 10.0}};
    wend_obstacle obstacles[] = {{WEND_ROOM, 0, points, 4}, {WEND_WALL, 0, door, 2}};
    wend_profile profile = shy_profile();
    wend_scene_def def = def_with(&profile);
    def.origin = (wend_point){6e6, -6e6};
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    wend_scene *scene = create(&def);
    assert_int_equal(wend_scene_wall_count(scene), 5);
    for (uint32_t i = 0; i < 5; i++) {
        const wend_wall *wall = wend_scene_wall(scene, i);
        double length = hypot((double)wall->b.x - wall->a.x, (double)wall->b.y - wall->a.y);
        assert_true(fabs(length - 10.0) < 2e-6);
        assert_true(fabs((double)wall->a.x - 0.123) < 1e-6 || fabs((double)wall->a.x - 10.123) < 2e-6 || !wall->solid);
    }
    assert_false(
        wend_scene_sees(scene, 0, (wend_point){east + 4.999, north + 5}, (wend_point){east + 5.001, north + 5}));
    assert_true(
        wend_scene_sees(scene, 0, (wend_point){east + 4.998, north + 5}, (wend_point){east + 4.999, north + 9}));
    wend_scene_destroy(scene);
}

// The hash -----------------------------------------------------------------------------------------------------------

static void the_hash_knows_what_matters(void **state) {
    (void)state;
    wend_point points[] = {{0, 0}, {4, 0}, {4, 3}};
    wend_obstacle obstacle = {WEND_WALL, 0, points, 3};
    wend_setting setting = {"calmness", 7.0f};
    wend_profile profiles[2] = {shy_profile(), shy_profile()};
    profiles[1].name = "other";
    profiles[0].settings = &setting;
    profiles[0].setting_count = 1;
    wend_scene_def def = def_with(profiles);
    def.profile_count = 2;
    def.levels = 2;
    def.obstacles = &obstacle;
    def.obstacle_count = 1;
    uint64_t seen[32];
    uint32_t count = 0;
    wend_model renamed = shy;
    renamed.name = "shyer";
#define WITH(change, back)             \
    do {                               \
        change;                        \
        seen[count++] = hash_of(&def); \
        back;                          \
    } while (0)
    WITH((void)0, (void)0);
    WITH(setting.value = 8.0f, setting.value = 7.0f);
    WITH(profiles[0].preset = "bold", profiles[0].preset = "default");
    WITH(profiles[0].max_speed = 2.5f, profiles[0].max_speed = 2.0f);
    WITH(profiles[0].preferred_speed = 1.0f, profiles[0].preferred_speed = 1.34f);
    WITH(profiles[0].max_acceleration = 3.0f, profiles[0].max_acceleration = INFINITY);
    WITH(profiles[0].priority = 0.5f, profiles[0].priority = 0.0f);
    WITH(profiles[0].velocity_radius = 0.5f, profiles[0].velocity_radius = 0.0f);
    WITH(profiles[0].shape = wend_disc(0.3f), profiles[0].shape = wend_disc(0.2f));
    WITH(profiles[0].shape = wend_box(0.2f, 0.2f), profiles[0].shape = wend_disc(0.2f));
    WITH(profiles[1].model = &renamed, profiles[1].model = &shy);
    WITH(def.levels = 3, def.levels = 2);
    WITH(def.profile_count = 1, def.profile_count = 2);
    WITH(def.origin.x = 1.0, def.origin.x = 0.0);
    WITH(points[2].y = 3.5, points[2].y = 3.0);
    WITH(obstacle.level = 1, obstacle.level = 0);
    WITH(obstacle.kind = WEND_SOLID, obstacle.kind = WEND_WALL);
    WITH(obstacle.kind = WEND_ROOM, obstacle.kind = WEND_WALL);
    WITH(def.obstacle_count = 0, def.obstacle_count = 1);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) assert_true(seen[i] != seen[k]);
    }
    assert_true(hash_of(&def) == seen[0]);
}

static void the_hash_does_not_know_addresses(void **state) {
    (void)state;
    wend_model copy = shy;
    wend_profile first = shy_profile(), second = shy_profile();
    char name[] = "renamed";
    second.model = &copy;
    second.name = name; // a run does not depend on what a profile is called
    second.priority = -0.0f;
    wend_scene_def def = def_with(&first), other = def_with(&second);
    assert_true(hash_of(&def) == hash_of(&other));
}

// Memory -------------------------------------------------------------------------------------------------------------

static void every_allocation_may_fail(void **state) {
    (void)state;
    wend_point points[] = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
    wend_obstacle obstacles[] = {{WEND_ROOM, 0, points, 4}, {WEND_WALL, 1, points, 3}};
    wend_profile profiles[2] = {shy_profile(), shy_profile()};
    profiles[1].name = "other";
    wend_scene_def def = def_with(profiles);
    def.profile_count = 2;
    def.levels = 2;
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    wend_result result = WEND_NO_MEMORY;
    for (uint64_t fail_at = 1; result != WEND_OK; fail_at++) {
        failing_allocator allocator = {.fail_at = fail_at};
        def.allocator = failing_allocator_make(&allocator);
        wend_scene *scene = NULL;
        wend_error error = {WEND_OK, ""};
        result = wend_scene_create(&def, &scene, &error);
        if (result == WEND_OK) {
            assert_int_equal(allocator.calls, fail_at - 1);
            assert_true(scene->memory.bytes > 0 && allocator.live_bytes >= scene->memory.bytes);
            wend_scene_destroy(scene);
        } else {
            assert_int_equal(result, WEND_NO_MEMORY);
            assert_null(scene);
            assert_non_null(strstr(error.text, "memory"));
        }
        assert_int_equal(allocator.live_blocks, 0);
        assert_int_equal(allocator.live_bytes, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_pinned),
        cmocka_unit_test(the_default_scene_is_fine),
        cmocka_unit_test(shapes),
        cmocka_unit_test(the_scene_keeps_nothing_of_the_definition),
        cmocka_unit_test(velocity_sets_are_noticed),
        cmocka_unit_test(many_profiles),
        cmocka_unit_test(map_coordinates_lose_nothing),
        cmocka_unit_test(the_hash_knows_what_matters),
        cmocka_unit_test(the_hash_does_not_know_addresses),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
