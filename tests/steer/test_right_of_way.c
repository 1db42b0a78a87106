// Right of way (Curtis, Zafar, Gutub and Manocha 2012): who has it goes on as it likes, who has not gives way, and bodies
// that touch are equals.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/stage.h"

static const wend_model *const models[] = {&wend_model_orca,
                                           &wend_model_rcap,
                                           &wend_model_rvo,
                                           &wend_model_steering,
                                           &wend_model_power_law,
                                           &wend_model_social_force_1995,
                                           &wend_model_social_force_2000};

static stage stage_without_habits(const wend_model *model) {
    static const wend_setting alone[] = {{"flock_cohesion", 0.0f},
                                         {"alignment", 0.0f}}; // else flocks are drawn to others
    wend_profile profile = profile_of(model);
    wend_scene_def scene = scene_plain();
    profile.habits = "none";
    profile.preset = "published"; // nothing but the avoidance itself
    if (model == &wend_model_steering) {
        profile.settings = alone;
        profile.setting_count = WEND_COUNT(alone);
    }
    scene.profiles = &profile;
    return stage_open(&scene, NULL);
}

// How far an agent leaves the straight line y = 0 on its way along x, while another crosses with some priority.
static double deviation(const wend_model *model, float priority, double *gap) {
    stage on = stage_without_habits(model);
    bool social = model == &wend_model_social_force_1995 || model == &wend_model_social_force_2000;
    double late = social ? 1.2 : 0.0; // m: these do not see ahead, and would bump into each other
    wend_agent a = agent_at(-6.0, 0.0), b = agent_at(0.1, -6.0 - late);
    a.goal.at = (wend_point){20.0, 0.0};
    b.goal.at = (wend_point){0.1, 20.0};
    a.priority = priority;
    wend_serial first = agent_add(on.world, &a), second = agent_add(on.world, &b);
    double most = 0.0;
    *gap = INFINITY;
    for (int i = 0; i < 90; i++) {
        world_step(on.world, 1);
        a = agent_get(on.world, first);
        b = agent_get(on.world, second);
        most = fmax(most, fabs(a.position.y));
        *gap = fmin(*gap, hypot(a.position.x - b.position.x, a.position.y - b.position.y) - 0.5);
    }
    stage_close(&on);
    return most;
}

static void test_the_higher_goes_on(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        double gap[3], none = deviation(models[i], 0.0f, &gap[0]), half = deviation(models[i], 0.5f, &gap[1]),
                       full = deviation(models[i], 1.0f, &gap[2]);
        printf("%s: off the line by %.3f m as equals, %.3f with half, %.3f with all of the right of way\n",
               models[i]->name, none, half, full);
        assert_true(full < 1e-3 && half <= none + 1e-3);
        bool points = models[i] == &wend_model_social_force_1995; // who brush past each other
        for (uint32_t k = 0; k < 3 && !points; k++) assert_true(gap[k] > -0.01);
    }
}

// Nobody is walked through: two who touch part alike, whoever has the higher priority.
static void test_who_touch_are_equals(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        if (models[i] == &wend_model_rcap) continue;      // does not react before it has seen the other for a while
        if (models[i] == &wend_model_power_law) continue; // nor to one who does not come nearer
        stage on = stage_without_habits(models[i]);
        wend_agent a = agent_at(0.0, 0.0), b = agent_at(1.0, 0.0);
        a.priority = 1.0f;
        wend_serial first = agent_add(on.world, &a), second = agent_add(on.world, &b);
        b = agent_get(on.world, second);
        b.position.x = 0.4; // 0.1 m inside
        b.goal.at = b.position;
        agent_set(on.world, &b);
        world_step(on.world, 1);
        double left = -agent_get(on.world, first).position.x, right = agent_get(on.world, second).position.x - 0.4;
        printf("%s: parted by %.3f and %.3f m\n", models[i]->name, left, right);
        double least = models[i] == &wend_model_social_force_2000 ? 0.004 : 0.01; // contacts are damped
        assert_true(left > least && right > least);
        assert_near(left, right, 0.02);
        stage_close(&on);
    }
}

// The velocity of one who has the right of way, after a step in which it comes near another. Bodies are 0.45 m apart.
static wend_vec goes_on(const wend_model *model, float space) {
    stage on = stage_without_habits(model);
    wend_agent a = agent_at(0.0, 0.0), b = agent_at(0.95, 0.15);
    a.velocity.x = 1.3f;
    a.goal.at = (wend_point){20.0, 0.0};
    a.priority = 1.0f;
    b.velocity.x = -1.3f;
    b.goal.at = (wend_point){-20.0, 0.15};
    wend_serial both[] = {agent_add(on.world, &a), agent_add(on.world, &b)};
    for (uint32_t i = 0; i < 2; i++) {
        agent_set_param(on.world, both[i], "personal_space", space);
        if (model == &wend_model_rcap) agent_set_param(on.world, both[i], "observation_time", 0.0f);
    }
    world_step(on.world, 1);
    wend_vec velocity = agent_get(on.world, both[0]).velocity;
    stage_close(&on);
    return velocity;
}

// Spaces that overlap are no bodies that touch. (Under rvo and social-force-2000 they press like bodies.)
static void test_spaces_leave_the_right_of_way(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        if (models[i] == &wend_model_rvo || models[i] == &wend_model_social_force_2000) continue;
        wend_vec without = goes_on(models[i], 0.0f), with = goes_on(models[i], 0.5f);
        if (!(fabsf(with.x - without.x) < 1e-6f && fabsf(with.y - without.y) < 1e-6f))
            fail_msg("%s: (%g %g) m/s with space, (%g %g) without", models[i]->name, (double)with.x, (double)with.y,
                     (double)without.x, (double)without.y);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_higher_goes_on),
        cmocka_unit_test(test_who_touch_are_equals),
        cmocka_unit_test(test_spaces_leave_the_right_of_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
