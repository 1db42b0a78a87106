// The clearance ahead of many bodies at once, where there are no walls and no boxes about: what turn_clearance.c does for
// one. Who is near the way is found for a lane-full of bodies at a time, one to a lane. One in five is; whether they can
// narrow the way is found for a lane-full of them. Ways that may be narrow, less than half of all, wait until there is a
// lane-full of them.
#include "sense/shape_wide.h"
#include "steer/turn_straits_wide.h"

// Bodies that look ahead.
typedef struct lookouts {
    wide x, y, way_x, way_y, radius, ahead, enough;
    wide they_turn; // 1 in lanes that reckon with others as narrow as they can make themselves, or 0
    bool reckon;    // some do
    uint32_t boxed; // lanes, as bits, with boxes near the way
} lookouts;

// Fields of the looks.
enum { AT_X, AT_Y, WAY_X, WAY_Y, OWN_RADIUS, AHEAD, ENOUGH, THEY_TURN, LOOK_FIELDS };
enum { RECORDS = sizeof(wi_look) / sizeof(float[LOOK_FIELDS]) }; // in each of them
_Static_assert(sizeof(wi_look) == RECORDS * sizeof(float[LOOK_FIELDS]) &&
                   offsetof(wi_look, points) == sizeof(float[LOOK_FIELDS]),
               "looks are read as records");

static void read_looks(lookouts *on, const wi_look *looks, uint32_t count) {
    wide field[LOOK_FIELDS];
    int32_t record[WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) record[lane] = RECORDS * (int32_t)(lane < count ? lane : 0);
    wide_read_records((const float(*)[LOOK_FIELDS])(const void *)looks, record, field);
    on->x = field[AT_X], on->y = field[AT_Y];
    on->way_x = field[WAY_X], on->way_y = field[WAY_Y];
    on->radius = field[OWN_RADIUS], on->ahead = field[AHEAD], on->enough = field[ENOUGH];
    on->they_turn = field[THEY_TURN];
    on->reckon = wide_any(wide_less(wide_of(0.0f), on->they_turn));
    on->boxed = 0;
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

// Pairs of a lane and another who is near its way, or would be with the greatest of bodies. There is room for a lane-full
// more.
#define NEAR_MOST ((WEND_NEIGHBOURS_MAX + 1) * WI_LANES)
typedef struct near_pairs {
    int32_t lane[NEAR_MOST], row[NEAR_MOST];
    float x[NEAR_MOST], y[NEAR_MOST];
    uint32_t count;
} near_pairs;

static void list_near(const wend_view *now, const lookouts *on, const int32_t row[WI_LANES], wide_mask lanes,
                      near_pairs *list) {
    int32_t place[WI_LANES];
    for (uint32_t i = 0; i < WI_LANES; i++) place[i] = 2 * row[i];
    wide body[4]; // x, y, ..
    wide_read_quads((const float(*)[4])(const void *)now->body, place, body);
    wide to_x = body[0] - on->x, to_y = body[1] - on->y, r = wide_of(now->senses->greatest_radius);
    wide x = on->way_x * to_x + on->way_y * to_y, y = on->way_x * to_y - on->way_y * to_x;
    lanes = lanes & wide_less(wide_of(0.0f), x) & wide_less_equal(x - r, on->ahead + on->radius) &
            wide_less(wide_abs(y) - r, on->enough);
    uint32_t count = list->count;
    wide_int_pack(list->lane + count, wide_lane_numbers(), lanes);
    wide_int_pack(list->row + count, wide_int_load(row), lanes);
    wide_pack(list->x + count, x, lanes);
    wide_pack(list->y + count, y, lanes);
    list->count = count + (uint32_t)__builtin_popcount(wide_mask_bits(lanes));
}

// Without a full batch the last pairs are of anybody.
static void find_near(const wend_view *now, const lookouts *on, const wi_look *looks, uint32_t count,
                      near_pairs *list) {
    lane_lists lists;
    read_lists(&lists, looks, count);
    list->count = 0;
    for (uint32_t slot = 0; slot < lists.most; slot++) {
        int32_t scattered[WI_LANES];
        const int32_t *row = rows_in(&lists, slot, scattered);
        list_near(now, on, row, wide_int_less(wide_int_of((int32_t)slot), lists.count), list);
    }
    wide_int_store(list->lane + list->count, wide_int_of(0));
    wide_int_store(list->row + list->count, wide_int_of(0));
    wide_store(list->x + list->count, wide_of(0.0f));
    wide_store(list->y + list->count, wide_of(0.0f));
}

// A lane-full of them.
typedef struct wide_hindrance {
    wide field[FIELDS];
    wide_bounds within;
    wide_int lane;
    wide_mask there;
} wide_hindrance;

// Those who would turn for one who has to pass: see would_turn in turn_clearance.c.
static wide_mask would_turn(const wend_view *now, const lookouts *on, const int32_t row[WI_LANES], wide_int lane) {
    uint32_t able = 0;
    for (uint32_t i = 0; i < WI_LANES; i++) {
        const wend_role *role = &now->role[row[i]];
        able |= (role->shape == WEND_ELLIPSE && !(role->flags & WEND_FLAG_DRIVEN) ? 1u : 0u) << i;
    }
    wide body[8]; // x, y, .., preferred velocity
    wide_read_records((const float(*)[8])(const void *)now->body, row, body);
    wide to_x = body[0] - wide_permute(on->x, lane), to_y = body[1] - wide_permute(on->y, lane);
    wide_mask asked = wide_less(wide_of(0.0f), wide_permute(on->they_turn, lane));
    return asked & wide_mask_of_bits(able) & wide_less(to_x * body[6] + to_y * body[7], wide_of(0.0f));
}

static void read_hindrances(const wend_view *now, const lookouts *on, const near_pairs *near, uint32_t from,
                            wide_hindrance *h) {
    const wide zero = wide_of(0.0f), half = wide_of(0.5f), one = wide_of(1.0f);
    const int32_t *row = near->row + from;
    const wide_int lane = wide_int_load(near->lane + from);
    wide form[4], motion[4]; // radius, half_length, half_width, ..; .., heading
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide x = wide_load(near->x + from), y = wide_load(near->y + from), r = form[0], a = form[1], b = form[2];
    wide way_x = wide_permute(on->way_x, lane), way_y = wide_permute(on->way_y, lane);
    wide cosine = way_x * motion[2] + way_y * motion[3], sine = way_x * motion[3] - way_y * motion[2];
    if (on->reckon) {
        wide_mask turned = would_turn(now, on, row, lane), across = wide_less(a, b);
        cosine = wide_select(turned, wide_select(across, zero, one), cosine);
        sine = wide_select(turned, wide_select(across, one, zero), sine);
    }
    wide mean = half * (a * a + b * b), k = half * (a * a - b * b) * (cosine * cosine - sine * sine);
    wide ahead = wide_sqrt(wide_max(mean + k, zero)), aside = wide_sqrt(wide_max(mean - k, zero));
    h->field[X] = x, h->field[Y] = y, h->field[COSINE] = cosine, h->field[SINE] = sine;
    h->field[ALONG] = a, h->field[ACROSS] = b;
    h->field[RADIUS] = wide_permute(on->radius, lane), h->field[UNUSED] = zero;
    h->within = (wide_bounds){x - ahead, x + ahead, y - aside, y + aside};
    h->lane = lane;
    wide far = wide_permute(on->ahead + on->radius, lane), enough = wide_permute(on->enough, lane);
    wide_mask near_disc = wide_less_equal(x - r, far) & wide_less(wide_abs(y) - r, enough);
    h->there = wide_first(near->count - from) & near_disc & wide_less_equal(zero, h->within.to) &
               wide_less_equal(h->within.from, far) & wide_less(h->within.right, enough) &
               wide_less(-enough, h->within.left);
}

// Lanes, as bits, that some pairs are of; in `twice` those of more than one.
WI_INLINE uint32_t lanes_of(const wide_hindrance *h, wide_mask pairs, uint32_t once, uint32_t *twice) {
    int32_t lane[WI_LANES];
    wide_int_store(lane, h->lane);
    for (uint32_t bits = wide_mask_bits(pairs); bits != 0; bits &= bits - 1) {
        uint32_t bit = 1u << lane[__builtin_ctz(bits)];
        *twice |= once & bit;
        once |= bit;
    }
    return once;
}

// Those near the way, a lane-full after the other; returns how many of these there are.
static uint32_t find_hindrances(const wend_view *now, lookouts *on, const near_pairs *near, wide_hindrance *found) {
    uint32_t count = 0, unused = 0;
    for (uint32_t i = 0; i < near->count; i += WI_LANES) {
        wide_hindrance *h = &found[count++];
        read_hindrances(now, on, near, i, h);
        wide_mask boxes = h->there & wide_boxes(now, near->row + i);
        if (wide_any(boxes)) on->boxed = lanes_of(h, boxes, on->boxed, &unused);
    }
    return count;
}

// The least that others could leave on either side of the lanes.
static wide_sides least_sides(const lookouts *on, const wide_hindrance *found, uint32_t count) {
    float least_left[WI_LANES], least_right[WI_LANES];
    wide_store(least_left, on->enough);
    wide_store(least_right, on->enough);
    for (uint32_t k = 0; k < count; k++) {
        float left[WI_LANES], right[WI_LANES];
        int32_t lane[WI_LANES];
        wide_sides beside = sides_beside(&found[k].within, found[k].there);
        wide_store(left, beside.left);
        wide_store(right, beside.right);
        wide_int_store(lane, found[k].lane);
        for (uint32_t i = 0; i < WI_LANES; i++) {
            least_left[lane[i]] = wi_min(least_left[lane[i]], left[i]);
            least_right[lane[i]] = wi_min(least_right[lane[i]], right[i]);
        }
    }
    return (wide_sides){wide_load(least_left), wide_load(least_right)};
}

// Leaves those who can narrow the way; it takes one on each side. Returns the lanes, as bits, that have some.
static uint32_t leave_narrow(const lookouts *on, wide_hindrance *found, uint32_t count) {
    wide_sides least = least_sides(on, found, count);
    uint32_t once = 0, twice = 0;
    for (uint32_t k = 0; k < count; k++) {
        wide_hindrance *h = &found[k];
        wide_sides of_lane = {wide_permute(least.left, h->lane), wide_permute(least.right, h->lane)};
        h->there = h->there & matters(&h->within, &of_lane, wide_permute(on->enough, h->lane));
        once = lanes_of(h, h->there, once, &twice);
    }
    return twice;
}

// The straits of some lanes, which begin at the next free one.
typedef struct berths {
    uint32_t lanes;       // as bits
    int32_t in[WI_LANES]; // for each lane its strait
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
        taken.in[lane] = (int32_t)strait;
    }
    return taken;
}

// Pairs of lanes that have a strait.
static uint32_t pairs_within(const wide_hindrance *h, const berths *of) {
    wide in = wide_select(wide_mask_of_bits(of->lanes), wide_of(1.0f), wide_of(0.0f));
    return wide_mask_bits(h->there & wide_less(wide_of(0.0f), wide_permute(in, h->lane)));
}

static void keep(straits *on, const wide_hindrance *h, const berths *of) {
    uint32_t pairs = pairs_within(h, of);
    if (pairs == 0) return;
    float record[WI_LANES][FIELDS];
    wide_write_records(record, h->field);
    for (; pairs != 0; pairs &= pairs - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(pairs), strait = (uint32_t)of->in[h->lane[i]], at = on->listed[strait]++;
        wide_bounds *within = &on->within[at];
        if (at == on->most) {
            *within = (wide_bounds){wide_of(FAR), wide_of(-FAR), wide_of(FAR), wide_of(-FAR)};
            on->most++;
        }
        within->from[strait] = h->within.from[i], within->to[strait] = h->within.to[i];
        within->right[strait] = h->within.right[i], within->left[strait] = h->within.left[i];
        memcpy(on->hindrance[at * WI_LANES + strait], record[i], sizeof record[i]);
    }
}

static void look_ahead(const wend_view *now, wi_look *looks, uint32_t count, straits *narrow_ways) {
    lookouts on;
    near_pairs near;
    wide_hindrance found[WEND_NEIGHBOURS_MAX];
    read_looks(&on, looks, count);
    find_near(now, &on, looks, count, &near);
    uint32_t fulls = find_hindrances(now, &on, &near, found);
    uint32_t lanes = leave_narrow(&on, found, fulls) & ~on.boxed;
    for (uint32_t lane = 0; lane < count; lane++)
        looks[lane].clearance = on.boxed >> lane & 1 ? WI_LOOK_UNCLEAR : looks[lane].enough;
    while (lanes != 0) {
        berths taken = take_straits(narrow_ways, looks, lanes);
        for (uint32_t k = 0; k < fulls; k++) keep(narrow_ways, &found[k], &taken);
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
