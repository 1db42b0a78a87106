// Crowds of bodies ten times as long as wide, under every model of ellipses: in a step such a body sweeps half a metre at
// its tips, and its neighbours' centres say little about where it can turn.
#include "sense/shape.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define ROWS 4
#define COLUMNS 6
#define SEEDS 20
#define PI 3.14159265358979323846

static double draw(uint64_t seed, uint32_t number, uint32_t purpose, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, number, 0, purpose, 0);
}

// Apart at first, whatever their headings.
static void add_body(wend_world *world, uint64_t seed, uint32_t i) {
    double x = 10.0 * (i % COLUMNS) + draw(seed, i, 0, 2.0, 8.0), y = 10.0 * (i / COLUMNS) + draw(seed, i, 1, 2.0, 8.0);
    wend_agent agent = agent_at(x, y);
    agent.heading = (float)draw(seed, i, 2, -PI, PI);
    agent.goal.at = (wend_point){draw(seed, i, 3, 0.0, 10.0 * COLUMNS), draw(seed, i, 4, 0.0, 10.0 * ROWS)};
    agent.goal.radius = 0.5f;
    agent.leaves = true;
    agent_add(world, &agent);
}

// The deepest overlap (m) of a crowd.
static float deepest_overlap(const wend_model *model, uint64_t seed) {
    wend_profile profile = profile_of(model);
    profile.shape = wend_ellipse(0.2f, 2.0f);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.step = 0.05f;
    stage s = stage_open(&def, &world);
    for (uint32_t i = 0; i < ROWS * COLUMNS; i++) add_body(s.world, seed, i);
    float deepest = 0.0f;
    for (int tick = 0; tick < 800; tick++) {
        world_step(s.world, 1);
        wend_events events = wend_world_events(s.world);
        for (uint32_t i = 0; i < events.collided_count; i++) deepest = fmaxf(deepest, events.collided[i].depth);
    }
    assert_true(wend_world_stats(s.world).arrived > 0);
    stage_close(&s);
    return deepest;
}

// Where several long bodies meet, their half-planes may leave no velocity, and the least bad one lets them touch: in few
// crowds, and not deeply. Turns that nobody looked at first overlap by decimetres, in most crowds.
static void long_bodies_hardly_touch(void **state) {
    (void)state;
    const char *const models[] = {"eorca-c", "eorca-f", "eorca-p"};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        uint32_t touched = 0;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            float deepest = deepest_overlap(wend_model_find(models[i]), seed);
            if (deepest > 0.0f)
                print_message("%s, seed %d: %.1f mm\n", models[i], (int)seed, (double)(1000.0f * deepest));
            if (deepest > 0.02f) fail_msg("%s, seed %d: %g m deep", models[i], (int)seed, (double)deepest);
            touched += deepest > 0.0f;
        }
        assert_true(touched <= SEEDS / 5);
    }
}

#define DEPTH 0.01 // m

static float gap_of(const wend_agent *a, const wend_agent *b) {
    const wend_agent *const of[2] = {a, b};
    wi_outline body[2];
    for (int i = 0; i < 2; i++)
        body[i] = (wi_outline){WEND_ELLIPSE,
                               {(float)of[i]->position.x, (float)of[i]->position.y},
                               {wend_cos(of[i]->heading), wend_sin(of[i]->heading)},
                               of[i]->shape.half_length,
                               of[i]->shape.half_width};
    return wi_outline_gap(&body[0], &body[1]);
}

// Two who stand overlap by that.
static void put_overlapping(wend_world *world, wend_serial a, wend_serial b, uint64_t seed) {
    wend_agent one = agent_get(world, a), other = agent_get(world, b);
    double towards = draw(seed, 0, 5, -PI, PI), far = 5.0, near = 0.0;
    one.position = (wend_point){0.0, 0.0};
    one.heading = (float)draw(seed, 0, 6, -PI, PI);
    other.heading = (float)draw(seed, 1, 6, -PI, PI);
    while (far - near > 0.001 * DEPTH) {
        double middle = 0.5 * (far + near);
        other.position = (wend_point){middle * cos(towards), middle * sin(towards)};
        *(gap_of(&one, &other) > -(float)DEPTH ? &far : &near) = middle;
    }
    agent_set(world, &one);
    agent_set(world, &other);
}

// They part by the shortest way, and so hardly move; not by one that is decimetres long.
static void who_overlaps_another_does_not_jump(void **state) {
    (void)state;
    wend_profile profile = profile_of(&wend_model_eorca_c);
    profile.shape = wend_ellipse(0.2f, 2.0f);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        stage s = stage_open(&def, NULL);
        wend_agent first = agent_at(0.0, 0.0), second = agent_at(9.0, 0.0);
        wend_serial a = agent_add(s.world, &first), b = agent_add(s.world, &second);
        put_overlapping(s.world, a, b, seed);
        wend_point before = agent_place(s.world, a);
        world_step(s.world, 1);
        wend_point after = agent_place(s.world, a);
        double moved = hypot(after.x - before.x, after.y - before.y);
        if (moved > DEPTH) fail_msg("seed %d: moves by %g m to part by %g m", (int)seed, moved, DEPTH);
        stage_close(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(long_bodies_hardly_touch),
                                       cmocka_unit_test(who_overlaps_another_does_not_jump)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
