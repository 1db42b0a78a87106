// Turning: headings and ways whose angles are known.
#include "measure/crowd.h"

#define PI 3.14159265358979323846

static wi_spot walker(uint64_t id, double x, double y, double vx, double vy, double heading) {
    wi_spot spot = spot_at(id, x, y);
    spot.vx = (float)vx, spot.vy = (float)vy, spot.heading = (float)heading;
    return spot;
}

// 100 frames of 0.1 s along a direction at 1 m/s, and the body turned by so many degrees from frame `first` to `last`.
static void show_turn(wi_meter *meter, double direction, double degrees, int64_t first, int64_t last) {
    for (int64_t frame = 0; frame <= 100; frame++) {
        double x = cos(direction), y = sin(direction), way = 0.1 * (double)frame;
        double turn = frame >= first && frame <= last ? degrees * PI / 180.0 : 0.0;
        wi_spot spot = walker(7, way * x, way * y, x, y, remainder(direction + turn, 2.0 * PI));
        show(meter, frame, &spot, 1);
    }
}

static wi_meter *watching(uint64_t id) {
    wi_measure_options options = exact_options();
    options.watch = true;
    options.watch_id = id;
    return meter_with(options, 10.0);
}

static void the_share_is_that_of_the_time(void **state) {
    (void)state;
    for (double direction = -3.0; direction < 3.2; direction += 0.4) {
        wi_meter *meter = watching(7);
        show_turn(meter, direction, 30.0, 11, 35); // 25 of 100 legs
        wi_measures result = finish(meter);
        assert_near(result.turned_share, 0.25, 1e-12);
        assert_near(result.largest_turn, 30.0, 1e-4);
    }
}

static void ten_degrees_are_the_limit(void **state) {
    (void)state;
    static const double turns[] = {-170.0, -90.0, -10.1, -9.9, 0.0, 9.9, 10.1, 45.0, 90.0, 135.0, 180.0};
    for (uint32_t i = 0; i < WEND_COUNT(turns); i++) {
        wi_meter *meter = watching(7);
        show_turn(meter, 2.0, turns[i], 1, 100);
        wi_measures result = finish(meter);
        double amount = fabs(turns[i]);
        assert_near(result.turned_share, amount > 10.0 ? 1.0 : 0.0, 1e-12);
        assert_near(result.largest_turn, fmin(amount, 180.0 - amount), 1e-4); // shoulders: backwards is square again
    }
}

// Walks sideways for 4 s, stands for 4 s in a jam, walks on for 2 s, and stands at its goal for ever: 4 s of 10 s.
static void standing_in_a_jam_is_on_the_way_and_standing_at_the_goal_is_not(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    double x = 0.0;
    for (int64_t frame = 0; frame <= 300; frame++) {
        bool walks = frame <= 40 || (frame > 80 && frame <= 100);
        if (walks && frame > 0) x += 0.1;
        wi_spot spot = walker(1, x, 0.0, walks ? 1.0 : 0.0, 0.0, frame <= 80 ? PI / 2 : 0.0);
        show(meter, frame, &spot, 1);
    }
    assert_near(finish(meter).turned_share, 0.4, 1e-12);
}

static void everyone_counts_alike(void **state) {
    (void)state;
    wi_meter *meter = watching(2);
    for (int64_t frame = 0; frame <= 100; frame++) {
        double way = 0.1 * (double)frame;
        wi_spot spots[] = {walker(1, way, 0.0, 1.0, 0.0, 1.0), walker(2, way, 5.0, 1.0, 0.0, 0.0),
                           walker(3, 0.0, 9.0, 0.05, 0.0, 1.0)}; // the third does but sway
        show(meter, frame, spots, frame <= 10 ? 3 : 2);
        if (frame == 50) {
            wi_measures half = wi_meter_result(meter);
            assert_near(half.turned_share, 0.5, 1e-12);
        }
    }
    wi_measures result = finish(meter);
    assert_near(result.turned_share, 0.5, 1e-12);
    assert_near(result.largest_turn, 0.0, 1e-4);
}

static void what_is_not_told_is_no_number(void **state) {
    (void)state;
    wi_meter *meter = watching(9); // nobody
    wi_measures nothing = wi_meter_result(meter);
    assert_true(isnan(nothing.turned_share) && isnan(nothing.largest_turn));
    for (int64_t frame = 0; frame <= 10; frame++) {
        wi_spot spot = spot_at(1, 0.1 * (double)frame, 0.0); // no heading
        show(meter, frame, &spot, 1);
    }
    wi_measures result = finish(meter);
    assert_true(isnan(result.turned_share) && isnan(result.largest_turn));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_share_is_that_of_the_time),
        cmocka_unit_test(ten_degrees_are_the_limit),
        cmocka_unit_test(standing_in_a_jam_is_on_the_way_and_standing_at_the_goal_is_not),
        cmocka_unit_test(everyone_counts_alike),
        cmocka_unit_test(what_is_not_told_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
