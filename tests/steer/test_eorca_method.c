// The methods of eorca-c at work in a world: exact, table and polygon.
#include "steer/ellipse_method.h"
#include "support/failing_allocator.h"
#include "support/stage.h"
#include "world/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define AGENTS 8 // so few that everybody's half-planes leave a velocity
#define PI 3.14159265358979323846

static wend_profile person(const wend_setting *method) {
    wend_profile profile = profile_of(&wend_model_eorca_c);
    profile.shape = wend_ellipse(0.149f, 0.2286f);
    profile.settings = method;
    profile.setting_count = 1;
    return profile;
}

// People and robots on a circle, each on the way to the other side.
static stage circle(const wend_setting *method, float scale, uint32_t threads) {
    wend_profile profiles[2] = {person(method), person(method)};
    profiles[0].name = "person";
    profiles[1].name = "robot";
    profiles[1].shape = wend_ellipse(0.135f, 0.22f);
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = 2;
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    stage s = stage_open(&def, &world);
    for (uint32_t i = 0; i < AGENTS; i++) {
        double angle = 2.0 * PI * (i + 0.3 * (i % 3)) / AGENTS, x = 6.0 * cos(angle), y = 6.0 * sin(angle);
        wend_agent agent = agent_at(x, y);
        agent.profile = i % 2;
        agent.goal = (wend_target){.at = {-x, -y}, .radius = 0.3f};
        agent.heading = (float)fmod(3.0 * angle, PI);
        if (scale != 1.0f) agent.shape = wend_ellipse(0.149f * scale, 0.2286f * scale);
        agent_add(s.world, &agent);
    }
    return s;
}

static const wend_setting methods[] = {{"method", EORCA_EXACT}, {"method", EORCA_TABLE}, {"method", EORCA_POLYGON}};

static void crowds_cross_without_touching(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(methods); i++) {
        stage s = circle(&methods[i], 1.0f, 1);
        uint32_t collided = 0;
        for (int tick = 0; tick < 300; tick++) {
            world_step(s.world, 1);
            collided += wend_world_events(s.world).collided_count;
        }
        wend_stats stats = wend_world_stats(s.world);
        assert_int_equal(stats.arrived, AGENTS);
        assert_int_equal(collided, 0);
        stage_close(&s);
    }
}

static uint64_t hash_after(const wend_setting *method, float scale, uint32_t threads) {
    stage s = circle(method, scale, threads);
    world_step(s.world, 60);
    uint64_t hash = wend_world_hash(s.world);
    stage_close(&s);
    return hash;
}

static void methods_differ_and_threads_do_not(void **state) {
    (void)state;
    uint64_t hash[3];
    for (uint32_t i = 0; i < 3; i++) {
        hash[i] = hash_after(&methods[i], 1.0f, 1);
        assert_true(hash[i] == hash_after(&methods[i], 1.0f, 3));
    }
    assert_true(hash[0] != hash[1] && hash[1] != hash[2] && hash[0] != hash[2]);
}

// Whoever has a size that no profile has is avoided as a polygon that is made for the purpose.
static void sizes_outside_the_table_are_polygons(void **state) {
    (void)state;
    stage table = circle(&methods[EORCA_TABLE], 0.9f, 1), polygon = circle(&methods[EORCA_POLYGON], 0.9f, 1);
    world_step(table.world, 60);
    world_step(polygon.world, 60);
    const wend_view a = world_view(table.world), b = world_view(polygon.world);
    assert_int_equal(a.count, b.count);
    for (uint32_t row = 0; row < a.count; row++)
        assert_true(a.x[row] == b.x[row] && a.y[row] == b.y[row] && a.serial[row] == b.serial[row]);
    stage_close(&table);
    stage_close(&polygon);
}

static void scenes_without_elliptical_models_have_no_table(void **state) {
    (void)state;
    stage plain = stage_plain(), ours = circle(&methods[0], 1.0f, 1);
    assert_null(plain.scene->ellipses.side);
    assert_int_equal(ours.scene->ellipses.size_count, 2);
    assert_int_equal(wi_ellipse_table_bytes(&ours.scene->ellipses), 3u * 72000u);
    stage_close(&plain);
    stage_close(&ours);
}

static void a_scene_survives_without_memory(void **state) {
    (void)state;
    wend_profile profile = person(&methods[1]);
    wend_result result = WEND_NO_MEMORY;
    for (uint64_t fail_at = 1; result != WEND_OK; fail_at++) {
        failing_allocator allocator = {.fail_at = fail_at};
        wend_scene_def def = wend_scene_default();
        def.profiles = &profile;
        def.allocator = failing_allocator_make(&allocator);
        wend_scene *scene = NULL;
        result = wend_scene_create(&def, &scene, NULL);
        assert_true(result == WEND_OK || (result == WEND_NO_MEMORY && !scene));
        wend_scene_destroy(scene);
        assert_int_equal(allocator.live_blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_cross_without_touching),
        cmocka_unit_test(methods_differ_and_threads_do_not),
        cmocka_unit_test(sizes_outside_the_table_are_polygons),
        cmocka_unit_test(scenes_without_elliptical_models_have_no_table),
        cmocka_unit_test(a_scene_survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
