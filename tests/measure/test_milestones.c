// Density at milestones: against the sum over all pairs, and where it is known.
#include "measure/crowd.h"

#define PI 3.14159265358979323846
#define CROWD 50

static wi_measure_options around_the_middle(void) {
    wi_measure_options options = exact_options();
    memcpy(options.line, (double[]){0.0, -9.0, 0.0, 9.0}, sizeof options.line);
    memcpy(options.area, (double[]){-4.0, -1.5, 4.0, 1.5}, sizeof options.area);
    return options;
}

// Agent i starts at -0.5 - 0.2 i and walks 1 m/s along x.
static void in_file(int64_t frame, wi_spot *spots) {
    for (uint32_t i = 0; i < CROWD; i++) {
        double aside = 2.0 * (double)wend_random(3, i, 0, 0, 0) - 1.0;
        spots[CROWD - 1 - i] = spot_at(CROWD - i, -0.5 - 0.2 * i + 0.1 * (double)frame, aside);
    }
}

static double largest_by_hand(const wi_spot *spots) {
    double largest = 0.0;
    for (uint32_t i = 0; i < CROWD; i++) {
        double density = 0.0;
        if (fabs(spots[i].x) >= 4.0) continue;
        for (uint32_t k = 0; k < CROWD; k++)
            density += exp(-pow(spots[i].x - spots[k].x, 2.0) - pow(spots[i].y - spots[k].y, 2.0)) / PI;
        largest = fmax(largest, density);
    }
    return largest;
}

static void density_is_that_of_the_frame_in_which_so_many_have_passed(void **state) {
    (void)state;
    wi_meter *meter = meter_with(around_the_middle(), 10.0);
    double expected[4] = {0};
    wi_spot spots[CROWD];
    for (int64_t frame = 0; frame < 140; frame++) {
        uint32_t passed = 0;
        in_file(frame, spots);
        show(meter, frame, spots, CROWD);
        for (uint32_t i = 0; i < CROWD; i++) passed += spots[i].x > 0.0;
        for (uint32_t i = 0; i < 4; i++) {
            if (expected[i] == 0.0 && passed >= (i + 1) * CROWD / 5) expected[i] = largest_by_hand(spots);
        }
    }
    wi_measures result = finish(meter);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(expected[i] > 1.0);
        assert_near(result.density_at[i], expected[i], 1e-3 * expected[i]); // the ends of bells are cut off
    }
}

static void one_alone_has_the_height_of_a_bell(void **state) {
    (void)state;
    wi_meter *meter = meter_with(around_the_middle(), 10.0);
    for (int64_t frame = 0; frame < 20; frame++) {
        wi_spot spot = spot_at(1, -1.0 + 0.11 * (double)frame, 0.0);
        show(meter, frame, &spot, 1);
    }
    wi_measures result = finish(meter);
    for (uint32_t i = 0; i < 4; i++) assert_near(result.density_at[i], 1.0 / PI, 1e-12);
}

// Three of five cross, one of them to and fro: 80 % never have.
static void who_comes_back_counts_once(void **state) {
    (void)state;
    wi_meter *meter = meter_with(around_the_middle(), 10.0);
    for (int64_t frame = 0; frame <= 40; frame++) {
        wi_spot spots[5];
        for (uint32_t i = 0; i < 5; i++) {
            double t = (double)frame, x = i < 2 ? -1.0 + 0.1 * t : i == 2 ? sin(0.3 * t) - 0.01 : -3.0;
            spots[i] = spot_at(i, x, 0.5 * i - 1.0);
        }
        show(meter, frame, spots, 5);
    }
    wi_measures result = finish(meter);
    assert_true(result.density_at[0] > 0.3 && result.density_at[1] > 0.3 && result.density_at[2] > 0.3);
    assert_true(isnan(result.density_at[3]));
}

static void without_a_line_there_is_nothing(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    wi_spot spot = spot_at(1, 0.0, 0.0);
    show(meter, 0, &spot, 1);
    assert_true(isnan(finish(meter).density_at[0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(density_is_that_of_the_frame_in_which_so_many_have_passed),
        cmocka_unit_test(one_alone_has_the_height_of_a_bell),
        cmocka_unit_test(who_comes_back_counts_once),
        cmocka_unit_test(without_a_line_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
