// When bodies will touch, against the gap of their outlines.
#include "base/isa.h"
#include "steer/turn_pairs.h"
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
    if (seed % 3 == 1) m.body.kind = WEND_BOX;
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

// The first time at which a body touches one of its others, asked one by one.
static float first_collision(const wi_turner *t) {
    float first = INFINITY;
    for (uint32_t i = 0; i < t->others.count; i++) {
        uint32_t row = wi_turn_other(t, i);
        wi_outline other = wi_view_outline(t->now, row);
        wend_vec p = wi_sub(other.at, t->body.at), w = wi_sub(t->velocity, t->now->motion[row].velocity);
        float towards = wi_dot(p, w);
        if (!(towards > 0.0f)) continue;
        first = fminf(first, t->set->true_shapes > 0.0f ? wi_turn_touch(&t->body, &other, w) : wi_length2(p) / towards);
    }
    return first;
}

// Many pairs at once: the times that each would get, to the last bit, whatever the instruction set. Every other time only
// early touches matter.
static void many_touch_as_each(void **state) {
    (void)state;
    static wi_turn_touches_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_touches);
    int ever = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        wi_pairs touches = {.count = (uint32_t)(seed % WI_PAIRS_MAX)}, again;
        float wanted[WI_PAIRS_MAX];
        for (uint32_t i = 0; i < WI_PAIRS_MAX; i++) {
            uint64_t pair = 1000 * seed + i;
            wi_outline a = random_outline(pair, 0, 0.0), b = random_outline(pair, 10, pair % 3 ? 2.0 : 0.8);
            wend_vec w = {(float)draw(pair, 24, -1.5, 1.5), (float)draw(pair, 25, -1.5, 1.5)}, p = wi_sub(b.at, a.at);
            wi_ellipse of_a = wi_ellipse_of(a.half_length, a.half_width, a.heading);
            wi_ellipse of_b = wi_ellipse_of(b.half_length, b.half_width, b.heading);
            float within = seed % 2 ? (float)draw(pair, 26, 0.1, 1.5) : INFINITY;
            float asked[WI_TOUCH_ASKED] = {of_a.mean, of_a.k, of_a.l, of_b.mean, of_b.k, of_b.l,
                                           p.x,       p.y,    w.x,    w.y,       within};
            for (uint32_t f = 0; f < WI_TOUCH_ASKED; f++) touches.field[f][i] = asked[f];
            wanted[i] = wi_turn_touch(&a, &b, w);
        }
        for (uint32_t isa = 0; isa < WI_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)(WEND_ISA_BASE + isa))) continue;
            again = touches;
            kernels[isa](&again);
            for (uint32_t i = 0; i < touches.count; i++) {
                float got = again.field[WI_TOUCH_TIME][i], within = again.field[WI_TOUCH_WITHIN][i];
                if (wanted[i] > within ? !(got > within) : got != wanted[i])
                    fail_msg("seed %d, pair %d: %g, must be %g", (int)seed, (int)i, (double)got, (double)wanted[i]);
                ever += isfinite(got) ? 1 : 0;
            }
        }
    }
    assert_true(ever > 300);
}

// Among many others: whoever touches soon is found, by a glance or by a closer look.
static void many_collide_as_each(void **state) {
    (void)state;
    int soon_ones = 0, asked = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        cast c;
        cast_open(&c, NULL, 0);
        c.set.true_shapes = seed % 5 == 0 ? 0.0f : 1.0f;
        c.set.collision_time = (float)draw(seed, 400, 0.05, 2.0);
        for (uint32_t i = 0; i < CAST_MOST; i++) {
            wend_shape shape =
                wend_ellipse((float)draw(seed, 9 * i, 0.05, 0.3), (float)draw(seed, 9 * i + 1, 0.05, 0.3));
            if (i % 5 == 2) shape = wend_disc(0.2f);
            if (i % 16 == 7) shape.kind = WEND_BOX;
            wend_vec v = {(float)draw(seed, 9 * i + 5, -1.5, 1.5), (float)draw(seed, 9 * i + 6, -1.5, 1.5)};
            cast_add(&c, shape, draw(seed, 9 * i + 2, -4, 4), draw(seed, 9 * i + 3, -4, 4),
                     draw(seed, 9 * i + 4, -4, 4), v);
        }
        wi_turner turners[CAST_MOST];
        int32_t others[CAST_MOST][CAST_MOST];
        bool soon[CAST_MOST];
        for (uint32_t row = 0; row < CAST_MOST; row++) {
            uint32_t count = 0;
            for (uint32_t other = 0; other < CAST_MOST; other++)
                if (other != row && (other + row) % 3 == 0) others[row][count++] = (int32_t)other;
            turners[row] =
                wi_turner_of(&c.view, row, &c.set, (wi_others){others[row], 1, count}, c.motion[row].velocity);
            soon[row] = row % 4 != 0;
        }
        wi_turn_collide_soon(turners, soon, CAST_MOST);
        for (uint32_t row = 0; row < CAST_MOST; row++) {
            float first = first_collision(&turners[row]), within = c.set.collision_time;
            if (row % 4 == 0) assert_false(soon[row]);
            if (row % 4 == 0 || fabsf(first - within) < 1e-3f) continue;
            if (soon[row] != (first <= within))
                fail_msg("seed %d, row %d: in %g of %g s", (int)seed, (int)row, (double)first, (double)within);
            asked++;
            soon_ones += soon[row];
        }
        cast_close(&c);
    }
    assert_true(soon_ones > asked / 10 && soon_ones < asked - asked / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_when_the_outlines_meet), cmocka_unit_test(soon_is_within_the_time),
        cmocka_unit_test(many_touch_as_each),        cmocka_unit_test(many_collide_as_each),
        cmocka_unit_test(is_exact_for_discs),        cmocka_unit_test(those_who_overlap_touch_now_or_part),
    };
    return cmocka_run_group_tests_name("steer/turn_touch", tests, NULL, NULL);
}
