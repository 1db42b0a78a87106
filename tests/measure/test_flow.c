// Crossings of a line, and the flow over it.
#include "measure/crowd.h"

// A line upwards at x = 0.003 from y = -1 to 1: left of it is x < 0.003, so walking along x goes from left to right.
static wi_measure_options with_line(void) {
    wi_measure_options options = exact_options();
    memcpy(options.line, (double[]){0.003, -1.0, 0.003, 1.0}, sizeof options.line);
    return options;
}

// Eleven walkers at 1.3 m/s, one every half second; frames far coarser than that.
static wi_meter *walk_in_file(double direction, double y, int64_t offset) {
    wi_meter *meter = meter_with(with_line(), 4.0);
    for (int64_t frame = 0; frame < 80; frame++) {
        wi_spot spots[11];
        for (uint32_t i = 0; i < 11; i++) {
            double t = (double)frame / 4.0;
            spots[i] = spot_at(i + 1, direction * 1.3 * (t - 2.1 - 0.5 * i) + 0.003, y);
        }
        show(meter, frame + offset, spots, 11);
    }
    return meter;
}

static void an_even_file_has_the_flow_of_its_intervals(void **state) {
    (void)state;
    wi_meter *meter = walk_in_file(1.0, 0.4, 40);
    uint32_t count;
    const wi_crossing *curve = wi_meter_crossings(meter, &count);
    assert_int_equal(count, 11);
    for (uint32_t i = 0; i < count; i++) {
        assert_near(curve[i].time, 10.0 + 2.1 + 0.5 * i, 1e-9);
        assert_int_equal(curve[i].id, i + 1);
        assert_false(curve[i].back);
    }
    wi_measures result = finish(meter);
    assert_int_equal(result.crossings[0], 11);
    assert_int_equal(result.crossings[1], 0);
    assert_near(result.flow_mean, 2.0, 1e-9);
}

static void the_other_way_counts_as_back(void **state) {
    (void)state;
    wi_measures result = finish(walk_in_file(-1.0, 0.4, 0));
    assert_int_equal(result.crossings[0], 0);
    assert_int_equal(result.crossings[1], 11);
    assert_near(result.flow_mean, 2.0, 1e-9);
}

static void beside_the_line_nobody_crosses(void **state) {
    (void)state;
    assert_int_equal(finish(walk_in_file(1.0, 1.01, 0)).crossings[0], 0);
    assert_int_equal(finish(walk_in_file(1.0, -1.01, 0)).crossings[0], 0);
    assert_int_equal(finish(walk_in_file(1.0, -1.0, 0)).crossings[0], 11); // the first end belongs to it
    assert_int_equal(finish(walk_in_file(1.0, 1.0, 0)).crossings[0], 0);   // the other does not
}

// One walker at the given x, frame by frame; NAN: not there.
static wi_measures walk(const double *x, uint32_t count) {
    wi_meter *meter = meter_with(with_line(), 1.0);
    for (uint32_t i = 0; i < count; i++) {
        wi_spot spot = spot_at(1, x[i], 0.0);
        show(meter, i, &spot, isnan(x[i]) ? 0u : 1u);
    }
    return finish(meter);
}

static void assert_crossings(wi_measures result, uint64_t right, uint64_t left) {
    assert_int_equal(result.crossings[0], right);
    assert_int_equal(result.crossings[1], left);
}

static void gaps_are_crossed_and_the_line_itself_is_on_the_left(void **state) {
    (void)state;
    assert_crossings(walk((double[]){-1.0, (double)NAN, (double)NAN, 1.0}, 4), 1, 0);
    assert_crossings(walk((double[]){-1.0, 0.003, 1.0}, 3), 1, 0);
    assert_crossings(walk((double[]){1.0, 0.003, -1.0}, 3), 0, 1);
    assert_crossings(walk((double[]){-1.0, 0.003, -1.0}, 3), 0, 0);
    assert_crossings(walk((double[]){0.003, 0.003, 0.003}, 3), 0, 0);
}

// The radius is 0.3 m.
static void swaying_on_the_line_is_not_passing_it(void **state) {
    (void)state;
    assert_crossings(walk((double[]){-1.0, 0.1, -0.1, 0.2, -0.2, 0.1, 1.0}, 7), 1, 0);
    assert_crossings(walk((double[]){-1.0, 0.1, -1.0}, 3), 0, 0);
    assert_crossings(walk((double[]){-1.0, 0.5, -0.5, 0.5}, 4), 2, 1); // whole bodies to and fro
    assert_crossings(walk((double[]){-1.0, 0.1}, 2), 1, 0);            // left the recording on the line
}

static void the_direction_of_the_line_says_what_is_left(void **state) {
    (void)state;
    wi_measure_options options = exact_options();
    memcpy(options.line, (double[]){2.0, 5.0, -2.0, 5.0}, sizeof options.line); // towards -x: left is -y
    wi_meter *meter = meter_with(options, 1.0);
    wi_spot below = spot_at(1, 0.0, 4.0), above = spot_at(1, 1.0, 6.0);
    show(meter, 0, &below, 1);
    show(meter, 1, &above, 1);
    assert_crossings(finish(meter), 1, 0);
}

static void without_a_line_there_is_no_flow(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 1.0);
    for (int64_t frame = 0; frame < 5; frame++) {
        wi_spot spot = spot_at(1, (double)frame - 2.5, 0.0);
        show(meter, frame, &spot, 1);
    }
    uint32_t count = 1;
    wi_meter_crossings(meter, &count);
    assert_int_equal(count, 0);
    assert_true(isnan(finish(meter).flow_mean));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_even_file_has_the_flow_of_its_intervals),
        cmocka_unit_test(the_other_way_counts_as_back),
        cmocka_unit_test(beside_the_line_nobody_crosses),
        cmocka_unit_test(gaps_are_crossed_and_the_line_itself_is_on_the_left),
        cmocka_unit_test(swaying_on_the_line_is_not_passing_it),
        cmocka_unit_test(the_direction_of_the_line_says_what_is_left),
        cmocka_unit_test(without_a_line_there_is_no_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
