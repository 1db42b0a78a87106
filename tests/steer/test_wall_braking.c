// `wall_braking`: walls that a body would pass do not take off its drive, walls in its way do.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/stage.h"

static const wend_model *const models[] = {&wend_model_social_force_1995, &wend_model_social_force_2000};

// The velocity after a step of 0.01 s of one who walks along x with 1 m/s and would like 1.3.
static wend_vec after_step(const wend_model *model, float braking, const wend_obstacle *walls, uint32_t count,
                           wend_point at) {
    const wend_setting settings[] = {{"wall_braking", braking}};
    wend_profile profile = profile_of(model);
    profile.settings = settings;
    profile.setting_count = 1;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = walls;
    def.obstacle_count = count;
    wend_world_def world = wend_world_default(NULL);
    world.step = 0.01f;
    stage on = stage_open(&def, &world);
    wend_agent agent = agent_at(at.x, at.y);
    agent.velocity = (wend_vec){1.0f, 0.0f};
    agent.goal.at = (wend_point){at.x + 100.0, at.y};
    wend_serial serial = agent_add(on.world, &agent);
    world_step(on.world, 1);
    wend_vec velocity = agent_get(on.world, serial).velocity;
    stage_close(&on);
    return velocity;
}

// A door of 0.7 m in the wall x = 0; a body is 0.5 m wide.
static const wend_point posts[2][2] = {{{0.0, 0.35}, {0.0, 5.0}}, {{0.0, -5.0}, {0.0, -0.35}}};
static const wend_obstacle door[] = {{WEND_WALL, 0, posts[0], 2}, {WEND_WALL, 0, posts[1], 2}};

static void test_posts_of_a_door_do_not_brake(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        for (double x = -0.5; x < -0.05; x += 0.1) {
            wend_point at = {x, 0.05};
            float alone = after_step(models[i], 0.0f, NULL, 0, at).x;
            wend_vec none = after_step(models[i], 0.0f, door, 2, at), half = after_step(models[i], 0.5f, door, 2, at),
                     all = after_step(models[i], 1.0f, door, 2, at);
            printf("%s at %.1f m: %.4f m/s alone, %.4f, %.4f and %.4f with 0, 1/2 and 1 of the braking\n",
                   models[i]->name, x, (double)alone, (double)none.x, (double)half.x, (double)all.x);
            assert_true(all.x < half.x && half.x < none.x);
            assert_near(none.x, alone, 0.03 * fabs((double)(all.x - alone)) + 1e-6);
            assert_near(half.x, 0.5f * (none.x + all.x), 1e-4);
            assert_near(none.y, all.y, 1e-4); // aside they push as ever
            assert_true(none.y < 0.0f);
        }
    }
}

static void test_a_wall_in_the_way_brakes(void **state) {
    (void)state;
    const wend_point ends[] = {{0.0, -5.0}, {0.0, 5.0}};
    const wend_obstacle wall = {WEND_WALL, 0, ends, 2};
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        for (double x = -0.6; x < -0.3; x += 0.1) {
            wend_vec none = after_step(models[i], 0.0f, &wall, 1, (wend_point){x, 0.0});
            wend_vec all = after_step(models[i], 1.0f, &wall, 1, (wend_point){x, 0.0});
            assert_true(none.x == all.x && none.y == all.y);
            assert_true(none.x < after_step(models[i], 0.0f, NULL, 0, (wend_point){x, 0.0}).x);
        }
    }
}

// Behind the door the posts push on, which nobody takes off.
static void test_walls_behind_push_on(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        wend_vec none = after_step(models[i], 0.0f, door, 2, (wend_point){0.3, 0.05});
        wend_vec all = after_step(models[i], 1.0f, door, 2, (wend_point){0.3, 0.05});
        assert_true(none.x == all.x && none.y == all.y);
        assert_true(none.x > after_step(models[i], 0.0f, NULL, 0, (wend_point){0.3, 0.05}).x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_posts_of_a_door_do_not_brake),
        cmocka_unit_test(test_a_wall_in_the_way_brakes),
        cmocka_unit_test(test_walls_behind_push_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
