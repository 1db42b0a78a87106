// Velocity obstacles against slow and obvious oracles in double: discs stepped through time, normals tried one by one.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/hull.h"

#define SEED 20090u
#define PI 3.14159265358979323846

static double draw(uint64_t number, uint32_t purpose, double low, double high) {
    return low + (high - low) * (double)wend_random(SEED, number, 0, purpose, 0);
}

typedef struct sample {
    wend_vec p, w;
    float R, tau, dt;
    wend_vec corner[WEND_VELOCITY_CORNERS];
    wi_velocity_set set;
} sample;

enum { NO_SET, DISC_SET, POLYGON_SET, SETS };

// A convex polygon: angles in order on an ellipse, off its centre.
static void draw_polygon(sample *s, uint64_t number) {
    s->set.corner_count = 3 + (uint32_t)draw(number, 10, 0.0, 5.999);
    double a = draw(number, 11, 0.1, 1.0), b = draw(number, 12, 0.1, 1.0), start = draw(number, 13, 0.0, 2.0 * PI);
    double x = draw(number, 14, -0.5, 0.5), y = draw(number, 15, -0.5, 0.5);
    for (uint32_t k = 0; k < s->set.corner_count; k++) {
        double jitter = draw(number, 16 + k, 0.0, 0.6);
        double angle = start + 2.0 * PI * (k + jitter) / s->set.corner_count;
        s->corner[k] = wi_vec((float)(x + a * cos(angle)), (float)(y + b * sin(angle)));
    }
    s->set.corner = s->corner;
}

static void draw_sample(sample *s, uint64_t number, int kind, bool apart) {
    *s = (sample){.tau = (float)draw(number, 0, 0.2, 4.0), .dt = (float)draw(number, 1, 0.01, 0.2)};
    s->R = (float)draw(number, 2, 0.1, 1.5);
    double share = apart ? draw(number, 3, 1.001, 6.0) : draw(number, 3, 0.0, 0.999),
           angle = draw(number, 4, 0.0, 2.0 * PI);
    s->p = wi_vec((float)(share * (double)s->R * cos(angle)), (float)(share * (double)s->R * sin(angle)));
    s->w = wi_vec((float)draw(number, 5, -3.0, 3.0), (float)draw(number, 6, -3.0, 3.0));
    if (kind == DISC_SET) s->set.radius = (float)draw(number, 7, 0.01, 0.8);
    if (kind == POLYGON_SET) draw_polygon(s, number);
}

static void make(wi_vo *vo, const sample *s) {
    wi_vo_disc(vo, wi_dvec_of(s->p), (double)s->R, (double)s->tau, (double)s->dt, (wi_dvec){0.0, 0.0}, &s->set);
}

// How near the two bodies may come at time t with relative velocity w: less than 0 is contact.
static double gap_at(const sample *s, double t) {
    wi_dvec x = t * wi_dvec_of(s->w) - wi_dvec_of(s->p), q[WEND_VELOCITY_CORNERS] = {{0.0, 0.0}};
    for (uint32_t k = 0; k < s->set.corner_count; k++) q[k] = t * wi_dvec_of(s->set.corner[k]);
    return hull_distance(x, q, s->set.corner_count ? s->set.corner_count : 1) - t * (double)s->set.radius -
           (double)s->R;
}

static double steepest(const sample *s) { // a bound on the change of gap_at in a second
    return wi_dlength(wi_dvec_of(s->w)) + (double)s->set.radius + (s->set.corner_count ? 2.5 : 0.0);
}

static void membership_agrees_with_stepping_the_discs(void **state) {
    (void)state;
    const int steps = 4000;
    int decided = 0, inside = 0;
    for (uint64_t number = 0; number < 900; number++) {
        sample s;
        wi_vo vo;
        draw_sample(&s, number, (int)(number % SETS), true);
        make(&vo, &s);
        double least = INFINITY, error = steepest(&s) * (double)s.tau / steps;
        for (int i = 0; i <= steps; i++) least = fmin(least, gap_at(&s, (double)s.tau * i / steps));
        if (least > -1e-9 && least < error) continue; // the step is too long to tell
        bool is_inside = wi_vo_inside(&vo, wi_dvec_of(s.w), 0.0);
        if (is_inside != (least < 0.0)) print_message("seed %u, case %d\n", SEED, (int)number);
        assert_int_equal(is_inside, least < 0.0);
        assert_int_equal(is_inside, wi_vo_plane(s.p, s.R, s.tau, s.dt, s.w, &s.set).distance < 0.0f);
        decided++;
        inside += is_inside;
    }
    assert_true(decided > 850 && inside > 100 && inside < decided - 100);
}

static void bodies_that_overlap_use_the_time_step(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 600; number++) {
        sample s;
        wi_vo vo;
        draw_sample(&s, number, (int)(number % SETS), false);
        make(&vo, &s);
        double gap = gap_at(&s, (double)s.dt);
        if (fabs(gap) > 1e-9) assert_int_equal(wi_vo_inside(&vo, wi_dvec_of(s.w), 0.0), gap < 0.0);
    }
}

// F for one normal, straight from its definition.
static double along(const sample *s, double tau, double angle) {
    wi_dvec n = {cos(angle), sin(angle)};
    double support = 0.0;
    for (uint32_t k = 0; k < s->set.corner_count; k++) {
        double q = wi_ddot(n, wi_dvec_of(s->set.corner[k]));
        support = k == 0 || q > support ? q : support;
    }
    double g = wi_ddot(n, wi_dvec_of(s->p)) + (double)s->R;
    return wi_ddot(n, wi_dvec_of(s->w)) - g / tau - support - (double)s->set.radius;
}

// The largest of `count` normals over the arc, its ends among them.
static double dense_distance(const sample *s, bool apart, int count) {
    wi_dvec p = wi_dvec_of(s->p);
    double half = apart ? 0.5 * PI - asin((double)s->R / wi_dlength(p)) : PI, middle = atan2(-p[1], -p[0]);
    double best = -INFINITY;
    for (int i = 0; i <= count; i++) {
        double angle = middle + half * (2.0 * i / count - 1.0);
        best = fmax(best, along(s, (double)(apart ? s->tau : s->dt), angle));
    }
    return best;
}

static void distance_agrees_with_a_dense_search_of_normals(void **state) {
    (void)state;
    const int count = 6000;
    for (uint64_t number = 0; number < 900; number++) {
        sample s;
        bool apart = number % 4 != 0;
        draw_sample(&s, number, (int)(number / 4 % SETS), apart);
        wi_halfplane plane = wi_vo_plane(s.p, s.R, s.tau, s.dt, s.w, &s.set);
        double scale = 6.0 + 2.0 * wi_dlength(wi_dvec_of(s.p)) / (double)(apart ? s.tau : s.dt);
        // A normal of an edge lies between two that are tried: there the error is of first order.
        double between = PI / count, error = 2e-7 * scale + scale * (s.set.corner_count ? between : between * between);
        double dense = dense_distance(&s, apart, count);
        bool right = (double)plane.distance > dense - 2e-7 * scale && (double)plane.distance < dense + error;
        if (!right) print_message("seed %u, case %d: %g, %g\n", SEED, (int)number, (double)plane.distance, dense);
        assert_true(right);
        double angle = atan2((double)plane.normal.y, (double)plane.normal.x);
        assert_true(fabs((double)wi_length(plane.normal) - 1.0) < 1e-6);
        assert_true(fabs(along(&s, (double)(apart ? s.tau : s.dt), angle) - (double)plane.distance) < 1e-6 * scale);
    }
}

static void normal_leads_to_the_boundary(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 600; number++) {
        sample s;
        wi_vo vo;
        wi_dvec n;
        draw_sample(&s, number, (int)(number % SETS), number % 5 != 0);
        make(&vo, &s);
        double distance = wi_vo_distance(&vo, wi_dvec_of(s.w), &n);
        wi_dvec foot = wi_dvec_of(s.w) - distance * n;
        assert_true(fabs(wi_vo_distance(&vo, foot, NULL)) < 1e-9);
        assert_false(wi_vo_inside(&vo, foot + 1e-6 * n, 0.0));
        assert_true(wi_vo_inside(&vo, foot - 1e-6 * n, 0.0));
    }
}

static void exchanging_the_agents_negates_the_normal(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 600; number++) {
        sample s;
        draw_sample(&s, number, (int)(number % 2), number % 3 != 0);
        wend_vec p = wi_vec(-s.p.x, -s.p.y), w = wi_vec(-s.w.x, -s.w.y);
        wi_halfplane ab = wi_vo_plane(s.p, s.R, s.tau, s.dt, s.w, &s.set);
        wi_halfplane ba = wi_vo_plane(p, s.R, s.tau, s.dt, w, &s.set);
        assert_true(ab.distance == ba.distance);
        assert_true(ab.normal.x == -ba.normal.x && ab.normal.y == -ba.normal.y);
    }
}

static void exchange_holds_in_degenerate_cases_too(void **state) {
    (void)state;
    const struct {
        wend_vec p, w;
        float R;
    } cases[] = {
        {{0.0f, 0.0f}, {1.0f, 0.5f}, 0.5f}, // centres coincide
        {{0.3f, 0.0f}, {3.0f, 0.0f}, 0.5f}, // w is the centre p / dt of the disc
        {{4.0f, 0.0f}, {2.0f, 0.0f}, 0.5f}, // w is the centre p / tau
        {{4.0f, 0.0f}, {3.0f, 0.0f}, 0.5f}, // w is on the axis, between the legs
        {{0.5f, 0.0f}, {0.0f, 0.0f}, 0.5f}, // just touching, standing
    };
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        wend_vec p = cases[i].p, w = cases[i].w, back = wi_vec(-p.x, -p.y), opposite = wi_vec(-w.x, -w.y);
        wi_halfplane ab = wi_vo_plane(p, cases[i].R, 2.0f, 0.1f, w, NULL);
        wi_halfplane ba = wi_vo_plane(back, cases[i].R, 2.0f, 0.1f, opposite, NULL);
        assert_true(wi_finite(ab.distance) && wi_vec_finite(ab.normal));
        assert_true(ab.distance == ba.distance);
        assert_true(ab.normal.x == -ba.normal.x && ab.normal.y == -ba.normal.y);
    }
    wi_halfplane lost = wi_vo_plane(wi_vec(0.0f, 0.0f), 0.5f, 2.0f, 0.1f, wi_vec(0.0f, 0.0f), NULL);
    assert_true(lost.normal.x == 1.0f && lost.normal.y == 0.0f && lost.distance == -5.0f);
    wend_vec to_b = wi_vo_part(wi_vec(0.0f, 0.0f), 1, 2), to_a = wi_vo_part(wi_vec(0.0f, 0.0f), 2, 1);
    assert_true(to_b.x == -to_a.x && to_b.x != 0.0f);
    assert_true(wi_vo_part(wi_vec(1.0f, 2.0f), 1, 2).y == 2.0f);
}

static void moving_the_other_moves_the_obstacle(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 600; number++) {
        sample s;
        wi_vo still, moving;
        draw_sample(&s, number, (int)(number % SETS), number % 4 != 0);
        make(&still, &s);
        wi_dvec v = {draw(number, 40, -2.0, 2.0), draw(number, 41, -2.0, 2.0)}, w = wi_dvec_of(s.w), n, m;
        wi_vo_disc(&moving, wi_dvec_of(s.p), (double)s.R, (double)s.tau, (double)s.dt, v, &s.set);
        double a = wi_vo_distance(&still, w, &n), b = wi_vo_distance(&moving, w + v, &m);
        assert_true(fabs(a - b) < 1e-9 && wi_dlength(n - m) < 1e-6);
        double t = wi_vo_time(&still, w), u = wi_vo_time(&moving, w + v);
        assert_true(t == u || fabs(t - u) < 1e-6 * (1.0 + fabs(t)));
    }
}

// The first contact by small steps and bisection; INFINITY if there is none before `until`.
static double first_contact(const sample *s, double until) {
    const int steps = 10000;
    for (int i = 1; i <= steps; i++) {
        double low = until * (i - 1) / steps, high = until * i / steps;
        if (gap_at(s, high) > 0.0) continue;
        for (int k = 0; k < 60; k++) {
            double t = 0.5 * (low + high);
            if (gap_at(s, t) > 0.0)
                low = t;
            else
                high = t;
        }
        return high;
    }
    return INFINITY;
}

static void time_to_contact_agrees_with_stepping(void **state) {
    (void)state;
    const double until = 20.0;
    int met = 0;
    for (uint64_t number = 0; number < 900; number++) {
        sample s;
        wi_vo vo;
        draw_sample(&s, number, (int)(number % SETS), true);
        make(&vo, &s);
        double t = wi_vo_time(&vo, wi_dvec_of(s.w)), stepped = first_contact(&s, until);
        if (stepped == INFINITY) {
            // A graze may be shorter than a step.
            assert_true(t > until || gap_at(&s, t) > -1e-3);
            continue;
        }
        if (fabs(t - stepped) > 1e-6 * (1.0 + t))
            print_message("seed %u, case %d: %g, %g\n", SEED, (int)number, t, stepped);
        assert_true(fabs(t - stepped) <= 1e-6 * (1.0 + t) || gap_at(&s, 0.5 * (t + stepped)) > -1e-3);
        assert_int_equal(t < (double)s.tau, wi_vo_inside(&vo, wi_dvec_of(s.w), 0.0));
        met++;
    }
    assert_true(met > 100);
}

static void time_of_simple_meetings(void **state) {
    (void)state;
    wi_vo vo;
    wi_dvec none = {0.0, 0.0};
    wi_vo_disc(&vo, (wi_dvec){5.0, 0.0}, 1.0, 2.0, 0.1, none, NULL);
    assert_true(fabs(wi_vo_time(&vo, (wi_dvec){2.0, 0.0}) - 2.0) < 1e-12);
    assert_true(wi_vo_time(&vo, (wi_dvec){-2.0, 0.0}) == INFINITY);
    assert_true(wi_vo_time(&vo, none) == INFINITY);
    wi_vo_disc(&vo, (wi_dvec){0.5, 0.0}, 1.0, 2.0, 0.1, none, NULL); // overlapping by 0.5 m
    assert_true(fabs(wi_vo_time(&vo, (wi_dvec){-1.0, 0.0}) + 0.5) < 1e-12);
    assert_true(fabs(wi_vo_time(&vo, (wi_dvec){1.0, 0.0}) + 1.5) < 1e-12);
    assert_true(wi_vo_time(&vo, none) == -INFINITY);
}

// Walls ------------------------------------------------------------------------------------------------------------------

typedef struct wall_sample {
    wi_dvec end[2], w;
    double R, tau;
} wall_sample;

static double wall_gap(const wall_sample *s, double t) { return hull_distance(t * s->w, s->end, 2) - s->R; }

static wall_sample draw_wall(uint64_t number) {
    wall_sample s;
    do {
        s.R = draw(number, 2, 0.1, 0.8);
        s.tau = draw(number, 3, 0.2, 3.0);
        s.w = (wi_dvec){draw(number, 4, -3.0, 3.0), draw(number, 5, -3.0, 3.0)};
        s.end[0] = (wi_dvec){draw(number, 6, -4.0, 4.0), draw(number, 7, -4.0, 4.0)};
        s.end[1] = (wi_dvec){draw(number, 8, -4.0, 4.0), draw(number, 9, -4.0, 4.0)};
        number += 100000;
    } while (wall_gap(&s, 0.0) < 1e-3);
    return s;
}

static double dense_wall_distance(const wall_sample *s, int count) {
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        wi_dvec n = {cos(2.0 * PI * i / count), sin(2.0 * PI * i / count)};
        double g = fmax(wi_ddot(n, s->end[0]), wi_ddot(n, s->end[1])) + s->R;
        if (g <= 0.0) best = fmax(best, wi_ddot(n, s->w) - g / s->tau);
    }
    return best;
}

static void walls_agree_with_stepping_and_normals(void **state) {
    (void)state;
    int inside = 0;
    for (uint64_t number = 0; number < 400; number++) {
        wall_sample s = draw_wall(number);
        wi_vo vo;
        wi_dvec n;
        wi_vo_wall(&vo, s.end[0], s.end[1], s.R, s.tau, 0.1, 1.0);
        double least = INFINITY, first = INFINITY, error = wi_dlength(s.w) * s.tau / 4000;
        for (int i = 0; i <= 4000; i++) {
            double gap = wall_gap(&s, s.tau * i / 4000);
            if (gap < 0.0 && first == INFINITY) first = s.tau * i / 4000;
            least = fmin(least, gap);
        }
        double distance = wi_vo_distance(&vo, s.w, &n), time = wi_vo_time(&vo, s.w);
        if (least < 0.0 || least > error) {
            if ((distance < 0.0) != (least < 0.0)) print_message("seed %u, wall %d\n", SEED, (int)number);
            assert_int_equal(distance < 0.0, least < 0.0);
            assert_int_equal(wi_vo_inside(&vo, s.w, 0.0), least < 0.0);
            if (first < INFINITY) assert_true(time <= first + 1e-9 && time >= first - 1.01 * s.tau / 4000);
            inside += least < 0.0;
        }
        double dense = dense_wall_distance(&s, 40000);
        assert_true(distance >= dense - 1e-9 && distance <= dense + 2e-4 * (10.0 + 6.0 / s.tau));
        wi_dvec foot = s.w - distance * n;
        assert_true(fabs(wi_vo_distance(&vo, foot, NULL)) < 1e-9);
    }
    assert_true(inside > 40);
}

static void a_touched_wall_is_a_half_plane(void **state) {
    (void)state;
    wi_vo vo;
    wi_dvec n, a = {-2.0, -0.2}, b = {3.0, -0.2};
    wi_vo_wall(&vo, a, b, 0.25, 1.0, 0.1, 1.0); // 5 cm too near: 0.5 m/s would part them in a step
    assert_true(fabs(wi_vo_distance(&vo, (wi_dvec){1.0, 0.0}, &n) + 0.5) < 1e-9);
    assert_true(n[0] == 0.0 && n[1] == 1.0);
    assert_true(wi_vo_inside(&vo, (wi_dvec){-7.0, 0.4}, 0.0) && !wi_vo_inside(&vo, (wi_dvec){9.0, 0.6}, 0.0));
    assert_true(fabs(wi_vo_time(&vo, (wi_dvec){1.0, 0.25}) + 0.2) < 1e-9);
    assert_true(wi_vo_time(&vo, (wi_dvec){1.0, 0.0}) == -INFINITY);
    wi_vo_wall(&vo, a, b, 0.25, 1.0, 0.1, 0.3); // asked for no more than 0.3 m/s
    assert_true(fabs(wi_vo_distance(&vo, (wi_dvec){0.0, 0.0}, NULL) + 0.3) < 1e-9);
    wi_vo_wall(&vo, (wi_dvec){-1.0, 0.0}, (wi_dvec){1.0, 0.0}, 0.25, 1.0, 0.1, 1.0); // on the line: out to the right
    wi_vo_distance(&vo, (wi_dvec){0.0, 0.0}, &n);
    assert_true(n[0] == 0.0 && n[1] == -1.0);
}

// Pieces of the boundary -------------------------------------------------------------------------------------------------

static wi_dvec point_of(const wi_piece *piece, double share) {
    if (!piece->round) return piece->origin + piece->direction * (share * fmin(piece->extent, 10.0));
    double from = atan2(piece->from[1], piece->from[0]), to = atan2(piece->to[1], piece->to[0]);
    double width = piece->whole ? 2.0 * PI : to - from < 0.0 ? to - from + 2.0 * PI : to - from;
    double angle = from + share * width;
    return piece->origin + piece->extent * (wi_dvec){cos(angle), sin(angle)};
}

static double to_piece(const wi_piece *piece, wi_dvec at) {
    wi_dvec u = at - piece->origin;
    if (!piece->round)
        return wi_dlength(u - piece->direction * fmin(fmax(wi_ddot(u, piece->direction), 0.0), piece->extent));
    bool between = piece->whole || (wi_ddet(piece->from, u) >= -1e-9 && wi_ddet(u, piece->to) >= -1e-9);
    return between ? fabs(wi_dlength(u) - piece->extent) : INFINITY;
}

static void check_pieces(const wi_vo *vo, wi_dvec w) {
    wi_dvec n;
    double distance = wi_vo_distance(vo, w, &n), nearest = INFINITY;
    for (uint32_t k = 0; k < wi_vo_pieces(vo); k++) {
        wi_piece piece;
        if (!wi_vo_piece(vo, k, &piece)) continue;
        for (int i = 0; i <= 10; i++) {
            assert_true(fabs(wi_vo_distance(vo, point_of(&piece, i / 10.0), NULL)) < 1e-8);
        }
        nearest = fmin(nearest, to_piece(&piece, w - distance * n));
    }
    assert_true(nearest < 1e-8);
}

static void pieces_are_the_boundary(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 900; number++) {
        sample s;
        wi_vo vo;
        draw_sample(&s, number, (int)(number % SETS), number % 5 != 0);
        make(&vo, &s);
        check_pieces(&vo, wi_dvec_of(s.w));
        wall_sample wall = draw_wall(number);
        wi_vo_wall(&vo, wall.end[0], wall.end[1], wall.R, wall.tau, 0.1, 1.0);
        check_pieces(&vo, wall.w);
    }
}

int main(void) {
    print_message("seed %u\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(membership_agrees_with_stepping_the_discs),
        cmocka_unit_test(bodies_that_overlap_use_the_time_step),
        cmocka_unit_test(distance_agrees_with_a_dense_search_of_normals),
        cmocka_unit_test(normal_leads_to_the_boundary),
        cmocka_unit_test(exchanging_the_agents_negates_the_normal),
        cmocka_unit_test(exchange_holds_in_degenerate_cases_too),
        cmocka_unit_test(moving_the_other_moves_the_obstacle),
        cmocka_unit_test(time_to_contact_agrees_with_stepping),
        cmocka_unit_test(time_of_simple_meetings),
        cmocka_unit_test(walls_agree_with_stepping_and_normals),
        cmocka_unit_test(a_touched_wall_is_a_half_plane),
        cmocka_unit_test(pieces_are_the_boundary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
