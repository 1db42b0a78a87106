// Overlapping pairs of small bodies, a group of rows at a time.
#include "sense/collide.h"

#include "sense/clear_wide.h"
#include "sense/near_wide.h"

// Pairs in the order in which they were found, until there is a lane-full.
typedef struct pair_list {
    int32_t a[2 * WI_LANES], b[2 * WI_LANES];
    uint32_t count;
} pair_list;

// Pairs whose bounding discs overlap, and those of them that are not clear on the line between their centres.
typedef struct close_pairs {
    wi_collisions *c;
    pair_list close, closer;
} close_pairs;

typedef struct lane_pairs {
    clear_body a, b;
    wide_mask used;
} lane_pairs;

static lane_pairs read_pairs(const close_pairs *pairs, pair_list *of) {
    for (uint32_t i = of->count; i < WI_LANES; i++) of->a[i] = of->a[0], of->b[i] = of->b[0];
    return (lane_pairs){read_clear_body(&pairs->c->now, of->a), read_clear_body(&pairs->c->now, of->b),
                        wide_first(of->count < WI_LANES ? of->count : WI_LANES)};
}

static void drop_first(pair_list *of) {
    of->count = of->count > WI_LANES ? of->count - WI_LANES : 0;
    memcpy(of->a, of->a + WI_LANES, WI_LANES * sizeof of->a[0]);
    memcpy(of->b, of->b + WI_LANES, WI_LANES * sizeof of->b[0]);
}

static void look_closer(close_pairs *pairs) {
    wi_collisions *c = pairs->c;
    pair_list *of = &pairs->closer;
    lane_pairs two = read_pairs(pairs, of);
    wide_mask doubtful = wide_and_not(two.used, clear_beside(&two.a, &two.b, c->world->def.collision_depth));
    if (wide_any(doubtful)) {
        wide overlap = overlap_of(&two.a, &two.b);
        uint32_t known = wide_mask_bits(overlap_known(&two.a, &two.b));
        for (uint32_t lanes = wide_mask_bits(doubtful); lanes != 0; lanes &= lanes - 1) {
            int i = __builtin_ctz(lanes);
            uint32_t a = (uint32_t)of->a[i], b = (uint32_t)of->b[i];
            if (known >> i & 1)
                wi_collide_note(c, a, b, overlap[i]);
            else
                wi_collide_likely(c, a, b);
        }
    }
    drop_first(of);
}

static void look_between(close_pairs *pairs) {
    pair_list *of = &pairs->close, *rest = &pairs->closer;
    lane_pairs two = read_pairs(pairs, of);
    wide_mask doubtful = wide_and_not(two.used, clear_between(&two.a, &two.b, pairs->c->world->def.collision_depth));
    wide_int_pack(rest->a + rest->count, wide_int_load(of->a), doubtful);
    wide_int_pack(rest->b + rest->count, wide_int_load(of->b), doubtful);
    rest->count += (uint32_t)__builtin_popcount(wide_mask_bits(doubtful));
    if (rest->count >= WI_LANES) look_closer(pairs);
    of->count = 0;
}

static bool are_discs(const wend_view *now, uint32_t a, uint32_t b) {
    return now->role[a].shape == WEND_DISC && now->role[b].shape == WEND_DISC;
}

// Two discs are quickly compared, but not before those that came first.
static void add_pair(close_pairs *pairs, uint32_t a, uint32_t b) {
    pair_list *to = &pairs->close;
    if (to->count + pairs->closer.count == 0 && are_discs(&pairs->c->now, a, b)) {
        wi_collide_pair(pairs->c, a, b);
        return;
    }
    to->a[to->count] = (int32_t)a;
    to->b[to->count] = (int32_t)b;
    if (++to->count == WI_LANES) look_between(pairs);
}

static wide lane_radii(const wend_view *now, const wide_group *group) {
    float radius[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) radius[lane] = now->form[group->row[lane]].radius;
    return wide_load(radius);
}

typedef struct group_radii {
    wide radius;
    wide_mask small;
} group_radii;

// One candidate that some lane may touch; those that come before it count.
static void test_candidate(close_pairs *pairs, const wide_group *group, const group_radii *radii, uint32_t other,
                           wide_mask before, wide d2) {
    float other_radius = pairs->c->now.form[other].radius;
    if (other_radius > WEND_BIG_RADIUS) return;
    wide both = radii->radius + wide_of(other_radius);
    wide_mask pair = wide_less(d2, both * both) & radii->small & before;
    for (uint32_t lanes = wide_mask_bits(pair); lanes != 0; lanes &= lanes - 1)
        add_pair(pairs, (uint32_t)group->row[__builtin_ctz(lanes)], other);
}

// Most candidates are clear of every lane whatever their size: those are done with at once.
static void test_pairs(close_pairs *pairs, const wide_group *group, const group_radii *radii,
                       const near_candidates *found, wide reach2) {
    for (uint32_t i = 0; i < found->count; i++) {
        wide dx = wide_of(found->x[i]) - group->x, dy = wide_of(found->y[i]) - group->y;
        wide d2 = dx * dx + dy * dy;
        wide_mask before = wide_int_less(group->rows, wide_int_of(found->row[i]));
        if (wide_any(before & wide_less(d2, reach2)))
            test_candidate(pairs, group, radii, (uint32_t)found->row[i], before, d2);
    }
}

// Each pair is found from its lower row, so a group looks only at rows after its first.
static void test_rows(close_pairs *pairs, const wide_group *group, const group_radii *radii, uint32_t begin,
                      uint32_t end, wide reach2) {
    uint32_t after = (uint32_t)group->row[0] + 1;
    near_candidates found;
    for (uint32_t from = begin < after ? after : begin; from < end; from += NEAR_CANDIDATES) {
        uint32_t to = end - from < NEAR_CANDIDATES ? end : from + NEAR_CANDIDATES;
        found.count = 0;
        (void)collect_rows(&found, &pairs->c->now, group, from, to, reach2); // a slice always fits
        test_pairs(pairs, group, radii, &found, reach2);
    }
}

static void collide_group(close_pairs *pairs, const wide_group *group) {
    const wi_collisions *c = pairs->c;
    group_radii radii = {lane_radii(&c->now, group), wide_first(group->count)};
    radii.small = radii.small & wide_less_equal(radii.radius, wide_of(WEND_BIG_RADIUS));
    float reach = wi_min(wide_greatest(radii.radius), WEND_BIG_RADIUS) + c->world->small_radius;
    reach += group_margin(group, reach);
    wi_walk walk = wi_walk_box(c->now.senses->grid, group->level, wi_sub(group->min, wi_vec(reach, reach)),
                               wi_add(group->max, wi_vec(reach, reach)));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        test_rows(pairs, group, &radii, begin, end, wide_of(reach * reach));
}

void WI_WIDE(wi_collide_rows)(wi_collisions *c, uint32_t begin, uint32_t end) {
    close_pairs pairs;
    pairs.c = c;
    pairs.close.count = pairs.closer.count = 0;
    uint32_t row[WI_CHUNK];
    for (uint32_t i = begin; i < end; i++) row[i - begin] = i;
    for (uint32_t done = 0; done < end - begin;) {
        wide_group group;
        done += wide_group_form(&group, &c->now, row + done, end - begin - done);
        collide_group(&pairs, &group);
    }
    if (pairs.close.count > 0) look_between(&pairs);
    if (pairs.closer.count > 0) look_closer(&pairs);
}
