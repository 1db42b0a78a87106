// Times to collision and predicted distances against closed forms and against stepping through time.
#include "measure/approach.h"
#include "measure/crowd.h"

static void closed_forms(void **state) {
    (void)state;
    assert_near(wi_time_to_collision(5.0, 0.0, -2.0, 0.0, 0.6), 4.4 / 2.0, 1e-12);
    assert_near(wi_time_to_collision(3.0, 0.6, -1.0, 0.0, 1.0), 3.0 - 0.8, 1e-12); // meets where x = 0.8
    assert_near(wi_time_to_collision(0.5, 0.0, 9.0, 0.0, 0.6), 0.0, 0.0);
    assert_true(isinf(wi_time_to_collision(5.0, 0.0, 2.0, 0.0, 0.6)));
    assert_true(isinf(wi_time_to_collision(5.0, 0.0, 0.0, 0.0, 0.6)));
    assert_true(isinf(wi_time_to_collision(5.0, 1.0, -1.0, 0.0, 0.6)));
    assert_near(wi_time_to_collision(1e6 + 0.6, 0.0, -1e-6, 0.0, 0.6) / 1e12, 1.0, 1e-9);
    assert_near(wi_predicted_distance(4.0, 0.3, -1.0, 0.0), 0.3, 1e-12);
    assert_near(wi_predicted_distance(3.0, 4.0, 1.0, 0.0), 5.0, 1e-12); // parting
    assert_near(wi_predicted_distance(3.0, 4.0, 0.0, 0.0), 5.0, 1e-12);
    assert_near(wi_predicted_distance(1.0, 1.0, -1.0, -1.0), 0.0, 1e-12);
}

static double draw(uint64_t seed, uint32_t i) { return 2.0 * (double)wend_random(seed, 0, 0, 0, i) - 1.0; }

static void random_cases_agree_with_steps_through_time(void **state) {
    (void)state;
    uint32_t met = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        double x = 2.0 * draw(seed, 0), y = 2.0 * draw(seed, 1), vx = 2.0 * draw(seed, 2), vy = 2.0 * draw(seed, 3);
        double least = hypot(x, y), first = INFINITY;
        for (uint32_t i = 0; i <= 40000; i++) {
            double t = 0.001 * i, apart = hypot(x + t * vx, y + t * vy);
            least = fmin(least, apart);
            if (apart <= 0.6 && isinf(first)) first = t;
        }
        double time = wi_time_to_collision(x, y, vx, vy, 0.6);
        if (isfinite(first)) met++, assert_near(time, first, 0.0011);
        if (isinf(first) && time < 39.0 && least > 0.601)
            fail_msg("seed %u: %g, but never nearer than %g", (unsigned)seed, time, least);
        assert_near(wi_predicted_distance(x, y, vx, vy), least, 0.002);
    }
    assert_true(met > 50);
}

// Two at 1 m/s head on from 8 m apart with radius 0.3: the time falls from 3.7 s by 1 s a second; a third is far away.
static void shares_of_two_who_walk_into_each_other(void **state) {
    (void)state;
    wi_measure_options options = exact_options();
    options.collision_horizon = 2.0;
    wi_meter *meter = meter_with(options, 100.0);
    for (int64_t frame = 0; frame <= 370; frame++) {
        double t = (double)frame / 100.0;
        wi_spot spots[] = {spot_at(1, t, 0.0), spot_at(2, 8.0 - t, 0.0), spot_at(3, 100.0, 0.0)};
        show(meter, frame, spots, 3);
        wi_instant at = wi_meter_instant(meter);
        if (frame > 0 && t > 1.75) assert_near(at.collision_time, 3.7 - t, 1e-9);
        if (t < 1.65) assert_true(isnan(at.collision_time));
    }
    wi_collision_times shares = wi_meter_collision_times(meter);
    double all = 0.0;
    for (uint32_t i = 0; i < WI_COLLISION_TIME_STEPS; i++) all += shares.in[i];
    wi_measures result = finish(meter);
    assert_near(result.collision_time_least, 0.0, 1e-9);
    assert_near(result.collision_share, 2.0 / 3.7 * 2.0 / 3.0, 0.003);
    assert_near(result.collision_share_1s, 1.0 / 3.7 * 2.0 / 3.0, 0.003);
    assert_near(all, result.collision_share, 1e-12);
    assert_near(shares.in[10] / shares.in[30], 1.0, 0.3); // even: as much time in each step
}

// They pass at a distance of exactly both radii, places and velocities off by as much as a recording rounds them.
static void who_grazes_does_not_collide(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        wi_measure_options options = exact_options();
        options.collision_depth = wi_measure_options_default().collision_depth;
        options.collision_horizon = 2.0;
        wi_meter *meter = meter_with(options, 10.0);
        for (uint32_t frame = 0; frame <= 40; frame++) {
            wi_spot spots[] = {spot_at(1, 0.1 * frame, 5e-4 * draw(seed, 2 * frame)),
                               spot_at(2, 4.0 - 0.1 * frame, 0.6 + 5e-4 * draw(seed, 2 * frame + 1))};
            spots[0].vx = 1.0f, spots[1].vx = -1.0f;
            spots[0].vy = spots[1].vy = 0.0f;
            show(meter, frame, spots, 2);
        }
        wi_measures result = finish(meter);
        if (!isnan(result.collision_time_least))
            fail_msg("seed %u: %g s", (unsigned)seed, result.collision_time_least);
    }
}

static void what_is_not_asked_for_is_not_told(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    wi_spot spots[] = {spot_at(1, 0.0, 0.0), spot_at(2, 0.1, 0.0)};
    show(meter, 0, spots, 2);
    show(meter, 1, spots, 2);
    wi_measures result = finish(meter);
    assert_true(isnan(result.collision_time_least) && isnan(result.collision_share) && isnan(result.lane_order));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(random_cases_agree_with_steps_through_time),
        cmocka_unit_test(shares_of_two_who_walk_into_each_other),
        cmocka_unit_test(who_grazes_does_not_collide),
        cmocka_unit_test(what_is_not_asked_for_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
