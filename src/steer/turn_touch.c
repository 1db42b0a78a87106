// When bodies that go on as they do will touch.
#include "steer/turn.h"

static float derivative(wi_ellipse e, wend_vec n, float reach) {
    wend_vec t = wi_left(n), image = {(e.mean + e.k) * n.x + e.l * n.y, e.l * n.x + (e.mean - e.k) * n.y};
    return reach > 0.0f ? wi_dot(t, image) / reach : 0.0f;
}

static float curvature_radius(wi_ellipse e, float reach) {
    float det = e.mean * e.mean - e.k * e.k - e.l * e.l;
    return reach > 0.0f ? wi_max(0.0f, det) / (reach * reach * reach) : 0.0f;
}

// With the sum of both ellipses replaced by its circle of curvature in the direction `from`, the direction from the
// circle's centre is better; from outside this converges to the greatest gap.
static wend_vec better_direction(wi_ellipse a, wi_ellipse b, wend_vec p, wend_vec from, float gap) {
    float ha = wi_ellipse_reach(a, from), hb = wi_ellipse_reach(b, from);
    float slope = wi_det(from, p) - derivative(a, from, ha) - derivative(b, from, hb);
    float along = gap + curvature_radius(a, ha) + curvature_radius(b, hb);
    if (gap < 0.0f) along = wi_max(wi_abs(along), 2.0f * wi_abs(slope));
    return wi_unit(wi_add(wi_scale(along, from), wi_scale(slope, wi_left(from))), from);
}

static float gap_in(wi_ellipse a, wi_ellipse b, wend_vec p, wend_vec n) {
    return wi_dot(n, p) - wi_ellipse_reach(a, n) - wi_ellipse_reach(b, n);
}

float wi_ellipses_apart(wi_ellipse a, wi_ellipse b, wend_vec p, wend_vec *n, uint32_t looks) {
    float best = gap_in(a, b, p, *n);
    wend_vec next = better_direction(a, b, p, *n, best);
    for (uint32_t i = 0; i < looks; i++) {
        float gap = gap_in(a, b, p, next);
        if (gap > best) {
            best = gap;
            *n = next;
            next = better_direction(a, b, p, *n, best);
        } else { // too far, at the tip of a slender ellipse
            next = wi_unit(wi_add(*n, next), *n);
        }
    }
    return best;
}

// The gap is convex in time, and every direction n bounds it from below by a straight line: to go on to where that line
// meets 0 is Newton's method and never passes the touch. It is one once no better direction is found.
static float touch_ellipses(wi_ellipse a, wi_ellipse b, wend_vec p, wend_vec w) {
    const float never = __builtin_inff();
    wend_vec n = wi_unit(p, wi_vec(1.0f, 0.0f));
    float time = 0.0f, last = -never;
    for (int i = 0; i < WI_TOUCH_ADVANCES && wi_finite(time); i++) {
        float gap = wi_ellipses_apart(a, b, wi_sub(p, wi_scale(time, w)), &n, WI_TOUCH_LOOKS), approach = wi_dot(n, w);
        bool apart = gap >= WI_TOUCH, settled = gap - last < WI_TOUCH_SETTLED;
        if ((apart || settled) && !(approach > 0.0f)) return never;
        if (apart)
            time += gap / approach;
        else if (settled)
            return time;
        last = apart ? -never : gap;
    }
    return time;
}

// The first of two times at which a point that moves from `from` with v is 1 away from 0, 0; INFINITY: none.
static float reaches_circle(wend_vec from, wend_vec v) {
    float v2 = wi_length2(v), towards = -wi_dot(from, v), excess = wi_length2(from) - 1.0f;
    float root2 = towards * towards - v2 * excess;
    if (!(towards > 0.0f) || !(root2 >= 0.0f)) return __builtin_inff();
    return wi_max(0.0f, excess) / (towards + wi_sqrt(root2));
}

// When the inner part of a piece of line comes within 1 of 0, 0.
static float reaches_side(wend_vec a, wend_vec b, wend_vec v) {
    wend_vec along = wi_unit(wi_sub(b, a), wi_vec(0.0f, 0.0f));
    float distance = wi_det(a, along), closing = -wi_det(v, along);
    if (distance < 0.0f) distance = -distance, closing = -closing;
    if (!(closing > 0.0f)) return __builtin_inff();
    float time = wi_max(0.0f, distance - 1.0f) / closing;
    wend_vec then = wi_add(a, wi_scale(time, v));
    float foot = -wi_dot(then, along);
    return foot >= 0.0f && foot <= wi_length(wi_sub(b, a)) ? time : __builtin_inff();
}

static bool comes_closer(wend_vec a, wend_vec b, wend_vec v, float *distance2) {
    wend_wall wall = {.a = a, .b = b};
    wend_vec foot;
    *distance2 = wi_wall_distance2(&wall, wi_vec(0.0f, 0.0f), &foot);
    return wi_dot(foot, v) < 0.0f;
}

static float touch_wall_by_box(const wi_outline *box, wend_vec a, wend_vec b, wend_vec velocity) {
    wend_vec along = wi_sub(b, a);
    wi_outline wall = {WEND_BOX, wi_scale(0.5f, wi_add(a, b)), wi_unit(along, wi_vec(1.0f, 0.0f)),
                       0.5f * wi_length(along), 0.0f};
    return wi_turn_touch_boxes(box, &wall, velocity);
}

// Seen from the body and stretched so that the body is a disc of radius 1, the wall moves towards it.
float wi_turn_touch_wall(const wi_outline *body, wend_vec a, wend_vec b, wend_vec velocity) {
    if (body->kind == WEND_BOX) return touch_wall_by_box(body, a, b, velocity);
    float per_a = 1.0f / body->half_length, per_b = 1.0f / body->half_width, distance2;
    wend_vec h = body->heading, to_a = wi_sub(a, body->at), to_b = wi_sub(b, body->at);
    wend_vec from = {per_a * wi_dot(h, to_a), per_b * wi_det(h, to_a)};
    wend_vec to = {per_a * wi_dot(h, to_b), per_b * wi_det(h, to_b)};
    wend_vec v = {-per_a * wi_dot(h, velocity), -per_b * wi_det(h, velocity)};
    if (!comes_closer(from, to, v, &distance2)) return __builtin_inff();
    if (distance2 <= 1.0f) return 0.0f;
    return wi_min(reaches_side(from, to, v), wi_min(reaches_circle(from, v), reaches_circle(to, v)));
}

static float touch_box(const wi_outline *body, const wi_outline *box, wend_vec w) {
    wend_vec along = wi_scale(box->half_length, box->heading);
    wend_vec across = wi_scale(box->half_width, wi_left(box->heading));
    wend_vec corner[4] = {wi_add(along, across), wi_sub(across, along), wi_scale(-1.0f, wi_add(along, across)),
                          wi_sub(along, across)};
    float first = __builtin_inff();
    for (int i = 0; i < 4; i++) {
        wend_vec a = wi_add(box->at, corner[i]), b = wi_add(box->at, corner[(i + 1) % 4]);
        first = wi_min(first, wi_turn_touch_wall(body, a, b, w));
    }
    return first;
}

float wi_turn_touch(const wi_outline *body, const wi_outline *other, wend_vec w) {
    wend_vec p = wi_sub(other->at, body->at);
    if (body->kind == WEND_BOX && other->kind == WEND_BOX) return wi_turn_touch_boxes(body, other, w);
    if (body->kind == WEND_BOX) return touch_box(other, body, wi_scale(-1.0f, w));
    if (other->kind == WEND_BOX) return touch_box(body, other, w);
    return touch_ellipses(wi_turn_ellipse(body), wi_turn_ellipse(other), p, w);
}
