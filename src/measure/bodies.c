#include "measure/bodies.h"

#include <math.h>

#define STEPS 24 // each leaves 0.618 of a way: after these, 1e-5 of it

static bool sized(const wi_spot *spot) { return spot->half_length > 0.0f && spot->half_width > 0.0f; }

// As recorded, else the way it walks.
static wend_vec heading_of(const wi_leg *leg) {
    if (isfinite(leg->spot->heading)) return (wend_vec){cosf(leg->spot->heading), sinf(leg->spot->heading)};
    double speed = hypot(leg->vx, leg->vy);
    if (!(speed > 0.0)) return (wend_vec){1.0f, 0.0f};
    return (wend_vec){(float)(leg->vx / speed), (float)(leg->vy / speed)};
}

wi_body wi_body_of(const wi_leg *leg, const wi_measure_options *options) {
    const wi_spot *spot = leg->spot;
    float radius = (float)leg->radius;
    wi_body body = {{WEND_DISC, {0.0f, 0.0f}, {1.0f, 0.0f}, radius, radius}, leg->radius};
    if (!options->profile_shape || spot->profile >= options->profile_count || !sized(spot)) return body;
    wend_shape shape = {options->profile_shape[spot->profile], spot->half_length, spot->half_width};
    body.outline = (wi_outline){shape.kind, {0.0f, 0.0f}, heading_of(leg), shape.half_length, shape.half_width};
    body.radius = (double)wi_shape_radius(shape);
    return body;
}

static double gap_at(const wi_body *a, const wi_body *b, const double from[2], const double to[2], double share) {
    wi_outline there = b->outline;
    there.at.x = (float)(from[0] + share * (to[0] - from[0]));
    there.at.y = (float)(from[1] + share * (to[1] - from[1]));
    return (double)wi_outline_gap(&a->outline, &there);
}

// Outlines are convex, so their signed gap is a convex function of place: golden section finds its least on the way.
double wi_bodies_overlap(const wi_body *a, const wi_body *b, const double from[2], const double to[2]) {
    const double golden = 0.6180339887498949;
    double low = 0.0, high = 1.0, left = 1.0 - golden, right = golden;
    double gap_left = gap_at(a, b, from, to, left), gap_right = gap_at(a, b, from, to, right);
    double least = fmin(gap_at(a, b, from, to, 0.0), gap_at(a, b, from, to, 1.0));
    for (uint32_t i = 0; i < STEPS; i++) {
        least = fmin(least, fmin(gap_left, gap_right));
        if (gap_left < gap_right) {
            high = right, right = left, gap_right = gap_left;
            left = high - golden * (high - low);
            gap_left = gap_at(a, b, from, to, left);
        } else {
            low = left, left = right, gap_left = gap_right;
            right = low + golden * (high - low);
            gap_right = gap_at(a, b, from, to, right);
        }
    }
    return -fmin(least, fmin(gap_left, gap_right));
}
