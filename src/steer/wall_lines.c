// A wall piece thickened by a body, a disc or an ellipse, is a stadium; the velocities that touch it within the horizon
// are a cone cut off in front, which is convex. With n a unit vector and a, b the ends seen from the body's centre, the
// line
//
//     n.v >= g(n) / horizon,   g(n) = max(n.a, n.b) + reach(n),   g(n) <= 0
//
// keeps clear of it: n points from the wall to the body, which reaches reach(n) in that direction (a disc: its radius).
// The best n for a velocity v is the one that leaves v farthest on the allowed side: it leads away from the nearest part
// of the stadium cut at the horizon (the front, g < 0), or it is one of the two that touch the ends (the legs, g = 0).
//
// Where pieces meet, the wall goes on, and a line that supports only one piece at their joint may be wrong for both:
//
//      n1  n  n2         n outside the corner n1..n2 of a convex joint:     ____    n1      n at a concave joint:
//       \  |  /          the other piece has the better line, so drop it        \    |  n   the piece acts as if it
//     ___\ | /                                                                   \___|_/    went on: take n1
//         \|                                                                         |
#include "steer/wall_lines.h"

#include <math.h>

#include "base/vec.h"
#include "sense/senses.h"
#include "sense/walls.h"

typedef struct sight {
    const wi_wall_body *body;
    wend_vec a, b; // ends of the piece, seen from the body's centre
    wend_vec face; // unit vector across the piece, towards the body
    float per_horizon;
    float rounding; // m: a body that touches the wall may seem to be this far inside
} sight;

static float depth(const sight *s, wend_vec n) {
    return wi_max(wi_dot(n, s->a), wi_dot(n, s->b)) + wi_wall_body_reach(s->body, n);
}

static wend_vec nearest_on(wend_vec a, wend_vec b, wend_vec to) {
    wend_vec along = wi_sub(b, a);
    float t = wi_dot(wi_sub(to, a), along) / wi_length2(along);
    return wi_add(a, wi_scale(wi_clamp(t, 0.0f, 1.0f), along));
}

// The normal of the stadium, scaled, at the point nearest to another; exactly across the piece where that lies beside
// it, so that parallel walls have parallel lines.
static wend_vec direction_from(const sight *s, float scale, wend_vec to) {
    wend_vec a = wi_scale(scale, s->a), b = wi_scale(scale, s->b), along = wi_sub(b, a), from_a = wi_sub(to, a);
    wend_vec across = wi_dot(from_a, s->face) >= 0.0f ? s->face : wi_scale(-1.0f, s->face);
    float t = wi_dot(from_a, along);
    if (s->body->elliptic) t -= scale * wi_dot(wi_wall_body_shift(s->body, across), along);
    if (t > 0.0f && t < wi_length2(along)) return across;
    return wi_wall_body_normal(s->body, scale, wi_sub(to, t > 0.0f ? b : a), s->face);
}

// Of the legs that touch either end on a side, the outer one: the other end lies behind it, or, where the body touches
// the wall and rounding spoils both, less far before it.
static wend_vec outer_leg(const sight *s, float side) {
    wend_vec at_a = wi_wall_body_leg(s->body, s->a, side), at_b = wi_wall_body_leg(s->body, s->b, side);
    wend_vec along = wi_sub(s->b, s->a);
    return wi_dot(at_a, along) <= -wi_dot(at_b, along) ? at_a : at_b;
}

// True if the ray q lies between the rays from and to, going counter-clockwise.
static bool in_sector(wend_vec from, wend_vec to, wend_vec q) {
    if (wi_det(from, to) > 0.0f) return wi_det(from, q) > 0.0f && wi_det(q, to) > 0.0f;
    return !(wi_det(to, q) > 0.0f && wi_det(q, from) > 0.0f);
}

static float distance2_to(wend_vec a, wend_vec b, wend_vec at) { return wi_length2(wi_sub(at, nearest_on(a, b, at))); }

// True if two line pieces come closer than `radius`.
static bool pieces_meet(wend_vec a, wend_vec b, wend_vec c, wend_vec d, float radius) {
    bool crossing = wi_det(wi_sub(b, a), wi_sub(c, a)) * wi_det(wi_sub(b, a), wi_sub(d, a)) < 0.0f &&
                    wi_det(wi_sub(d, c), wi_sub(a, c)) * wi_det(wi_sub(d, c), wi_sub(b, c)) < 0.0f;
    float nearest2 = wi_min(wi_min(distance2_to(a, b, c), distance2_to(a, b, d)),
                            wi_min(distance2_to(c, d, a), distance2_to(c, d, b)));
    return crossing || nearest2 < radius * radius;
}

// What goes on at one end of a piece, where it meets others. Going round the joint from this piece on either side, the
// next piece bounds a sector; what counts is the sector that the body's centre is in.
typedef struct corner {
    bool joined;        // otherwise the wall ends here
    bool open;          // the body is in a sector of this piece; otherwise others stand between
    bool pocket;        // the sector is less than half a turn
    wend_vec next;      // from the joint to the far end of the next piece
    wend_vec face;      // across this piece, into the sector
    wend_vec next_face; // across the next piece, into the sector
} corner;

// The corner on one side (0 left, 1 right of a -> b) of an end; false if the body is not in it.
static bool look_at_side(const sight *s, const wend_wall *wall, bool at_a, int side, corner *c) {
    wend_vec end = at_a ? wall->a : wall->b, own = wi_sub(at_a ? wall->b : wall->a, end);
    wend_vec next = wi_sub(at_a ? wall->after_a[side] : wall->after_b[side], end);
    bool forwards = at_a == (side == 0); // counter-clockwise from this piece to the next
    wend_vec from = forwards ? own : next, to = forwards ? next : own, here = wi_scale(-1.0f, at_a ? s->a : s->b);
    if (!in_sector(from, to, here)) return false;
    wend_vec left = wi_unit(wi_left(wi_sub(wall->b, wall->a)), s->face), across = wi_unit(wi_left(next), s->face);
    c->open = true;
    c->pocket = wi_det(from, to) > 0.0f;
    c->next = next;
    c->face = side == 0 ? left : wi_scale(-1.0f, left);
    c->next_face = forwards ? wi_scale(-1.0f, across) : across;
    return true;
}

static corner look_at_corner(const sight *s, const wend_wall *wall, bool at_a) {
    wend_vec end = at_a ? wall->a : wall->b, next = at_a ? wall->after_a[0] : wall->after_b[0];
    corner c = {.joined = next.x != end.x || next.y != end.y};
    if (c.joined && !look_at_side(s, wall, at_a, 0, &c)) (void)look_at_side(s, wall, at_a, 1, &c);
    return c;
}

static bool is_face(const sight *s, wend_vec n) { return n.x == s->face.x && n.y == s->face.y; }

static bool touches_a(const sight *s, wend_vec n) { return wi_dot(n, s->a) > wi_dot(n, s->b); }

// The end whose corner a line has to do with. A line along the face touches both, which rounding must not choose between:
// there the corner counts that is a pocket, and of two pockets that of a.
static int end_of(const sight *s, const corner at[2], wend_vec n) {
    if (is_face(s, n)) return at[0].pocket ? 0 : 1;
    return touches_a(s, n) ? 0 : 1;
}

// True if a normal leads to the side of the wall where the body is.
static bool on_this_side(const corner at[2], wend_vec n) {
    for (int end = 0; end < 2; end++)
        if (at[end].joined && (!at[end].open || wi_dot(n, at[end].face) < -1e-5f)) return false;
    return true;
}

// True if a normal that supports this piece supports the wall as it goes on, too.
static bool fits_joint(const sight *s, const corner at[2], wend_vec n) {
    if (is_face(s, n)) return true;
    const corner *touched = &at[touches_a(s, n) ? 0 : 1];
    return !touched->joined || wi_dot(n, touched->next) <= 1e-5f * wi_length(touched->next);
}

// A line and how far on its allowed side the velocity is.
typedef struct option {
    wi_line line;
    float outside;
} option;

// The best lines: of all, of those on the body's side of the wall, and of those that fit its joints as well.
typedef struct choice {
    const sight *s;
    corner at[2]; // end a, end b
    wend_vec about;
    option any, near, fitting;
} choice;

static void keep_better(option *best, option other) {
    if (other.outside > best->outside) *best = other;
}

static void consider(choice *c, wend_vec n) {
    option here = {{n, wi_min(depth(c->s, n), 0.0f) * c->s->per_horizon}, 0.0f}; // depth is above 0 by rounding at most
    here.outside = wi_dot(n, c->about) - here.line.offset;
    keep_better(&c->any, here);
    if (!on_this_side(c->at, n)) return;
    keep_better(&c->near, here);
    if (fits_joint(c->s, c->at, n)) keep_better(&c->fitting, here);
}

static void consider_if_clear(choice *c, wend_vec n) {
    if (depth(c->s, n) <= c->s->rounding) consider(c, n);
}

static void consider_all(choice *c) {
    const sight *s = c->s;
    wend_vec a = wi_scale(s->per_horizon, s->a), b = wi_scale(s->per_horizon, s->b);
    // The legs touch (g = 0), so they need no test, which rounding could fail.
    consider(c, outer_leg(s, 1.0f));
    consider(c, outer_leg(s, -1.0f));
    consider_if_clear(c, direction_from(s, s->per_horizon, c->about));
    // From within, the nearest way out need not lead away from the nearest point: it may be back over the face.
    consider_if_clear(c, s->face);
    consider_if_clear(c, wi_wall_body_normal(s->body, s->per_horizon, wi_sub(c->about, a), s->face));
    consider_if_clear(c, wi_wall_body_normal(s->body, s->per_horizon, wi_sub(c->about, b), s->face));
    // Round a convex corner, the last normal that the corner has is the next piece's.
    for (int end = 0; end < 2; end++)
        if (c->at[end].open && !c->at[end].pocket) consider_if_clear(c, c->at[end].next_face);
}

// The way out of a wall that an ellipse overlaps: over the face or round an end, whichever is shorter.
static wend_vec shortest_way_out(const sight *s) {
    const wend_vec way[] = {s->face, wi_wall_body_normal(s->body, 1.0f, wi_scale(-1.0f, s->a), s->face),
                            wi_wall_body_normal(s->body, 1.0f, wi_scale(-1.0f, s->b), s->face)};
    wend_vec best = way[0];
    for (uint32_t i = 1; i < WEND_COUNT(way); i++)
        if (depth(s, way[i]) < depth(s, best)) best = way[i];
    return best;
}

// The body overlaps the wall: straight out, within a step if it can.
static wi_line way_out(const sight *s, float step, float max_speed) {
    const wend_vec here = {0.0f, 0.0f};
    wend_vec way = s->body->elliptic ? shortest_way_out(s) : direction_from(s, 1.0f, here);
    float deep = s->body->elliptic ? depth(s, way) : s->body->radius - wi_length(nearest_on(s->a, s->b, here));
    return (wi_line){way, wi_min(deep / step, 0.9f * max_speed)};
}

// A box is kept from walls as the disc about it. Beside a wall that only the disc overlaps there is nothing to get out
// of, and no reason to push others aside: it comes no nearer.
static bool is_box_beside(const wend_view *now, uint32_t row, const wend_wall *wall) {
    if (now->role[row].shape != WEND_BOX) return false;
    wi_outline box = wi_view_outline(now, row);
    return wi_outline_wall_gap(&box, wall->a, wall->b) > 0.0f;
}

static wi_line no_nearer(const sight *s) { return (wi_line){direction_from(s, 1.0f, wi_vec(0.0f, 0.0f)), 0.0f}; }

// True if the body on a straight way from here meets a piece of wall.
static bool meets_on_way(const wi_wall_body *body, wend_vec way, wend_vec c, wend_vec d) {
    return pieces_meet(wi_vec(0.0f, 0.0f), wi_wall_body_squeeze(body, way), wi_wall_body_squeeze(body, c),
                       wi_wall_body_squeeze(body, d), wi_wall_body_round(body));
}

// In a pocket the piece acts as if it went on, unless the velocity leads clear of it past the next piece.
static const option *choose_in_pocket(const choice *c, int end) {
    wend_vec joint = end == 0 ? c->s->a : c->s->b, path = wi_scale(1.0f / c->s->per_horizon, c->about);
    wend_vec next = wi_add(joint, c->at[end].next);
    bool clear = c->any.outside >= 0.0f && !meets_on_way(c->s->body, path, joint, next);
    if (clear && c->fitting.outside < 0.0f) return &c->any;
    return c->fitting.outside > -INFINITY ? &c->fitting : &c->near;
}

// The line for a piece; false where there is none, or the next piece has a better one.
static bool line_of_wall(const sight *s, const wend_wall *wall, wend_vec about, wi_line *line) {
    const option none = {.outside = -INFINITY};
    choice c = {.s = s, .about = about, .any = none, .near = none, .fitting = none};
    c.at[0] = look_at_corner(s, wall, true);
    c.at[1] = look_at_corner(s, wall, false);
    consider_all(&c);
    const option *best = &c.fitting;
    int end = end_of(s, c.at, c.any.line.normal);
    if (c.fitting.outside < c.any.outside && c.at[end].pocket) best = choose_in_pocket(&c, end);
    // A convex joint: whoever passes this piece has the next one to mind, not this.
    else if (c.fitting.outside < c.any.outside && c.any.outside >= 0.0f)
        return false;
    *line = best->line;
    return best->outside > -INFINITY;
}

// The line that keeps clear of the piece during the coming step at least, whatever goes on at its ends.
static wi_line line_for_now(const sight *s, wend_vec about, float step) {
    sight soon = *s;
    soon.per_horizon = 1.0f / step;
    const option none = {.outside = -INFINITY};
    choice c = {.s = &soon, .about = about, .any = none, .near = none, .fitting = none};
    consider_all(&c);
    return c.any.line;
}

static bool overlaps(const sight *s, float distance2) {
    if (!s->body->elliptic) return distance2 < s->body->radius * s->body->radius;
    wend_vec a = wi_wall_body_squeeze(s->body, s->a), b = wi_wall_body_squeeze(s->body, s->b);
    return distance2_to(a, b, wi_vec(0.0f, 0.0f)) < 1.0f;
}

static sight look_at(const wi_wall_body *body, const wend_wall *wall, wend_vec at, float horizon) {
    wend_vec along = wi_sub(wall->b, wall->a);
    bool left = wi_det(along, wi_sub(at, wall->a)) > 0.0f;
    sight s = {.body = body, .a = wi_sub(wall->a, at), .b = wi_sub(wall->b, at), .per_horizon = 1.0f / horizon};
    s.rounding = 1e-6f * (body->radius + wi_length(s.a) + wi_length(s.b));
    s.face = wi_unit(wi_scale(left ? 1.0f : -1.0f, wi_left(along)), wi_vec(1.0f, 0.0f));
    return s;
}

static bool is_behind(const wend_wall *wall, wend_vec at) {
    return wall->solid && wi_det(wi_sub(wall->b, wall->a), wi_sub(at, wall->a)) > 0.0f;
}

uint32_t wi_wall_lines(const wend_view *now, uint32_t row, const wi_wall_body *body, wend_vec about, float horizon,
                       wi_line *lines) {
    wend_vec at = wi_vec(now->x[row], now->y[row]);
    float max_speed = now->pace[row].max_speed;
    uint32_t found[WI_WALL_LINES_MAX], count = 0;
    float distance2[WI_WALL_LINES_MAX];
    uint32_t walls = wend_view_walls(now, now->role[row].level, at, horizon * max_speed + body->radius,
                                     WI_WALL_LINES_MAX, found, distance2);
    for (uint32_t i = 0; i < walls; i++) {
        const wend_wall *wall = wend_view_wall(now, found[i]);
        if (is_behind(wall, at)) continue;
        sight s = look_at(body, wall, at, horizon);
        if (overlaps(&s, distance2[i]))
            lines[count++] = is_box_beside(now, row, wall) ? no_nearer(&s) : way_out(&s, now->step, max_speed);
        else if (line_of_wall(&s, wall, about, &lines[count]))
            count++;
        else if (wi_sqrt(distance2[i]) < body->radius + now->step * max_speed)
            lines[count++] = line_for_now(&s, about, now->step);
    }
    return count;
}
