// The last line of defence: nobody crosses a wall, whatever a model returns.
#include "support/mischief.h"
#include "support/watch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_meet_is_exact(void **state) {
    (void)state;
    wend_vec a = {0.0f, 0.0f}, b = {3.0f, 1.0f};
    assert_true(watch_meet((wend_vec){1.0f, 1.0f}, (wend_vec){2.0f, -1.0f}, a, b));
    assert_true(watch_meet((wend_vec){1.5f, 0.5f}, (wend_vec){2.0f, 5.0f}, a, b));   // ends on it
    assert_true(watch_meet((wend_vec){3.0f, 1.0f}, (wend_vec){4.0f, 1.0f}, a, b));   // at its end
    assert_true(watch_meet((wend_vec){-3.0f, -1.0f}, (wend_vec){6.0f, 2.0f}, a, b)); // along it
    assert_true(watch_meet((wend_vec){1.5f, 0.5f}, (wend_vec){1.5f, 0.5f}, a, b));   // a point on it
    assert_false(watch_meet((wend_vec){-3.0f, -1.0f}, (wend_vec){-1.5f, -0.5f}, a, b));
    assert_false(watch_meet((wend_vec){1.5f, nextafterf(0.5f, 1.0f)}, (wend_vec){2.0f, 5.0f}, a, b));
    assert_false(watch_meet((wend_vec){4.0f, 0.0f}, (wend_vec){4.0f, 5.0f}, a, b));
    assert_false(watch_meet((wend_vec){1.0f, 1.0f}, (wend_vec){1.0f, 1.0f}, a, b));
}

// Maps ----------------------------------------------------------------------------------------------------------------

typedef struct map {
    wend_point points[400];
    wend_obstacle obstacles[64];
    uint32_t point_count, count;
} map;

// On a lattice that is exact in float, so that the world and this test mean the same line.
static wend_point rounded(double x, double y) {
    return (wend_point){rint(65536.0 * x) / 65536.0, rint(65536.0 * y) / 65536.0};
}

static void map_add(map *on, wend_obstacle_kind kind, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) on->points[on->point_count + i] = rounded(points[i].x, points[i].y);
    on->obstacles[on->count++] = (wend_obstacle){kind, 0, on->points + on->point_count, count};
    on->point_count += count;
}

// A room with random lines of one to three pieces, triangles, parallel walls a millimetre apart, and a star of walls.
static void map_random(map *on, uint64_t seed) {
    *on = (map){.count = 0};
    const wend_point room[] = {{-11, -11}, {11, -11.5}, {11.5, 11}, {-11, 11.25}};
    map_add(on, WEND_ROOM, room, 4);
    for (uint32_t i = 0; i < 12; i++) {
        wend_point line[4];
        for (uint32_t k = 0; k < 4; k++)
            line[k] = (wend_point){mischief_random(seed, i, 2 * k), mischief_random(seed, i, 2 * k + 1)};
        for (uint32_t k = 1; k < 4; k++) {
            line[k].x = line[0].x + 0.4 * (line[k].x - line[0].x);
            line[k].y = line[0].y + 0.4 * (line[k].y - line[0].y);
        }
        map_add(on, WEND_WALL, line, 2 + i % 3);
        for (uint32_t k = 0; k < 4; k++) line[k].x += 0.001, line[k].y += 0.0007;
        if (i % 4 == 0) map_add(on, WEND_WALL, line, 2);
    }
    for (uint32_t i = 20; i < 25; i++) {
        double x = mischief_random(seed, i, 0), y = mischief_random(seed, i, 1), turn = mischief_random(seed, i, 2);
        wend_point triangle[3];
        for (int k = 0; k < 3; k++)
            triangle[k] = (wend_point){x + 1.2 * cos(turn + 2.1 * k), y + 1.1 * sin(turn + 2.1 * k)};
        map_add(on, WEND_SOLID, triangle, 3);
    }
    for (uint32_t i = 0; i < 7; i++) {
        const wend_point ray[] = {{1.25, -2.5}, {1.25 + 2.0 * cos(0.9 * i), -2.5 + 2.0 * sin(0.9 * i)}};
        map_add(on, WEND_WALL, ray, 2);
    }
}

static uint32_t populate(const stage *at, uint32_t wanted, uint64_t seed, bool driven) {
    uint32_t added = 0;
    for (uint32_t i = 0; i < 20 * wanted && added < wanted; i++) {
        wend_agent agent = agent_at(1.05 * mischief_random(seed, i, 20), 1.05 * mischief_random(seed, i, 21));
        agent.shape = wend_disc(0.01f + 0.1f * wend_random(seed, i, 0, 8, 0));
        agent.priority = (float)(i % (MISCHIEFS + 1));
        agent.level = i % 17 == 0;
        agent.driven = driven;
        if (driven) agent.velocity = mischief_towards(30.0, mischief_random(seed, i, 22), mischief_random(seed, i, 23));
        added += wend_world_add(at->world, &agent, NULL, NULL) == WEND_OK;
    }
    return added;
}

static void test_no_centre_crosses_a_wall(void **state) {
    (void)state;
    static const float steps[] = {0.1f, 0.01f, 1.0f};
    const wend_model *models[] = {&mischief_model, &mischief_turning};
    uint64_t corrected = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        static map on;
        float dt = steps[seed % 3], max_speed = seed % 2 ? 100.0f : 5.0f;
        map_random(&on, seed);
        wend_profile profile = mischief_profile(models[seed % 2], max_speed);
        stage at = mischief_open(&profile, on.obstacles, on.count, dt);
        assert_true(populate(&at, 40, seed, false) >= 30);
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        watch_look(&eyes, &at, max_speed, dt, "map", seed);
        for (int tick = 0; tick < 40; tick++) {
            world_step(at.world, 1);
            watch_look(&eyes, &at, max_speed, dt, "map", seed);
        }
        watch_look_inside(&at, on.obstacles, on.count, seed);
        corrected += wend_world_stats(at.world).corrected_walls;
        stage_close(&at);
    }
    assert_true(corrected > 1000);
}

// Small closed rooms: whoever is in stays in, in corners of all angles, for a long time.
static void test_nobody_leaves_a_closed_room(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        enum { CORNERS = 7 };
        wend_point star[CORNERS];
        for (int i = 0; i < CORNERS; i++) {
            double radius = i % 2 ? 1.0 : 1.5 + 3.0 * wend_random(seed, (uint64_t)i, 0, 0, 0);
            star[i] = rounded(radius * cos(6.2831853 * i / CORNERS), radius * sin(6.2831853 * i / CORNERS));
        }
        // A closed line of two-sided walls keeps people in as a room does.
        wend_point closed[CORNERS + 1];
        memcpy(closed, star, sizeof star);
        closed[CORNERS] = star[0];
        wend_obstacle room = {WEND_ROOM, 0, star, CORNERS}, walls = {WEND_WALL, 0, closed, CORNERS + 1};
        wend_profile profile = mischief_profile(&mischief_model, 100.0f);
        stage at = mischief_open(&profile, seed % 2 ? &room : &walls, 1, 0.1f);
        for (int i = 0; i < 12; i++) {
            wend_agent agent = agent_at(0.4 * cos(0.52 * i), 0.4 * sin(0.52 * i));
            agent.shape = wend_disc(0.02f);
            agent.priority = (float)i;
            agent_add(at.world, &agent);
        }
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        watch_look(&eyes, &at, 100.0f, 0.1f, "room", seed);
        watch_look_inside(&at, &room, 1, seed);
        for (int tick = 0; tick < 200; tick++) {
            world_step(at.world, 1);
            watch_look(&eyes, &at, 100.0f, 0.1f, "room", seed);
            if (tick % 20 == 19) watch_look_inside(&at, &room, 1, seed);
        }
        stage_close(&at);
    }
}

// Shoots at a corner from all around at exactly its coordinates: the path ends on the joint of two walls.
static void test_nobody_slips_through_a_joint(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        double open = 0.2 + 6.0 * wend_random(seed, 0, 0, 0, 0), turn = 6.0 * wend_random(seed, 0, 0, 0, 1);
        const wend_point bend[] = {
            {5.0 * cos(turn), 5.0 * sin(turn)}, {0.0, 0.0}, {5.0 * cos(turn + open), 5.0 * sin(turn + open)}};
        const wend_obstacle walls[] = {{WEND_WALL, 0, bend, 2}, {WEND_WALL, 0, bend + 1, 2}};
        wend_profile profile = mischief_profile(&mischief_model, 100.0f);
        stage at = mischief_open(&profile, walls, 2, 0.1f);
        for (int i = 0; i < 24; i++) {
            wend_agent agent = agent_at(2.0 * cos(0.26 * i), 2.0 * sin(0.26 * i));
            agent.shape = wend_disc(0.01f);
            agent.priority = AT_NEAREST_CORNER;
            (void)wend_world_add(at.world, &agent, NULL, NULL);
        }
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        watch_look(&eyes, &at, 100.0f, 0.1f, "joint", seed);
        for (int tick = 0; tick < 60; tick++) {
            world_step(at.world, 1);
            watch_look(&eyes, &at, 100.0f, 0.1f, "joint", seed);
        }
        stage_close(&at);
    }
}

static void test_built_in_models_stay_before_walls(void **state) {
    (void)state;
    uint32_t models;
    const wend_model *const *all = wend_models(&models);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        static map on;
        map_random(&on, seed);
        wend_profile profile = mischief_profile(all[seed % models], 2.0f);
        stage at = mischief_open(&profile, on.obstacles, on.count, 0.1f);
        for (uint32_t i = 0; i < 150; i++) {
            wend_agent agent = agent_at(mischief_random(seed, i, 30), mischief_random(seed, i, 31));
            agent.goal.at = (wend_point){mischief_random(seed, i, 32), mischief_random(seed, i, 33)};
            (void)wend_world_add(at.world, &agent, NULL, NULL);
        }
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        watch_look(&eyes, &at, 2.0f, 0.1f, all[seed % models]->name, seed);
        for (int tick = 0; tick < 60; tick++) {
            world_step(at.world, 1);
            watch_look(&eyes, &at, 2.0f, 0.1f, all[seed % models]->name, seed);
        }
        wend_stats stats = wend_world_stats(at.world);
        assert_int_equal(stats.corrected_nonfinite, 0);
        assert_int_equal(stats.corrected_speed, 0);
        stage_close(&at);
    }
}

static void test_driven_is_stopped_by_walls(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        static map on;
        map_random(&on, seed);
        wend_profile profile = mischief_profile(&wend_model_orca, 2.0f);
        stage at = mischief_open(&profile, on.obstacles, on.count, 0.1f);
        assert_true(populate(&at, 30, seed, true) >= 20);
        watch eyes = {.walls = wend_scene_wall_count(at.scene)};
        watch_look(&eyes, &at, 30.0f, 0.1f, "driven", seed);
        for (int tick = 0; tick < 20; tick++) {
            world_step(at.world, 1);
            watch_look(&eyes, &at, 30.0f, 0.1f, "driven", seed);
        }
        watch_look_inside(&at, on.obstacles, on.count, seed);
        assert_true(wend_world_stats(at.world).corrected_walls > 0);
        stage_close(&at);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meet_is_exact),
        cmocka_unit_test(test_no_centre_crosses_a_wall),
        cmocka_unit_test(test_nobody_leaves_a_closed_room),
        cmocka_unit_test(test_nobody_slips_through_a_joint),
        cmocka_unit_test(test_built_in_models_stay_before_walls),
        cmocka_unit_test(test_driven_is_stopped_by_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
