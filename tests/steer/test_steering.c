// Each behaviour of the model steering alone, where one can say what it must do.
#include "support/steering_stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const float step = 0.05f;

static behaviours only(const char *name, float weight) {
    behaviours b = behaviours_off();
    behaviours_set(&b, name, weight);
    return b;
}

static double draw(uint64_t seed, uint32_t what, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, 0, 0, 1, what);
}

static wend_vec velocity_of(stage s, wend_serial serial) { return agent_get(s.world, serial).velocity; }

static void assert_vec_near(wend_vec a, double x, double y, double tolerance) {
    assert_near((double)a.x, x, tolerance);
    assert_near((double)a.y, y, tolerance);
}

// The goal -------------------------------------------------------------------------------------------------------------

// (v' - v)/dt = w (desired - v'), so v' = (v + w dt desired)/(1 + w dt).
static void seek_turns_towards_the_goal(void **state) {
    (void)state;
    behaviours b = only("seek", 2.0f);
    stage s = steering_stage(&b, step, NULL, 0);
    wend_serial a = add_walker(s, (wend_point){0, 0}, (wend_vec){0.0f, 1.0f}, (wend_point){1000, 0});
    world_step(s.world, 1);
    assert_vec_near(velocity_of(s, a), 0.1 * 1.34 / 1.1, 1.0 / 1.1, 1e-4);
    for (int i = 0; i < 40; i++) {
        wend_vec before = velocity_of(s, a);
        world_step(s.world, 1);
        wend_vec after = velocity_of(s, a);
        assert_true(after.x > before.x && after.y < before.y);
    }
    stage_close(&s);
}

static void the_force_is_cut(void **state) {
    (void)state;
    behaviours b = only("seek", 50.0f);
    behaviours_set(&b, "max_force", 3.0f);
    stage s = steering_stage(&b, step, NULL, 0);
    wend_serial a = add_walker(s, (wend_point){0, 0}, (wend_vec){0.0f, 0.0f}, (wend_point){30, 40});
    world_step(s.world, 1);
    assert_vec_near(velocity_of(s, a), 0.6 * 3.0 * 0.05, 0.8 * 3.0 * 0.05, 1e-5);
    stage_close(&s);
}

// How far round the goal a walk goes (rad), and how it ends.
static double walk_to_goal(float with_step, float max_force, wend_vec velocity, double *left) {
    behaviours b = only("arrive", 2.5f);
    behaviours_set(&b, "max_force", max_force);
    stage s = steering_stage(&b, with_step, NULL, 0);
    wend_serial serial = add_walker(s, (wend_point){-4, 1}, velocity, (wend_point){0, 0});
    double turned = 0.0, last = NAN;
    for (int i = 0; i < (int)(40.0f / with_step); i++) {
        world_step(s.world, 1);
        wend_agent a = agent_get(s.world, serial);
        double distance = hypot(a.position.x, a.position.y), angle = atan2(a.position.y, a.position.x);
        if (distance > 0.02 && !isnan(last)) turned += fabs(remainder(angle - last, 2.0 * acos(-1.0)));
        last = distance > 0.02 ? angle : NAN;
        *left = distance + hypot((double)a.velocity.x, (double)a.velocity.y);
    }
    stage_close(&s);
    return turned;
}

static void arrive_stops_at_the_goal_for_any_step(void **state) {
    (void)state;
    const float steps[] = {0.01f, 0.02f, 0.05f, 0.1f, 0.2f, 0.5f, 1.0f}, forces[] = {2.0f, 10.0f};
    const wend_vec starts[] = {{0.0f, 0.0f}, {1.9f, 0.0f}, {0.0f, 1.9f}, {0.5f, -1.9f}};
    for (uint32_t i = 0; i < WEND_COUNT(steps) * WEND_COUNT(forces) * WEND_COUNT(starts); i++) {
        float with_step = steps[i % 7], force = forces[i / 7 % 2];
        double left = INFINITY, turned = walk_to_goal(with_step, force, starts[i / 14], &left);
        if (!(left < 0.01 && turned < 4.0))
            fail_msg("step %g s, force %g: turned by %g rad, left %g", (double)with_step, (double)force, turned, left);
    }
}

static void path_holds_the_drift_within_the_corridor(void **state) {
    (void)state;
    behaviours b = only("path", 4.0f);
    behaviours_set(&b, "path_radius", 0.3f);
    stage s = steering_stage(&b, step, NULL, 0);
    wend_serial in = add_walker(s, (wend_point){0, 0}, (wend_vec){1.0f, 0.29f}, (wend_point){1000, 0});
    wend_serial out = add_walker(s, (wend_point){0, 9}, (wend_vec){1.0f, -0.9f}, (wend_point){1000, 9});
    world_step(s.world, 1);
    assert_true(velocity_of(s, in).x == 1.0f && velocity_of(s, in).y == 0.29f);
    assert_vec_near(velocity_of(s, out), 1.0, -0.9 + 0.05 * 4.0 * 0.6, 1e-4);
    world_step(s.world, 100);
    assert_near((double)velocity_of(s, out).y, -0.3, 0.01);
    stage_close(&s);
}

// Others ---------------------------------------------------------------------------------------------------------------

static void separation_is_exactly_symmetric(void **state) {
    (void)state;
    behaviours b = only("separation", 0.7f);
    behaviours_set(&b, "separation_distance", 0.5f);
    for (uint64_t seed = 1; seed <= 500; seed++) {
        stage s = steering_stage(&b, step, NULL, 0);
        double x = draw(seed, 0, -20, 20), y = draw(seed, 1, -20, 20), turn = draw(seed, 2, 0, 6.3);
        double gap = draw(seed, 3, 0.001, 0.6), d = 0.5 + gap;
        wend_agent one = agent_at(x, y), two = agent_at(x + d * cos(turn), y + d * sin(turn));
        wend_serial a = agent_add(s.world, &one), c = agent_add(s.world, &two);
        world_step(s.world, 1);
        wend_vec va = velocity_of(s, a), vc = velocity_of(s, c);
        if (va.x != -vc.x || va.y != -vc.y) fail_msg("seed %d: not opposite", (int)seed);
        double push = gap < 0.5 ? 0.7 * (1.0 / fmax(gap, 0.05) - 2.0) : 0.0;
        double size = fmin(0.05 * push, 2.0);
        assert_near(hypot((double)va.x, (double)va.y), size, 1e-3 * (1.0 + size));
        assert_true((double)va.x * cos(turn) + (double)va.y * sin(turn) <= 1e-9);
        stage_close(&s);
    }
}

typedef struct approach {
    double time, x, y; // when two are nearest, and where one is from the other then
} approach;

// By looking at every moment up to the horizon.
static approach search_approach(const double p[2], const double w[2], double horizon) {
    approach best = {0.0, p[0], p[1]};
    for (int i = 1; i <= 30000; i++) {
        double t = horizon * i / 30000.0, x = p[0] + t * w[0], y = p[1] + t * w[1];
        if (x * x + y * y < best.x * best.x + best.y * best.y) best = (approach){t, x, y};
    }
    return best;
}

// The force to one side that widens the nearest approach to 0.8 m (0.3 m of it clearance), by half.
static void check_avoidance(uint64_t seed, uint32_t *met) {
    behaviours b = only("avoidance", 1.0f);
    behaviours_set(&b, "clearance", 0.3f);
    behaviours_set(&b, "avoid", (float)(seed % 2));
    stage s = steering_stage(&b, 0.001f, NULL, 0);
    wend_vec va = {(float)draw(seed, 0, -1.3, 1.3), (float)draw(seed, 1, -1.3, 1.3)};
    wend_vec vb = {(float)draw(seed, 2, -1.3, 1.3), (float)draw(seed, 3, -1.3, 1.3)};
    double turn = draw(seed, 4, 0, 6.3), d = draw(seed, 5, 0.6, 4.5);
    const double p[2] = {d * cos(turn), d * sin(turn)}, w[2] = {(double)(vb.x - va.x), (double)(vb.y - va.y)};
    wend_serial a = add_walker(s, (wend_point){0, 0}, va, (wend_point){50, 0});
    add_walker(s, (wend_point){p[0], p[1]}, vb, (wend_point){0, 50});
    world_step(s.world, 1);
    wend_vec after = velocity_of(s, a);
    approach near = search_approach(p, w, 3.0);
    double miss = hypot(near.x, near.y), lacks = 0.8 - miss, size = 0.0;
    if (near.time > 0.0 && near.time < 2.9999 && lacks > 0.0)
        size = fmin(1000.0, (1.0 - near.time / 3.0) * lacks / fmax(1e-6, near.time * near.time));
    // Too near to the end of its range, to a step's length, or to a side that rounding decides.
    bool doubtful = fabs(near.time - 3.0) < 1e-3 || near.time < 0.02 || miss < 0.01 || fabs(lacks) < 1e-3;
    if (!(doubtful && size > 0.0)) {
        *met += size > 0.0;
        double ax = (double)(after.x - va.x) / 0.001, ay = (double)(after.y - va.y) / 0.001;
        double off = hypot(ax + size * near.x / fmax(miss, 1e-9), ay + size * near.y / fmax(miss, 1e-9));
        // Velocities are floats: a thousandth of a second makes 1e-7 m/s into 1e-4 m/s2.
        if (off > 0.02 * size + 2e-3) fail_msg("seed %d: force %g, %g; off by %g", (int)seed, ax, ay, off);
    }
    stage_close(&s);
}

static void avoidance_agrees_with_a_search_for_the_nearest_approach(void **state) {
    (void)state;
    uint32_t met = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) check_avoidance(seed, &met);
    print_message("%u of 3000 would have come too near\n", met);
    assert_true(met > 200);
}

static void flight_is_from_the_firm_alone(void **state) {
    (void)state;
    behaviours b = only("flee", 4.0f);
    stage s = steering_stage(&b, step, NULL, 0);
    wend_agent driven = agent_at(-1.0, 0.0);
    driven.driven = true;
    agent_add(s.world, &driven);
    wend_agent near = agent_at(0.5, 0.0), beyond = agent_at(0.0, 2.9), other = agent_at(0.5, 0.6);
    wend_serial flees = agent_add(s.world, &near), stays = agent_add(s.world, &beyond);
    agent_add(s.world, &other);
    world_step(s.world, 1);
    double weight = 4.0 * (1.0 - 1.5 / 3.0) * 0.05;
    assert_vec_near(velocity_of(s, flees), weight * 2.0 / (1.0 + weight), 0.0, 1e-4);
    assert_vec_near(velocity_of(s, stays), 0.0, 0.0, 0.0);
    stage_close(&s);
}

static void the_follower_keeps_its_distance(void **state) {
    (void)state;
    behaviours b = only("leader", 3.0f);
    behaviours_set(&b, "leader_distance", 0.7f);
    stage s = steering_stage(&b, step, NULL, 0);
    wend_agent leader = agent_at(3.0, 0.4);
    leader.driven = true;
    leader.velocity = (wend_vec){1.2f, 0.0f};
    wend_serial ahead = agent_add(s.world, &leader);
    wend_serial behind = add_walker(s, (wend_point){0, 0}, (wend_vec){1.0f, 0.0f}, (wend_point){1000, 0});
    world_step(s.world, 400);
    wend_agent a = agent_get(s.world, ahead), c = agent_get(s.world, behind);
    assert_near(a.position.x - c.position.x, 1.2, 0.02);
    assert_near(a.position.y - c.position.y, 0.0, 0.02);
    stage_close(&s);
}

// Four who walk the same way, and one against them who does not count.
static stage flock(const behaviours *b, wend_serial serial[4]) {
    static const wend_point place[4] = {{0, 0}, {1, 0.2}, {0.3, 1}, {1.2, 1.3}};
    static const wend_vec velocity[4] = {{1.0f, 0.0f}, {1.2f, 0.3f}, {0.8f, -0.2f}, {1.4f, 0.1f}};
    stage s = steering_stage(b, step, NULL, 0);
    for (int i = 0; i < 4; i++)
        serial[i] = add_walker(s, place[i], velocity[i], (wend_point){place[i].x + 1000, place[i].y});
    add_walker(s, (wend_point){0.6, 0.55}, (wend_vec){-1.0f, 0.0f}, (wend_point){-1000, 0.55});
    return s;
}

static double spread(stage s, const wend_serial serial[4], bool of_velocity) {
    double x = 0, y = 0, x2 = 0, y2 = 0;
    for (int i = 0; i < 4; i++) {
        wend_agent a = agent_get(s.world, serial[i]);
        double px = of_velocity ? (double)a.velocity.x : a.position.x;
        double py = of_velocity ? (double)a.velocity.y : a.position.y;
        x += px / 4, y += py / 4, x2 += px * px / 4, y2 += py * py / 4;
    }
    return x2 - x * x + y2 - y * y;
}

static void alignment_makes_one_velocity_of_many(void **state) {
    (void)state;
    behaviours b = only("alignment", 1.0f);
    behaviours_set(&b, "alignment_distance", 50.0f);
    wend_serial serial[4];
    stage s = flock(&b, serial);
    double before = spread(s, serial, true);
    world_step(s.world, 1);
    // The mean of the other three is 3.4/3, 0.2/3.
    assert_vec_near(velocity_of(s, serial[0]), (1.0 + 0.05 * 3.4 / 3.0) / 1.05, 0.05 * 0.2 / 3.0 / 1.05, 1e-5);
    world_step(s.world, 60);
    assert_true(spread(s, serial, true) < 1e-3 * before);
    assert_near((double)velocity_of(s, serial[0]).x, 1.1, 0.02); // the mean of all is kept
    stage_close(&s);
}

// Whoever walks goes the same way where that may be any way, straight against it too: as much as one who comes a little
// aslant, since rounding would decide.
static void who_comes_straight_walks_some_way(void **state) {
    (void)state;
    behaviours b = only("alignment", 1.0f);
    behaviours_set(&b, "same_way", -1.0f);
    for (int slant = 0; slant < 3; slant++) {
        stage s = steering_stage(&b, step, NULL, 0);
        wend_serial one = add_walker(s, (wend_point){0, 0}, (wend_vec){1.0f, 0.0f}, (wend_point){1000, 0});
        wend_vec against = {-1.0f, 1e-4f * (float)slant};
        add_walker(s, (wend_point){1, 0.8}, against, (wend_point){-1000, 0.8});
        world_step(s.world, 1);
        assert_vec_near(velocity_of(s, one), (1.0 - 0.05) / 1.05, 0.0, 2e-5);
        stage_close(&s);
    }
}

// A velocity so small that its square is 0 has no direction behind which one could walk.
static void who_hardly_creeps_leads_nobody(void **state) {
    (void)state;
    behaviours b = only("leader", 3.0f);
    for (int power = -44; power <= -2; power++) {
        stage s = steering_stage(&b, step, NULL, 0);
        wend_agent leader = agent_at(3.0, 0.4);
        leader.driven = true;
        leader.velocity = (wend_vec){(float)pow(10.0, power), 0.0f};
        agent_add(s.world, &leader);
        wend_serial behind = add_walker(s, (wend_point){0, 0}, (wend_vec){1.0f, 0.0f}, (wend_point){1000, 0});
        world_step(s.world, 1);
        assert_int_equal(wend_world_stats(s.world).corrected_nonfinite, 0);
        if (power < -30) assert_vec_near(velocity_of(s, behind), 1.0, 0.0, 0.0);
        stage_close(&s);
    }
}

static void cohesion_draws_together(void **state) {
    (void)state;
    behaviours b = only("flock_cohesion", 0.5f);
    behaviours_set(&b, "flock_cohesion_distance", 50.0f);
    wend_serial serial[4];
    stage s = flock(&b, serial);
    double before = spread(s, serial, false);
    world_step(s.world, 1);
    // The middle of the other three is 2.5/3, 2.5/3.
    assert_vec_near(velocity_of(s, serial[0]), 1.0 + 0.05 * 0.5 * 2.5 / 3.0, 0.05 * 0.5 * 2.5 / 3.0, 1e-5);
    world_step(s.world, 15);
    assert_true(spread(s, serial, false) < before);
    stage_close(&s);
}

// Walls ----------------------------------------------------------------------------------------------------------------

static void a_followed_wall_stays_in_a_band(void **state) {
    (void)state;
    const wend_point line[] = {{-1000, 0}, {1000, 0}};
    const wend_obstacle wall = {WEND_WALL, 0, line, 2};
    behaviours b = only("wall_following", 4.0f);
    behaviours_set(&b, "seek", 1.0f);
    behaviours_set(&b, "wall_distance", 0.5f);
    for (int k = 0; k < 8; k++) {
        double y = (k % 2 ? -1.0 : 1.0) * (0.3 + 0.45 * (k / 2));
        stage s = steering_stage(&b, step, &wall, 1);
        wend_serial a = add_walker(s, (wend_point){0, y}, (wend_vec){1.0f, 0.0f}, (wend_point){900, y});
        world_step(s.world, 100);
        for (int i = 0; i < 200; i++) {
            world_step(s.world, 1);
            assert_near(fabs(agent_get(s.world, a).position.y), 0.75, 0.02);
        }
        stage_close(&s);
    }
}

// Past a post, the end of a wall, and a block met head-on, to a goal straight behind.
static void walls_ahead_are_gone_round(void **state) {
    (void)state;
    const wend_point post[] = {{-0.2, -0.3}, {0.2, -0.3}, {0.2, 0.2}, {-0.2, 0.2}};
    const wend_point end_on[] = {{-1, 0}, {1, 0}}, across[] = {{0, -1}, {0, 1.5}};
    const wend_point block[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, edge[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    const wend_obstacle obstacles[] = {{WEND_SOLID, 0, post, 4},
                                       {WEND_WALL, 0, end_on, 2},
                                       {WEND_WALL, 0, across, 2},
                                       {WEND_SOLID, 0, block, 4},
                                       {WEND_SOLID, 0, edge, 4}};
    const behaviours defaults = {.count = 0};
    for (uint32_t i = 0; i < WEND_COUNT(obstacles); i++) {
        for (int k = 0; k < 3; k++) {
            stage s = steering_stage(&defaults, k == 0 ? 0.02f : k == 1 ? 0.05f : 0.1f, &obstacles[i], 1);
            wend_serial a = add_walker(s, (wend_point){-4, 0}, (wend_vec){0.0f, 0.0f}, (wend_point){4, 0});
            while (!agent_get(s.world, a).arrived && wend_world_stats(s.world).time < 25.0) world_step(s.world, 1);
            if (!agent_get(s.world, a).arrived) fail_msg("obstacle %u is not passed (%d)", i, k);
            stage_close(&s);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seek_turns_towards_the_goal),
        cmocka_unit_test(the_force_is_cut),
        cmocka_unit_test(arrive_stops_at_the_goal_for_any_step),
        cmocka_unit_test(path_holds_the_drift_within_the_corridor),
        cmocka_unit_test(separation_is_exactly_symmetric),
        cmocka_unit_test(avoidance_agrees_with_a_search_for_the_nearest_approach),
        cmocka_unit_test(flight_is_from_the_firm_alone),
        cmocka_unit_test(the_follower_keeps_its_distance),
        cmocka_unit_test(alignment_makes_one_velocity_of_many),
        cmocka_unit_test(who_comes_straight_walks_some_way),
        cmocka_unit_test(who_hardly_creeps_leads_nobody),
        cmocka_unit_test(cohesion_draws_together),
        cmocka_unit_test(a_followed_wall_stays_in_a_band),
        cmocka_unit_test(walls_ahead_are_gone_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
