// The half-planes of EORCA for a lane-full of agents at a time. They begin as ORCA's, of the bounding discs. Those of
// pairs in which somebody is an ellipse or a box are then replaced by that of the true shapes.
//
// Not all of them need be. The obstacle of the shapes lies within that of the discs, so the velocity about which an
// agent optimises is at least as far outside it, F, and a half-plane that takes the share s of F cannot bind a velocity
// that is no farther from that one than s F. So lines that are far off are left out at first; where the velocity that is
// found turns out to be farther away, those that it might break are added, and it is looked for once more.
#ifndef WI_EORCA_LINES_WIDE_H
#define WI_EORCA_LINES_WIDE_H

#include "steer/eorca_turn_wide.h"

#define EORCA_NEAR 0.1f // m/s: lines farther away than this are left out at first
#define EORCA_FAR 1e9f  // m/s: farther than any

// Pairs of a lane and one of its neighbours: slot * WI_LANES + lane, which is also the place of its line's numbers among
// those of all lanes. There is room for a lane-full more.
typedef struct pair_list {
    int32_t at[(WEND_NEIGHBOURS_MAX + 1) * WI_LANES];
    uint32_t count;
} pair_list;

// True for a neighbour of whom only a set of velocities is known; it is avoided as its disc.
WI_INLINE bool is_uncertain(const wend_view *now, uint32_t row) {
    if (!now->senses->scene->velocity_sets) return false;
    const wend_profile *profile = wi_view_profile(now, row);
    return profile->velocity_radius > 0.0f || profile->velocity_corner_count > 0;
}

// Lanes whose line in a slot is to be replaced.
static wide_mask oblong_lanes(const wend_view *now, const wide_neighbours *near, uint32_t slot, uint32_t oblong) {
    if (oblong == (1u << WI_LANES) - 1 && !now->senses->scene->velocity_sets) return wide_mask_of_bits(oblong);
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        uint32_t other = (uint32_t)near->row[slot][lane];
        bool either = oblong >> lane & 1 || wi_body_oblong(now, other);
        lanes |= (either && !is_uncertain(now, other) ? 1u : 0u) << lane;
    }
    return wide_mask_of_bits(lanes);
}

// The lines of some slots, which are left out yet.
typedef struct left_out {
    line_origins from; // free: how far from the velocity it optimises about such a line may bind a lane
                       // (m/s); EORCA_FAR: not left out
    wide narrow;       // the least reach of a lane's body over the horizon (m/s)
    uint32_t slots;
} left_out;

// Takes out the lines of pairs in which somebody is no disc.
static void leave_out(const wend_view *now, const wide_group *group, const wide_neighbours *near, uint32_t oblong,
                      lane_turns *turns, programme *p, left_out *rest) {
    const wide zero = wide_of(0.0f), far = wide_of(EORCA_FAR);
    const wide_mask real = wide_first(group->count);
    const wide asked = wide_load(turns->most);
    rest->slots = near->most;
    for (uint32_t slot = 0; slot < near->most; slot++) {
        uint32_t line = WI_MIDDLE + slot;
        wide_mask there = real & wide_less(wide_of(WI_NEUTRAL), p->offset[line]);
        there = there & oblong_lanes(now, near, slot, oblong);
        wide free = wide_min(rest->from.free[slot] - asked, wide_of(0.5f * EORCA_FAR));
        rest->from.free[slot] = wide_select(there, free, far);
        p->nx[line] = wide_select(there, zero, p->nx[line]);
        p->ny[line] = wide_select(there, zero, p->ny[line]);
        p->offset[line] = turns->offset[slot] = wide_select(there, wide_of(WI_NEUTRAL), p->offset[line]);
    }
}

// Lists pairs of a slot; they are left out no longer.
WI_INLINE void list_pairs(left_out *rest, uint32_t slot, wide_mask lanes, pair_list *list) {
    wide_int_pack(list->at + list->count, wide_lane_numbers() + (int32_t)(slot * WI_LANES), lanes);
    list->count += (uint32_t)__builtin_popcount(wide_mask_bits(lanes));
    rest->from.free[slot] = wide_select(lanes, wide_of(EORCA_FAR), rest->from.free[slot]);
}

// Lists the pairs of some lanes that may bind within a distance (m/s).
static void list_within(left_out *rest, wide_mask lanes, wide distance, pair_list *list) {
    list->count = 0;
    for (uint32_t slot = 0; slot < rest->slots; slot++)
        list_pairs(rest, slot, lanes & wide_less(rest->from.free[slot], distance), list);
}

// Lanes that surely keep the line of a slot although they go off by d. With c the relative velocity as seen from the
// middle of the discs' front, p over the horizon, the normal of the shapes has n.c = F + h(n)/horizon, which is no less
// than q = F of the discs + the least reach of one of them over the horizon. So it lies within an angle of c whose cosine
// is q/|c|, and n.d is least at the end of that.
WI_INLINE wide_mask surely_kept(const left_out *rest, uint32_t slot, wide dx, wide dy) {
    const wide zero = wide_of(0.0f);
    wide cx = rest->from.x[slot], cy = rest->from.y[slot], c2 = cx * cx + cy * cy;
    wide q = rest->from.outside[slot] + rest->narrow, rest2 = wide_max(c2 - q * q, zero);
    wide along = dx * cx + dy * cy, across = dx * cy - dy * cx, across2 = across * across;
    wide spare = wide_of(0.999f) * (along * q + rest->from.free[slot] * c2);
    wide_mask opposite = wide_less(along, zero) & wide_less(across2 * (q * q), along * along * rest2);
    return wide_and_not(wide_less(zero, spare) & wide_less(across2 * rest2, spare * spare), opposite);
}

// Lists the pairs of some lanes whose lines might be broken by those who go off by d; all of those that failed.
static void list_broken(left_out *rest, wide_mask lanes, wide_mask failed, wide dx, wide dy, pair_list *list) {
    wide distance = wide_select(failed, wide_of(EORCA_FAR), wide_sqrt(dx * dx + dy * dy));
    list->count = 0;
    for (uint32_t slot = 0; slot < rest->slots; slot++) {
        wide_mask near = lanes & wide_less(rest->from.free[slot], distance);
        if (wide_any(near))
            list_pairs(rest, slot, wide_and_not(near, wide_and_not(surely_kept(rest, slot, dx, dy), failed)), list);
    }
}

// What the lines of a group are made of.
typedef struct line_makings {
    const wend_view *now;
    const wide_group *group;
    const lane_params *set;
    const self *me;
    const wide_neighbours *near;
    const lane_shapes *own;
    lane_turns *turns;
    wide horizon;
} line_makings;

// As many pairs as there are lanes.
typedef struct pair_batch {
    const int32_t *at;
    uint32_t count;
    int32_t other[WI_LANES];
    wide about_x, about_y; // of a
    wide share;
    wide_int lane;  // of a
    uint32_t exact; // pairs, as bits, for the exact method
    uint32_t fits;  // pairs whose line leaves room for any turn
} pair_batch;

static void read_rows(const line_makings *of, int32_t about[WI_LANES], pair_batch *batch) {
    const int32_t *others = &of->near->row[0][0], *at = batch->at;
    batch->lane = wide_int_load(at) & wide_int_of(WI_LANES - 1);
    for (uint32_t i = 0; i < WI_LANES; i++) batch->other[i] = others[at[i]];
    batch->exact = (1u << WI_LANES) - 1;
    batch->fits = 0;
    memcpy(about, of->set->about, sizeof of->set->about);
    if ((of->own->whole | of->own->shown.boxes) == 0 && of->set->same_about) return;
    for (uint32_t i = 0; i < WI_LANES; i++) {
        uint32_t lane = (uint32_t)at[i] % WI_LANES;
        about[i] = of->set->about[lane];
        bool exact = of->own->method[lane] == EORCA_EXACT && !(of->own->shown.boxes >> lane & 1);
        batch->exact &= ~((exact ? 0u : 1u) << i);
    }
}

static void read_batch(const line_makings *of, pair_batch *batch, wide_meeting *is) {
    const wide half = wide_of(0.5f);
    const self *me = of->me;
    const wide_ellipse *shape = &of->own->shown.shape;
    int32_t about[WI_LANES];
    wide_bodies other;
    read_rows(of, about, batch);
    wide_int lane = batch->lane;
    read_bodies(of->now, batch->other, &other);
    batch->exact &= ~other.boxes;
    const wide *b = other.field;
    wide other_x, other_y;
    choose_about(about, of->set->same_about, b, &other_x, &other_y);
    batch->about_x = wide_permute(me->about_x, lane), batch->about_y = wide_permute(me->about_y, lane);
    batch->share = wide_clamp(half + half * (b[5] - wide_permute(me->priority, lane)), wide_of(0.0f), wide_of(1.0f));
    is->a = (wide_ellipse){wide_permute(shape->mean, lane), wide_permute(shape->k, lane), wide_permute(shape->l, lane)};
    is->b = other.shape;
    is->px = b[0] - wide_permute(me->x, lane), is->py = b[1] - wide_permute(me->y, lane);
    is->wx = batch->about_x - other_x, is->wy = batch->about_y - other_y;
    is->horizon = wide_permute(of->horizon, lane);
}

WI_INLINE wi_ellipse lane_ellipse(const wide_ellipse *e, uint32_t i) {
    return (wi_ellipse){e->mean[i], e->k[i], e->l[i]};
}

// The line of a pair that is too close to tell in float, or has a box, or is for another method.
static wi_halfplane lone_face(const line_makings *of, const pair_batch *batch, const wide_meeting *is, uint32_t i,
                              bool *fits) {
    uint32_t lane = (uint32_t)batch->at[i] % WI_LANES;
    uint32_t row = (uint32_t)of->group->row[lane], other = (uint32_t)batch->other[i];
    wi_ellipse_meeting pair = {
        .row_a = row,
        .row_b = other,
        .a = lane_ellipse(&is->a, i),
        .b = lane_ellipse(&is->b, i),
        .p = wi_vo_part(wi_vec(is->px[i], is->py[i]), of->now->serial[row], of->now->serial[other]),
        .w = wi_vec(is->wx[i], is->wy[i]),
        .horizon = is->horizon[i],
    };
    return wi_ellipse_method_face(of->now, of->own->method[lane], &pair, fits);
}

static void find_lone_faces(const line_makings *of, uint32_t lanes, pair_batch *batch, const wide_meeting *is,
                            wide_face *face) {
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(lanes);
        bool fits;
        wi_halfplane found = lone_face(of, batch, is, i, &fits);
        batch->fits |= (fits ? 1u : 0u) << i;
        face->nx[i] = found.normal.x;
        face->ny[i] = found.normal.y;
        face->outside[i] = found.distance;
    }
}

static void part_bodies(const wide_meeting *is, wide_mask overlap, float step, wide_face *face) {
    wide_face out = ellipse_way_out(is, wide_of(step));
    face->nx = wide_select(overlap, out.nx, face->nx);
    face->ny = wide_select(overlap, out.ny, face->ny);
    face->outside = wide_select(overlap, out.outside, face->outside);
}

// Those whose half-planes are not found for all at once are looked at one by one.
static void find_rest(const line_makings *of, pair_batch *batch, const wide_meeting *is, wide_contact contact,
                      wide_face *face) {
    if (wide_any(contact.overlap)) part_bodies(is, contact.overlap, of->now->step, face);
    uint32_t found = batch->exact & wide_mask_bits(contact.apart | contact.overlap);
    find_lone_faces(of, ((1u << batch->count) - 1) & ~found, batch, is, face);
}

static wide tighten(const line_makings *of, const pair_batch *batch, const wide_meeting *is, const wide_face *face) {
    const wide_ellipse *a = &is->a, *b = &is->b;
    wide nx = face->nx, ny = face->ny;
    wide square = nx * nx - ny * ny, twice = wide_of(2.0f) * nx * ny, length2 = nx * nx + ny * ny;
    wide reach = wide_sqrt(wide_max(wide_of(0.0f), a->mean * length2 + a->k * square + a->l * twice)) +
                 wide_sqrt(wide_max(wide_of(0.0f), b->mean * length2 + b->k * square + b->l * twice));
    wide apart = -(nx * is->px + ny * is->py + reach);
    wide asked = asked_by_turns(of->turns, batch->lane, nx, ny, apart, batch->share, is->horizon, of->now->step);
    return wide_select(wide_mask_of_bits(batch->fits), wide_of(0.0f), asked);
}

// Puts the numbers of a batch in the places of its pairs, in lines one for each slot.
WI_INLINE void put_in_place(wide *lines, const pair_batch *batch, wide number) {
    float *first = (float *)lines;
    for (uint32_t i = 0; i < batch->count; i++) first[batch->at[i]] = number[i];
}

static void write_lines(const line_makings *of, const pair_batch *batch, const wide_meeting *is, const wide_face *face,
                        programme *p) {
    wide offset = face->nx * batch->about_x + face->ny * batch->about_y - batch->share * face->outside;
    put_in_place(p->nx + WI_MIDDLE, batch, face->nx);
    put_in_place(p->ny + WI_MIDDLE, batch, face->ny);
    if (of->turns->lanes != 0) {
        put_in_place(of->turns->offset, batch, offset);
        offset = offset + tighten(of, batch, is, face);
    }
    put_in_place(p->offset + WI_MIDDLE, batch, offset);
}

// The half-planes of pairs for the exact method, all at once; of nothing is it clear how others lie.
static void find_faces(const pair_batch *batch, const wide_meeting *is, uint32_t count, wide_face *face,
                       wide_contact *contact) {
    uint32_t exact = 0;
    for (uint32_t k = 0; k < count; k++) {
        exact |= batch[k].exact;
        face[k] = (wide_face){0};
        contact[k] = (wide_contact){0};
    }
    if (exact == 0) return;
    if (count == 1)
        ellipse_faces(is, 1, face, contact);
    else
        ellipse_faces(is, WI_ABREAST, face, contact);
}

// For as many pairs as fit abreast.
static void replace_some(const line_makings *of, const int32_t *at, uint32_t count, programme *p) {
    pair_batch batch[WI_ABREAST];
    wide_meeting is[WI_ABREAST];
    wide_face face[WI_ABREAST];
    wide_contact contact[WI_ABREAST];
    uint32_t used = 0;
    for (uint32_t left = count; left > 0; left -= batch[used++].count) {
        batch[used] = (pair_batch){.at = at + used * WI_LANES, .count = left < WI_LANES ? left : WI_LANES};
        read_batch(of, &batch[used], &is[used]);
    }
    find_faces(batch, is, used, face, contact);
    for (uint32_t k = 0; k < used; k++) {
        find_rest(of, &batch[k], &is[k], contact[k], &face[k]);
        write_lines(of, &batch[k], &is[k], &face[k], p);
    }
}

// Without a full batch the first pair is repeated.
static void replace_lines(const line_makings *of, pair_list *pairs, programme *p) {
    const uint32_t most = WI_ABREAST * WI_LANES;
    wide_int_store(pairs->at + pairs->count, wide_int_of(pairs->count > 0 ? pairs->at[0] : 0));
    for (uint32_t i = 0; i < pairs->count; i += most)
        replace_some(of, pairs->at + i, pairs->count - i < most ? pairs->count - i : most, p);
}

#endif
