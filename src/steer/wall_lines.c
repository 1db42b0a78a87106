// A wall piece thickened by the radius of a disc is a stadium; the velocities that touch it within the horizon are a
// cone cut off in front, which is convex. With n a unit vector and a, b the ends seen from the disc's centre, the line
//
//     n.v >= g(n) / horizon,   g(n) = max(n.a, n.b) + radius,   g(n) <= 0
//
// keeps clear of it: n points from the wall to the disc. The best n for a velocity v is the one that leaves v farthest
// on the allowed side: it leads away from the nearest part of the stadium cut at the horizon (the front, g < 0), or it
// is one of the two that touch the ends (the legs, g = 0).
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
    float rounding; // m: a disc that touches the wall may seem to be this far inside
} sight;

static float depth(const sight *s, wend_vec n) { return wi_max(wi_dot(n, s->a), wi_dot(n, s->b)) + s->radius; }

static wend_vec nearest_on(wend_vec a, wend_vec b, wend_vec to) {
    wend_vec along = wi_sub(b, a);
    float t = wi_dot(wi_sub(to, a), along) / wi_length2(along);
    return wi_add(a, wi_scale(wi_clamp(t, 0.0f, 1.0f), along));
}

// The direction from the piece from a to b (the sight's, perhaps scaled) to a point; exactly across the piece where the
// point lies beside it, so that parallel walls have parallel lines.
static wend_vec direction_from(const sight *s, wend_vec a, wend_vec b, wend_vec to) {
    wend_vec along = wi_sub(b, a);
    float t = wi_dot(wi_sub(to, a), along);
    if (t > 0.0f && t < wi_length2(along))
        return wi_dot(wi_sub(to, a), s->face) >= 0.0f ? s->face : wi_scale(-1.0f, s->face);
    return wi_unit(wi_sub(to, t > 0.0f ? b : a), s->face);
}

// The normal of the leg that touches the disc about `end` on the given side (1 left, -1 right of the way to it).
static wend_vec leg_normal(wend_vec end, float radius, float side) {
    float d2 = wi_length2(end), leg = wi_sqrt(wi_max(d2 - radius * radius, 0.0f));
    return wi_sub(wi_scale(side * leg / d2, wi_left(end)), wi_scale(radius / d2, end));
}

// Of the legs that touch either end on a side, the outer one: the other end lies behind it, or, where the disc touches
// the wall and rounding spoils both, less far before it.
static wend_vec outer_leg(const sight *s, float side) {
    wend_vec at_a = leg_normal(s->a, s->radius, side), at_b = leg_normal(s->b, s->radius, side);
    wend_vec along = wi_sub(s->b, s->a);
    return wi_dot(at_a, along) <= -wi_dot(at_b, along) ? at_a : at_b;
}

// Takes n if it supports the obstacle and leaves the velocity farther on the allowed side than *best does.
static void prefer(const sight *s, wend_vec about, wend_vec n, wend_vec *best, float *farthest) {
    float g = depth(s, n);
    if (g > s->rounding) return;
    float distance = wi_dot(n, about) - g * s->per_horizon;
    if (distance <= *farthest) return;
    *farthest = distance;
    *best = n;
}

static wend_vec best_normal(const sight *s, wend_vec about) {
    wend_vec a = wi_scale(s->per_horizon, s->a), b = wi_scale(s->per_horizon, s->b);
    wend_vec front = direction_from(s, a, b, about);
    // The legs touch (g = 0), so they need no test, which rounding could fail.
    wend_vec left = outer_leg(s, 1.0f), right = outer_leg(s, -1.0f);
    float farthest = wi_dot(left, about), other = wi_dot(right, about);
    wend_vec best = left;
    if (other > farthest) best = right, farthest = other;
    prefer(s, about, front, &best, &farthest);
    // From within, the nearest way out need not lead away from the nearest point: it may be back over the face.
    prefer(s, about, s->face, &best, &farthest);
    prefer(s, about, wi_unit(wi_sub(about, a), s->face), &best, &farthest);
    prefer(s, about, wi_unit(wi_sub(about, b), s->face), &best, &farthest);
    return best;
}

// True if the ray q lies between the rays from and to, going counter-clockwise.
static bool in_sector(wend_vec from, wend_vec to, wend_vec q) {
    if (wi_det(from, to) > 0.0f) return wi_det(from, q) > 0.0f && wi_det(q, to) > 0.0f;
    return !(wi_det(to, q) > 0.0f && wi_det(q, from) > 0.0f);
}

typedef enum joint {
    JOINT_FINE,    // the normal is one of the joint's own
    JOINT_OTHERS,  // another piece has the better line
    JOINT_POCKET,  // a concave joint: the piece acts as if it went on
    JOINT_BLOCKED, // and the next piece is in the way of the velocity
} joint;

static float distance2_to(wend_vec a, wend_vec b, wend_vec at) { return wi_length2(wi_sub(at, nearest_on(a, b, at))); }

// True if two line pieces come closer than `radius`.
static bool pieces_meet(wend_vec a, wend_vec b, wend_vec c, wend_vec d, float radius) {
    bool crossing = wi_det(wi_sub(b, a), wi_sub(c, a)) * wi_det(wi_sub(b, a), wi_sub(d, a)) < 0.0f &&
                    wi_det(wi_sub(d, c), wi_sub(a, c)) * wi_det(wi_sub(d, c), wi_sub(b, c)) < 0.0f;
    float nearest2 = wi_min(wi_min(distance2_to(a, b, c), distance2_to(a, b, d)),
                            wi_min(distance2_to(c, d, a), distance2_to(c, d, b)));
    return crossing || nearest2 < radius * radius;
}

// What goes on at one end of a piece: rays from the joint to the far ends of this piece and the next on one side, and
// to the disc. `from` and `to` bound the sector between the two pieces, counter-clockwise.
typedef struct corner {
    wend_vec next, from, to, disc;
} corner;

static corner look_at_corner(const sight *s, const wend_wall *wall, bool at_a, int side) {
    wend_vec end = at_a ? wall->a : wall->b, own = wi_sub(at_a ? wall->b : wall->a, end);
    wend_vec next = wi_sub(at_a ? wall->after_a[side] : wall->after_b[side], end);
    bool forwards = at_a == (side == 0); // counter-clockwise from this piece to the next
    return (corner){next, forwards ? own : next, forwards ? next : own, wi_scale(-1.0f, at_a ? s->a : s->b)};
}

static bool wall_ends(const wend_wall *wall, bool at_a) {
    wend_vec end = at_a ? wall->a : wall->b, next = at_a ? wall->after_a[0] : wall->after_b[0];
    return next.x == end.x && next.y == end.y;
}

static bool disc_in_corner(const corner *c) { return in_sector(c->from, c->to, c->disc); }

// What to do about a normal where an end of the piece meets others. Going round the joint from this piece on either
// side, the next piece bounds a sector; what counts is the sector that the disc is in.
static joint judge_joint(const sight *s, const wend_wall *wall, bool at_a, wend_vec n, wend_vec about) {
    if (wall_ends(wall, at_a)) return JOINT_FINE;
    for (int side = 0; side < 2; side++) {
        corner c = look_at_corner(s, wall, at_a, side);
        if (!disc_in_corner(&c)) continue;
        if (wi_dot(n, c.next) <= 1e-5f * wi_length(c.next)) return JOINT_FINE;
        if (wi_det(c.from, c.to) <= 0.0f) return JOINT_OTHERS;
        // In a pocket; unless the velocity leads past the far end of the next piece.
        wend_vec joint_at = at_a ? s->a : s->b, path = wi_scale(1.0f / s->per_horizon, about);
        bool blocked = pieces_meet(wi_vec(0.0f, 0.0f), path, joint_at, wi_add(joint_at, c.next), s->radius);
        return blocked ? JOINT_BLOCKED : JOINT_POCKET;
    }
    return JOINT_OTHERS; // other pieces stand between this one and the disc
}

// True if the face that the piece turns to the disc lies behind the next piece at either end.
static bool face_hidden(const sight *s, const wend_wall *wall) {
    int side = wi_dot(wi_left(wi_sub(wall->b, wall->a)), s->face) > 0.0f ? 0 : 1;
    for (int at_a = 0; at_a < 2; at_a++) {
        corner c = look_at_corner(s, wall, at_a, side);
        if (!wall_ends(wall, at_a) && !disc_in_corner(&c)) return true;
    }
    return false;
}

// The disc overlaps the wall: straight out, within a step if it can.
static wi_line way_out(const sight *s, float step, float max_speed) {
    const wend_vec here = {0.0f, 0.0f};
    float needed = (s->radius - wi_length(nearest_on(s->a, s->b, here))) / step;
    return (wi_line){direction_from(s, s->a, s->b, here), wi_min(needed, 0.9f * max_speed)};
}

static wi_line line_along(const sight *s, wend_vec n) {
    return (wi_line){n, wi_min(depth(s, n), 0.0f) * s->per_horizon}; // above 0 by rounding at most
}

static float outside(wi_line line, wend_vec v) { return wi_dot(line.normal, v) - line.offset; }

static bool line_of_wall(const sight *s, const wend_wall *wall, wend_vec about, wi_line *line) {
    wend_vec n = best_normal(s, about);
    float at_a = wi_dot(n, s->a), at_b = wi_dot(n, s->b);
    *line = line_along(s, n);
    if (n.x == s->face.x && n.y == s->face.y) return !face_hidden(s, wall);
    joint verdict = judge_joint(s, wall, at_a > at_b, n, about);
    if (verdict == JOINT_OTHERS) return false;
    if (verdict == JOINT_FINE || depth(s, s->face) > s->rounding) return true;
    wi_line flat = line_along(s, s->face);
    bool clear = verdict == JOINT_POCKET && outside(*line, about) >= 0.0f;
    if (!clear || outside(flat, about) >= 0.0f) *line = flat;
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
        sight s = {wi_sub(wall->a, at), wi_sub(wall->b, at), {0, 0}, radius, 1.0f / horizon, 0.0f};
        s.rounding = 1e-6f * (radius + wi_length(s.a) + wi_length(s.b));
        s.face = wi_unit(wi_scale(left ? 1.0f : -1.0f, wi_left(along)), wi_vec(1.0f, 0.0f));
        if (distance2[i] < radius * radius) lines[count++] = way_out(&s, now->step, max_speed);
        else if (line_of_wall(&s, wall, about, &lines[count])) count++;
    }
    return count;
}
