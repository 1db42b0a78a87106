// The clearance ahead of many bodies at once, where there are no walls and no boxes about: what turn_clearance.c does for
// one. Which of the others can narrow the way is found for a lane-full of bodies at a time, one to a lane. Those whose way
// may be narrow, less than half of all, wait until there is a lane-full of them; the nearest points of the others are then
// found for a lane-full of pairs of a point on the way and another.
//
// All in the frame of the way: x ahead, y to the left, from the body's centre.
#include "sense/shape_wide.h"
#include "steer/turn.h"
#include "steer/turn_nearest_wide.h"

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

// Bodies that look ahead.
typedef struct lookouts {
    wide x, y, way_x, way_y, radius, ahead, enough;
    uint32_t they_turn; // lanes, as bits, that reckon with others as narrow as they can make themselves
    uint32_t boxed;     // lanes, as bits, with boxes near the way
} lookouts;

// Ways that may be narrow, one to a lane.
typedef struct straits {
    wi_look *look[WI_LANES];
    wide radius, ahead, points, least, enough;
    // Those who can narrow the way, listed lane by lane.
    wide_bounds within[WEND_NEIGHBOURS_MAX];
    float hindrance[WEND_NEIGHBOURS_MAX * WI_LANES][FIELDS];
    uint32_t listed[WI_LANES], most;
    uint32_t count; // lanes in use
} straits;

// The least that there is on either side.
typedef struct wide_sides {
    wide left, right;
} wide_sides;

// Pairs of a point on the way of a lane and another there.
#define PAIRS (AT_ONCE * WEND_NEIGHBOURS_MAX * WI_LANES)
#define PLACES (AT_ONCE * WI_LANES) // a point of a lane: point * WI_LANES + lane

typedef struct points {
    wide ahead[AT_ONCE];
    float room[2 * PLACES]; // to the left of all places, then to the right
    // The pairs, with room for a lane-full more.
    int32_t place[PAIRS + WI_LANES], hindrance[PAIRS + WI_LANES]; // the hindrance's number among all lanes'
    float at[PAIRS + WI_LANES];                                   // how far ahead
    uint32_t pair_count;
} points;

// Fields of the looks, lane by lane.
enum { AT_X, AT_Y, WAY_X, WAY_Y, OWN_RADIUS, AHEAD, ENOUGH, LOOK_FIELDS };

static void read_looks(lookouts *on, const wi_look *looks, uint32_t count) {
    float field[LOOK_FIELDS][WI_LANES];
    on->they_turn = on->boxed = 0;
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_look *look = &looks[lane < count ? lane : 0];
        on->they_turn |= (look->they_turn ? 1u : 0u) << lane;
        field[AT_X][lane] = look->at.x, field[AT_Y][lane] = look->at.y;
        field[WAY_X][lane] = look->way.x, field[WAY_Y][lane] = look->way.y;
        field[OWN_RADIUS][lane] = look->radius, field[AHEAD][lane] = look->ahead, field[ENOUGH][lane] = look->enough;
    }
    on->x = wide_load(field[AT_X]), on->y = wide_load(field[AT_Y]);
    on->way_x = wide_load(field[WAY_X]), on->way_y = wide_load(field[WAY_Y]);
    on->radius = wide_load(field[OWN_RADIUS]), on->ahead = wide_load(field[AHEAD]);
    on->enough = wide_load(field[ENOUGH]);
}

// Those who would turn for one who has to pass: see would_turn in turn_clearance.c.
static wide_mask would_turn(const wend_view *now, const lookouts *on, const int32_t row[WI_LANES], wide to_x,
                            wide to_y) {
    int32_t place[WI_LANES];
    uint32_t able = 0;
    for (uint32_t i = 0; i < WI_LANES; i++) {
        const wend_role *role = &now->role[row[i]];
        place[i] = 2 * row[i] + 1;
        able |= (role->shape == WEND_ELLIPSE && !(role->flags & WEND_FLAG_DRIVEN) ? 1u : 0u) << i;
    }
    wide body[4]; // .., preferred velocity
    wide_read_quads((const float(*)[4])(const void *)now->body, place, body);
    return wide_mask_of_bits(on->they_turn & able) & wide_less(to_x * body[2] + to_y * body[3], wide_of(0.0f));
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
    if (on->they_turn != 0) {
        wide_mask turned = would_turn(now, on, row, to_x, to_y), across = wide_less(a, b);
        cosine = wide_select(turned, wide_select(across, zero, wide_of(1.0f)), cosine);
        sine = wide_select(turned, wide_select(across, wide_of(1.0f), zero), sine);
    }
    wide mean = half * (a * a + b * b), k = half * (a * a - b * b) * (cosine * cosine - sine * sine);
    wide ahead = wide_sqrt(wide_max(mean + k, zero)), aside = wide_sqrt(wide_max(mean - k, zero));
    h->field[X] = x, h->field[Y] = y, h->field[COSINE] = cosine, h->field[SINE] = sine;
    h->field[ALONG] = a, h->field[ACROSS] = b, h->field[RADIUS] = on->radius, h->field[SPARE] = zero;
    h->within = (wide_bounds){x - ahead, x + ahead, y - aside, y + aside};
    h->there = h->there & wide_less_equal(zero, h->within.to) & wide_less_equal(h->within.from, far) &
               wide_less(h->within.right, on->enough) & wide_less(-on->enough, h->within.left);
}

// The lists of some lanes. Those of neighbours of one group lie abreast: places of all lanes are read as they are.
typedef struct lane_lists {
    const wi_look *looks;
    uint32_t used, most; // lanes, and the length of the longest list
    wide_int count;
    bool abreast;
} lane_lists;

static void read_lists(lane_lists *of, const wi_look *looks, uint32_t used) {
    int32_t count[WI_LANES] = {0};
    of->looks = looks, of->used = used, of->most = 0;
    of->abreast = used == WI_LANES;
    for (uint32_t lane = 0; lane < used; lane++) {
        const wi_others *others = &looks[lane].others;
        count[lane] = (int32_t)others->count;
        if (others->count > of->most) of->most = others->count;
        of->abreast = of->abreast && others->stride == WI_LANES && others->row == looks[0].others.row + lane;
    }
    of->count = wide_int_load(count);
}

// The rows in one place of the lists; of a lane that has none there, any.
static const int32_t *rows_in(const lane_lists *of, uint32_t slot, int32_t row[WI_LANES]) {
    if (of->abreast) return of->looks[0].others.row + (size_t)slot * WI_LANES;
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const wi_others *others = &of->looks[lane < of->used ? lane : 0].others;
        row[lane] = lane < of->used && slot < others->count ? others->row[(size_t)slot * others->stride] : 0;
    }
    return row;
}

// Those near the way, as many at most as somebody minds; returns how many.
static uint32_t find_hindrances(const wend_view *now, lookouts *on, const wi_look *looks, uint32_t count,
                                wide_hindrance *found) {
    lane_lists lists;
    uint32_t near = 0;
    read_lists(&lists, looks, count);
    for (uint32_t slot = 0; slot < lists.most; slot++) {
        int32_t scattered[WI_LANES];
        const int32_t *row = rows_in(&lists, slot, scattered);
        wide_hindrance *h = &found[near];
        h->there = wide_int_less(wide_int_of((int32_t)slot), lists.count);
        read_hindrances(now, on, row, h);
        if (!wide_any(h->there)) continue;
        on->boxed |= wide_mask_bits(h->there & wide_boxes(now, row));
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

WI_INLINE wide_mask lies_within(const wide_bounds *h, wide from, wide to) {
    return wide_less_equal(from, h->to) & wide_less_equal(h->from, to);
}

static void add_pairs(points *at, uint32_t point, uint32_t hindrance, wide_mask lanes) {
    const wide_int lane = wide_lane_numbers();
    uint32_t count = at->pair_count;
    wide_int_pack(at->place + count, lane + (int32_t)(point * WI_LANES), lanes);
    wide_int_pack(at->hindrance + count, lane + (int32_t)(hindrance * WI_LANES), lanes);
    wide_pack(at->at + count, at->ahead[point], lanes);
    at->pair_count = count + (uint32_t)__builtin_popcount(wide_mask_bits(lanes));
}

// Lists who could make the way of some lanes narrower at a point.
static void list_pairs(const straits *on, points *at, uint32_t point, wide_mask lanes, wide clearance) {
    wide from = at->ahead[point] - on->radius, to = at->ahead[point] + on->radius;
    wide_sides least = {on->enough, on->enough};
    for (uint32_t i = 0; i < on->most; i++) bound_sides(&on->within[i], lies_within(&on->within[i], from, to), &least);
    lanes = lanes & wide_less(least.left + least.right, clearance);
    for (uint32_t i = 0; wide_any(lanes) && i < on->most; i++) {
        const wide_bounds *h = &on->within[i];
        add_pairs(at, point, i, lanes & lies_within(h, from, to) & matters(h, &least, clearance));
    }
}

// The points of the others nearest to those on the way: how much room they leave, and to which side. Too far ahead or
// behind they leave all that one could want.
static void narrow(points *at, uint32_t first, uint32_t count, const wide h[FIELDS], wide x, wide y) {
    wide ahead = wide_load(at->at + first), aside = h[Y] + (h[SINE] * x + h[COSINE] * y);
    x = h[X] + (h[COSINE] * x - h[SINE] * y);
    wide_mask near =
        wide_less_equal(wide_max(wide_of(0.0f), ahead - h[RADIUS]), x) & wide_less_equal(x, ahead + h[RADIUS]);
    wide_mask right = wide_less(aside, wide_of(0.0f));
    float room[WI_LANES];
    int32_t place[WI_LANES];
    wide_store(room, wide_select(near, wide_abs(aside), wide_of(FAR)));
    wide_int_store(place,
                   wide_int_load(at->place + first) + wide_int_select(right, wide_int_of(PLACES), wide_int_of(0)));
    for (uint32_t i = 0; i < count; i++) at->room[place[i]] = wi_min(at->room[place[i]], room[i]);
}

// For `fulls` lane-fulls of pairs.
WI_INLINE void narrow_abreast(const straits *on, points *at, uint32_t first, uint32_t fulls) {
    wide h[NEAREST_ABREAST][FIELDS];
    wide_nearest find[NEAREST_ABREAST];
    for (uint32_t k = 0; k < fulls; k++) {
        wide_read_records(on->hindrance, at->hindrance + first + k * WI_LANES, h[k]);
        wide dx = wide_load(at->at + first + k * WI_LANES) - h[k][X], dy = -h[k][Y];
        wide cosine = h[k][COSINE], sine = h[k][SINE];
        find[k] = (wide_nearest){h[k][ALONG], h[k][ACROSS], cosine * dx + sine * dy, cosine * dy - sine * dx};
    }
    nearest_on_ellipses(find, fulls);
    for (uint32_t k = 0; k < fulls; k++) {
        uint32_t from = first + k * WI_LANES, left = at->pair_count - from;
        narrow(at, from, left < WI_LANES ? left : WI_LANES, h[k], find[k].x, find[k].y);
    }
}

// Without a full batch the last pairs are of anybody.
static void look_at_pairs(const straits *on, points *at) {
    uint32_t count = at->pair_count, i = 0;
    wide_int_store(at->hindrance + count, wide_int_of(at->hindrance[0]));
    wide_store(at->at + count, wide_of(at->at[0]));
    wide_int_store(at->place + count, wide_int_of(0));
    for (; count > i + WI_LANES; i += NEAREST_ABREAST * WI_LANES) narrow_abreast(on, at, i, NEAREST_ABREAST);
    if (i < count) narrow_abreast(on, at, i, 1);
}

// At the next few points, from the number `first` on, for lanes that have not seen enough.
static wide narrow_next(const straits *on, points *at, float first, wide_mask lanes, wide clearance) {
    at->pair_count = 0;
    for (uint32_t i = 0; i < AT_ONCE; i++) {
        wide number = wide_of(first + (float)i);
        at->ahead[i] = on->ahead * number / on->points;
        wide_store(at->room + i * WI_LANES, on->enough);
        wide_store(at->room + PLACES + i * WI_LANES, on->enough);
        list_pairs(on, at, i, lanes & wide_less_equal(number, on->points), clearance);
    }
    if (at->pair_count > 0) look_at_pairs(on, at);
    for (uint32_t i = 0; i < AT_ONCE; i++)
        clearance =
            wide_min(clearance, wide_load(at->room + i * WI_LANES) + wide_load(at->room + PLACES + i * WI_LANES));
    return clearance;
}

// Measures the straits, of which there are none then.
static void measure(straits *on) {
    points at;
    wide clearance = on->enough;
    wide_mask lanes = wide_first(on->count);
    for (float first = 1.0f; wide_any(lanes); first += AT_ONCE) {
        clearance = narrow_next(on, &at, first, lanes, clearance);
        lanes = lanes & wide_less(on->least, clearance) & wide_less_equal(wide_of(first + AT_ONCE), on->points);
    }
    for (uint32_t lane = 0; lane < on->count; lane++) on->look[lane]->clearance = clearance[lane];
    on->count = on->most = 0;
}

// The straits of some lanes, which begin at the next free one.
typedef struct berths {
    uint32_t lanes;        // as bits
    uint32_t in[WI_LANES]; // for each lane its strait
} berths;

// As many of the lanes as there are straits left.
static berths take_straits(straits *on, wi_look *looks, uint32_t lanes) {
    berths taken = {0};
    for (; lanes != 0 && on->count < WI_LANES; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), strait = on->count++;
        wi_look *look = on->look[strait] = &looks[lane];
        on->radius[strait] = look->radius, on->ahead[strait] = look->ahead, on->points[strait] = look->points;
        on->least[strait] = look->least, on->enough[strait] = look->enough;
        on->listed[strait] = 0;
        taken.lanes |= 1u << lane;
        taken.in[lane] = strait;
    }
    return taken;
}

static void keep(straits *on, const wide_hindrance *h, const berths *of) {
    for (uint32_t lanes = wide_mask_bits(h->there) & of->lanes; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), strait = of->in[lane], at = on->listed[strait]++;
        wide_bounds *within = &on->within[at];
        if (at == on->most) {
            *within = (wide_bounds){wide_of(FAR), wide_of(-FAR), wide_of(FAR), wide_of(-FAR)};
            on->most++;
        }
        within->from[strait] = h->within.from[lane], within->to[strait] = h->within.to[lane];
        within->right[strait] = h->within.right[lane], within->left[strait] = h->within.left[lane];
        float *to = on->hindrance[at * WI_LANES + strait];
        for (uint32_t i = 0; i < FIELDS; i++) to[i] = h->field[i][lane];
    }
}

// Leaves those who can narrow the way; it takes one on each side. Returns the lanes that have some.
static wide_mask leave_narrow(const lookouts *on, wide_hindrance *found, uint32_t count) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide_sides least = {on->enough, on->enough};
    wide several = zero;
    for (uint32_t i = 0; i < count; i++) bound_sides(&found[i].within, found[i].there, &least);
    for (uint32_t i = 0; i < count; i++) {
        found[i].there = found[i].there & matters(&found[i].within, &least, on->enough);
        several = several + wide_select(found[i].there, one, zero);
    }
    return wide_less(one, several);
}

static void look_ahead(const wend_view *now, wi_look *looks, uint32_t count, straits *narrow_ways) {
    lookouts on;
    wide_hindrance found[WEND_NEIGHBOURS_MAX];
    read_looks(&on, looks, count);
    uint32_t near = find_hindrances(now, &on, looks, count, found);
    uint32_t lanes = wide_mask_bits(leave_narrow(&on, found, near)) & ~on.boxed;
    for (uint32_t lane = 0; lane < count; lane++)
        looks[lane].clearance = on.boxed >> lane & 1 ? WI_LOOK_UNCLEAR : looks[lane].enough;
    while (lanes != 0) {
        berths taken = take_straits(narrow_ways, looks, lanes);
        for (uint32_t i = 0; i < near; i++) keep(narrow_ways, &found[i], &taken);
        lanes &= ~taken.lanes;
        if (narrow_ways->count == WI_LANES) measure(narrow_ways);
    }
}

void WI_WIDE(wi_turn_look)(const wend_view *now, wi_look *looks, uint32_t count) {
    straits narrow_ways;
    narrow_ways.count = narrow_ways.most = 0;
    narrow_ways.radius = narrow_ways.ahead = narrow_ways.least = narrow_ways.enough = wide_of(0.0f);
    narrow_ways.points = wide_of(1.0f);
    for (uint32_t i = 0; i < count; i += WI_LANES)
        look_ahead(now, looks + i, count - i < WI_LANES ? count - i : WI_LANES, &narrow_ways);
    if (narrow_ways.count > 0) measure(&narrow_ways);
}
