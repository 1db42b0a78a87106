// Bodies among walls: which wall cuts a body, and whether any part of one can be seen.
#include "sense/walls_body.h"

static wend_vec lower(wend_vec a, wend_vec b) { return (wend_vec){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}; }
static wend_vec upper(wend_vec a, wend_vec b) { return (wend_vec){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y}; }

bool wi_walls_cut(const wi_walls *walls, uint32_t level, const wi_outline *body, const wi_outline *before,
                  uint32_t *wall) {
    float r = wi_shape_radius((wend_shape){body->kind, body->half_length, body->half_width});
    wend_vec min = {body->at.x - r, body->at.y - r}, max = {body->at.x + r, body->at.y + r};
    wi_wall_walk walk = wi_wall_walk_box(walls, level, min, max);
    for (uint32_t next; wi_wall_walk_next(&walk, &next);) {
        wend_vec a = walls->wall[next].a, b = walls->wall[next].b;
        if (!wi_outline_cut(body, a, b) || wi_outline_cut(before, a, b)) continue;
        *wall = next;
        return true;
    }
    return false;
}

// The sight of a body is the triangle from the eye to the body's edges. A wall hides an interval of the line between the
// edges, counted from 0 on the right to 1 on the left.

#define SLIT 1e-6 // of that line: narrower gaps show nothing, so that walls which meet leave none

typedef struct sight {
    wend_vec eye;
    double right[2], left[2]; // the edges, relative to the eye
} sight;

typedef struct interval {
    double from, to;
} interval;

static double det(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

// Cuts off what of the way from p to q has a negative value, given those at its ends. False if nothing is left.
static bool clip(double at_p, double at_q, interval *share) {
    if (at_p < 0.0 && at_q < 0.0) return false;
    double zero = at_p / (at_p - at_q);
    if (at_p < 0.0 && zero > share->from) share->from = zero;
    if (at_q < 0.0 && zero < share->to) share->to = zero;
    return share->from <= share->to;
}

static double before_edges(const sight *s, const double at[2]) {
    const double width[2] = {s->left[0] - s->right[0], s->left[1] - s->right[1]};
    const double to[2] = {at[0] - s->right[0], at[1] - s->right[1]};
    return det(width, to);
}

// Where a point of the triangle lies to the eye, from 0 to 1. At the eye itself everything is behind it.
static double bearing(const sight *s, const double at[2], double at_eye) {
    double past_right = det(s->right, at), before_left = det(at, s->left), both = past_right + before_left;
    return both > 0.0 ? past_right / both : at_eye;
}

static bool hides(const sight *s, const wend_wall *wall, interval *hidden) {
    const double p[2] = {(double)wall->a.x - s->eye.x, (double)wall->a.y - s->eye.y};
    const double q[2] = {(double)wall->b.x - s->eye.x, (double)wall->b.y - s->eye.y};
    interval share = {0.0, 1.0};
    if (!clip(det(s->right, p), det(s->right, q), &share) || !clip(det(p, s->left), det(q, s->left), &share) ||
        !clip(before_edges(s, p), before_edges(s, q), &share))
        return false;
    const double first[2] = {p[0] + share.from * (q[0] - p[0]), p[1] + share.from * (q[1] - p[1])};
    const double last[2] = {p[0] + share.to * (q[0] - p[0]), p[1] + share.to * (q[1] - p[1])};
    double a = bearing(s, first, 0.0), b = bearing(s, last, 1.0);
    *hidden = a < b ? (interval){a, b} : (interval){b, a};
    return true;
}

// Goes round from the right, each time to the far end of the walls that hide where it is.
static bool all_hidden(const wi_walls *walls, uint32_t level, const sight *s) {
    wend_vec right = {s->eye.x + (float)s->right[0], s->eye.y + (float)s->right[1]};
    wend_vec left = {s->eye.x + (float)s->left[0], s->eye.y + (float)s->left[1]};
    wend_vec min = lower(s->eye, lower(right, left)), max = upper(s->eye, upper(right, left));
    for (double at = 0.0, reached = 0.0;; at = reached) {
        wi_wall_walk walk = wi_wall_walk_box(walls, level, min, max);
        interval hidden;
        for (uint32_t wall; wi_wall_walk_next(&walk, &wall);)
            if (hides(s, &walls->wall[wall], &hidden) && hidden.from <= at + SLIT && hidden.to > reached)
                reached = hidden.to;
        if (reached >= 1.0 - SLIT) return true;
        if (reached == at) return false;
    }
}

bool wi_walls_show(const wi_walls *walls, uint32_t level, wend_vec eye, const wi_outline *body) {
    if (wi_walls_clear(walls, level, eye, body->at)) return true;
    sight s = {.eye = eye};
    return !wi_outline_edges(body, eye, s.right, s.left) || !all_hidden(walls, level, &s);
}
