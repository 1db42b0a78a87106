// Where all bodies are round, the models for elliptical agents are ORCA, to the last bit.
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { AGENTS = 200, STEPS = 60 };

static stage crowd_open(const wend_model *model, uint64_t seed) {
    static const wend_point pillar[] = {{4, 4}, {5, 4}, {5, 6}, {4, 6}}, bend[] = {{1, 8}, {3, 9}, {4, 12}};
    const wend_obstacle obstacles[] = {{WEND_SOLID, 0, pillar, 4}, {WEND_WALL, 0, bend, 3}};
    wend_profile profile = profile_of(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    stage on = stage_open(&def, NULL);
    for (uint32_t i = 0; i < AGENTS; i++) {
        float draw[5];
        for (uint32_t k = 0; k < 5; k++) draw[k] = wend_random(seed, i, 0, 0, k);
        wend_agent agent = agent_at(14.0 * (double)draw[0], 14.0 * (double)draw[1]);
        agent.goal.at = (wend_point){14.0 * (double)draw[2], 14.0 * (double)draw[3]};
        float radius = 0.15f + 0.15f * draw[4];
        // An ellipse with equal axes is round.
        agent.shape = i % 2 == 0 ? wend_disc(radius) : (wend_shape){WEND_ELLIPSE, radius, radius};
        (void)wend_world_add(on.world, &agent, NULL, NULL); // who has no space stays away
    }
    return on;
}

static void compare(const wend_model *model, uint64_t seed) {
    stage one = crowd_open(&wend_model_orca, seed), other = crowd_open(model, seed);
    for (uint32_t step = 0; step < STEPS; step++) {
        world_step(one.world, 1);
        world_step(other.world, 1);
    }
    wend_view a = world_view(one.world), b = world_view(other.world);
    assert_int_equal(a.count, b.count);
    assert_true(a.count > AGENTS / 2);
    for (uint32_t i = 0; i < a.count; i++) {
        wend_vec v = a.motion[i].velocity, w = b.motion[i].velocity;
        if (a.x[i] != b.x[i] || a.y[i] != b.y[i] || v.x != w.x || v.y != w.y)
            fail_msg("%s, seed %llu: agent %llu went another way", model->name, (unsigned long long)seed,
                     (unsigned long long)a.serial[i]);
    }
    stage_close(&one);
    stage_close(&other);
}

static void test_the_same_bits_as_orca(void **state) {
    (void)state;
    const wend_model *const models[] = {&wend_model_eorca_c, &wend_model_eorca_f, &wend_model_eorca_p};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++)
        for (uint64_t seed = 1; seed <= 5; seed++) compare(models[i], seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_same_bits_as_orca)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
