// RCAP: what the paper shows of people who meet. Two on crossing ways, two beside a wall, five across a circle.
#include "support/two_walkers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MEETINGS = 60, LATE_MEETINGS = 400 };
static const uint64_t seed = 7;

static wend_profile profile_with(const char *model, const char *preset, const wend_setting *settings, uint32_t count) {
    wend_profile profile = profile_of(wend_model_find(model));
    profile.preset = preset;
    profile.settings = settings;
    profile.setting_count = count;
    return profile;
}

// Figures 5 and 6 ----------------------------------------------------------------------------------------------------

// The mean phases of those who would come much too close.
static walkers_phases mean_phases(const wend_profile *profile, const char *name) {
    walkers_phases sum = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < MEETINGS; i++) {
        walkers_start start = walkers_draw(seed, i);
        walkers_meeting meeting = walkers_meet(profile, &start);
        if (!(meeting.nearest > 0.5)) fail_msg("%s: contact in start %u of seed 7", name, i);
        if (meeting.predicted[0] > 0.3f) continue;
        walkers_phases phases = walkers_judge(&meeting);
        sum.observation += phases.observation;
        sum.reaction += phases.reaction;
        sum.maintenance += phases.maintenance;
        count++;
    }
    assert_true(count > MEETINGS / 2);
    sum.observation /= count;
    sum.reaction /= count;
    sum.maintenance /= count;
    print_message("%s: observes for %.2f s, reacts for %.2f s, maintains for %.2f s\n", name, sum.observation,
                  sum.reaction, sum.maintenance);
    return sum;
}

static void three_phases(void **state) {
    (void)state;
    const wend_setting orca[] = {{"horizon", 5.0f}, {"neighbour_distance", 15.0f}, {"personal_space", 0.38f}};
    wend_profile jumps = profile_with("orca", "published", orca, WEND_COUNT(orca));
    walkers_phases at_once = mean_phases(&jumps, "orca");
    assert_true(at_once.observation < 0.05 && at_once.reaction < 0.1);
    static const char *const presets[] = {"published", "default"};
    for (uint32_t i = 0; i < 2; i++) {
        wend_profile profile = profile_with("rcap", presets[i], NULL, 0);
        walkers_phases phases = mean_phases(&profile, presets[i]);
        assert_true(phases.observation > 0.79 && phases.observation < 0.95);
        assert_true(phases.reaction > 1.1 && phases.reaction < 2.0);
        assert_true(phases.maintenance > 1.2 && phases.maintenance < 2.0);
    }
}

// The predicted distance is flat until T_obs has passed, to the step, and then rises from step to step until it is safe.
static void flat_then_rising(void **state) {
    (void)state;
    wend_profile profile = profile_with("rcap", "published", NULL, 0);
    const walkers_start start = {{5.6, 5.6}, {0.05, -0.05}, {1.4, 1.4}, 1.5707963267948966};
    walkers_meeting meeting = walkers_meet(&profile, &start);
    uint32_t observed = (uint32_t)(0.79f / WALKERS_STEP) + 1;
    for (uint32_t i = 1; i <= observed; i++)
        assert_near((double)meeting.predicted[i], (double)meeting.predicted[0], 1e-4);
    assert_true(meeting.predicted[observed + 12] > meeting.predicted[0] + 0.01f);
    for (uint32_t i = observed + 1; i < meeting.steps && meeting.predicted[i] < 0.75f; i++)
        assert_true(meeting.predicted[i] > meeting.predicted[i - 1]);
    assert_true(meeting.predicted[meeting.steps - 1] >= 0.759f);
    assert_near(meeting.hardest, 0.09, 1e-3);
}

// Figure 6(c): nothing to avoid, nothing done.
static void no_reaction_where_none_is_needed(void **state) {
    (void)state;
    const walkers_start start = {{5.6, 4.0}, {0.0, 0.0}, {1.4, 1.4}, 1.5707963267948966};
    wend_profile profile = profile_with("rcap", "published", NULL, 0);
    walkers_meeting meeting = walkers_meet(&profile, &start);
    assert_true(meeting.predicted[0] > 0.8f);
    assert_true(meeting.hardest < 1e-3);
}

// What `braking` was set by: nobody touches who sees the other late; with half of it, some do.
static void late_sights_end_well(void **state) {
    (void)state;
    const wend_setting weak[] = {{"braking", 1.0f}};
    for (int half = 0; half < 2; half++) {
        wend_profile profile = profile_with("rcap", "default", weak, half ? 1 : 0);
        uint32_t touched = 0;
        for (uint32_t i = 0; i < LATE_MEETINGS; i++) {
            walkers_start start = walkers_draw_late(seed, i);
            touched += walkers_meet(&profile, &start).nearest < 0.5;
        }
        print_message("braking %s: %u of %d touch\n", half ? "1 m/s2" : "as it is", touched, LATE_MEETINGS);
        assert_true(half ? touched > 0 : touched == 0);
    }
}

// Figure 9 -----------------------------------------------------------------------------------------------------------

typedef struct passing {
    double aside[2]; // m: how far each went to its side
    double nearest;  // m, from centre to centre
    double wall;     // m: least distance of a centre from the wall's line
} passing;

// Two who exchange places, the second with a wall close to the side to which it would go.
static passing pass(const char *preset, bool walled) {
    const wend_point line[] = {{-20.0, -0.3}, {20.0, -0.3}};
    const wend_obstacle wall = {WEND_WALL, 0, line, 2};
    wend_profile profile = profile_with("rcap", preset, NULL, 0);
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    def.obstacles = &wall;
    def.obstacle_count = walled ? 1 : 0;
    wend_world_def world = wend_world_default(NULL);
    world.step = WALKERS_STEP;
    stage s = stage_open(&def, &world);
    wend_serial serial[2];
    const double y[2] = {0.05, 0.0};
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? -1.0 : 1.0;
        wend_agent agent = agent_at(6.0 * side, y[i]);
        agent.velocity = (wend_vec){(float)(-1.3 * side), 0.0f};
        agent.goal = (wend_target){.at = {-30.0 * side, y[i]}, .radius = 0.3f};
        serial[i] = agent_add(s.world, &agent);
    }
    passing seen = {{0.0, 0.0}, INFINITY, INFINITY};
    for (int step = 0; step < 800; step++) {
        world_step(s.world, 1);
        wend_point at[2];
        for (int i = 0; i < 2; i++) at[i] = agent_get(s.world, serial[i]).position;
        for (int i = 0; i < 2; i++) seen.wall = fmin(seen.wall, at[i].y + 0.3);
        double distance = hypot(at[0].x - at[1].x, at[0].y - at[1].y);
        if (distance > seen.nearest) continue;
        seen.nearest = distance;
        for (int i = 0; i < 2; i++) seen.aside[i] = fabs(at[i].y - y[i]);
    }
    stage_close(&s);
    return seen;
}

static void the_free_one_gives_way_to_the_walled_one(void **state) {
    (void)state;
    static const char *const presets[] = {"published", "default"};
    for (uint32_t i = 0; i < 2; i++) {
        passing open = pass(presets[i], false), walled = pass(presets[i], true);
        double half = open.aside[1] / (open.aside[0] + open.aside[1]);
        double share = walled.aside[1] / (walled.aside[0] + walled.aside[1]);
        print_message("%s: the second takes %.0f %% in the open and %.0f %% by the wall; %.3f m and %.3f m apart\n",
                      presets[i], 100.0 * half, 100.0 * share, open.nearest, walled.nearest);
        assert_near(half, 0.5, 0.05);
        assert_true(share < 0.15);
        assert_true(open.nearest > 0.5 && walled.nearest > 0.5);
        assert_true(walled.wall > 0.24);
    }
}

// Figure 10 ----------------------------------------------------------------------------------------------------------

// Crosses a circle of that radius from places a little off the regular ones.
static void cross(const char *preset, double radius, uint32_t number) {
    wend_profile profile = profile_with("rcap", preset, NULL, 0);
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = WALKERS_STEP;
    stage s = stage_open(&def, &world);
    for (uint32_t i = 0; i < 5; i++) {
        double angle = 6.283185307179586 * i / 5.0 + 0.1 * (double)wend_random(seed, number, 1, 0, i);
        double x = cos(angle), y = sin(angle);
        wend_agent agent = agent_at(radius * x, radius * y);
        agent.velocity = (wend_vec){(float)(-1.34 * x), (float)(-1.34 * y)};
        agent.goal = (wend_target){.at = {-radius * x, -radius * y}, .radius = 0.5f};
        agent.leaves = true;
        agent_add(s.world, &agent);
    }
    while (wend_world_stats(s.world).agents > 0 && wend_world_stats(s.world).tick < 60 * 120) {
        world_step(s.world, 1);
        if (wend_world_events(s.world).collided_count > 0)
            fail_msg("%s: two touch after %g s in start %u", preset, wend_world_stats(s.world).time, number);
    }
    assert_int_equal(wend_world_stats(s.world).agents, 0);
    stage_close(&s);
}

// With the published limits 6 m are too few and 8 m do not always do: see docs/rcap.md.
static void five_cross_a_circle(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 10; i++) {
        cross("published", 10.0, i);
        cross("default", 6.0, i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_phases),
        cmocka_unit_test(flat_then_rising),
        cmocka_unit_test(no_reaction_where_none_is_needed),
        cmocka_unit_test(late_sights_end_well),
        cmocka_unit_test(the_free_one_gives_way_to_the_walled_one),
        cmocka_unit_test(five_cross_a_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
