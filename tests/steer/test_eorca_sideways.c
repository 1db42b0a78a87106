// Who goes sideways goes slowly: the velocity that a lone body takes in one step, by where it faces.
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { CASES = 500 };

typedef struct walk {
    wend_shape shape;
    const char *preset;
    float side_pace, speed; // less than 0: as the model has it
} walk;

// The speed of the first step of one who is to go east, faces `heading` (rad) and would be in the open.
static double first_speed(walk w, double heading, const wend_model *model) {
    const wend_setting setting = {"side_pace", w.side_pace};
    wend_profile profile = profile_of(model);
    profile.shape = w.shape;
    profile.preset = w.preset;
    profile.preferred_speed = w.speed;
    profile.settings = w.side_pace < 0.0f ? NULL : &setting;
    profile.setting_count = w.side_pace < 0.0f ? 0 : 1;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    stage s = stage_open(&def, NULL);
    wend_agent a = agent_at(0.0, 0.0);
    a.heading = (float)heading;
    a.goal = (wend_target){.at = {50.0, 0.0}, .radius = 0.2f};
    agent_add(s.world, &a);
    world_step(s.world, 1);
    wend_view now = world_view(s.world);
    wend_vec v = now.motion[0].velocity;
    assert_true(fabs((double)v.y) < 1e-5); // its way stays as it was
    stage_close(&s);
    return (double)v.x;
}

static const wend_shape human = {WEND_ELLIPSE, HUMAN_DEPTH, HUMAN_WIDTH};

static void only_so_fast_across_the_heading(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        double heading = draw(seed, 0, -3.14, 3.14), share = draw(seed, 1, 0.1, 0.99), speed = draw(seed, 2, 0.3, 1.9);
        double across = fabs(sin(heading)), expected = across > share ? speed * share / across : speed;
        double found = first_speed((walk){human, NULL, (float)share, (float)speed}, heading, &wend_model_eorca_p);
        if (fabs(found - expected) > 1e-4)
            fail_msg("seed %llu: %g m/s instead of %g", (unsigned long long)seed, found, expected);
    }
}

static void people_side_step_at_less_than_half_their_speed(void **state) {
    (void)state;
    const double aside = 1.5707963;
    const walk as_people = {human, NULL, -1.0f, 1.34f}; // 0.575 m/s (Handford and Srinivasan 2014)
    assert_true(fabs(first_speed(as_people, aside, &wend_model_eorca_p) - 0.575) < 5e-3);
    assert_true(fabs(first_speed(as_people, 0.3, &wend_model_eorca_p) - 1.34) < 1e-4);
}

static void others_are_as_fast_as_ahead(void **state) {
    (void)state;
    const double aside = 1.5707963;
    const walk whole = {human, NULL, 1.0f, 1.34f}, as_published = {human, "published", -1.0f, 1.34f};
    const walk round = {{WEND_DISC, 0.2f, 0.2f}, NULL, -1.0f, 1.34f}, plain = {human, NULL, -1.0f, 1.34f};
    assert_true(fabs(first_speed(whole, aside, &wend_model_eorca_p) - 1.34) < 1e-4);
    assert_true(fabs(first_speed(as_published, aside, &wend_model_eorca_p) - 1.34) < 1e-4);
    assert_true(fabs(first_speed(round, aside, &wend_model_eorca_p) - 1.34) < 1e-4);
    assert_true(fabs(first_speed(plain, aside, &wend_model_eorca_c) - 1.34) < 1e-4);
}

// Nobody stays sideways in the open.
static void one_who_faces_its_way_is_up_to_speed(void **state) {
    (void)state;
    wend_profile profile = profile_of(&wend_model_eorca_p);
    profile.shape = human;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    stage s = stage_open(&def, NULL);
    wend_agent a = agent_at(0.0, 0.0);
    a.heading = 1.5707963f;
    a.goal = (wend_target){.at = {50.0, 0.0}, .radius = 0.2f};
    agent_add(s.world, &a);
    world_step(s.world, 20);
    wend_view now = world_view(s.world);
    assert_true(fabs((double)(now.motion[0].velocity.x - now.pace[0].preferred_speed)) < 1e-4);
    stage_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_so_fast_across_the_heading),
        cmocka_unit_test(people_side_step_at_less_than_half_their_speed),
        cmocka_unit_test(others_are_as_fast_as_ahead),
        cmocka_unit_test(one_who_faces_its_way_is_up_to_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
