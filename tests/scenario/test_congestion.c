// Ways chosen by time: a crowd before the nearer of two doors.
#include "scenario/floor_stage.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PEOPLE 60

static floor_plan plan; // too large for the stack

// A hall with a door of 0.8 m straight ahead and one of 0.8 m at its far end; behind both, a yard with the goal.
static stage open_hall(float congestion, uint32_t threads) {
    floor_init(&plan, 1);
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 24, 20);
    floor_wall(&plan, 0, 12, 0, 12, 4.6);
    floor_wall(&plan, 0, 12, 5.4, 12, 14.6);
    floor_wall(&plan, 0, 12, 15.4, 12, 20);
    wend_profile profile = profile_of(&wend_model_orca);
    profile.congestion = congestion;
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    stage on = floor_stage_of(&plan, &profile, &world);
    for (uint32_t i = 0; i < PEOPLE; i++) {
        wend_agent agent = agent_at(4 + 0.7 * (i % 10), 1 + 0.9 * (i / 10));
        agent.goal = (wend_target){.at = {22, 5}, .radius = 1.0f};
        agent.leaves = true;
        (void)agent_add(on.world, &agent);
    }
    return on;
}

typedef struct outcome {
    double seconds;
    uint32_t far; // who came through the far door
} outcome;

static uint32_t at_far_door(const wend_view *now) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < now->count; row++)
        count += now->x[row] > 11.9f && now->x[row] < 12.1f && now->y[row] > 14.0f;
    return count;
}

static outcome empty_hall(float congestion) {
    stage on = open_hall(congestion, 1);
    outcome is = {0};
    for (; is.seconds < 300.0 && wend_world_stats(on.world).agents > 0; is.seconds += 0.1) {
        world_step(on.world, 1);
        wend_view now = world_view(on.world);
        is.far += at_far_door(&now);
    }
    assert_int_equal(wend_world_stats(on.world).agents, 0);
    stage_close(&on);
    return is;
}

static void a_crowd_uses_both_doors(void **state) {
    (void)state;
    outcome shortest = empty_hall(0.0f), quickest = empty_hall(1.0f);
    printf("shortest %.1f s, quickest %.1f s\n", shortest.seconds, quickest.seconds);
    assert_int_equal(shortest.far, 0);
    assert_true(quickest.far > 0);
    assert_true(quickest.seconds < 0.9 * shortest.seconds);
}

static void any_number_of_threads(void **state) {
    (void)state;
    stage one = open_hall(1.0f, 1), four = open_hall(1.0f, 4);
    for (uint32_t i = 0; i < 20; i++) {
        world_step(one.world, 11);
        world_step(four.world, 11);
        assert_true(wend_world_hash(one.world) == wend_world_hash(four.world));
    }
    stage_close(&one);
    stage_close(&four);
}

static void saved_and_loaded(void **state) {
    (void)state;
    stage on = open_hall(1.0f, 1);
    wend_world_def def = wend_world_default(on.scene);
    world_step(on.world, 137); // within a second
    void *bytes;
    size_t size;
    wend_error error;
    wend_world *loaded;
    must(wend_world_save_bytes(on.world, &bytes, &size, &error), &error);
    must(wend_world_load_bytes(&def, bytes, size, &loaded, &error), &error);
    free(bytes);
    for (uint32_t i = 0; i < 20; i++) {
        assert_true(wend_world_hash(loaded) == wend_world_hash(on.world));
        world_step(loaded, 7);
        world_step(on.world, 7);
    }
    wend_world_destroy(loaded);
    stage_close(&on);
}

// What one waits is what the queue needs at the door, about.
static void waits_are_seconds(void **state) {
    (void)state;
    stage on = open_hall(1.0f, 1);
    world_step(on.world, 100);
    float most = 0.0f, total = 0.0f;
    for (uint32_t i = 0; i < on.scene->map.edge_count; i++) {
        float wait = on.world->routes.wait[i];
        assert_true(wait >= 0.0f && wait < 120.0f);
        most = wait > most ? wait : most;
        total += wait;
    }
    printf("longest wait %g s, all %g s\n", (double)most, (double)total);
    assert_true(most > 2.0f && total < 120.0f);
    stage_close(&on);
}

static void hostile_values_are_refused(void **state) {
    (void)state;
    const float wrong[] = {-0.1f, 11.0f, __builtin_inff(), __builtin_nanf("")};
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        wend_profile profile = profile_of(&wend_model_orca);
        profile.congestion = wrong[i];
        wend_scene_def def = wend_scene_default();
        def.profiles = &profile;
        wend_scene *scene;
        wend_error error;
        assert_int_equal(wend_scene_create(&def, &scene, &error), WEND_BAD_ARGUMENT);
        assert_non_null(strstr(error.text, "congestion"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_uses_both_doors),    cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(saved_and_loaded),           cmocka_unit_test(waits_are_seconds),
        cmocka_unit_test(hostile_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
