// The gaps that many bodies come to, where no walls are: those whom they pass, a lane-full of pairs at a time, and then
// when those on both sides of one are closest together, with the moments that it looks at one to a lane. What turn_gap.c
// does one after the other.
#include "steer/ellipse_gap_wide.h"
#include "steer/turn.h"

typedef struct wide_extent {
    wide_ellipse shape;
    wide all_round;
    wide_mask rounds; // lanes that reach equally far all round
    wide_mask boxes;
    wide half_length, half_width;
    wide_vec heading;
} wide_extent;

// Bits for lanes. Free: ellipses whom nobody moves.
typedef struct kinds {
    uint32_t ellipses, free, boxes;
} kinds;

static kinds read_kinds(const wend_view *now, const int32_t row[WI_LANES]) {
    kinds of = {0, 0, 0};
    for (uint32_t i = 0; i < WI_LANES; i++) {
        const wend_role *role = &now->role[row[i]];
        uint32_t ellipse = role->shape == WEND_ELLIPSE ? 1u : 0u;
        of.ellipses |= ellipse << i;
        of.free |= (role->flags & WEND_FLAG_DRIVEN ? 0u : ellipse) << i;
        of.boxes |= (role->shape == WEND_BOX ? 1u : 0u) << i;
    }
    return of;
}

static wide_mask read_reckons(const wi_passings *of, uint32_t first) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < WI_LANES; i++) bits |= (of->reckons[of->who[first + i]] ? 1u : 0u) << i;
    return wide_mask_of_bits(bits);
}

// Those who turn for one who reckons with that: see wi_turn_makes_way.
static wide_mask make_way(const wend_view *now, const int32_t row[WI_LANES], wide_vec p, wide_mask reckons) {
    int32_t place[WI_LANES];
    wide body[4]; // .., preferred velocity
    for (uint32_t i = 0; i < WI_LANES; i++) place[i] = 2 * row[i] + 1;
    wide_read_quads((const float(*)[4])(const void *)now->body, place, body);
    return reckons & wide_less(p.x * body[2] + p.y * body[3], wide_of(0.0f));
}

// See extent_of in turn_gap.c.
static wide_extent read_extents(const wend_view *now, const int32_t row[WI_LANES], wide_vec p, wide_mask reckons) {
    const kinds kind = read_kinds(now, row);
    wide form[4], motion[4];
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide a = form[1], b = form[2], x = motion[2], y = motion[3];
    wide_mask oblong = wide_mask_of_bits(kind.ellipses) & (wide_less(a, b) | wide_less(b, a));
    wide_extent of = {.shape = wide_ellipse_of(a, b, x, y),
                      .all_round = form[0],
                      .rounds = wide_and_not(wide_first(WI_LANES), oblong),
                      .boxes = wide_mask_of_bits(kind.boxes),
                      .half_length = a,
                      .half_width = b,
                      .heading = {x, y}};
    if (!wide_any(reckons)) return of;
    wide_mask narrow = make_way(now, row, p, oblong & reckons & wide_mask_of_bits(kind.free));
    of.all_round = wide_select(narrow, wide_min(a, b), of.all_round);
    of.rounds = of.rounds | narrow;
    return of;
}

// See wi_box_reach.
WI_INLINE wide box_reach(const wide_extent *box, wide_vec n) {
    wide_vec h = box->heading;
    return wide_abs(box->half_length * (n.x * h.x + n.y * h.y)) + wide_abs(box->half_width * (n.x * h.y - n.y * h.x));
}

WI_INLINE wide extent_reach(const wide_extent *other, wide_vec n) {
    wide reach = wide_select(other->rounds, other->all_round, outline_reach(&other->shape, n));
    return wide_any(other->boxes) ? wide_select(other->boxes, box_reach(other, n), reach) : reach;
}

// The same sums as find_passing in turn_gap.c. Those who are not passed are beside the body at no time.
static void pass(const wend_view *now, wi_passings *of, uint32_t first) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    const int32_t *row = of->row + first;
    int32_t place[WI_LANES];
    wide by[8], body[4];
    for (uint32_t i = 0; i < WI_LANES; i++) place[i] = 2 * row[i];
    wide_read_records((const float(*)[8])(const void *)of->by, of->who + first, by);
    wide_read_quads((const float(*)[4])(const void *)now->body, place, body);
    wide_vec p = {body[0] - by[WI_PASSER_X], body[1] - by[WI_PASSER_Y]};
    wide_vec w = {by[WI_PASSER_VX] - body[2], by[WI_PASSER_VY] - body[3]};
    wide_extent other = read_extents(now, row, p, read_reckons(of, first));
    wide speed = wide_sqrt(w.x * w.x + w.y * w.y), approach = p.x * w.x + p.y * w.y, per = one / speed;
    wide_vec along = {per * w.x, per * w.y}, n = {-along.y, along.x};
    wide aside = n.x * p.x + n.y * p.y;
    wide_mask left = wide_less_equal(zero, aside);
    n = wide_vec_select(left, n, (wide_vec){-n.x, -n.y});
    wide room = wide_max(zero, wide_abs(aside) - extent_reach(&other, n));
    wide middle = approach / (speed * speed), half = (by[WI_PASSER_RADIUS] + extent_reach(&other, along)) / speed;
    wide_mask passed = wide_less(room, by[WI_PASSER_ENOUGH]) & wide_less(middle - half, by[WI_PASSER_WITHIN]) &
                       wide_less((middle - half) * speed, by[WI_PASSER_APPROACH]) &
                       wide_less(wide_of(WI_PASSING_SLOW), speed);
    wide_vec beside = {room * n.x, room * n.y};
    wide_store(of->field[WI_PASSING_X] + first, beside.x);
    wide_store(of->field[WI_PASSING_Y] + first, beside.y);
    wide_store(of->field[WI_PASSING_ROOM] + first, wide_sqrt(beside.x * beside.x + beside.y * beside.y));
    wide_store(of->field[WI_PASSING_FROM] + first, wide_select(passed, middle - half, wide_of(WI_NEVER)));
    wide_store(of->field[WI_PASSING_TO] + first, wide_select(passed, middle + half, -wide_of(WI_NEVER)));
}

void WI_WIDE(wi_turn_passings)(const wend_view *now, wi_passings *of) {
    for (uint32_t i = 0; i < of->count; i += WI_LANES) pass(now, of, i);
}

typedef struct wide_side {
    wide x, y, room;
} wide_side;

static wide_side side_at(const wi_passings *of, uint32_t first, uint32_t end, float enough, wide at) {
    wide_side s = {wide_of(0.0f), wide_of(0.0f), wide_of(enough)};
    for (uint32_t i = first; i < end; i++) {
        wide room = wide_of(of->field[WI_PASSING_ROOM][i]);
        wide_mask there = wide_less_equal(wide_of(of->field[WI_PASSING_FROM][i]), at) &
                          wide_less_equal(at, wide_of(of->field[WI_PASSING_TO][i]));
        wide_mask nearer = there & wide_less(room, s.room);
        s.x = wide_select(nearer, wide_of(of->field[WI_PASSING_X][i]), s.x);
        s.y = wide_select(nearer, wide_of(of->field[WI_PASSING_Y][i]), s.y);
        s.room = wide_select(nearer, room, s.room);
    }
    return s;
}

static wi_sides lane_of(const wide_side *left, const wide_side *right, uint32_t lane) {
    return (wi_sides){{{left->x[lane], left->y[lane]}, {right->x[lane], right->y[lane]}},
                      {left->room[lane], right->room[lane]}};
}

// The closest of a lane-full of moments that are numbered from `first`, if closer than what was found.
static void closest_from(const wi_passings *of, wi_between *body, float first) {
    float number[WI_LANES], apart[WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) number[lane] = first + (float)lane;
    wide i = wide_load(number), at = wide_of(body->time) * i / wide_of(body->points), enough = wide_of(body->enough);
    wide_side left = side_at(of, body->left, body->right, body->enough, at);
    wide_side right = side_at(of, body->right, body->end, body->enough, at);
    wide x = left.x - right.x, y = left.y - right.y, length = wide_sqrt(x * x + y * y);
    wide_mask both = wide_less(left.room, enough) & wide_less(right.room, enough);
    both = both & wide_less_equal(i, wide_of(body->points)) & wide_less(length, wide_of(body->apart));
    wide_store(apart, length);
    for (uint32_t bits = wide_mask_bits(both); bits != 0; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        if (apart[lane] < body->apart) body->apart = apart[lane], body->closest = lane_of(&left, &right, lane);
    }
}

void WI_WIDE(wi_turn_closest)(const wi_passings *of, wi_between *bodies, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        bodies[i].apart = bodies[i].enough;
        for (float first = 1.0f; first <= bodies[i].points; first += (float)WI_LANES)
            closest_from(of, &bodies[i], first);
    }
}
