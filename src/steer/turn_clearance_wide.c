// The clearance ahead of many bodies at once, where there are no walls and no boxes about: what turn_clearance.c does for
// one. Which of the others can narrow the way is found for a lane-full of bodies at a time, one to a lane; their nearest
// points then for a lane-full of pairs of a point on the way and another.
//
// All in the frame of the way: x ahead, y to the left, from the body's centre.
#include "base/wide.h"
#include "steer/turn.h"

#define NEWTON_STEPS 24
#define AT_ONCE 5 // points on the way whose pairs are gathered before they are looked at
#define FAR 1e30f // m: where those are whom a lane does not have

// What bounds another on the way.
typedef struct wide_bounds {
    wide from, to, right, left;
} wide_bounds;

// Another on the way: its place and heading, its semi-axes, and the radius of the body that is on its way.
enum { X, Y, COSINE, SINE, ALONG, ACROSS, RADIUS, SPARE, FIELDS };

typedef struct wide_hindrance {
    wide field[FIELDS];
    wide_bounds within;
    wide_mask there;
} wide_hindrance;

typedef struct lookouts {
    wide x, y, way_x, way_y, radius, ahead, points, least, enough;
    // Those who can narrow the way, listed lane by lane.
    wide_bounds within[WEND_NEIGHBOURS_MAX];
    float hindrance[WEND_NEIGHBOURS_MAX * WI_LANES][FIELDS];
    uint32_t count[WI_LANES], most;
    uint32_t boxed; // lanes, as bits, with boxes near the way
} lookouts;

// The least that there is on either side.
typedef struct wide_sides {
    wide left, right;
} wide_sides;

// A point on the way of a lane and another there.
typedef struct pair {
    uint16_t lane, hindrance, point; // the hindrance's number among all lanes'
} pair;

typedef struct points {
    wide ahead[AT_ONCE];
    float left[AT_ONCE][WI_LANES], right[AT_ONCE][WI_LANES]; // room there
    pair pairs[AT_ONCE * WEND_NEIGHBOURS_MAX * WI_LANES];
    uint32_t pair_count;
} points;

// Fields of the looks, lane by lane.
enum { AT_X, AT_Y, WAY_X, WAY_Y, OWN_RADIUS, AHEAD, POINTS, LEAST, ENOUGH, LOOK_FIELDS };

static void read_looks(lookouts *on, const wi_look *looks, uint32_t count) {
    float field[LOOK_FIELDS][WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_look *look = &looks[lane < count ? lane : 0];
        field[AT_X][lane] = look->at.x, field[AT_Y][lane] = look->at.y;
        field[WAY_X][lane] = look->way.x, field[WAY_Y][lane] = look->way.y;
        field[OWN_RADIUS][lane] = look->radius, field[AHEAD][lane] = look->ahead, field[POINTS][lane] = look->points;
        field[LEAST][lane] = look->least, field[ENOUGH][lane] = look->enough;
        on->count[lane] = 0;
    }
    on->x = wide_load(field[AT_X]), on->y = wide_load(field[AT_Y]);
    on->way_x = wide_load(field[WAY_X]), on->way_y = wide_load(field[WAY_Y]);
    on->radius = wide_load(field[OWN_RADIUS]), on->ahead = wide_load(field[AHEAD]),
    on->points = wide_load(field[POINTS]);
    on->least = wide_load(field[LEAST]), on->enough = wide_load(field[ENOUGH]);
    on->most = on->boxed = 0;
}

// The others in one place of the lanes' lists, and which of them are near the way.
static void read_hindrances(const wend_view *now, const lookouts *on, const int32_t row[WI_LANES], wide_hindrance *h) {
    const wide zero = wide_of(0.0f), half = wide_of(0.5f), far = on->ahead + on->radius;
    int32_t place[WI_LANES];
    for (uint32_t i = 0; i < WI_LANES; i++) place[i] = 2 * row[i];
    wide body[4], form[4], motion[4];
    wide_read_quads((const float(*)[4])(const void *)now->body, place, body);
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide to_x = body[0] - on->x, to_y = body[1] - on->y, r = form[0], a = form[1], b = form[2];
    wide x = on->way_x * to_x + on->way_y * to_y, y = on->way_x * to_y - on->way_y * to_x;
    h->there = h->there & wide_less(zero, x) & wide_less_equal(x - r, far) & wide_less(wide_abs(y) - r, on->enough);
    if (!wide_any(h->there)) return;
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide cosine = on->way_x * motion[2] + on->way_y * motion[3], sine = on->way_x * motion[3] - on->way_y * motion[2];
    wide mean = half * (a * a + b * b), k = half * (a * a - b * b) * (cosine * cosine - sine * sine);
    wide ahead = wide_sqrt(wide_max(mean + k, zero)), aside = wide_sqrt(wide_max(mean - k, zero));
    h->field[X] = x, h->field[Y] = y, h->field[COSINE] = cosine, h->field[SINE] = sine;
    h->field[ALONG] = a, h->field[ACROSS] = b, h->field[RADIUS] = on->radius, h->field[SPARE] = zero;
    h->within = (wide_bounds){x - ahead, x + ahead, y - aside, y + aside};
    h->there = h->there & wide_less_equal(zero, h->within.to) & wide_less_equal(h->within.from, far) &
               wide_less(h->within.right, on->enough) & wide_less(-on->enough, h->within.left);
}

static uint32_t boxes_among(const wend_view *now, const int32_t row[WI_LANES], uint32_t lanes) {
    uint32_t boxes = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        boxes |= (now->role[row[lane]].shape == WEND_BOX ? 1u : 0u) << lane;
    }
    return boxes;
}

// Those near the way, as many at most as somebody minds; returns how many.
static uint32_t find_hindrances(const wend_view *now, lookouts *on, const wi_look *looks, uint32_t count,
                                wide_hindrance *found) {
    uint32_t most = 0, near = 0;
    for (uint32_t lane = 0; lane < count; lane++)
        if (looks[lane].others.count > most) most = looks[lane].others.count;
    for (uint32_t slot = 0; slot < most; slot++) {
        int32_t row[WI_LANES];
        uint32_t there = 0;
        for (uint32_t lane = 0; lane < WI_LANES; lane++) {
            const wi_others *others = &looks[lane < count ? lane : 0].others;
            bool has = lane < count && slot < others->count;
            row[lane] = has ? others->row[slot * others->stride] : 0;
            there |= (has ? 1u : 0u) << lane;
        }
        wide_hindrance *h = &found[near];
        h->there = wide_mask_of_bits(there);
        read_hindrances(now, on, row, h);
        if (!wide_any(h->there)) continue;
        on->boxed |= boxes_among(now, row, wide_mask_bits(h->there));
        near++;
    }
    return near;
}

// Takes what could be on either side to be as much there as its bounds allow.
WI_INLINE void bound_sides(const wide_bounds *h, wide_mask there, wide_sides *least) {
    const wide zero = wide_of(0.0f);
    wide left = wide_min(least->left, wide_max(zero, h->right)),
         right = wide_min(least->right, wide_max(zero, -h->left));
    least->left = wide_select(there & wide_less_equal(zero, h->left), left, least->left);
    least->right = wide_select(there & wide_less(h->right, zero), right, least->right);
}

// Whether the way could become narrower than `clearance` by it, with as little as there can be on the other side.
WI_INLINE wide_mask matters(const wide_bounds *h, const wide_sides *least, wide clearance) {
    const wide zero = wide_of(0.0f);
    wide_mask left = wide_less_equal(zero, h->left) & wide_less(wide_max(zero, h->right) + least->right, clearance);
    return left | (wide_less(h->right, zero) & wide_less(wide_max(zero, -h->left) + least->left, clearance));
}

static void keep(lookouts *on, const wide_hindrance *h, uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), at = on->count[lane]++;
        wide_bounds *within = &on->within[at];
        if (at == on->most) {
            *within = (wide_bounds){wide_of(FAR), wide_of(-FAR), wide_of(FAR), wide_of(-FAR)};
            on->most++;
        }
        within->from[lane] = h->within.from[lane], within->to[lane] = h->within.to[lane];
        within->right[lane] = h->within.right[lane], within->left[lane] = h->within.left[lane];
        float *to = on->hindrance[at * WI_LANES + lane];
        for (uint32_t i = 0; i < FIELDS; i++) to[i] = h->field[i][lane];
    }
}

// Keeps those who can narrow the way; it takes one on each side. Returns the lanes that have some.
static wide_mask keep_narrow(lookouts *on, wide_hindrance *found, uint32_t count) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_sides least = {on->enough, on->enough};
    wide several = zero;
    for (uint32_t i = 0; i < count; i++) bound_sides(&found[i].within, found[i].there, &least);
    for (uint32_t i = 0; i < count; i++) {
        found[i].there = found[i].there & matters(&found[i].within, &least, on->enough);
        several = several + wide_select(found[i].there, one, zero);
    }
    wide_mask lanes = wide_less(one, several);
    for (uint32_t i = 0; i < count; i++) keep(on, &found[i], wide_mask_bits(lanes & found[i].there));
    return lanes;
}

WI_INLINE wide_mask lies_within(const wide_bounds *h, wide from, wide to) {
    return wide_less_equal(from, h->to) & wide_less_equal(h->from, to);
}

// Lists who could make the way of some lanes narrower at a point.
static void list_pairs(const lookouts *on, points *at, uint32_t point, wide_mask lanes, wide clearance) {
    wide from = at->ahead[point] - on->radius, to = at->ahead[point] + on->radius;
    wide_sides least = {on->enough, on->enough};
    for (uint32_t i = 0; i < on->most; i++) bound_sides(&on->within[i], lies_within(&on->within[i], from, to), &least);
    lanes = lanes & wide_less(least.left + least.right, clearance);
    for (uint32_t i = 0; wide_any(lanes) && i < on->most; i++) {
        const wide_bounds *h = &on->within[i];
        uint32_t bits = wide_mask_bits(lanes & lies_within(h, from, to) & matters(h, &least, clearance));
        for (; bits != 0; bits &= bits - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(bits);
            at->pairs[at->pair_count++] = (pair){(uint16_t)lane, (uint16_t)(i * WI_LANES + lane), (uint16_t)point};
        }
    }
}

// See turn_nearest.c: in the quadrant x, y >= 0 of ellipses whose long axis is x. A lane that has settled stays.
static void nearest_in_quadrant(wide a, wide b, wide *x, wide *y) {
    const wide one = wide_of(1.0f);
    wide e = (a - b) * (a + b), ax = a * *x, by = b * *y, s = wide_max(by, ax - e);
    wide_mask on_axis = wide_less_equal(s, wide_of(1e-12f) * b * b),
              moving = wide_and_not(wide_first(WI_LANES), on_axis);
    wide share = wide_min(ax / wide_max(e, wide_of(1e-30f)), one), ux = ax, uy = by, size = one;
    s = wide_select(on_axis, one, s);
    for (int i = 0;; i++) {
        wide per_x = one / (s + e), per_y = one / s;
        ux = ax * per_x, uy = by * per_y;
        wide size2 = ux * ux + uy * uy;
        size = wide_sqrt(size2);
        moving = moving & wide_less_equal(wide_of(1e-6f), size - one);
        if (i == NEWTON_STEPS || !wide_any(moving)) break;
        wide by_s = (size - one) * size2 / (ux * ux * per_x + uy * uy * per_y);
        s = wide_select(moving, s + by_s, s);
    }
    wide per = one / size;
    *x = wide_select(on_axis, a * share, a * (ux * per));
    *y = wide_select(on_axis, b * wide_sqrt(one - share * share), b * (uy * per));
}

WI_INLINE wide with_sign(wide size, wide like) { return wide_select(wide_less(like, wide_of(0.0f)), -size, size); }

// The point of an outline nearest to x, y, all in the frame of the body.
static void nearest_on_ellipse(wide a, wide b, wide *x, wide *y) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_mask flat = wide_less(a, b), round = wide_less(wide_abs(a - b), wide_of(1e-5f) * a);
    wide first_x = wide_abs(*x), first_y = wide_abs(*y), length = wide_sqrt(first_x * first_x + first_y * first_y);
    wide_mask somewhere = wide_less(zero, length);
    wide per = one / wide_select(somewhere, length, one);
    wide on_x = wide_select(flat, first_y, first_x), on_y = wide_select(flat, first_x, first_y);
    nearest_in_quadrant(wide_max(a, b), wide_min(a, b), &on_x, &on_y);
    wide round_x = a * wide_select(somewhere, first_x * per, one), round_y = a * (first_y * per);
    *x = with_sign(wide_select(round, round_x, wide_select(flat, on_y, on_x)), *x);
    *y = with_sign(wide_select(round, round_y, wide_select(flat, on_x, on_y)), *y);
}

// The points of the others nearest to those on the way; returns the pairs, as bits, in which they are near enough. Without
// a full batch the first pair is repeated.
static uint32_t nearest_points(const lookouts *on, const points *at, const pair *pairs, uint32_t count,
                               float aside[WI_LANES]) {
    float places[WI_LANES];
    int32_t which[WI_LANES];
    for (uint32_t i = 0; i < WI_LANES; i++) {
        const pair *p = &pairs[i < count ? i : 0];
        which[i] = p->hindrance;
        places[i] = at->ahead[p->point][p->lane];
    }
    wide h[FIELDS], ahead = wide_load(places);
    wide_read_records(on->hindrance, which, h);
    wide dx = ahead - h[X], dy = -h[Y], x = h[COSINE] * dx + h[SINE] * dy, y = h[COSINE] * dy - h[SINE] * dx;
    nearest_on_ellipse(h[ALONG], h[ACROSS], &x, &y);
    wide_store(aside, h[Y] + (h[SINE] * x + h[COSINE] * y));
    x = h[X] + (h[COSINE] * x - h[SINE] * y);
    return wide_mask_bits(wide_less_equal(wide_max(wide_of(0.0f), ahead - h[RADIUS]), x) &
                          wide_less_equal(x, ahead + h[RADIUS]));
}

static void narrow(const lookouts *on, points *at, const pair *pairs, uint32_t count) {
    float aside[WI_LANES];
    uint32_t near = nearest_points(on, at, pairs, count, aside) & ((1u << count) - 1);
    for (uint32_t bits = near; bits != 0; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits), lane = pairs[i].lane, point = pairs[i].point;
        float *room = aside[i] < 0.0f ? &at->right[point][lane] : &at->left[point][lane];
        *room = wi_min(*room, wi_max(aside[i], -aside[i]));
    }
}

static void look_at_pairs(const lookouts *on, points *at) {
    for (uint32_t i = 0; i < at->pair_count; i += WI_LANES)
        narrow(on, at, at->pairs + i, at->pair_count - i < WI_LANES ? at->pair_count - i : WI_LANES);
}

// At the next few points, from the number `first` on, for lanes that have not seen enough.
static wide narrow_next(const lookouts *on, points *at, float first, wide_mask lanes, wide clearance) {
    at->pair_count = 0;
    for (uint32_t i = 0; i < AT_ONCE; i++) {
        wide number = wide_of(first + (float)i);
        at->ahead[i] = on->ahead * number / on->points;
        wide_store(at->left[i], on->enough);
        wide_store(at->right[i], on->enough);
        list_pairs(on, at, i, lanes & wide_less_equal(number, on->points), clearance);
    }
    look_at_pairs(on, at);
    for (uint32_t i = 0; i < AT_ONCE; i++)
        clearance = wide_min(clearance, wide_load(at->left[i]) + wide_load(at->right[i]));
    return clearance;
}

static void look_ahead(const wend_view *now, wi_look *looks, uint32_t count) {
    lookouts on;
    points at;
    wide_hindrance found[WEND_NEIGHBOURS_MAX];
    read_looks(&on, looks, count);
    uint32_t near = find_hindrances(now, &on, looks, count, found);
    wide clearance = on.enough;
    wide_mask lanes = keep_narrow(&on, found, near);
    for (float first = 1.0f; wide_any(lanes); first += AT_ONCE) {
        clearance = narrow_next(&on, &at, first, lanes, clearance);
        lanes = lanes & wide_less(on.least, clearance) & wide_less_equal(wide_of(first + AT_ONCE), on.points);
    }
    for (uint32_t lane = 0; lane < count; lane++)
        looks[lane].clearance = on.boxed >> lane & 1 ? WI_LOOK_UNCLEAR : clearance[lane];
}

void WI_WIDE(wi_turn_look)(const wend_view *now, wi_look *looks, uint32_t count) {
    for (uint32_t i = 0; i < count; i += WI_LANES)
        look_ahead(now, looks + i, count - i < WI_LANES ? count - i : WI_LANES);
}
