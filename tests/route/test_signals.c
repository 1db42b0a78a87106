// Lights: who comes to a red one waits before its line and goes at green; who is on the crossing leaves it.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define STEP 0.1
#define CYCLE 20.0
#define GREEN 8.0
#define ROUNDING 1e-4 // m
#define LATE 1.0      // s after the light turned in which those who could not stop step over

// A road between x = 0 and x = 4 with a light at either kerb for those who come from outside, red at the start.
static stage road_of(const wend_profile *like, const wend_setting *habits, uint32_t count, uint64_t seed) {
    wend_profile profile = *like;
    profile.habits = "default";
    profile.settings = habits;
    profile.setting_count = count;
    const wend_signal lights[] = {{0, {0, 8}, {0, -8}, CYCLE, GREEN, GREEN}, {0, {4, -8}, {4, 8}, CYCLE, GREEN, GREEN}};
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.levels = 2;
    def.signals = lights;
    def.signal_count = 2;
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    return stage_open(&def, &world);
}

static stage road_under(const wend_model *model, const wend_setting *habits, uint32_t count, uint64_t seed) {
    wend_profile profile = profile_of(model);
    return road_of(&profile, habits, count, seed);
}

static stage road(const wend_setting *habits, uint32_t count, uint64_t seed) {
    return road_under(&wend_model_orca, habits, count, seed);
}

// Lights are a habit, so what is tested here holds under every model, those to come as well.
static void under_every_model(void (*test)(const wend_model *model)) {
    uint32_t count;
    const wend_model *const *models = wend_models(&count);
    for (uint32_t i = 0; i < count; i++)
        if (model_is_tried(i)) test(models[i]);
}

// Steps in which one who stands takes up its speed: orca at once, others with some inertia.
static uint32_t steps_to_start(const wend_model *model) { return model == &wend_model_orca ? 5 : 20; }

static bool is_green(double time) { return fmod(time + GREEN, CYCLE) < GREEN; }

// s since it turned red, 0 while it is green.
static double red_for(double time) { return is_green(time) ? 0.0 : fmod(time + GREEN, CYCLE) - GREEN; }

// The time at which somebody steps over x = 0, INFINITY if it does not within the limit.
static double crossing_time(wend_world *world, wend_serial serial, double limit) {
    for (uint32_t i = 0; i * STEP < limit; i++) {
        if (agent_get(world, serial).position.x > 0.0) return i * STEP;
        world_step(world, 1);
    }
    return INFINITY;
}

static void the_light_itself(void **state) {
    (void)state;
    stage on = road(NULL, 0, 1);
    for (uint32_t i = 0; i < 500; i++) {
        double in_cycle = fmod(i * STEP + GREEN, CYCLE);
        if (fabs(in_cycle - GREEN) > 0.01 && in_cycle > 0.01 && in_cycle < CYCLE - 0.01)
            assert_int_equal(wend_world_signal_is_green(on.world, i % 2), in_cycle < GREEN);
        world_step(on.world, 1);
    }
    assert_false(wend_world_signal_is_green(on.world, 2));
    stage_close(&on);
}

// Crowds from both sides: nobody walks or is pushed over a kerb at red unless it was too late to stop, and all come over
// in the end.
static void crowd_waits(const wend_model *model, uint64_t seed) {
    enum { EACH = 12 };
    stage on = road_under(model, NULL, 0, seed);
    wend_serial who[2 * EACH];
    double before[2 * EACH];
    for (uint32_t i = 0; i < 2 * EACH; i++) {
        double x = -1.5 - 1.2 * (i / 2 / 4) - 0.6 * (double)wend_random(seed, i, 0, 0, 0), y = 1.4 * (i / 2 % 4) - 2.1;
        who[i] = i % 2 ? walker_add(on.world, 4.0 - x, y + 0.1, -9.0) : walker_add(on.world, x, y, 13.0);
        before[i] = x;
    }
    for (uint32_t t = 0; t < 900; t++) {
        world_step(on.world, 1);
        for (uint32_t i = 0; i < 2 * EACH; i++) {
            double x = agent_get(on.world, who[i]).position.x, from_kerb = i % 2 ? 4.0 - x : x;
            if (before[i] <= 0.0 && from_kerb > 0.0 && red_for(t * STEP) > LATE)
                fail_msg("%s, seed %u: agent %u steps over at %.1f s", model->name, (unsigned)seed, i, t * STEP);
            before[i] = from_kerb;
        }
    }
    for (uint32_t i = 0; i < 2 * EACH; i++)
        if (before[i] < 4.0)
            fail_msg("%s, seed %u: agent %u has not come over: %g", model->name, (unsigned)seed, i, before[i]);
    stage_close(&on);
}

// A corridor 6 m wide with a light across it.
static stage corridor_under(const wend_model *model, uint64_t seed) {
    wend_profile profile = profile_of(model);
    profile.habits = "default";
    const wend_point upper[] = {{-20, 3}, {20, 3}}, lower[] = {{-20, -3}, {20, -3}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, upper, 2}, {WEND_WALL, 0, lower, 2}};
    const wend_signal light = {0, {0, 3.2}, {0, -3.2}, 2.0 * CYCLE, CYCLE, CYCLE};
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = walls;
    def.obstacle_count = WEND_COUNT(walls);
    def.signals = &light;
    def.signal_count = 1;
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    return stage_open(&def, &world);
}

// Those behind press: nobody is pushed over the line for all that, and all are off at green.
static void press_waits(const wend_model *model) {
    enum { PEOPLE = 50 };
    stage on = corridor_under(model, 1);
    wend_serial who[PEOPLE];
    for (uint32_t i = 0; i < PEOPLE; i++)
        who[i] = walker_add(on.world, -1.5 - 0.9 * (i / 7) - 0.2 * (double)wend_random(1, i, 0, 0, 0),
                            0.8 * (i % 7) - 2.4, 12.0);
    for (uint32_t t = 0; t * STEP < CYCLE - 0.5; t++) {
        world_step(on.world, 1);
        for (uint32_t i = 0; i < PEOPLE; i++)
            if (agent_get(on.world, who[i]).position.x > ROUNDING)
                fail_msg("%s: agent %u is pushed over at %.1f s", model->name, i, t * STEP);
    }
    world_step(on.world, (uint32_t)(CYCLE / STEP));
    for (uint32_t i = 0; i < PEOPLE; i++)
        if (agent_get(on.world, who[i]).position.x < 1.0) fail_msg("%s: agent %u is not over", model->name, i);
    stage_close(&on);
}

static void a_press_waits(void **state) {
    (void)state;
    under_every_model(press_waits);
}

static void crowds_of_one_model(const wend_model *model) {
    uint64_t seeds = model == &wend_model_orca ? 30 : 4;
    for (uint64_t seed = 1; seed <= seeds; seed++) crowd_waits(model, seed);
}

static void crowds_wait(void **state) {
    (void)state;
    under_every_model(crowds_of_one_model);
}

// One who waits stands close to the line with all of its body before it, and is off soon after it turns green.
static void one_waits_and_goes(const wend_model *model) {
    stage on = road_under(model, NULL, 0, 1);
    wend_serial who = walker_add(on.world, -3.0, 0.0, 9.0);
    world_step(on.world, 100);
    wend_agent agent = agent_get(on.world, who);
    double x = agent.position.x;
    if (!(x < -0.25 && x > -0.6 && fabsf(agent.velocity.x) < 0.05f))
        fail_msg("%s: waits at %g m, at %g m/s", model->name, x, (double)agent.velocity.x);
    double over = crossing_time(on.world, who, 10.0);
    if (!(over > 2.0 && over < 4.0))
        fail_msg("%s: over after %g s", model->name, over); // green comes 12 s after the start
    stage_close(&on);
}

static void waits_and_goes(void **state) {
    (void)state;
    under_every_model(one_waits_and_goes);
}

// The same for one who comes aslant.
static void one_comes_aslant(const wend_model *model) {
    for (int degrees = 15; degrees < 90; degrees += 15) {
        double angle = degrees * acos(-1.0) / 180.0, across = sin(angle), along = cos(angle);
        stage on = road_under(model, NULL, 0, 1);
        wend_agent agent = agent_at(-4.0 * across, -4.0 * along);
        agent.goal.at = (wend_point){30.0 * across, 30.0 * along};
        wend_serial who = agent_add(on.world, &agent);
        world_step(on.world, 100);
        agent = agent_get(on.world, who);
        if (!(agent.position.x < -0.3 && agent.position.x > -0.6 && fabsf(agent.velocity.x) < 0.05f))
            fail_msg("%s, %d degrees: waits at %g m, at %g m/s", model->name, degrees, agent.position.x,
                     (double)agent.velocity.x);
        stage_close(&on);
    }
}

static void who_comes_aslant_stays_before_the_line(void **state) {
    (void)state;
    under_every_model(one_comes_aslant);
}

// Wherever it comes from, and however gently it brakes, a lone walker stands before the line while it is red.
static void lone_walkers_of(const wend_model *model, const char *preset, float max_acceleration) {
    wend_profile profile = profile_of(model);
    profile.preset = preset;
    profile.max_acceleration = max_acceleration;
    for (double from = -11.0; from < -2.5; from += 0.73) {
        stage on = road_of(&profile, NULL, 0, 1);
        double over = crossing_time(on.world, walker_add(on.world, from, 0.1, 9.0), 11.9);
        if (over < 11.9)
            fail_msg("%s %s, %g m/s2: from %g m over at %g s", model->name, preset ? preset : "default",
                     (double)max_acceleration, from, over);
        stage_close(&on);
    }
}

// How far one gets in 11 s that would walk at 15 m/s over a line which has just turned red (m).
static double rush_to(const wend_model *model, double from, float speed) {
    wend_profile profile = profile_of(model);
    profile.preferred_speed = 15.0f;
    profile.max_speed = 20.0f;
    stage on = road_of(&profile, NULL, 0, 1);
    wend_agent agent = agent_at(from, 0.1);
    agent.velocity.x = speed;
    agent.goal.at = (wend_point){60.0, 0.1};
    wend_serial who = agent_add(on.world, &agent);
    world_step(on.world, 110);
    double x = agent_place(on.world, who).x;
    stage_close(&on);
    return x;
}

// Who stood when the light turned waits, however fast it then was at once; who came that fast goes on.
static void fast_ones_of_one_model(const wend_model *model) {
    for (double from = -25.0; from < -3.0; from += 2.9) {
        double stood = rush_to(model, from, 0.0f), came = rush_to(model, from, 15.0f);
        if (stood > ROUNDING || came < 10.0)
            fail_msg("%s: from %g m to %g m from rest, to %g on the way", model->name, from, stood, came);
    }
}

static void who_sets_out_late_waits(void **state) {
    (void)state;
    under_every_model(fast_ones_of_one_model);
}

// The published flock seeks its goal at full speed whatever it would like, and the published rcap takes 15 s to stop.
static bool stops_as_published(const wend_model *model) {
    return model->preset_count > 1 && model != &wend_model_steering && model != &wend_model_rcap;
}

static void lone_walkers_of_one_model(const wend_model *model) {
    lone_walkers_of(model, NULL, INFINITY);
    lone_walkers_of(model, NULL, 0.6f);
    if (stops_as_published(model)) lone_walkers_of(model, "published", INFINITY);
}

static void lone_walkers_wait(void **state) {
    (void)state;
    under_every_model(lone_walkers_of_one_model);
}

static void walkers_leave_the_crossing(const wend_model *model) {
    stage on = road_under(model, NULL, 0, 1); // red all the while
    wend_serial who = walker_add(on.world, 0.3, 0.0, 9.0), back = walker_add(on.world, 3.0, 1.5, -9.0);
    for (uint32_t t = 0; t < 50; t++) {
        world_step(on.world, 1);
        assert_true(t < steps_to_start(model) || agent_get(on.world, who).velocity.x > 1.2f);
        assert_true(t < steps_to_start(model) || agent_get(on.world, back).velocity.x < -1.2f);
    }
    assert_true(agent_get(on.world, who).position.x > 4.0 && agent_get(on.world, back).position.x < 0.0);
    stage_close(&on);
}

static void leaves_the_crossing(void **state) {
    (void)state;
    under_every_model(walkers_leave_the_crossing);
}

// Lights on another level, and those that one does not mind, change no bit.
static void lights_that_are_ignored(const wend_model *model) {
    static const wend_setting heedless[] = {{"obey_signals", 0.0f}};
    stage on = road_under(model, heedless, 1, 3);
    wend_agent above = agent_at(-5.0, 0.0);
    above.level = 1;
    above.goal.at = (wend_point){9.0, 0.0};
    wend_serial who = walker_add(on.world, -5.0, 0.0, 9.0), other = agent_add(on.world, &above);
    agent_set_param(on.world, other, "obey_signals", 1.0f);
    float brisk = model == &wend_model_orca ? 1.3f : 1.2f; // some swing with their gait
    for (uint32_t t = 0; t < 100; t++) {
        world_step(on.world, 1);
        wend_agent a = agent_get(on.world, who), b = agent_get(on.world, other);
        assert_true(a.position.x == b.position.x);
        if (!(t < steps_to_start(model) || a.position.x > 6.0 || a.velocity.x > brisk))
            fail_msg("%s: %g m/s at %g m", model->name, (double)a.velocity.x, a.position.x);
    }
    stage_close(&on);
}

static void ignored(void **state) {
    (void)state;
    under_every_model(lights_that_are_ignored);
}

static void share_of_lights(void **state) {
    (void)state;
    const float shares[] = {0.2f, 0.5f, 0.9f};
    for (uint32_t s = 0; s < WEND_COUNT(shares); s++) {
        uint32_t waited = 0, tries = 600;
        const wend_setting habits[] = {{"obey_signals", shares[s]}};
        stage on = road(habits, 1, 17 + s);
        wend_serial who[600];
        for (uint32_t i = 0; i < tries; i++) { // each alone, one after the other
            who[i] = walker_add(on.world, -1.5, 0.0, 30.0);
            waited += crossing_time(on.world, who[i], 4.0) > 4.0;
            agent_remove(on.world, who[i]);
            while (fmod(wend_world_stats(on.world).time + 0.05, CYCLE) > 0.1) world_step(on.world, 1);
        }
        double share = (double)waited / tries, deviation = sqrt(shares[s] * (1.0 - shares[s]) / tries);
        if (fabs(share - (double)shares[s]) > 4.0 * deviation)
            fail_msg("%g of the lights are obeyed, not %g", share, (double)shares[s]);
        stage_close(&on);
    }
}

// What a person decided at a light holds until it is green: nobody steps out half-way through the red.
static void decisions_of_one_model(const wend_model *model) {
    const wend_setting habits[] = {{"obey_signals", 0.5f}};
    uint64_t seeds = model == &wend_model_orca ? 60 : 12;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        stage on = road_under(model, habits, 1, seed);
        double over = crossing_time(on.world, walker_add(on.world, -1.5, 0.0, 30.0), 30.0);
        if (over > 2.0 && !is_green(over)) fail_msg("%s, seed %u: over at %g s", model->name, (unsigned)seed, over);
        stage_close(&on);
    }
}

static void decided_once(void **state) {
    (void)state;
    under_every_model(decisions_of_one_model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_light_itself),
        cmocka_unit_test(crowds_wait),
        cmocka_unit_test(who_comes_aslant_stays_before_the_line),
        cmocka_unit_test(waits_and_goes),
        cmocka_unit_test(leaves_the_crossing),
        cmocka_unit_test(ignored),
        cmocka_unit_test(share_of_lights),
        cmocka_unit_test(decided_once),
        cmocka_unit_test(lone_walkers_wait),
        cmocka_unit_test(a_press_waits),
        cmocka_unit_test(who_sets_out_late_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
