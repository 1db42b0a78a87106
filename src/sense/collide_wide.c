// Overlapping pairs of small bodies, a group of rows at a time.
#include "sense/collide.h"

#include "sense/near_wide.h"

static wide lane_radii(const wend_view *now, const wide_group *group) {
    float radius[WI_LANES];
    for (int lane = 0; lane < WI_LANES; lane++) radius[lane] = now->form[group->row[lane]].radius;
    return wide_load(radius);
}

typedef struct group_radii {
    wide radius;
    wide_mask small;
} group_radii;

// One candidate that some lane may touch.
static void test_candidate(wi_collisions *c, const wide_group *group, const group_radii *radii, uint32_t other,
                           wide d2) {
    float other_radius = c->now.form[other].radius;
    if (other_radius > WEND_BIG_RADIUS) return;
    wide both = radii->radius + wide_of(other_radius);
    wide_mask pair =
        wide_less(d2, both * both) & radii->small & wide_int_less(group->rows, wide_int_of((int32_t)other));
    for (uint32_t lanes = wide_mask_bits(pair); lanes != 0; lanes &= lanes - 1)
        wi_collide_pair(c, (uint32_t)group->row[__builtin_ctz(lanes)], other);
}

// Most candidates are clear of every lane whatever their size: those are done with at once.
static void test_pairs(wi_collisions *c, const wide_group *group, const group_radii *radii,
                       const near_candidates *found, wide reach2) {
    for (uint32_t i = 0; i < found->count; i++) {
        wide dx = wide_of(found->x[i]) - group->x, dy = wide_of(found->y[i]) - group->y;
        wide d2 = dx * dx + dy * dy;
        if (wide_any(wide_less(d2, reach2))) test_candidate(c, group, radii, (uint32_t)found->row[i], d2);
    }
}

// Each pair is found from its lower row, so a group looks only at rows after its first.
static void test_rows(wi_collisions *c, const wide_group *group, const group_radii *radii, uint32_t begin, uint32_t end,
                      wide reach2) {
    uint32_t after = (uint32_t)group->row[0] + 1;
    near_candidates found;
    for (uint32_t from = begin < after ? after : begin; from < end; from += NEAR_CANDIDATES) {
        uint32_t to = end - from < NEAR_CANDIDATES ? end : from + NEAR_CANDIDATES;
        found.count = 0;
        (void)collect_rows(&found, &c->now, group, from, to, reach2); // a slice always fits
        test_pairs(c, group, radii, &found, reach2);
    }
}

static void collide_group(wi_collisions *c, const wide_group *group) {
    group_radii radii = {lane_radii(&c->now, group), wide_first(group->count)};
    radii.small = radii.small & wide_less_equal(radii.radius, wide_of(WEND_BIG_RADIUS));
    float reach = wi_min(wide_greatest(radii.radius), WEND_BIG_RADIUS) + c->world->small_radius;
    reach += group_margin(group, reach);
    wi_walk walk = wi_walk_box(c->now.senses->grid, group->level, wi_sub(group->min, wi_vec(reach, reach)),
                               wi_add(group->max, wi_vec(reach, reach)));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        test_rows(c, group, &radii, begin, end, wide_of(reach * reach));
}

void WI_WIDE(wi_collide_rows)(wi_collisions *c, uint32_t begin, uint32_t end) {
    uint32_t row[WI_CHUNK];
    for (uint32_t i = begin; i < end; i++) row[i - begin] = i;
    for (uint32_t done = 0; done < end - begin;) {
        wide_group group;
        done += wide_group_form(&group, &c->now, row + done, end - begin - done);
        collide_group(c, &group);
    }
}
