// A wall piece thickened by the radius of a disc is a stadium; the velocities that touch it within the horizon are a
// cone cut off in front, which is convex. With n a unit vector and a, b the ends seen from the disc's centre, the line
//
//     n.v >= g(n) / horizon,   g(n) = max(n.a, n.b) + radius,   g(n) <= 0
//
// keeps clear of it: n points from the wall to the disc. The best n for a velocity v is the one that leaves v farthest
// on the allowed side: straight away from the stadium cut at the horizon if that n has g <= 0 (the front), else the
// better one of the two that touch the ends (the legs, g = 0).
//
// Where pieces meet, the wall goes on, and a line that supports only one piece at their joint may be wrong for both:
//
//      n1  n  n2         n outside the corner n1..n2 of a convex joint:     ____    n1      n at a concave joint:
//       \  |  /          the other piece has the better line, so drop it        \    |  n   the piece acts as if it
//     ___\ | /                                                                   \___|_/    went on: take n1
//         \|                                                                         |
#include "steer/wall_lines.h"

#include "base/vec.h"
#include "sense/walls.h"

typedef struct sight {
    wend_vec a, b;   // ends of the piece, seen from the disc's centre
    wend_vec face;   // unit vector across the piece, towards the disc
    float radius;
    float per_horizon;
} sight;

static float depth(const sight *s, wend_vec n) { return wi_max(wi_dot(n, s->a), wi_dot(n, s->b)) + s->radius; }

static wend_vec nearest_on(wend_vec a, wend_vec b, wend_vec to) {
    wend_vec along = wi_sub(b, a);
    float t = wi_dot(wi_sub(to, a), along) / wi_length2(along);
    return wi_add(a, wi_scale(wi_clamp(t, 0.0f, 1.0f), along));
}

// The normal of the leg that touches the disc about `end` on the given side (1 left, -1 right of the way to it).
static wend_vec leg_normal(wend_vec end, float radius, float side) {
    float d2 = wi_length2(end), leg = wi_sqrt(wi_max(d2 - radius * radius, 0.0f));
    return wi_sub(wi_scale(side * leg / d2, wi_left(end)), wi_scale(radius / d2, end));
}

// Of the legs that touch either end on a side, the outer one.
static wend_vec outer_leg(const sight *s, float side) {
    wend_vec n = leg_normal(s->a, s->radius, side);
    if (wi_dot(n, s->b) <= wi_dot(n, s->a)) return n;
    return leg_normal(s->b, s->radius, side);
}

static wend_vec best_normal(const sight *s, wend_vec about) {
    wend_vec from = nearest_on(wi_scale(s->per_horizon, s->a), wi_scale(s->per_horizon, s->b), about);
    wend_vec front = wi_unit(wi_sub(about, from), s->face);
    if (depth(s, front) <= 0.0f) return front;
    wend_vec left = outer_leg(s, 1.0f), right = outer_leg(s, -1.0f);
    return wi_dot(left, about) >= wi_dot(right, about) ? left : right;
}

typedef enum joint { JOINT_FINE, JOINT_FLAT, JOINT_OTHERS } joint;

// What to do about a normal where the piece's end meets the next piece, whose far end lies at `next` from it.
static joint judge_joint(const sight *s, wend_vec n, wend_vec next) {
    float slack = 1e-5f * wi_length(next);
    if (wi_dot(n, next) <= slack) return JOINT_FINE;
    return wi_dot(s->face, next) < -slack ? JOINT_OTHERS : JOINT_FLAT;
}

// The disc overlaps the wall: straight out, within a step if it can.
static wi_line way_out(const sight *s, float step, float max_speed) {
    wend_vec nearest = nearest_on(s->a, s->b, wi_vec(0.0f, 0.0f));
    wend_vec n = wi_unit(wi_scale(-1.0f, nearest), s->face);
    float needed = (s->radius - wi_length(nearest)) / step;
    return (wi_line){n, wi_min(needed, 0.9f * max_speed)};
}

static bool line_of_wall(const sight *s, const wend_wall *wall, int side, wend_vec about, wi_line *line) {
    wend_vec n = best_normal(s, about);
    float at_a = wi_dot(n, s->a), at_b = wi_dot(n, s->b);
    if (at_a != at_b) {
        bool a = at_a > at_b;
        wend_vec next = a ? wi_sub(wall->after_a[side], wall->a) : wi_sub(wall->after_b[side], wall->b);
        joint verdict = judge_joint(s, n, next);
        if (verdict == JOINT_OTHERS) return false;
        if (verdict == JOINT_FLAT) n = s->face;
    }
    float g = depth(s, n);
    if (g > 1e-5f) return false; // beside the piece, over what would be its prolongation
    *line = (wi_line){n, wi_min(g, 0.0f) * s->per_horizon};
    return true;
}

uint32_t wi_wall_lines(const wend_view *now, uint32_t row, wend_vec about, float horizon, wi_line *lines) {
    wend_vec at = wi_vec(now->x[row], now->y[row]);
    float radius = now->form[row].radius, max_speed = now->pace[row].max_speed;
    uint32_t found[WI_WALL_LINES_MAX], count = 0;
    float distance2[WI_WALL_LINES_MAX];
    uint32_t walls = wend_view_walls(now, now->role[row].level, at, horizon * max_speed + radius, WI_WALL_LINES_MAX,
                                     found, distance2);
    for (uint32_t i = 0; i < walls; i++) {
        const wend_wall *wall = wend_view_wall(now, found[i]);
        wend_vec along = wi_sub(wall->b, wall->a);
        bool left = wi_det(along, wi_sub(at, wall->a)) > 0.0f;
        if (wall->solid && left) continue;
        sight s = {wi_sub(wall->a, at), wi_sub(wall->b, at), {0, 0}, radius, 1.0f / horizon};
        s.face = wi_unit(wi_scale(left ? 1.0f : -1.0f, wi_left(along)), wi_vec(1.0f, 0.0f));
        if (distance2[i] < radius * radius) lines[count++] = way_out(&s, now->step, max_speed);
        else if (line_of_wall(&s, wall, left ? 0 : 1, about, &lines[count])) count++;
    }
    return count;
}
