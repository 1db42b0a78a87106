// The half-planes of EORCA for a lane-full of agents at a time. They begin as ORCA's, of the bounding discs. Those of
// pairs in which somebody is an ellipse are then replaced by that of the true shapes.
//
// Not all of them need be. The obstacle of the shapes lies within that of the discs, so the velocity about which an
// agent optimises is at least as far outside it, F, and a half-plane whose share of F is s F cannot bind a velocity that
// is no farther from that than s F. So the lines that are far off are left out at first; where the velocity that is
// found turns out to be farther away, they are added, and it is looked for once more.
#ifndef WI_EORCA_LINES_WIDE_H
#define WI_EORCA_LINES_WIDE_H

#include "steer/ellipse_wide.h"
#include "steer/eorca.h"
#include "steer/orca_lines_wide.h"

#define EORCA_NEAR 0.15f // m/s: lines farther away than this are left out at first

// The bodies of the lanes.
typedef struct lane_shapes {
    wi_ellipse shape[WI_LANES];  // that others are avoided with
    wi_wall_body body[WI_LANES]; // that walls are avoided with
    uint32_t method[WI_LANES];
    uint32_t elliptic; // lanes, as bits, that are not discs
    uint32_t whole;    // lanes of which no line may be left out
} lane_shapes;

// Pairs of a lane and one of its neighbours: slot * WI_LANES + lane.
typedef struct pair_list {
    uint16_t at[WEND_NEIGHBOURS_MAX * WI_LANES];
    uint32_t count;
} pair_list;

static void read_shapes(const wend_view *now, const wide_group *group, lane_shapes *own) {
    own->elliptic = own->whole = 0;
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        uint32_t row = (uint32_t)group->row[lane];
        const wend_form *form = &now->form[row];
        const eorca_params *set = wi_view_block(now, now->role[row].params);
        bool elliptic = wi_body_elliptic(now, row);
        own->method[lane] = (uint32_t)set->method;
        own->shape[lane] = wi_body_shape(now, row);
        own->body[lane] = wi_wall_disc(form->radius);
        if (elliptic)
            own->body[lane] =
                wi_wall_ellipse(wi_ellipse_of(form->half_length, form->half_width, now->motion[row].heading));
        own->elliptic |= (elliptic ? 1u : 0u) << lane;
        // The polygons of the other methods may reach a little beyond the discs.
        own->whole |= (own->method[lane] != EORCA_EXACT ? 1u : 0u) << lane;
    }
}

// True for a neighbour of whom only a set of velocities is known; it is avoided as its disc.
WI_INLINE bool is_uncertain(const wend_view *now, uint32_t row) {
    if (!now->senses->scene->velocity_sets) return false;
    const wend_profile *profile = wi_view_profile(now, row);
    return profile->velocity_radius > 0.0f || profile->velocity_corner_count > 0;
}

// Lanes whose line in a slot is to be replaced.
static wide_mask elliptic_lanes(const wend_view *now, const wide_neighbours *near, uint32_t slot, uint32_t elliptic) {
    if (elliptic == (1u << WI_LANES) - 1 && !now->senses->scene->velocity_sets) return wide_mask_of_bits(elliptic);
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        uint32_t other = (uint32_t)near->row[slot][lane];
        bool either = elliptic >> lane & 1 || wi_body_elliptic(now, other);
        lanes |= (either && !is_uncertain(now, other) ? 1u : 0u) << lane;
    }
    return wide_mask_of_bits(lanes);
}

static void list_lanes(pair_list *list, uint32_t slot, wide_mask lanes) {
    for (uint32_t bits = wide_mask_bits(lanes); bits != 0; bits &= bits - 1)
        list->at[list->count++] = (uint16_t)(slot * WI_LANES + (uint32_t)__builtin_ctz(bits));
}

// What was left out: the pairs, and for each lane how far from the velocity it optimises about one of them may bind.
typedef struct left_out {
    pair_list pairs;
    wide reach; // m/s
} left_out;

// Sorts the pairs of ellipses: into those whose lines are near, and those that are left out for now.
static void sort_pairs(const wend_view *now, const self *me, const wide_neighbours *near, const lane_shapes *own,
                       programme *p, pair_list *wanted, left_out *rest) {
    const wide zero = wide_of(0.0f);
    const wide_mask whole = wide_mask_of_bits(own->whole);
    wanted->count = rest->pairs.count = 0;
    rest->reach = wide_of(-WI_NEUTRAL);
    for (uint32_t slot = 0; slot < near->most; slot++) {
        uint32_t line = WI_MIDDLE + slot;
        wide_mask there = wide_less(wide_of(WI_NEUTRAL), p->offset[line]);
        there = there & elliptic_lanes(now, near, slot, own->elliptic);
        if (!wide_any(there)) continue;
        wide free = p->nx[line] * me->about_x + p->ny[line] * me->about_y - p->offset[line];
        wide_mask far = wide_and_not(there & wide_less(wide_of(EORCA_NEAR), free), whole);
        list_lanes(wanted, slot, wide_and_not(there, far));
        if (!wide_any(far)) continue;
        list_lanes(&rest->pairs, slot, far);
        rest->reach = wide_select(far, wide_min(rest->reach, free), rest->reach);
        p->nx[line] = wide_select(far, zero, p->nx[line]);
        p->ny[line] = wide_select(far, zero, p->ny[line]);
        p->offset[line] = wide_select(far, wide_of(WI_NEUTRAL), p->offset[line]);
    }
}

WI_INLINE wend_vec about_of(int32_t about, const wend_body *body) {
    if (about == ORCA_ABOUT_CURRENT || body->priority >= WEND_PRIORITY_FIRM) return wi_vec(body->vx, body->vy);
    return about == ORCA_ABOUT_PREFERRED ? wi_vec(body->preferred_x, body->preferred_y) : wi_vec(0.0f, 0.0f);
}

// What the lines of a group are made of.
typedef struct line_makings {
    const wend_view *now;
    const wide_group *group;
    const lane_params *set;
    const self *me;
    const wide_neighbours *near;
    const lane_shapes *own;
} line_makings;

// As many pairs as there are lanes.
typedef struct pair_batch {
    float px[WI_LANES], py[WI_LANES], wx[WI_LANES], wy[WI_LANES], horizon[WI_LANES], share[WI_LANES];
    wi_ellipse a[WI_LANES], b[WI_LANES];
} pair_batch;

static void read_pair(const line_makings *of, uint32_t at, uint32_t i, pair_batch *batch) {
    uint32_t lane = at % WI_LANES, other = (uint32_t)of->near->row[at / WI_LANES][lane];
    const self *me = of->me;
    const wend_body *body = &of->now->body[other];
    wend_vec about = about_of(of->set->about[lane], body);
    batch->px[i] = body->x - me->x[lane];
    batch->py[i] = body->y - me->y[lane];
    batch->wx[i] = me->about_x[lane] - about.x;
    batch->wy[i] = me->about_y[lane] - about.y;
    batch->horizon[i] = 1.0f / of->set->per_horizon[lane];
    batch->share[i] = wi_clamp(0.5f + 0.5f * (body->priority - me->priority[lane]), 0.0f, 1.0f);
    batch->a[i] = of->own->shape[lane];
    batch->b[i] = wi_body_shape(of->now, other);
}

static wide_ellipse load_ellipses(const wi_ellipse e[WI_LANES]) {
    wide_ellipse all;
    for (uint32_t i = 0; i < WI_LANES; i++) {
        all.mean[i] = e[i].mean;
        all.k[i] = e[i].k;
        all.l[i] = e[i].l;
    }
    return all;
}

// Which of the pairs, as bits, are for the exact method.
static uint32_t exact_pairs(const line_makings *of, const uint16_t *at, uint32_t count) {
    uint32_t exact = 0;
    for (uint32_t i = 0; i < count; i++) exact |= (of->own->method[at[i] % WI_LANES] == EORCA_EXACT ? 1u : 0u) << i;
    return exact;
}

// The line of a pair that overlaps, or is too close to tell in float, or is for another method.
static wi_halfplane lone_face(const line_makings *of, uint32_t at, uint32_t i, const pair_batch *batch) {
    uint32_t lane = at % WI_LANES, row = (uint32_t)of->group->row[lane],
             other = (uint32_t)of->near->row[at / WI_LANES][lane];
    wi_ellipse_meeting pair = {
        .row_a = row,
        .row_b = other,
        .a = batch->a[i],
        .b = batch->b[i],
        .p = wi_vo_part(wi_vec(batch->px[i], batch->py[i]), of->now->serial[row], of->now->serial[other]),
        .w = wi_vec(batch->wx[i], batch->wy[i]),
        .horizon = batch->horizon[i],
    };
    return wi_ellipse_method_face(of->now, of->own->method[lane], &pair);
}

static void write_line(const line_makings *of, uint32_t at, wi_halfplane face, float share, programme *p) {
    uint32_t lane = at % WI_LANES, line = WI_MIDDLE + at / WI_LANES;
    p->nx[line][lane] = face.normal.x;
    p->ny[line][lane] = face.normal.y;
    p->offset[line][lane] =
        face.normal.x * of->me->about_x[lane] + face.normal.y * of->me->about_y[lane] - share * face.distance;
}

static void replace_batch(const line_makings *of, const uint16_t *at, uint32_t count, programme *p) {
    pair_batch batch;
    for (uint32_t i = 0; i < WI_LANES; i++) read_pair(of, at[i < count ? i : 0], i, &batch);
    wide nx = {0}, ny = {0}, outside = {0};
    uint32_t bits = exact_pairs(of, at, count);
    if (bits != 0)
        bits &= wide_mask_bits(ellipse_face(wide_load(batch.px), wide_load(batch.py), load_ellipses(batch.a),
                                            load_ellipses(batch.b), wide_load(batch.wx), wide_load(batch.wy),
                                            wide_load(batch.horizon), &nx, &ny, &outside));
    for (uint32_t i = 0; i < count; i++) {
        wi_halfplane face = {wi_vec(nx[i], ny[i]), outside[i]};
        if (!(bits >> i & 1)) face = lone_face(of, at[i], i, &batch);
        write_line(of, at[i], face, batch.share[i], p);
    }
}

static void replace_lines(const line_makings *of, const pair_list *pairs, programme *p) {
    for (uint32_t i = 0; i < pairs->count; i += WI_LANES)
        replace_batch(of, pairs->at + i, pairs->count - i < WI_LANES ? pairs->count - i : WI_LANES, p);
}

#endif
