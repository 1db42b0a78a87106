// The gap that a body comes to: between those whom it will pass within the next second on its left and on its right, and
// walls, or beside one of them alone. They count once they are near, however fast they come: people begin to turn at some
// distance. What of a gap is free depends on how all of them move. Seen from another, the body moves along the relative
// velocity w, and passes at a distance that is measured across w:
//
//            n            free = |n.p| - h(n),   h the other's reach
//        ____^____
//       (  other  )       So one turns late or never for those who go the same way, and between people who cross its way it
//        ---------        is not across its own way that a body must be narrow.
//            ^ free
//      o --------> w
//
// Where others stand this is the clearance of Best (2018), equations 2.20 to 2.23.
#include "steer/turn.h"

#define WALLS 32

// Somebody whom a body will pass, and between when (s) they are side by side.
typedef struct passing {
    wend_vec beside; // from the body's centre to the other's side
    float room;      // m: how far that is
    float from, to;
    uint32_t row;
} passing;

typedef struct prospect {
    const wi_turner *t;
    float enough, pace;
    float time; // s from now
    passing passing[WI_SIDES][WEND_NEIGHBOURS_MAX];
    uint32_t count[WI_SIDES];
    uint32_t wall[WALLS], wall_count;
} prospect;

// How far another reaches: as it is, or as narrow as it can make itself.
typedef struct extent {
    wi_ellipse shape;
    float all_round; // m; less than 0 for one who reaches as far as its shape does
    wi_outline body; // counts where it is a box
} extent;

static extent extent_of(const wi_turner *t, uint32_t row) {
    const wend_form *form = &t->now->form[row];
    extent of = {.all_round = form->radius, .body = wi_view_outline(t->now, row)};
    if (!wi_body_elliptic(t->now, row)) return of;
    bool turns = t->they_turn && wi_turn_makes_way(t, row);
    of.all_round = turns ? wi_min(form->half_length, form->half_width) : -1.0f;
    if (!turns) of.shape = wi_ellipse_of(form->half_length, form->half_width, of.body.heading);
    return of;
}

static float reach_of(const extent *other, wend_vec n) {
    if (other->body.kind == WEND_BOX) return wi_box_reach(&other->body, n);
    return other->all_round < 0.0f ? wi_ellipse_reach(other->shape, n) : other->all_round;
}

// Adds another, if the body will pass it on that side.
static void find_passing(prospect *on, uint32_t row, uint32_t side) {
    const wi_turner *t = on->t;
    const wend_body *body = &t->now->body[row];
    wend_vec p = wi_sub(wi_vec(body->x, body->y), t->body.at);
    wend_vec w = wi_sub(wi_scale(on->pace, t->way), wi_vec(body->vx, body->vy));
    float speed = wi_length(w), approach = wi_dot(p, w);
    if (!(wi_dot(p, t->way) > 0.0f && approach > 0.0f && speed > WI_PASSING_SLOW)) return;
    extent other = extent_of(t, row);
    wend_vec along = wi_scale(1.0f / speed, w), n = wi_left(along);
    if ((wi_dot(n, p) >= 0.0f) != (side == WI_LEFT)) return;
    if (side == WI_RIGHT) n = wi_scale(-1.0f, n);
    float room = wi_max(0.0f, wi_dot(n, p) - reach_of(&other, n));
    float middle = approach / (speed * speed), half = (t->radius + reach_of(&other, along)) / speed;
    if (room >= on->enough || !(middle - half < on->time && (middle - half) * speed < t->set->approach)) return;
    wend_vec beside = wi_scale(room, n);
    on->passing[side][on->count[side]++] = (passing){beside, wi_length(beside), middle - half, middle + half, row};
}

static void find_passings(prospect *on, uint64_t places, uint32_t side) {
    for (; places != 0; places &= places - 1)
        find_passing(on, wi_turn_other(on->t, (uint32_t)__builtin_ctzll(places)), side);
}

static void forget_unseen(const wi_turner *t, passing *passed, uint32_t *count) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < *count; i++)
        if (wi_turn_sees(t, passed[i].row)) passed[seen++] = passed[i];
    *count = seen;
}

static uint32_t find_walls(const wi_turner *t, float enough, uint32_t most, uint32_t *found) {
    if (t->now->senses->walls->wall_count == 0) return 0;
    float reach = wi_turn_foresight(t) * wi_turn_wanted_pace(t) + t->radius + enough;
    return wend_view_walls(t->now, t->level, t->body.at, reach, most, found, NULL);
}

bool wi_turn_is_walled(const wi_turner *t, float enough) {
    uint32_t found[1];
    return find_walls(t, enough, 1, found) > 0;
}

static void narrow(wi_sides *s, uint32_t side, wend_vec beside, float room) {
    if (room < s->room[side]) s->beside[side] = beside, s->room[side] = room;
}

// A wall counts with its nearest point, if a body at that place on the way would reach as far along it.
static void narrow_by_wall(const wi_turner *t, uint32_t wall, wend_vec place, wi_sides *s) {
    wend_vec at, n = wi_left(t->way);
    (void)wi_wall_distance2(wend_view_wall(t->now, wall), place, &at);
    wend_vec to = wi_sub(at, place);
    float ahead = wi_dot(to, t->way), aside = wi_dot(to, n);
    bool near = wi_abs(ahead) <= t->radius && wi_dot(wi_sub(at, t->body.at), t->way) >= 0.0f;
    wend_vec beside = wi_scale(aside, n);
    uint32_t side = aside >= 0.0f ? WI_LEFT : WI_RIGHT;
    float room = wi_length(beside);
    if (near && room < s->room[side] && wi_turn_sees_wall(t, wall, at)) narrow(s, side, beside, room);
}

static wi_sides sides_at(const prospect *on, float time) {
    const wi_turner *t = on->t;
    wi_sides s = {.room = {on->enough, on->enough}};
    wend_vec place = wi_add(t->body.at, wi_scale(time * on->pace, t->way));
    for (uint32_t side = 0; side < WI_SIDES; side++)
        for (uint32_t i = 0; i < on->count[side]; i++) {
            const passing *p = &on->passing[side][i];
            if (p->from <= time && time <= p->to) narrow(&s, side, p->beside, p->room);
        }
    for (uint32_t i = 0; i < on->wall_count; i++) narrow_by_wall(t, on->wall[i], place, &s);
    return s;
}

// The sides at the moment when what is on them is closest together; of several, the first. Returns how close (m), and
// `enough` where it never is closer.
static float closest_sides(const prospect *on, wi_sides *closest) {
    const float points = wi_turn_moments(on->t);
    float least = on->enough;
    for (float i = 1.0f; i <= points; i += 1.0f) {
        wi_sides s = sides_at(on, on->time * i / points);
        if (!(s.room[WI_LEFT] < on->enough && s.room[WI_RIGHT] < on->enough)) continue;
        float apart = wi_length(wi_sub(s.beside[WI_LEFT], s.beside[WI_RIGHT]));
        if (apart < least) least = apart, *closest = s;
    }
    return least;
}

static wend_vec way_across(const wi_turner *t, wend_vec across, float length) {
    wend_vec through = length > 1e-12f ? wi_vec(across.y / length, -across.x / length) : t->way;
    return wi_dot(through, t->way) < 0.0f ? wi_scale(-1.0f, through) : through;
}

wi_gap wi_turn_gap_between(const wi_turner *t, const wi_sides *s) {
    wend_vec across = wi_sub(s->beside[WI_LEFT], s->beside[WI_RIGHT]);
    float room = wi_length(across);
    return (wi_gap){room, way_across(t, across, room)};
}

wi_gap wi_turn_gap_beside(const wi_turner *t, wend_vec beside, float room) {
    return (wi_gap){wi_turn_room_beside(t, room), way_across(t, beside, room)};
}

// Of those past whom turning helps, the one closest by.
static wi_gap gap_beside_nearest(const prospect *on, wi_gap gap) {
    wi_beside within = wi_turn_beside(on->t, gap.room);
    const passing *nearest = NULL;
    for (uint32_t side = 0; side < WI_SIDES; side++)
        for (uint32_t i = 0; i < on->count[side]; i++) {
            const passing *p = &on->passing[side][i];
            if (p->room >= within.least && p->room < within.below) nearest = p, within.below = p->room;
        }
    return nearest ? wi_turn_gap_beside(on->t, nearest->beside, nearest->room) : gap;
}

// It takes one on each side, and a wall may be on either.
static bool may_be_between(const prospect *on) {
    return on->wall_count > 0 || (on->count[WI_LEFT] > 0 && on->count[WI_RIGHT] > 0);
}

wi_gap wi_turn_gap_among(const wi_turner *t, float enough, wi_passed may) {
    wi_gap gap = {enough, t->way};
    prospect on;
    wi_sides closest = {.room = {enough, enough}};
    on.t = t, on.enough = enough, on.pace = wi_turn_wanted_pace(t), on.time = wi_turn_foresight(t);
    on.count[WI_LEFT] = on.count[WI_RIGHT] = 0;
    on.wall_count = find_walls(t, enough, WALLS, on.wall);
    find_passings(&on, may.left, WI_LEFT);
    find_passings(&on, may.right, WI_RIGHT);
    for (uint32_t side = 0; side < WI_SIDES; side++) forget_unseen(t, on.passing[side], &on.count[side]);
    if (t->set->alone > 0.0f) gap = gap_beside_nearest(&on, gap);
    if (may_be_between(&on) && closest_sides(&on, &closest) < gap.room) gap = wi_turn_gap_between(t, &closest);
    return gap;
}
