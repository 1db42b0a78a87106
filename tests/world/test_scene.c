// Scenes: defaults, every parameter of every model, every wrong input, every allocation that may fail.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/error.h"
#include "support/failing_allocator.h"
#include "world/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A host's own model -------------------------------------------------------------------------------------------------

typedef struct shy_params {
    float distance, mode, unused, calmness;
} shy_params;

static const char *const shy_modes[] = {"left", "right", "either"};

static const wend_param shy_table[] = {
    {"distance", "m", "how far it keeps away", 0.5f, 5.0f, 1.0f, offsetof(shy_params, distance), NULL},
    {"mode", "", "the side it yields to", 0.0f, 2.0f, 2.0f, offsetof(shy_params, mode), shy_modes},
    {"calmness", "s", "how long it waits", -1.0f, 60.0f, 3.0f, offsetof(shy_params, calmness), NULL},
};

static const wend_setting bold_settings[] = {{"distance", 0.5f}, {"mode", 1.0f}};

static const wend_preset shy_presets[] = {{"bold", "keeps less distance", bold_settings, 2}};

static void shy_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    (void)now;
    for (uint32_t i = 0; i < rows.count; i++) next->motion[rows.row[i]].velocity = (wend_vec){0.0f, 0.0f};
}

static const wend_model shy = {
    .name = "shy",
    .summary = "stands still",
    .params = shy_table,
    .param_count = WEND_COUNT(shy_table),
    .params_size = sizeof(shy_params),
    .presets = shy_presets,
    .preset_count = WEND_COUNT(shy_presets),
    .steer = shy_steer,
};

static wend_profile shy_profile(void) {
    wend_profile profile = wend_profile_default();
    profile.name = "shy one";
    profile.model = &shy;
    return profile;
}

static wend_scene_def def_with(const wend_profile *profile) {
    wend_scene_def def = wend_scene_default();
    def.profiles = profile;
    return def;
}

static wend_scene *create(const wend_scene_def *def) {
    wend_scene *scene = NULL;
    wend_error error = {WEND_OK, ""};
    if (wend_scene_create(def, &scene, &error) != WEND_OK) fail_msg("%s", error.text);
    assert_non_null(scene);
    return scene;
}

static uint64_t hash_of(const wend_scene_def *def) {
    wend_scene *scene = create(def);
    uint64_t hash = wend_scene_hash(scene);
    wend_scene_destroy(scene);
    return hash;
}

static float param_of(const wend_scene *scene, uint32_t profile, const char *name) {
    float value;
    const unsigned char *block = scene->params + (size_t)profile * scene->params_stride;
    assert_int_equal(wi_block_get(scene->profiles[profile].is.model, block, name, &value, NULL), WEND_OK);
    return value;
}

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

// Models -------------------------------------------------------------------------------------------------------------

static void the_list_of_models(void **state) {
    (void)state;
    const char *const names[] = {"orca", "eorca-c",   "eorca-f",           "eorca-p",           "rcap",     "rvo",
                                 "vo",   "power-law", "social-force-1995", "social-force-2000", "steering", "straight"};
    uint32_t count = 0;
    const wend_model *const *models = wend_models(&count);
    assert_int_equal(count, WEND_COUNT(names));
    for (uint32_t i = 0; i < count; i++) {
        wend_error error = {WEND_OK, ""};
        assert_string_equal(models[i]->name, names[i]);
        assert_ptr_equal(wend_model_find(names[i]), models[i]);
        assert_non_null(models[i]->summary);
        if (wi_model_check(models[i], &error) != WEND_OK) fail_msg("%s", error.text);
    }
    assert_null(wend_model_find("ocra"));
    assert_null(wend_model_find(NULL));
    assert_non_null(wend_models(NULL));
}

static void parameters_are_found_by_name(void **state) {
    (void)state;
    const char *nearest = NULL;
    assert_ptr_equal(wend_model_param(&shy, "mode", &nearest), &shy_table[1]);
    assert_null(wend_model_param(&shy, "calmnes", &nearest));
    assert_string_equal(nearest, "calmness");
    assert_null(wend_model_param(&shy, "calmnes", NULL));
    assert_null(wend_model_param(&wend_model_straight, "calmness", &nearest));
    assert_null(nearest);
    assert_null(wend_model_param(NULL, "mode", NULL));
    assert_null(wend_model_param(&shy, NULL, NULL));
}

static void set_and_read_back(const wend_model *model, const wend_param *param, float value) {
    wend_setting setting = {param->name, value};
    wend_profile profile = shy_profile();
    profile.model = model;
    profile.settings = &setting;
    profile.setting_count = 1;
    wend_scene_def def = def_with(&profile);
    wend_scene *scene = create(&def);
    for (uint32_t i = 0; i < model->param_count; i++) {
        const wend_param *other = &model->params[i];
        if (other != param) continue;
        assert_true(param_of(scene, 0, other->name) == value);
    }
    wend_scene_destroy(scene);
}

static void every_parameter_of_every_model(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m <= count; m++) {
        const wend_model *model = m < count ? models[m] : &shy;
        for (uint32_t i = 0; i < model->param_count; i++) {
            const wend_param *param = &model->params[i];
            set_and_read_back(model, param, param->min);
            set_and_read_back(model, param, param->max);
            set_and_read_back(model, param, param->initial);
            float inside = param->choices ? 1.0f : param->min + 0.375f * (param->max - param->min);
            set_and_read_back(model, param, inside);
        }
    }
}

static void parameters_do_not_share_places(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t i = 0; i < models[m]->param_count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                assert_int_not_equal(models[m]->params[i].offset, models[m]->params[k].offset);
            }
        }
    }
}

static void every_preset_of_every_model(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m <= count; m++) {
        const wend_model *model = m < count ? models[m] : &shy;
        for (uint32_t i = 0; i < model->preset_count; i++) {
            const wend_preset *preset = &model->presets[i];
            wend_profile profile = shy_profile();
            profile.model = model;
            profile.preset = preset->name;
            wend_scene_def def = def_with(&profile);
            wend_scene *scene = create(&def);
            for (uint32_t k = 0; k < preset->setting_count; k++) {
                assert_true(param_of(scene, 0, preset->settings[k].name) == preset->settings[k].value);
            }
            wend_scene_destroy(scene);
        }
    }
}

static void settings_come_on_top_of_the_preset(void **state) {
    (void)state;
    const wend_setting settings[] = {{"distance", 4.0f}, {"distance", 4.5f}};
    wend_profile profile = shy_profile();
    profile.preset = "bold";
    profile.settings = settings;
    profile.setting_count = 2;
    wend_scene_def def = def_with(&profile);
    wend_scene *scene = create(&def);
    assert_true(param_of(scene, 0, "distance") == 4.5f);
    assert_true(param_of(scene, 0, "mode") == 1.0f);
    assert_true(param_of(scene, 0, "calmness") == 3.0f);
    wend_scene_destroy(scene);
    profile.preset = NULL; // as "default", which every model has
    profile.setting_count = 0;
    scene = create(&def);
    assert_true(param_of(scene, 0, "distance") == 1.0f);
    wend_scene_destroy(scene);
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

// Wrong input ---------------------------------------------------------------------------------------------------------

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
        cmocka_unit_test(the_list_of_models),
        cmocka_unit_test(parameters_are_found_by_name),
        cmocka_unit_test(every_parameter_of_every_model),
        cmocka_unit_test(parameters_do_not_share_places),
        cmocka_unit_test(every_preset_of_every_model),
        cmocka_unit_test(settings_come_on_top_of_the_preset),
        cmocka_unit_test(the_scene_keeps_nothing_of_the_definition),
        cmocka_unit_test(velocity_sets_are_noticed),
        cmocka_unit_test(many_profiles),
        cmocka_unit_test(map_coordinates_lose_nothing),
        cmocka_unit_test(the_hash_knows_what_matters),
        cmocka_unit_test(the_hash_does_not_know_addresses),
        cmocka_unit_test(wrong_definitions),
        cmocka_unit_test(wrong_obstacles),
        cmocka_unit_test(wrong_numbers_in_profiles),
        cmocka_unit_test(wrong_velocity_sets),
        cmocka_unit_test(wrong_settings),
        cmocka_unit_test(wrong_models),
        cmocka_unit_test(names_must_differ),
        cmocka_unit_test(a_parameter_block_is_checked_too),
        cmocka_unit_test(long_names_do_not_overrun),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
