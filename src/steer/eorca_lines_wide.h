// The half-planes of EORCA for the members of crews, of the true shapes.
#ifndef WI_EORCA_LINES_WIDE_H
#define WI_EORCA_LINES_WIDE_H

#include "steer/eorca_crew_wide.h"

// As many pairs as there are lanes.
typedef struct pair_batch {
    const int32_t *at;
    uint32_t count;
    crew *crew[WI_LANES];
    int32_t other[WI_LANES];
    wide about_x, about_y; // of a
    wide share;
    wide_int member; // a
    uint32_t exact;  // pairs, as bits, for the exact method
    uint32_t fits;   // pairs whose line leaves room for any turn
} pair_batch;

static void read_rows(crews *all, const int32_t *member, int32_t about[WI_LANES], pair_batch *batch) {
    batch->member = wide_int_load(member);
    batch->exact = (1u << WI_LANES) - 1;
    batch->fits = 0;
    for (uint32_t i = 0; i < WI_LANES; i++) {
        batch->crew[i] = &all->of[(uint32_t)member[i] / WI_LANES];
        batch->other[i] = (&batch->crew[i]->near.row[0][0])[batch->at[i]];
    }
    memcpy(about, all->of[0].set.about, sizeof all->of[0].set.about);
    if (all->plain) return;
    for (uint32_t i = 0; i < WI_LANES; i++) {
        const crew *c = batch->crew[i];
        uint32_t lane = (uint32_t)member[i] % WI_LANES;
        about[i] = c->set.about[lane];
        bool exact = c->own.method[lane] == EORCA_EXACT && !(c->own.shown.boxes >> lane & 1);
        batch->exact &= ~((exact ? 0u : 1u) << i);
    }
}

WI_INLINE wide of_members(const wide numbers[EORCA_CREWS], wide_int member) {
    return wide_pick((const float *)numbers, member);
}

static void read_batch(crews *all, const int32_t *first, pair_batch *batch, wide_meeting *is) {
    const wide half = wide_of(0.5f);
    const members *a = &all->all;
    int32_t about[WI_LANES];
    wide_bodies other;
    read_rows(all, first, about, batch);
    wide_int member = batch->member;
    read_bodies(all->now, batch->other, &other);
    batch->exact &= ~other.boxes;
    const wide *b = other.field;
    wide other_x, other_y;
    choose_about(about, all->plain, b, &other_x, &other_y);
    batch->about_x = of_members(a->about_x, member), batch->about_y = of_members(a->about_y, member);
    batch->share = wide_clamp(half + half * (b[5] - of_members(a->priority, member)), wide_of(0.0f), wide_of(1.0f));
    is->a = (wide_ellipse){of_members(a->mean, member), of_members(a->k, member), of_members(a->l, member)};
    is->b = other.shape;
    is->px = b[0] - of_members(a->x, member), is->py = b[1] - of_members(a->y, member);
    is->wx = batch->about_x - other_x, is->wy = batch->about_y - other_y;
    is->horizon = of_members(a->horizon, member);
}

WI_INLINE wi_ellipse lane_ellipse(const wide_ellipse *e, uint32_t i) {
    return (wi_ellipse){e->mean[i], e->k[i], e->l[i]};
}

// The line of a pair that is too close to tell in float, or has a box, or is for another method.
static wi_halfplane lone_face(const wend_view *now, const pair_batch *batch, const wide_meeting *is, uint32_t i,
                              bool *fits) {
    const crew *c = batch->crew[i];
    uint32_t lane = (uint32_t)batch->at[i] % WI_LANES;
    uint32_t row = (uint32_t)c->group.row[lane], other = (uint32_t)batch->other[i];
    wi_ellipse_meeting pair = {
        .row_a = row,
        .row_b = other,
        .a = lane_ellipse(&is->a, i),
        .b = lane_ellipse(&is->b, i),
        .p = wi_vo_part(wi_vec(is->px[i], is->py[i]), now->serial[row], now->serial[other]),
        .w = wi_vec(is->wx[i], is->wy[i]),
        .horizon = is->horizon[i],
    };
    return wi_ellipse_method_face(now, c->own.method[lane], &pair, fits);
}

static void find_lone_faces(const wend_view *now, uint32_t lanes, pair_batch *batch, const wide_meeting *is,
                            wide_face *face) {
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(lanes);
        bool fits;
        wi_halfplane found = lone_face(now, batch, is, i, &fits);
        batch->fits |= (fits ? 1u : 0u) << i;
        face->nx[i] = found.normal.x;
        face->ny[i] = found.normal.y;
        face->outside[i] = found.distance;
    }
}

// Bodies that overlap are few, and it takes long to part them: their pairs wait until there are more. Others whose
// half-planes are not found for all at once are looked at one by one.
static void find_rest(const wend_view *now, pair_batch *batch, const wide_meeting *is, wide_contact contact,
                      wide_face *face, pair_list *overlaps) {
    wide_mask overlap = contact.overlap & is_stout(&is->a) & is_stout(&is->b);
    uint32_t found = batch->exact & wide_mask_bits(contact.apart | overlap), used = (1u << batch->count) - 1;
    overlap = overlap & wide_mask_of_bits(batch->exact & used);
    if (wide_any(overlap)) list_lanes(overlaps, batch->member, wide_int_load(batch->at), overlap);
    find_lone_faces(now, used & ~found, batch, is, face);
}

static wide tighten(const crews *all, const pair_batch *batch, const wide_meeting *is, const wide_face *face) {
    const wide_ellipse *a = &is->a, *b = &is->b;
    wide nx = face->nx, ny = face->ny;
    wide square = nx * nx - ny * ny, twice = wide_of(2.0f) * nx * ny, length2 = nx * nx + ny * ny;
    wide reach = wide_sqrt(wide_max(wide_of(0.0f), a->mean * length2 + a->k * square + a->l * twice)) +
                 wide_sqrt(wide_max(wide_of(0.0f), b->mean * length2 + b->k * square + b->l * twice));
    wide apart = -(nx * is->px + ny * is->py + reach);
    wide asked = asked_by_turns(&all->turns, batch->member, nx, ny, apart, batch->share, is->horizon, all->now->step);
    return wide_select(wide_mask_of_bits(batch->fits), wide_of(0.0f), asked);
}

static void write_lines(const crews *all, const pair_batch *batch, const wide_meeting *is, const wide_face *face) {
    float nx[WI_LANES], ny[WI_LANES], plain[WI_LANES], tight[WI_LANES];
    wide offset = face->nx * batch->about_x + face->ny * batch->about_y - batch->share * face->outside;
    wide_store(nx, face->nx);
    wide_store(ny, face->ny);
    wide_store(plain, offset);
    wide_store(tight, all->turns.some ? offset + tighten(all, batch, is, face) : offset);
    for (uint32_t i = 0; i < batch->count; i++) {
        crew *c = batch->crew[i];
        int32_t at = batch->at[i];
        ((float *)(c->p.nx + WI_MIDDLE))[at] = nx[i];
        ((float *)(c->p.ny + WI_MIDDLE))[at] = ny[i];
        ((float *)(c->p.offset + WI_MIDDLE))[at] = tight[i];
        if (all->turns.some) ((float *)c->turns.offset)[at] = plain[i];
    }
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

// For as many pairs as fit abreast, from one of the list on.
static void replace_some(crews *all, const pair_list *pairs, uint32_t from, pair_list *overlaps) {
    pair_batch batch[WI_ABREAST];
    wide_meeting is[WI_ABREAST];
    wide_face face[WI_ABREAST];
    wide_contact contact[WI_ABREAST];
    uint32_t used = 0;
    for (uint32_t i = from; used < WI_ABREAST && i < pairs->count; i += WI_LANES) {
        uint32_t left = pairs->count - i;
        batch[used].at = pairs->at + i;
        batch[used].count = left < WI_LANES ? left : WI_LANES;
        read_batch(all, pairs->member + i, &batch[used], &is[used]);
        used++;
    }
    find_faces(batch, is, used, face, contact);
    for (uint32_t k = 0; k < used; k++) {
        find_rest(all->now, &batch[k], &is[k], contact[k], &face[k], overlaps);
        write_lines(all, &batch[k], &is[k], &face[k]);
    }
}

// Without a full batch the first pair is repeated.
static void fill_up(pair_list *pairs) {
    wide_int_store(pairs->at + pairs->count, wide_int_of(pairs->at[0]));
    wide_int_store(pairs->member + pairs->count, wide_int_of(pairs->member[0]));
}

static void part_bodies(crews *all, pair_list *overlaps) {
    if (overlaps->count == 0) return;
    fill_up(overlaps);
    for (uint32_t i = 0; i < overlaps->count; i += WI_LANES) {
        uint32_t left = overlaps->count - i;
        pair_batch batch;
        batch.at = overlaps->at + i;
        batch.count = left < WI_LANES ? left : WI_LANES;
        wide_meeting is;
        read_batch(all, overlaps->member + i, &batch, &is);
        wide_face out = ellipse_way_out(&is, wide_of(all->now->step));
        write_lines(all, &batch, &is, &out);
    }
}

static void replace_lines(crews *all, pair_list *pairs) {
    pair_list overlaps;
    overlaps.count = 0;
    if (pairs->count == 0) return;
    fill_up(pairs);
    for (uint32_t i = 0; i < pairs->count; i += WI_ABREAST * WI_LANES) replace_some(all, pairs, i, &overlaps);
    part_bodies(all, &overlaps);
}

#endif
