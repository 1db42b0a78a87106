// Every parameter and preset of every model, as a scene has it.
#include "shy_model.h"

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
            float inside = param->min + 0.375f * (param->max - param->min);
            if (wi_param_is_whole(param)) inside = floorf(inside);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_of_models),
        cmocka_unit_test(parameters_are_found_by_name),
        cmocka_unit_test(every_parameter_of_every_model),
        cmocka_unit_test(parameters_do_not_share_places),
        cmocka_unit_test(every_preset_of_every_model),
        cmocka_unit_test(settings_come_on_top_of_the_preset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
