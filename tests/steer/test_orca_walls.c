// Agents and walls: what a step may not do, and what it must not depend on.
#include "support/orca_oracle.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// A place for one agent at a time --------------------------------------------------------------------------------------

enum { MOST_POINTS = 64, MOST_OBSTACLES = 64 };

typedef struct plan {
    wend_point point[MOST_POINTS];
    wend_obstacle obstacle[MOST_OBSTACLES];
    uint32_t point_count, obstacle_count;
} plan;

static void scenery_add(plan *scenery, wend_obstacle_kind kind, const wend_point *points, uint32_t count) {
    oracle_check(scenery->point_count + count <= MOST_POINTS && scenery->obstacle_count < MOST_OBSTACLES, "too much");
    wend_point *at = memcpy(&scenery->point[scenery->point_count], points, count * sizeof *points);
    scenery->obstacle[scenery->obstacle_count++] = (wend_obstacle){kind, 0, at, count};
    scenery->point_count += count;
}

static const float booth_step = 0.1f;

static stage booth_open(const plan *scenery, oracle_about about, double obstacle_horizon) {
    const wend_setting settings[] = {{"side_bias", 0.0f},
                                     {"give_ground", 0.0f},
                                     {"optimise_about", (float)about},
                                     {"obstacle_horizon", (float)obstacle_horizon}};
    wend_profile profile = wend_profile_default();
    profile.habits = "none";
    profile.settings = settings;
    profile.setting_count = WEND_COUNT(settings);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.obstacles = scenery->obstacle;
    def.obstacle_count = scenery->obstacle_count;
    wend_world_def world = wend_world_default(NULL);
    world.step = booth_step;
    return stage_open(&def, &world);
}

// Closes it; the mover must never have had to hold anyone back at a wall.
static void booth_close(stage *booth) {
    wend_stats stats = wend_world_stats(booth->world);
    oracle_check(stats.corrected_walls == 0 && stats.corrected_nonfinite == 0, "the mover corrected %llu paths",
                 (unsigned long long)stats.corrected_walls);
    stage_close(booth);
}

// A visitor of the booth: rounded to float like the oracle's bodies.
static oracle_body visitor(oracle_vec at, double radius, oracle_vec velocity, oracle_vec preferred, double max_speed) {
    oracle_crowd crowd = oracle_crowd_empty();
    return *oracle_crowd_add(&crowd, at, radius, velocity, preferred, max_speed);
}

// One step of someone who comes, is looked at and goes. Bodies may overlap walls.
static oracle_vec booth_visit(const stage *booth, const oracle_body *body) {
    wend_serial serial = oracle_body_enter(booth->world, body);
    world_step(booth->world, 1);
    wend_agent agent = agent_get(booth->world, serial);
    agent_remove(booth->world, serial);
    return oracle_from(agent.velocity);
}

// Distance from a point to the nearest piece of wall of the scene.
static double clearance(const wend_scene *scene, oracle_vec at) {
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_scene_wall_count(scene); i++) {
        const wend_wall *wall = wend_scene_wall(scene, i);
        least = fmin(least, oracle_wall_distance(at, oracle_from(wall->a), oracle_from(wall->b)));
    }
    return least;
}

// The smallest clearance on the way of one step.
static double clearance_ahead(const stage *booth, const oracle_body *body, oracle_vec velocity) {
    double least = INFINITY;
    for (int i = 1; i <= 8; i++) {
        double time = (double)booth_step * i / 8.0;
        least = fmin(least, clearance(booth->scene, oracle_add(body->position, oracle_scale(time, velocity))));
    }
    return least;
}

// One straight wall against the oracle ---------------------------------------------------------------------------------

static oracle_plane wall_plane(const oracle_body *body, oracle_vec a, oracle_vec b, double horizon, oracle_vec about,
                               double *margin) {
    oracle_vec ends[2] = {oracle_sub(a, body->position), oracle_sub(b, body->position)};
    oracle_nearest nearest = oracle_hull(ends, 2, body->radius, horizon, NULL, about);
    *margin = nearest.margin;
    return (oracle_plane){nearest.normal, oracle_dot(nearest.normal, nearest.point), true};
}

// The answer keeps to the hard planes, and nothing that does so with 1e-5 to spare is closer to the preferred velocity.
static void judge_alone(const oracle_programme *programme, oracle_vec v, uint64_t seed, int visit) {
    double violation = oracle_violation(programme, true, v);
    oracle_check(violation <= 1e-5, "seed %llu visit %d: (%.7g %.7g) violates a wall's plane by %g",
                 (unsigned long long)seed, visit, v.x, v.y, violation);
    oracle_vec best;
    if (!oracle_closest(programme, 1e-5, &best)) return;
    double farther = oracle_distance(v, programme->preferred) - oracle_distance(best, programme->preferred);
    oracle_check(farther <= 1e-5, "seed %llu visit %d: (%.7g %.7g) is farther from (%.7g %.7g) than (%.7g %.7g) by %g",
                 (unsigned long long)seed, visit, v.x, v.y, programme->preferred.x, programme->preferred.y, best.x,
                 best.y, farther);
}

// One visit to the wall a-b. A wall out of reach within the horizon cannot be met and gives no plane; ties, touching and
// the very edge of reach are left out: false.
static bool visit_wall(const stage *booth, const oracle_crowd *rules, oracle_random *random, const oracle_vec wall[2],
                       uint64_t seed, int visit) {
    oracle_vec near =
        oracle_add(wall[0], oracle_scale(oracle_uniform(random, -0.3, 1.3), oracle_sub(wall[1], wall[0])));
    oracle_vec at = oracle_add(near, oracle_in_disc(random, 2.0));
    double radius = oracle_uniform(random, 0.1, 0.4);
    oracle_vec velocity = oracle_in_disc(random, 1.99), preferred = oracle_in_disc(random, 2.0);
    oracle_body body = visitor(at, radius, velocity, preferred, 2.0);
    double reach = rules->obstacle_horizon * body.max_speed, margin;
    double gap = oracle_wall_distance(body.position, wall[0], wall[1]) - body.radius;
    if (gap < 1e-3 || fabs(gap - reach) < 1e-4) return false;

    oracle_programme programme = {.disc = {{{0, 0}, body.max_speed}}, .disc_count = 1, .preferred = body.preferred};
    oracle_vec about = oracle_optimum(rules, &body);
    oracle_plane plane = wall_plane(&body, wall[0], wall[1], rules->obstacle_horizon, about, &margin);
    if (gap < reach) oracle_programme_add(&programme, plane);
    oracle_vec v = booth_visit(booth, &body);
    if (margin < 1e-3) return false;
    judge_alone(&programme, v, seed, visit);
    return true;
}

static void test_one_wall_is_a_half_plane(void **state) {
    (void)state;
    uint32_t visits = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        oracle_random random = {seed};
        oracle_vec along = oracle_polar(oracle_uniform(&random, 0.3, 6.0), oracle_uniform(&random, -4.0, 4.0));
        oracle_vec a = oracle_in_disc(&random, 5.0);
        const oracle_vec wall[] = {oracle_rounded_vec(a), oracle_rounded_vec(oracle_add(a, along))};
        const wend_point ends[] = {{wall[0].x, wall[0].y}, {wall[1].x, wall[1].y}};
        plan place = {.point_count = 0};
        scenery_add(&place, WEND_WALL, ends, 2);
        oracle_crowd rules = oracle_crowd_empty();
        rules.obstacle_horizon = oracle_rounded(oracle_uniform(&random, 0.3, 2.0));
        rules.about = (oracle_about)(seed % 3);
        stage booth = booth_open(&place, rules.about, rules.obstacle_horizon);
        for (int i = 0; i < 100; i++) visits += visit_wall(&booth, &rules, &random, wall, seed, i);
        booth_close(&booth);
    }
    oracle_check(visits > 10000, "only %u visits", visits);
    print_message("seeds 0-999: %u visits to a wall\n", visits);
}

// Any place ------------------------------------------------------------------------------------------------------------

// Rooms with corners of both kinds, things that stand in them, and walls that end.
static void furnish(plan *scenery, oracle_random *random, uint32_t style) {
    const wend_point hall[] = {{-5, -4}, {5, -4}, {5, 4}, {-5, 4}};
    const wend_point ell[] = {{-5, -4}, {5, -4}, {5, 0.5}, {0.5, 0.5}, {0.5, 4}, {-5, 4}};
    const wend_point comb[] = {{-5, -4}, {5, -4},    {5, 4},       {3, 4},    {2.6, -1}, {2.2, 4},
                               {0, 4},   {-1, -1.5}, {-1.5, -1.4}, {-1.2, 4}, {-5, 4}};
    if (style % 3 == 0)
        scenery_add(scenery, WEND_ROOM, hall, WEND_COUNT(hall));
    else if (style % 3 == 1)
        scenery_add(scenery, WEND_ROOM, ell, WEND_COUNT(ell));
    else
        scenery_add(scenery, WEND_ROOM, comb, WEND_COUNT(comb));
    wend_point corner[5];
    double turn = oracle_uniform(random, -4.0, 4.0);
    oracle_vec centre = oracle_add(oracle_at(-2.8, -1.5), oracle_in_disc(random, 0.5));
    for (int i = 0; i < 5; i++) { // a pentagon, or a star of walls
        oracle_vec at = oracle_add(centre, oracle_polar(oracle_uniform(random, 0.4, 1.2), turn + 1.2566 * i));
        corner[i] = (wend_point){at.x, at.y};
    }
    if (style % 2 == 0)
        scenery_add(scenery, WEND_SOLID, corner, 5);
    else
        scenery_add(scenery, WEND_WALL, corner, 4);
}

// Inside the room and outside the thing in it: as many walls are crossed on the way out as there must be.
static bool inside_polygon(const wend_point *corner, uint32_t count, oracle_vec at) {
    bool inside = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        if ((corner[i].y > at.y) == (corner[j].y > at.y)) continue;
        double x = corner[i].x + (at.y - corner[i].y) / (corner[j].y - corner[i].y) * (corner[j].x - corner[i].x);
        if (at.x < x) inside = !inside;
    }
    return inside;
}

static bool habitable(const plan *scenery, oracle_vec at) {
    for (uint32_t i = 0; i < scenery->obstacle_count; i++) {
        const wend_obstacle *obstacle = &scenery->obstacle[i];
        if (obstacle->kind == WEND_WALL) continue;
        bool inside = inside_polygon(obstacle->points, obstacle->point_count, at);
        if (inside != (obstacle->kind == WEND_ROOM)) return false;
    }
    return true;
}

static bool random_visitor(oracle_random *random, const plan *scenery, const wend_scene *scene, oracle_body *body) {
    oracle_vec at = oracle_at(oracle_uniform(random, -5.0, 5.0), oracle_uniform(random, -4.0, 4.0));
    oracle_vec velocity = oracle_in_disc(random, 1.99), preferred = oracle_in_disc(random, 2.0);
    *body = visitor(at, oracle_uniform(random, 0.1, 0.35), velocity, preferred, 2.0);
    if (!habitable(scenery, body->position)) return false;
    double room = clearance(scene, body->position);
    if (room > 0.02 && room < 0.5 && oracle_below(random, 2) == 0) // often close to a wall
        body->radius = oracle_rounded(room - oracle_uniform(random, 1e-4, 0.01));
    return room > body->radius;
}

// A step from a free place leads to no wall. Returns the smallest gap on its way; rounding: velocities of 2 m/s and
// positions of 5 m are good to 2e-6 m after a step.
static double judge_step(const stage *booth, const oracle_body *body, uint64_t seed, int visit) {
    oracle_vec v = booth_visit(booth, body);
    double gap = clearance_ahead(booth, body, v) - body->radius;
    oracle_check(
        gap > -1e-5,
        "seed %llu visit %d: radius %.7g at (%.7g %.7g) with (%.7g %.7g) wants (%.7g %.7g) and walks (%.7g %.7g) "
        "%g m into a wall",
        (unsigned long long)seed, visit, body->radius, body->position.x, body->position.y, body->velocity.x,
        body->velocity.y, body->preferred.x, body->preferred.y, v.x, v.y, -gap);
    return gap;
}

static void test_no_step_leads_into_a_wall(void **state) {
    (void)state;
    uint32_t visits = 0;
    double least = INFINITY;
    for (uint64_t seed = 2000; seed < 2800; seed++) {
        oracle_random random = {seed};
        plan place = {.point_count = 0};
        furnish(&place, &random, (uint32_t)seed);
        double horizon = oracle_uniform(&random, 0.2, 2.0);
        if (seed % 10 == 0) horizon = 0.05; // of half a step
        stage booth = booth_open(&place, (oracle_about)(seed / 6 % 3), horizon);
        for (int i = 0; i < 400; i++) {
            oracle_body body;
            if (!random_visitor(&random, &place, booth.scene, &body)) continue;
            least = fmin(least, judge_step(&booth, &body, seed, i));
            visits++;
        }
        booth_close(&booth);
    }
    print_message("seeds 2000-2799: %u visits, smallest gap after a step %.1e m\n", visits, least);
}

// Who walks beside somebody who looks farther ahead, and is too far away to be avoided, walks as if it were alone.
static void judge_company(const stage *booth, const oracle_body *body, const oracle_body *bystander, uint64_t seed) {
    oracle_vec alone = booth_visit(booth, body);
    wend_serial other = oracle_body_enter(booth->world, bystander);
    agent_set_param(booth->world, other, "obstacle_horizon", 2.0f);
    oracle_vec beside = booth_visit(booth, body);
    agent_remove(booth->world, other);
    oracle_check(alone.x == beside.x && alone.y == beside.y, "seed %llu: (%.9g %.9g) alone, (%.9g %.9g) with another",
                 (unsigned long long)seed, alone.x, alone.y, beside.x, beside.y);
}

// Agents are looked at many at a time, and who is looked at with whom depends on a grid that is made anew after loading.
static void test_bystanders_change_nothing(void **state) {
    (void)state;
    uint32_t visits = 0;
    for (uint64_t seed = 3000; seed < 3400; seed++) {
        oracle_random random = {seed};
        plan place = {.point_count = 0};
        furnish(&place, &random, (uint32_t)seed);
        stage booth = booth_open(&place, (oracle_about)(seed / 6 % 3), oracle_uniform(&random, 0.05, 0.15));
        wend_error why;
        must(wend_world_set_profile_param(booth.world, 0, "neighbour_distance", 0.5f, &why), &why);
        for (int i = 0; i < 100; i++) {
            oracle_body body, bystander;
            if (!random_visitor(&random, &place, booth.scene, &body)) continue;
            if (!random_visitor(&random, &place, booth.scene, &bystander)) continue;
            double apart = oracle_distance(body.position, bystander.position);
            if (apart < 0.75 || apart > 2.0) continue;
            judge_company(&booth, &body, &bystander, seed);
            visits++;
        }
        booth_close(&booth);
    }
    oracle_check(visits > 3000, "only %u visits", visits);
    print_message("seeds 3000-3399: %u visits beside another\n", visits);
}

// Two pieces that meet at any angle.
static oracle_vec furnish_joint(plan *scenery, oracle_random *random) {
    oracle_vec joint = oracle_in_disc(random, 2.0);
    double turn = oracle_uniform(random, -4.0, 4.0), open = oracle_uniform(random, 0.3, 6.0);
    oracle_vec left = oracle_add(joint, oracle_polar(oracle_uniform(random, 0.3, 3.0), turn));
    oracle_vec right = oracle_add(joint, oracle_polar(oracle_uniform(random, 0.3, 3.0), turn + open));
    const wend_point line[] = {{left.x, left.y}, {joint.x, joint.y}, {right.x, right.y}};
    scenery_add(scenery, WEND_WALL, line, 3);
    return joint;
}

// Someone near a joint, heading more or less for it.
static oracle_body joint_visitor(oracle_random *random, oracle_vec joint) {
    double radius = oracle_uniform(random, 0.02, 0.35), gap = pow(10.0, oracle_uniform(random, -4.0, 0.0));
    oracle_vec out = oracle_polar(1.0, oracle_uniform(random, -4.0, 4.0));
    oracle_vec onwards = oracle_scale(-oracle_uniform(random, 0.1, 1.9), out);
    oracle_vec velocity = oracle_turned(onwards, oracle_uniform(random, -1.0, 1.0));
    oracle_vec preferred = oracle_turned(onwards, oracle_uniform(random, -1.0, 1.0));
    return visitor(oracle_add(joint, oracle_scale(radius + gap, out)), radius, velocity, preferred, 2.0);
}

// Neither piece may leave it to the other.
static void test_joints_are_not_walked_through(void **state) {
    (void)state;
    uint32_t visits = 0;
    double least = INFINITY;
    for (uint64_t seed = 8800; seed < 10200; seed++) {
        oracle_random random = {seed};
        plan place = {.point_count = 0};
        oracle_vec joint = furnish_joint(&place, &random);
        stage booth = booth_open(&place, (oracle_about)(seed % 3), oracle_uniform(&random, 0.2, 2.0));
        for (int i = 0; i < 100; i++) {
            oracle_body body = joint_visitor(&random, joint);
            if (clearance(booth.scene, body.position) < body.radius + 1e-6) continue;
            least = fmin(least, judge_step(&booth, &body, seed, i));
            visits++;
        }
        booth_close(&booth);
    }
    oracle_check(visits > 5000, "only %u visits", visits);
    print_message("seeds 8800-10199: %u visits to joints, smallest gap after a step %.1e m\n", visits, least);
}

// Whoever could go the preferred way for the whole horizon without touching anything may do so.
static void test_open_ways_stay_open(void **state) {
    (void)state;
    uint32_t visits = 0;
    for (uint64_t seed = 320; seed < 400; seed++) {
        oracle_random random = {seed};
        plan place = {.point_count = 0};
        furnish(&place, &random, (uint32_t)seed);
        stage booth = booth_open(&place, ORACLE_CURRENT, 1.0);
        for (int i = 0; i < 200; i++) {
            oracle_body body;
            if (!random_visitor(&random, &place, booth.scene, &body)) continue;
            body.velocity = oracle_rounded_vec(body.preferred);
            double least = INFINITY;
            for (int j = 0; j <= 50; j++) {
                oracle_vec at = oracle_add(body.position, oracle_scale(j / 50.0, body.preferred));
                least = fmin(least, clearance(booth.scene, at));
            }
            if (least < body.radius + 1e-3) continue;
            oracle_vec v = booth_visit(&booth, &body);
            oracle_check(
                oracle_distance(v, body.preferred) < 1e-5,
                "seed %llu visit %d: radius %.7g at (%.7g %.7g) may not go (%.7g %.7g) although it is free, but "
                "(%.7g %.7g)",
                (unsigned long long)seed, i, body.radius, body.position.x, body.position.y, body.preferred.x,
                body.preferred.y, v.x, v.y);
            visits++;
        }
        booth_close(&booth);
    }
    oracle_check(visits > 300, "only %u visits", visits);
    print_message("seeds 320-399: %u free ways stayed free\n", visits);
}

// Cutting --------------------------------------------------------------------------------------------------------------

static wend_point between(wend_point a, wend_point b, double share) {
    return (wend_point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

// The same polygon or polyline with more points on its lines.
static void scenery_add_cut(plan *scenery, oracle_random *random, const wend_obstacle *whole) {
    wend_point cut[MOST_POINTS];
    uint32_t count = 0, edges = whole->point_count - (whole->kind == WEND_WALL);
    for (uint32_t i = 0; i < edges; i++) {
        wend_point a = whole->points[i], b = whole->points[(i + 1) % whole->point_count];
        uint32_t pieces = 1 + oracle_below(random, 4);
        cut[count++] = a;
        for (uint32_t j = 1; j < pieces; j++)
            cut[count++] = between(a, b, ((double)j + oracle_uniform(random, -0.3, 0.3)) / pieces);
    }
    if (whole->kind == WEND_WALL) cut[count++] = whole->points[edges];
    scenery_add(scenery, whole->kind, cut, count);
}

// A polyline as separate obstacles, in any order and direction.
static void scenery_add_apart(plan *scenery, oracle_random *random, const wend_obstacle *whole) {
    plan cut = {.point_count = 0};
    scenery_add_cut(&cut, random, whole);
    uint32_t pieces = cut.point_count - 1, first = oracle_below(random, pieces);
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t at = (first + i) % pieces;
        wend_point ends[2] = {cut.point[at], cut.point[at + 1]};
        if (oracle_below(random, 2) == 0) ends[0] = cut.point[at + 1], ends[1] = cut.point[at];
        scenery_add(scenery, WEND_WALL, ends, 2);
    }
}

static void compare_booths(oracle_random *random, const plan *whole, const plan *cut, uint64_t seed, double *worst,
                           uint32_t *visits) {
    stage a = booth_open(whole, ORACLE_CURRENT, 1.0), b = booth_open(cut, ORACLE_CURRENT, 1.0);
    oracle_check(wend_scene_wall_count(a.scene) == wend_scene_wall_count(b.scene), "seed %llu: %u walls became %u",
                 (unsigned long long)seed, wend_scene_wall_count(a.scene), wend_scene_wall_count(b.scene));
    for (int i = 0; i < 200; i++) {
        oracle_body body;
        if (!random_visitor(random, whole, a.scene, &body) || clearance(b.scene, body.position) < body.radius) continue;
        oracle_vec v = booth_visit(&a, &body), w = booth_visit(&b, &body);
        double difference = oracle_distance(v, w);
        oracle_check(difference < 1e-4, "seed %llu visit %d: (%.7g %.7g) but with cut walls (%.7g %.7g)",
                     (unsigned long long)seed, i, v.x, v.y, w.x, w.y);
        *worst = fmax(*worst, difference);
        ++*visits;
    }
    booth_close(&a);
    booth_close(&b);
}

static void test_cutting_walls_changes_nothing(void **state) {
    (void)state;
    double worst = 0.0;
    uint32_t visits = 0;
    for (uint64_t seed = 400; seed < 436; seed++) {
        oracle_random random = {seed};
        plan whole = {.point_count = 0}, cut = {.point_count = 0};
        furnish(&whole, &random, (uint32_t)seed);
        for (uint32_t i = 0; i < whole.obstacle_count; i++) scenery_add_cut(&cut, &random, &whole.obstacle[i]);
        compare_booths(&random, &whole, &cut, seed, &worst, &visits);
    }
    print_message("seeds 400-435: %u visits, cut walls differ by at most %.1e m/s\n", visits, worst);
}

static void test_separate_pieces_are_one_wall(void **state) {
    (void)state;
    double worst = 0.0;
    uint32_t visits = 0;
    for (uint64_t seed = 500; seed < 536; seed++) {
        oracle_random random = {seed};
        plan whole = {.point_count = 0}, cut = {.point_count = 0};
        const wend_point hall[] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
        wend_point line[4];
        for (int i = 0; i < 4; i++)
            line[i] = (wend_point){-3.0 + 2.0 * i + oracle_uniform(&random, -0.7, 0.7), oracle_uniform(&random, -3, 3)};
        scenery_add(&whole, WEND_ROOM, hall, 4);
        scenery_add(&whole, WEND_WALL, line, seed % 4 == 0 ? 2 : 4);
        scenery_add(&cut, WEND_ROOM, hall, 4);
        scenery_add_apart(&cut, &random, &whole.obstacle[1]);
        compare_booths(&random, &whole, &cut, seed, &worst, &visits);
    }
    print_message("seeds 500-535: %u visits, separate pieces differ by at most %.1e m/s\n", visits, worst);
}

// Touching walls -------------------------------------------------------------------------------------------------------

static void test_overlapping_a_wall_gets_out(void **state) {
    (void)state;
    const wend_point line[] = {{-3, -1}, {0, 0.5}, {3, 0.2}};
    plan place = {.point_count = 0};
    scenery_add(&place, WEND_WALL, line, 3);
    stage booth = booth_open(&place, ORACLE_CURRENT, 1.0);
    oracle_random random = {600};
    uint32_t visits = 0;
    for (int i = 0; i < 100000; i++) {
        oracle_vec at = oracle_at(oracle_uniform(&random, -3.3, 3.3), oracle_uniform(&random, -1.5, 1.0));
        oracle_body body = visitor(at, 0.25, oracle_in_disc(&random, 2.9), oracle_in_disc(&random, 3.0), 3.0);
        double room = clearance(booth.scene, body.position);
        if (room > 0.25 || room < 0.02) continue; // 2.3 m/s at most to be out in a step
        oracle_vec v = booth_visit(&booth, &body);
        double after = clearance(booth.scene, oracle_add(body.position, oracle_scale((double)booth_step, v)));
        oracle_check(after > 0.25 - 1e-5, "seed 600 visit %d: at (%.7g %.7g), %g m deep, (%.7g %.7g) leaves %g m", i,
                     body.position.x, body.position.y, 0.25 - room, v.x, v.y, 0.25 - after);
        visits++;
    }
    booth_close(&booth);
    oracle_check(visits > 200, "only %u visits", visits);
    print_message("seed 600: %u bodies came off the wall in a step\n", visits);
}

// A passage narrower than the body: both sides want it away, and share what must be given up. Along it the body goes as it
// likes.
static void test_contradicting_walls_are_relaxed(void **state) {
    (void)state;
    const wend_point left[] = {{-20, 0.2}, {20, 0.2}}, right[] = {{-20, -0.2}, {20, -0.2}};
    plan place = {.point_count = 0};
    scenery_add(&place, WEND_WALL, left, 2);
    scenery_add(&place, WEND_WALL, right, 2);
    stage booth = booth_open(&place, ORACLE_CURRENT, 1.0);
    oracle_random random = {610};
    for (int i = 0; i < 200; i++) {
        oracle_vec at = oracle_at(oracle_uniform(&random, -1.0, 1.0), oracle_uniform(&random, -0.1, 0.1));
        oracle_body body = visitor(at, 0.25, oracle_in_disc(&random, 1.0), oracle_in_disc(&random, 1.0), 4.0);
        // A wall that is touched asks for the speed that is out in a step, one that is not allows its gap in a second.
        double gap_left = 0.2 - body.position.y - 0.25, gap_right = body.position.y + 0.2 - 0.25;
        double down = gap_left < 0.0 ? -gap_left / (double)booth_step : -gap_left;
        double up = gap_right < 0.0 ? -gap_right / (double)booth_step : -gap_right;
        oracle_vec v = booth_visit(&booth, &body);
        double worst = fmax(down + v.y, up - v.y), least = (down + up) / 2.0;
        oracle_check(worst < least + 1e-4, "seed 610 visit %d: at y %g moves (%g %g): violation %g, possible %g", i,
                     body.position.y, v.x, v.y, worst, least);
        oracle_check(fabs(v.x - body.preferred.x) < 1e-3, "seed 610 visit %d: wants (%g %g) and moves (%g %g)", i,
                     body.preferred.x, body.preferred.y, v.x, v.y);
    }
    booth_close(&booth);
}

// Walks ----------------------------------------------------------------------------------------------------------------

// Walks to the goals one after the other; returns the smallest gap to a wall on the way.
static double walk(const plan *place, oracle_vec from, const oracle_vec *goal, uint32_t goals, double radius,
                   double seconds, const char *what) {
    stage booth = booth_open(place, ORACLE_CURRENT, 1.0);
    wend_agent agent = agent_at(from.x, from.y);
    agent.shape = wend_disc((float)radius);
    agent.max_acceleration = INFINITY;
    double least = INFINITY;
    wend_serial serial = agent_add(booth.world, &agent);
    for (uint32_t next = 0; next < goals; next++) {
        wend_target target = {.at = {goal[next].x, goal[next].y}, .radius = 0.1f};
        agent_set_goal(booth.world, serial, target);
        do {
            oracle_check(wend_world_stats(booth.world).time < seconds, "%s: stuck at (%g %g), speed (%g %g)", what,
                         agent.position.x, agent.position.y, (double)agent.velocity.x, (double)agent.velocity.y);
            world_step(booth.world, 1);
            agent = agent_get(booth.world, serial);
            least = fmin(least, clearance(booth.scene, oracle_at(agent.position.x, agent.position.y)) - radius);
        } while (!agent.arrived);
    }
    booth_close(&booth);
    oracle_check(least > -1e-5, "%s: %g m into a wall", what, -least);
    return least;
}

static void test_a_corridor_with_bends(void **state) {
    (void)state;
    const wend_point outer[] = {{0, 0}, {8, 0}, {8, 5}, {14, 5}},
                     inner[] = {{0, 0.8}, {7.2, 0.8}, {7.2, 5.8}, {14, 5.8}};
    plan place = {.point_count = 0};
    scenery_add(&place, WEND_WALL, outer, 4);
    scenery_add(&place, WEND_WALL, inner, 4);
    const oracle_vec there[] = {{7.6, 0.4}, {7.6, 5.4}, {13.5, 5.4}}, back[] = {{7.6, 5.4}, {7.6, 0.4}, {0.5, 0.4}};
    double least = walk(&place, oracle_at(0.3, 0.26), there, 3, 0.25, 40.0, "corridor");
    least = fmin(least, walk(&place, oracle_at(13.5, 5.5), back, 3, 0.25, 40.0, "corridor back"));
    const oracle_vec past_corner[] = {{7.45, 0.35}, {7.75, 5.45}, {13.5, 5.3}};
    least = fmin(least, walk(&place, oracle_at(0.3, 0.5), past_corner, 3, 0.25, 60.0, "corridor, close to the walls"));
    print_message("corridor: smallest gap %.1e m\n", least);
}

static void test_a_door(void **state) {
    (void)state;
    const wend_point left[] = {{0, -6}, {0, -0.4}}, right[] = {{0, 0.4}, {0, 6}};
    const wend_point thick_left[] = {{0, -6}, {0, -0.4}, {0.2, -0.4}, {0.2, -6}};
    const wend_point thick_right[] = {{0, 6}, {0, 0.4}, {0.2, 0.4}, {0.2, 6}};
    double least = INFINITY;
    for (int thick = 0; thick < 2; thick++) {
        plan place = {.point_count = 0};
        scenery_add(&place, thick ? WEND_SOLID : WEND_WALL, thick ? thick_left : left, thick ? 4 : 2);
        scenery_add(&place, thick ? WEND_SOLID : WEND_WALL, thick ? thick_right : right, thick ? 4 : 2);
        for (int i = -8; i <= 8; i++) {
            char what[32];
            const oracle_vec beyond = {2.0, 0.013 * i};
            (void)snprintf(what, sizeof what, "door %d from %d", thick, i);
            least = fmin(least, walk(&place, oracle_at(-3.0, 0.31 * i + 0.01), &beyond, 1, 0.25, 60.0, what));
        }
    }
    print_message("door of 0.8 m: smallest gap %.1e m\n", least);
}

// Round the outer corner of a block, past the end of a wall, and into the corner of a room.
static void test_corners_and_ends(void **state) {
    (void)state;
    const wend_point block[] = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
    plan place = {.point_count = 0};
    scenery_add(&place, WEND_SOLID, block, 4);
    const oracle_vec round[] = {{4.4, -0.4}, {4.4, 3.4}, {-0.4, 3.4}, {-0.4, -0.4}};
    double least = walk(&place, oracle_at(-0.4, -0.3), round, 4, 0.25, 40.0, "round a block");
    const oracle_vec cut_short = {5.0, 0.6};
    least = fmin(least, walk(&place, oracle_at(1.0, -0.3), &cut_short, 1, 0.25, 30.0, "cutting a corner"));

    plan fence = {.point_count = 0};
    const wend_point line[] = {{0, 0}, {3, 0}};
    scenery_add(&fence, WEND_WALL, line, 2);
    const oracle_vec past = {4.0, 1.5};
    least = fmin(least, walk(&fence, oracle_at(1.0, -0.5), &past, 1, 0.25, 30.0, "past the end of a wall"));

    plan room = {.point_count = 0};
    const wend_point ell[] = {{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}};
    scenery_add(&room, WEND_ROOM, ell, 6);
    const oracle_vec corners[] = {{5.7, 0.3}, {0.3, 0.3}, {0.3, 5.7}, {1.7, 5.7}, {0.5, 0.5}, {5.7, 1.7}};
    least = fmin(least, walk(&room, oracle_at(1.0, 1.0), corners, 6, 0.25, 90.0, "corners of a room"));
    print_message("corners and ends: smallest gap %.1e m\n", least);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_wall_is_a_half_plane),
        cmocka_unit_test(test_no_step_leads_into_a_wall),
        cmocka_unit_test(test_bystanders_change_nothing),
        cmocka_unit_test(test_joints_are_not_walked_through),
        cmocka_unit_test(test_open_ways_stay_open),
        cmocka_unit_test(test_cutting_walls_changes_nothing),
        cmocka_unit_test(test_separate_pieces_are_one_wall),
        cmocka_unit_test(test_overlapping_a_wall_gets_out),
        cmocka_unit_test(test_contradicting_walls_are_relaxed),
        cmocka_unit_test(test_a_corridor_with_bends),
        cmocka_unit_test(test_a_door),
        cmocka_unit_test(test_corners_and_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
