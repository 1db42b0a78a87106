// Wrong arguments, and calls at the wrong time: what is refused, what the message names, and that nothing changes.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

// Wrong arguments -----------------------------------------------------------------------------------------------------

static void run_nothing(void *user, uint32_t count, wend_job *job, void *work) {
    (void)user, (void)count, (void)job, (void)work;
}

static void test_wrong_worlds(void **state) {
    (void)state;
    wend_scene_def scene_def = wend_scene_default();
    wend_scene *scene;
    wend_error error;
    must(wend_scene_create(&scene_def, &scene, &error), &error);
    wend_world *world = (void *)&error;
    wend_world_def def = wend_world_default(scene);
    assert_refused(wend_world_create(NULL, &world, &why), WEND_BAD_ARGUMENT, "wend_world_default");
    assert_null(world);
    assert_refused(wend_world_create(&def, NULL, &why), WEND_BAD_ARGUMENT, "world");
    assert_int_equal(wend_world_create(NULL, NULL, NULL), WEND_BAD_ARGUMENT);
#define WRONG(field, value, word)                                                       \
    do {                                                                                \
        def = wend_world_default(scene);                                                \
        def.field = value;                                                              \
        assert_refused(wend_world_create(&def, &world, &why), WEND_BAD_ARGUMENT, word); \
        assert_null(world);                                                             \
    } while (0)
    WRONG(cookie, 0, "wend_world_default");
    WRONG(scene, NULL, "scene");
    WRONG(step, 0.0f, "step");
    WRONG(step, -0.1f, "step");
    WRONG(step, 0.0009f, "step");
    WRONG(step, 1.1f, "step");
    WRONG(step, NAN, "step");
    WRONG(step, INFINITY, "step");
    WRONG(threads, 0, "threads");
    WRONG(threads, 257, "threads");
    WRONG(threads, UINT32_MAX, "threads");
    WRONG(jobs, ((wend_jobs){run_nothing, NULL, 0}), "workers");
    WRONG(jobs, ((wend_jobs){run_nothing, NULL, 100000}), "workers");
    WRONG(collision_depth, NAN, "collision_depth");
    WRONG(collision_depth, -1.0f, "collision_depth");
    WRONG(isa, (wend_isa)WEND_ISA_COUNT, "instruction set");
#undef WRONG
    def = wend_world_default(scene);
    def.capacity = UINT32_MAX;
    assert_refused(wend_world_create(&def, &world, &why), WEND_NO_MEMORY, "4294967295");
    assert_null(world);
    wend_world_destroy(NULL);
    wend_scene_destroy(scene);
}

static void test_wrong_agents(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_serial serial = 0;
    wend_agent stands = agent_at(100, 100);
    stands = agent_get(on.world, agent_add(on.world, &stands));
    uint64_t hash = wend_world_hash(on.world);
#define WRONG(field, value, word)                                                                 \
    do {                                                                                          \
        wend_agent added = agent_at(0, 0), changed = stands;                                      \
        added.field = value;                                                                      \
        changed.field = value;                                                                    \
        assert_refused(wend_world_add(on.world, &added, &serial, &why), WEND_BAD_ARGUMENT, word); \
        assert_refused(wend_world_set(on.world, &changed, &why), WEND_BAD_ARGUMENT, word);        \
        assert_true(wend_world_hash(on.world) == hash);                                           \
    } while (0)
    WRONG(cookie, 0, "wend_agent_default");
    WRONG(profile, 1, "profile");
    WRONG(profile, UINT32_MAX, "profile");
    WRONG(level, 1, "level");
    WRONG(level, UINT32_MAX, "level");
    WRONG(level, 65536, "level");
    WRONG(position.x, NAN, "position");
    WRONG(position.y, NAN, "position");
    WRONG(position.x, INFINITY, "position");
    WRONG(position.y, -1e300, "position");
    WRONG(position.x, 2e7, "position");
    WRONG(velocity.x, NAN, "velocity");
    WRONG(velocity.y, INFINITY, "velocity");
    WRONG(velocity.x, 1e30f, "velocity");
    WRONG(heading, INFINITY, "heading");
    WRONG(heading, 1e30f, "heading");
    WRONG(goal.at.x, INFINITY, "goal");
    WRONG(goal.at.x, 1e300, "goal");
    WRONG(goal.half.x, NAN, "goal");
    WRONG(goal.half.y, -1.0f, "goal");
    WRONG(goal.half.x, INFINITY, "goal");
    WRONG(goal.radius, -0.5f, "goal");
    WRONG(goal.radius, INFINITY, "goal");
    WRONG(shape, ((wend_shape){(wend_shape_kind)3, 0.3f, 0.3f}), "shape");
    WRONG(shape, ((wend_shape){WEND_DISC, 0.3f, 0.2f}), "disc");
    WRONG(shape, wend_disc(0.0f), "shape");
    WRONG(shape, wend_disc(-1.0f), "shape");
    WRONG(shape, wend_ellipse(1.0f, INFINITY), "shape");
    WRONG(shape, wend_box(1.0f, NAN), "shape");
    WRONG(shape, wend_box(1e9f, 1.0f), "shape");
    WRONG(preferred_speed, -1.0f, "preferred_speed");
    WRONG(preferred_speed, INFINITY, "preferred_speed");
    WRONG(max_speed, -1.0f, "max_speed");
    WRONG(max_speed, INFINITY, "max_speed");
    WRONG(max_speed, 1e9f, "max_speed");
    WRONG(max_acceleration, 0.0f, "max_acceleration");
    WRONG(max_acceleration, -1.0f, "max_acceleration");
    WRONG(priority, INFINITY, "priority");
    WRONG(priority, -1e30f, "priority");
#undef WRONG
    wend_agent slow = agent_at(0, 0);
    slow.preferred_speed = 1.5f;
    slow.max_speed = 1.0f;
    assert_refused(wend_world_add(on.world, &slow, &serial, &why), WEND_BAD_ARGUMENT, "preferred_speed");
    wend_agent half = agent_at(0, 0);
    half.goal.at = (wend_point){1.0, NAN};
    assert_refused(wend_world_add(on.world, &half, &serial, &why), WEND_BAD_ARGUMENT, "goal");
    assert_true(wend_world_hash(on.world) == hash);
    assert_int_equal(wend_world_stats(on.world).agents, 1);
    stage_close(&on);
}

static void test_missing_arguments(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0), read;
    wend_serial serial = agent_add(on.world, &agent);
    wend_view view;
    wend_target goal = {{1.0, 1.0}, {0.0f, 0.0f}, 0.5f, 0};
    float value;
    assert_refused(wend_world_add(NULL, &agent, &serial, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_add(on.world, NULL, &serial, &why), WEND_BAD_ARGUMENT, "agent");
    assert_refused(wend_world_add_many(NULL, &agent, 1, NULL, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_add_many(on.world, NULL, 1, NULL, &why), WEND_BAD_ARGUMENT, "agents");
    assert_refused(wend_world_remove(NULL, serial, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_get(NULL, serial, &read, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_get(on.world, serial, NULL, &why), WEND_BAD_ARGUMENT, "agent");
    assert_refused(wend_world_set(NULL, &agent, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_set(on.world, NULL, &why), WEND_BAD_ARGUMENT, "agent");
    assert_refused(wend_world_set_goal(NULL, serial, goal, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_set_param(NULL, serial, "horizon", 1.0f, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_set_param(on.world, serial, NULL, 1.0f, &why), WEND_BAD_ARGUMENT, "name");
    assert_refused(wend_world_get_param(NULL, serial, "horizon", &value, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_get_param(on.world, serial, NULL, &value, &why), WEND_BAD_ARGUMENT, "name");
    assert_refused(wend_world_get_param(on.world, serial, "horizon", NULL, &why), WEND_BAD_ARGUMENT, "value");
    assert_refused(wend_world_step(NULL, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_view(NULL, &view, &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_view(on.world, NULL, &why), WEND_BAD_ARGUMENT, "view");
    assert_refused(wend_world_save(NULL, "x", &why), WEND_BAD_ARGUMENT, "world");
    assert_refused(wend_world_save(on.world, NULL, &why), WEND_BAD_ARGUMENT, "path");
    stage_close(&on);
}

static void test_nobody_of_that_serial(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0);
    wend_serial gone = agent_add(on.world, &agent), unknown[] = {0, 4711, UINT64_MAX, 0};
    wend_target goal = {{1.0, 1.0}, {0.0f, 0.0f}, 0.5f, 0};
    float value = 0.0f;
    agent = agent_get(on.world, gone);
    agent_remove(on.world, gone);
    unknown[3] = gone;
    for (uint32_t i = 0; i < WEND_COUNT(unknown); i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%llu", (unsigned long long)unknown[i]);
        agent.serial = unknown[i];
        assert_refused(wend_world_get(on.world, unknown[i], &(wend_agent){0}, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_set(on.world, &agent, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_remove(on.world, unknown[i], &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_set_goal(on.world, unknown[i], goal, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_set_param(on.world, unknown[i], "horizon", 1.0f, &why), WEND_NOT_FOUND, name);
        assert_refused(wend_world_get_param(on.world, unknown[i], "horizon", &value, &why), WEND_NOT_FOUND, name);
    }
    stage_close(&on);
}

static void test_wrong_goals_and_parameters(void **state) {
    (void)state;
    stage on = stage_plain();
    wend_agent agent = agent_at(0, 0);
    wend_serial serial = agent_add(on.world, &agent);
    uint64_t hash = wend_world_hash(on.world);
    const wend_target wrong[] = {
        {{INFINITY, 0.0}, {0.0f, 0.0f}, 0.5f, 0}, {{0.0, NAN}, {0.0f, 0.0f}, 0.5f, 0},
        {{0.0, 1e300}, {0.0f, 0.0f}, 0.5f, 0},    {{0.0, 0.0}, {-1.0f, 0.0f}, 0.5f, 0},
        {{0.0, 0.0}, {0.0f, NAN}, 0.5f, 0},       {{0.0, 0.0}, {INFINITY, 0.0f}, 0.5f, 0},
        {{0.0, 0.0}, {0.0f, 0.0f}, -0.5f, 0},     {{0.0, 0.0}, {0.0f, 0.0f}, INFINITY, 0},
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++)
        assert_refused(wend_world_set_goal(on.world, serial, wrong[i], &why), WEND_BAD_ARGUMENT, "goal");
    float value = 0.0f;
    assert_refused(wend_world_set_param(on.world, serial, "horizont", 1.0f, &why), WEND_NOT_FOUND, "`horizon`");
    assert_refused(wend_world_get_param(on.world, serial, "max_neighbors", &value, &why), WEND_NOT_FOUND,
                   "`max_neighbours`");
    assert_refused(wend_world_set_param(on.world, serial, "optimise_about", 0.5f, &why), WEND_BAD_ARGUMENT,
                   "preferred");
    assert_true(wend_world_hash(on.world) == hash);
    stage_close(&on);
}

// During a step -------------------------------------------------------------------------------------------------------

static struct meddling {
    wend_world *world; // NULL: leaves it alone
    wend_agent agent;
    uint32_t calls;
} meddling;

static void meddle(void) {
    wend_world *world = meddling.world;
    wend_agent fresh = agent_at(77, 77), changed = meddling.agent;
    wend_serial serial = changed.serial;
    wend_view view;
    float value;
    void *bytes = NULL;
    size_t size = 0;
    changed.position.x += 1.0;
    meddling.calls++;
    assert_refused(wend_world_add(world, &fresh, &(wend_serial){0}, &why), WEND_BUSY, "step");
    assert_refused(wend_world_add_many(world, &fresh, 1, NULL, &why), WEND_BUSY, "step");
    assert_refused(wend_world_remove(world, serial, &why), WEND_BUSY, "step");
    assert_refused(wend_world_get(world, serial, &fresh, &why), WEND_BUSY, "step");
    assert_refused(wend_world_set(world, &changed, &why), WEND_BUSY, "step");
    assert_refused(wend_world_set_goal(world, serial, changed.goal, &why), WEND_BUSY, "step");
    assert_refused(wend_world_set_param(world, serial, "calm", 1.0f, &why), WEND_BUSY, "step");
    assert_refused(wend_world_get_param(world, serial, "calm", &value, &why), WEND_BUSY, "step");
    assert_refused(wend_world_step(world, &why), WEND_BUSY, "step");
    assert_refused(wend_world_view(world, &view, &why), WEND_BUSY, "step");
    assert_refused(wend_world_save(world, "busy.wend", &why), WEND_BUSY, "step");
    assert_refused(wend_world_save_bytes(world, &bytes, &size, &why), WEND_BUSY, "step");
}

static void meddler_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    if (meddling.world) meddle();
    for (uint32_t i = 0; i < rows.count; i++)
        next->motion[rows.row[i]].velocity = (wend_vec){now->body[rows.row[i]].preferred_x, 0.1f};
}

static const wend_param meddler_params[] = {{"calm", "", "how little it meddles", 0.0f, 1.0f, 0.5f, 0, NULL}};
static const wend_model meddler = {
    .name = "meddler",
    .summary = "changes its world where it may not",
    .params = meddler_params,
    .param_count = 1,
    .params_size = sizeof(float),
    .steer = meddler_steer,
};

static void run_meddler(bool meddles, uint64_t *hash) {
    stage on = stage_of(&meddler);
    wend_agent agent = agent_at(0, 0);
    agent.goal.at = (wend_point){100.0, 0.0};
    meddling.agent = agent_get(on.world, agent_add(on.world, &agent));
    meddling.world = meddles ? on.world : NULL;
    meddling.calls = 0;
    world_step(on.world, 5);
    assert_int_equal(meddling.calls, meddles ? 5 : 0);
    *hash = wend_world_hash(on.world);
    agent_remove(on.world, meddling.agent.serial); // now it may
    stage_close(&on);
}

static void test_change_during_a_step_is_refused(void **state) {
    (void)state;
    uint64_t meddled, left_alone;
    run_meddler(true, &meddled);
    run_meddler(false, &left_alone);
    assert_true(meddled == left_alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_worlds),
        cmocka_unit_test(test_wrong_agents),
        cmocka_unit_test(test_missing_arguments),
        cmocka_unit_test(test_nobody_of_that_serial),
        cmocka_unit_test(test_wrong_goals_and_parameters),
        cmocka_unit_test(test_change_during_a_step_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
