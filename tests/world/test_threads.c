// Worlds in parallel, and one world on many threads: its own or the host's.
#include "support/orca_oracle.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STEPS = 60, AGENTS = 2000 };

static wend_scene *make_scene(void) {
    static const wend_point hall[] = {{-22, -22}, {22, -22}, {22, 22}, {-22, 22}};
    static const wend_point block[] = {{-4, -3}, {4, -3}, {4, 3}, {-4, 3}};
    const wend_obstacle obstacles[] = {{WEND_ROOM, 0, hall, 4}, {WEND_SOLID, 0, block, 4}};
    wend_scene_def def = wend_scene_default();
    def.obstacles = obstacles;
    def.obstacle_count = 2;
    wend_scene *scene = NULL;
    wend_error error;
    oracle_require(wend_scene_create(&def, &scene, &error), &error, "scene");
    return scene;
}

static void populate(wend_world *world, uint64_t seed, uint32_t count) {
    oracle_random random = {seed};
    wend_error error;
    for (uint32_t added = 0; added < count;) {
        wend_agent agent = wend_agent_default();
        agent.position = (wend_point){oracle_uniform(&random, -21, 21), oracle_uniform(&random, -21, 21)};
        agent.goal.at = (wend_point){oracle_uniform(&random, -21, 21), oracle_uniform(&random, -21, 21)};
        agent.goal.radius = 0.3f;
        agent.leaves = added % 5 == 0;
        wend_result result = wend_world_add(world, &agent, NULL, &error);
        if (result != WEND_NO_SPACE) oracle_require(result, &error, "add");
        added += result == WEND_OK;
    }
}

static uint64_t hash_of(const wend_world_def *def, uint64_t seed, uint32_t count) {
    wend_world *world = NULL;
    wend_error error;
    oracle_require(wend_world_create(def, &world, &error), &error, "world");
    populate(world, seed, count);
    for (int i = 0; i < STEPS; i++) oracle_require(wend_world_step(world, &error), &error, "step");
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

static void test_number_of_threads(void **state) {
    (void)state;
    static const uint32_t threads[] = {2, 3, 8};
    wend_scene *scene = make_scene();
    wend_world_def def = wend_world_default(scene);
    uint64_t expected = hash_of(&def, 5, AGENTS);
    for (uint32_t i = 0; i < WEND_COUNT(threads); i++) {
        def.threads = threads[i];
        assert_true(hash_of(&def, 5, AGENTS) == expected);
    }
    wend_scene_destroy(scene);
}

// Many worlds over one scene -------------------------------------------------------------------------------------------

typedef struct host_worker {
    pthread_t thread;
    wend_world_def def;
    uint64_t seed, hash;
} host_worker;

static void *work(void *user) {
    host_worker *worker = user;
    worker->hash = hash_of(&worker->def, worker->seed, 300);
    return NULL;
}

static void test_many_worlds_over_one_scene(void **state) {
    (void)state;
    enum { WORKERS = 6 };
    wend_scene *scene = make_scene();
    host_worker workers[WORKERS];
    for (uint32_t i = 0; i < WORKERS; i++) {
        workers[i] = (host_worker){.def = wend_world_default(scene), .seed = i / 2};
        workers[i].def.threads = 1 + i % 2;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (uint32_t i = 0; i < WORKERS; i++) assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
    for (uint32_t i = 0; i < WORKERS; i++) {
        wend_world_def def = wend_world_default(scene);
        assert_true(workers[i].hash == hash_of(&def, workers[i].seed, 300));
    }
    assert_true(workers[0].hash != workers[2].hash);
    wend_scene_destroy(scene);
}

// The host's job system ------------------------------------------------------------------------------------------------

enum { HOST_WORKERS = 3 };

typedef struct host_batch {
    atomic_uint next;
    uint32_t count;
    wend_job *job;
    void *work;
} host_batch;

typedef struct host_helper {
    pthread_t thread;
    host_batch *batch;
    uint32_t worker;
} host_helper;

static void *help(void *user) {
    host_helper *helper = user;
    host_batch *batch = helper->batch;
    for (uint32_t i; (i = atomic_fetch_add(&batch->next, 1)) < batch->count;)
        batch->job(batch->work, i, helper->worker);
    return NULL;
}

// New threads for every loop: slow, and as different from the library's own pool as can be.
static void run_on_threads(void *user, uint32_t count, wend_job *job, void *piece) {
    host_batch batch = {.count = count, .job = job, .work = piece};
    host_helper helpers[HOST_WORKERS];
    ++*(uint32_t *)user;
    for (uint32_t i = 0; i < HOST_WORKERS; i++) {
        helpers[i] = (host_helper){.batch = &batch, .worker = i};
        if (pthread_create(&helpers[i].thread, NULL, help, &helpers[i]) != 0) abort();
    }
    for (uint32_t i = 0; i < HOST_WORKERS; i++) (void)pthread_join(helpers[i].thread, NULL);
}

// On the caller's thread, last piece first, with changing worker numbers.
static void run_backwards(void *user, uint32_t count, wend_job *job, void *piece) {
    ++*(uint32_t *)user;
    for (uint32_t i = count; i > 0; i--) job(piece, i - 1, i % HOST_WORKERS);
}

static void test_host_jobs(void **state) {
    (void)state;
    wend_scene *scene = make_scene();
    wend_world_def def = wend_world_default(scene);
    uint64_t expected = hash_of(&def, 9, AGENTS);
    uint32_t on_threads = 0, backwards = 0;
    def.jobs = (wend_jobs){run_on_threads, &on_threads, HOST_WORKERS};
    assert_true(hash_of(&def, 9, AGENTS) == expected);
    def.jobs = (wend_jobs){run_backwards, &backwards, HOST_WORKERS};
    assert_true(hash_of(&def, 9, AGENTS) == expected);
    assert_true(on_threads >= STEPS && backwards >= STEPS);
    wend_scene_destroy(scene);
}

// Nothing may change a world in the middle of its step.
typedef struct host_meddler {
    wend_world *world;
    uint32_t refused, tried;
} host_meddler;

static void meddle(host_meddler *meddler) {
    wend_agent agent = wend_agent_default();
    wend_error error;
    meddler->tried++;
    if (wend_world_remove(meddler->world, 1, &error) != WEND_BUSY) return; // the others could only do worse
    wend_target goal = {.at = {1, 1}, .radius = 0.1f};
    wend_view view;
    const wend_result results[] = {
        wend_world_add(meddler->world, &agent, NULL, &error),
        wend_world_get(meddler->world, 1, &agent, &error),
        wend_world_set(meddler->world, &agent, &error),
        wend_world_set_goal(meddler->world, 1, goal, &error),
        wend_world_set_param(meddler->world, 1, "horizon", 1.0f, &error),
        wend_world_step(meddler->world, &error),
        wend_world_view(meddler->world, &view, &error),
    };
    uint32_t refused = 0;
    for (uint32_t i = 0; i < WEND_COUNT(results); i++) refused += results[i] == WEND_BUSY;
    meddler->refused += refused == WEND_COUNT(results);
}

static void run_and_meddle(void *user, uint32_t count, wend_job *job, void *piece) {
    host_meddler *meddler = user;
    if (meddler->world != NULL) meddle(meddler);
    for (uint32_t i = 0; i < count; i++) job(piece, i, 0);
}

static void test_a_step_is_not_interrupted(void **state) {
    (void)state;
    wend_scene *scene = make_scene();
    wend_world_def def = wend_world_default(scene);
    wend_world *world = NULL;
    wend_error error;
    uint64_t expected = hash_of(&def, 3, 700);
    host_meddler meddler = {.world = NULL};
    def.jobs = (wend_jobs){run_and_meddle, &meddler, 2};
    oracle_require(wend_world_create(&def, &world, &error), &error, "world");
    populate(world, 3, 700);
    meddler.world = world;
    for (int i = 0; i < STEPS; i++) oracle_require(wend_world_step(world, &error), &error, "step");
    meddler.world = NULL;
    oracle_check(meddler.tried > 0 && meddler.refused == meddler.tried, "only %u of %u times all calls were refused",
                 meddler.refused, meddler.tried);
    assert_true(wend_world_hash(world) == expected);
    wend_world_destroy(world);
    wend_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_of_threads),
        cmocka_unit_test(test_many_worlds_over_one_scene),
        cmocka_unit_test(test_host_jobs),
        cmocka_unit_test(test_a_step_is_not_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
