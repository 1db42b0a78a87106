// Every wrong input to a scene is refused with words.
#include "shy_model.h"

#include "support/failing_allocator.h"

static void expect_refused(const wend_scene_def *def, wend_result result, const char *const *words) {
    failing_allocator allocator = {0};
    wend_scene_def counted = *def;
    counted.allocator = failing_allocator_make(&allocator);
    wend_scene *scene = (wend_scene *)&counted;
    wend_error error = {WEND_OK, ""};
    assert_int_equal(wend_scene_create(&counted, &scene, &error), result);
    assert_null(scene);
    assert_int_equal(error.result, result);
    assert_int_equal(allocator.live_blocks, 0);
    for (; *words; words++) {
        if (!strstr(error.text, *words)) fail_msg("'%s' is not in '%s'", *words, error.text);
    }
    assert_int_equal(wend_scene_create(&counted, &scene, NULL), result);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

// Changes one thing of a fine definition and expects a refusal with these words.
#define REFUSED_DEF(change, ...)                                     \
    do {                                                             \
        wend_scene_def def = wend_scene_default();                   \
        change;                                                      \
        expect_refused(&def, WEND_BAD_ARGUMENT, WORDS(__VA_ARGS__)); \
    } while (0)

#define REFUSED_PROFILE_AS(wanted, change, ...)                        \
    do {                                                               \
        wend_profile profile = shy_profile();                          \
        change;                                                        \
        wend_scene_def def = def_with(&profile);                       \
        expect_refused(&def, wanted, WORDS("profile 0", __VA_ARGS__)); \
    } while (0)

#define REFUSED_PROFILE(change, ...) REFUSED_PROFILE_AS(WEND_BAD_ARGUMENT, change, __VA_ARGS__)

#define REFUSED_SETTING(wanted, param, number, ...)                                                        \
    do {                                                                                                   \
        wend_setting setting = {param, number};                                                            \
        REFUSED_PROFILE_AS(wanted, (profile.settings = &setting, profile.setting_count = 1), __VA_ARGS__); \
    } while (0)

#define REFUSED_MODEL(change, ...)                            \
    do {                                                      \
        wend_model model = shy;                               \
        wend_param params[WEND_COUNT(shy_table)];             \
        wend_preset presets[WEND_COUNT(shy_presets)];         \
        memcpy(params, shy_table, sizeof params);             \
        memcpy(presets, shy_presets, sizeof presets);         \
        model.params = params;                                \
        model.presets = presets;                              \
        change;                                               \
        REFUSED_PROFILE(profile.model = &model, __VA_ARGS__); \
    } while (0)

static void wrong_definitions(void **state) {
    (void)state;
    REFUSED_DEF(def.cookie = 0, "wend_scene_default()");
    REFUSED_DEF(def.levels = 0, "levels is 0", "between 1 and 65535");
    REFUSED_DEF(def.levels = 65536, "levels is 65536", "between 1 and 65535");
    REFUSED_DEF(def.profile_count = 0, "profile_count is 0", "between 1 and 65535");
    REFUSED_DEF(def.profile_count = 65536, "profile_count is 65536");
    REFUSED_DEF(def.profiles = NULL, "profiles is NULL");
    REFUSED_DEF(def.origin.x = NAN, "origin", "nan", "finite");
    REFUSED_DEF(def.origin.y = -INFINITY, "origin", "inf");
    REFUSED_DEF(def.obstacle_count = 1, "obstacles is NULL");
    wend_scene *scene = NULL;
    wend_error error;
    wend_scene_def def = wend_scene_default();
    assert_int_equal(wend_scene_create(NULL, &scene, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "NULL"));
    assert_int_equal(wend_scene_create(&def, NULL, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_scene_create(NULL, NULL, NULL), WEND_BAD_ARGUMENT);
}

static void wrong_obstacles(void **state) {
    (void)state;
    wend_point points[] = {{0, 0}, {4, 0}, {NAN, 3}};
    wend_obstacle obstacles[] = {{WEND_WALL, 0, points, 2}, {WEND_WALL, 0, points, 3}};
    REFUSED_DEF((def.obstacles = obstacles, def.obstacle_count = 2), "obstacle 1", "point 2", "nan");
}

static void wrong_numbers_in_profiles(void **state) {
    (void)state;
    REFUSED_PROFILE(profile.cookie = 1, "wend_profile_default()");
    REFUSED_PROFILE(profile.name = NULL, "no name");
    REFUSED_PROFILE(profile.name = "", "no name");
    REFUSED_PROFILE(profile.shape = wend_disc(0.005f), "shy one", "half_length is 0.005 m", "0.01 and 50");
    REFUSED_PROFILE(profile.shape = wend_disc(NAN), "disc", "nan");
    REFUSED_PROFILE(profile.shape = wend_box(1.0f, 51.0f), "half_width is 51 m", "0.01 and 50");
    REFUSED_PROFILE(profile.shape = wend_box(INFINITY, 1.0f), "half_length is inf");
    REFUSED_PROFILE(profile.shape.half_width = 0.5f, "disc", "equal", "wend_ellipse()");
    REFUSED_PROFILE(profile.shape.kind = (wend_shape_kind)3, "kind is 3", "WEND_BOX");
    REFUSED_PROFILE(profile.max_speed = 101.0f, "max_speed is 101 m/s", "0 and 100");
    REFUSED_PROFILE(profile.max_speed = NAN, "max_speed is nan");
    REFUSED_PROFILE(profile.preferred_speed = -1.0f, "preferred_speed is -1 m/s", "0 and 100");
    REFUSED_PROFILE(profile.preferred_speed = 2.5f, "preferred_speed is 2.5", "max_speed", "2");
    REFUSED_PROFILE(profile.max_acceleration = 0.0f, "max_acceleration is 0", "above 0");
    REFUSED_PROFILE(profile.max_acceleration = NAN, "max_acceleration is nan", "INFINITY for none");
    REFUSED_PROFILE(profile.priority = INFINITY, "priority is inf");
    REFUSED_PROFILE(profile.priority = 2e6f, "priority is 2e+06");
    REFUSED_PROFILE(profile.velocity_radius = 11.0f, "velocity_radius is 11 m/s", "0 and 10");
    REFUSED_PROFILE(profile.velocity_radius = NAN, "velocity_radius is nan");
}

static void wrong_velocity_sets(void **state) {
    (void)state;
    const wend_vec clockwise[] = {{0, 0}, {0, 1}, {1, 0}}, in_line[] = {{0, 0}, {1, 1}, {2, 2}};
    const wend_vec dented[] = {{0, 0}, {4, 0}, {1, 1}, {0, 4}};
    const wend_vec pentagram[] = {{0, 2}, {-1.2f, -1.6f}, {1.9f, 0.6f}, {-1.9f, 0.6f}, {1.2f, -1.6f}};
#define REFUSED_CORNERS(corners, n, ...)                                                                            \
    REFUSED_PROFILE((memcpy(profile.velocity_corners, corners, sizeof corners), profile.velocity_corner_count = n), \
                    __VA_ARGS__)
    REFUSED_CORNERS(clockwise, 3, "counter-clockwise");
    REFUSED_CORNERS(in_line, 3, "line");
    REFUSED_CORNERS(dented, 4, "convex");
    REFUSED_CORNERS(pentagram, 5, "convex");
    REFUSED_CORNERS(clockwise, 2, "velocity_corner_count is 2", "3 to 8");
    REFUSED_CORNERS(clockwise, 9, "velocity_corner_count is 9", "3 to 8");
    REFUSED_PROFILE((profile.velocity_corner_count = 3, profile.velocity_corners[1].y = NAN), "velocity_corners[1]",
                    "finite");
}

static void wrong_settings(void **state) {
    (void)state;
    REFUSED_SETTING(WEND_BAD_ARGUMENT, "distance", 99.0f, "shy one", "distance is 99 m, must lie between 0.5 and 5");
    REFUSED_SETTING(WEND_BAD_ARGUMENT, "distance", NAN, "distance is nan m");
    REFUSED_SETTING(WEND_NOT_FOUND, "distnace", 1.0f, "no parameter `distnace`; did you mean `distance`?");
    REFUSED_SETTING(WEND_NOT_FOUND, "horizon", 1.0f, "no parameter `horizon`; `orca` has it");
    REFUSED_SETTING(WEND_BAD_ARGUMENT, "mode", 1.5f, "mode is 1.5, must be one of 0 (left), 1 (right), 2 (either)");
    REFUSED_SETTING(WEND_BAD_ARGUMENT, "mode", 3.0f, "mode is 3", "2 (either)");
    REFUSED_SETTING(WEND_BAD_ARGUMENT, "mode", -1.0f, "mode is -1");
    REFUSED_SETTING(WEND_BAD_ARGUMENT, NULL, 1.0f, "setting has no name");
    REFUSED_PROFILE(profile.setting_count = 1, "settings is NULL");
    REFUSED_PROFILE_AS(WEND_NOT_FOUND, profile.preset = "bald", "no preset `bald`; did you mean `bold`?");
    REFUSED_PROFILE_AS(WEND_NOT_FOUND, profile.preset = "defaut", "did you mean `default`?");
    wend_setting setting = {"speed", 1.0f};
    REFUSED_PROFILE_AS(WEND_NOT_FOUND,
                       (profile.model = &wend_model_straight, profile.settings = &setting, profile.setting_count = 1),
                       "no parameter `speed`", "straight");
}

static void wrong_models(void **state) {
    (void)state;
    const char *const hole[] = {"left", NULL, "either"};
    const wend_setting unknown[] = {{"distanse", 1.0f}}, too_far[] = {{"distance", 77.0f}};
    REFUSED_PROFILE(profile.model = NULL, "model is NULL");
    REFUSED_MODEL(model.name = NULL, "no name");
    REFUSED_MODEL(model.name = "", "no name");
    REFUSED_MODEL(model.steer = NULL, "`shy`", "steer is NULL");
    REFUSED_MODEL(model.params_size = WEND_PARAMS_MAX + 1, "params_size is 1025", "1024");
    REFUSED_MODEL(model.params_size = 12, "`calmness`", "offset 12", "12 bytes");
    REFUSED_MODEL(params[0].offset = 2, "`distance`", "offset 2");
    REFUSED_MODEL(params[0].offset = SIZE_MAX - 3, "`distance`", "offset");
    REFUSED_MODEL(model.params = NULL, "params is NULL");
    REFUSED_MODEL(params[2].name = NULL, "parameter 2", "no name");
    REFUSED_MODEL(params[2].name = "distance", "two parameters are called `distance`");
    REFUSED_MODEL(params[0].initial = 6.0f, "`distance`", "initial value 6", "5");
    REFUSED_MODEL(params[0].initial = NAN, "`distance`", "nan");
    REFUSED_MODEL(params[0].max = INFINITY, "`distance`", "finite");
    REFUSED_MODEL((params[0].unit = "count", params[0].initial = 2.0f), "`distance`", "count", "whole numbers");
    REFUSED_MODEL((params[0].unit = "count", params[0].min = 0.0f, params[0].initial = 1.5f), "`distance`", "count");
    REFUSED_MODEL(params[1].initial = 0.5f, "`mode`", "choices");
    REFUSED_MODEL(params[1].min = 1.0f, "`mode`", "min must be 0");
    REFUSED_MODEL(params[1].max = NAN, "`mode`", "count - 1");
    REFUSED_MODEL(params[1].choices = hole, "`mode`", "text");
    REFUSED_MODEL(model.presets = NULL, "presets is NULL");
    REFUSED_MODEL(presets[0].name = NULL, "preset 0", "no name");
    REFUSED_MODEL(presets[0].settings = NULL, "`bold`", "settings is NULL");
    wend_preset preset = {"default", "", unknown, 1};
    wend_model model = shy;
    model.presets = &preset;
    REFUSED_PROFILE_AS(WEND_NOT_FOUND, profile.model = &model, "`distanse`", "`distance`");
    preset.settings = too_far;
    REFUSED_PROFILE(profile.model = &model, "distance is 77 m");
}

static void names_must_differ(void **state) {
    (void)state;
    wend_profile profiles[3] = {shy_profile(), shy_profile(), shy_profile()};
    profiles[1].name = "another";
    wend_scene_def def = def_with(profiles);
    def.profile_count = 3;
    expect_refused(&def, WEND_BAD_ARGUMENT, WORDS("profiles 0 and 2", "`shy one`", "differ"));
}

static void a_parameter_block_is_checked_too(void **state) {
    (void)state;
    struct {
        _Alignas(16) unsigned char habits[WI_BLOCK_PARAMS];
        shy_params params;
    } block = {.params = {1.0f, 2.0f, 9.0f, 3.0f}};
    wend_error error = {WEND_OK, ""};
    assert_int_equal(wi_block_set(&shy, &block, "calmness", 10.0f, &error), WEND_OK);
    assert_true(block.params.calmness == 10.0f && block.params.unused == 9.0f);
    assert_int_equal(wi_block_set(&shy, &block, "calmness", 61.0f, &error), WEND_BAD_ARGUMENT);
    assert_string_equal(error.text, "calmness is 61 s, must lie between -1 and 60");
    assert_true(block.params.calmness == 10.0f);
    assert_int_equal(wi_block_set(&shy, &block, "calmnes", 6.0f, &error), WEND_NOT_FOUND);
    assert_string_equal(error.text, "model `shy` has no parameter `calmnes`; did you mean `calmness`?");
}

static void long_names_do_not_overrun(void **state) {
    (void)state;
    char name[2000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    REFUSED_PROFILE((profile.name = name, profile.max_speed = -1.0f), "max_speed is -1");
    REFUSED_PROFILE_AS(WEND_NOT_FOUND, (profile.name = name, profile.preset = name), "no preset");
    REFUSED_SETTING(WEND_NOT_FOUND, name, 1.0f, "did you mean");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_definitions),
        cmocka_unit_test(wrong_obstacles),
        cmocka_unit_test(wrong_numbers_in_profiles),
        cmocka_unit_test(wrong_velocity_sets),
        cmocka_unit_test(wrong_settings),
        cmocka_unit_test(wrong_models),
        cmocka_unit_test(names_must_differ),
        cmocka_unit_test(a_parameter_block_is_checked_too),
        cmocka_unit_test(long_names_do_not_overrun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
