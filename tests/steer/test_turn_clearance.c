// The clearance ahead against its definition, in double precision and without any shortcut.
#include "base/isa.h"
#include "support/turn_cast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct spot {
    double x, y;
} spot;

static spot on_outline(const wi_outline *body, double t) {
    double x = (double)body->half_length * cos(t), y = (double)body->half_width * sin(t);
    double stretch = body->kind == WEND_BOX ? 1.0 / fmax(fabs(cos(t)), fabs(sin(t))) : 1.0;
    double hx = stretch * (double)body->heading.x, hy = stretch * (double)body->heading.y;
    return (spot){(double)body->at.x + x * hx - y * hy, (double)body->at.y + x * hy + y * hx};
}

// The nearest point of another, by a walk round its outline and a closer look at where that led.
static spot walk_nearest(const wi_outline *body, spot from) {
    enum { STEPS = 200 };
    double middle = 0.0, half = acos(-1.0);
    for (int look = 0; look < 3; look++, half *= 2.0 / STEPS) {
        double best = INFINITY, begin = middle - half;
        for (int i = 0; i <= STEPS; i++) {
            double t = begin + 2.0 * half * i / STEPS;
            spot at = on_outline(body, t);
            double distance = hypot(at.x - from.x, at.y - from.y);
            if (distance < best) best = distance, middle = t;
        }
    }
    return on_outline(body, middle);
}

static spot wall_nearest(const wend_wall *wall, spot from) {
    double dx = (double)wall->b.x - (double)wall->a.x, dy = (double)wall->b.y - (double)wall->a.y;
    double s = ((from.x - (double)wall->a.x) * dx + (from.y - (double)wall->a.y) * dy) / (dx * dx + dy * dy);
    s = fmin(fmax(s, 0.0), 1.0);
    return (spot){(double)wall->a.x + s * dx, (double)wall->a.y + s * dy};
}

typedef struct sides {
    double left, right;
} sides;

static void narrow(sides *s, const wi_turner *t, double ahead, spot nearest) {
    double dx = (double)t->way.x, dy = (double)t->way.y, x = nearest.x - (double)t->body.at.x;
    double y = nearest.y - (double)t->body.at.y, along = x * dx + y * dy, across = dx * y - dy * x;
    if (along < 0.0 || fabs(along - ahead) > (double)t->radius) return;
    if (across >= 0.0)
        s->left = fmin(s->left, across);
    else
        s->right = fmin(s->right, -across);
}

static bool is_ahead_and_seen(const wi_turner *t, uint32_t row) {
    wend_vec at = {t->now->x[row], t->now->y[row]};
    return wi_dot(wi_sub(at, t->body.at), t->way) > 0.0f && wend_view_sees(t->now, 0, t->body.at, at);
}

// As it stands, or turned for the one who looks.
static wi_outline other_of(const wi_turner *t, uint32_t row) {
    wi_outline other = wi_view_outline(t->now, row);
    const wend_body *body = &t->now->body[row];
    wend_vec towards = wi_sub(t->body.at, other.at), prefers = {body->preferred_x, body->preferred_y};
    bool turns = t->they_turn && other.kind == WEND_ELLIPSE && wi_dot(towards, prefers) > 0.0f;
    if (!turns || t->now->role[row].flags & WEND_FLAG_DRIVEN) return other;
    other.heading = other.half_length < other.half_width ? wi_left(t->way) : t->way;
    return other;
}

// `off` shifts the points on the way a little, to find out where the answer hangs by a thread.
static double clearance_by_definition(const wi_turner *t, uint32_t walls, double enough, double off) {
    double least = enough;
    for (int i = 1; i <= 10; i++) {
        double ahead = (double)t->pace * i / 10.0 + off;
        sides s = {enough, enough};
        spot at = {(double)t->body.at.x + ahead * (double)t->way.x - off * (double)t->way.y,
                   (double)t->body.at.y + ahead * (double)t->way.y + off * (double)t->way.x};
        for (uint32_t row = 1; row < t->now->count; row++) {
            wi_outline other = other_of(t, row);
            if (is_ahead_and_seen(t, row)) narrow(&s, t, ahead, walk_nearest(&other, at));
        }
        for (uint32_t w = 0; w < walls; w++) narrow(&s, t, ahead, wall_nearest(wend_view_wall(t->now, w), at));
        least = fmin(least, s.left + s.right);
    }
    return least;
}

static void cast_crowd(cast *c, uint64_t seed) {
    wend_vec v = {(float)draw(seed, 0, 0.2, 1.5), (float)draw(seed, 1, -0.3, 0.3)};
    cast_add_human(c, 0, 0, draw(seed, 2, -4, 4), v);
    for (uint32_t i = 1; i < 5; i++) {
        wend_vec goes = {(float)draw(seed, 9 * i + 5, -1.5, 0.5), (float)draw(seed, 9 * i + 6, -0.5, 0.5)};
        uint32_t row = cast_add_any(c, seed, i, 0.4, 2.0, goes);
        if (i == 4 && seed % 4 == 0) c->role[row].flags = WEND_FLAG_DRIVEN;
    }
}

// A wall on each side that hides nobody.
static void is_what_its_definition_says(void **state) {
    (void)state;
    int narrow_ones = 0, doubtful = 0;
    for (uint64_t seed = 1; seed <= 800; seed++) {
        wend_point south[2] = {{-2, -draw(seed, 80, 0.9, 1.1)}, {3, -draw(seed, 81, 0.9, 1.1)}};
        wend_point north[2] = {{-2, draw(seed, 82, 0.9, 1.1)}, {draw(seed, 83, -1, 3), draw(seed, 84, 0.9, 1.1)}};
        wend_obstacle walls[] = {{WEND_WALL, 0, south, 2}, {WEND_WALL, 0, north, 2}};
        cast c;
        cast_open(&c, walls, 2);
        cast_crowd(&c, seed);
        wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), c.motion[0].velocity);
        t.they_turn = seed % 2 == 0;
        double got = (double)wi_turn_clearance(&t, 0.0f, 1.5f), wanted = clearance_by_definition(&t, 2, 1.5, 0.0);
        bool sure = true;
        for (double off = -1e-3; off < 2e-3; off += 2e-3)
            sure = sure && fabs(clearance_by_definition(&t, 2, 1.5, off) - wanted) < 0.01;
        if (sure && fabs(got - wanted) > 1e-3) fail_msg("seed %d: %g, must be %g", (int)seed, got, wanted);
        narrow_ones += got < 1.0;
        doubtful += !sure;
        cast_close(&c);
    }
    assert_true(narrow_ones > 260);
    assert_true(doubtful < 160);
}

// What is asked for with less to care about gives the same, or says enough.
static void enough_is_enough(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        cast c;
        cast_open(&c, NULL, 0);
        cast_crowd(&c, seed);
        wi_turner t = wi_turner_of(&c.view, 0, &c.set, cast_others(&c), c.motion[0].velocity);
        float wide = wi_turn_clearance(&t, 0.0f, 2.0f), enough = (float)draw(seed, 90, 0.1, 2.0);
        if (wi_turn_clearance(&t, 0.0f, enough) != wi_min(wide, enough)) fail_msg("seed %d", (int)seed);
        float least = (float)draw(seed, 91, 0.0, 2.0), some = wi_turn_clearance(&t, least, 2.0f);
        if (some != wide && !(some <= least && wide <= some)) fail_msg("seed %d: %g", (int)seed, (double)some);
        cast_close(&c);
    }
}

// A crowd in the open: discs, ellipses and a few boxes, some of whom overlap.
static void cast_throng(cast *c, uint64_t seed) {
    for (uint32_t i = 0; i < CAST_MOST; i++) {
        wend_shape shape = wend_ellipse((float)draw(seed, 9 * i, 0.05, 0.4), (float)draw(seed, 9 * i + 1, 0.05, 0.4));
        if (i % 5 == 2) shape = wend_disc(0.2f);
        if (i % 16 == 7 && seed % 4 == 0) shape.kind = WEND_BOX;
        wend_vec v = {(float)draw(seed, 9 * i + 5, -1.5, 1.5), (float)draw(seed, 9 * i + 6, -1.5, 1.5)};
        cast_add(c, shape, draw(seed, 9 * i + 2, -2, 2), draw(seed, 9 * i + 3, -2, 2), draw(seed, 9 * i + 4, -4, 4), v);
    }
}

static uint32_t look_of_all(cast *c, uint64_t seed, int32_t others[CAST_MOST][CAST_MOST], wi_turner *turners,
                            wi_look *looks) {
    for (uint32_t row = 0; row < CAST_MOST; row++) {
        uint32_t count = 0;
        for (uint32_t other = 0; other < CAST_MOST; other++)
            if (other != row && (other + row) % 3 != 0) others[row][count++] = (int32_t)other;
        wi_others mind = {others[row], 1, row % 7 == 0 ? 0 : count};
        turners[row] = wi_turner_of(&c->view, row, &c->set, mind, c->motion[row].velocity);
        turners[row].they_turn = (seed + row) % 2 == 0;
        if (row % 8 == 5) c->role[row].flags = WEND_FLAG_DRIVEN;
        looks[row] = wi_turn_look_of(&turners[row], (float)draw(seed, 400 + row, 0.0, 0.3),
                                     (float)draw(seed, 500 + row, 0.3, 1.5));
    }
    return CAST_MOST;
}

// Whoever is asked about many at once gets the answers that each gets alone, whatever the instruction set. Where a point
// just comes into reach they may differ.
static void many_are_as_one(void **state) {
    (void)state;
    static wi_turn_look_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_turn_look);
    int looked = 0, narrow_ones = 0, differ = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        cast c;
        cast_open(&c, NULL, 0);
        cast_throng(&c, seed);
        int32_t others[CAST_MOST][CAST_MOST];
        wi_turner turners[CAST_MOST];
        wi_look looks[CAST_MOST], again[CAST_MOST];
        uint32_t count = look_of_all(&c, seed, others, turners, looks);
        kernels[0](&c.view, looks, count);
        for (uint32_t isa = 0; isa < WI_ISA_COUNT; isa++) {
            if (!wend_isa_available((wend_isa)(WEND_ISA_BASE + isa))) continue;
            memcpy(again, looks, sizeof looks);
            kernels[isa](&c.view, again + 3, count - 3);
            for (uint32_t i = 0; i < count; i++) assert_true(again[i].clearance == looks[i].clearance);
        }
        for (uint32_t i = 0; i < count; i++) {
            if (looks[i].clearance == WI_LOOK_UNCLEAR) continue;
            float alone = wi_turn_clearance(&turners[i], looks[i].least, looks[i].enough), both = looks[i].clearance;
            bool low = alone <= looks[i].least && both <= looks[i].least;
            looked++;
            narrow_ones += alone < looks[i].enough;
            differ += !low && fabsf(alone - both) > 1e-4f;
        }
        cast_close(&c);
    }
    if (differ > looked / 1000) fail_msg("%d of %d differ", differ, looked);
    assert_true(narrow_ones > looked / 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_what_its_definition_says),
        cmocka_unit_test(enough_is_enough),
        cmocka_unit_test(many_are_as_one),
    };
    return cmocka_run_group_tests_name("steer/turn_clearance", tests, NULL, NULL);
}
