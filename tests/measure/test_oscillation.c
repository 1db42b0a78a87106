// Oscillation: walks whose direction swings a known number of times.
#include "measure/crowd.h"

#define PI 3.14159265358979323846

// Walks at 1 m/s in the direction amplitude * sin(2 pi hertz t) + drift t for ten seconds.
static double swinging(double amplitude, double hertz, double drift, double noise, double fps) {
    wi_meter *meter = meter_with(exact_options(), fps);
    double x = 0.0, y = 0.0;
    uint32_t fine = 50;
    for (uint32_t frame = 0; frame <= (uint32_t)(10.0 * fps); frame++) {
        double shake = noise * (2.0 * (double)wend_random(7, 0, frame, 0, 0) - 1.0);
        wi_spot spot = spot_at(1, x + shake, y - shake);
        show(meter, frame, &spot, 1);
        for (uint32_t i = 0; i < fine; i++) {
            double t = (frame + i / (double)fine) / fps, direction = amplitude * sin(2.0 * PI * hertz * t) + drift * t;
            x += cos(direction) / fps / fine;
            y += sin(direction) / fps / fine;
        }
    }
    return finish(meter).oscillation;
}

// Twice a period, and the first turn is no change: 10 s at 0.5 Hz have 10 extremes.
static void a_swing_changes_twice_a_period_at_any_frame_rate(void **state) {
    (void)state;
    assert_near(swinging(0.4, 0.5, 0.0, 0.0, 10.0), 1.0, 0.11);
    assert_near(swinging(0.4, 0.5, 0.0, 0.0, 50.0), 1.0, 0.11);
    assert_near(swinging(0.4, 0.2, 0.0, 0.0, 25.0), 0.4, 0.11);
}

// Nor does it matter that a swing is to either side of the first piece of way, by less than the threshold each. From one
// extreme to the next is a turn; the first tells the sense, and the last is not whole.
static void a_small_swing_counts_wherever_it_begins(void **state) {
    (void)state;
    assert_near(swinging(0.08, 0.5, 0.0, 0.0, 10.0), 0.8, 0.01);
    assert_near(swinging(0.08, 0.5, 0.0, 0.0, 50.0), 0.8, 0.01);
    assert_near(swinging(-0.055, 0.2, 0.0, 0.0, 25.0), 0.2, 0.01);
}

static void straight_ways_and_circles_do_not_oscillate(void **state) {
    (void)state;
    assert_near(swinging(0.0, 0.5, 0.0, 0.0, 10.0), 0.0, 0.0);
    assert_near(swinging(0.0, 0.5, 2.0, 0.0, 10.0), 0.0, 0.0); // three times round
    assert_near(swinging(0.0, 0.5, -2.0, 0.0, 25.0), 0.0, 0.0);
}

static void swings_below_the_threshold_and_noise_do_not_count(void **state) {
    (void)state;
    assert_near(swinging(0.04, 0.5, 0.0, 0.0, 10.0), 0.0, 0.0);
    assert_near(swinging(0.0, 0.5, 0.0, 0.0005, 100.0), 0.0, 0.0);
    assert_near(swinging(0.4, 0.5, 0.0, 0.0005, 100.0), 1.0, 0.11);
}

static void who_stands_and_sways_does_not_oscillate(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    for (int64_t frame = 0; frame < 100; frame++) {
        wi_spot spot = spot_at(1, 0.03 * sin(1.7 * (double)frame), 0.03 * cos(2.3 * (double)frame));
        show(meter, frame, &spot, 1);
    }
    assert_near(finish(meter).oscillation, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_swing_changes_twice_a_period_at_any_frame_rate),
        cmocka_unit_test(a_small_swing_counts_wherever_it_begins),
        cmocka_unit_test(straight_ways_and_circles_do_not_oscillate),
        cmocka_unit_test(swings_below_the_threshold_and_noise_do_not_count),
        cmocka_unit_test(who_stands_and_sways_does_not_oscillate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
