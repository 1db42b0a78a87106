// When bodies will touch, against the gap of their outlines.
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define HORIZON 8.0

typedef struct meeting {
    wi_outline body, other;
    wend_vec wall[2];
    wend_vec velocity; // of the body, seen from what it meets
    bool walled;
} meeting;

static wi_outline random_outline(uint64_t seed, uint32_t first, double reach) {
    double angle = draw(seed, first, -4, 4);
    wi_outline body = {WEND_ELLIPSE,
                       {(float)draw(seed, first + 1, -reach, reach), (float)draw(seed, first + 2, -reach, reach)},
                       {(float)cos(angle), (float)sin(angle)},
                       (float)draw(seed, first + 3, 0.05, 0.6),
                       (float)draw(seed, first + 4, 0.05, 0.6)};
    return body;
}

static meeting random_meeting(uint64_t seed) {
    meeting m = {.body = random_outline(seed, 0, 0.0), .other = random_outline(seed, 10, 3.0), .walled = seed % 4 == 0};
    if (seed % 4 == 1) m.other.kind = WEND_BOX;
    m.wall[0] = wi_vec((float)draw(seed, 20, -3, 3), (float)draw(seed, 21, -3, 3));
    m.wall[1] = wi_vec((float)draw(seed, 22, -3, 3), (float)draw(seed, 23, -3, 3));
    m.velocity = wi_vec((float)draw(seed, 24, -1.5, 1.5), (float)draw(seed, 25, -1.5, 1.5));
    if (seed % 2 == 0) { // straight at it
        wend_vec aim = m.walled ? wi_scale(0.5f, wi_add(m.wall[0], m.wall[1])) : m.other.at;
        m.velocity = wi_scale((float)draw(seed, 26, 0.1, 1.0), aim);
    }
    return m;
}

static double gap_after(const meeting *m, double time) {
    wi_outline then = m->body;
    then.at = wi_add(then.at, wi_scale((float)time, m->velocity));
    return (double)(m->walled ? wi_outline_wall_gap(&then, m->wall[0], m->wall[1]) : wi_outline_gap(&then, &m->other));
}

// Looks for the first overlap in small steps, then halves the last one.
static double touch_by_waiting(const meeting *m, double *least) {
    double before = 0.0;
    *least = gap_after(m, 0.0);
    for (double t = 0.02; t <= HORIZON; t += 0.02) {
        double gap = gap_after(m, t);
        *least = fmin(*least, gap);
        if (gap < 0.0) {
            double low = before, high = t;
            while (high - low > 1e-5) {
                double mid = 0.5 * (low + high);
                *(gap_after(m, mid) < 0.0 ? &high : &low) = mid;
            }
            return high;
        }
        before = t;
    }
    return INFINITY;
}

static void is_when_the_outlines_meet(void **state) {
    (void)state;
    int met = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        meeting m = random_meeting(seed);
        if (gap_after(&m, 0.0) < 1e-3) continue;
        double least, wanted = touch_by_waiting(&m, &least), got, depth = gap_after(&m, wanted + 0.05);
        got = (double)(m.walled ? wi_turn_touch_wall(&m.body, m.wall[0], m.wall[1], m.velocity)
                                : wi_turn_touch(&m.body, &m.other, m.velocity));
        if (isinf(wanted)) {
            if (got < HORIZON - 0.1 && least > 2e-3) fail_msg("seed %d: %g, but they pass", (int)seed, got);
            continue;
        }
        met++;
        bool grazing = !(depth < -5e-3); // the gap is known within 1e-4 m only
        if (fabs(got - wanted) > (grazing ? 0.2 : 5e-3)) fail_msg("seed %d: %g, must be %g", (int)seed, got, wanted);
    }
    assert_true(met > 500);
}

// Discs touch when their centres are as far apart as their radii.
static void is_exact_for_discs(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5000; seed++) {
        wi_outline a = {WEND_DISC, {0, 0}, {1, 0}, 0.25f, 0.25f}, b = a;
        double x = draw(seed, 0, 0.6, 3), y = draw(seed, 1, -0.4, 0.4), vx = draw(seed, 2, 0.2, 2);
        b.at = wi_vec((float)x, (float)y);
        double wanted = (x - sqrt(0.25 - y * y)) / vx, got = (double)wi_turn_touch(&a, &b, wi_vec((float)vx, 0.0f));
        if (!(fabs(got - wanted) < 1e-3)) fail_msg("seed %d: %g, must be %g", (int)seed, got, wanted);
    }
}

static void those_who_overlap_touch_now_or_part(void **state) {
    (void)state;
    wi_outline a = {WEND_ELLIPSE, {0, 0}, {1, 0}, 0.15f, 0.25f}, b = a;
    b.at = wi_vec(0.2f, 0.0f);
    assert_true(wi_turn_touch(&a, &b, wi_vec(1.0f, 0.0f)) == 0.0f);
    assert_true(isinf(wi_turn_touch(&a, &b, wi_vec(-1.0f, 0.0f))));
    assert_true(wi_turn_touch_wall(&a, wi_vec(0.1f, -1.0f), wi_vec(0.1f, 1.0f), wi_vec(1.0f, 0.0f)) == 0.0f);
    assert_true(isinf(wi_turn_touch_wall(&a, wi_vec(0.1f, -1.0f), wi_vec(0.1f, 1.0f), wi_vec(-1.0f, 0.0f))));
    assert_true(isinf(wi_turn_touch(&a, &b, wi_vec(0.0f, 0.0f))));
}

// The quick answer whether bodies touch soon is that of asking when they do.
static void soon_is_within_the_time(void **state) {
    (void)state;
    int soon = 0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        cast c;
        cast_open(&c, NULL, 0);
        c.set.true_shapes = 1.0f;
        c.set.collision_time = (float)draw(seed, 40, 0.1, 6.0);
        wi_outline a = random_outline(seed, 0, 0.0), b = random_outline(seed, 10, seed % 3 ? 2.0 : 0.8);
        wend_vec v = {(float)draw(seed, 24, -1.5, 1.5), (float)draw(seed, 25, -1.5, 1.5)};
        cast_add(&c, wend_ellipse(a.half_length, a.half_width), 0, 0, draw(seed, 0, -4, 4), v);
        cast_add(&c, wend_ellipse(b.half_length, b.half_width), (double)b.at.x, (double)b.at.y, draw(seed, 10, -4, 4),
                 wi_vec((float)draw(seed, 41, -1.5, 1.5), 0.0f));
        wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), v);
        wend_vec w = wi_sub(v, c.motion[1].velocity);
        float when = wi_dot(b.at, w) > 0.0f ? wi_turn_touch(&a, &b, w) : INFINITY, within = c.set.collision_time;
        bool got = true, unsure = fabsf(when - within) < 1e-3f;
        wi_turn_collide_soon(&t, &got, 1);
        if (got != (when <= within) && !unsure)
            fail_msg("seed %d: in %g of %g s", (int)seed, (double)when, (double)within);
        soon += got;
        cast_close(&c);
    }
    assert_true(soon > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_when_the_outlines_meet),
        cmocka_unit_test(soon_is_within_the_time),
        cmocka_unit_test(is_exact_for_discs),
        cmocka_unit_test(those_who_overlap_touch_now_or_part),
    };
    return cmocka_run_group_tests_name("steer/turn_touch", tests, NULL, NULL);
}
