// What models remember of agents: apart from parameters, part of the state, and gone with the agent.
#include "base/hash.h"
#include "support/failing_allocator.h"
#include "support/stage.h"
#include "world/saved.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { FORGETFUL, WALKER, TURNER, PROFILES };

#define AGENTS 24

static stage open_stage(wend_allocator allocator) {
    static const wend_model *const models[PROFILES] = {&wend_model_orca, &wend_model_rcap, &wend_model_eorca_p};
    static const char *const names[PROFILES] = {"forgetful", "walker", "turner"};
    wend_profile profiles[PROFILES];
    for (uint32_t i = 0; i < PROFILES; i++) {
        profiles[i] = profile_of(models[i]);
        profiles[i].name = names[i];
        profiles[i].shape = i == TURNER ? wend_ellipse(0.15f, 0.25f) : wend_disc(0.25f);
    }
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = PROFILES;
    wend_world_def world = wend_world_default(NULL);
    world.allocator = allocator;
    return stage_open(&def, &world);
}

static wend_agent agent_of(uint32_t i) {
    wend_agent agent = agent_at(1.1 * (i % 6), 1.1 * (double)(i / 6));
    agent.profile = i % PROFILES;
    agent.goal.at = (wend_point){6.0 - agent.position.x, 4.0 - agent.position.y};
    return agent;
}

static stage open_crowd(uint32_t steps) {
    stage s = open_stage((wend_allocator){0});
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_agent agent = agent_of(i);
        (void)agent_add(s.world, &agent);
    }
    agent_set_param(s.world, 2, "horizon", 3.0f); // a walker with parameters of its own
    world_step(s.world, steps);
    return s;
}

static uint32_t row_of(const wend_world *world, wend_serial serial) {
    uint32_t row = 0;
    while (world->columns.serial[row] != serial) row++;
    return row;
}

static const unsigned char *memory_of(wend_world *world, wend_serial serial) {
    wend_view view = world_view(world);
    return wend_view_memory(&view, row_of(world, serial));
}

static bool is_blank(const unsigned char *bytes, size_t size) {
    unsigned char any = 0;
    for (size_t i = 0; i < size; i++) any |= bytes[i];
    return any == 0;
}

// Tests --------------------------------------------------------------------------------------------------------------

static void test_agents_of_a_profile_share_its_parameters(void **state) {
    (void)state;
    stage s = open_crowd(20);
    for (uint32_t row = 0; row < AGENTS; row++)
        assert_int_equal(wi_params_has_own(s.world, row), s.world->columns.serial[row] == 2);
    stage_close(&s);
}

static void test_only_models_that_remember_have_memory(void **state) {
    (void)state;
    stage s = open_crowd(20), plain = stage_plain();
    for (wend_serial a = 1; a <= AGENTS; a++) {
        const unsigned char *memory = memory_of(s.world, a);
        assert_true((memory == NULL) == ((a - 1) % PROFILES == FORGETFUL));
        assert_int_equal((uintptr_t)memory % 64, 0);
    }
    assert_false(is_blank(memory_of(s.world, 2), wend_model_rcap.memory_size));
    wend_agent alone = agent_at(0, 0);
    assert_null(memory_of(plain.world, agent_add(plain.world, &alone)));
    assert_null(plain.world->columns.memory);
    stage_close(&plain);
    stage_close(&s);
}

static void test_every_bit_counts(void **state) {
    (void)state;
    stage s = open_crowd(10);
    uint64_t hash = wend_world_hash(s.world);
    for (uint32_t row = 0; row < AGENTS; row++) {
        size_t size = wi_world_model(s.world, row)->memory_size;
        unsigned char *memory = wi_saved_memory(s.world, row);
        for (size_t bit = 0; bit < 8 * size; bit++) {
            memory[bit / 8] ^= (unsigned char)(1u << bit % 8);
            assert_true(wend_world_hash(s.world) != hash);
            memory[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
    assert_true(wend_world_hash(s.world) == hash);
    stage_close(&s);
}

static void trade_blocks(wend_world *world, uint32_t a, uint32_t b) {
    uint32_t *number = world->columns.memory, stride = world->memories.stride, before = number[a];
    if (number[a] == 0 || number[b] == 0) return;
    for (uint32_t i = 0; i < stride; i++) {
        unsigned char *x = wi_saved_memory(world, a) + i, *y = wi_saved_memory(world, b) + i, was = *x;
        *x = *y;
        *y = was;
    }
    number[a] = number[b];
    number[b] = before;
}

// Nor the order of rows; and what the agents do is the same after it.
static void test_the_number_of_a_block_does_not_count(void **state) {
    (void)state;
    stage s = open_crowd(10), other = open_crowd(10);
    for (uint32_t i = 0; i < 100; i++) {
        uint64_t random = wi_hash_word(5, i);
        trade_blocks(other.world, (uint32_t)(random % AGENTS), (uint32_t)(random >> 32) % AGENTS);
    }
    assert_true(wend_world_hash(s.world) == wend_world_hash(other.world));
    assert_true(wi_world_reserve(other.world, 1));
    for (uint32_t i = 0; i < AGENTS / 2; i++) {
        wi_columns *c = &other.world->columns;
        wi_columns_copy(c, AGENTS, i);
        wi_columns_copy(c, i, AGENTS - 1 - i);
        wi_columns_copy(c, AGENTS - 1 - i, AGENTS);
    }
    assert_true(wend_world_hash(s.world) == wend_world_hash(other.world));
    other.world->tidy = false;
    world_step(s.world, 30);
    world_step(other.world, 30);
    assert_true(wend_world_hash(s.world) == wend_world_hash(other.world));
    stage_close(&other);
    stage_close(&s);
}

static void test_saved_and_loaded_in_the_middle(void **state) {
    (void)state;
    stage s = open_crowd(12);
    wend_world_def def = wend_world_default(s.scene);
    wend_world *loaded;
    wend_error why;
    void *bytes, *again;
    size_t size, size_again;
    must(wend_world_save_bytes(s.world, &bytes, &size, &why), &why);
    must(wend_world_load_bytes(&def, bytes, size, &loaded, &why), &why);
    must(wend_world_save_bytes(loaded, &again, &size_again, &why), &why);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, again, size);
    for (uint32_t i = 0; i < 40; i++) {
        assert_true(wend_world_hash(loaded) == wend_world_hash(s.world));
        world_step(s.world, 1);
        world_step(loaded, 1);
    }
    free(again);
    free(bytes);
    wend_world_destroy(loaded);
    stage_close(&s);
}

static void put_size_right(unsigned char *bytes, size_t size) {
    wi_saved_head head;
    memcpy(&head, bytes, sizeof head);
    head.size = size;
    memcpy(bytes, &head, sizeof head);
    uint64_t checksum = wi_saved_checksum(bytes, size - sizeof checksum);
    memcpy(bytes + size - sizeof checksum, &checksum, sizeof checksum);
}

static void test_a_file_that_ends_too_soon_is_refused(void **state) {
    (void)state;
    stage s = open_crowd(12);
    wend_world_def def = wend_world_default(s.scene);
    wend_world *loaded;
    void *bytes;
    size_t size;
    assert_int_equal(wend_world_save_bytes(s.world, &bytes, &size, NULL), WEND_OK);
    size_t memories = AGENTS / PROFILES * (wend_model_rcap.memory_size + wend_model_eorca_p.memory_size);
    for (size_t missing = 1; missing <= memories; missing++) {
        put_size_right(bytes, size - missing);
        assert_refused(wend_world_load_bytes(&def, bytes, size - missing, &loaded, &why), WEND_BAD_FILE, "remembers");
        assert_null(loaded);
    }
    free(bytes);
    stage_close(&s);
}

static void test_a_mark_that_does_not_fit_is_refused(void **state) {
    (void)state;
    stage s = open_crowd(1);
    wend_world_def def = wend_world_default(s.scene);
    wend_world *loaded;
    void *bytes;
    size_t size;
    assert_int_equal(wend_world_save_bytes(s.world, &bytes, &size, NULL), WEND_OK);
    wi_saved_head head;
    memcpy(&head, bytes, sizeof head);
    head.optional ^= 1u << WI_COLUMN_MEMORY;
    memcpy(bytes, &head, sizeof head);
    put_size_right(bytes, size);
    assert_refused(wend_world_load_bytes(&def, bytes, size, &loaded, &why), WEND_BAD_FILE, "optional columns");
    free(bytes);
    stage_close(&s);
}

// Whoever gets the block of one who left finds nothing in it.
static void test_newcomers_remember_nothing(void **state) {
    (void)state;
    stage s = open_crowd(20);
    for (uint32_t i = 0; i < 200; i++) {
        wend_serial gone = s.world->columns.serial[wi_hash_word(9, i) % s.world->columns.count];
        wend_agent agent = agent_get(s.world, gone);
        agent_remove(s.world, gone);
        agent.position = (wend_point){20.0 + 2.0 * i, -20.0};
        wend_serial fresh = agent_add(s.world, &agent);
        const unsigned char *memory = memory_of(s.world, fresh);
        assert_true((memory == NULL) == (agent.profile == FORGETFUL));
        if (memory) assert_true(is_blank(memory, s.world->memories.stride));
        if (i % 10 == 0) world_step(s.world, 1);
    }
    assert_int_equal(s.world->memories.used, 1 + AGENTS - AGENTS / PROFILES + s.world->memories.free_count);
    stage_close(&s);
}

static void set_profile(wend_world *world, wend_serial serial, uint32_t profile) {
    wend_agent agent = agent_get(world, serial);
    agent.profile = profile;
    agent_set(world, &agent);
}

static void test_who_gets_another_profile_forgets(void **state) {
    (void)state;
    stage s = open_crowd(20);
    set_profile(s.world, 5, WALKER);
    assert_false(is_blank(memory_of(s.world, 5), wend_model_rcap.memory_size));
    set_profile(s.world, 5, TURNER);
    assert_true(is_blank(memory_of(s.world, 5), s.world->memories.stride));
    set_profile(s.world, 5, FORGETFUL);
    assert_null(memory_of(s.world, 5));
    set_profile(s.world, 5, WALKER);
    assert_true(is_blank(memory_of(s.world, 5), s.world->memories.stride));
    world_step(s.world, 5);
    assert_false(is_blank(memory_of(s.world, 5), wend_model_rcap.memory_size));
    stage_close(&s);
}

// Behaviours that make somebody another kind of agent, again and again, in the middle of steps.
static wend_scene *changing_scene(void) {
    static const wend_condition timeout = {.kind = WEND_IF_TIMEOUT, .size = 1};
    static const wend_model *const models[PROFILES] = {&wend_model_orca, &wend_model_rcap, &wend_model_eorca_p};
    static const char *const names[PROFILES] = {"forgetful", "walker", "turner"};
    wend_profile profiles[PROFILES];
    wend_activity activity[PROFILES];
    wend_action action[PROFILES];
    wend_transition transition[PROFILES];
    wend_branch branch[PROFILES];
    for (uint32_t i = 0; i < PROFILES; i++) {
        profiles[i] = profile_of(models[i]);
        profiles[i].name = names[i];
        profiles[i].shape = i == TURNER ? wend_ellipse(0.15f, 0.25f) : wend_disc(0.25f);
        float time = 0.3f + 0.2f * (float)i;
        action[i] = (wend_action){.kind = WEND_DO_PROFILE, .index = i};
        activity[i] = (wend_activity){.name = names[i],
                                      .timed = 1,
                                      .time = {WEND_CONSTANT, time, time, time, time, {0, 0}},
                                      .enter = {i, 1},
                                      .next = {i, 1}};
        transition[i] = (wend_transition){0, {i, 1}};
        branch[i] = (wend_branch){(i + 1) % PROFILES, 1.0f};
    }
    const wend_behaviour behaviour = {"change", &wend_decider_machine, NULL, {0, PROFILES}, 0, {0, 0}, 0.0f};
    const wend_behaviours all = {.behaviours = &behaviour,
                                 .behaviour_count = 1,
                                 .activities = activity,
                                 .activity_count = PROFILES,
                                 .transitions = transition,
                                 .transition_count = PROFILES,
                                 .branches = branch,
                                 .branch_count = PROFILES,
                                 .conditions = &timeout,
                                 .condition_count = 1,
                                 .actions = action,
                                 .action_count = PROFILES};
    wend_scene_def def = wend_scene_default();
    def.profiles = profiles;
    def.profile_count = PROFILES;
    def.behaviours = &all;
    wend_scene *scene;
    wend_error error = {0};
    must(wend_scene_create(&def, &scene, &error), &error);
    return scene;
}

static void expect_memories_fit(const wend_world *world, uint32_t *changed, uint32_t profile[AGENTS]) {
    const wi_columns *c = &world->columns;
    uint32_t remember = 0;
    for (uint32_t row = 0; row < c->count; row++) {
        uint32_t now = c->role[row].profile;
        remember += now != FORGETFUL;
        assert_int_equal(c->memory[row] != 0, now != FORGETFUL);
        *changed += now != profile[c->serial[row] - 1];
        profile[c->serial[row] - 1] = now;
    }
    assert_int_equal(world->memories.used, 1 + remember + world->memories.free_count); // no block is lost
}

// The same with other threads, and saved and loaded in the middle; and no step takes memory once there are all of them.
static void test_who_becomes_another_forgets(void **state) {
    (void)state;
    wend_error error = {0};
    wend_scene *scene = changing_scene();
    failing_allocator heap = {0};
    wend_world *world[2], *loaded;
    wend_world_def def = wend_world_default(scene);
    def.collisions = false;
    must(wend_world_create(&def, &world[1], &error), &error);
    def.allocator = failing_allocator_make(&heap);
    def.threads = 3;
    must(wend_world_create(&def, &world[0], &error), &error);
    uint32_t changed = 0, profile[AGENTS] = {0};
    uint64_t calls = 0;
    for (uint32_t tick = 0; tick < 120; tick++) {
        for (uint32_t i = 0; i < 2 && tick < AGENTS; i++) { // one after the other, so that they change at other times
            wend_agent agent = agent_of(tick);
            agent.behaviour = 1;
            agent.position = (wend_point){0.8 * tick, -3.0}; // where nobody walks yet
            (void)agent_add(world[i], &agent);
        }
        if (tick == 80) calls = heap.calls;
        world_step(world[0], 1);
        world_step(world[1], 1);
        expect_memories_fit(world[0], &changed, profile);
        if (wend_world_hash(world[0]) != wend_world_hash(world[1])) fail_msg("step %u: threads differ", tick);
        if (tick > 80 && heap.calls != calls) fail_msg("step %u takes memory", tick);
    }
    assert_true(changed > 10 * AGENTS);
    void *bytes;
    size_t size;
    must(wend_world_save_bytes(world[1], &bytes, &size, &error), &error);
    wend_world_def again = wend_world_default(scene);
    again.collisions = false;
    must(wend_world_load_bytes(&again, bytes, size, &loaded, &error), &error);
    free(bytes);
    world_step(world[1], 40);
    world_step(loaded, 40);
    assert_true(wend_world_hash(loaded) == wend_world_hash(world[1]));
    wend_world_destroy(loaded);
    for (uint32_t i = 0; i < 2; i++) wend_world_destroy(world[i]);
    wend_scene_destroy(scene);
    assert_int_equal(heap.live_blocks, 0);
}

// A host without memory for one more loses neither agents nor blocks.
static void test_every_allocation_fails_in_turn(void **state) {
    (void)state;
    failing_allocator heap = {0};
    stage s = open_stage(failing_allocator_make(&heap));
    uint32_t failures = 0;
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_agent agent = agent_of(i);
        wend_result result = WEND_NO_MEMORY;
        for (uint32_t fail_at = 1; result == WEND_NO_MEMORY; fail_at++) {
            heap.calls = 0;
            heap.fail_at = fail_at;
            result = wend_world_add(s.world, &agent, NULL, NULL);
            failures += result == WEND_NO_MEMORY;
            assert_true(result == WEND_OK || result == WEND_NO_MEMORY);
        }
        heap.fail_at = 0;
        assert_int_equal(s.world->columns.count, i + 1);
    }
    assert_true(failures > 0);
    world_step(s.world, 5);
    assert_false(is_blank(memory_of(s.world, 2), wend_model_rcap.memory_size));
    stage_close(&s);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_of_a_profile_share_its_parameters),
        cmocka_unit_test(test_only_models_that_remember_have_memory),
        cmocka_unit_test(test_every_bit_counts),
        cmocka_unit_test(test_the_number_of_a_block_does_not_count),
        cmocka_unit_test(test_saved_and_loaded_in_the_middle),
        cmocka_unit_test(test_a_file_that_ends_too_soon_is_refused),
        cmocka_unit_test(test_a_mark_that_does_not_fit_is_refused),
        cmocka_unit_test(test_newcomers_remember_nothing),
        cmocka_unit_test(test_who_gets_another_profile_forgets),
        cmocka_unit_test(test_who_becomes_another_forgets),
        cmocka_unit_test(test_every_allocation_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
