// Speeds and starts of single agents, and frames that are left out: against numbers drawn at random and looked at plainly.
#include "measure/crowd.h"

enum { AGENTS = 40 };

typedef struct drawn {
    double speed[AGENTS], start[AGENTS];
} drawn;

static drawn draw(uint32_t seed) {
    drawn made;
    srand(seed);
    for (int i = 0; i < AGENTS; i++) {
        made.speed[i] = 0.5 + (double)rand() / RAND_MAX;
        made.start[i] = floor(30.0 * (double)rand() / RAND_MAX) / 10.0;
    }
    return made;
}

// Each stands until its start and then walks at its speed, 10 frames a second.
static wi_measures walk(const drawn *who, double after) {
    wi_measure_options options = exact_options();
    options.after = after;
    wi_meter *meter = meter_with(options, 10.0);
    for (int64_t frame = 0; frame <= 100; frame++) {
        wi_spot spot[AGENTS];
        for (int i = 0; i < AGENTS; i++) {
            double time = (double)frame / 10.0 - who->start[i];
            spot[i] = spot_at((uint64_t)i + 1, time > 0.0 ? time * who->speed[i] : 0.0, 3.0 * i);
        }
        show(meter, frame, spot, AGENTS);
    }
    return finish(meter);
}

static double deviation(const double *value) {
    double mean = 0.0, squares = 0.0;
    for (int i = 0; i < AGENTS; i++) mean += value[i] / AGENTS;
    for (int i = 0; i < AGENTS; i++) squares += (value[i] - mean) * (value[i] - mean);
    return sqrt(squares / (AGENTS - 1));
}

static double least(const double *value) {
    double found = value[0];
    for (int i = 1; i < AGENTS; i++) found = fmin(found, value[i]);
    return found;
}

static double most(const double *value) {
    double found = value[0];
    for (int i = 1; i < AGENTS; i++) found = fmax(found, value[i]);
    return found;
}

static void everyone_has_a_speed_and_a_start(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 5; seed++) {
        print_message("seed %u\n", seed);
        drawn who = draw(seed);
        wi_measures result = walk(&who, 0.0);
        assert_near(result.speed_slowest, least(who.speed), 1e-9);
        assert_near(result.speed_fastest, most(who.speed), 1e-9);
        assert_near(result.speed_spread, deviation(who.speed), 1e-9);
        // The first frame in which one is seen to have walked.
        assert_near(result.start_first, least(who.start) + 0.1, 1e-9);
        assert_near(result.start_last, most(who.start) + 0.1, 1e-9);
        assert_near(result.start_spread, deviation(who.start), 1e-9);
    }
}

static void what_is_before_does_not_count(void **state) {
    (void)state;
    drawn who = draw(6);
    wi_measures result = walk(&who, 4.0);
    double mean = 0.0;
    for (int i = 0; i < AGENTS; i++) mean += who.speed[i] / AGENTS;
    assert_int_equal(result.frames, 61);
    assert_near(result.duration, 6.0, 1e-9);
    assert_near(result.speed_mean, mean, 1e-9);
}

static void nobody_has_no_speed(void **state) {
    (void)state;
    wi_meter *meter = meter_with(exact_options(), 10.0);
    wi_spot spot = spot_at(1, 0.0, 0.0);
    show(meter, 0, &spot, 1);
    show(meter, 1, &spot, 1);
    wi_measures result = finish(meter);
    assert_true(isnan(result.speed_slowest) && isnan(result.speed_spread) && isnan(result.start_first));
}

// One who goes so fast for two seconds, and then so fast for two more.
static wi_measures two_paces(double first, double second) {
    wi_meter *meter = meter_with(exact_options(), 10.0);
    double x = 0.0;
    for (int64_t frame = 0; frame <= 40; frame++) {
        wi_spot spot = spot_at(1, x, 0.0);
        show(meter, frame, &spot, 1);
        x += 0.1 * (frame < 20 ? first : second);
    }
    return finish(meter);
}

static void who_creeps_stands(void **state) {
    (void)state;
    assert_near(two_paces(0.09, 1.0).speed_slowest, 1.0, 1e-9);
    assert_near(two_paces(0.11, 1.0).speed_slowest, 0.555, 1e-9);
}

static void who_is_pushed_has_not_started(void **state) {
    (void)state;
    assert_near(two_paces(0.29, 0.31).start_first, 2.1, 1e-9);
    assert_near(two_paces(0.31, 0.29).start_first, 0.1, 1e-9);
    assert_true(isnan(two_paces(0.29, 0.29).start_first));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_has_a_speed_and_a_start),
        cmocka_unit_test(what_is_before_does_not_count),
        cmocka_unit_test(nobody_has_no_speed),
        cmocka_unit_test(who_creeps_stands),
        cmocka_unit_test(who_is_pushed_has_not_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
