// The power law in a press: bodies push each other apart and are not pushed through walls, unless they have none.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const float steps[] = {0.01f, 0.05f, 0.1f};

static const wend_point room[] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}};
static const wend_obstacle walls = {WEND_ROOM, 0, room, WEND_COUNT(room)};

// Discs of a quarter metre by the power law, in a room of 3 m or in the open.
static stage open_with(const char *preset, bool walled, float step) {
    static const wend_setting steady[] = {{"side_bias", 0.0f}, {"give_ground", 0.0f}};
    wend_profile profile = profile_of(&wend_model_power_law);
    profile.preset = preset;
    profile.settings = steady;
    profile.setting_count = WEND_COUNT(steady);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = &walls;
    def.obstacle_count = walled ? 1 : 0;
    wend_world_def world = wend_world_default(NULL);
    world.step = step;
    world.collisions = false;
    return stage_open(&def, &world);
}

static double distance(wend_world *world, wend_serial a, wend_serial b) {
    wend_point p = agent_get(world, a).position, q = agent_get(world, b).position;
    return hypot(p.x - q.x, p.y - q.y);
}

static double deepest_overlap(wend_world *world, uint32_t count) {
    double nearest = INFINITY;
    for (wend_serial a = 2; a <= count; a++)
        for (wend_serial b = 1; b < a; b++) nearest = fmin(nearest, distance(world, a, b));
    return 0.5 - nearest;
}

static wend_serial put(wend_world *world, double x, double y, double goal_x, double goal_y) {
    wend_agent agent = agent_at(x, y);
    agent.goal.at = (wend_point){goal_x, goal_y};
    return agent_add(world, &agent);
}

// Two who stand 10 cm in each other part, and none is thrown away; without bodies they stay.
static void who_overlap_part(void **state) {
    (void)state;
    for (uint32_t k = 0; k < WEND_COUNT(steps); k++) {
        for (int bodies = 0; bodies <= 1; bodies++) {
            stage on = open_with(bodies ? "default" : "published", false, steps[k]);
            put(on.world, 0.0, 0.0, 0.0, 0.0);
            wend_agent second = agent_get(on.world, put(on.world, 1.0, 0.0, 0.4, 0.0));
            second.position.x = 0.4;
            agent_set(on.world, &second);
            world_step(on.world, 1);
            for (wend_serial who = 1; who <= 2; who++) {
                wend_vec v = agent_get(on.world, who).velocity;
                assert_true(hypotf(v.x, v.y) < (bodies ? 2.01f : 1e-6f));
            }
            world_step(on.world, (uint32_t)(0.5f / steps[k]));
            double now = distance(on.world, 1, 2);
            if (bodies ? !(now > 0.49) : !(now < 0.41))
                fail_msg("step %g s, %s: %g m apart", (double)steps[k], bodies ? "bodies" : "none", now);
            stage_close(&on);
        }
    }
}

// Of five in file four press on the first, who stands before a wall. The whole file comes to rest, as in statics: four times
// 1.34 m/s / 0.54 s against 1500 /s2 are 6.6 mm.
static void a_file_holds(void **state) {
    (void)state;
    for (uint32_t k = 0; k < WEND_COUNT(steps); k++) {
        stage on = open_with("default", true, steps[k]);
        for (uint32_t i = 0; i < 5; i++) put(on.world, 0.3 + 0.55 * i, 1.5, -100.0, 1.5);
        world_step(on.world, (uint32_t)(10.0f / steps[k]));
        double overlap = deepest_overlap(on.world, 5), wall = agent_get(on.world, 1).position.x;
        print_message("step %g s: %.4f m deep, %.4f m from the wall\n", (double)steps[k], overlap, wall);
        assert_true(overlap < 0.012 && wall > 0.25 - 0.012);
        assert_true(fabsf(agent_get(on.world, 5).velocity.x) < 0.05f);
        stage_close(&on);
    }
}

// Twenty bodies in a room of 3 m, who all want to the same place in it or behind a wall.
static void a_press_keeps_its_shape(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        float step = steps[seed % 3];
        stage on = open_with("default", true, step);
        double x = 5.0 * (double)wend_random(seed, 0, 0, 1, 0) - 1.0,
               y = 5.0 * (double)wend_random(seed, 0, 0, 1, 1) - 1.0;
        for (uint32_t i = 0; i < 20; i++) put(on.world, 0.3 + 0.55 * (i % 5), 0.3 + 0.6 * (i / 5), x, y);
        for (int part = 0; part < 10; part++) {
            world_step(on.world, (uint32_t)(1.0f / step));
            worst = fmax(worst, deepest_overlap(on.world, 20));
        }
        wend_stats stats = wend_world_stats(on.world);
        if (stats.corrected_nonfinite + stats.corrected_speed + stats.corrected_walls > 0)
            fail_msg("seed %d, step %g s: %d corrections at walls", (int)seed, (double)step,
                     (int)stats.corrected_walls);
        stage_close(&on);
    }
    print_message("a press, seeds 1-60: at most %.3f m deep\n", worst);
    assert_true(worst < 0.15);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_overlap_part), cmocka_unit_test(a_file_holds),
                                       cmocka_unit_test(a_press_keeps_its_shape)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
