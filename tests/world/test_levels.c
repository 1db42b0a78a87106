// Agents on different levels never meet: each level moves as if it were alone.
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WALLS = 3 };

// A wall a level, another one each time.
static stage levels_open(uint32_t levels, const wend_model *model, uint32_t threads) {
    wend_profile profile = profile_of(model);
    wend_obstacle obstacles[64];
    wend_point points[64][WALLS];
    assert_true(levels <= 64);
    for (uint32_t i = 0; i < levels; i++) {
        double x = 3.0 + i % 7;
        points[i][0] = (wend_point){x, 2.0};
        points[i][1] = (wend_point){x + 1.0, 5.0 + i % 3};
        points[i][2] = (wend_point){x + 0.25, 9.0};
        obstacles[i] = (wend_obstacle){WEND_WALL, i, points[i], WALLS};
    }
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.levels = levels;
    def.obstacles = obstacles;
    def.obstacle_count = levels;
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    return stage_open(&def, &world);
}

// Agent i of a level's crowd. Crowds of different levels lie in the same place, partly on top of each other.
static wend_agent crowd_agent(uint32_t level, uint32_t i) {
    wend_agent agent = wend_agent_default();
    agent.level = level;
    agent.position = (wend_point){12.0 * wend_random(level, i, 0, 0, 0), 12.0 * wend_random(level, i, 0, 0, 1)};
    agent.goal.at = (wend_point){12.0 * wend_random(level, i, 0, 0, 2), 12.0 * wend_random(level, i, 0, 0, 3)};
    agent.stream = 1 + i;
    agent.leaves = i % 7 == 0;
    if (i % 11 == 3) agent.shape = wend_disc(1.25f);
    if (i % 11 == 5) agent.shape = wend_box(0.5f, 0.2f);
    return agent;
}

typedef struct place {
    wend_serial serial;
    float x, y;
    wend_motion motion;
    uint8_t flags;
    bool here;
} place;

// Adds agent i of the crowd if there is space; who is refused is refused in both worlds.
static wend_serial crowd_add(wend_world *world, uint32_t level, uint32_t i) {
    wend_agent agent = crowd_agent(level, i);
    wend_serial serial = 0;
    wend_result result = wend_world_add(world, &agent, &serial, NULL);
    assert_true(result == WEND_OK || result == WEND_NO_SPACE);
    return serial;
}

// Where those with the given serials are; order as given.
static void places_of(wend_world *world, const wend_serial *serials, uint32_t count, place *places) {
    wend_view view = world_view(world);
    for (uint32_t i = 0; i < count; i++) {
        memset(&places[i], 0, sizeof places[i]);
        for (uint32_t row = 0; row < view.count && serials[i] != 0; row++) {
            if (view.serial[row] != serials[i]) continue;
            places[i].x = view.x[row];
            places[i].y = view.y[row];
            places[i].motion = view.motion[row];
            places[i].flags = view.role[row].flags;
            places[i].here = true;
        }
    }
}

enum { CROWD = 60 };

static void run(wend_world *world, uint32_t steps, uint64_t *collided) {
    for (uint32_t i = 0; i < steps; i++) {
        world_step(world, 1);
        *collided += wend_world_events(world).collided_count;
    }
}

// All crowds together, then each alone on its level: the same bits for everyone, and as many collisions in all.
static void compare(uint32_t levels, uint32_t steps, const wend_model *model) {
    wend_serial(*serials)[CROWD] = calloc(levels, sizeof *serials);
    uint64_t collided_together = 0, collided_alone = 0;
    stage together = levels_open(levels, model, 2);
    for (uint32_t i = 0; i < CROWD; i++) // in turn, so that the serials of a level are not next to each other
        for (uint32_t level = 0; level < levels; level++) serials[level][i] = crowd_add(together.world, level, i);
    run(together.world, steps, &collided_together);
    for (uint32_t level = 0; level < levels; level++) {
        wend_serial alone_serials[CROWD];
        place expected[CROWD], got[CROWD];
        stage alone = levels_open(levels, model, 1);
        for (uint32_t i = 0; i < CROWD; i++) alone_serials[i] = crowd_add(alone.world, level, i);
        run(alone.world, steps, &collided_alone);
        places_of(alone.world, alone_serials, CROWD, expected);
        places_of(together.world, serials[level], CROWD, got);
        for (uint32_t i = 0; i < CROWD; i++)
            if (memcmp(&expected[i], &got[i], sizeof got[i]) != 0)
                fail_msg("%s, level %u agent %u: at %.9g %.9g alone, %.9g %.9g with others above and below",
                         model->name, level, i, expected[i].x, expected[i].y, got[i].x, got[i].y);
        stage_close(&alone);
    }
    assert_true(collided_together == collided_alone);
    stage_close(&together);
    free(serials);
}

static void test_two_levels_as_if_alone(void **state) {
    (void)state;
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++) compare(2, 60, models[i]);
}

static void test_fifty_levels_as_if_alone(void **state) {
    (void)state;
    compare(50, 30, &wend_model_orca);
}

// Two who walk through the same place at the same time, a level apart.
static void test_walks_through_another_level(void **state) {
    (void)state;
    stage on = levels_open(2, &wend_model_orca, 1);
    wend_serial serials[2];
    for (uint32_t level = 0; level < 2; level++) {
        wend_agent agent = agent_at(level ? 5.0 : -5.0, -20.0);
        agent.level = level;
        agent.goal.at = (wend_point){level ? -25.0 : 25.0, -20.0};
        serials[level] = agent_add(on.world, &agent);
    }
    uint64_t collided = 0;
    for (int i = 0; i < 80; i++) {
        run(on.world, 1, &collided);
        for (int k = 0; k < 2; k++) assert_true(agent_get(on.world, serials[k]).position.y == -20.0);
    }
    assert_int_equal(collided, 0);
    stage_close(&on);
}

// A change of level between steps: from then on it meets those of the new one.
static void test_changes_level(void **state) {
    (void)state;
    stage on = levels_open(3, &wend_model_straight, 1);
    wend_agent low = agent_at(-10.0, -10.0), high = low;
    high.level = 2;
    wend_serial serial = agent_add(on.world, &low);
    agent_add(on.world, &high);
    uint64_t collided = 0;
    run(on.world, 1, &collided);
    assert_int_equal(collided, 0);
    low = agent_get(on.world, serial);
    low.level = 2;
    agent_set(on.world, &low);
    run(on.world, 1, &collided);
    assert_int_equal(collided, 1);
    stage_close(&on);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_levels_as_if_alone),
        cmocka_unit_test(test_fifty_levels_as_if_alone),
        cmocka_unit_test(test_walks_through_another_level),
        cmocka_unit_test(test_changes_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
