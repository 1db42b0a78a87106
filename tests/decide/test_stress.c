// Stress rises and falls at its rate, within its limit, and moves speed, radius and parameters with it, for every model.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/stage.h"

static const wend_stress hurried = {.rate = 0.5f, .limit = 0.8f, .deadline = 1.0f, .speed = 1.5f, .radius = 0.5f};

static stage stage_stressed(const wend_model *model, const wend_stress *stress) {
    wend_profile profile = profile_of(model);
    wend_scene_def scene = wend_scene_default();
    profile.habits = "none";
    profile.stress = stress;
    profile.max_speed = 3.0f;
    scene.profiles = &profile;
    return stage_open(&scene, NULL);
}

static float stress_of(wend_world *world) { return world_view(world).mood[0].stress; }

static void test_rate_and_limit(void **state) {
    (void)state;
    stage on = stage_stressed(&wend_model_orca, &hurried);
    wend_agent agent = agent_at(0, 0);
    agent_add(on.world, &agent);
    float before = 0.0f;
    for (int i = 1; i <= 40; i++) {
        world_step(on.world, 1);
        float psi = fminf(1.0f, 0.1f * (float)(i - 1)), change = fmaxf(-0.05f, fminf(0.05f, psi - before));
        float want = fminf(0.8f, before + change);
        assert_near((double)stress_of(on.world), (double)want, 1e-5);
        before = stress_of(on.world);
    }
    assert_true(before == 0.8f);
    stage_close(&on);
}

// Each model walks faster under stress by the factor that the profile says.
static void test_every_model_hurries(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) {
        double way[2];
        for (int stressed = 0; stressed < 2; stressed++) {
            stage on = stage_stressed(models[i], stressed ? &hurried : NULL);
            wend_agent agent = agent_at(0, 0);
            agent.goal.at = (wend_point){500, 0};
            wend_serial serial = agent_add(on.world, &agent);
            world_step(on.world, 100);
            double from = agent_get(on.world, serial).position.x;
            world_step(on.world, 50);
            way[stressed] = agent_get(on.world, serial).position.x - from;
            stage_close(&on);
        }
        // social-force-1995 never goes faster than 1.3 times the preferred speed that it starts from.
        assert_true(way[1] / way[0] > 1.28 && way[1] / way[0] < 1.45);
    }
}

static void test_parameters(void **state) {
    (void)state;
    const wend_setting tense[] = {{"horizon", 1.0f}, {"max_neighbours", 4.0f}, {"neighbour_distance", 2.0f}};
    wend_stress stress = hurried;
    stress.limit = 1.0f;
    stress.settings = tense;
    stress.setting_count = WEND_COUNT(tense);
    stage on = stage_stressed(&wend_model_orca, &stress);
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = agent_add(on.world, &agent);
    float relaxed[3];
    for (uint32_t i = 0; i < 3; i++) relaxed[i] = agent_param(on.world, serial, tense[i].name);
    world_step(on.world, 12);
    float s = stress_of(on.world);
    assert_true(s > 0.3f && s < 0.9f);
    for (uint32_t i = 0; i < 3; i++) {
        float between = relaxed[i] + s * (tense[i].value - relaxed[i]);
        assert_near((double)agent_param(on.world, serial, tense[i].name),
                    (double)(i == 1 ? floorf(between + 0.5f) : between), 1e-4);
    }
    world_step(on.world, 60);
    for (uint32_t i = 0; i < 3; i++)
        assert_near((double)agent_param(on.world, serial, tense[i].name), (double)tense[i].value, 1e-5);
    stage_close(&on);
}

// Half-way to its value under stress a choice or a count is still one, so that a saved world is read again.
static void test_whole_parameters(void **state) {
    (void)state;
    const wend_setting tense[] = {{"optimise_about", 2.0f}, {"max_neighbours", 3.0f}};
    wend_stress stress = hurried;
    stress.settings = tense;
    stress.setting_count = WEND_COUNT(tense);
    stage on = stage_stressed(&wend_model_orca, &stress);
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = agent_add(on.world, &agent);
    for (int i = 0; i < 20; i++) {
        world_step(on.world, 1);
        for (uint32_t k = 0; k < 2; k++) {
            float value = agent_param(on.world, serial, tense[k].name);
            assert_true(value == floorf(value));
        }
        void *bytes;
        size_t size;
        wend_world *again;
        wend_world_def def = wend_world_default(on.scene);
        assert_int_equal(wend_world_save_bytes(on.world, &bytes, &size, NULL), WEND_OK);
        assert_int_equal(wend_world_load_bytes(&def, bytes, size, &again, NULL), WEND_OK);
        assert_true(wend_world_hash(again) == wend_world_hash(on.world));
        wend_world_destroy(again);
        free(bytes);
    }
    assert_true(agent_param(on.world, serial, "optimise_about") == 2.0f);
    stage_close(&on);
}

// The stress of others is taken as it was: so it does not matter who is looked at first.
static void test_others_and_crowding(void **state) {
    (void)state;
    const wend_stress shared = {
        .rate = 1.0f, .limit = 1.0f, .crowding = 0.1f, .others = 0.5f, .speed = 1.0f, .radius = 1.0f};
    stage on = stage_stressed(&wend_model_orca, &shared);
    for (int i = 0; i < 3; i++) {
        wend_agent agent = agent_at(i, 0);
        agent_add(on.world, &agent);
    }
    world_step(on.world, 200);
    // Two others each: S = 0.2 + 0.5 S.
    wend_view view = world_view(on.world);
    for (uint32_t row = 0; row < 3; row++) assert_near((double)view.mood[row].stress, 0.4, 1e-3);
    stage_close(&on);
}

static uint64_t hash_after(uint32_t threads, bool over_a_file) {
    const wend_stress shared = {
        .rate = 0.3f, .limit = 1.0f, .crowding = 0.1f, .others = 0.3f, .speed = 1.4f, .radius = 0.8f};
    wend_profile profile = profile_of(&wend_model_rcap);
    wend_scene_def scene = wend_scene_default();
    profile.stress = &shared;
    scene.profiles = &profile;
    wend_world_def def = wend_world_default(NULL);
    def.threads = threads;
    stage on = stage_open(&scene, &def);
    for (uint32_t i = 0; i < 900; i++) {
        wend_agent agent = agent_at(i % 30 * 0.9, i / 30 * 0.9);
        agent.goal.at = (wend_point){27.0 - agent.position.x, 27.0 - agent.position.y};
        agent_add(on.world, &agent);
    }
    world_step(on.world, 20);
    if (over_a_file) {
        void *bytes;
        size_t size;
        wend_error error;
        wend_world *again;
        must(wend_world_save_bytes(on.world, &bytes, &size, &error), &error);
        def.scene = on.scene;
        must(wend_world_load_bytes(&def, bytes, size, &again, &error), &error);
        free(bytes);
        wend_world_destroy(on.world);
        on.world = again;
    }
    world_step(on.world, 20);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static void test_threads_and_files(void **state) {
    (void)state;
    uint64_t expected = hash_after(1, false);
    assert_true(hash_after(3, false) == expected);
    assert_true(hash_after(2, true) == expected);
}

static void test_refused(void **state) {
    (void)state;
    wend_profile profile = wend_profile_default();
    wend_stress stress = hurried;
    const wend_setting unknown = {"no_such", 1.0f}, half = {"max_neighbours", 3.5f};
    wend_scene_def def = wend_scene_default();
    wend_scene *scene;
    profile.stress = &stress;
    def.profiles = &profile;
    stress.rate = NAN;
    assert_refused(wend_scene_create(&def, &scene, &why), WEND_BAD_ARGUMENT, "rate");
    stress = hurried;
    stress.settings = &unknown;
    stress.setting_count = 1;
    assert_refused(wend_scene_create(&def, &scene, &why), WEND_NOT_FOUND, "no_such");
    stress.settings = &half;
    assert_refused(wend_scene_create(&def, &scene, &why), WEND_BAD_ARGUMENT, "stress: max_neighbours is 3.5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rate_and_limit),    cmocka_unit_test(test_every_model_hurries),
        cmocka_unit_test(test_parameters),        cmocka_unit_test(test_others_and_crowding),
        cmocka_unit_test(test_threads_and_files), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_whole_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
