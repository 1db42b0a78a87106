// Travel time, path, speed, energy and smoothness of walks that have formulas.
#include "measure/crowd.h"

static double energy_at(double speed, double time) { return 70.0 * (2.23 + 1.26 * speed * speed) * time; }

// A straight walk at 1.3 m/s for 10 s, with or without velocities; of 50 frames per second every so many are there.
static wi_measures walk_straight(bool velocities, int64_t every) {
    wi_meter *meter = meter_with(exact_options(), 50.0);
    for (int64_t frame = 0; frame <= 500; frame += every) {
        double s = 1.3 * (double)frame / 50.0;
        wi_spot spot = spot_at(7, 100.0 + 0.6 * s, -3.0 - 0.8 * s);
        if (velocities) spot.vx = 0.78f, spot.vy = -1.04f;
        show(meter, frame + 1000, &spot, 1);
    }
    return finish(meter);
}

static void a_straight_even_walk_is_all_smooth(void **state) {
    (void)state;
    for (int velocities = 0; velocities < 2; velocities++) {
        for (int64_t every = 1; every <= 10; every += 9) {
            wi_measures result = walk_straight(velocities, every);
            double tolerance = velocities ? 1e-6 : 1e-9; // recorded velocities are floats
            assert_int_equal(result.agents, 1);
            assert_int_equal(result.frames, 500 / every + 1);
            assert_near(result.duration, 10.0, 1e-12);
            assert_near(result.travel_mean, 10.0, 1e-12);
            assert_near(result.path_mean, 13.0, 1e-9);
            assert_near(result.speed_mean, 1.3, tolerance);
            assert_near(result.energy_mean, energy_at(1.3, 10.0), 1e3 * tolerance);
            assert_near(result.smoothness, 1.0, 1e-8);
        }
    }
}

// One round of radius 2 m at 1 m/s: acceleration v^2 / r = 0.5 m/s2 towards the centre.
static wi_measures walk_round(bool velocities, int64_t frames) {
    double turn = 2.0 * acos(-1.0), fps = (double)frames / (2.0 * turn);
    wi_meter *meter = meter_with(exact_options(), fps);
    for (int64_t frame = 0; frame <= frames; frame++) {
        double angle = turn * (double)frame / (double)frames;
        wi_spot spot = spot_at(1, 2.0 * cos(angle), 2.0 * sin(angle));
        if (velocities) spot.vx = (float)-sin(angle), spot.vy = (float)cos(angle);
        show(meter, frame, &spot, 1);
    }
    return finish(meter);
}

static void walking_round_has_the_acceleration_of_a_circle(void **state) {
    (void)state;
    for (int velocities = 0; velocities < 2; velocities++) {
        wi_measures result = walk_round(velocities, 2000);
        double time = 4.0 * acos(-1.0);
        assert_near(result.smoothness, 0.5, 1e-3);
        assert_near(result.path_mean, time, 1e-4);
        assert_near(result.speed_mean, 1.0, 1e-4);
        assert_near(result.energy_mean, energy_at(1.0, time), 0.1);
    }
}

// From rest at 0.4 m/s2 for 5 s: v = 0.4 t, so the integral of v^2 is 0.16 * 125 / 3.
static void speeding_up_spends_the_integral_of_the_square(void **state) {
    (void)state;
    for (int velocities = 0; velocities < 2; velocities++) {
        wi_meter *meter = meter_with(exact_options(), 100.0);
        for (int64_t frame = 0; frame <= 500; frame++) {
            double t = (double)frame / 100.0;
            wi_spot spot = spot_at(1, 0.2 * t * t, 0.0);
            if (velocities) spot.vx = (float)(0.4 * t), spot.vy = 0.0f;
            show(meter, frame, &spot, 1);
        }
        wi_measures result = finish(meter);
        assert_near(result.energy_mean, 70.0 * (2.23 * 5.0 + 1.26 * 0.16 * 125.0 / 3.0), 0.01);
        assert_near(result.smoothness, 0.6, 1e-5);
        assert_near(result.speed_mean, 1.0, 1e-5);
    }
}

static void recorded_velocities_come_before_differences(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    for (int64_t frame = 0; frame <= 10; frame++) {
        wi_spot spot = spot_at(1, (double)frame * 0.1, 0.0);
        spot.vx = 2.0f + 0.05f * (float)frame, spot.vy = 0.0f;
        show(meter, frame, &spot, 1);
    }
    wi_measures result = finish(meter);
    assert_near(result.path_mean, 1.0, 1e-12); // the path is where it was
    assert_near(result.speed_mean, 2.25, 1e-6);
    assert_near(result.smoothness, 0.5, 1e-5);
}

// The trapezoidal rule on one leg from rest to 2 m/s: mean square 2, mean speed 1.
static void one_leg_is_measured_by_the_trapezoidal_rule(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 1.0);
    wi_spot rest = spot_at(1, 0.0, 0.0), walk = spot_at(1, 1.0, 0.0);
    rest.vx = rest.vy = walk.vy = 0.0f, walk.vx = 2.0f;
    show(meter, 0, &rest, 1);
    show(meter, 1, &walk, 1);
    wi_measures result = finish(meter);
    assert_near(result.speed_mean, 1.0, 1e-12);
    assert_near(result.energy_mean, 70.0 * (2.23 + 1.26 * 2.0), 1e-9);
    assert_near(result.smoothness, -1.0, 1e-12);
}

// Even acceleration of 0.4 m/s2, seen at uneven times while nobody is missing.
static void differences_are_right_at_uneven_times(void **state) {
    (void)state;
    static const int64_t frames[] = {0, 1, 3, 4, 9, 10, 30};
    wi_meter *meter = meter_with(exact_options(), 10.0);
    for (uint32_t i = 0; i < WEND_COUNT(frames); i++) {
        double t = (double)frames[i] / 10.0;
        wi_spot spot = spot_at(1, 0.2 * t * t, 0.0);
        show(meter, frames[i], &spot, 1);
    }
    assert_near(finish(meter).smoothness, 0.6, 1e-9);
}

// Stands, is away while the other is there, and stands 4 m farther: recorded velocities know nothing of it.
static void velocities_do_not_reach_over_a_gap(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 1.0);
    for (int64_t frame = 0; frame <= 4; frame++) {
        wi_spot spots[] = {spot_at(1, frame < 2 ? 0.0 : 4.0, 0.0), spot_at(2, 50.0, 50.0)};
        spots[0].vx = spots[0].vy = spots[1].vx = spots[1].vy = 0.0f;
        show(meter, frame, frame == 2 ? spots + 1 : spots, frame == 2 ? 1 : 2);
    }
    wi_measures result = finish(meter);
    assert_near(result.speed_mean, 4.0 / 8.0, 1e-12);
    assert_near(result.energy_mean, (energy_at(2.0, 2.0) + energy_at(0.0, 6.0)) / 2.0, 1e-9);
}

// Missing from frames 4 to 8 of a corner walk: 1 m/s along x until frame 4, along y from frame 8.
static void a_gap_is_walked_straight_and_tells_no_acceleration(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 1.0);
    for (int64_t frame = 0; frame <= 12; frame++) {
        double x = fmin((double)frame, 6.0), y = fmax(0.0, (double)frame - 6.0);
        wi_spot spots[] = {spot_at(1, x, y), spot_at(2, 50.0, 50.0)}; // the other stands and never leaves
        bool away = frame > 3 && frame < 9;
        show(meter, frame, away ? spots + 1 : spots, away ? 1 : 2);
    }
    wi_measures result = finish(meter);
    double gap = hypot(3.0, 3.0);
    assert_near(result.path_mean, (6.0 + gap) / 2.0, 1e-12);
    assert_near(result.speed_mean, (6.0 + gap) / 24.0, 1e-12);
    assert_near(result.travel_mean, 12.0, 1e-12);
    assert_near(result.energy_mean, (energy_at(1.0, 6.0) + energy_at(gap / 6.0, 6.0) + energy_at(0.0, 12.0)) / 2.0,
                1e-9);
    assert_near(result.smoothness, 1.0, 1e-12);
}

static void travel_times_are_from_first_to_last_frame(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 2.0);
    // Agent i is there from frame i to frame 3 i, for i = 1 to 4: 1, 2, 3, 4 s.
    for (int64_t frame = 1; frame <= 12; frame++) {
        wi_spot spots[4];
        uint32_t count = 0;
        for (int64_t i = 1; i <= 4; i++) {
            if (frame >= i && frame <= 3 * i) spots[count++] = spot_at((uint64_t)i, 10.0 * (double)i, 0.0);
        }
        show(meter, frame, spots, count);
    }
    wi_measures result = finish(meter);
    assert_int_equal(result.agents, 4);
    assert_near(result.duration, 5.5, 1e-12);
    assert_near(result.travel_mean, 2.5, 1e-12);
    assert_near(result.travel_median, 2.5, 1e-12);
    assert_near(result.travel_max, 4.0, 1e-12);
}

static void what_was_seen_once_went_nowhere(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 2.0);
    wi_measures nothing = wi_meter_result(meter);
    assert_true(isnan(nothing.travel_median) && isnan(nothing.path_mean) && isnan(nothing.density_mean));
    assert_true(nothing.frames == 0 && nothing.duration == 0.0);
    wi_spot spot = spot_at(UINT64_MAX, 1.0, 2.0);
    show(meter, -5, &spot, 1);
    wi_measures result = finish(meter);
    assert_true(result.path_mean == 0.0 && result.travel_max == 0.0 && result.energy_mean == 0.0);
    assert_true(isnan(result.speed_mean) && isnan(result.smoothness) && isnan(result.flow_mean));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_even_walk_is_all_smooth),
        cmocka_unit_test(walking_round_has_the_acceleration_of_a_circle),
        cmocka_unit_test(speeding_up_spends_the_integral_of_the_square),
        cmocka_unit_test(recorded_velocities_come_before_differences),
        cmocka_unit_test(one_leg_is_measured_by_the_trapezoidal_rule),
        cmocka_unit_test(differences_are_right_at_uneven_times),
        cmocka_unit_test(velocities_do_not_reach_over_a_gap),
        cmocka_unit_test(a_gap_is_walked_straight_and_tells_no_acceleration),
        cmocka_unit_test(travel_times_are_from_first_to_last_frame),
        cmocka_unit_test(what_was_seen_once_went_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
