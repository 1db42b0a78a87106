// The model steering at work: pairs, crowds, walls, and what must not depend on where, how turned or how many threads.
#include "support/steering_stage.h"
#include "world/block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;
static const behaviours defaults = {.count = 0};

static double draw(uint64_t seed, uint32_t who, uint32_t what, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, who, 0, 2, what);
}

static double gap(wend_agent a, wend_agent b) {
    return hypot(a.position.x - b.position.x, a.position.y - b.position.y) - 0.5;
}

// The smallest gap of two who meet head-on; -INFINITY if they are not both there in time.
static double meet_head_on(double aside, float step) {
    stage s = steering_stage(&defaults, step, NULL, 0);
    wend_serial a = add_walker(s, (wend_point){-5, 0}, (wend_vec){0}, (wend_point){5, 0});
    wend_serial b = add_walker(s, (wend_point){5, aside}, (wend_vec){0}, (wend_point){-5, aside});
    double least = INFINITY;
    while (wend_world_stats(s.world).arrived < 2 && least > -INFINITY) {
        world_step(s.world, 1);
        least = fmin(least, gap(agent_get(s.world, a), agent_get(s.world, b)));
        if (wend_world_stats(s.world).time > 20.0) least = -INFINITY;
    }
    stage_close(&s);
    return least;
}

static void head_on_pairs_pass(void **state) {
    (void)state;
    const float steps[] = {0.02f, 0.05f, 0.1f, 0.2f};
    double least = INFINITY;
    for (int k = 0; k < 4 * 41; k++) {
        double aside = 0.025 * (k / 4 - 20), found = meet_head_on(aside, steps[k % 4]);
        if (found < 0.0) print_message("%g m aside, step %g s: gap %g m\n", aside, (double)steps[k % 4], found);
        least = fmin(least, found);
    }
    print_message("the smallest gap is %.3f m\n", least);
    assert_true(least > 0.0);
}

// Where everybody is after a while in a room, with one parameter changed on top of some.
static void crowd_in_room(behaviours b, const char *name, float value, wend_vec end[40]) {
    const wend_point room[] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
    const wend_obstacle obstacle = {WEND_ROOM, 0, room, 4};
    behaviours_set(&b, name, value);
    stage s = steering_stage(&b, 0.05f, &obstacle, 1);
    for (uint32_t n = 0; n < 40; n++) {
        wend_agent agent = agent_at(-3.5 + 0.9 * (n % 8), -3.0 + 1.2 * (n / 8));
        agent.goal.at = (wend_point){draw(5, n, 0, -3.5, 3.5), draw(5, n, 1, -3.5, 3.5)};
        agent.driven = n == 7;
        agent_add(s.world, &agent);
    }
    world_step(s.world, 30);
    for (uint32_t n = 0; n < 40; n++) end[n] = agent_get(s.world, n + 1).velocity;
    stage_close(&s);
}

typedef struct switched {
    const char *weight, *aside; // what only a behaviour looks at
} switched;

static bool matters(const switched *row, float weight) {
    const wend_param *aside = wend_model_param(&wend_model_steering, row->aside, NULL);
    behaviours b = defaults;
    wend_vec usual[40], changed[40];
    behaviours_set(&b, "seek", 1.0f);
    behaviours_set(&b, row->weight, weight);
    crowd_in_room(b, row->aside, aside->initial, usual);
    crowd_in_room(b, row->aside, aside->initial > 0.5f * aside->max ? aside->min : 0.5f * aside->max, changed);
    return memcmp(usual, changed, sizeof usual) != 0;
}

static void weights_of_zero_switch_off_exactly(void **state) {
    (void)state;
    static const switched rows[] = {
        {"arrive", "slowing_time"},
        {"flee", "flee_distance"},
        {"separation", "separation_distance"},
        {"flock_cohesion", "flock_cohesion_distance"},
        {"alignment", "alignment_distance"},
        {"avoidance", "horizon"},
        {"avoidance", "clearance"},
        {"avoidance", "avoid"},
        {"obstacles", "obstacle_horizon"},
        {"obstacles", "obstacle_clearance"},
        {"wall_following", "wall_distance"},
        {"wall_following", "wall_reach"},
        {"wall_following", "wall_time"},
        {"path", "path_radius"},
        {"path", "path_time"},
        {"leader", "leader_distance"},
    };
    for (uint32_t i = 0; i < WEND_COUNT(rows); i++) {
        if (matters(&rows[i], 0.0f)) fail_msg("%s matters although %s is 0", rows[i].aside, rows[i].weight);
        if (!matters(&rows[i], 1.0f)) fail_msg("%s does not matter although %s is 1", rows[i].aside, rows[i].weight);
    }
}

// Walls ----------------------------------------------------------------------------------------------------------------

static double wall_gap(const wend_scene *scene, wend_agent a) {
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_scene_wall_count(scene); i++) {
        const wend_wall *wall = wend_scene_wall(scene, i);
        double px = (double)wall->a.x, py = (double)wall->a.y;
        double x = (double)wall->b.x - px, y = (double)wall->b.y - py;
        double t = ((a.position.x - px) * x + (a.position.y - py) * y) / (x * x + y * y);
        t = fmin(1.0, fmax(0.0, t));
        least = fmin(least, hypot(a.position.x - px - t * x, a.position.y - py - t * y) - 0.25);
    }
    return least;
}

// A room with a few random triangles and lines in it.
static stage random_room(uint64_t seed, float step) {
    const wend_point room[] = {{-5, -5}, {5, -4}, {5, 5}, {-4, 4.5}};
    wend_point points[6][3];
    wend_obstacle obstacles[7] = {{WEND_ROOM, 0, room, 4}};
    for (uint32_t i = 0; i < 6; i++) {
        double x = 3.2 * (i % 3) - 3.0, y = i < 3 ? -1.8 : 2.0;
        for (uint32_t k = 0; k < 3; k++) {
            double turn = draw(seed, i, 2 * k, 0.0, 2.0) + 2.0 * pi * k / 3.0, r = draw(seed, i, 2 * k + 1, 0.3, 1.0);
            points[i][k] = (wend_point){x + r * cos(turn), y + r * sin(turn)};
        }
        obstacles[i + 1] = (wend_obstacle){i % 2 ? WEND_SOLID : WEND_WALL, 0, points[i], i % 2 ? 3 : 2};
    }
    return steering_stage(&defaults, step, obstacles, 7);
}

static void bodies_never_enter_walls(void **state) {
    (void)state;
    const float steps[] = {0.02f, 0.05f, 0.1f, 0.3f, 1.0f};
    double least = INFINITY;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        stage s = random_room(seed, steps[seed % 5]);
        wend_serial serial[30];
        uint32_t count = 0;
        for (uint32_t n = 0; n < 30; n++) {
            wend_agent agent = agent_at(draw(seed, n, 20, -4.5, 4.5), draw(seed, n, 21, -4.5, 4.5));
            agent.goal.at = (wend_point){draw(seed, n, 22, -6, 6), draw(seed, n, 23, -6, 6)};
            agent.velocity = (wend_vec){(float)draw(seed, n, 24, -1.4, 1.4), (float)draw(seed, n, 25, -1.4, 1.4)};
            if (wend_world_add(s.world, &agent, &serial[count], NULL) == WEND_OK) count++;
        }
        for (int tick = 0; tick < 60; tick++) {
            world_step(s.world, 1);
            for (uint32_t n = 0; n < count; n++) {
                double left = wall_gap(s.scene, agent_get(s.world, serial[n]));
                if (left < -1e-5) fail_msg("seed %d: %g m inside a wall at tick %d", (int)seed, -left, tick);
                least = fmin(least, left);
            }
        }
        assert_int_equal(wend_world_stats(s.world).corrected_walls, 0);
        stage_close(&s);
    }
    print_message("nobody came nearer to a wall than %g m\n", least);
}

// Anything -------------------------------------------------------------------------------------------------------------

// A setting anywhere in its range, its ends included.
static wend_setting random_setting(uint64_t seed, uint32_t i) {
    const wend_param *p = &wend_model_steering.params[i];
    double at = draw(seed, i, 30, -0.2, 1.2), low = (double)p->min, high = (double)p->max;
    if (p->choices) return (wend_setting){p->name, (float)(at > 0.5)};
    double value = at < 0.0 ? low : at > 1.0 ? high : low + (high - low) * at * at * at;
    if (wi_param_is_whole(p)) value = floor(value);
    return (wend_setting){p->name, (float)fmin(high, fmax(low, value))};
}

// Puts everybody anywhere in a small square, some in exactly the same place.
static void scatter(stage s, uint64_t seed, const wend_serial *serial, uint32_t count) {
    double side = draw(seed, 0, 40, 0.01, 3.0);
    for (uint32_t n = 0; n < count; n++) {
        wend_agent a = agent_get(s.world, serial[n]);
        uint32_t place = n % 4 == 3 ? n - 1 : n;
        a.position = (wend_point){draw(seed, place, 41, 0, side), draw(seed, place, 42, 0, side)};
        a.goal.at = (wend_point){draw(seed, n, 43, -3, 3), draw(seed, place, 44, -3, 3)};
        a.velocity = (wend_vec){(float)draw(seed, n, 45, -1.4, 1.4), (float)draw(seed, place, 46, -1.4, 1.4)};
        if (n % 5 == 0) a.goal.at = a.position, a.velocity = (wend_vec){0};
        agent_set(s.world, &a);
    }
}

static void dense_starts_leave_nothing_to_correct(void **state) {
    (void)state;
    const wend_point line[] = {{-2, 3.5}, {4, 3.6}, {3.8, -1}};
    const wend_obstacle wall = {WEND_WALL, 0, line, 3};
    for (uint64_t seed = 1; seed <= 200; seed++) {
        behaviours b = defaults;
        for (uint32_t i = 0; seed % 4 != 0 && i < wend_model_steering.param_count; i++)
            b.set[b.count++] = random_setting(seed, i);
        stage s = steering_stage(&b, (float)draw(seed, 1, 47, 0.001, 0.5), &wall, 1);
        wend_serial serial[16];
        for (uint32_t n = 0; n < 16; n++) {
            wend_agent agent = agent_at(0.7 * (n % 4), 0.7 * (n / 4));
            agent.driven = n == 15;
            serial[n] = agent_add(s.world, &agent);
        }
        for (uint64_t start = 0; start < 50; start++) {
            scatter(s, 1000 * seed + start, serial, 16);
            world_step(s.world, 3);
        }
        wend_stats stats = wend_world_stats(s.world);
        if (stats.corrected_nonfinite + stats.corrected_speed > 0) fail_msg("seed %d", (int)seed);
        stage_close(&s);
    }
}

// Symmetry -------------------------------------------------------------------------------------------------------------

typedef struct motion {
    double turn;
    bool mirror;
} motion;

static wend_point moved(const motion *m, wend_point p) {
    double y = m->mirror ? -p.y : p.y, c = cos(m->turn), s = sin(m->turn);
    return (wend_point){c * p.x - s * y, s * p.x + c * y};
}

static wend_vec moved_vec(const motion *m, wend_vec v) {
    wend_point p = moved(m, (wend_point){(double)v.x, (double)v.y});
    return (wend_vec){(float)p.x, (float)p.y};
}

// One step of a random crowd by walls, turned; all behaviours at work.
static uint32_t turned_crowd(uint64_t seed, const motion *m, wend_vec velocity[24]) {
    behaviours b = defaults;
    const char *const also[] = {"flock_cohesion", "leader", "path", "wall_following", "flee", "seek"};
    for (uint32_t i = 0; i < WEND_COUNT(also); i++) behaviours_set(&b, also[i], (float)draw(seed, i, 50, 0.1, 2.0));
    behaviours_set(&b, "keep_right", 0.0f);
    behaviours_set(&b, "give_ground", 0.0f);
    const wend_point corner[] = {{-3, 4}, {4, 3.5}, {4.5, -4}}, post[] = {{-2, -2}, {-1, -2.2}, {-1.5, -1}};
    wend_point p[3], q[3];
    for (int i = 0; i < 3; i++) p[i] = moved(m, corner[i]), q[i] = moved(m, post[i]);
    const wend_obstacle walls[] = {{WEND_WALL, 0, p, 3}, {WEND_SOLID, 0, q, 3}};
    stage s = steering_stage(&b, 0.05f, walls, 2);
    wend_serial serial[24];
    uint32_t count = 0;
    for (uint32_t n = 0; n < 24; n++) {
        wend_point at = {draw(seed, n, 51, -3.5, 3.5), draw(seed, n, 52, -3, 3)};
        wend_point goal = {draw(seed, n, 53, -6, 6), draw(seed, n, 54, -6, 6)};
        wend_vec v = {(float)draw(seed, n, 55, -1.2, 1.2), (float)draw(seed, n, 56, -1.2, 1.2)};
        wend_agent agent = agent_at(moved(m, at).x, moved(m, at).y);
        agent.goal.at = moved(m, goal);
        agent.velocity = moved_vec(m, v);
        agent.driven = n == 3;
        if (wend_world_add(s.world, &agent, &serial[count], NULL) == WEND_OK) count++;
    }
    world_step(s.world, 1);
    for (uint32_t n = 0; n < count; n++) velocity[n] = agent_get(s.world, serial[n]).velocity;
    stage_close(&s);
    return count;
}

static void turning_and_mirroring_the_world_changes_nothing(void **state) {
    (void)state;
    const motion still = {0.0, false};
    double most = 0.0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        motion m = {draw(seed, 0, 57, 0.0, 6.28), seed % 2 == 0};
        wend_vec plain[24], turned[24];
        uint32_t count = turned_crowd(seed, &still, plain);
        assert_int_equal(turned_crowd(seed, &m, turned), count);
        for (uint32_t n = 0; n < count; n++) {
            wend_vec wanted = moved_vec(&m, plain[n]);
            double off = hypot((double)(turned[n].x - wanted.x), (double)(turned[n].y - wanted.y));
            if (off > 1e-4) fail_msg("seed %d, agent %u: off by %g m/s", (int)seed, n, off);
            most = fmax(most, off);
        }
    }
    print_message("largest difference %g m/s\n", most);
}

static void exact_symmetry_stays_with_the_convention_off(void **state) {
    (void)state;
    behaviours b = defaults;
    behaviours_set(&b, "keep_right", 0.0f);
    behaviours_set(&b, "give_ground", 0.0f);
    stage s = steering_stage(&b, 0.05f, NULL, 0);
    wend_serial a = add_walker(s, (wend_point){-3, 0}, (wend_vec){0}, (wend_point){3, 0});
    add_walker(s, (wend_point){3, 0}, (wend_vec){0}, (wend_point){-3, 0});
    world_step(s.world, 200);
    assert_true(agent_get(s.world, a).position.y == 0.0);
    stage_close(&s);
}

// How many of two who come to one goal from both sides are still there after 60 s.
static uint32_t left_at_one_goal(float share) {
    behaviours b = defaults;
    behaviours_set(&b, "give_ground", share);
    behaviours_set(&b, "precedence", 0.0f);
    stage s = steering_stage(&b, 0.05f, NULL, 0);
    for (int side = -1; side <= 1; side += 2) {
        wend_agent agent = agent_at(0, 4.0 * side);
        agent.goal.at = (wend_point){0, 0};
        agent.leaves = true;
        (void)agent_add(s.world, &agent);
    }
    world_step(s.world, 1200);
    uint32_t left = wend_world_stats(s.world).agents;
    stage_close(&s);
    return left;
}

static void who_is_held_at_the_goal_gives_ground(void **state) {
    (void)state;
    assert_int_equal(left_at_one_goal(0.0f), 2);
    assert_int_equal(left_at_one_goal(0.05f), 0);
}

// Four cross; the mistake of their places after 4 s halves with the step.
static void crossing(float step, double x[8]) {
    stage s = steering_stage(&defaults, step, NULL, 0);
    wend_serial serial[4];
    const wend_point from[4] = {{-4, 0.2}, {0.3, -4}, {4, 0.5}, {0.1, 4.4}};
    for (int i = 0; i < 4; i++)
        serial[i] = add_walker(s, from[i], (wend_vec){0}, (wend_point){-from[i].x, 0.3 - from[i].y});
    world_step(s.world, (uint32_t)lround(4.0 / (double)step));
    for (int i = 0; i < 4; i++) {
        x[2 * i] = agent_get(s.world, serial[i]).position.x;
        x[2 * i + 1] = agent_get(s.world, serial[i]).position.y;
    }
    stage_close(&s);
}

static void results_converge_with_the_step(void **state) {
    (void)state;
    double exact[8], last = INFINITY;
    crossing(0.001f, exact);
    for (int k = 0; k < 4; k++) {
        double x[8], off = 0.0;
        crossing(0.064f / (float)(1 << k), x);
        for (int i = 0; i < 8; i++) off = fmax(off, fabs(x[i] - exact[i]));
        print_message("step %g s: off by %.4f m\n", 0.064 / (1 << k), off);
        assert_true(off < 0.75 * last);
        last = off;
    }
}

// Everything of it at once on several threads and instruction sets.
static uint64_t hash_of_crowd(uint32_t threads, wend_isa isa) {
    wend_profile profiles[2] = {profile_of(&wend_model_steering), profile_of(&wend_model_steering)};
    profiles[1].preset = "published";
    profiles[1].name = "classic";
    const wend_point line[] = {{0, 0}, {30, 3}};
    const wend_obstacle wall = {WEND_WALL, 0, line, 2};
    wend_scene_def scene = scene_plain();
    scene.profiles = profiles, scene.profile_count = 2;
    scene.obstacles = &wall, scene.obstacle_count = 1;
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads, world.isa = isa;
    stage s = stage_open(&scene, &world);
    for (uint32_t n = 0; n < 1200; n++) {
        wend_agent agent = agent_at(draw(3, n, 60, 0, 30), draw(3, n, 61, 0, 30));
        agent.goal.at = (wend_point){draw(3, n, 62, 0, 30), draw(3, n, 63, 0, 30)};
        agent.profile = n % 3 == 0;
        agent.driven = n % 17 == 0;
        if (n % 40 == 0) agent.shape = wend_disc(1.2f);
        (void)wend_world_add(s.world, &agent, NULL, NULL); // who has no space stays away
    }
    world_step(s.world, 40);
    uint64_t hash = wend_world_hash(s.world);
    stage_close(&s);
    return hash;
}

static void threads_and_lanes_give_the_same_bits(void **state) {
    (void)state;
    uint64_t hash = hash_of_crowd(1, WEND_ISA_BASE);
    print_message("hash %016llx\n", (unsigned long long)hash);
    for (wend_isa isa = WEND_ISA_BASE; isa < WEND_ISA_COUNT; isa++)
        if (wend_isa_available(isa)) assert_true(hash_of_crowd(3, isa) == hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_on_pairs_pass),
        cmocka_unit_test(weights_of_zero_switch_off_exactly),
        cmocka_unit_test(bodies_never_enter_walls),
        cmocka_unit_test(dense_starts_leave_nothing_to_correct),
        cmocka_unit_test(turning_and_mirroring_the_world_changes_nothing),
        cmocka_unit_test(exact_symmetry_stays_with_the_convention_off),
        cmocka_unit_test(who_is_held_at_the_goal_gives_ground),
        cmocka_unit_test(results_converge_with_the_step),
        cmocka_unit_test(threads_and_lanes_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
