// Moving: integration, the limits of speed and acceleration, headings, and that corrections are counted.
#include "support/mischief.h"
#include "support/watch.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Counting ------------------------------------------------------------------------------------------------------------

static wend_stats run_mischief(enum mischief what, bool wall, uint32_t steps) {
    const wend_point line[] = {{3.0, -50.0}, {3.0, 50.0}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, line, 2}};
    wend_profile profile = mischief_profile(&mischief_model, 2.0f);
    stage at = mischief_open(&profile, walls, wall, 0.1f);
    for (int i = 0; i < 5; i++) {
        wend_agent agent = agent_at(0.0, 3.0 * i);
        agent.priority = (float)what;
        agent_add(at.world, &agent);
    }
    world_step(at.world, steps);
    wend_stats stats = wend_world_stats(at.world);
    stage_close(&at);
    return stats;
}

static void test_corrections_are_counted(void **state) {
    (void)state;
    wend_stats stats = run_mischief(NOT_A_NUMBER, false, 20);
    assert_int_equal(stats.corrected_nonfinite, 100);
    assert_int_equal(stats.corrected_speed + stats.corrected_walls, 0);
    stats = run_mischief(ONE_NOT_A_NUMBER, false, 20);
    assert_int_equal(stats.corrected_nonfinite, 100);
    stats = run_mischief(INFINITE, false, 20);
    assert_int_equal(stats.corrected_nonfinite, 100);
    stats = run_mischief(ENORMOUS, false, 20); // too fast, whatever it is called
    assert_int_equal(stats.corrected_nonfinite + stats.corrected_speed, 100);
    stats = run_mischief(FAST, false, 20);
    assert_int_equal(stats.corrected_speed, 100);
    assert_int_equal(stats.corrected_nonfinite + stats.corrected_walls, 0);
    stats = run_mischief(TINY, true, 20);
    assert_int_equal(stats.corrected_speed + stats.corrected_nonfinite + stats.corrected_walls, 0);
    // 3 m at 2 m/s: in step 15 or 16 the wall is reached, and hit in each step from then on.
    stats = run_mischief(AT_NEAREST_WALL, true, 14);
    assert_int_equal(stats.corrected_walls, 0);
    stats = run_mischief(AT_NEAREST_WALL, true, 34);
    assert_true(stats.corrected_walls >= 5 * 18 && stats.corrected_walls <= 5 * 20);
}

// Integration and limits ----------------------------------------------------------------------------------------------

static void test_lone_agent_is_integrated_exactly(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        float dt = 0.001f + 0.5f * wend_random(seed, 0, 0, 0, 0);
        wend_profile profile = mischief_profile(&wend_model_straight, 3.0f);
        stage at = mischief_open(&profile, NULL, 0, dt);
        wend_agent agent = agent_at(mischief_random(seed, 0, 0), mischief_random(seed, 0, 1));
        agent.goal.at = (wend_point){1000.0 * mischief_random(seed, 0, 2), 1000.0 * mischief_random(seed, 0, 3)};
        wend_serial serial = agent_add(at.world, &agent);
        agent = agent_get(at.world, serial);
        float x = (float)agent.position.x, y = (float)agent.position.y;
        for (int i = 0; i < 100; i++) {
            world_step(at.world, 1);
            agent = agent_get(at.world, serial);
            x = x + dt * agent.velocity.x; // in float, like the world
            y = y + dt * agent.velocity.y;
            assert_true((float)agent.position.x == x && (float)agent.position.y == y);
            assert_true(fabs(hypot(agent.velocity.x, agent.velocity.y) - 1.34) < 1e-6);
        }
        double time = wend_world_stats(at.world).time;
        assert_true(fabs(time - 100.0 * (double)dt) < 1e-9);
        stage_close(&at);
    }
}

static void test_speed_limit(void **state) {
    (void)state;
    static const float limits[] = {0.0f, 0.01f, 1.5f, 100.0f};
    for (uint32_t i = 0; i < WEND_COUNT(limits); i++) {
        wend_profile profile = mischief_profile(&mischief_model, limits[i]);
        stage at = mischief_open(&profile, NULL, 0, 0.1f);
        for (int k = 0; k <= MISCHIEFS; k++) {
            wend_agent agent = agent_at(10.0 * k, 0.0);
            agent.priority = (float)k;
            agent_add(at.world, &agent);
        }
        watch eyes = {.walls = 0};
        watch_look(&eyes, &at, limits[i], 0.1f, "speed", i);
        for (int tick = 0; tick < 50; tick++) {
            world_step(at.world, 1);
            watch_look(&eyes, &at, limits[i], 0.1f, "speed", i);
        }
        assert_true(eyes.longest >= 0.099 * (double)limits[i]); // and it is used
        stage_close(&at);
    }
}

// At the limit itself rounding is not a fault of the model.
static void test_full_speed_is_no_correction(void **state) {
    (void)state;
    for (uint32_t m = 0; m < 2; m++) {
        wend_profile profile = mischief_profile(m ? &wend_model_orca : &wend_model_straight, 1.7f);
        profile.preferred_speed = 1.7f;
        stage at = mischief_open(&profile, NULL, 0, 0.1f);
        for (uint32_t i = 0; i < 100; i++) {
            wend_agent agent = agent_at(2.0 * (i % 10), 2.0 * (i / 10));
            agent.goal.at = (wend_point){100.0 * mischief_random(4, i, 0), 100.0 * mischief_random(4, i, 1)};
            agent_add(at.world, &agent);
        }
        world_step(at.world, 50);
        assert_int_equal(wend_world_stats(at.world).corrected_speed, 0);
        stage_close(&at);
    }
}

static void test_acceleration_limit(void **state) {
    (void)state;
    static const float limits[] = {0.05f, 2.0f, 50.0f};
    for (uint32_t i = 0; i < WEND_COUNT(limits); i++) {
        wend_profile profile = mischief_profile(&mischief_model, 20.0f);
        profile.max_acceleration = limits[i];
        stage at = mischief_open(&profile, NULL, 0, 0.1f);
        wend_vec last[MISCHIEFS + 2] = {{0.0f, 0.0f}};
        wend_serial serial[MISCHIEFS + 1];
        double most = 0.0;
        for (int k = 0; k <= MISCHIEFS; k++) {
            wend_agent agent = agent_at(100.0 * k, 0.0);
            agent.priority = (float)k;
            serial[k] = agent_add(at.world, &agent);
        }
        for (int tick = 0; tick < 100; tick++) {
            world_step(at.world, 1);
            for (int k = 0; k <= MISCHIEFS; k++) {
                wend_vec v = agent_get(at.world, serial[k]).velocity;
                double change = hypot((double)v.x - last[k].x, (double)v.y - last[k].y);
                if (!(change <= 0.1 * (double)limits[i] * (1.0 + 1e-4) + 1e-5))
                    fail_msg("limit %g: mischief %d changes by %g in a step", limits[i], k, change);
                most = fmax(most, change);
                last[k] = v;
            }
        }
        assert_true(most > 0.099 * (double)limits[i]);
        stage_close(&at);
    }
}

// Driven agents -------------------------------------------------------------------------------------------------------

static void test_driven_goes_straight_on(void **state) {
    (void)state;
    wend_profile profile = mischief_profile(&wend_model_orca, 2.0f);
    stage at = mischief_open(&profile, NULL, 0, 0.1f);
    wend_agent avatar = agent_at(0, 0), walker = agent_at(6, 0.1);
    avatar.driven = true;
    avatar.velocity = (wend_vec){1.5f, 0.25f};
    avatar.goal.at = (wend_point){-50, -50}; // of no interest to it
    walker.goal.at = (wend_point){-10, 0};
    wend_serial serial = agent_add(at.world, &avatar);
    agent_add(at.world, &walker);
    float x = 0.0f, y = 0.0f;
    for (int i = 0; i < 50; i++) {
        world_step(at.world, 1);
        wend_agent now = agent_get(at.world, serial);
        x = x + 0.1f * 1.5f;
        y = y + 0.1f * 0.25f;
        assert_true((float)now.position.x == x && (float)now.position.y == y);
        assert_true(now.velocity.x == 1.5f && now.velocity.y == 0.25f);
    }
    avatar = agent_get(at.world, serial);
    avatar.position = (wend_point){3.0, 4.0};
    avatar.velocity = (wend_vec){0.0f, 0.0f};
    agent_set(at.world, &avatar);
    world_step(at.world, 1);
    avatar = agent_get(at.world, serial);
    assert_true(avatar.position.x == 3.0 && avatar.position.y == 4.0);
    stage_close(&at);
}

// Headings ------------------------------------------------------------------------------------------------------------

static void test_heading_follows_motion(void **state) {
    (void)state;
    wend_profile profile = mischief_profile(&mischief_model, 2.0f);
    stage at = mischief_open(&profile, NULL, 0, 0.1f);
    wend_agent agent = agent_at(0, 0);
    agent.priority = FAST;
    wend_serial serial = agent_add(at.world, &agent);
    for (int i = 0; i < 30; i++) {
        world_step(at.world, 1);
        agent = agent_get(at.world, serial);
        double angle = atan2(agent.velocity.y, agent.velocity.x);
        assert_true(fabs(remainder(angle - (double)agent.heading, 6.28318530718)) < 1e-5);
    }
    float kept = agent.heading;
    agent.priority = TINY; // stands as good as still: keeps facing where it did
    agent_set(at.world, &agent);
    world_step(at.world, 10);
    assert_true(fabsf(agent_get(at.world, serial).heading - kept) < 1e-5f);
    stage_close(&at);
}

// A model that turns the body may say anything about it, too: what is left is a unit vector, and the old one where the
// new one says nothing.
static wend_vec told_heading;

static void told_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    (void)now;
    for (uint32_t i = 0; i < rows.count; i++) next->motion[rows.row[i]] = (wend_motion){{1.0f, 0.0f}, told_heading};
}

static void test_any_heading_becomes_a_unit_vector(void **state) {
    (void)state;
    static const wend_model told = {.name = "told", .turns_body = true, .steer = told_steer};
    static const struct {
        wend_vec said;
        bool counts; // it has a direction
    } cases[] = {
        {{0.0f, 5.0f}, true},      {{-1e-3f, 0.0f}, true},     {{3e8f, -4e8f}, true}, {{1e20f, 1e20f}, true},
        {{-1e30f, 1e30f}, true},   {{FLT_MAX, FLT_MAX}, true}, {{0.0f, 0.0f}, false}, {{NAN, 1.0f}, false},
        {{INFINITY, 0.0f}, false}, {{1.0f, -INFINITY}, false}, {{NAN, NAN}, false},   {{-0.0f, 0.0f}, false},
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        wend_profile profile = mischief_profile(&told, 2.0f);
        stage at = mischief_open(&profile, NULL, 0, 0.1f);
        wend_agent agent = agent_at(0, 0);
        agent.heading = 2.0f;
        wend_serial serial = agent_add(at.world, &agent);
        told_heading = cases[i].said;
        world_step(at.world, 1);
        wend_view view = world_view(at.world);
        wend_vec heading = view.motion[0].heading;
        if (!(fabs(hypot(heading.x, heading.y) - 1.0) < 1e-5))
            fail_msg("%g %g becomes %g %g", cases[i].said.x, cases[i].said.y, heading.x, heading.y);
        double wanted = cases[i].counts ? atan2(cases[i].said.y, cases[i].said.x) : 2.0;
        if (isfinite(cases[i].said.x) && isfinite(cases[i].said.y) &&
            !(fabs(remainder(wanted - (double)agent_get(at.world, serial).heading, 6.28318530718)) < 1e-5))
            fail_msg("%g %g becomes %g %g", cases[i].said.x, cases[i].said.y, heading.x, heading.y);
        stage_close(&at);
    }
}

// The end of the world: ten thousand kilometres out there is no more room for digits, and no position beyond.
static void test_nobody_falls_off_the_end_of_the_world(void **state) {
    (void)state;
    wend_profile profile = mischief_profile(&mischief_model, 100.0f);
    stage at = mischief_open(&profile, NULL, 0, 1.0f);
    for (int i = 0; i < 20; i++) {
        wend_agent agent = agent_at(i % 2 ? 9999990.0 : -9999990.0, i < 10 ? 9999900.0 - 100.0 * i : 100.0 * i);
        agent.priority = i % 3 == 0 ? (float)FAST : (float)MISCHIEFS;
        agent_add(at.world, &agent);
    }
    for (int tick = 0; tick < 100; tick++) {
        world_step(at.world, 1);
        wend_view view = world_view(at.world);
        for (uint32_t row = 0; row < view.count; row++)
            assert_true(fabsf(view.x[row]) <= 1e7f && fabsf(view.y[row]) <= 1e7f);
    }
    stage_close(&at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corrections_are_counted),
        cmocka_unit_test(test_lone_agent_is_integrated_exactly),
        cmocka_unit_test(test_speed_limit),
        cmocka_unit_test(test_full_speed_is_no_correction),
        cmocka_unit_test(test_acceleration_limit),
        cmocka_unit_test(test_driven_goes_straight_on),
        cmocka_unit_test(test_heading_follows_motion),
        cmocka_unit_test(test_any_heading_becomes_a_unit_vector),
        cmocka_unit_test(test_nobody_falls_off_the_end_of_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
