// Two agents: the half-planes that the library gives them, measured from outside, and what they promise.
#include "support/orca_oracle.h"
#include "support/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// The oracle against the definition ------------------------------------------------------------------------------------

// v leads to a collision within the horizon: some t v with 0 < t <= horizon lies in the disc about p.
static bool collides(oracle_vec p, double radius, double horizon, oracle_vec v) {
    return oracle_closest_approach(oracle_scale(-1.0, p), v, horizon) < radius;
}

// Walks along the front arc and the legs in small steps; returns the distance of the point nearest to w.
static double sampled_distance(oracle_vec p, double radius, double horizon, oracle_vec w) {
    enum { STEPS = 4000 };
    double distance = oracle_length(p), tilt = asin(radius / distance), best = INFINITY;
    double start = sqrt(distance * distance - radius * radius) / horizon;
    double half = acos(radius / distance), axis = atan2(p.y, p.x), reach = start + oracle_length(w) + 1.0;
    oracle_vec centre = oracle_scale(1.0 / horizon, p);
    for (int i = 0; i <= STEPS; i++) {
        double share = (double)i / STEPS;
        double angle = axis + 3.14159265358979 + half * (2.0 * share - 1.0);
        oracle_vec on_arc = oracle_add(centre, oracle_polar(radius / horizon, angle));
        double along = start + (reach - start) * share;
        best = fmin(best, oracle_distance(on_arc, w));
        best = fmin(best, oracle_distance(oracle_polar(along, axis + tilt), w));
        best = fmin(best, oracle_distance(oracle_polar(along, axis - tilt), w));
    }
    return best;
}

static void test_oracle_finds_nearest_boundary(void **state) {
    (void)state;
    oracle_random random = {11};
    double worst = 0.0;
    for (int i = 0; i < 1000; i++) {
        double radius = oracle_uniform(&random, 0.2, 2.0), horizon = oracle_uniform(&random, 0.3, 5.0);
        oracle_vec p = oracle_polar(radius + oracle_uniform(&random, 0.01, 4.0), oracle_uniform(&random, -4.0, 4.0));
        oracle_vec w = oracle_in_disc(&random, 5.0);
        oracle_nearest found = oracle_cone(p, radius, horizon, w);
        oracle_nearest again = oracle_hull(&p, 1, radius, horizon, NULL, w);
        double distance = oracle_distance(found.point, w), sampled = sampled_distance(p, radius, horizon, w);
        oracle_check(distance <= sampled + 1e-9, "seed 11 case %d: sampling found %g, the oracle %g", i, sampled,
                     distance);
        oracle_check(sampled - distance < 5e-3, "seed 11 case %d: sampling found only %g, not %g", i, sampled,
                     distance);
        oracle_check(oracle_distance(found.point, again.point) < 1e-9 || found.margin < 1e-9,
                     "seed 11 case %d: the two oracles differ", i);
        oracle_vec in = oracle_sub(found.point, oracle_scale(1e-6, found.normal));
        oracle_vec out = oracle_add(found.point, oracle_scale(1e-6, found.normal));
        oracle_check(collides(p, radius, horizon, in) && !collides(p, radius, horizon, out),
                     "seed 11 case %d: not on the boundary", i);
        worst = fmax(worst, sampled - distance);
    }
    print_message("seed 11, 1000 obstacles: samples at most %.1e m/s farther than the oracle\n", worst);
}

// A widened obstacle is the union of the obstacle moved by every velocity of the set.
static void test_oracle_widens_by_velocity_sets(void **state) {
    (void)state;
    oracle_random random = {12};
    for (int i = 0; i < 500; i++) {
        double radius = oracle_uniform(&random, 0.2, 1.0), horizon = oracle_uniform(&random, 0.3, 5.0);
        oracle_vec p = oracle_polar(radius + oracle_uniform(&random, 0.01, 4.0), oracle_uniform(&random, -4.0, 4.0));
        oracle_vec w = oracle_in_disc(&random, 5.0);
        double size = oracle_uniform(&random, 0.1, 0.5);
        oracle_spread square = {.corner = {{-size, -size}, {size, -size}, {size, size}, {-size, size}},
                                .corner_count = 4};
        oracle_spread disc = {.radius = size};
        for (int shape = 0; shape < 2; shape++) {
            oracle_nearest found = oracle_hull(&p, 1, radius, horizon, shape == 0 ? &square : &disc, w);
            oracle_vec in = oracle_sub(found.point, oracle_scale(1e-3, found.normal));
            oracle_vec out = oracle_add(found.point, oracle_scale(1e-6, found.normal));
            bool hit_in = false, hit_out = false;
            for (int j = 0; j < 4000; j++) { // velocities along the edge of the set
                double t = (double)j / 1000.0;
                int side = (int)t;
                oracle_vec a = square.corner[side], b = square.corner[(side + 1) % 4];
                oracle_vec v = shape == 1 ? oracle_polar(size, t * 1.5707963267949)
                                          : oracle_add(a, oracle_scale(t - side, oracle_sub(b, a)));
                hit_in = hit_in || collides(p, radius, horizon, oracle_sub(in, v));
                hit_out = hit_out || collides(p, radius, horizon, oracle_sub(out, v));
            }
            oracle_check(hit_in && !hit_out, "seed 12 case %d shape %d: not on the boundary", i, shape);
        }
    }
}

// Measuring half-planes ------------------------------------------------------------------------------------------------

enum { PAIRS = 64 };

// Pairs far from each other: bodies 2i and 2i + 1 see only one another. `nearest` and `farthest` gap between them.
static oracle_crowd random_pairs(oracle_random *random, double nearest, double farthest) {
    oracle_crowd crowd = oracle_crowd_empty();
    crowd.horizon = oracle_rounded(oracle_uniform(random, 0.5, 5.0));
    crowd.about = (oracle_about)oracle_below(random, 3);
    for (uint32_t i = 0; i < PAIRS; i++) {
        oracle_vec at = oracle_at(14.0 * (double)(i % 8) - 49.0, 14.0 * (double)(i / 8) - 49.0);
        double radius[2] = {oracle_uniform(random, 0.1, 0.9), oracle_uniform(random, 0.1, 0.9)};
        double distance = radius[0] + radius[1] + oracle_uniform(random, nearest, farthest);
        oracle_vec apart = oracle_polar(fmax(distance, 0.05), oracle_uniform(random, -4.0, 4.0));
        for (uint32_t j = 0; j < 2; j++)
            oracle_crowd_add(&crowd, j == 0 ? at : oracle_add(at, apart), radius[j], oracle_in_disc(random, 2.0),
                             oracle_in_disc(random, 2.0), 40.0);
    }
    return crowd;
}

typedef struct measured {
    oracle_plane plane[2 * PAIRS];
    bool known[2 * PAIRS];
    oracle_vec foot[2 * PAIRS];    // the velocity on the plane that it was measured with
    oracle_vec optimum[2 * PAIRS]; // the optimisation velocity while it was measured
} measured;

// A preferred velocity on the wrong side of the one plane comes back as its foot on it: that is the plane.
static void measure_once(oracle_crowd *crowd, double speed, double turn, measured *found) {
    oracle_vec after[ORACLE_BODIES];
    for (uint32_t i = 0; i < crowd->count; i++) {
        oracle_body *body = &crowd->body[i];
        oracle_vec towards = oracle_unit(oracle_sub(crowd->body[i ^ 1].position, body->position));
        oracle_crowd probe = oracle_crowd_empty();
        oracle_vec wish = oracle_scale(speed, oracle_turned(towards, turn));
        body->preferred = oracle_crowd_add(&probe, body->position, 1.0, oracle_at(0, 0), wish, 40.0)->preferred;
    }
    oracle_crowd_step(crowd, NULL, after);
    for (uint32_t i = 0; i < crowd->count; i++) {
        oracle_vec moved = oracle_sub(after[i], crowd->body[i].preferred);
        if (found->known[i] || oracle_length(moved) < 0.2 * speed) continue;
        oracle_vec n = oracle_unit(moved);
        found->plane[i] = (oracle_plane){n, oracle_dot(n, after[i]), false};
        found->foot[i] = after[i];
        found->optimum[i] = oracle_optimum(crowd, &crowd->body[i]);
        found->known[i] = true;
    }
}

static bool about_preferred(const oracle_crowd *crowd) {
    bool found = crowd->about == ORACLE_PREFERRED;
    for (uint32_t i = 0; i < crowd->count; i++) {
        double priority = crowd->body[i].priority;
        found = found || (priority != 0.0 && priority < (double)WEND_PRIORITY_FIRM);
    }
    return found;
}

// Fast probes find all planes. Where planes depend on the preferred velocity, by the optimisation velocity or by right of
// way, a probe is part of what it measures, so there is only one, of usual speed, and some planes stay unknown.
static void measure(oracle_crowd *crowd, measured *found) {
    static const double turn[] = {0.1, 0.8, -0.8, 1.6, -1.6, 3.1};
    memset(found, 0, sizeof *found);
    if (about_preferred(crowd)) {
        measure_once(crowd, 2.0, 0.3, found);
        return;
    }
    for (uint32_t i = 0; i < WEND_COUNT(turn); i++) measure_once(crowd, 10.0, turn[i], found);
}

// How far the measured foot is off the plane, and what the difference of directions makes up to 2 m/s away from it. A
// probe of 10 m/s is good to 1e-6 m/s, and comes back from at least 2 m/s away.
static double plane_difference(const measured *found, uint32_t i, oracle_plane plane) {
    double off = fabs(oracle_dot(plane.n, found->foot[i]) - plane.at);
    return off + 2.0 * oracle_distance(plane.n, found->plane[i].n);
}

// Compares every measured plane with the oracle's; returns the worst difference.
static double compare_planes(const oracle_crowd *crowd, const measured *found, uint64_t seed, uint32_t *count) {
    double worst = 0.0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        bool doubtful = false;
        (void)oracle_crowd_programme(crowd, i, &doubtful);
        if (!found->known[i] || doubtful) continue;
        oracle_plane expected = oracle_pair_plane(crowd, &crowd->body[i], &crowd->body[i ^ 1], NULL);
        double difference = plane_difference(found, i, expected);
        oracle_check(difference < 1e-5, "seed %llu body %u: plane (%g %g) %g, expected (%g %g) %g, about %d",
                     (unsigned long long)seed, i, found->plane[i].n.x, found->plane[i].n.y, found->plane[i].at,
                     expected.n.x, expected.n.y, expected.at, (int)crowd->about);
        worst = fmax(worst, difference);
        ++*count;
    }
    return worst;
}

// The second of each pair has some right of way, or lets the first have it.
static void draw_priorities(oracle_crowd *crowd, oracle_random *random) {
    for (uint32_t i = 1; i < crowd->count; i += 2)
        crowd->body[i].priority = oracle_rounded(oracle_uniform(random, -1.5, 1.5));
}

static void test_half_planes_match_the_oracle(void **state) {
    (void)state;
    double worst = 0.0;
    uint32_t count = 0, all = 0;
    for (uint64_t seed = 100; seed < 130; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_pairs(&random, seed % 3 == 0 ? -0.5 : 0.0, 2.5);
        if (seed % 2 == 0) draw_priorities(&crowd, &random);
        measured found;
        measure(&crowd, &found);
        worst = fmax(worst, compare_planes(&crowd, &found, seed, &count));
        all += crowd.count;
    }
    oracle_check(count > all / 2, "only %u of %u planes could be measured", count, all);
    print_message("seeds 100-129: %u of %u half-planes measured, worst difference %.1e m/s\n", count, all, worst);
}

static void test_half_planes_of_velocity_sets(void **state) {
    (void)state;
    double worst = 0.0;
    uint32_t count = 0;
    for (uint64_t seed = 150; seed < 162; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_pairs(&random, seed % 3 == 0 ? -0.3 : 0.0, 2.5);
        double size = oracle_rounded(oracle_uniform(&random, 0.05, 0.6));
        if (seed % 2 == 0)
            crowd.spread.radius = size;
        else
            crowd.spread = (oracle_spread){0.0, {{-size, -size}, {size, -size}, {size, size}, {-size, size}}, 4};
        measured found;
        measure(&crowd, &found);
        worst = fmax(worst, compare_planes(&crowd, &found, seed, &count));
    }
    print_message("seeds 150-161: %u half-planes, worst difference %.1e m/s\n", count, worst);
}

// An avatar, a moving obstacle or a firm agent does nothing, so the other does it all.
static void test_others_take_all_of_the_driven_and_firm(void **state) {
    (void)state;
    double worst = 0.0;
    uint32_t count = 0;
    for (uint64_t seed = 170; seed < 182; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_pairs(&random, 0.0, 2.5);
        crowd.about = (oracle_about)(seed % 3);
        for (uint32_t i = 1; i < crowd.count; i += 2) {
            if (seed % 2 == 0)
                crowd.body[i].driven = true;
            else
                crowd.body[i].priority = (double)WEND_PRIORITY_FIRM;
        }
        measured found;
        measure(&crowd, &found);
        for (uint32_t i = 1; i < crowd.count; i += 2) found.known[i] = false;
        worst = fmax(worst, compare_planes(&crowd, &found, seed, &count));
    }
    print_message("seeds 170-181: %u half-planes, worst difference %.1e m/s\n", count, worst);
}

// The driven keep their velocity, and the firm take the one they want, whoever is in the way.
static void test_driven_and_firm_go_their_way(void **state) {
    (void)state;
    for (uint64_t seed = 182; seed < 194; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_pairs(&random, seed % 3 == 0 ? -0.3 : 0.0, 2.0);
        crowd.about = (oracle_about)(seed / 2 % 3);
        for (uint32_t i = 1; i < crowd.count; i += 2) {
            crowd.body[i].driven = seed % 2 == 0;
            if (seed % 2 == 1) crowd.body[i].priority = (double)WEND_PRIORITY_FIRM;
        }
        oracle_vec after[ORACLE_BODIES];
        oracle_crowd_step(&crowd, NULL, after);
        for (uint32_t i = 1; i < crowd.count; i += 2) {
            const oracle_body *body = &crowd.body[i];
            oracle_vec wish = body->driven ? body->velocity : body->preferred;
            oracle_check(oracle_distance(after[i], wish) < 2e-6,
                         "seed %llu body %u, %s, about %d: gave way, (%.7g %.7g) instead of (%.7g %.7g)",
                         (unsigned long long)seed, i, body->driven ? "driven" : "firm", (int)crowd.about, after[i].x,
                         after[i].y, wish.x, wish.y);
        }
    }
}

// What the half-planes promise -----------------------------------------------------------------------------------------

// A velocity that the plane allows: anywhere, or on its edge.
static oracle_vec allowed(oracle_random *random, oracle_plane plane) {
    oracle_vec v = oracle_in_disc(random, 6.0);
    double short_by = plane.at - oracle_dot(plane.n, v);
    if (short_by > 0.0 || oracle_below(random, 2) == 0) v = oracle_add(v, oracle_scale(short_by, plane.n));
    return v;
}

// The smallest distance of the bodies over the horizon (or, where they overlap now, after a step), less their radii.
static double gap_ahead(const oracle_crowd *crowd, uint32_t a, oracle_vec va, oracle_vec vb) {
    const oracle_body *body = &crowd->body[a], *other = &crowd->body[a + 1];
    oracle_vec apart = oracle_sub(body->position, other->position), v = oracle_sub(va, vb);
    double radius = body->radius + other->radius;
    if (oracle_length(apart) < radius) return oracle_length(oracle_add(apart, oracle_scale(crowd->step, v))) - radius;
    return oracle_closest_approach(apart, v, crowd->horizon) - radius;
}

static bool nearly_touching(const oracle_crowd *crowd, uint32_t a) {
    const oracle_body *body = &crowd->body[a], *other = &crowd->body[a + 1];
    return fabs(oracle_distance(body->position, other->position) - body->radius - other->radius) < 1e-3;
}

// Tolerance: planes are measured to 1e-6 of direction; velocities are up to 10 m/s away from where they were measured,
// so both together are wrong by at most 2e-5 m/s, for the whole horizon.
static void test_any_allowed_velocities_avoid_collision(void **state) {
    (void)state;
    double worst = 0.0;
    uint32_t pairs = 0;
    for (uint64_t seed = 200; seed < 230; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_pairs(&random, seed % 3 == 0 ? -0.5 : 0.0, 2.5);
        measured found;
        measure(&crowd, &found);
        for (uint32_t a = 0; a < crowd.count; a += 2) {
            if (!found.known[a] || !found.known[a + 1] || nearly_touching(&crowd, a)) continue;
            pairs++;
            for (int i = 0; i < 200; i++) {
                oracle_vec va = allowed(&random, found.plane[a]), vb = allowed(&random, found.plane[a + 1]);
                double gap = gap_ahead(&crowd, a, va, vb);
                oracle_check(gap > -2e-5 * crowd.horizon,
                             "seed %llu pair %u: (%g %g) and (%g %g) are allowed and collide by %g m",
                             (unsigned long long)seed, a / 2, va.x, va.y, vb.x, vb.y, -gap);
                worst = fmin(worst, gap);
            }
        }
    }
    oracle_check(pairs > 500, "only %u pairs", pairs);
    print_message("seeds 200-229: %u pairs of 200 velocities, deepest collision %.1e m\n", pairs, -worst);
}

// Area of the part of a disc that lies beyond a line whose distance from the centre is d (negative: centre is beyond).
static double area_beyond(double d, double radius) {
    if (d >= radius) return 0.0;
    if (d <= -radius) return 3.14159265358979 * radius * radius;
    return radius * radius * acos(d / radius) - d * sqrt(radius * radius - d * d);
}

static double area_allowed(const measured *found, uint32_t i, double inwards, double radius) {
    return area_beyond(found->plane[i].at + inwards - oracle_dot(found->plane[i].n, found->optimum[i]), radius);
}

// Both give way alike; so the areas allowed near the optimisation velocities are equal, for every radius.
static void check_fair(const measured *found, uint32_t a, uint64_t seed) {
    oracle_vec sum = oracle_add(found->plane[a].n, found->plane[a + 1].n);
    oracle_check(oracle_length(sum) < 5e-6, "seed %llu pair %u: normals differ", (unsigned long long)seed, a / 2);
    for (double radius = 0.25; radius < 5.0; radius *= 2.0) {
        double area[2] = {area_allowed(found, a, 0.0, radius), area_allowed(found, a + 1, 0.0, radius)};
        oracle_check(fabs(area[0] - area[1]) < 2e-5 * 2.0 * radius, "seed %llu pair %u: areas %g and %g within %g m/s",
                     (unsigned long long)seed, a / 2, area[0], area[1], radius);
        bool cut = area[0] > 0.0 && area[0] < area_beyond(-radius, radius);
        oracle_check(!cut || (area_allowed(found, a, 1e-3, radius) < area[0] &&
                              area_allowed(found, a + 1, 1e-3, radius) < area[1]),
                     "seed %llu pair %u: moving a line inwards gained area", (unsigned long long)seed, a / 2);
    }
}

// Maximal: a line moved outwards allows a collision, so whoever gains area takes it from the other.
static void check_maximal(const oracle_crowd *crowd, const measured *found, uint32_t a, uint64_t seed) {
    for (uint32_t mover = 0; mover < 2; mover++) {
        oracle_vec v[2];
        for (uint32_t i = 0; i < 2; i++) {
            const oracle_plane *plane = &found->plane[a + i];
            double move = plane->at - oracle_dot(plane->n, found->optimum[a + i]) - (i == mover ? 1e-2 : 0.0);
            v[i] = oracle_add(found->optimum[a + i], oracle_scale(move, plane->n));
        }
        double gap = gap_ahead(crowd, a, v[0], v[1]);
        oracle_check(gap < 0.0, "seed %llu pair %u: lines moved outwards still allow no collision (gap %g)",
                     (unsigned long long)seed, a / 2, gap);
    }
}

static void test_pairs_are_optimal(void **state) {
    (void)state;
    uint32_t pairs = 0;
    for (uint64_t seed = 300; seed < 330; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_pairs(&random, seed % 3 == 0 ? -0.5 : 0.0, 2.5);
        measured found;
        measure(&crowd, &found);
        for (uint32_t a = 0; a < crowd.count; a += 2) {
            bool doubtful = false;
            (void)oracle_crowd_programme(&crowd, a, &doubtful);
            if (!found.known[a] || !found.known[a + 1] || doubtful) continue;
            check_fair(&found, a, seed);
            check_maximal(&crowd, &found, a, seed);
            pairs++;
        }
    }
    oracle_check(pairs > 500, "only %u pairs", pairs);
    print_message("seeds 300-329: %u pairs fair and maximal\n", pairs);
}

// Overlapping ----------------------------------------------------------------------------------------------------------

// With equal top speeds: apart after one step if both can go the way they owe, else each as fast as it can along it.
static void check_parted(const oracle_crowd *crowd, uint32_t a, const oracle_vec *after, uint64_t seed,
                         uint32_t parted[2]) {
    bool able = true;
    for (uint32_t i = a; i < a + 2; i++) {
        const oracle_body *body = &crowd->body[i];
        oracle_plane plane = oracle_pair_plane(crowd, body, &crowd->body[i ^ 1], NULL);
        if (plane.at < body->max_speed - 1e-5) continue;
        able = false;
        oracle_vec fastest = oracle_scale(body->max_speed, plane.n);
        oracle_check(plane.at < body->max_speed + 1e-5 || oracle_distance(after[i], fastest) < 2e-5 * body->max_speed,
                     "seed %llu body %u: (%g %g) instead of as fast as possible (%g %g)", (unsigned long long)seed, i,
                     after[i].x, after[i].y, fastest.x, fastest.y);
    }
    double gap = gap_ahead(crowd, a, after[a], after[a + 1]);
    oracle_check(!able || gap > -1e-5, "seed %llu pair %u: still %g m deep after a step", (unsigned long long)seed,
                 a / 2, -gap);
    parted[able]++;
}

static void test_overlapping_discs_part(void **state) {
    (void)state;
    uint32_t parted[2] = {0, 0};
    for (uint64_t seed = 400; seed < 420; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_pairs(&random, -0.6, -2e-3);
        for (uint32_t i = 0; i < crowd.count; i += 2)
            crowd.body[i].max_speed = crowd.body[i + 1].max_speed = oracle_rounded(oracle_uniform(&random, 2.0, 5.0));
        oracle_vec after[ORACLE_BODIES];
        oracle_crowd_step(&crowd, NULL, after);
        for (uint32_t a = 0; a < crowd.count; a += 2) check_parted(&crowd, a, after, seed, parted);
    }
    oracle_check(parted[0] > 100 && parted[1] > 100, "too few cases: %u, %u", parted[0], parted[1]);
    print_message("seeds 400-419: %u overlapping pairs parted in a step, %u as fast as they could\n", parted[1],
                  parted[0]);
}

// To the end -----------------------------------------------------------------------------------------------------------

typedef struct encounter {
    wend_agent agent[2];
    float radius[2];
} encounter;

static bool goals_clash(const encounter *run) {
    double dx = run->agent[0].goal.at.x - run->agent[1].goal.at.x;
    double dy = run->agent[0].goal.at.y - run->agent[1].goal.at.y;
    return hypot(dx, dy) < (double)(run->radius[0] + run->radius[1]) + 0.5;
}

// Across the middle from anywhere, at any speed, starting in any direction. Where the top speeds differ, the slower may
// be unable to do its half, and the faster needs room for two steps to make up for it.
static encounter random_run(oracle_random *random) {
    encounter made;
    double top = oracle_uniform(random, 1.0, 3.0), gap;
    do {
        bool equal = oracle_below(random, 2) == 0;
        oracle_vec at[2];
        for (int i = 0; i < 2; i++) {
            wend_agent *agent = &made.agent[i];
            *agent = wend_agent_default();
            made.radius[i] = (float)oracle_uniform(random, 0.1, 1.2);
            at[i] = oracle_in_disc(random, 8.0);
            oracle_vec goal = oracle_add(oracle_scale(-1.0, at[i]), oracle_in_disc(random, 3.0));
            agent->shape = wend_disc(made.radius[i]);
            agent->max_acceleration = INFINITY;
            agent->max_speed = (float)(equal ? top : oracle_uniform(random, 0.5, 3.0));
            agent->preferred_speed = agent->max_speed * (float)oracle_uniform(random, 0.4, 1.0);
            oracle_vec v = oracle_in_disc(random, (double)agent->max_speed * 0.999);
            agent->velocity = (wend_vec){(float)v.x, (float)v.y};
            agent->position = (wend_point){oracle_rounded(at[i].x), oracle_rounded(at[i].y)};
            agent->goal = (wend_target){.at = {goal.x, goal.y}, .radius = 0.1f};
        }
        gap = oracle_distance(at[0], at[1]) - (double)(made.radius[0] + made.radius[1]);
        if (!equal) gap -= 0.2 * (double)(made.agent[0].max_speed + made.agent[1].max_speed);
    } while (gap < 1e-4 || goals_clash(&made));
    return made;
}

static oracle_vec place(const wend_agent *agent) { return oracle_at(agent->position.x, agent->position.y); }

// How far the bodies may get into each other in the middle of a step: not at all, unless they touch so closely that
// rounding says they overlap. Then only the end of the step counts, and a path past each other is a chord of the circle.
static double chord_depth(double gap, oracle_vec change, double radius) {
    return gap < 1e-6 ? oracle_dot(change, change) / (8.0 * radius) : 0.0;
}

// Returns the smallest gap between the bodies, also in the middle of steps.
static double run_to_the_end(const wend_scene *scene, const encounter *run, uint64_t seed, uint32_t *steps) {
    wend_world_def def = wend_world_default(scene);
    wend_world *world = NULL;
    wend_serial serial[2];
    wend_error error;
    oracle_require(wend_world_create(&def, &world, &error), &error, "world");
    oracle_require(wend_world_add_many(world, run->agent, 2, serial, &error), &error, "add");
    wend_agent now[2] = {run->agent[0], run->agent[1]};
    double least = INFINITY, radius = (double)(run->radius[0] + run->radius[1]);
    while (!(now[0].arrived && now[1].arrived)) {
        oracle_check(++*steps % 4000 != 0, "run %llu: not there after 400 s: (%g %g) and (%g %g)",
                     (unsigned long long)seed, now[0].position.x, now[0].position.y, now[1].position.x,
                     now[1].position.y);
        oracle_vec before = oracle_sub(place(&now[0]), place(&now[1]));
        world_step(world, 1);
        for (int i = 0; i < 2; i++) now[i] = agent_get(world, serial[i]);
        oracle_vec change = oracle_sub(oracle_sub(place(&now[0]), place(&now[1])), before);
        double gap = oracle_length(before) - radius, dip = chord_depth(gap, change, radius);
        least = fmin(least, fmin(gap, oracle_closest_approach(before, change, 1.0) - radius + dip));
    }
    wend_world_destroy(world);
    return least;
}

// Positions are within 10 m of the origin, so they round to 5e-7 m each; a step adds rounding of the velocities (2e-7
// m/s and 1e-6 of direction, over 0.1 s). Altogether the bodies may overlap by 1e-5 m.
static void pairs_pass(const char *preset, uint64_t first) {
    wend_profile profile = wend_profile_default();
    profile.habits = "none";
    profile.preset = preset;
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    wend_scene *scene = NULL;
    wend_error error;
    oracle_require(wend_scene_create(&def, &scene, &error), &error, "scene");
    double least = INFINITY;
    uint32_t steps = 0, total = 0;
    for (uint64_t seed = first; seed < first + 400; seed++) {
        oracle_random random = {seed};
        encounter run = random_run(&random);
        steps = 0;
        double gap = run_to_the_end(scene, &run, seed, &steps);
        oracle_check(gap > -1e-5, "%s, run %llu: overlap of %g m", preset, (unsigned long long)seed, -gap);
        least = fmin(least, gap);
        total += steps;
    }
    wend_scene_destroy(scene);
    print_message("%s, seeds %llu to %llu: %u steps, smallest gap %.1e m\n", preset, (unsigned long long)first,
                  (unsigned long long)(first + 399), total, least);
}

static void test_pairs_pass_by_default(void **state) {
    (void)state;
    pairs_pass("default", 1000);
}

static void test_pairs_pass_as_published(void **state) {
    (void)state;
    pairs_pass("published", 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle_finds_nearest_boundary),
        cmocka_unit_test(test_oracle_widens_by_velocity_sets),
        cmocka_unit_test(test_half_planes_match_the_oracle),
        cmocka_unit_test(test_half_planes_of_velocity_sets),
        cmocka_unit_test(test_others_take_all_of_the_driven_and_firm),
        cmocka_unit_test(test_driven_and_firm_go_their_way),
        cmocka_unit_test(test_any_allowed_velocities_avoid_collision),
        cmocka_unit_test(test_pairs_are_optimal),
        cmocka_unit_test(test_overlapping_discs_part),
        cmocka_unit_test(test_pairs_pass_by_default),
        cmocka_unit_test(test_pairs_pass_as_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
