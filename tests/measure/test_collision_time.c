// Times to collision and predicted distances against closed forms and against stepping through time.
#include "measure/approach.h"
#include "measure/bodies.h"
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
        if (!isnan(result.collision_time_least)) fail_msg("seed %u: %g s", (unsigned)seed, result.collision_time_least);
    }
}

// Outlines -------------------------------------------------------------------------------------------------------------

typedef struct figure {
    wend_shape_kind kind;
    float half_length, half_width, heading; // m, rad
} figure;

#define ALONG 0.0f
#define QUARTER 1.57079633f
#define EIGHTH 0.785398163f
#define HALF 3.14159265f

static wi_spot spot_of(figure body, uint64_t id, double x, double y, float vx) {
    wi_spot spot = spot_at(id, x, y);
    spot.half_length = body.half_length, spot.half_width = body.half_width, spot.heading = body.heading;
    spot.profile = (uint32_t)id, spot.vx = vx, spot.vy = 0.0f;
    return spot;
}

// The time that is measured for two who come towards each other at 1 m/s each from 10 m apart, with so much aside.
static double measured(figure one, figure other, double aside, bool discs) {
    const wend_shape_kind shapes[] = {one.kind, other.kind};
    wi_measure_options options = exact_options();
    options.profile_shape = shapes, options.profile_count = 2, options.discs = discs;
    options.collision_horizon = 8.0;
    wi_meter *meter = meter_with(options, 10.0);
    wi_spot spots[] = {spot_of(one, 0, 100.0, 50.0, 1.0f), spot_of(other, 1, 110.0, 50.0 + aside, -1.0f)};
    show(meter, 0, spots, 2);
    return finish(meter).collision_time_least;
}

static double met_at(double x) { return (10.0 - x) / 2.0; } // when the centres are x apart along the way

static void ellipses_meet_when_their_outlines_touch(void **state) {
    (void)state;
    const figure lengthways = {WEND_ELLIPSE, 0.5f, 0.1f, ALONG}, back = {WEND_ELLIPSE, 0.5f, 0.1f, HALF};
    const figure sideways = {WEND_ELLIPSE, 0.5f, 0.1f, QUARTER};
    assert_near(measured(lengthways, back, 0.0, false), met_at(1.0), 1e-6);
    assert_near(measured(sideways, sideways, 0.0, false), met_at(0.2), 1e-6);
    assert_near(measured(lengthways, sideways, 0.0, false), met_at(0.6), 1e-6);
    // Two alike and aligned: the centres are on an ellipse of twice the size.
    assert_near(measured(lengthways, back, 0.15, false), met_at(sqrt(1.0 - 0.5625)), 1e-6);
    assert_near(measured(lengthways, back, 0.1999, false), met_at(sqrt(1.0 - 0.99950 * 0.99950)), 1e-4);
    assert_true(isnan(measured(lengthways, back, 0.4, false)));
    assert_true(isnan(measured(lengthways, back, 0.2001, false)));
    assert_near(measured(lengthways, back, 0.4, true), met_at(sqrt(1.0 - 0.16)), 1e-6); // their discs
}

// At parameter u of the ellipse the disc's centre is off its outline by the radius along the normal.
static void an_ellipse_meets_a_disc(void **state) {
    (void)state;
    const double a = 0.5, b = 0.1, r = 0.2;
    const figure ellipse = {WEND_ELLIPSE, 0.5f, 0.1f, ALONG}, disc = {WEND_DISC, 0.2f, 0.2f, ALONG};
    for (double u = 0.0; u < 1.5; u += 0.1) {
        double nx = cos(u) / a, ny = sin(u) / b, size = hypot(nx, ny);
        double x = a * cos(u) + r * nx / size, y = b * sin(u) + r * ny / size;
        assert_near(measured(ellipse, disc, y, false), met_at(x), 1e-5);
        assert_near(measured(disc, ellipse, -y, false), met_at(x), 1e-5);
    }
    assert_true(isnan(measured(ellipse, disc, 0.301, false)));
}

static void a_box_meets_others(void **state) {
    (void)state;
    const figure box = {WEND_BOX, 0.5f, 0.3f, ALONG}, tilted = {WEND_BOX, 0.3f, 0.3f, EIGHTH};
    const figure disc = {WEND_DISC, 0.2f, 0.2f, ALONG}, ellipse = {WEND_ELLIPSE, 0.5f, 0.1f, QUARTER};
    assert_near(measured(box, disc, 0.2, false), met_at(0.7), 1e-6);                     // on its front
    assert_near(measured(box, disc, 0.4, false), met_at(0.5 + sqrt(0.03)), 1e-6);        // on its corner
    assert_near(measured(box, box, 0.5, false), met_at(1.0), 1e-6);                      // front on front
    assert_near(measured(box, tilted, 0.1, false), met_at(0.5 + 0.3 * sqrt(2.0)), 1e-6); // a corner on its front
    assert_near(measured(box, ellipse, 0.2, false), met_at(0.6), 1e-6);
    assert_true(isnan(measured(box, disc, 0.501, false)) && isnan(measured(box, box, 0.601, false)));
}

static wi_body random_body(uint64_t seed, uint32_t from) {
    wend_shape shape = {(wend_shape_kind)((seed + from) % 3), 0.3f + 0.25f * (float)draw(seed, from),
                        0.3f + 0.25f * (float)draw(seed, from + 1)};
    if (shape.kind == WEND_DISC) shape.half_width = shape.half_length;
    float heading = 3.0f * (float)draw(seed, from + 2);
    return (wi_body){{shape.kind, {0.0f, 0.0f}, {cosf(heading), sinf(heading)}, shape.half_length, shape.half_width},
                     (double)wi_shape_radius(shape),
                     0.0};
}

static void random_outlines_agree_with_steps_through_time(void **state) {
    (void)state;
    const double depth = 0.002, until = 4.0, rough = 4e-5;
    uint32_t met = 0, missed = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        wi_body a = random_body(seed, 10), b = random_body(seed / 3, 20);
        const double p[2] = {2.0 * draw(seed, 0), 2.0 * draw(seed, 1)}, v[2] = {draw(seed, 2), draw(seed, 3)};
        double time = wi_bodies_time(&a, &b, p, v, depth, until), last = fmin(time, until);
        for (uint32_t i = 0; i < 200 && time > 0.0; i++) {
            double t = last * i / 200.0, deep = wi_bodies_depth(&a, &b, p[0] + t * v[0], p[1] + t * v[1]);
            if (deep > depth + rough) fail_msg("seed %u: %g m at %g s of %g", (unsigned)seed, deep, t, time);
        }
        if (isinf(time)) missed++;
        if (time > 0.0 && isfinite(time)) {
            double deep = wi_bodies_depth(&a, &b, p[0] + time * v[0], p[1] + time * v[1]);
            met++, assert_near(deep, depth, rough);
        }
        if (time == 0.0) assert_true(wi_bodies_depth(&a, &b, p[0], p[1]) > depth - rough);
    }
    assert_true(met > 50 && missed > 50);
}

static void plain_discs_have_the_closed_form_to_the_last_bit(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        wi_body a = {{WEND_DISC, {0.0f, 0.0f}, {1.0f, 0.0f}, 0.3f, 0.3f}, 0.3 + 0.1 * draw(seed, 4), 0.0}, b = a;
        const double p[2] = {2.0 * draw(seed, 0), 2.0 * draw(seed, 1)}, v[2] = {draw(seed, 2), draw(seed, 3)};
        double time = wi_time_to_collision(p[0], p[1], v[0], v[1], a.radius + b.radius - 0.002);
        assert_true(wi_bodies_time(&a, &b, p, v, 0.002, 1e9) == time);
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
        cmocka_unit_test(ellipses_meet_when_their_outlines_touch),
        cmocka_unit_test(an_ellipse_meets_a_disc),
        cmocka_unit_test(a_box_meets_others),
        cmocka_unit_test(random_outlines_agree_with_steps_through_time),
        cmocka_unit_test(plain_discs_have_the_closed_form_to_the_last_bit),
        cmocka_unit_test(what_is_not_asked_for_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
