// Ways that may be narrow: how narrow they are. The nearest points of the others are found for a lane-full of pairs of a
// point on the way and another.
//
// All in the frame of the way: x ahead, y to the left, from the body's centre.
#ifndef WI_TURN_STRAITS_WIDE_H
#define WI_TURN_STRAITS_WIDE_H

#include "steer/turn.h"
#include "steer/turn_nearest_wide.h"

#define AT_ONCE 5 // points on the way whose pairs are gathered before they are looked at
#define FAR 1e30f // m: where those are whom a lane does not have

// What bounds another on the way.
typedef struct wide_bounds {
    wide from, to, right, left;
} wide_bounds;

// Another on the way: its place and heading, its semi-axes, and the radius of the body that is on its way.
enum { X, Y, COSINE, SINE, ALONG, ACROSS, RADIUS, UNUSED, FIELDS };

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

// What is on either side is taken to be as much there as its bounds allow.
WI_INLINE wide_sides sides_beside(const wide_bounds *h, wide_mask there) {
    const wide zero = wide_of(0.0f), far = wide_of(FAR);
    return (wide_sides){wide_select(there & wide_less_equal(zero, h->left), wide_max(zero, h->right), far),
                        wide_select(there & wide_less(h->right, zero), wide_max(zero, -h->left), far)};
}

WI_INLINE wide_sides less_of(wide_sides a, wide_sides b) {
    return (wide_sides){wide_min(a.left, b.left), wide_min(a.right, b.right)};
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
    for (uint32_t i = 0; i < on->most; i++)
        least = less_of(least, sides_beside(&on->within[i], lies_within(&on->within[i], from, to)));
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

#endif
