// The nearest point of an outline against a dense walk round it.
#include "steer/turn.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double draw(uint64_t seed, uint32_t what, double low, double high) {
    return low + (high - low) * (double)wend_random(seed, 0, 0, 3, what);
}

static double distance_at(const wi_outline *body, wend_vec from, double u) {
    double a = (double)body->half_length, b = (double)body->half_width, x, y;
    if (body->kind == WEND_BOX) {
        double side = 4.0 * (u - floor(u)), s = 2.0 * (side - floor(side)) - 1.0;
        int which = (int)side & 3;
        x = which == 0 ? s * a : which == 1 ? a : which == 2 ? -s * a : -a;
        y = which == 0 ? -b : which == 1 ? s * b : which == 2 ? b : -s * b;
    } else {
        double t = 2.0 * acos(-1.0) * u;
        x = a * cos(t);
        y = b * sin(t);
    }
    double hx = (double)body->heading.x, hy = (double)body->heading.y;
    return hypot((double)body->at.x + x * hx - y * hy - (double)from.x,
                 (double)body->at.y + x * hy + y * hx - (double)from.y);
}

static double refine(const wi_outline *body, wend_vec from, double at, double width) {
    double best = distance_at(body, from, at);
    for (; width > 1e-9; width *= 0.5)
        for (int side = -1; side <= 1; side += 2) {
            double here = distance_at(body, from, at + 0.5 * side * width);
            if (here < best) {
                best = here;
                at += 0.5 * side * width;
                break;
            }
        }
    return best;
}

static double distance_by_walking(const wi_outline *body, wend_vec from) {
    enum { STEPS = 720 };
    double best = INFINITY, width = 1.0 / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double here = distance_at(body, from, i * width);
        if (here <= distance_at(body, from, (i - 1) * width) && here <= distance_at(body, from, (i + 1) * width))
            best = fmin(best, refine(body, from, i * width, width));
    }
    return best;
}

// How far a point is from the outline itself, in the frame of the body, by its equation.
static double off_outline(const wi_outline *body, wend_vec at) {
    wend_vec to = wi_sub(at, body->at);
    double x = (double)wi_dot(body->heading, to) / (double)body->half_length;
    double y = (double)wi_det(body->heading, to) / (double)body->half_width;
    double size = body->kind == WEND_BOX ? fmax(fabs(x), fabs(y)) : hypot(x, y);
    return fabs(size - 1.0) * (double)wi_min(body->half_length, body->half_width);
}

static wi_outline random_body(uint64_t seed) {
    const wend_shape_kind kinds[] = {WEND_ELLIPSE, WEND_ELLIPSE, WEND_ELLIPSE, WEND_BOX, WEND_DISC};
    double angle = draw(seed, 0, -4.0, 4.0), a = exp(draw(seed, 1, -4.5, 3.0)), b = a * exp(draw(seed, 2, -2.5, 2.5));
    wi_outline body = {kinds[seed % 5],
                       {(float)draw(seed, 3, -5, 5), (float)draw(seed, 4, -5, 5)},
                       {(float)cos(angle), (float)sin(angle)},
                       (float)a,
                       (float)b};
    if (body.kind == WEND_DISC || seed % 11 == 0) body.half_width = body.half_length;
    return body;
}

// Everywhere, but more often inside and on the axes, where the nearest point jumps.
static wend_vec random_place(const wi_outline *body, uint64_t seed) {
    double reach = seed % 3 == 0 ? 4.0 : 1.1;
    double x = (double)body->half_length * draw(seed, 5, -reach, reach);
    double y = (double)body->half_width * draw(seed, 6, -reach, reach);
    if (seed % 7 == 0) x = 0.0;
    if (seed % 13 == 0) y = 0.0;
    return wi_add(body->at, wi_add(wi_scale((float)x, body->heading), wi_scale((float)y, wi_left(body->heading))));
}

static void is_as_near_as_any_point(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        wi_outline body = random_body(seed);
        wend_vec from = random_place(&body, seed), at = wi_nearest_on_outline(&body, from);
        double size = (double)wi_max(body.half_length, body.half_width), true_one = distance_by_walking(&body, from);
        double here = hypot((double)at.x - (double)from.x, (double)at.y - (double)from.y);
        double slack = 2e-6 * (size + 10.0);
        if (!(fabs(here - true_one) < slack) || !(off_outline(&body, at) < slack))
            fail_msg("seed %d: %.9g m away, must be %.9g; %.3g m off the outline", (int)seed, here, true_one,
                     off_outline(&body, at));
    }
}

static void centres_and_corners_have_an_answer(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        wi_outline body = random_body(seed);
        wend_vec at = wi_sub(wi_nearest_on_outline(&body, body.at), body.at);
        double least = fmin((double)body.half_length, (double)body.half_width);
        if (!(fabs((double)wi_length(at) - least) < 1e-5 * (least + 1.0))) fail_msg("seed %d", (int)seed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_as_near_as_any_point),
        cmocka_unit_test(centres_and_corners_have_an_answer),
    };
    return cmocka_run_group_tests_name("steer/turn_nearest", tests, NULL, NULL);
}
