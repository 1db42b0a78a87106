// Overlaps between frames: closed forms, and a slow look at many moments of every interval.
#include "measure/crowd.h"
#include "sense/shape.h"

// Head on at 10 m/s each, 0.2 m aside, seen every second: frames show nobody near, the middle of an interval does.
static void who_passes_between_two_frames_is_found(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 1.0);
    for (int64_t frame = 0; frame < 4; frame++) {
        double way = 10.0 * (double)frame;
        wi_spot spots[] = {spot_at(1, way - 15.0, 0.0), spot_at(2, 15.0 - way, 0.2)};
        show(meter, frame, spots, 2);
    }
    wi_measures result = finish(meter);
    assert_int_equal(result.collisions, 0);
    assert_int_equal(result.interval_collisions, 1);
    assert_near(result.interval_max_depth, 0.6 - 0.2, 1e-12);
    assert_near(result.interval_penetration, (0.6 - 0.2) * 2.0 / 8.0, 1e-12); // 2 of the 8 ways that end in a frame
}

static void touching_in_passing_is_not_a_collision(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 1.0);
    for (int64_t frame = 0; frame < 2; frame++) {
        double way = 10.0 * (double)frame;
        wi_spot spots[] = {spot_at(1, way - 5.0, 0.0), spot_at(2, 5.0 - way, 0.6 + 1e-12)};
        show(meter, frame, spots, 2);
    }
    assert_int_equal(finish(meter).interval_collisions, 0);
}

// An overlap that lasts over many intervals is one collision; who stands beside is in none.
static void an_overlap_goes_on_over_intervals(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    for (int64_t frame = 0; frame < 20; frame++) {
        double x = 0.1 * (double)frame;
        wi_spot spots[] = {spot_at(1, x, 0.0), spot_at(2, x, 0.5), spot_at(3, 1.0, 5.0)};
        show(meter, frame, spots, 3);
    }
    wi_measures result = finish(meter);
    assert_int_equal(result.interval_collisions, 1);
    assert_near(result.interval_max_depth, 0.1, 1e-12);
    assert_near(result.interval_penetration, 0.1 * 2.0 / 3.0, 1e-12);
}

// Nobody knows where those were who were missing, or walked there who are put elsewhere.
static void gaps_and_jumps_are_no_ways(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    wi_spot wall = spot_at(9, 0.0, 0.0);
    wi_spot first[] = {spot_at(1, -5.0, 0.0), spot_at(2, -5.0, 3.0), wall};
    wi_spot second[] = {spot_at(2, -5.0, 3.0), wall};
    wi_spot third[] = {spot_at(1, 5.0, 0.0), spot_at(2, 5000.0, -3.0), wall};
    show(meter, 0, first, 3);
    show(meter, 1, second, 2);
    show(meter, 2, third, 3);
    assert_int_equal(finish(meter).interval_collisions, 0);
}

// Outlines -------------------------------------------------------------------------------------------------------------

static double pass_with_outlines(wend_shape_kind kind, float heading, double aside) {
    const wend_shape_kind shapes[] = {kind};
    wi_measure_options options = exact_options();
    options.profile_shape = shapes, options.profile_count = 1;
    wi_meter *meter = meter_with(options, 1.0);
    for (int64_t frame = 0; frame < 2; frame++) {
        double way = 10.0 * (double)frame;
        wi_spot spots[] = {spot_at(1, way - 4.0, 0.0), spot_at(2, 5.0 - way, aside), spot_at(3, 90.0, 0.0)};
        for (uint32_t i = 0; i < 2; i++) {
            spots[i].profile = 0, spots[i].heading = heading;
            spots[i].half_length = 0.15f, spots[i].half_width = 0.25f; // a body is wider than deep
        }
        show(meter, frame, spots, 3);
    }
    return finish(meter).interval_max_depth;
}

// Past each other at 0.4 m: facing along, shoulders of 0.25 m overlap; turned by a quarter, chests of 0.15 m do not.
static void outlines_overlap_as_they_are_turned(void **state) {
    (void)state;
    const float quarter = 1.57079633f;
    assert_near(pass_with_outlines(WEND_ELLIPSE, 0.0f, 0.4), 0.1, 2e-4);
    assert_near(pass_with_outlines(WEND_ELLIPSE, quarter, 0.4), 0.0, 0.0);
    assert_near(pass_with_outlines(WEND_ELLIPSE, quarter, 0.25), 0.05, 2e-4);
    assert_near(pass_with_outlines(WEND_BOX, 0.0f, 0.45), 0.05, 2e-4);
    assert_near(pass_with_outlines(WEND_BOX, quarter, 0.31), 0.0, 0.0);
}

// An ellipse of 0.15 m by 0.25 m beside the long flat side of a box: how far it reaches towards that is a formula of its
// heading, so that everything else is, too.
#define PLATE 5.0 // m, half of the side

static double reach_at(double heading) { return hypot(0.15 * cos(heading), 0.25 * sin(heading)); }

typedef struct pose {
    double gap; // m, between its centre and the side
    double heading;
} pose;

static wi_measures turn_beside_a_plate(pose from, pose to, bool discs) {
    const wend_shape_kind shapes[] = {WEND_ELLIPSE, WEND_BOX};
    wi_measure_options options = exact_options();
    options.profile_shape = shapes, options.profile_count = 2, options.discs = discs;
    wi_meter *meter = meter_with(options, 1.0);
    for (int64_t frame = 0; frame < 2; frame++) {
        pose now = frame ? to : from;
        wi_spot spots[] = {spot_at(1, -now.gap, 0.3 * (double)frame), spot_at(2, 1.0, 0.0)};
        spots[0].profile = 0, spots[0].heading = (float)now.heading;
        spots[0].half_length = 0.15f, spots[0].half_width = 0.25f;
        spots[1].profile = 1, spots[1].heading = 0.0f, spots[1].half_length = 1.0f, spots[1].half_width = (float)PLATE;
        show(meter, frame, spots, 2);
    }
    return finish(meter);
}

static void bodies_turn_between_frames(void **state) {
    (void)state;
    const double degree = 3.14159265358979323846 / 180.0;
    // Shoulders come by the side only in the middle of the turn.
    wi_measures swing = turn_beside_a_plate((pose){0.24, 60.0 * degree}, (pose){0.24, 120.0 * degree}, false);
    assert_int_equal(swing.collisions, 0);
    assert_int_equal(swing.interval_collisions, 1);
    assert_near(swing.interval_max_depth, 0.25 - 0.24, 2e-4);
    // Slim while it is near, broad when it is far: with the heading of the end it would have been 0.05 m deep.
    wi_measures away = turn_beside_a_plate((pose){0.2, 0.0}, (pose){1.2, 90.0 * degree}, false);
    assert_int_equal(away.interval_collisions, 0);
    // From 170 to -170 degrees is a turn of 20, in which it stays slim.
    wi_measures across = turn_beside_a_plate((pose){0.17, 170.0 * degree}, (pose){0.17, -170.0 * degree}, false);
    assert_int_equal(across.interval_collisions, 0);
    // Both at once: deepest somewhere between, where the formula says so.
    pose from = {0.16, 20.0 * degree}, to = {0.26, 160.0 * degree};
    double deepest = 0.0;
    for (uint32_t i = 0; i <= 10000; i++) {
        double s = i / 10000.0;
        deepest = fmax(deepest,
                       reach_at(from.heading + s * (to.heading - from.heading)) - from.gap - s * (to.gap - from.gap));
    }
    assert_true(deepest > 0.04);
    assert_near(turn_beside_a_plate(from, to, false).interval_max_depth, deepest, 3e-4);
}

// Frames are as true to outlines as what is between them; discs are there for who asks.
static void frames_know_outlines(void **state) {
    (void)state;
    wi_measures touched = turn_beside_a_plate((pose){0.2, 1.5707963}, (pose){0.2, 0.0}, false);
    assert_int_equal(touched.collisions, 1);
    assert_int_equal(touched.colliding_pairs, 1);
    assert_near(touched.max_depth, 0.05, 2e-4);
    assert_near(touched.mean_penetration, 0.025, 1e-4); // both, in one of two frames
    wi_measures slim = turn_beside_a_plate((pose){0.2, 0.0}, (pose){0.2, 0.0}, false);
    assert_int_equal(slim.collisions, 0);
    assert_near(slim.mean_penetration, 0.0, 0.0);
    // The discs around them, of 0.25 m and of the plate's half diagonal.
    double both = 0.25 + hypot(1.0, PLATE);
    wi_measures discs = turn_beside_a_plate((pose){0.2, 0.0}, (pose){0.2, 0.0}, true);
    assert_int_equal(discs.collisions, 1);
    assert_near(discs.max_depth, both - 1.2, 1e-6);
    assert_int_equal(turn_beside_a_plate((pose){both - 0.9, 0.0}, (pose){both - 0.9, 0.0}, true).collisions, 0);
}

// Discs with their own sizes are as exact as with that of their profile.
static void discs_keep_their_formula(void **state) {
    (void)state;
    const wend_shape_kind shapes[] = {WEND_DISC};
    wi_measure_options options = exact_options();
    options.profile_shape = shapes, options.profile_count = 1;
    wi_meter *meter = meter_with(options, 1.0);
    wi_spot spots[] = {spot_at(1, 0.0, 0.0), spot_at(2, 0.0, 0.5)};
    for (uint32_t i = 0; i < 2; i++)
        spots[i].profile = 0, spots[i].half_length = spots[i].half_width = i ? 0.25f : 0.375f;
    show(meter, 0, spots, 2);
    wi_measures result = finish(meter);
    assert_near(result.max_depth, 0.125, 1e-12);
    assert_near(result.interval_max_depth, 0.125, 1e-12);
}

// Against moments ------------------------------------------------------------------------------------------------------

#define CROWD 40
#define MOMENTS 2000

static double slow_depth(const wi_spot *from, const wi_spot *to, uint32_t a, uint32_t b, double radius) {
    double least = INFINITY;
    for (uint32_t i = 0; i <= MOMENTS; i++) {
        double s = (double)i / MOMENTS;
        double x = (1.0 - s) * (from[a].x - from[b].x) + s * (to[a].x - to[b].x);
        double y = (1.0 - s) * (from[a].y - from[b].y) + s * (to[a].y - to[b].y);
        least = fmin(least, hypot(x, y));
    }
    return fmax(2.0 * radius - least, 0.0);
}

static void scatter(wi_spot *spots, uint64_t seed, uint32_t frame) {
    for (uint32_t i = 0; i < CROWD; i++)
        spots[i] = spot_at(i, 9.0 * (double)wend_random(seed, i, frame, 0, 0),
                           9.0 * (double)wend_random(seed, i, frame, 0, 1));
}

static void random_ways_are_as_deep_as_many_moments_tell(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        wi_spot from[CROWD], to[CROWD];
        scatter(from, seed, 0);
        scatter(to, seed, 1);
        wi_measure_options options = exact_options();
        options.radius = 0.1;
        wi_meter *meter = meter_with(options, 1.0);
        show(meter, 0, from, CROWD);
        double before = wi_meter_result(meter).interval_penetration * CROWD;
        show(meter, 1, to, CROWD);
        double found = finish(meter).interval_penetration * 2.0 * CROWD - before, slow = 0.0;
        for (uint32_t a = 0; a < CROWD; a++) {
            double deepest = 0.0;
            for (uint32_t b = 0; b < CROWD; b++)
                if (a != b) deepest = fmax(deepest, slow_depth(from, to, a, b, 0.1));
            slow += deepest;
        }
        print_message("         seed %u: %.6f m, moments %.6f m\n", (unsigned)seed, found, slow);
        assert_true(slow > 0.1);
        assert_near(found, slow, 0.05 * 0.1 * CROWD);
        assert_true(found >= slow - 1e-9); // moments may miss the deepest, never exceed it
    }
}

// Two who walk and turn at once.
static wi_spot turner(uint64_t seed, uint32_t who, uint32_t frame) {
    wi_spot spot = spot_at(who, 0.0, 0.0);
    spot.x = 0.9 * (double)wend_random(seed, who, frame, 0, 0),
    spot.y = 0.9 * (double)wend_random(seed, who, frame, 0, 1);
    spot.heading =
        wend_random(seed, who, 0, 0, 2) * 6.0f + (frame ? 3.0f * wend_random(seed, who, 1, 0, 3) - 1.5f : 0.0f);
    spot.profile = who, spot.half_length = 0.15f, spot.half_width = 0.25f;
    return spot;
}

static wi_outline between(const wi_spot *from, const wi_spot *to, double s, wend_shape_kind kind) {
    double heading = (1.0 - s) * (double)from->heading + s * (double)to->heading;
    return (wi_outline){kind,
                        {(float)((1.0 - s) * from->x + s * to->x), (float)((1.0 - s) * from->y + s * to->y)},
                        {(float)cos(heading), (float)sin(heading)},
                        from->half_length,
                        from->half_width};
}

static void random_turns_are_as_deep_as_many_moments_tell(void **state) {
    (void)state;
    const wend_shape_kind shapes[] = {WEND_ELLIPSE, WEND_BOX};
    uint32_t met = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        wi_spot from[2], to[2];
        for (uint32_t i = 0; i < 2; i++) from[i] = turner(seed, i, 0), to[i] = turner(seed, i, 1);
        wi_measure_options options = exact_options();
        options.profile_shape = shapes, options.profile_count = 1 + seed % 2; // the other: a disc of 0.3 m
        wi_meter *meter = meter_with(options, 1.0);
        show(meter, 0, from, 2);
        show(meter, 1, to, 2);
        double found = finish(meter).interval_max_depth, slow = 0.0;
        for (uint32_t k = 0; k <= MOMENTS; k++) {
            wi_outline a = between(&from[0], &to[0], (double)k / MOMENTS, WEND_ELLIPSE);
            wi_outline b = between(&from[1], &to[1], (double)k / MOMENTS, seed % 2 ? WEND_BOX : WEND_DISC);
            if (seed % 2 == 0) b.half_length = b.half_width = 0.3f;
            slow = fmax(slow, -(double)wi_outline_gap(&a, &b));
        }
        if (fabs(found - slow) > 1e-3) fail_msg("seed %u: %.6f m, moments %.6f m", (unsigned)seed, found, slow);
        met += slow > 0.01 && slow < 0.2;
    }
    assert_true(met > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_passes_between_two_frames_is_found),
        cmocka_unit_test(touching_in_passing_is_not_a_collision),
        cmocka_unit_test(an_overlap_goes_on_over_intervals),
        cmocka_unit_test(gaps_and_jumps_are_no_ways),
        cmocka_unit_test(outlines_overlap_as_they_are_turned),
        cmocka_unit_test(bodies_turn_between_frames),
        cmocka_unit_test(frames_know_outlines),
        cmocka_unit_test(discs_keep_their_formula),
        cmocka_unit_test(random_ways_are_as_deep_as_many_moments_tell),
        cmocka_unit_test(random_turns_are_as_deep_as_many_moments_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
