// Pairs of ellipses against oracles: whatever two agents choose within their half-planes, they do not collide; the
// half-planes are each other's mirror images; and the exact ones leave as much freedom as there is.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "ellipse_samples.h"
#include "steer/ellipse_face_wide.h"

#ifndef CASES
#define CASES 50000
#endif

static wide_ellipse in_all_lanes(wi_ellipse e) { return (wide_ellipse){wide_of(e.mean), wide_of(e.k), wide_of(e.l)}; }

// As the kernel does it: in float, and where that is too close to tell as above.
static wi_halfplane face_kernel(const sample *s) {
    wide_meeting is = {.a = in_all_lanes(s->a.is), .b = in_all_lanes(s->b.is), .horizon = wide_of(s->horizon)};
    is.px = wide_of(s->p.x), is.py = wide_of(s->p.y), is.wx = wide_of(s->w.x), is.wy = wide_of(s->w.y);
    wide_face face;
    wide_contact contact;
    ellipse_faces(&is, 1, &face, &contact);
    if (wide_any(contact.overlap)) face = ellipse_way_out(&is, wide_of(s->step));
    bool found = wide_any(contact.apart | contact.overlap);
    return found ? (wi_halfplane){wi_vec(face.nx[0], face.ny[0]), face.outside[0]} : face_exact(s);
}

// Whether polygons about the two overlap: then standing still is a velocity inside the obstacle.
typedef struct apartness {
    bool polygon, table;
} apartness;

static apartness apart_for(const tabled *all, const tabled_pair *pair) {
    tabled_pair still = *pair;
    still.s.w = wi_vec(0.0f, 0.0f);
    return (apartness){face_polygon(&still.s).distance > 0.0f, face_table(all, &still).distance > 0.0f};
}

// The oracles themselves -------------------------------------------------------------------------------------------------

static double sampled_gap(const sample *s, int samples) {
    double least = INFINITY;
    for (int i = 0; i < samples; i++) {
        wi_dvec on_a = oracle_boundary(s->a.oracle, 2.0 * ORACLE_PI * i / samples);
        for (int k = 0; k < samples; k++) {
            wi_dvec on_b = wi_dvec_of(s->p) + oracle_boundary(s->b.oracle, 2.0 * ORACLE_PI * k / samples);
            least = fmin(least, wi_dlength(on_b - on_a));
        }
    }
    return least;
}

static void the_oracle_of_distance_agrees_with_sampling(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 160; number += 4) {
        sample s;
        sample_draw(&s, number + number / 4 % 2); // far and near
        double gap = oracle_gap(s.a.oracle, s.b.oracle, wi_dvec_of(s.p)), sampled = sampled_gap(&s, 400);
        oracle_frame frame = oracle_frame_of(s.a.oracle, s.b.oracle);
        // Samples are at most 2 pi 2 m / 400 apart, so the nearest are off by half of that sideways.
        if (!(gap <= sampled + 1e-9 && sampled < gap + 0.032)) fail_case(number, "distance");
        assert_true(oracle_clearance(&frame, wi_dvec_of(s.p)) > 0.0);
        assert_true(fabs(gap - (double)wi_ellipse_gap(s.p, s.a.is, s.b.is)) < ROUNDING);
    }
}

static void the_oracle_of_contact_agrees_with_the_distance(void **state) {
    (void)state;
    int touches = 0;
    for (uint64_t number = 0; number < 2000; number += 4) {
        sample s;
        sample_draw(&s, number + number / 4 % 2);
        oracle_frame frame = oracle_frame_of(s.a.oracle, s.b.oracle);
        wi_dvec p = wi_dvec_of(s.p), w = wi_dvec_of(s.w);
        double t = oracle_first_touch(&frame, p, w, 30.0);
        if (t == INFINITY) continue;
        touches++;
        if (t > 0.01) assert_true(oracle_gap(s.a.oracle, s.b.oracle, p - 0.99 * t * w) > 0.0);
        if (oracle_gap(s.a.oracle, s.b.oracle, p - t * w) > 1e-4) fail_case(number, "no contact");
    }
    assert_true(touches > 50);
}

// What is promised -------------------------------------------------------------------------------------------------------

// A velocity that the half-plane of one allows: on its edge or beyond, and any way along it.
static wi_dvec allowed(uint64_t number, uint32_t purpose, wi_dvec velocity, wi_dvec n, double outside) {
    double beyond = number % 3 == 0 ? 0.0 : sample_number(number, purpose, 0.0, 1.0),
           along = sample_number(number, purpose + 1, -3.0, 3.0);
    return velocity + (beyond - 0.5 * outside) * n / wi_ddot(n, n) + along * wi_dleft(n);
}

// `apart`: the method holds the two to be apart. Otherwise it promises no more than that they part within the step.
static void expect_no_collision(const sample *s, uint64_t number, wi_halfplane face, bool apart, const char *method) {
    wi_dvec n = wi_dvec_of(face.normal), p = wi_dvec_of(s->p);
    double outside = (double)face.distance;
    wi_dvec of_a = allowed(number, 60, wi_dvec_of(s->a.velocity), n, outside);
    wi_dvec of_b = allowed(number, 62, wi_dvec_of(s->b.velocity), -n, outside);
    oracle_frame frame = oracle_frame_of(s->a.oracle, s->b.oracle);
    double slack = ROUNDING / fmin((double)s->a.along, (double)s->a.across), when = (double)s->step;
    wi_dvec w = of_a - of_b;
    double closest = apart ? oracle_closest(&frame, p, w, (double)s->horizon, &when)
                           : oracle_clearance(&frame, p - (double)s->step * w);
    if (closest > -slack) return;
    print_message("closest %g after %g s\n", closest, when);
    fail_case(number, method);
}

static void nobody_who_keeps_to_it_collides(void **state) {
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        sample s;
        sample_draw(&s, number);
        bool apart = wi_ellipse_gap(s.p, s.a.is, s.b.is) > 1e-6f; // closer than that rounding decides
        expect_no_collision(&s, number, face_exact(&s), apart, "exact");
        expect_no_collision(&s, number, face_kernel(&s), apart, "kernel");
    }
}

static void nobody_who_keeps_to_polygons_collides(void **state) {
    for (uint64_t number = 0; number < CASES; number++) {
        tabled_pair pair;
        draw_tabled(*state, &pair, number);
        apartness apart = apart_for(*state, &pair);
        expect_no_collision(&pair.s, number, face_polygon(&pair.s), apart.polygon, "polygon");
        expect_no_collision(&pair.s, number, face_table(*state, &pair), apart.table, "table");
    }
}

static void expect_opposite(uint64_t number, wi_halfplane a, wi_halfplane b, const char *method) {
    if (a.normal.x != -b.normal.x || a.normal.y != -b.normal.y || a.distance != b.distance) fail_case(number, method);
}

static void half_planes_are_exactly_reciprocal(void **state) {
    for (uint64_t number = 0; number < CASES; number++) {
        sample s, other;
        sample_draw(&s, number);
        other = seen_from_b(&s);
        expect_opposite(number, face_exact(&s), face_exact(&other), "exact");
        expect_opposite(number, face_kernel(&s), face_kernel(&other), "kernel");
        tabled_pair pair, turned;
        draw_tabled(*state, &pair, number);
        turned = (tabled_pair){seen_from_b(&pair.s), pair.b, pair.a};
        expect_opposite(number, face_polygon(&pair.s), face_polygon(&turned.s), "polygon");
        expect_opposite(number, face_table(*state, &pair), face_table(*state, &turned), "table");
    }
}

// Counts half-planes that leave less freedom than there is: suboptimal, but safe. More than there is would be unsafe.
typedef struct optimality {
    uint64_t counted, worse;
    double most; // m/s: the largest loss
} optimality;

static void compare_with_best(optimality *sum, const sample *s, uint64_t number, double best, double found) {
    double gap = (double)wi_ellipse_gap(s->p, s->a.is, s->b.is);
    bool overlap = gap < 0.0;
    // Below a gap of 0.1 mm the arc of normals is so narrow that rounding moves its ends by a good part of it.
    double rounding = overlap ? ROUNDING / (double)s->step : gap < 1e-4 ? 1e-3 : 1e-4;
    if (found > best + rounding) {
        print_message("found %g, best %g\n", found, best);
        fail_case(number, "farther outside than the obstacle allows");
    }
    sum->counted++;
    sum->worse += found < best - 1e-3 - (overlap ? rounding : 0.0);
    sum->most = fmax(sum->most, best - found);
}

static void expect_share(const optimality *sum, const char *method, double share) {
    print_message("%s: %llu of %llu cases suboptimal by more than 1 mm/s, at most %.4f m/s\n", method,
                  (unsigned long long)sum->worse, (unsigned long long)sum->counted, sum->most);
    assert_true(sum->counted > CASES / 10);
    assert_true((double)sum->worse <= share * (double)sum->counted);
}

static void exact_is_the_best_there_is(void **state) {
    (void)state;
    optimality exact = {0}, kernel = {0}, nearly = {0}, within = {0};
    for (uint64_t number = 0; number < CASES; number++) {
        sample s;
        sample_draw(&s, number);
        if (fabs((double)wi_ellipse_gap(s.p, s.a.is, s.b.is)) < ROUNDING) continue; // rounding decides who overlaps
        oracle_pair pair = {.a = s.a.oracle, .b = s.b.oracle, .p = wi_dvec_of(s.p), .w = wi_dvec_of(s.w)};
        oracle_arc(&pair, (double)s.horizon, (double)s.step);
        double best = oracle_best(&pair);
        compare_with_best(&exact, &s, number, best, (double)face_exact(&s).distance);
        bool touching = number % PLACES == NEARLY_TOUCHING;
        bool overlap = wi_ellipse_gap(s.p, s.a.is, s.b.is) < 0.0f;
        optimality *sum = touching ? &nearly : overlap ? &within : &kernel;
        compare_with_best(sum, &s, number, best, (double)face_kernel(&s).distance);
    }
    expect_share(&exact, "exact", 0.0);
    expect_share(&kernel, "kernel", 5e-4);
    // The arc of normals is narrow there, and float leaves few digits to tell its ends apart.
    expect_share(&nearly, "kernel, gap below 0.1 m", 0.015);
    expect_share(&within, "kernel, overlapping", 1e-5);
}

static void expect_no_freer(uint64_t number, double exact, double held, double rounding, const char *method) {
    if (exact >= held - rounding) return;
    print_message("exact %g, %s %g\n", exact, method, held);
    fail_case(number, "exact leaves less freedom");
}

// Bodies that overlap for one and not for the other have different times to part.
static void exact_leaves_at_least_the_freedom_of_polygons(void **state) {
    uint64_t compared = 0;
    for (uint64_t number = 0; number < CASES; number++) {
        tabled_pair pair;
        draw_tabled(*state, &pair, number);
        const sample *s = &pair.s;
        apartness apart = apart_for(*state, &pair);
        bool overlap = wi_ellipse_gap(s->p, s->a.is, s->b.is) < 0.0f;
        double exact = (double)face_exact(s).distance, rounding = 1e-4 + (overlap ? ROUNDING / (double)s->step : 0.0);
        if (apart.polygon || overlap)
            expect_no_freer(number, exact, (double)face_polygon(s).distance, rounding, "polygon");
        if (apart.table || overlap)
            expect_no_freer(number, exact, (double)face_table(*state, &pair).distance, rounding, "table");
        compared += apart.table || overlap;
    }
    assert_true(compared > CASES / 2);
}

// `held`: what another method finds. Rounding in float adds to a millimetre per second.
static void compare_with_method(optimality *sum, const sample *s, bool overlap, double held, double found) {
    double rounding = 1e-3 + (overlap ? ROUNDING / (double)s->step : 0.0);
    sum->counted++;
    sum->worse += held - found > rounding;
    sum->most = fmax(sum->most, held - found);
}

// What the kernel finds beside table and polygons, of bodies that are apart and of those that overlap. A search of few
// steps may end at the second best direction, which is safe: 2 of 525,000 that are apart, by 4 mm/s at most.
static void the_kernel_leaves_at_least_the_freedom_of_the_table(void **state) {
    optimality apart = {0}, within = {0}, in_polygons = {0};
    for (uint64_t number = 0; number < CASES; number++) {
        tabled_pair pair;
        draw_tabled(*state, &pair, number);
        const sample *s = &pair.s;
        bool overlap = wi_ellipse_gap(s->p, s->a.is, s->b.is) < 0.0f;
        if (!overlap && !apart_for(*state, &pair).table) continue;
        double kernel = (double)face_kernel(s).distance, table = (double)face_table(*state, &pair).distance;
        compare_with_method(overlap ? &within : &apart, s, overlap, table, kernel);
        if (overlap) compare_with_method(&in_polygons, s, true, (double)face_polygon(s).distance, kernel);
    }
    expect_share(&apart, "kernel beside the table, apart", 1e-5);
    expect_share(&within, "kernel beside the table, overlapping", 0.0);
    expect_share(&in_polygons, "kernel beside polygons, overlapping", 1e-5);
    assert_true(apart.most < 0.01);
}

static void bodies_with_equal_axes_get_the_line_of_orca(void **state) {
    (void)state;
    for (uint64_t number = 0; number < CASES; number++) {
        sample s;
        sample_draw(&s, number);
        s.a.across = s.a.along, s.b.across = s.b.along;
        sample_settle(&s.a), sample_settle(&s.b);
        sample_place(&s, number);
        wi_halfplane exact = number % 2 ? face_exact(&s) : face_kernel(&s);
        wi_halfplane orca = wi_vo_plane(s.p, s.a.along + s.b.along, s.horizon, s.step, s.w, NULL);
        double gap = (double)(wi_length(s.p) - s.a.along - s.b.along);
        if (fabs(gap) < ROUNDING) continue;
        double rounding = gap < 0.0 ? ROUNDING / (double)s.step : 2e-4;
        if (fabs((double)(exact.distance - orca.distance)) > rounding) fail_case(number, "not ORCA's distance");
        // Where two normals are nearly as good either may be chosen.
        double lost = (double)(wi_dot(exact.normal, s.w) - wi_dot(orca.normal, s.w));
        if (wi_dot(exact.normal, orca.normal) < 0.99f && fabs(lost) > 0.01 && exact.distance > 0.0f)
            fail_case(number, "not ORCA's normal");
    }
}

// Of a body 5000 times as long as wide floats keep no width.
static void bodies_like_hairs_get_a_half_plane(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 2000; number++) {
        sample s;
        sample_draw(&s, number);
        s.a.along = s.a.across / 5000.0f, s.b.along = s.b.across / 5000.0f;
        sample_settle(&s.a), sample_settle(&s.b);
        sample other = seen_from_b(&s);
        wi_halfplane face = face_exact(&s);
        if (!(fabsf(wi_length(face.normal) - 1.0f) < 1e-5f && isfinite(face.distance)))
            fail_case(number, "no half-plane");
        expect_opposite(number, face, face_exact(&other), "exact");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracle_of_distance_agrees_with_sampling),
        cmocka_unit_test(the_oracle_of_contact_agrees_with_the_distance),
        cmocka_unit_test(nobody_who_keeps_to_it_collides),
        cmocka_unit_test(nobody_who_keeps_to_polygons_collides),
        cmocka_unit_test(half_planes_are_exactly_reciprocal),
        cmocka_unit_test(exact_is_the_best_there_is),
        cmocka_unit_test(exact_leaves_at_least_the_freedom_of_polygons),
        cmocka_unit_test(the_kernel_leaves_at_least_the_freedom_of_the_table),
        cmocka_unit_test(bodies_with_equal_axes_get_the_line_of_orca),
        cmocka_unit_test(bodies_like_hairs_get_a_half_plane),
    };
    return cmocka_run_group_tests(tests, make_table, free_table);
}
