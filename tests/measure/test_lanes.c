// Order of lanes: arrangements whose order is known, and random ones against all pairs.
#include "measure/crowd.h"

#define CROWD 120
#define FRAMES 12

typedef struct crowd {
    double x[CROWD], y[CROWD];
    int direction[CROWD];
} crowd;

static wi_measures walk(const crowd *of, wi_measure_options options, double angle) {
    wi_meter *meter = meter_with(options, 10.0);
    for (int64_t frame = 0; frame < FRAMES; frame++) {
        wi_spot spots[CROWD];
        for (uint32_t i = 0; i < CROWD; i++) {
            double x = of->x[i] + 0.13 * (double)(of->direction[i] * frame), y = of->y[i];
            spots[i] = spot_at(i, cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y);
        }
        show(meter, frame, spots, CROWD);
    }
    return finish(meter);
}

static wi_measure_options lanes(void) {
    wi_measure_options options = exact_options();
    options.lane_width = 0.3;
    return options;
}

static void scatter(crowd *of, uint64_t seed) {
    for (uint32_t i = 0; i < CROWD; i++) {
        of->x[i] = 10.0 * (double)wend_random(seed, i, 0, 0, 0);
        of->y[i] = 6.0 * (double)wend_random(seed, i, 0, 0, 1);
        of->direction[i] = wend_random(seed, i, 0, 0, 2) < 0.5f ? 1 : -1;
    }
}

static void separated_lanes_have_order_one_whatever_way_they_lead(void **state) {
    (void)state;
    crowd of;
    scatter(&of, 1);
    for (uint32_t i = 0; i < CROWD; i++) of.direction[i] = fmod(of.y[i], 2.0) < 1.0 ? 1 : -1;
    for (uint32_t i = 0; i < CROWD; i++) of.y[i] = floor(of.y[i]) + 0.2 + 0.6 * (of.y[i] - floor(of.y[i]));
    for (double angle = 0.0; angle < 6.3; angle += 0.7) {
        wi_measures result = walk(&of, lanes(), angle);
        assert_near(result.lane_order, 1.0, 1e-12);
        assert_true(result.lane_order_shuffled < 0.25);
        assert_near(result.lane_order_surplus, result.lane_order - result.lane_order_shuffled, 1e-12);
    }
}

// Each pair in a lane of its own, one there and one back: with one other, who is opposite, the square is 1 as well; with
// two of each it is ((1 - 2) / 3)^2.
static void mixed_lanes_have_the_order_of_the_formula(void **state) {
    (void)state;
    crowd of;
    for (uint32_t i = 0; i < CROWD; i++) {
        of.x[i] = i % 4, of.y[i] = 1.0 * (i / 4);
        of.direction[i] = i % 2 ? 1 : -1;
    }
    assert_near(walk(&of, lanes(), 0.3).lane_order, 1.0 / 9.0, 1e-12);
}

static double slow_order(const crowd *of) {
    double sum = 0.0;
    uint32_t count = 0;
    for (uint32_t a = 0; a < CROWD; a++) {
        double same = 0.0, opposite = 0.0;
        for (uint32_t b = 0; b < CROWD; b++) {
            if (a == b || fabs(of->y[a] - of->y[b]) > 0.3) continue;
            if (of->direction[a] == of->direction[b])
                same++;
            else
                opposite++;
        }
        if (same + opposite == 0.0) continue;
        sum += pow((same - opposite) / (same + opposite), 2.0);
        count++;
    }
    return sum / count;
}

// What chance gives among n others is the mean of ((a - b) / n)^2, near 1 / n.
static void random_crowds_agree_with_all_pairs_and_with_their_shuffles(void **state) {
    (void)state;
    double order = 0.0, shuffled = 0.0, surplus = 0.0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        crowd of;
        scatter(&of, seed);
        wi_measures result = walk(&of, lanes(), 0.0);
        assert_near(result.lane_order, slow_order(&of), 1e-9);
        order += result.lane_order / 30.0, shuffled += result.lane_order_shuffled / 30.0;
        surplus += result.lane_order_surplus / 30.0;
    }
    print_message("         chance: order %.4f, shuffled %.4f\n", order, shuffled);
    assert_near(order, shuffled, 0.02);
    assert_near(surplus, 0.0, 0.02);
    assert_near(shuffled, 1.0 / (CROWD * 0.6 / 6.0), 0.02);
}

static void the_seed_decides_the_shuffling(void **state) {
    (void)state;
    crowd of;
    scatter(&of, 3);
    wi_measure_options one = lanes(), other = lanes();
    other.seed = 5;
    assert_true(walk(&of, one, 0.0).lane_order_shuffled == walk(&of, one, 0.0).lane_order_shuffled);
    assert_true(walk(&of, one, 0.0).lane_order_shuffled != walk(&of, other, 0.0).lane_order_shuffled);
}

static void a_given_axis_is_taken(void **state) {
    (void)state;
    crowd of;
    scatter(&of, 4);
    wi_measure_options across = lanes(), along = lanes();
    across.lane_axis = 1.5707963267948966, along.lane_axis = 0.0;
    assert_true(isnan(walk(&of, across, 0.0).lane_order)); // nobody gets anywhere that way
    assert_near(walk(&of, along, 0.0).lane_order, slow_order(&of), 1e-9);
}

static double order_after(double way) {
    wi_meter *meter = meter_with(lanes(), 10.0);
    for (int64_t frame = 0; frame < 2; frame++) {
        wi_spot spots[] = {spot_at(1, way * (double)frame, 0.0), spot_at(2, 5.0 + way * (double)frame, 0.0)};
        show(meter, frame, spots, 2);
    }
    return finish(meter).lane_order;
}

static void who_has_not_come_half_a_metre_has_no_direction(void **state) {
    (void)state;
    assert_true(isnan(order_after(0.45)));
    assert_near(order_after(0.55), 1.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separated_lanes_have_order_one_whatever_way_they_lead),
        cmocka_unit_test(mixed_lanes_have_the_order_of_the_formula),
        cmocka_unit_test(random_crowds_agree_with_all_pairs_and_with_their_shuffles),
        cmocka_unit_test(the_seed_decides_the_shuffling),
        cmocka_unit_test(a_given_axis_is_taken),
        cmocka_unit_test(who_has_not_come_half_a_metre_has_no_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
