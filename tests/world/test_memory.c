// The host's memory: every allocation failing in turn, none in a warm step, and no growth without need.
#include "scenes.h"
#include "support/failing_allocator.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A life --------------------------------------------------------------------------------------------------------------

// A scene and a world from beginning to end, as a list of calls. A call that fails for want of memory is repeated.
typedef struct life {
    failing_allocator heap;
    wend_scene *scene;
    wend_world *world, *copy;
    wend_serial serials[400];
    uint32_t count;
    void *bytes;
    size_t size;
    uint64_t arrived, collided, removed; // listed in the events
    uint32_t lost, failures;
} life;

typedef wend_result life_call(life *of, uint32_t number, wend_error *error);

static wend_result call_create_scene(life *of, uint32_t number, wend_error *error) {
    (void)number;
    static const wend_point room[] = {{-20, -20}, {60, -20}, {60, 60}, {-20, 60}};
    static const wend_point wall[] = {{-5, 10}, {-1, 10}, {-1, 14}, {-3, 19}};
    static const wend_point block[] = {{40, 40}, {44, 40}, {44, 44}};
    static const wend_obstacle obstacles[] = {
        {WEND_ROOM, 0, room, 4}, {WEND_WALL, 0, wall, 4}, {WEND_SOLID, 0, block, 3}, {WEND_WALL, 1, wall, 4}};
    wend_profile profiles[] = {wend_profile_default(), wend_profile_default()};
    profiles[0].habits = profiles[1].habits = "none";
    profiles[1].name = "straight";
    profiles[1].model = &wend_model_straight;
    wend_scene_def def = wend_scene_default();
    def.levels = 2;
    def.profiles = profiles;
    def.profile_count = 2;
    def.obstacles = obstacles;
    def.obstacle_count = WEND_COUNT(obstacles);
    def.allocator = failing_allocator_make(&of->heap);
    return wend_scene_create(&def, &of->scene, error);
}

static wend_world_def world_of(life *of) {
    wend_world_def def = wend_world_default(of->scene);
    def.allocator = failing_allocator_make(&of->heap);
    def.threads = 2;
    return def;
}

static wend_result call_create_world(life *of, uint32_t number, wend_error *error) {
    (void)number;
    wend_world_def def = world_of(of);
    return wend_world_create(&def, &of->world, error);
}

static wend_agent life_agent(uint32_t i) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){(i % 20) * 1.1, (i / 20) * 1.1 + (i < 100 ? -18.0 : 20.0)};
    agent.goal.at = (wend_point){11.0 + 0.2 * (agent.position.x - 11.0), agent.position.y};
    agent.profile = i % 2;
    agent.level = i % 10 == 9;
    agent.leaves = i % 3 == 0;
    if (i % 20 == 0) agent.shape = wend_box(0.4f, 0.3f);
    return agent;
}

static wend_result call_add(life *of, uint32_t number, wend_error *error) {
    static const wend_setting own = {"horizon", 3.0f};
    wend_agent agent = life_agent(of->count);
    if (number % 2 == 0 && agent.profile == 0) agent.settings = &own, agent.setting_count = 1;
    wend_result result = wend_world_add(of->world, &agent, &of->serials[of->count], error);
    if (result == WEND_OK) of->count++;
    return result;
}

static wend_result call_add_big(life *of, uint32_t number, wend_error *error) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){30.0 + 8.0 * number, 10.0};
    agent.shape = wend_box(3.0f, 1.0f);
    return wend_world_add(of->world, &agent, NULL, error);
}

static wend_result call_add_many(life *of, uint32_t number, wend_error *error) {
    enum { MANY = 70 };
    (void)number;
    wend_agent agents[MANY];
    for (uint32_t i = 0; i < MANY; i++) agents[i] = life_agent(of->count + i);
    wend_result result = wend_world_add_many(of->world, agents, MANY, of->serials + of->count, error);
    if (result == WEND_OK) of->count += MANY;
    return result;
}

static wend_result call_set_param(life *of, uint32_t number, wend_error *error) {
    return wend_world_set_param(of->world, of->serials[2 * number], "horizon", 1.5f, error);
}

// Everyone may be gone already: that is no failure of memory.
static wend_result call_remove(life *of, uint32_t number, wend_error *error) {
    wend_result result = wend_world_remove(of->world, of->serials[7 * number + 1], error);
    return result == WEND_NOT_FOUND ? WEND_OK : result;
}

static wend_result call_get(life *of, uint32_t number, wend_error *error) {
    wend_agent agent;
    return wend_world_get(of->world, of->serials[2 * number], &agent, error);
}

static wend_result call_step(life *of, uint32_t number, wend_error *error) {
    (void)number;
    wend_result result = wend_world_step(of->world, error);
    if (result != WEND_OK) return result;
    wend_events events = wend_world_events(of->world);
    of->arrived += events.arrived_count;
    of->collided += events.collided_count;
    of->removed += events.removed_count;
    of->lost += events.lost;
    return result;
}

static wend_result call_view(life *of, uint32_t number, wend_error *error) {
    (void)number;
    wend_view view;
    wend_result result = wend_world_view(of->world, &view, error);
    if (result == WEND_OK) assert_int_equal(view.count, wend_world_stats(of->world).agents);
    return result;
}

static wend_result call_save(life *of, uint32_t number, wend_error *error) {
    (void)number;
    return wend_world_save_bytes(of->world, &of->bytes, &of->size, error);
}

static wend_result call_load(life *of, uint32_t number, wend_error *error) {
    (void)number;
    wend_world_def def = world_of(of);
    wend_result result = wend_world_load_bytes(&def, of->bytes, of->size, &of->copy, error);
    if (result != WEND_OK) {
        assert_null(of->copy);
        return result;
    }
    assert_true(wend_world_hash(of->copy) == wend_world_hash(of->world));
    wend_world_destroy(of->copy);
    of->copy = NULL;
    def.allocator.resize(def.allocator.user, of->bytes, of->size, 0);
    return WEND_OK;
}

static const struct {
    const char *name;
    life_call *call;
    uint32_t times;
} story[] = {
    {"create the scene", call_create_scene, 1},
    {"create the world", call_create_world, 1},
    {"step an empty world", call_step, 1},
    {"add", call_add, 10},
    {"add a big one", call_add_big, 2},
    {"view", call_view, 1},
    {"add many", call_add_many, 1},
    {"set a parameter", call_set_param, 5},
    {"step", call_step, 20},
    {"get", call_get, 2},
    {"remove", call_remove, 8},
    {"add many more", call_add_many, 2},
    {"set again", call_set_param, 3},
    {"step again", call_step, 20},
    {"save", call_save, 1},
    {"load", call_load, 1},
    {"remove again", call_remove, 12},
    {"step on", call_step, 5},
};

// A call that failed must have left no trace.
static void repeat(life *of, uint32_t part, uint32_t number) {
    for (uint32_t tries = 0;; tries++) {
        wend_error why = {WEND_OK, ""};
        uint64_t hash = of->world ? wend_world_hash(of->world) : 0;
        size_t blocks = of->heap.live_blocks;
        wend_result result = story[part].call(of, number, &why);
        if (result == WEND_OK) return;
        if (result != WEND_NO_MEMORY || tries > 0 || why.text[0] == '\0')
            fail_msg("allocation %d fails: %s gives %d %s", (int)of->heap.fail_at, story[part].name, result, why.text);
        of->failures++;
        if (of->world ? wend_world_hash(of->world) != hash : of->heap.live_blocks != blocks)
            fail_msg("allocation %d fails: %s leaves a trace", (int)of->heap.fail_at, story[part].name);
    }
}

static uint64_t live(life *of, uint64_t fail_at) {
    *of = (life){.heap.fail_at = fail_at};
    for (uint32_t part = 0; part < WEND_COUNT(story); part++)
        for (uint32_t i = 0; i < story[part].times; i++) repeat(of, part, i);
    uint64_t hash = wend_world_hash(of->world);
    size_t bytes = wend_world_stats(of->world).bytes;
    assert_true(bytes > 0 && bytes < of->heap.live_bytes); // the rest is the scene
    wend_world_destroy(of->world);
    wend_scene_destroy(of->scene);
    if (of->heap.live_blocks != 0 || of->heap.live_bytes != 0)
        fail_msg("allocation %d fails: %zu blocks are left", (int)fail_at, of->heap.live_blocks);
    return hash;
}

static void test_every_allocation_fails_in_turn(void **state) {
    (void)state;
    static life undisturbed, one;
    uint64_t hash = live(&undisturbed, 0), calls = undisturbed.heap.calls;
    uint32_t seen = 0, lost = 0;
    assert_true(undisturbed.failures == 0 && undisturbed.lost == 0);
    assert_true(undisturbed.arrived > 10 && undisturbed.collided > 10 && undisturbed.removed > 10);
    for (uint64_t fail_at = 1; fail_at <= calls; fail_at++) {
        if (live(&one, fail_at) != hash) fail_msg("allocation %d fails: another hash", (int)fail_at);
        seen += one.failures > 0;
        lost += one.lost > 0;
        uint64_t listed = one.arrived + one.collided + one.removed;
        if (one.lost == 0 && listed != undisturbed.arrived + undisturbed.collided + undisturbed.removed)
            fail_msg("allocation %d fails: events are missing and not counted as lost", (int)fail_at);
    }
    print_message("%d allocations: %u calls refused, %u lists shortened\n", (int)calls, seen, lost);
    assert_true(seen > calls / 2);
}

// Warm steps ----------------------------------------------------------------------------------------------------------

typedef struct counting {
    uint64_t calls;
} counting;

static void *count_resize(void *user, void *block, size_t old_size, size_t new_size) {
    counting *counts = user;
    (void)old_size;
    counts->calls++;
    if (new_size > 0) return realloc(block, new_size);
    free(block);
    return NULL;
}

enum { PAIRS = 80, WALKERS = 400, VISITORS = 60 };

typedef struct busy_place {
    counting counts;
    stage on;
    wend_serial pairs[2 * PAIRS], walkers[WALKERS], visitors[VISITORS];
} busy_place;

// Pairs that will walk on top of each other, so collide in every step; walkers in a square; visitors who arrive.
static void busy_open(busy_place *at, uint32_t threads) {
    wend_profile profiles[] = {wend_profile_default(), wend_profile_default()};
    profiles[0].habits = profiles[1].habits = "none";
    profiles[1].name = "straight";
    profiles[1].model = &wend_model_straight;
    wend_scene_def scene = wend_scene_default();
    scene.profiles = profiles;
    scene.profile_count = 2;
    wend_world_def def = wend_world_default(NULL);
    def.threads = threads;
    def.allocator = (wend_allocator){count_resize, &at->counts};
    at->on = stage_open(&scene, &def);
    for (uint32_t i = 0; i < 2 * PAIRS; i++) {
        wend_agent agent = wend_agent_default();
        agent.profile = 1;
        agent.position = (wend_point){1.0 * (i / 2), 100.0 + 10.0 * (i % 2)};
        at->pairs[i] = agent_add(at->on.world, &agent);
        agent = agent_get(at->on.world, at->pairs[i]);
        agent.goal.at = (wend_point){agent.position.x, agent.position.y + 1000.0};
        agent_set(at->on.world, &agent);
    }
    for (uint32_t i = 0; i < WALKERS; i++) {
        wend_agent agent = agent_at(1.5 * (i % 20), 1.5 * (i / 20));
        at->walkers[i] = agent_add(at->on.world, &agent);
    }
    for (uint32_t i = 0; i < VISITORS; i++) {
        wend_agent agent = agent_at(3.0 * i, -50.0);
        at->visitors[i] = agent_add(at->on.world, &agent);
    }
}

// Pairs meet when the world has long been warm: there is more to list than ever.
static void busy_meet(busy_place *at) {
    for (uint32_t i = 1; i < 2 * PAIRS; i += 2) {
        wend_agent agent = agent_get(at->on.world, at->pairs[i]);
        agent.position.y -= 9.7;
        agent_set(at->on.world, &agent);
    }
}

// New goals between steps: walkers go here and there, a third of the visitors is where it wants to be after one step.
static void busy_goals(busy_place *at, uint32_t tick) {
    for (uint32_t i = tick % 3; i < VISITORS; i += 3) {
        wend_target goal = {{3.0 * i, -50.0 + 0.01 * (tick % 5)}, {0.0f, 0.0f}, 0.4f, 0};
        agent_set_goal(at->on.world, at->visitors[i], goal);
    }
    if (tick % 20 != 0) return;
    for (uint32_t i = 0; i < WALKERS; i++) {
        wend_target goal = {{1.5 * (i % 20), 1.5 * (i / 20)}, {0.0f, 0.0f}, 0.3f, 0};
        goal.at.x += 4.0 * wend_random(1, i, tick, 0, 0) - 2.0;
        goal.at.y += 4.0 * wend_random(1, i, tick, 0, 1) - 2.0;
        agent_set_goal(at->on.world, at->walkers[i], goal);
    }
}

static void watch_warm_steps(uint32_t threads) {
    busy_place at = {0};
    uint64_t arrived = 0, collided = 0;
    busy_open(&at, threads);
    for (uint32_t tick = 0; tick < 220; tick++) {
        busy_goals(&at, tick);
        if (tick == 60) busy_meet(&at);
        uint64_t calls = at.counts.calls;
        uint64_t grown = wend_world_stats(at.on.world).grown;
        world_step(at.on.world, 1);
        bool allocates = at.counts.calls != calls;
        if (tick >= 20 && allocates) fail_msg("%u threads: step %u allocates", threads, tick);
        assert_int_equal(wend_world_stats(at.on.world).grown, grown + allocates);
        wend_events events = wend_world_events(at.on.world);
        arrived += events.arrived_count;
        collided += events.collided_count;
    }
    assert_true(arrived > 2000 && collided >= 160 * PAIRS);
    stage_close(&at.on);
}

static void test_warm_steps_do_not_allocate(void **state) {
    (void)state;
    watch_warm_steps(1);
    watch_warm_steps(2);
}

// More pairs than any list has room for before: all on one spot. Nothing is lost, and that it took memory is counted.
static void test_a_heap_is_listed(void **state) {
    (void)state;
    enum { HEAP = 60, HEAP_PAIRS = HEAP * (HEAP - 1) / 2 };
    wend_profile profile = profile_of(&wend_model_straight);
    wend_scene_def scene = wend_scene_default();
    scene.profiles = &profile;
    stage on = stage_open(&scene, NULL);
    wend_serial serials[HEAP];
    for (uint32_t i = 0; i < HEAP; i++) {
        wend_agent agent = agent_at(3.0 * i, 0.0);
        serials[i] = agent_add(on.world, &agent);
    }
    world_step(on.world, 2);
    uint64_t grown = wend_world_stats(on.world).grown;
    for (uint32_t i = 0; i < HEAP; i++) {
        wend_agent agent = agent_get(on.world, serials[i]);
        agent.position = agent.goal.at = (wend_point){1.0, 1.0};
        agent_set(on.world, &agent);
    }
    for (uint32_t step = 1; step <= 2; step++) {
        world_step(on.world, 1);
        wend_events events = wend_world_events(on.world);
        assert_int_equal(events.collided_count, HEAP_PAIRS);
        assert_int_equal(events.lost, 0);
        assert_int_equal(wend_world_stats(on.world).collided, step * HEAP_PAIRS);
        assert_int_equal(wend_world_stats(on.world).grown, grown + 1);
    }
    stage_close(&on);
}

// How much ------------------------------------------------------------------------------------------------------------

static void test_bytes_per_agent(void **state) {
    (void)state;
    enum { AGENTS = 100000 };
    scene_options options = scene_default_options();
    scene_run run;
    wend_error why;
    options.agents = AGENTS;
    must(scene_open("box", &options, &run, &why), &why);
    for (int i = 0; i < 5; i++) must(scene_step(&run, &why), &why);
    wend_agent agent;
    must(wend_world_get(run.world, 1, &agent, &why), &why);
    double bytes = (double)wend_world_stats(run.world).bytes / AGENTS;
    print_message("%.1f bytes an agent\n", bytes);
    assert_true(bytes >= 100.0); // the columns alone
    assert_true(bytes <= 200.0);
    scene_close(&run);
}

// Five hundred are there at a time, a hundred thousand in all, some with parameters of their own.
static void test_no_growth_when_agents_come_and_go(void **state) {
    (void)state;
    enum { THERE = 500, SWAP = 100, ROUNDS = 1000, WARM = 20 };
    counting counts = {0};
    wend_scene_def scene_def = wend_scene_default();
    wend_world_def def = wend_world_default(NULL);
    def.allocator = (wend_allocator){count_resize, &counts};
    stage on = stage_open(&scene_def, &def);
    wend_world *world = on.world;
    static wend_serial there[THERE];
    static const wend_setting own = {"horizon", 1.0f};
    uint64_t calls = 0, added = 0;
    size_t bytes = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < SWAP; i++) {
            uint32_t slot = (round * SWAP + i) % THERE;
            if (there[slot] != 0) agent_remove(world, there[slot]);
            wend_agent agent = agent_at((slot % 25) * 2.0, (slot / 25) * 2.0);
            if (i % 3 == 0) agent.settings = &own, agent.setting_count = 1;
            there[slot] = agent_add(world, &agent);
            added++;
        }
        world_step(world, 1);
        if (round == WARM) calls = counts.calls, bytes = wend_world_stats(world).bytes;
    }
    assert_int_equal(added, 100000);
    assert_int_equal(wend_world_stats(world).added, added);
    assert_int_equal(wend_world_stats(world).agents, THERE);
    assert_int_equal(wend_world_stats(world).bytes, bytes);
    assert_int_equal(counts.calls, calls);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_fails_in_turn),
        cmocka_unit_test(test_warm_steps_do_not_allocate),
        cmocka_unit_test(test_a_heap_is_listed),
        cmocka_unit_test(test_bytes_per_agent),
        cmocka_unit_test(test_no_growth_when_agents_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
