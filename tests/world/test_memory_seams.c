// The host's memory where people are seen across a seam: no step takes any for images, and every allocation may fail.
#include "support/failing_allocator.h"
#include "support/stage.h"
#include "world/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROWS 10
#define COLUMNS 12

// Two floors of 60 x 20 m, the second on another level, that meet at x = 0; the seam is in three pieces.
static wend_result create_floors(wend_allocator allocator, wend_scene **scene, wend_error *error) {
    static const wend_point corners[] = {{-60, 0}, {0, 0},  {0, 7},   {0, 14}, {0, 20}, {-60, 20},
                                         {0, 0},   {60, 0}, {60, 20}, {0, 20}, {0, 14}, {0, 7}};
    static const wend_map_cell cells[] = {{6, 0, 0}, {6, 1, 0}};
    wend_map_edge edges[12];
    for (uint32_t i = 0; i < 12; i++) edges[i] = (wend_map_edge){.corner = i, .twin = WEND_NO_EDGE};
    for (uint32_t i = 1; i <= 3; i++) edges[i].twin = 12 - i, edges[12 - i].twin = i;
    const wend_map map = {
        .corners = corners, .corner_count = 12, .cells = cells, .cell_count = 2, .edges = edges, .edge_count = 12};
    wend_profile profile = profile_of(&wend_model_straight);
    profile.router = &wend_router_direct;
    profile.preferred_speed = profile.max_speed = 2.0f;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile, def.profile_count = 1;
    def.levels = 2;
    def.map = &map;
    def.allocator = allocator;
    return wend_scene_create(&def, scene, error);
}

static wend_world_def world_of(const wend_scene *scene, failing_allocator *heap) {
    wend_world_def def = wend_world_default(scene);
    def.allocator = failing_allocator_make(heap);
    return def;
}

// All walk side by side towards the seam and stay on their floor.
static wend_agent walker(uint32_t i, double x) {
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){x - 1.5 * (i / ROWS), 1.0 + 1.9 * (i % ROWS)};
    agent.goal.at = (wend_point){55.0 - 1.5 * (i / ROWS), agent.position.y};
    return agent;
}

static void no_step_takes_memory_for_images(void **state) {
    (void)state;
    wend_error error = {0};
    failing_allocator heap = {0};
    stage on;
    must(create_floors((wend_allocator){0}, &on.scene, &error), &error);
    wend_world_def def = world_of(on.scene, &heap);
    must(wend_world_create(&def, &on.world, &error), &error);
    for (uint32_t i = 0; i < ROWS * COLUMNS; i++) {
        wend_agent agent = walker(i, -30.0);
        (void)agent_add(on.world, &agent);
    }
    world_step(on.world, 3);
    assert_int_equal(on.world->images.count, 0);
    uint32_t most = 0;
    uint64_t calls = heap.calls;
    for (uint32_t tick = 3; tick < 350; tick++) {
        world_step(on.world, 1);
        if (heap.calls != calls) fail_msg("step %u takes memory, with %u images", tick, on.world->images.count);
        most = on.world->images.count > most ? on.world->images.count : most;
    }
    assert_true(most > ROWS * COLUMNS); // through more than one piece of the seam
    assert_true(most <= wi_images_bound(&on.world->images, ROWS * COLUMNS));
    stage_close(&on);
}

// A call that fails for want of memory is made again; what comes of it all is the same.
typedef struct life {
    failing_allocator heap;
    stage on;
    uint32_t count, failures;
} life;

typedef wend_result life_call(life *of, uint32_t number, wend_error *error);

static wend_result call_scene(life *of, uint32_t number, wend_error *error) {
    (void)number;
    return create_floors(failing_allocator_make(&of->heap), &of->on.scene, error);
}

static wend_result call_world(life *of, uint32_t number, wend_error *error) {
    (void)number;
    wend_world_def def = world_of(of->on.scene, &of->heap);
    return wend_world_create(&def, &of->on.world, error);
}

static wend_result call_add(life *of, uint32_t number, wend_error *error) {
    (void)number;
    wend_agent agent = walker(of->count, of->count % 3 == 0 ? -20.0 : -1.0);
    wend_result result = wend_world_add(of->on.world, &agent, NULL, error);
    if (result == WEND_OK) of->count++;
    return result;
}

static wend_result call_step(life *of, uint32_t number, wend_error *error) {
    (void)number;
    return wend_world_step(of->on.world, error);
}

static wend_result call_view(life *of, uint32_t number, wend_error *error) {
    wend_view view;
    (void)number;
    return wend_world_view(of->on.world, &view, error);
}

static const struct {
    life_call *call;
    uint32_t times;
} story[] = {{call_scene, 1}, {call_world, 1}, {call_add, 12}, {call_step, 4},
             {call_add, 30},  {call_view, 1},  {call_step, 90}};

static void make_again(life *of, life_call *call, uint32_t number) {
    wend_error error = {0};
    wend_result result = WEND_NO_MEMORY;
    for (uint32_t tries = 0; tries < 2 && result == WEND_NO_MEMORY; tries++) {
        uint64_t hash = of->on.world ? wend_world_hash(of->on.world) : 0;
        result = call(of, number, &error);
        if (result == WEND_OK) return;
        of->failures++;
        if (of->on.world && wend_world_hash(of->on.world) != hash)
            fail_msg("allocation %d fails: a trace is left", (int)of->heap.fail_at);
    }
    fail_msg("allocation %d fails: %s", (int)of->heap.fail_at, error.text);
}

static uint64_t live(life *of, uint64_t fail_at) {
    *of = (life){.heap.fail_at = fail_at};
    for (uint32_t part = 0; part < WEND_COUNT(story); part++)
        for (uint32_t i = 0; i < story[part].times; i++) make_again(of, story[part].call, i);
    uint64_t hash = wend_world_hash(of->on.world);
    stage_close(&of->on);
    if (of->heap.live_blocks != 0) fail_msg("allocation %d fails: blocks are left", (int)fail_at);
    return hash;
}

static void every_allocation_fails_in_turn(void **state) {
    (void)state;
    life of;
    uint64_t hash = live(&of, 0), calls = of.heap.calls;
    uint32_t refused = 0;
    for (uint64_t fail_at = 1; fail_at <= calls; fail_at++) {
        if (live(&of, fail_at) != hash) fail_msg("allocation %d fails: another hash", (int)fail_at);
        refused += of.failures > 0;
    }
    print_message("%d allocations: %u calls refused\n", (int)calls, refused);
    assert_true(refused > calls / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_step_takes_memory_for_images),
        cmocka_unit_test(every_allocation_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
