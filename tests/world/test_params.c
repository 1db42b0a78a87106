// Parameters of agents: every one of every model is set and read back; own ones count, and wrong ones are refused.
#include "support/stage.h"
#include "world/block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_initial_but(wend_world *world, wend_serial serial, const wend_model *model, uint32_t changed) {
    for (uint32_t i = 0; i < model->param_count; i++)
        if (i != changed) assert_true(agent_param(world, serial, model->params[i].name) == model->params[i].initial);
}

static float middle_of(const wend_param *of) {
    float middle = 0.5f * (of->min + of->max);
    return wi_param_is_whole(of) ? floorf(middle) : middle;
}

// What is printed of a limit, by the documentation and by messages, may be given for it.
static void assert_printed_is_in_range(const wend_param *of, float limit) {
    char text[32];
    (void)snprintf(text, sizeof text, "%.7g", (double)limit);
    float printed = strtof(text, NULL);
    if (!(printed >= of->min && printed <= of->max))
        fail_msg("`%s` cannot be %s, its limit as printed", of->name, text);
}

static void try_param(wend_world *world, wend_serial serial, const wend_param *of) {
    const float good[] = {of->min, of->max, middle_of(of)};
    assert_printed_is_in_range(of, of->min), assert_printed_is_in_range(of, of->max);
    const float bad[] = {NAN, INFINITY, -INFINITY, of->max + 1.0f, of->min - 1.0f};
    for (uint32_t i = 0; i < WEND_COUNT(good); i++) {
        agent_set_param(world, serial, of->name, good[i]);
        assert_true(agent_param(world, serial, of->name) == good[i]);
    }
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++) {
        assert_refused(wend_world_set_param(world, serial, of->name, bad[i], &why), WEND_BAD_ARGUMENT, of->name);
        assert_true(agent_param(world, serial, of->name) == middle_of(of));
    }
    if (!wi_param_is_whole(of)) return;
    assert_refused(wend_world_set_param(world, serial, of->name, of->min + 0.5f, &why), WEND_BAD_ARGUMENT,
                   of->choices ? "must be one of" : "must be a whole number from");
    assert_true(agent_param(world, serial, of->name) == middle_of(of));
}

static void test_every_parameter_of_every_model(void **state) {
    (void)state;
    stage on = stage_of_all_models(1);
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t p = 0; p < models[m]->param_count; p++) {
            wend_agent agent = agent_at(3.0 * m, 3.0 * p), neighbour = agent_at(3.0 * m + 1.0, 3.0 * p);
            agent.profile = neighbour.profile = m;
            wend_serial serial = agent_add(on.world, &agent), other = agent_add(on.world, &neighbour);
            try_param(on.world, serial, &models[m]->params[p]);
            assert_initial_but(on.world, serial, models[m], p);
            assert_initial_but(on.world, other, models[m], UINT32_MAX);
            world_step(on.world, 1);
            assert_true(agent_param(on.world, serial, models[m]->params[p].name) == middle_of(&models[m]->params[p]));
        }
    }
    stage_close(&on);
}

// Else the habit could not be set under that model.
static void test_no_parameter_has_the_name_of_a_habit(void **state) {
    (void)state;
    uint32_t count, habit_count;
    const wend_model *const *models = wend_models(&count);
    const wend_param *habits = wend_habits(&habit_count);
    for (uint32_t m = 0; m < count; m++)
        for (uint32_t h = 0; h < habit_count; h++)
            if (wend_model_param(models[m], habits[h].name, NULL))
                fail_msg("%s has a parameter `%s`, which is a habit", models[m]->name, habits[h].name);
}

static void stand(const wend_view *now, const wend_next *next, wend_rows rows) {
    (void)now;
    for (uint32_t i = 0; i < rows.count; i++) next->motion[rows.row[i]].velocity = (wend_vec){0.0f, 0.0f};
}

// A host's model may have such a one, with a meaning of its own.
static void test_presets_of_habits_set_habits_only(void **state) {
    (void)state;
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    wend_param same[WEND_PARAMS_MAX / sizeof(float)];
    assert_true(count <= WEND_COUNT(same));
    for (uint32_t i = 0; i < count; i++)
        same[i] = (wend_param){habits[i].name, "", "not the habit", 0.0f, 9.0f, 7.0f, i * sizeof(float), NULL};
    const wend_model model = {.name = "host's own",
                              .params = same,
                              .param_count = count,
                              .params_size = count * sizeof(float),
                              .steer = stand};
    wend_profile profile = profile_of(&model);
    profile.habits = "default";
    wend_scene_def scene = scene_plain();
    scene.profiles = &profile;
    stage on = stage_open(&scene, NULL);
    wend_agent agent = agent_at(0, 0);
    assert_initial_but(on.world, agent_add(on.world, &agent), &model, UINT32_MAX);
    stage_close(&on);
}

static void test_own_settings_when_added(void **state) {
    (void)state;
    stage on = stage_plain();
    const wend_model *model = &wend_model_orca;
    for (uint32_t p = 0; p < model->param_count; p++) {
        wend_setting settings[] = {{model->params[p].name, model->params[p].min},
                                   {model->params[p].name, model->params[p].max}}; // the last one counts
        wend_agent agent = agent_at(p, 0);
        agent.settings = settings;
        agent.setting_count = 2;
        wend_serial serial = agent_add(on.world, &agent);
        assert_true(agent_param(on.world, serial, model->params[p].name) == model->params[p].max);
        assert_initial_but(on.world, serial, model, p);
    }
    stage_close(&on);
}

// Whatever counts something is known to.
static void test_counts_are_whole(void **state) {
    (void)state;
    uint32_t count, counts = 0;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++)
        for (uint32_t p = 0; p < models[m]->param_count; p++) {
            const wend_param *of = &models[m]->params[p];
            bool counts_some = strcmp(of->name, "max_neighbours") == 0 || strcmp(of->name, "clearance_samples") == 0;
            assert_int_equal(wi_param_is_whole(of) && !of->choices, counts_some);
            counts += counts_some;
        }
    assert_true(counts >= 13);
}

static void test_bad_settings_add_nobody(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_setting unknown = {"horizn", 1.0f}, wild = {"horizon", 1e9f}, nameless = {NULL, 1.0f};
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = 99;
    agent.setting_count = 1;
    agent.settings = &unknown;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_NOT_FOUND, "horizon");
    agent.settings = &wild;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_BAD_ARGUMENT, "horizon");
    agent.settings = &nameless;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_BAD_ARGUMENT, "name");
    agent.settings = NULL;
    assert_refused(wend_world_add(on.world, &agent, &serial, &why), WEND_BAD_ARGUMENT, "settings");
    assert_int_equal(wend_world_stats(on.world).agents, 0);
    stage_close(&on);
}

static void test_own_parameters_count(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_setting blind = {"max_neighbours", 0.0f};
    wend_agent a = agent_at(-5, 0), b = agent_at(5, 0);
    a.goal.at = (wend_point){50, 0};
    b.goal.at = (wend_point){-50, 0};
    a.settings = &blind;
    a.setting_count = 1;
    wend_serial straight = agent_add(on.world, &a), avoids = agent_add(on.world, &b);
    double most = 0.0;
    for (int i = 0; i < 60; i++) {
        world_step(on.world, 1);
        assert_true(agent_get(on.world, straight).position.y == 0.0);
        most = fmax(most, fabs(agent_get(on.world, avoids).position.y));
    }
    assert_true(most > 0.2);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_parameter_of_every_model),
        cmocka_unit_test(test_no_parameter_has_the_name_of_a_habit),
        cmocka_unit_test(test_presets_of_habits_set_habits_only),
        cmocka_unit_test(test_own_settings_when_added),
        cmocka_unit_test(test_counts_are_whole),
        cmocka_unit_test(test_bad_settings_add_nobody),
        cmocka_unit_test(test_own_parameters_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
