// The programme that picks a velocity, against an oracle that tries every vertex in double precision.
#include "support/orca_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// The oracle against plainer ways --------------------------------------------------------------------------------------

static oracle_programme random_programme(oracle_random *random) {
    oracle_programme programme;
    memset(&programme, 0, sizeof programme);
    programme.preferred = oracle_in_disc(random, 2.5);
    programme.disc[programme.disc_count++] = (oracle_disc){oracle_at(0.0, 0.0), 2.0};
    if (oracle_below(random, 3) == 0)
        programme.disc[programme.disc_count++] =
            (oracle_disc){oracle_in_disc(random, 2.0), oracle_uniform(random, 0.3, 1)};
    uint32_t planes = 2 + oracle_below(random, 10);
    for (uint32_t i = 0; i < planes; i++) {
        oracle_vec n = oracle_polar(1.0, oracle_uniform(random, -4.0, 4.0));
        oracle_programme_add(&programme, (oracle_plane){n, oracle_uniform(random, -2.0, 0.7), i == 0});
    }
    return programme;
}

static bool inside(const oracle_programme *programme, oracle_vec v) {
    for (uint32_t i = 0; i < programme->disc_count; i++)
        if (oracle_distance(v, programme->disc[i].centre) > programme->disc[i].radius) return false;
    return oracle_violation(programme, true, v) <= 0.0;
}

// No sample may beat the oracle; and near the oracle's answer there must be samples almost as good, so it is no fancy.
static void test_oracle_beats_samples(void **state) {
    (void)state;
    oracle_random random = {21};
    int feasible = 0;
    for (int i = 0; i < 400; i++) {
        oracle_programme programme = random_programme(&random);
        oracle_vec closest = {0, 0}, least = {0, 0};
        bool found = oracle_closest(&programme, 0.0, &closest);
        double violation = oracle_least(&programme, 0.0, &least);
        feasible += found;
        oracle_check(found == (violation <= 1e-9), "seed 21 case %d: feasible or not?", i);
        oracle_check(!found || oracle_violation(&programme, false, closest) < 1e-8, "seed 21 case %d: outside", i);
        double sampled_violation = INFINITY, sampled_distance = INFINITY;
        for (int j = 0; j < 20000; j++) {
            oracle_vec about = j % 2 == 0 ? least : closest;
            double reach = 4.0 * pow(0.1, (double)(j % 10) / 2.0);
            oracle_vec v = oracle_add(about, oracle_in_disc(&random, reach));
            if (!inside(&programme, v)) continue;
            double now = oracle_violation(&programme, false, v);
            sampled_violation = fmin(sampled_violation, now);
            if (now <= 0.0) sampled_distance = fmin(sampled_distance, oracle_distance(v, programme.preferred));
        }
        oracle_check(violation <= sampled_violation + 1e-7, "seed 21 case %d: violation %g, a sample has %g", i,
                     violation, sampled_violation);
        oracle_check(violation == INFINITY || sampled_violation < violation + 0.1, "seed 21 case %d: no sample near",
                     i);
        double distance = found ? oracle_distance(closest, programme.preferred) : INFINITY;
        oracle_check(distance <= sampled_distance + 1e-7, "seed 21 case %d: distance %g, a sample has %g", i, distance,
                     sampled_distance);
    }
    print_message("seed 21: 400 programmes, %d of them feasible\n", feasible);
}

// The largest violation is convex: halving intervals in y inside halving intervals in x must find the same minimum.
static double least_over_y(const oracle_programme *programme, double x) {
    double radius = programme->disc[0].radius, high = sqrt(fmax(0.0, radius * radius - x * x)), low = -high;
    for (int i = 0; i < 70; i++) {
        double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        if (oracle_violation(programme, false, oracle_at(x, a)) < oracle_violation(programme, false, oracle_at(x, b)))
            high = b;
        else
            low = a;
    }
    return oracle_violation(programme, false, oracle_at(x, low));
}

static void test_oracle_least_by_ternary_search(void **state) {
    (void)state;
    oracle_random random = {22};
    for (int i = 0; i < 100; i++) {
        oracle_programme programme = random_programme(&random);
        programme.disc_count = 1;
        programme.plane[0].hard = false;
        double low = -2.0, high = 2.0;
        for (int j = 0; j < 70; j++) {
            double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
            if (least_over_y(&programme, a) < least_over_y(&programme, b))
                high = b;
            else
                low = a;
        }
        double searched = least_over_y(&programme, low), enumerated = oracle_least(&programme, 0.0, NULL);
        oracle_check(fabs(searched - enumerated) < 1e-6, "seed 22 case %d: searched %g, enumerated %g", i, searched,
                     enumerated);
    }
}

// Judging one agent's answer -------------------------------------------------------------------------------------------

typedef struct tally {
    uint32_t feasible, infeasible, narrow, skipped;
    double violation, farther, excess, hard; // worst ones
} tally;

static void tally_print(const char *what, const tally *verdict) {
    print_message(
        "%s: %u feasible (violation %.1e, farther than the best by %.1e), %u infeasible (above the optimum by "
        "%.1e), %u on the brink, %u skipped as ties; hard planes violated by %.1e\n",
        what, verdict->feasible, verdict->violation, verdict->farther, verdict->infeasible, verdict->excess,
        verdict->narrow, verdict->skipped, fmax(0.0, verdict->hard));
}

// What is asked of an answer, with what rounding to float may cost. A plane of the library lies within 1e-5 m/s of the
// oracle's; so whatever is feasible with that to spare must not be closer to the preferred velocity.
static void judge_feasible(const oracle_programme *programme, double least, oracle_vec v, const char *where,
                           tally *verdict) {
    double violation = oracle_violation(programme, false, v);
    oracle_check(violation <= 1e-5, "%s: (%.7g %.7g) violates a plane by %g although all can be met", where, v.x, v.y,
                 violation);
    oracle_vec best, spared;
    double distance = oracle_distance(v, programme->preferred);
    oracle_check(oracle_closest(programme, 0.0, &best), "%s: the oracle contradicts itself", where);
    double farther = distance - oracle_distance(best, programme->preferred);
    if (oracle_closest(programme, 1e-5, &spared)) {
        double spared_distance = oracle_distance(spared, programme->preferred);
        oracle_check(distance <= spared_distance + 1e-5,
                     "%s: (%.7g %.7g) is %g from the preferred velocity, (%.7g %.7g) "
                     "only %g",
                     where, v.x, v.y, distance, spared.x, spared.y, spared_distance);
    }
    oracle_check(least > -0.05 || farther <= 1e-4, "%s: (%.7g %.7g) is farther than (%.7g %.7g) by %g", where, v.x, v.y,
                 best.x, best.y, farther);
    if (least < -0.05) verdict->farther = fmax(verdict->farther, farther);
    verdict->violation = fmax(verdict->violation, violation);
    verdict->feasible++;
}

static void judge_discs(const oracle_programme *programme, oracle_vec v, const char *where) {
    for (uint32_t i = 0; i < programme->disc_count; i++) {
        double out = oracle_distance(v, programme->disc[i].centre) - programme->disc[i].radius;
        oracle_check(out <= 1e-5, "%s: (%.7g %.7g) is outside disc %u by %g", where, v.x, v.y, i, out);
    }
}

static void judge(const oracle_programme *programme, oracle_vec v, const char *where, tally *verdict) {
    judge_discs(programme, v, where);
    double hard = oracle_violation(programme, true, v), given = fmax(0.0, oracle_least_hard(programme));
    oracle_check(hard <= given + (given > 0.0 ? 1e-4 : 1e-5), "%s: (%.7g %.7g) violates a hard plane by %g, needed %g",
                 where, v.x, v.y, hard, given);
    verdict->hard = fmax(verdict->hard, hard - given);
    double least = oracle_least(programme, given, NULL);
    if (least < -2e-5 && given <= 0.0) {
        judge_feasible(programme, least, v, where, verdict);
        return;
    }
    double excess = oracle_violation(programme, false, v) - fmax(0.0, least);
    oracle_check(excess <= 1e-4, "%s: (%.7g %.7g) violates a plane by %g more than the optimum %g", where, v.x, v.y,
                 excess, least);
    verdict->excess = fmax(verdict->excess, excess);
    if (least > 2e-5)
        verdict->infeasible++;
    else
        verdict->narrow++;
}

static bool no_planes(const oracle_programme *programme) { return programme->plane_count == 0; }

// The wall along y = 0 that some crowds have: everyone is above it.
static const oracle_vec long_wall[2] = {{-200.0, 0.0}, {200.0, 0.0}};

static void add_wall_plane(oracle_programme *programme, const oracle_crowd *crowd, const oracle_body *body) {
    oracle_vec piece[2] = {oracle_sub(long_wall[0], body->position), oracle_sub(long_wall[1], body->position)};
    oracle_nearest nearest =
        oracle_hull(piece, 2, body->radius, crowd->obstacle_horizon, NULL, oracle_optimum(crowd, body));
    oracle_programme_add(programme, (oracle_plane){nearest.normal, oracle_dot(nearest.normal, nearest.point), true});
}

static void judge_crowd(const oracle_crowd *crowd, uint64_t seed, tally *verdict) {
    oracle_vec after[ORACLE_BODIES];
    char where[64];
    oracle_crowd_step(crowd, NULL, after);
    for (uint32_t i = 0; i < crowd->count; i++) {
        bool doubtful = false;
        oracle_programme programme = oracle_crowd_programme(crowd, i, &doubtful);
        if (crowd->obstacle_count > 0) add_wall_plane(&programme, crowd, &crowd->body[i]);
        if (doubtful || no_planes(&programme)) {
            verdict->skipped++;
            continue;
        }
        (void)snprintf(where, sizeof where, "seed %llu body %u", (unsigned long long)seed, i);
        judge(&programme, after[i], where, verdict);
    }
}

// Crowds ---------------------------------------------------------------------------------------------------------------

// Bodies anywhere in a square of that side: with 0.3 m of radius, sides of 12 to 2 m take 20 of them from sparse to
// heaped.
static oracle_crowd random_crowd(oracle_random *random, uint32_t count, double side) {
    oracle_crowd crowd = oracle_crowd_empty();
    for (uint32_t i = 0; i < count; i++) {
        oracle_vec at = oracle_at(oracle_uniform(random, 0.0, side), oracle_uniform(random, 0.0, side));
        double radius = oracle_uniform(random, 0.15, 0.45), speed = oracle_uniform(random, 1.0, 2.5);
        oracle_crowd_add(&crowd, at, radius, oracle_in_disc(random, speed * 0.99), oracle_in_disc(random, speed),
                         speed);
    }
    return crowd;
}

static uint32_t some(oracle_random *random) { return 4 + oracle_below(random, 18); }

static void crowds_of_side(const char *what, uint64_t first, uint32_t count, double narrowest, double widest) {
    tally verdict = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_crowd(&random, some(&random), oracle_uniform(&random, narrowest, widest));
        crowd.about = (oracle_about)oracle_below(&random, 3);
        crowd.horizon = oracle_rounded(oracle_uniform(&random, 0.5, 4.0));
        for (uint32_t i = 0; i < crowd.count && seed % 2 == 0; i++)
            crowd.body[i].priority = oracle_rounded(oracle_uniform(&random, -0.7, 0.7));
        judge_crowd(&crowd, seed, &verdict);
    }
    tally_print(what, &verdict);
    oracle_check(verdict.feasible + verdict.infeasible > 4 * count, "%s: too few cases", what);
}

static void test_sparse_crowds(void **state) {
    (void)state;
    crowds_of_side("sparse, seeds 1000-1149", 1000, 150, 8.0, 14.0);
}

static void test_dense_crowds(void **state) {
    (void)state;
    crowds_of_side("dense, seeds 2000-2149", 2000, 150, 3.0, 6.0);
}

static void test_heaped_crowds(void **state) {
    (void)state;
    crowds_of_side("heaped, seeds 3000-3149", 3000, 150, 0.8, 2.5);
}

// Physical limits are part of the optimisation, not clamps after it.
static void crowds_with_limits(const char *what, uint64_t first, bool acceleration, bool turning) {
    tally verdict = {0};
    for (uint64_t seed = first; seed < first + 100; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_crowd(&random, some(&random), oracle_uniform(&random, 2.0, 9.0));
        if (acceleration) crowd.acceleration = oracle_rounded(oracle_uniform(&random, 1.0, 12.0));
        if (turning) crowd.turning = oracle_rounded(oracle_uniform(&random, 0.5, 15.0));
        judge_crowd(&crowd, seed, &verdict);
    }
    tally_print(what, &verdict);
    oracle_check(verdict.feasible > 100, "%s: too few cases", what);
}

static void test_acceleration_limit(void **state) {
    (void)state;
    crowds_with_limits("acceleration, seeds 4000-4099", 4000, true, false);
}

static void test_turning_limit(void **state) {
    (void)state;
    crowds_with_limits("turning, seeds 4200-4299", 4200, false, true);
}

static void test_both_limits(void **state) {
    (void)state;
    crowds_with_limits("both limits, seeds 4400-4499", 4400, true, true);
}

static void test_any_number_of_neighbours(void **state) {
    (void)state;
    static const uint32_t most[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64};
    tally verdict = {0};
    for (uint64_t seed = 5000; seed < 5000 + 2 * WEND_COUNT(most); seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_crowd(&random, 70, seed % 2 == 0 ? 14.0 : 6.0);
        crowd.max_neighbours = most[(seed - 5000) / 2];
        crowd.neighbour_distance = 8.0;
        if (crowd.max_neighbours > 16) crowd.count = 66, crowd.horizon = 1.0;
        judge_crowd(&crowd, seed, &verdict);
    }
    tally_print("1 to 64 neighbours, seeds 5000-5037", &verdict);
}

static void test_velocity_sets(void **state) {
    (void)state;
    tally verdict = {0};
    for (uint64_t seed = 6000; seed < 6060; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_crowd(&random, some(&random), oracle_uniform(&random, 2.0, 10.0));
        double size = oracle_rounded(oracle_uniform(&random, 0.05, 0.5));
        if (seed % 2 == 0)
            crowd.spread.radius = size;
        else
            crowd.spread = (oracle_spread){0.0, {{-size, -size}, {size, -size}, {size, size}, {-size, size}}, 4};
        judge_crowd(&crowd, seed, &verdict);
    }
    tally_print("velocity sets, seeds 6000-6059", &verdict);
}

// Walls stay hard while the agents' planes give way.
static void test_crowds_along_a_wall(void **state) {
    (void)state;
    const wend_point ends[] = {{-200.0, 0.0}, {200.0, 0.0}};
    const wend_obstacle wall = {WEND_WALL, 0, ends, 2};
    tally verdict = {0};
    for (uint64_t seed = 7000; seed < 7120; seed++) {
        oracle_random random = {seed};
        oracle_crowd crowd = random_crowd(&random, some(&random), oracle_uniform(&random, 1.5, 6.0));
        for (uint32_t i = 0; i < crowd.count; i++)
            crowd.body[i].position.y = oracle_rounded(crowd.body[i].position.y + crowd.body[i].radius + 1e-3);
        for (uint32_t i = 0; i < crowd.count; i++) { // what their goals say now
            oracle_crowd one = oracle_crowd_empty();
            oracle_body *body = &crowd.body[i];
            body->preferred =
                oracle_crowd_add(&one, body->position, body->radius, body->velocity, body->preferred, body->max_speed)
                    ->preferred;
        }
        crowd.obstacles = &wall;
        crowd.obstacle_count = 1;
        judge_crowd(&crowd, seed, &verdict);
    }
    tally_print("along a wall, seeds 7000-7119", &verdict);
    oracle_check(verdict.infeasible > 100, "too few cases");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle_beats_samples),
        cmocka_unit_test(test_oracle_least_by_ternary_search),
        cmocka_unit_test(test_sparse_crowds),
        cmocka_unit_test(test_dense_crowds),
        cmocka_unit_test(test_heaped_crowds),
        cmocka_unit_test(test_acceleration_limit),
        cmocka_unit_test(test_turning_limit),
        cmocka_unit_test(test_both_limits),
        cmocka_unit_test(test_any_number_of_neighbours),
        cmocka_unit_test(test_velocity_sets),
        cmocka_unit_test(test_crowds_along_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
