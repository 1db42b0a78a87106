// ORCA in a crowd that stands: agents look ahead as long as they would walk to the fourth nearest.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define OTHERS 6
#define PER_SPEED 0.75 // s for a metre

static double uniform(uint64_t seed, uint32_t draw, double least, double most) {
    return least + (most - least) * (double)wend_random(seed, draw, 0, 0, 0);
}

typedef struct look {
    float horizon, crowd_horizon;
    double pace; // of the others, m/s
} look;

// One who walks to the right among others who would walk anywhere; the velocity that it takes.
static wend_vec steered(const wend_model *model, uint64_t seed, uint32_t others, look set, double *fourth) {
    const wend_setting settings[] = {
        {"horizon", set.horizon}, {"crowd_horizon", set.crowd_horizon}, {"side_bias", 0.0f}, {"give_ground", 0.0f}};
    wend_profile profile = profile_of(model);
    profile.settings = settings;
    profile.setting_count = WEND_COUNT(settings);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    stage on = stage_open(&def, &world);
    wend_agent me = agent_at(0, 0);
    me.velocity = (wend_vec){1.0f, 0.0f};
    me.goal.at = (wend_point){50, 0};
    wend_serial serial = agent_add(on.world, &me);
    for (uint32_t i = 0; i < others; i++) {
        double angle = 6.283185307179586 * (i + uniform(seed, 3 * i, 0.4, 0.6)) / OTHERS;
        double distance = 0.7 + 0.3 * i + uniform(seed, 3 * i + 1, 0.0, 0.25),
               turn = uniform(seed, 3 * i + 2, 0.0, 6.28);
        wend_agent other = agent_at(distance * cos(angle), distance * sin(angle));
        other.velocity = (wend_vec){(float)(set.pace * cos(turn)), (float)(set.pace * sin(turn))};
        other.goal.at = (wend_point){50 * cos(turn), 50 * sin(turn)};
        (void)agent_add(on.world, &other);
        if (i == 3) *fourth = distance;
    }
    world_step(on.world, 1);
    wend_vec velocity = agent_get(on.world, serial).velocity;
    stage_close(&on);
    return velocity;
}

static const wend_model *const models[] = {&wend_model_orca, &wend_model_eorca_c, &wend_model_rcap};

static void near(wend_vec a, wend_vec b, uint64_t seed) {
    if (hypot((double)(a.x - b.x), (double)(a.y - b.y)) > 1e-4)
        fail_msg("seed %llu: (%g %g) instead of (%g %g)", (unsigned long long)seed, (double)a.x, (double)a.y,
                 (double)b.x, (double)b.y);
}

static void as_far_as_the_fourth(void **state) {
    (void)state;
    uint32_t shorter = 0;
    for (uint64_t seed = 1; seed <= 40; seed++)
        for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
            double fourth = 0.0;
            wend_vec in_crowd = steered(models[i], seed, OTHERS, (look){4.0f, 0.5f, 0.0}, &fourth);
            float horizon = (float)fmax(0.5, PER_SPEED * fourth);
            near(in_crowd, steered(models[i], seed, OTHERS, (look){horizon, 0.0f, 0.0}, &fourth), seed);
            wend_vec far = steered(models[i], seed, OTHERS, (look){4.0f, 0.0f, 0.0}, &fourth);
            shorter += hypot((double)(in_crowd.x - far.x), (double)(in_crowd.y - far.y)) > 0.01;
        }
    print_message("%u of %u look less far\n", shorter, 40 * WEND_COUNT(models));
    assert_true(shorter > 4); // else nothing was compared
}

// Never less far than it says, nor farther than the horizon.
static void within_its_limits(void **state) {
    (void)state;
    double fourth;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        near(steered(models[0], seed, OTHERS, (look){4.0f, 2.5f, 0.0}, &fourth),
             steered(models[0], seed, OTHERS, (look){2.5f, 0.0f, 0.0}, &fourth), seed);
        near(steered(models[0], seed, OTHERS, (look){0.4f, 3.0f, 0.0}, &fourth),
             steered(models[0], seed, OTHERS, (look){0.4f, 0.0f, 0.0}, &fourth), seed);
    }
}

// The same bits.
static void a_crowd_that_walks_is_seen_as_far_as_ever(void **state) {
    (void)state;
    double fourth;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_vec a = steered(models[0], seed, OTHERS, (look){4.0f, 0.5f, 1.0}, &fourth);
        wend_vec b = steered(models[0], seed, OTHERS, (look){4.0f, 0.0f, 1.0}, &fourth);
        assert_true(a.x == b.x && a.y == b.y);
    }
}

static void three_are_no_crowd(void **state) {
    (void)state;
    double fourth;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_vec a = steered(models[0], seed, 3, (look){4.0f, 0.5f, 0.0}, &fourth);
        wend_vec b = steered(models[0], seed, 3, (look){4.0f, 0.0f, 0.0}, &fourth);
        assert_true(a.x == b.x && a.y == b.y);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_far_as_the_fourth), cmocka_unit_test(within_its_limits),
                                       cmocka_unit_test(a_crowd_that_walks_is_seen_as_far_as_ever),
                                       cmocka_unit_test(three_are_no_crowd)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
