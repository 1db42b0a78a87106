// Phases of avoidance: synthetic curves with noise, and two walkers who react as told.
#include "measure/crowd.h"
#include "measure/phases.h"

#define MOST 2000

typedef struct curve {
    double begin, end, before, after, length, fps, noise;
} curve;

static wi_phases find(const curve *of, uint64_t seed) {
    static double time[MOST], value[MOST];
    static wi_phase_sums scratch[MOST + 1];
    uint32_t count = (uint32_t)(of->length * of->fps) + 1;
    for (uint32_t i = 0; i < count; i++) {
        double t = i / of->fps, share = fmin(fmax((t - of->begin) / (of->end - of->begin), 0.0), 1.0);
        double noise = 0.0; // the sum of 12 is near to a normal distribution with deviation 1
        for (uint32_t k = 0; k < 12; k++) noise += (double)wend_random(seed, i, 0, 0, k) - 0.5;
        time[i] = t;
        value[i] = of->before + share * (of->after - of->before) + of->noise * noise;
    }
    return wi_phases_find(time, value, count, scratch);
}

static void clean_curves_are_found_exactly(void **state) {
    (void)state;
    const curve few = {0.8, 2.0, 0.3, 0.9, 4.0, 10.0, 0.0}, many = {0.75, 2.0, 0.3, 0.9, 4.0, 400.0, 0.0};
    for (uint32_t i = 0; i < 2; i++) {
        const curve *of = i ? &many : &few;
        wi_phases found = find(of, 1);
        assert_true(found.reacted);
        assert_near(found.begin, of->begin, 1e-9);
        assert_near(found.end, of->end, 1e-9);
        assert_near(found.before, of->before, 1e-9);
        assert_near(found.after, of->after, 1e-9);
    }
}

static void noisy_curves_are_found_nearly(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        double shift = (double)wend_random(seed, 0, 1, 0, 0);
        const curve of = {0.5 + shift, 1.5 + 2.0 * shift, 0.2, 1.0, 5.0, 60.0, 0.05};
        wi_phases found = find(&of, seed);
        if (!found.reacted || fabs(found.begin - of.begin) > 0.2 || fabs(found.end - of.end) > 0.2)
            fail_msg("seed %u: %g to %g, not %g to %g", (unsigned)seed, found.begin, found.end, of.begin, of.end);
        assert_near(found.before, of.before, 0.03);
        assert_near(found.after, of.after, 0.03);
        assert_near(found.residual, 0.05, 0.015);
    }
}

static void who_need_not_react_does_not(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        const curve flat = {1.0, 2.0, 0.8, 0.8, 5.0, 60.0, 0.05}, falling = {1.0, 2.0, 0.8, 0.4, 5.0, 60.0, 0.02};
        wi_phases found = find(&flat, seed);
        if (found.reacted) fail_msg("seed %u: a reaction in noise", (unsigned)seed);
        assert_near(found.before, 0.8, 0.03);
        assert_false(find(&falling, seed).reacted);
    }
}

static void hardly_anything_is_no_reaction(void **state) {
    (void)state;
    wi_phase_sums scratch[4];
    assert_false(wi_phases_find((double[]){0.0}, (double[]){1.0}, 1, scratch).reacted);
    assert_true(isnan(wi_phases_find(NULL, NULL, 0, scratch).before));
    assert_false(wi_phases_find((double[]){0.0, 1.0, 2.0}, (double[]){1.0, 1.0, 1.0}, 3, scratch).reacted);
}

static wi_meter *pair_meter(double fps) {
    wi_measure_options options = exact_options();
    options.pair = true, options.pair_id[0] = 7, options.pair_id[1] = 3;
    return meter_with(options, fps);
}

// Two head on at 1 m/s each, 12 m apart. One is 0.2 m aside, and between 1 s and 2 s moves to 0.8 m; both tell that they
// go straight, so that the distance at which they would pass rises as the one moves. Before 0 s they stand.
static void show_meeting(wi_meter *meter, int64_t frame, double t) {
    float speed = t < 0.0 ? 0.0f : 1.0f;
    double way = fmax(t, 0.0);
    wi_spot spots[] = {spot_at(3, way, 0.0), spot_at(5, 0.0, 9.0), spot_at(7, 12.0 - way, 0.0)};
    spots[2].y = 0.2 + 0.6 * fmin(fmax(t - 1.0, 0.0), 1.0);
    spots[0].vx = speed, spots[0].vy = 0.0f, spots[2].vx = -speed, spots[2].vy = 0.0f;
    show(meter, frame, spots, 3);
}

// Those of show_meeting.
static void expect_phases(const wi_measures *result) {
    assert_near(result->observation, 1.0, 0.021);
    assert_near(result->reaction, 1.0, 0.021);
    assert_near(result->regulation, 4.0, 0.021);
    assert_near(result->predicted_before, 0.2, 1e-3);
    assert_near(result->predicted_after, 0.8, 1e-3);
}

static void two_walkers_who_react_as_told(void **state) {
    (void)state;
    wi_meter *meter = pair_meter(50.0);
    for (int64_t frame = 0; frame <= 350; frame++) show_meeting(meter, frame, (double)frame / 50.0);
    uint32_t count;
    const wi_prediction *seen = wi_meter_predictions(meter, &count);
    assert_int_equal(count, 351);
    assert_near(seen[0].predicted, 0.2, 1e-6);
    assert_near(seen[0].distance, hypot(12.0, 0.2), 1e-9);
    assert_near(seen[300].normalised, 1.0, 1e-12);
    assert_near(seen[150].normalised, 0.5, 1e-12);
    wi_measures result = finish(meter);
    assert_near(result.pair_time, 6.0, 1e-9);
    assert_near(result.pair_distance, 0.8, 1e-9);
    expect_phases(&result);
}

// Their predicted distance is 12 m while they stand: that is no level which they leave.
static void two_walkers_from_rest(void **state) {
    (void)state;
    for (int64_t rest = 1; rest <= 100; rest *= 10) {
        wi_meter *meter = pair_meter(50.0);
        for (int64_t frame = 0; frame <= 350 + rest; frame++) show_meeting(meter, frame, (double)(frame - rest) / 50.0);
        wi_measures result = finish(meter);
        assert_near(result.pair_time, 6.0 + (double)rest / 50.0, 1e-9);
        expect_phases(&result);
    }
}

// 0.1 + 0.2 is more than 0.3: the frame at which the interaction starts is one of it wherever numbers start.
static void a_start_is_the_same_wherever_numbers_start(void **state) {
    (void)state;
    for (int64_t first = 0; first < 1000; first++) {
        wi_measure_options options = exact_options();
        options.pair = true, options.pair_id[0] = 3, options.pair_id[1] = 7;
        options.pair_start = 0.2;
        wi_meter *meter = meter_with(options, 10.0);
        for (int64_t frame = 0; frame < 4; frame++) show_meeting(meter, first + frame, (double)frame / 10.0);
        uint32_t count;
        const wi_prediction *seen = wi_meter_predictions(meter, &count);
        assert_int_equal(count, 2);
        assert_true(seen[0].time == 0.0);
        wi_meter_free(meter);
    }
}

// Nobody approaches, so that there is nothing to predict; places alone tell no velocity in the first frame.
static void two_who_part_were_nearest_at_first(void **state) {
    (void)state;
    wi_meter *meter = pair_meter(10.0);
    for (int64_t frame = 0; frame <= 10; frame++) {
        double way = 0.1 * (double)frame;
        show(meter, frame, (wi_spot[]){spot_at(3, -way, 0.0), spot_at(7, 0.5 + way, 0.0)}, 2);
    }
    uint32_t count;
    (void)wi_meter_predictions(meter, &count);
    assert_int_equal(count, 10);
    wi_measures result = finish(meter);
    assert_near(result.pair_distance, 0.5, 1e-12);
    assert_near(result.pair_time, 0.0, 1e-12);
    assert_true(isnan(result.predicted_before) && isnan(result.reaction));
}

static void a_pair_of_one_is_refused(void **state) {
    (void)state;
    wi_measure_options options = exact_options();
    options.pair = true, options.pair_id[0] = options.pair_id[1] = 4;
    wi_meter *meter = meter_with(options, 10.0);
    wi_spot spot = spot_at(4, 0.0, 0.0);
    wend_error why = {0};
    assert_int_equal(wi_meter_frame(meter, &(wi_frame){0, &spot, 1}, &why), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(why.text, "two different agents"));
    wi_meter_free(meter);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_curves_are_found_exactly),
        cmocka_unit_test(noisy_curves_are_found_nearly),
        cmocka_unit_test(who_need_not_react_does_not),
        cmocka_unit_test(hardly_anything_is_no_reaction),
        cmocka_unit_test(a_start_is_the_same_wherever_numbers_start),
        cmocka_unit_test(two_walkers_who_react_as_told),
        cmocka_unit_test(two_walkers_from_rest),
        cmocka_unit_test(two_who_part_were_nearest_at_first),
        cmocka_unit_test(a_pair_of_one_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
