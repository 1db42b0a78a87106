// RCAP: presets, what limits the change of velocity, and what holds for any crowd.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static stage open_of(const wend_profile *profile, float step) {
    wend_scene_def def = wend_scene_default();
    def.profiles = profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = step;
    return stage_open(&def, &world);
}

static wend_profile rcap(const char *preset, const wend_setting *settings, uint32_t count) {
    wend_profile profile = profile_of(&wend_model_rcap);
    profile.preset = preset;
    profile.settings = settings;
    profile.setting_count = count;
    return profile;
}

static wend_serial add_walker(wend_world *world, double x, double y, double goal_x, double goal_y) {
    wend_agent agent = agent_at(x, y);
    agent.goal = (wend_target){.at = {goal_x, goal_y}, .radius = 0.2f};
    return agent_add(world, &agent);
}

// Presets ------------------------------------------------------------------------------------------------------------

// Table 2 of the paper, whatever preset of habits goes with it; own settings have the last word.
static void published_values(void **state) {
    (void)state;
    static const char *const habits[] = {NULL, "none", "default"};
    for (uint32_t i = 0; i < WEND_COUNT(habits); i++) {
        wend_profile profile = rcap("published", NULL, 0);
        profile.habits = habits[i];
        stage s = open_of(&profile, 0.1f);
        wend_serial a = add_walker(s.world, 0.0, 0.0, 10.0, 0.0);
        assert_true(agent_param(s.world, a, "observation_time") == 0.79f);
        assert_true(agent_param(s.world, a, "acceleration") == 0.09f);
        assert_true(agent_param(s.world, a, "personal_space") == 0.38f);
        assert_true(agent_param(s.world, a, "braking") == 0.0f && agent_param(s.world, a, "alarm") == 0.0f);
        assert_true(agent_param(s.world, a, "crowd_horizon") == 0.0f && agent_param(s.world, a, "give_room") == 0.0f);
        assert_true(agent_param(s.world, a, "density_cap") == (i == 2 ? 1.0f : 0.0f));
        stage_close(&s);
    }
    const wend_setting narrow[] = {{"personal_space", 0.3f}};
    wend_profile profile = rcap("published", narrow, 1);
    stage s = open_of(&profile, 0.1f);
    wend_serial a = add_walker(s.world, 0.0, 0.0, 10.0, 0.0);
    assert_true(agent_param(s.world, a, "personal_space") == 0.3f);
    stage_close(&s);
}

// Without observation, limits and alarm nothing is left but ORCA, which looks about a crowd as far, to the last bit.
static void nothing_left_is_orca(void **state) {
    (void)state;
    const wend_setting bare[] = {{"observation_time", 0.0f}, {"acceleration", 0.0f},   {"alarm", 0.0f},
                                 {"horizon", 2.0f},          {"personal_space", 0.0f}, {"neighbour_distance", 5.0f}};
    wend_profile profiles[2] = {profile_of(&wend_model_orca), rcap(NULL, bare, WEND_COUNT(bare))};
    stage s[2] = {open_of(&profiles[0], 0.1f), open_of(&profiles[1], 0.1f)};
    enum { CROWD = 150 };
    for (int i = 0; i < CROWD; i++) {
        double angle = 6.283185307179586 * i / CROWD, x = 14.0 * cos(angle), y = 14.0 * sin(angle);
        for (int k = 0; k < 2; k++) add_walker(s[k].world, x, y, -x, -y);
    }
    for (int step = 0; step < 200; step++) {
        for (int k = 0; k < 2; k++) world_step(s[k].world, 1);
        for (wend_serial serial = 1; serial <= CROWD; serial++) {
            wend_agent a = agent_get(s[0].world, serial), b = agent_get(s[1].world, serial);
            assert_memory_equal(&a.position, &b.position, sizeof a.position);
            assert_memory_equal(&a.velocity, &b.velocity, sizeof a.velocity);
        }
    }
    for (int k = 0; k < 2; k++) stage_close(&s[k]);
}

// Equation 8 ---------------------------------------------------------------------------------------------------------

// From rest, and round a corner: the velocity changes by a_max in the direction of the wish, and by no more than is
// wanted once it is there.
static void acceleration_is_exact(void **state) {
    (void)state;
    wend_profile profile = rcap("published", NULL, 0);
    stage s = open_of(&profile, 0.1f);
    wend_serial a = add_walker(s.world, 0.0, 0.0, 300.0, 0.0);
    for (int step = 1; step <= 140; step++) {
        world_step(s.world, 1);
        wend_agent agent = agent_get(s.world, a);
        assert_near((double)agent.velocity.x, fmin(0.009 * step, 0.009 * 140), 1e-5);
        assert_near((double)agent.velocity.y, 0.0, 1e-9);
    }
    world_step(s.world, 10);
    assert_near((double)agent_get(s.world, a).velocity.x, (double)agent_get(s.world, a).preferred_speed, 1e-6);
    wend_agent before = agent_get(s.world, a);
    agent_set_goal(s.world, a, (wend_target){.at = {before.position.x, 300.0}, .radius = 0.2f});
    for (int step = 0; step < 50; step++) {
        world_step(s.world, 1);
        wend_agent after = agent_get(s.world, a);
        double dx = (double)(after.velocity.x - before.velocity.x), dy = (double)(after.velocity.y - before.velocity.y);
        assert_near(hypot(dx, dy), 0.009, 1e-6);
        assert_true(dx < 0.0 && dy > 0.0);
        before = after;
    }
    stage_close(&s);
}

static double time_until(const wend_profile *profile, wend_vec velocity, wend_point goal, bool (*done)(wend_agent)) {
    stage s = open_of(profile, 0.05f);
    wend_agent agent = agent_at(0.0, 0.0);
    agent.velocity = velocity;
    agent.goal = (wend_target){.at = goal, .radius = 0.2f};
    wend_serial a = agent_add(s.world, &agent);
    int step = 0;
    for (; step < 1000 && !done(agent_get(s.world, a)); step++) world_step(s.world, 1);
    stage_close(&s);
    return 0.05 * step;
}

static bool stands(wend_agent agent) { return hypotf(agent.velocity.x, agent.velocity.y) < 0.05f; }
static bool walks(wend_agent agent) { return agent.velocity.x > 1.2f; }
static bool has_turned(wend_agent agent) { return agent.velocity.y > 1.2f && fabsf(agent.velocity.x) < 0.2f; }

// With the published values one needs 15 s to stop; the default can stop, start and turn as people do.
static void default_stops_starts_and_turns(void **state) {
    (void)state;
    wend_profile published = rcap("published", NULL, 0), people = rcap("default", NULL, 0);
    const wend_vec walking = {1.34f, 0.0f}, standing = {0.0f, 0.0f};
    const wend_point here = {0.0, 0.0}, ahead = {200.0, 0.0}, aside = {0.0, 200.0};
    double slow = time_until(&published, walking, here, stands), stop = time_until(&people, walking, here, stands);
    double start = time_until(&people, standing, ahead, walks), turn = time_until(&people, walking, aside, has_turned);
    print_message("published stops in %.1f s; default in %.2f s, starts in %.2f s, turns in %.2f s\n", slow, stop,
                  start, turn);
    assert_true(slow > 14.0);
    assert_true(stop < 3.0 && start < 4.0 && turn < 4.0);
}

// Any crowd ----------------------------------------------------------------------------------------------------------

typedef struct bounds {
    float acceleration, braking;
} bounds;

// Random settings for everyone, as the profile's.
static bounds draw_settings(uint64_t seed, wend_setting *settings, uint32_t *count) {
    static const struct {
        const char *name;
        float low, high;
    } drawn[] = {{"observation_time", 0.0f, 2.0f}, {"forgetting_time", 0.0f, 4.0f}, {"acceleration", 0.05f, 3.0f},
                 {"settling", 0.0f, 2.0f},         {"braking", 0.0f, 6.0f},         {"alarm", 0.0f, 2.0f},
                 {"horizon", 0.5f, 8.0f},          {"max_neighbours", 0.0f, 16.0f}, {"personal_space", 0.0f, 0.6f}};
    *count = WEND_COUNT(drawn);
    bounds limits = {0.0f, 0.0f};
    for (uint32_t i = 0; i < *count; i++) {
        float share = wend_random(seed, 0, 0, 0, i);
        settings[i] = (wend_setting){drawn[i].name, drawn[i].low + share * (drawn[i].high - drawn[i].low)};
        if (strcmp(drawn[i].name, "max_neighbours") == 0) settings[i].value = floorf(settings[i].value);
        if (strcmp(drawn[i].name, "acceleration") == 0) limits.acceleration = settings[i].value;
        if (strcmp(drawn[i].name, "braking") == 0) limits.braking = settings[i].value;
    }
    return limits;
}

static void check_change(const wend_agent *before, const wend_agent *after, bounds limits, float step, uint64_t seed) {
    float dx = after->velocity.x - before->velocity.x, dy = after->velocity.y - before->velocity.y;
    float change = hypotf(dx, dy) / step, most = fmaxf(limits.acceleration, limits.braking);
    if (!(change <= most * 1.0001f + 1e-4f))
        fail_msg("seed %llu: agent %llu changes its velocity by %g m/s2, more than %g", (unsigned long long)seed,
                 (unsigned long long)after->serial, (double)change, (double)most);
    float speed = hypotf(after->velocity.x, after->velocity.y);
    if (!(speed <= after->max_speed * 1.0001f)) fail_msg("seed %llu: %g m/s", (unsigned long long)seed, (double)speed);
}

static void random_crowd(uint64_t seed) {
    wend_setting settings[16];
    uint32_t count;
    bounds limits = draw_settings(seed, settings, &count);
    const float step = 0.1f;
    wend_profile profile = rcap(NULL, settings, count);
    stage s = open_of(&profile, step);
    wend_agent before[31];
    for (wend_serial i = 1; i <= 30; i++) {
        double x = 1.1 * (double)(i % 6) + 0.4 * (double)wend_random(seed, i, 1, 0, 0), y = 1.1 * (double)(i / 6);
        wend_serial a = add_walker(s.world, x, y, 12.0 * (double)wend_random(seed, i, 1, 0, 1) - 3.0,
                                   12.0 * (double)wend_random(seed, i, 1, 0, 2) - 3.0);
        before[a] = agent_get(s.world, a);
    }
    for (int tick = 0; tick < 100; tick++) {
        world_step(s.world, 1);
        for (wend_serial a = 1; a <= 30; a++) {
            wend_agent after = agent_get(s.world, a);
            check_change(&before[a], &after, limits, step, seed);
            before[a] = after;
        }
    }
    wend_stats stats = wend_world_stats(s.world);
    assert_int_equal(stats.corrected_nonfinite + stats.corrected_speed, 0);
    stage_close(&s);
}

static void random_crowds_keep_their_limits(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) random_crowd(seed);
}

// Gait ---------------------------------------------------------------------------------------------------------------

typedef struct wobble {
    double aside;       // m: farthest from the straight way
    double least, most; // m/s: speeds
    double progress;    // m in 60 s
} wobble;

static wobble walk_alone(const wend_setting *settings, uint32_t count, float step) {
    wend_profile profile = rcap(NULL, settings, count);
    stage s = open_of(&profile, step);
    wend_agent agent = agent_at(0.0, 0.0);
    agent.velocity = (wend_vec){1.34f, 0.0f};
    agent.goal = (wend_target){.at = {1e6, 0.0}, .radius = 0.2f};
    wend_serial a = agent_add(s.world, &agent);
    wobble seen = {0.0, INFINITY, 0.0, 0.0};
    double low = 0.0, high = 0.0;
    for (int i = 0; (double)i * (double)step < 60.0; i++) {
        world_step(s.world, 1);
        agent = agent_get(s.world, a);
        low = fmin(low, agent.position.y);
        high = fmax(high, agent.position.y);
        double speed = hypot((double)agent.velocity.x, (double)agent.velocity.y);
        seen.least = fmin(seen.least, speed);
        seen.most = fmax(seen.most, speed);
    }
    seen.aside = 0.5 * (high - low);
    seen.progress = agent.position.x;
    stage_close(&s);
    return seen;
}

static void gait_is_off_and_small(void **state) {
    (void)state;
    const wend_setting sway[] = {{"sway", 0.03f}}, restless[] = {{"restlessness", 0.1f}};
    const float step = 0.02f;
    wobble straight = walk_alone(NULL, 0, step), swaying = walk_alone(sway, 1, step);
    wobble drifting = walk_alone(restless, 1, step);
    print_message("sways by %.3f m, walks at %.3f to %.3f m/s\n", swaying.aside, drifting.least, drifting.most);
    assert_true(straight.aside == 0.0 && straight.least == straight.most);
    assert_near(swaying.aside, 0.03, 0.005);
    assert_near(swaying.progress, straight.progress, 0.5);
    assert_true(drifting.least < 1.30 && drifting.most > 1.38);
    assert_true(drifting.least > 1.34 - 0.15 && drifting.most < 1.34 + 0.15);
    assert_near(drifting.progress, straight.progress, 3.0);
}

// At a step of 1 s the body is seen where it is after nearly a whole swing each.
static void sways_as_far_at_any_step(void **state) {
    (void)state;
    const wend_setting sway[] = {{"sway", 0.03f}};
    const float steps[] = {0.001f, 0.01f, 0.1f, 0.25f, 0.5f, 0.75f, 1.0f};
    for (uint32_t i = 0; i < WEND_COUNT(steps); i++) assert_near(walk_alone(sway, 1, steps[i]).aside, 0.03, 0.001);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values),
        cmocka_unit_test(nothing_left_is_orca),
        cmocka_unit_test(acceleration_is_exact),
        cmocka_unit_test(default_stops_starts_and_turns),
        cmocka_unit_test(random_crowds_keep_their_limits),
        cmocka_unit_test(gait_is_off_and_small),
        cmocka_unit_test(sways_as_far_at_any_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
