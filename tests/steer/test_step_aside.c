// Who is held up by others who come steps aside: one at a time, and two crowds in a corridor, who would jam otherwise.
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const wend_model *const models[] = {&wend_model_social_force_1995, &wend_model_power_law,
                                           &wend_model_social_force_2000};

// Of one who would go east and what is about it.
typedef struct meeting {
    double x;         // of the other, in line with it
    wend_point goal;  // of the other
    float speed;      // its own
    float step_aside; // rad
} meeting;

static const wend_point west = {-20.0, 0.0}, east = {20.0, 0.0};

static bool chooses_velocity(const wend_model *model) { return model == &wend_model_vo || model == &wend_model_rvo; }

// Where all that else turns anybody is off.
static stage open_to_step_aside(const wend_model *model, float step_aside, float keep_side) {
    const wend_setting all[] = {{"step_aside", step_aside},
                                {"side_bias", 0.0f},
                                {"keep_side", keep_side},
                                {chooses_velocity(model) ? "precedence" : "give_ground", 0.0f}};
    wend_profile profile = profile_of(model);
    profile.settings = all;
    profile.setting_count = WEND_COUNT(all);
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    return stage_open(&def, &world);
}

// How fast it is to its right (m/s) a step later.
static double speed_to_the_right(const wend_model *model, const meeting *m) {
    stage on = open_to_step_aside(model, m->step_aside, 0.0f);
    wend_agent agent = agent_at(0.0, 0.0), other = agent_at(m->x, 0.0);
    agent.goal.at = (wend_point){20.0, 0.0};
    agent.velocity = (wend_vec){m->speed, 0.0f};
    other.goal.at = m->goal;
    wend_serial serial = agent_add(on.world, &agent);
    (void)agent_add(on.world, &other);
    world_step(on.world, 1);
    double right = -(double)agent_get(on.world, serial).velocity.y;
    stage_close(&on);
    return right;
}

static void expect(const meeting *m, double least, double most) {
    for (uint32_t i = 0; i < WEND_COUNT(models); i++) {
        double right = speed_to_the_right(models[i], m);
        if (!(right >= least && right <= most))
            fail_msg("%s, other at %g who goes to %g: %g m/s to the right, should be %g to %g", models[i]->name, m->x,
                     m->goal.x, right, least, most);
    }
}

static void test_aside_for_one_who_comes(void **state) {
    (void)state;
    expect(&(meeting){1.0, west, 0.0f, 1.5f}, 0.15, 0.4);
    expect(&(meeting){1.0, west, 0.0f, 0.75f}, 0.1, 0.2);
    expect(&(meeting){1.0, west, 0.0f, -1.5f}, -0.4, -0.15);
}

static void test_for_nobody_else(void **state) {
    (void)state;
    expect(&(meeting){1.0, west, 0.0f, 0.0f}, -1e-3, 1e-3);  // would not
    expect(&(meeting){1.0, east, 0.0f, 1.5f}, -1e-3, 1e-3);  // goes the same way
    expect(&(meeting){-1.0, west, 0.0f, 1.5f}, -1e-3, 1e-3); // is past
    expect(&(meeting){1.6, west, 0.0f, 1.5f}, -1e-3, 1e-3);  // is far
    expect(&(meeting){1.4, west, 1.2f, 1.5f}, -1e-3, 1e-3);  // holds nobody up
}

// How much of the speed to its right (m/s) is its stepping aside, where the other goes past it by some degrees.
static double aside_for_one_who_passes(const wend_model *model, float speed, double degrees) {
    double angle = degrees * acos(-1.0) / 180.0;
    meeting m = {1.0, {1.0 - 20.0 * cos(angle), 20.0 * sin(angle)}, speed, 1.5f}, off = m;
    off.step_aside = 0.0f;
    return speed_to_the_right(model, &m) - speed_to_the_right(model, &off);
}

// One of that speed does so up to some angle, to either side, and not beyond.
static void expect_up_to(float speed, double degrees) {
    for (uint32_t i = 0; i < WEND_COUNT(models); i++)
        for (int side = -1; side <= 1; side += 2) {
            double within = aside_for_one_who_passes(models[i], speed, side * (degrees - 1.0));
            double beyond = aside_for_one_who_passes(models[i], speed, side * (degrees + 1.0));
            if (!(within > 0.1 && fabs(beyond) < 1e-6))
                fail_msg("%s at %g m/s, side %d: %g just within %g degrees, %g just beyond", models[i]->name,
                         (double)speed, side, within, degrees, beyond);
        }
}

static void test_for_those_who_come_straight(void **state) {
    (void)state;
    expect_up_to(0.2f, 26.0); // slow
}

static void test_who_stands_for_all_who_come(void **state) {
    (void)state;
    expect_up_to(0.0f, 90.0);
    expect_up_to(-0.1f, 90.0); // pushed back
}

// Those who choose a velocity take it at once, and avoid one who stands in their way anyhow.
static void test_vo_and_rvo_step_aside_at_once(void **state) {
    (void)state;
    const wend_model *const both[] = {&wend_model_vo, &wend_model_rvo};
    for (uint32_t i = 0; i < WEND_COUNT(both); i++) {
        const double aside = 1.34 * sin(1.5);
        assert_true(fabs(speed_to_the_right(both[i], &(meeting){1.0, west, 0.0f, 1.5f}) - aside) < 1e-3);
        assert_true(fabs(speed_to_the_right(both[i], &(meeting){1.0, west, 0.0f, -1.5f}) + aside) < 1e-3);
        assert_true(fabs(speed_to_the_right(both[i], &(meeting){1.0, west, 0.0f, 0.0f})) < 1.2);
        assert_true(fabs(speed_to_the_right(both[i], &(meeting){1.0, east, 0.0f, 1.5f})) < 1.2);
        assert_true(fabs(speed_to_the_right(both[i], &(meeting){-1.0, west, 0.0f, 1.5f})) < 1e-3);
    }
}

// One who would go east and does so at `speed`, amid others: `come` of them stand before it and would go to `goal`, the others
// behind it and would go its way.
typedef struct throng {
    uint32_t others, come;
    float speed;
    wend_vec goal;
    float step_aside, keep_side; // rad
} throng;

// How much it turns to its right in a step: rad where velocities are chosen, else the speed to that side, m/s.
static double turn_in_throng(const wend_model *model, const throng *t) {
    stage on = open_to_step_aside(model, t->step_aside, t->keep_side);
    wend_agent agent = agent_at(0.0, 0.0);
    agent.goal.at = (wend_point){50.0, 0.0};
    agent.velocity = (wend_vec){t->speed, 0.0f};
    wend_serial serial = agent_add(on.world, &agent);
    for (uint32_t i = 0; i < t->others; i++) {
        // In pairs, as far to one side as to the other, and out of the way, so that nothing else turns it.
        bool comes = i < t->come;
        uint32_t pair = comes ? i / 2 : (i - t->come) / 2;
        double x = comes ? 1.2 + 0.6 * pair : -0.8 - 0.6 * pair, y = (i % 2 ? 1.0 : -1.0) * (comes ? 1.2 : 0.7);
        wend_agent other = agent_at(x, y);
        other.goal.at = comes ? (wend_point){x + (double)t->goal.x, y + (double)t->goal.y} : (wend_point){50.0, y};
        other.velocity = (wend_vec){comes ? 0.0f : 1.34f, 0.0f};
        (void)agent_add(on.world, &other);
    }
    world_step(on.world, 1);
    wend_vec v = agent_get(on.world, serial).velocity;
    stage_close(&on);
    return chooses_velocity(model) ? atan2(-(double)v.y, (double)v.x) : -(double)v.y;
}

// Where two crowds meet one turns before it is held up, and the more the slower it is.
static void test_crowds_begin_in_time(void **state) {
    (void)state;
    const wend_vec back = {-50.0f, 0.0f}, aslant = {-40.0f, 40.0f};
    const wend_model *const crowded[] = {&wend_model_power_law, &wend_model_vo, &wend_model_rvo};
    for (uint32_t i = 0; i < WEND_COUNT(crowded); i++) {
        const wend_model *model = crowded[i];
        bool chooses = chooses_velocity(model);
        double slow = turn_in_throng(model, &(throng){8, 4, 0.75f, back, 1.5f, 0.0f});
        double slower = turn_in_throng(model, &(throng){8, 4, 0.7f, back, 1.5f, 0.0f});
        double left = turn_in_throng(model, &(throng){8, 4, 0.75f, back, -1.5f, 0.0f});
        print_message("%s: %.3f at 0.75 m/s, %.3f at 0.7\n", model->name, slow, slower);
        assert_true(fabs(left + slow) < 0.02);
        // A velocity that is chosen ends at what those beside the way leave.
        assert_true(chooses ? slow > 0.3 : slow > 0.05 && slower > slow + 0.002);
        // Too few about, one who comes alone, those who cross, and who keeps to a side by habit.
        const throng none[] = {{7, 4, 0.75f, back, 1.5f, 0.0f},
                               {9, 1, 0.75f, back, 1.5f, 0.0f},
                               {8, 4, 0.75f, aslant, 1.5f, 0.0f},
                               {8, 4, 0.75f, back, 0.0f, 0.0f},
                               {8, 4, 0.75f, back, 1.5f, -0.1f}};
        for (uint32_t k = 0; k < WEND_COUNT(none); k++) {
            double turn = turn_in_throng(model, &none[k]);
            if (!(fabs(turn) < 0.5 * slow)) fail_msg("%s, case %u: turns by %g", model->name, k, turn);
        }
    }
}

// Two crowds of 60 who meet in a corridor 3 m wide. Returns how many are left after 200 s.
static uint32_t left_in_corridor(const wend_model *model, const wend_setting *settings, uint32_t count, uint64_t seed) {
    enum { EACH = 60 };
    static const wend_point upper[] = {{-40, 1.5}, {40, 1.5}}, lower[] = {{-40, -1.5}, {40, -1.5}};
    const wend_obstacle walls[] = {{WEND_WALL, 0, upper, 2}, {WEND_WALL, 0, lower, 2}};
    wend_profile profile = profile_of(model);
    profile.settings = settings;
    profile.setting_count = count;
    wend_scene_def def = scene_plain();
    def.profiles = &profile;
    def.obstacles = walls;
    def.obstacle_count = WEND_COUNT(walls);
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    stage on = stage_open(&def, &world);
    for (uint32_t i = 0; i < 2 * EACH; i++) {
        double side = i % 2 ? 1.0 : -1.0, x = 3.0 + i / 2 / 3, y = 0.9 * (i / 2 % 3) - 0.9;
        wend_agent agent = agent_at(side * (x + 0.4 * (double)wend_random(seed, i, 0, 0, 0)),
                                    y + 0.3 * (double)wend_random(seed, i, 0, 0, 1) - 0.15);
        agent.goal.at = (wend_point){-side * 30.0, 0.0};
        agent.goal.half = (wend_vec){0.5f, 1.2f};
        agent.leaves = true;
        (void)agent_add(on.world, &agent);
    }
    for (uint32_t i = 0; i < 2000 && wend_world_stats(on.world).agents > 0; i++) world_step(on.world, 1);
    uint32_t left = wend_world_stats(on.world).agents;
    stage_close(&on);
    return left;
}

static void test_crowds_get_past_each_other(void **state) {
    (void)state;
    const wend_setting off[] = {{"step_aside", 0.0f}};
    const wend_model *const both[] = {&wend_model_power_law, &wend_model_social_force_2000};
    uint32_t jams = 0;
    for (uint32_t i = 0; i < WEND_COUNT(both); i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            uint32_t left = left_in_corridor(both[i], NULL, 0, seed);
            if (left > 0) fail_msg("%s, seed %llu: %u are left", both[i]->name, (unsigned long long)seed, left);
            jams += left_in_corridor(both[i], off, 1, seed) > 0;
        }
    print_message("seeds 1-5: without stepping aside %u of 10 crowds jam\n", jams);
    assert_true(jams > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aside_for_one_who_comes),       cmocka_unit_test(test_for_nobody_else),
        cmocka_unit_test(test_for_those_who_come_straight),   cmocka_unit_test(test_who_stands_for_all_who_come),
        cmocka_unit_test(test_vo_and_rvo_step_aside_at_once), cmocka_unit_test(test_crowds_begin_in_time),
        cmocka_unit_test(test_crowds_get_past_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
