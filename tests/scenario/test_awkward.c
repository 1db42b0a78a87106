// Places where agents of other tools get stuck, for every model with its defaults: nobody stays behind.
#include "scenario/floor_stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static floor_plan plan; // too large for the stack

static void walker(wend_world *world, double x, double y, double to_x, double to_y) {
    wend_agent agent = agent_at(x, y);
    agent.goal.at = (wend_point){to_x, to_y};
    agent.leaves = true;
    (void)agent_add(world, &agent);
}

static uint32_t left_after(wend_world *world, double seconds) {
    for (uint32_t i = 0; i < seconds * 10 && wend_world_stats(world).agents > 0; i++) world_step(world, 1);
    return wend_world_stats(world).agents;
}

// Each place: the walls, and who walks where; all must be gone within the time.

static void pillar_walls(void) {
    wend_point ring[24];
    for (uint32_t i = 0; i < 24; i++)
        ring[i] = (wend_point){8 + 1.5 * cos(i * 0.2617993877991494), 5 + 1.5 * sin(i * 0.2617993877991494)};
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 16, 10);
    floor_shape(&plan, WEND_SOLID, 0, ring, 24);
}

static void pillar_walkers(wend_world *world) {
    for (uint32_t i = 0; i < 3; i++) {
        walker(world, 2 - 0.6 * i, 5, 14, 5);
        walker(world, 14 + 0.6 * i, 5, 2, 5);
    }
}

static void trap_walls(void) {
    const wend_point u[] = {{4, 2}, {10, 2}, {10, 8}, {4, 8}};
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 14, 10);
    floor_shape(&plan, WEND_WALL, 0, u, 4);
}

static void trap_walkers(wend_world *world) {
    for (uint32_t i = 0; i < 4; i++) walker(world, 8 - 0.8 * i, 5, 12.5, 5);
}

static void door_walls(void) {
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 12, 6);
    floor_wall(&plan, 0, 6, 0, 6, 2.7);
    floor_wall(&plan, 0, 6, 3.3, 6, 6);
}

static void door_walkers(wend_world *world) {
    for (uint32_t i = 0; i < 3; i++) {
        walker(world, 2 + 0.7 * i, 2 + i, 10.5, 1.5 + i);
        walker(world, 10 - 0.7 * i, 2 + i, 1.5, 1.5 + i);
    }
}

static void lone_walker(wend_world *world) { walker(world, 2, 2, 10.5, 1.5); }

static void corner_walls(void) {
    const wend_point l[] = {{0, 0}, {10, 0}, {10, 10}, {6, 10}, {6, 4}, {0, 4}};
    floor_shape(&plan, WEND_ROOM, 0, l, 6);
}

static void corner_walkers(wend_world *world) {
    walker(world, 1, 2, 9.7, 9.7);
    walker(world, 8, 8, 0.3, 0.3);
    walker(world, 8, 2, 0.3, 3.7);
}

static void thin_walls(void) {
    floor_box(&plan, WEND_ROOM, 0, 0, 0, 12, 6);
    floor_wall(&plan, 0, 2, 3, 10, 3);
}

static void thin_walkers(wend_world *world) {
    for (uint32_t i = 0; i < 4; i++) {
        walker(world, 4 + i, 3.3, 5 + i, 1.5);
        walker(world, 4 + i, 2.7, 5 + i, 4.5);
    }
}

typedef struct place {
    const char *name;
    void (*walls)(void);
    void (*walkers)(wend_world *world);
    double seconds;
} place;

static const place places[] = {
    {"a round pillar straight ahead", pillar_walls, pillar_walkers, 60},
    {"a trap", trap_walls, trap_walkers, 60},
    {"a door of 0.6 m from both sides", door_walls, door_walkers, 180},
    {"a goal in an inner corner", corner_walls, corner_walkers, 60},
    {"a thin wall with people on both sides", thin_walls, thin_walkers, 60},
    {"a door of 0.6 m for one", door_walls, lone_walker, 30},
};

// Returns how many are left.
static uint32_t walk_through(const place *at, const wend_profile *profile, uint64_t seed) {
    floor_init(&plan, 1);
    at->walls();
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    stage on = floor_stage_of(&plan, profile, &world);
    at->walkers(on.world);
    uint32_t left = left_after(on.world, at->seconds);
    stage_close(&on);
    if (left > 0)
        printf("%s: %u stay behind under %s, seed %u\n", at->name, left, profile->model->name, (unsigned)seed);
    return left;
}

enum { SEEDS = 5 };

static uint32_t walk_everywhere(const wend_profile *profile) {
    uint32_t left = 0;
    for (uint32_t p = 0; p < WEND_COUNT(places); p++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) left += walk_through(&places[p], profile, seed);
    return left;
}

// With the body and the habits of a profile under every model.
static uint32_t walk_under_all(wend_profile profile) {
    uint32_t count, left = 0;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t m = 0; m < count; m++) {
        profile.model = models[m];
        if (models[m] != &wend_model_straight) left += walk_everywhere(&profile); // that one avoids nothing
    }
    return left;
}

static void nobody_stays_behind(void **state) {
    (void)state;
    assert_int_equal(walk_under_all(wend_profile_default()), 0);
    assert_int_equal(walk_under_all(profile_plain()), 0);
}

static void nor_without_habits(void **state) {
    (void)state;
    wend_profile alone = wend_profile_default(), wider = profile_plain();
    alone.habits = wider.habits = "none";
    assert_int_equal(walk_under_all(alone), 0);
    assert_int_equal(walk_under_all(wider), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_stays_behind),
        cmocka_unit_test(nor_without_habits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
