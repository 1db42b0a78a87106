// The models vo and rvo at work: what the lecture says about them, avatars and walls.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// A world of discs of 0.25 m with one profile.
static stage discs_open(const wend_profile *profile, const wend_obstacle *obstacles, uint32_t obstacle_count) {
    wend_scene_def def = scene_plain();
    def.profiles = profile;
    def.obstacles = obstacles;
    def.obstacle_count = obstacle_count;
    return stage_open(&def, NULL);
}

static wend_profile walker(const char *model, const char *preset) {
    wend_profile profile = profile_of(wend_model_find(model));
    profile.preset = preset;
    assert_non_null(profile.model);
    return profile;
}

static wend_agent walk(double x, double y, double goal_x, double goal_y) {
    wend_agent agent = agent_at(x, y);
    agent.goal = (wend_target){.at = {goal_x, goal_y}, .radius = 0.2f};
    return agent;
}

static wend_serial add(stage s, wend_agent agent) { return agent_add(s.world, &agent); }

static double gap(wend_agent a, wend_agent b) {
    return hypot(a.position.x - b.position.x, a.position.y - b.position.y) - 0.5;
}

// What a walk along x was like.
typedef struct meeting {
    int turns;       // how often the lateral velocity of the first changed sign
    double gap;      // the least
    double duration; // until both were there, INFINITY if not within 30 s
} meeting;

static meeting meet(const char *model, const char *preset, double aside) {
    wend_profile profile = walker(model, preset);
    stage s = discs_open(&profile, NULL, 0);
    wend_serial a = add(s, walk(-4.0, 0.0, 4.0, 0.0)), b = add(s, walk(4.0, aside, -4.0, aside));
    meeting m = {0, INFINITY, INFINITY};
    float last = 0.0f;
    for (int tick = 0; tick < 300 && m.duration == INFINITY; tick++) {
        world_step(s.world, 1);
        wend_agent now_a = agent_get(s.world, a), now_b = agent_get(s.world, b);
        m.gap = fmin(m.gap, gap(now_a, now_b));
        if (fabsf(now_a.velocity.y) > 1e-3f) {
            if (now_a.velocity.y * last < 0.0f) m.turns++;
            last = now_a.velocity.y;
        }
        if (now_a.arrived && now_b.arrived) m.duration = wend_world_stats(s.world).time;
    }
    wend_stats stats = wend_world_stats(s.world);
    assert_int_equal(stats.corrected_nonfinite + stats.corrected_speed + stats.corrected_walls, 0);
    stage_close(&s);
    return m;
}

static const char *const presets[] = {"default", "published"};

// Figure 4 of the lecture.
static void vo_oscillates_and_rvo_does_not(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(presets); i++) {
        for (int k = 0; k < 3; k++) {
            double aside = 0.05 * k;
            meeting vo = meet("vo", presets[i], aside), rvo = meet("rvo", presets[i], aside);
            print_message("%s, %.2f m aside: vo turns %d times, gap %.4f m, %.1f s; rvo %d times, %.4f m, %.1f s\n",
                          presets[i], aside, vo.turns, vo.gap, vo.duration, rvo.turns, rvo.gap, rvo.duration);
            assert_true(vo.turns >= 8);
            assert_true(rvo.turns <= 2); // out and back to the line
            assert_true(vo.gap > -0.01 && rvo.gap > -1e-3);
            assert_true(vo.duration < 8.0 && rvo.duration < 8.0);
        }
    }
}

// An avatar goes straight on; others must do all the avoiding, without hitting it.
static void avatars_are_passed(void **state) {
    (void)state;
    const char *const models[] = {"vo", "rvo"};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        wend_profile profile = walker(models[i], "default");
        stage s = discs_open(&profile, NULL, 0);
        wend_agent avatar = walk(4.0, 0.0, -40.0, 0.0);
        avatar.driven = true;
        avatar.velocity = (wend_vec){-1.2f, 0.0f};
        wend_serial driven = add(s, avatar), other = add(s, walk(-4.0, 0.0, 4.0, 0.0));
        double least = INFINITY;
        for (int tick = 0; tick < 120; tick++) {
            world_step(s.world, 1);
            least = fmin(least, gap(agent_get(s.world, driven), agent_get(s.world, other)));
        }
        assert_true(agent_get(s.world, other).arrived);
        assert_true(fabs(agent_get(s.world, driven).position.y) < 1e-6);
        print_message("%s passes an avatar at %.4f m\n", models[i], least);
        assert_true(least > -1e-3);
        stage_close(&s);
    }
}

static double wall_gap(wend_agent a, wend_point p, wend_point q) {
    double x = q.x - p.x, y = q.y - p.y, t = ((a.position.x - p.x) * x + (a.position.y - p.y) * y) / (x * x + y * y);
    t = fmin(1.0, fmax(0.0, t));
    return hypot(a.position.x - p.x - t * x, a.position.y - p.y - t * y) - 0.25;
}

static void walls_are_respected(void **state) {
    (void)state;
    const wend_point pillar[] = {{-0.5, -0.6}, {0.5, -0.6}, {0.5, 0.5}, {-0.5, 0.5}};
    const wend_point side[] = {{-6.0, 1.4}, {6.0, 1.4}}, other_side[] = {{-6.0, -1.5}, {6.0, -1.5}};
    const wend_obstacle obstacles[] = {
        {WEND_SOLID, 0, pillar, 4}, {WEND_WALL, 0, side, 2}, {WEND_WALL, 0, other_side, 2}};
    const char *const models[] = {"vo", "rvo"};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        wend_profile profile = walker(models[i], "default");
        stage s = discs_open(&profile, obstacles, 3);
        wend_serial serial[6];
        for (int k = 0; k < 6; k++) {
            double x = k % 2 ? 2.0 + 0.6 * k : -2.0 - 0.6 * k, y = k < 3 ? 0.7 : -0.8;
            serial[k] = add(s, walk(x, y, -x, y));
        }
        double least = INFINITY;
        int there = 0;
        for (int tick = 0; tick < 400; tick++) {
            world_step(s.world, 1);
            there = 0;
            for (int k = 0; k < 6; k++) {
                wend_agent a = agent_get(s.world, serial[k]);
                for (int e = 0; e < 4; e++) least = fmin(least, wall_gap(a, pillar[e], pillar[(e + 1) % 4]));
                least = fmin(least, fmin(wall_gap(a, side[0], side[1]), wall_gap(a, other_side[0], other_side[1])));
                there += a.arrived;
            }
        }
        print_message("%s: %d of 6 there, nearest to a wall %.5f m\n", models[i], there, least);
        assert_true(least > -1e-3);
        assert_int_equal(wend_world_stats(s.world).corrected_walls, 0);
        assert_int_equal(there, 6);
        stage_close(&s);
    }
}

// However short the look ahead: a wall that can be reached in a step is seen. Straight at it, and past the end of another.
static void no_step_leads_into_a_wall(void **state) {
    (void)state;
    const wend_point wall[] = {{0.0, -5.0}, {0.0, 5.0}}, post[] = {{-2.0, -0.1}, {-2.0, -5.0}};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, wall, 2}, {WEND_WALL, 0, post, 2}};
    const wend_setting look = {"obstacle_horizon", 0.05f};
    const char *const models[] = {"vo", "rvo"};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        wend_profile profile = walker(models[i], "default");
        profile.settings = &look;
        profile.setting_count = 1;
        stage s = discs_open(&profile, obstacles, 2);
        double least = INFINITY;
        for (int k = 0; k < 20; k++) { // at another place of a step each time
            wend_serial one = add(s, walk(-4.0 - 0.01 * k, 0.0, 4.0, 0.0));
            for (int tick = 0; tick < 60; tick++) {
                world_step(s.world, 1);
                wend_agent a = agent_get(s.world, one);
                least = fmin(least, fmin(wall_gap(a, wall[0], wall[1]), wall_gap(a, post[0], post[1])));
            }
            agent_remove(s.world, one);
        }
        print_message("%s: nearest to a wall %.5f m\n", models[i], least);
        assert_true(least > -1e-5);
        stage_close(&s);
    }
}

// One that may have any velocity of a set is given a wider berth.
static void velocity_sets_widen_the_berth(void **state) {
    (void)state;
    double least[3];
    for (int k = 0; k < 3; k++) {
        wend_profile profile = walker("rvo", "default");
        const wend_vec square[4] = {{-0.3f, -0.3f}, {0.3f, -0.3f}, {0.3f, 0.3f}, {-0.3f, 0.3f}};
        if (k == 1) profile.velocity_radius = 0.3f;
        if (k == 2) {
            memcpy(profile.velocity_corners, square, sizeof square);
            profile.velocity_corner_count = 4;
        }
        stage s = discs_open(&profile, NULL, 0);
        wend_serial a = add(s, walk(-4.0, 0.0, 4.0, 0.0)), b = add(s, walk(4.0, 0.0, -4.0, 0.0));
        least[k] = INFINITY;
        for (int tick = 0; tick < 150; tick++) {
            world_step(s.world, 1);
            least[k] = fmin(least[k], gap(agent_get(s.world, a), agent_get(s.world, b)));
        }
        assert_true(agent_get(s.world, a).arrived && agent_get(s.world, b).arrived);
        stage_close(&s);
    }
    print_message("gap %.3f m; with a disc of velocities %.3f m; with a square %.3f m\n", least[0], least[1], least[2]);
    assert_true(least[1] > least[0] + 0.02 && least[2] > least[0] + 0.02);
}

// Whatever the crush, velocities are finite and within the limit, and nobody is stopped at a wall by the mover.
static void crowds_leave_nothing_to_correct(void **state) {
    (void)state;
    const wend_point room[] = {{0.0, 0.0}, {8.0, 0.0}, {8.0, 8.0}, {0.0, 8.0}};
    const wend_obstacle obstacle = {WEND_ROOM, 0, room, 4};
    const char *const models[] = {"vo", "rvo"};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        wend_profile profile = walker(models[i], "default");
        if (i == 1) profile.max_acceleration = 5.0f;
        stage s = discs_open(&profile, &obstacle, 1);
        for (int k = 0; k < 100; k++) {
            double x = 0.8 + 0.7 * (k % 10), y = 0.8 + 0.7 * (k / 10);
            add(s, walk(x, y, 8.0 - y, x));
        }
        for (int tick = 0; tick < 200; tick++) world_step(s.world, 1);
        wend_stats stats = wend_world_stats(s.world);
        assert_int_equal(stats.corrected_nonfinite, 0);
        assert_int_equal(stats.corrected_speed, 0);
        assert_int_equal(stats.corrected_walls, 0);
        print_message("%s: %d arrivals among 100 in 64 m2\n", models[i], (int)stats.arrived);
        stage_close(&s);
    }
}

// Who keeps others at 0.6 m goes through a door of 0.8 m: walls are met with the body.
static void personal_space_is_not_for_walls(void **state) {
    (void)state;
    const wend_point low[] = {{0.0, -9.0}, {0.0, -0.4}}, high[] = {{0.0, 0.4}, {0.0, 9.0}};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, low, 2}, {WEND_WALL, 0, high, 2}};
    const wend_setting space = {"personal_space", 0.6f};
    const char *const models[] = {"vo", "rvo"};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        wend_profile profile = walker(models[i], "default");
        profile.settings = &space;
        profile.setting_count = 1;
        stage s = discs_open(&profile, obstacles, 2);
        wend_serial one = add(s, walk(-3.0, 0.3, 3.0, -0.3));
        for (int tick = 0; tick < 80; tick++) world_step(s.world, 1);
        assert_true(agent_get(s.world, one).arrived);
        assert_int_equal(wend_world_stats(s.world).corrected_walls, 0);
        stage_close(&s);
    }
}

// Twelve against twelve at a door: nobody comes through by walking through others.
static void nobody_merges_at_a_door(void **state) {
    (void)state;
    const wend_point low[] = {{8.0, -9.0}, {8.0, 2.55}}, high[] = {{8.0, 3.45}, {8.0, 15.0}};
    const wend_obstacle obstacles[] = {{WEND_WALL, 0, low, 2}, {WEND_WALL, 0, high, 2}};
    static const struct {
        const char *model;
        double deepest; // m, of 0.5
    } cases[] = {{"rvo", 0.15}, {"vo", 0.35}};
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        wend_profile profile = walker(cases[i].model, "default");
        stage s = discs_open(&profile, obstacles, 2);
        wend_serial serial[24];
        for (int k = 0; k < 24; k++) {
            double x = k < 12 ? 3.0 + 0.8 * (k % 4) : 13.0 - 0.8 * (k % 4), y = 1.5 + k / 4 % 3;
            serial[k] = add(s, walk(x, y, 16.0 - x, y));
        }
        double least = INFINITY;
        for (int tick = 0; tick < 400; tick++) {
            world_step(s.world, 1);
            for (int a = 0; a < 24; a++)
                for (int b = 0; b < a; b++) least = fmin(least, agents_apart(s.world, serial[a], serial[b]) - 0.5);
        }
        print_message("%s: %.3f m into each other at most\n", cases[i].model, -least);
        assert_true(least > -cases[i].deepest);
        assert_int_equal(wend_world_stats(s.world).corrected_walls, 0);
        stage_close(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vo_oscillates_and_rvo_does_not),
        cmocka_unit_test(avatars_are_passed),
        cmocka_unit_test(walls_are_respected),
        cmocka_unit_test(no_step_leads_into_a_wall),
        cmocka_unit_test(velocity_sets_widen_the_berth),
        cmocka_unit_test(crowds_leave_nothing_to_correct),
        cmocka_unit_test(personal_space_is_not_for_walls),
        cmocka_unit_test(nobody_merges_at_a_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
