// The gap that a body comes to: between those whom it will pass within the next second on its left and on its right, and
// walls. What of it is free depends on how all of them move. Seen from another, the body moves along the relative velocity
// w, and passes at a distance that is measured across w:
//
//            n            free = |n.p| - h(n),   h the other's reach
//        ____^____
//       (  other  )       So one turns early for those who come towards one, and late or never for those who go the same
//        ---------        way. Between people who cross its way it is not across its own way that a body must be narrow.
//            ^ free
//      o --------> w
//
// Where others stand this is the clearance of Best (2018), equations 2.20 to 2.23.
#include "steer/turn.h"

#define WALLS 32
#define SIGHT 0.999f // of the way to a wall's nearest point that must be free to see it
#define SLOW 0.05f   // m/s: who moves no faster against the body is not passed

// Somebody whom the body will pass, and between when (s) they are side by side.
typedef struct passing {
    wend_vec beside; // from the body's centre to the other's side
    float room;      // how far that is
    uint32_t row;
    bool left;
    float from, to;
} passing;

typedef struct sides {
    wend_vec left, right; // from the body's centre to what is nearest there
    float left_room, right_room;
} sides;

typedef struct prospect {
    const wi_turner *t;
    float pace, enough;
    passing passing[WEND_NEIGHBOURS_MAX];
    uint32_t wall[WALLS];
    uint32_t passing_count, wall_count;
} prospect;

// As it is, or as narrow as it can make itself.
static float reach_of(const wi_turner *t, uint32_t row, wend_vec n) {
    wi_outline other = wi_turn_outline(t->now, row);
    if (wi_turn_is_round(&other)) return t->now->form[row].radius;
    if (t->they_turn && wi_turn_makes_way(t, row)) return wi_min(other.half_length, other.half_width);
    return wi_ellipse_reach(wi_ellipse_of(other.half_length, other.half_width, other.heading), n);
}

static bool will_pass(const prospect *on, uint32_t row, passing *found) {
    const wi_turner *t = on->t;
    const wend_body *other = &t->now->body[row];
    wend_vec p = wi_sub(wi_vec(other->x, other->y), t->body.at);
    wend_vec w = wi_sub(wi_scale(on->pace, t->way), wi_vec(other->vx, other->vy));
    float speed = wi_length(w), approach = wi_dot(p, w);
    if (!(wi_dot(p, t->way) > 0.0f && approach > 0.0f && speed > SLOW)) return false;
    wend_vec along = wi_scale(1.0f / speed, w), n = wi_left(along);
    bool left = wi_dot(n, p) >= 0.0f;
    if (!left) n = wi_scale(-1.0f, n);
    float room = wi_max(0.0f, wi_dot(n, p) - reach_of(t, row, n));
    if (room >= on->enough) return false;
    float middle = approach / (speed * speed), half = (t->radius + reach_of(t, row, along)) / speed;
    wend_vec beside = wi_scale(room, n);
    *found = (passing){beside, wi_length(beside), row, left, middle - half, middle + half};
    return found->from < wi_turn_foresight(t);
}

static void find_passing(prospect *on, wi_passed may) {
    for (uint64_t places = may.left | may.right; places != 0; places &= places - 1) {
        uint32_t row = wi_turn_other(on->t, (uint32_t)__builtin_ctzll(places));
        if (will_pass(on, row, &on->passing[on->passing_count])) on->passing_count++;
    }
}

static void forget_unseen(prospect *on) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < on->passing_count; i++)
        if (wi_view_sees_neighbour(on->t->now, on->t->row, on->passing[i].row)) on->passing[seen++] = on->passing[i];
    on->passing_count = seen;
}

static void find_walls(prospect *on) {
    const wi_turner *t = on->t;
    if (t->now->senses->walls->wall_count == 0) return;
    float reach = wi_turn_foresight(t) * on->pace + t->radius + on->enough;
    on->wall_count = wend_view_walls(t->now, t->level, t->body.at, reach, WALLS, on->wall, NULL);
}

static void narrow(sides *s, bool left, wend_vec beside, float room) {
    if (left && room < s->left_room) s->left = beside, s->left_room = room;
    if (!left && room < s->right_room) s->right = beside, s->right_room = room;
}

static bool sees_wall(const wi_turner *t, uint32_t wall, wend_vec at) {
    uint32_t hit;
    float share = wi_walls_hit(t->now->senses->walls, t->level, t->body.at, at, &hit);
    return hit == wall || share > SIGHT;
}

// A wall counts with its nearest point, if a body at that place on the way would reach as far along it.
static void narrow_by_wall(const wi_turner *t, uint32_t wall, wend_vec place, sides *s) {
    wend_vec at, n = wi_left(t->way);
    (void)wi_wall_distance2(wend_view_wall(t->now, wall), place, &at);
    wend_vec to = wi_sub(at, place);
    float ahead = wi_dot(to, t->way), aside = wi_dot(to, n);
    bool near = wi_max(ahead, -ahead) <= t->radius && wi_dot(wi_sub(at, t->body.at), t->way) >= 0.0f;
    wend_vec beside = wi_scale(aside, n);
    if (near && sees_wall(t, wall, at)) narrow(s, aside >= 0.0f, beside, wi_length(beside));
}

static sides sides_at(const prospect *on, float time) {
    const wi_turner *t = on->t;
    sides s = {.left_room = on->enough, .right_room = on->enough};
    wend_vec place = wi_add(t->body.at, wi_scale(time * on->pace, t->way));
    for (uint32_t i = 0; i < on->passing_count; i++) {
        const passing *p = &on->passing[i];
        if (p->from <= time && time <= p->to) narrow(&s, p->left, p->beside, p->room);
    }
    for (uint32_t i = 0; i < on->wall_count; i++) narrow_by_wall(t, on->wall[i], place, &s);
    return s;
}

static wi_gap gap_between(const wi_turner *t, const sides *s) {
    wend_vec across = wi_sub(s->left, s->right);
    wend_vec through = wi_unit(wi_vec(across.y, -across.x), t->way);
    return (wi_gap){wi_length(across), wi_dot(through, t->way) < 0.0f ? wi_scale(-1.0f, through) : through};
}

typedef struct span {
    float from, to; // s
} span;

static void span_add(span *of, const passing *p) {
    of->from = wi_min(of->from, p->from);
    of->to = wi_max(of->to, p->to);
}

// Outside of this time there is nothing on one of the sides. A wall may be on either at any time.
static span when_between(const prospect *on) {
    const float never = __builtin_inff();
    span left = {never, -never}, right = left;
    if (on->wall_count > 0) return (span){0.0f, never};
    for (uint32_t i = 0; i < on->passing_count; i++) span_add(on->passing[i].left ? &left : &right, &on->passing[i]);
    return (span){wi_max(left.from, right.from), wi_min(left.to, right.to)};
}

static wi_gap least_gap(const prospect *on, span when) {
    const wi_turner *t = on->t;
    float time = wi_turn_foresight(t), points = wi_max(1.0f, t->set->clearance_samples * time), room = on->enough;
    sides least = {.left_room = room, .right_room = room};
    for (float i = 1.0f; i <= points; i += 1.0f) {
        float at = time * i / points;
        if (at < when.from) continue;
        if (at > when.to) break;
        sides s = sides_at(on, at);
        if (!(s.left_room < on->enough && s.right_room < on->enough)) continue;
        float apart = wi_length(wi_sub(s.left, s.right));
        if (apart < room) least = s, room = apart;
    }
    return room < on->enough ? gap_between(t, &least) : (wi_gap){on->enough, t->way};
}

wi_gap wi_turn_gap_among(const wi_turner *t, float enough, wi_passed may) {
    const wi_gap none = {enough, t->way};
    prospect on;
    on.t = t, on.pace = wi_turn_wanted_pace(t), on.enough = enough;
    on.passing_count = on.wall_count = 0;
    find_walls(&on);
    if (on.wall_count == 0 && (may.left == 0 || may.right == 0)) return none; // it takes one on each side
    find_passing(&on, may);
    span when = when_between(&on);
    if (when.from > when.to) return none;
    forget_unseen(&on);
    return least_gap(&on, when);
}

wi_gap wi_turn_gap(const wi_turner *t, float enough) {
    uint64_t all = t->others.count < 64 ? ((uint64_t)1 << t->others.count) - 1 : UINT64_MAX;
    return wi_turn_gap_among(t, enough, (wi_passed){all, all});
}
