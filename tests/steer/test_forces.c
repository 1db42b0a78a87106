// The force models against their oracle, which differentiates the potentials numerically; walls, and exact symmetry.
#include "support/force_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;

// Random crowds --------------------------------------------------------------------------------------------------------

static force_crowd random_crowd(oracle_random *random, double sight) {
    force_crowd crowd = {.in = walled_crowd_random(random), .max_force = oracle_below(random, 2) ? 20.0 : 1000.0};
    crowd.in.bodies.neighbour_distance = sight;
    crowd.in.bodies.max_neighbours = oracle_below(random, 3) == 0 ? 40 : 10;
    crowd.wall_braking = 0.5 * (double)oracle_below(random, 3);
    return crowd;
}

typedef oracle_vec oracle_of(const force_crowd *crowd, uint32_t self, bool *doubtful);

static void compare_crowds(const wend_model *model, oracle_of *oracle, double sight, uint64_t first) {
    uint32_t same = 0, skipped = 0;
    double worst = 0.0;
    for (uint64_t seed = first; seed < first + 150; seed++) {
        oracle_random random = {seed};
        force_crowd crowd = random_crowd(&random, sight);
        oracle_vec velocity[ORACLE_BODIES];
        force_crowd_step(&crowd, model, velocity);
        for (uint32_t i = 0; i < crowd.in.bodies.count; i++) {
            bool doubtful = false;
            oracle_vec wanted = oracle(&crowd, i, &doubtful);
            double difference = oracle_distance(wanted, velocity[i]);
            if (doubtful) {
                skipped++;
                continue;
            }
            oracle_check(difference < 2e-4, "%s, seed %llu body %u: (%.7g %.7g), should be (%.7g %.7g)", model->name,
                         (unsigned long long)seed, i, velocity[i].x, velocity[i].y, wanted.x, wanted.y);
            worst = fmax(worst, difference);
            same++;
        }
    }
    print_message("%s, seeds %llu-%llu: %u bodies differ by at most %.1e m/s, %u in doubt\n", model->name,
                  (unsigned long long)first, (unsigned long long)first + 149, same, worst, skipped);
    assert_true(same > 1000);
}

static void test_social_force(void **state) {
    (void)state;
    compare_crowds(&wend_model_social_force_1995, social_velocity, 5.0, 1000);
}

static void test_power_law(void **state) {
    (void)state;
    compare_crowds(&wend_model_power_law, power_velocity, 10.0, 2000);
}

// Walls ----------------------------------------------------------------------------------------------------------------

// The velocity after a step beside walls.
static wend_vec beside(const wend_model *model, const wend_obstacle *walls, uint32_t count, oracle_vec at,
                       oracle_vec v) {
    wend_profile profile = profile_of(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = walls;
    def.obstacle_count = count;
    stage on = stage_open(&def, NULL);
    wend_agent agent = agent_at(at.x, at.y);
    agent.velocity = (wend_vec){(float)v.x, (float)v.y};
    agent.goal.at = (wend_point){at.x + 50.0 * v.x, at.y + 50.0 * v.y};
    agent.shape = wend_disc(0.1f);
    wend_serial serial = agent_add(on.world, &agent);
    world_step(on.world, 1);
    wend_vec velocity = agent_get(on.world, serial).velocity;
    stage_close(&on);
    return velocity;
}

// A bent wall, whole and with its pieces as walls of their own that meet only in points.
static void test_walls_may_be_cut(void **state) {
    (void)state;
    const wend_model *const models[] = {&wend_model_social_force_1995, &wend_model_power_law};
    const wend_point bent[] = {{-4, 0}, {-2, 0.2}, {0, 1.5}, {2, -1}, {4, -0.5}};
    const wend_point cut[] = {{-4, 0}, {-2, 0.2}, {-1, 0.85}, {0, 1.5}, {1, 0.25}, {2, -1}, {4, -0.5}};
    wend_obstacle whole = {WEND_WALL, 0, bent, WEND_COUNT(bent)}, pieces[WEND_COUNT(cut) - 1];
    for (uint32_t i = 0; i + 1 < WEND_COUNT(cut); i++) pieces[i] = (wend_obstacle){WEND_WALL, 0, &cut[i], 2};
    for (uint64_t seed = 1; seed <= 200; seed++) {
        oracle_random random = {seed};
        oracle_vec at = oracle_at(0.0, oracle_uniform(&random, 2.0, 3.0));
        at.x = oracle_uniform(&random, -4.5, 4.5);
        if (oracle_below(&random, 2)) at.y = oracle_uniform(&random, -2.5, -1.2);
        oracle_vec v = oracle_in_disc(&random, 1.3);
        for (uint32_t m = 0; m < WEND_COUNT(models); m++) {
            wend_vec a = beside(models[m], &whole, 1, at, v), b = beside(models[m], pieces, WEND_COUNT(pieces), at, v);
            oracle_check(oracle_distance(oracle_from(a), oracle_from(b)) < 1e-5,
                         "%s, seed %llu at (%g %g): (%g %g) by the whole wall, (%g %g) by its pieces", models[m]->name,
                         (unsigned long long)seed, at.x, at.y, (double)a.x, (double)a.y, (double)b.x, (double)b.y);
        }
    }
}

// Whoever walks into a wall at any angle comes to rest or slides, and its body stays out of the wall.
static void test_walls_stop(void **state) {
    (void)state;
    const wend_model *const models[] = {&wend_model_social_force_1995, &wend_model_power_law};
    const wend_point room[] = {{-5, -5}, {5, -5}, {5, 5}, {-5, 5}};
    const wend_obstacle obstacle = {WEND_ROOM, 0, room, 4};
    for (uint32_t k = 0; k < 2 * 64; k++) {
        wend_profile profile = profile_of(models[k % 2]);
        wend_scene_def def = wend_scene_default();
        def.profiles = &profile;
        def.obstacles = &obstacle;
        def.obstacle_count = 1;
        stage on = stage_open(&def, NULL);
        double angle = 2.0 * pi * (double)(k / 2) / 64.0, least = INFINITY;
        wend_agent agent = agent_at(0.0, 0.0);
        agent.goal.at = (wend_point){100.0 * cos(angle), 100.0 * sin(angle)};
        wend_serial serial = agent_add(on.world, &agent);
        for (int step = 0; step < 200; step++) {
            world_step(on.world, 1);
            wend_agent now = agent_get(on.world, serial);
            least = fmin(least, 5.0 - fmax(fabs(now.position.x), fabs(now.position.y)));
        }
        oracle_check(least > 0.2, "%s at %.0f degrees: centre %.3f m from the wall", profile.model->name,
                     180.0 / pi * angle, least);
        assert_int_equal(wend_world_stats(on.world).corrected_walls, 0);
        stage_close(&on);
    }
}

// By the power law alone a body that is in a wall goes no deeper, and is free to leave.
static void test_in_a_wall(void **state) {
    (void)state;
    const wend_setting no_push = {"body_stiffness", 0.0f};
    for (int away = -1; away <= 1; away += 2) {
        walled_crowd crowd = {.bodies = oracle_crowd_empty(), .wall_count = 1};
        crowd.wall[0] = (crowd_wall){oracle_at(-3.0, 0.0), oracle_at(3.0, 0.0)};
        oracle_vec v = oracle_at(0.2, 0.5 * away), velocity[ORACLE_BODIES];
        oracle_crowd_add(&crowd.bodies, oracle_at(0.0, 0.1), 0.25, v, oracle_at(0.0, 1.3 * away), 2.0);
        walled_crowd_step(&crowd, &wend_model_power_law, &no_push, 1, velocity);
        double pull = crowd.bodies.step / 0.54, free = (v.y + 1.3 * away * pull) / (1.0 + pull);
        assert_near(velocity[0].y, away > 0 ? free : 0.0, 1e-5);
        assert_near(velocity[0].x, v.x / (1.0 + pull), 1e-5);
    }
}

// Exact symmetry -------------------------------------------------------------------------------------------------------

static double circle_time(const wend_model *model, uint32_t count, double radius, uint64_t seed) {
    wend_profile profile = profile_of(model);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_world_def world = wend_world_default(NULL);
    world.seed = seed;
    stage on = stage_open(&def, &world);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 2.0 * pi * (double)i / (double)count;
        wend_agent agent = agent_at(radius * cos(angle), radius * sin(angle));
        agent.goal = (wend_target){.at = {-agent.position.x, -agent.position.y}, .radius = 0.2f};
        agent_add(on.world, &agent);
    }
    wend_stats stats;
    do {
        world_step(on.world, 1);
        stats = wend_world_stats(on.world);
    } while (stats.arrived < count && stats.time < 300.0);
    stage_close(&on);
    return stats.arrived < count ? (double)INFINITY : stats.time;
}

static void circles_arrive(const wend_model *model) {
    static const uint32_t counts[] = {2, 3, 4, 7, 10, 17, 20, 24, 30, 40, 50, 70, 100};
    static const double spacings[] = {0.55, 0.8, 1.2}, least[] = {1.5, 4.0};
    double last = 0.0;
    for (uint32_t i = 0; i < WEND_COUNT(counts) * WEND_COUNT(spacings) * WEND_COUNT(least); i++) {
        uint32_t count = counts[i / WEND_COUNT(spacings) / WEND_COUNT(least)];
        double spacing = spacings[i / WEND_COUNT(least) % WEND_COUNT(spacings)];
        double radius = fmax(least[i % WEND_COUNT(least)], (double)count * spacing / (2.0 * pi));
        for (uint64_t seed = 1; seed <= 1; seed++) {
            double time = circle_time(model, count, radius, seed);
            oracle_check(time < 300.0, "%s, circle of %u, radius %.2f m, seed %llu: not all there after 300 s",
                         model->name, count, radius, (unsigned long long)seed);
            last = fmax(last, time);
        }
    }
    print_message("%s, seed 1: everyone is there after %.1f s\n", model->name, last);
}

static void test_circles_arrive_by_social_force(void **state) {
    (void)state;
    circles_arrive(&wend_model_social_force_1995);
}

static void test_circles_arrive_by_power_law(void **state) {
    (void)state;
    circles_arrive(&wend_model_power_law);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_social_force),
        cmocka_unit_test(test_power_law),
        cmocka_unit_test(test_walls_may_be_cut),
        cmocka_unit_test(test_walls_stop),
        cmocka_unit_test(test_in_a_wall),
        cmocka_unit_test(test_circles_arrive_by_social_force),
        cmocka_unit_test(test_circles_arrive_by_power_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
