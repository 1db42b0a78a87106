// The nearest point of an outline.
//
// For an ellipse with semi-axes a >= b and a point (x, y) with x, y >= 0 in its frame, the nearest point is
// (a2 x / (s + e), b2 y / s), where e = a2 - b2 and s > 0 makes
//
//     N(s) = |(a x / (s + e), b y / s)| = 1.
//
// 1/N rises and is concave, so Newton's method for 1/N = 1 from the left never passes the root; mostly it is nearly a
// straight line, and two or three steps will do. Close to the long axis, near a tip's centre of curvature, it takes many.
// s = 0 is the case of a point on the long axis, near the centre.
#include "steer/turn.h"

static float with_sign(float size, float like) { return like < 0.0f ? -size : size; }

static wend_vec on_short_side(float a, float b, float x, float e) {
    float share = wi_min(a * x / e, 1.0f);
    return wi_vec(a * share, b * wi_sqrt(1.0f - share * share));
}

// In the quadrant x, y >= 0 of an ellipse whose long axis is x.
static wend_vec in_quadrant(float a, float b, wend_vec from) {
    float e = (a - b) * (a + b), s = wi_max(b * from.y, a * from.x - e);
    if (!(s > WI_NEAREST_ON_AXIS * b * b)) return on_short_side(a, b, from.x, e);
    wend_vec u = {1.0f, 0.0f};
    for (int i = 0;; i++) {
        u = wi_vec(a * from.x / (s + e), b * from.y / s);
        float size2 = wi_length2(u), size = wi_sqrt(size2);
        if (i == WI_NEAREST_STEPS || size - 1.0f < WI_NEAREST_SETTLED) return wi_vec(a * u.x / size, b * u.y / size);
        s += (size - 1.0f) * size2 / (u.x * u.x / (s + e) + u.y * u.y / s);
    }
}

// In the frame of the body.
static wend_vec on_ellipse(float a, float b, wend_vec from) {
    wend_vec first = {wi_abs(from.x), wi_abs(from.y)}, at;
    if (a >= b) {
        at = in_quadrant(a, b, first);
    } else {
        wend_vec swapped = in_quadrant(b, a, wi_vec(first.y, first.x));
        at = wi_vec(swapped.y, swapped.x);
    }
    return wi_vec(with_sign(at.x, from.x), with_sign(at.y, from.y));
}

static wend_vec on_disc(float radius, wend_vec from) { return wi_scale(radius, wi_unit(from, wi_vec(1.0f, 0.0f))); }

static wend_vec on_box(float a, float b, wend_vec from) {
    wend_vec at = {wi_clamp(from.x, -a, a), wi_clamp(from.y, -b, b)};
    if (at.x != from.x || at.y != from.y) return at;
    float to_end = a - wi_abs(from.x), to_side = b - wi_abs(from.y);
    if (to_end <= to_side)
        at.x = with_sign(a, from.x);
    else
        at.y = with_sign(b, from.y);
    return at;
}

static wend_vec in_frame(const wi_outline *body, wend_vec from) {
    float a = body->half_length, b = body->half_width;
    if (body->kind == WEND_BOX) return on_box(a, b, from);
    bool round = wi_max(a, b) - wi_min(a, b) < WI_NEAREST_ROUND * a;
    return body->kind == WEND_DISC || round ? on_disc(a, from) : on_ellipse(a, b, from);
}

wend_vec wi_nearest_on_outline(const wi_outline *body, wend_vec from) {
    wend_vec to = wi_sub(from, body->at), h = body->heading;
    wend_vec at = in_frame(body, wi_vec(wi_dot(h, to), wi_det(h, to)));
    return wi_add(body->at, wi_add(wi_scale(at.x, h), wi_scale(at.y, wi_left(h))));
}
