// Whom bodies that would turn may come to touch by that, a lane-full of pairs at a time: what turn_free.c asks before it asks
// how far they may reach.
#include "sense/shape_wide.h"
#include "steer/ellipse_gap_wide.h"
#include "steer/turn_growth_wide.h"
#include "steer/turn_pairs.h"

// The bodies, one step on.
typedef struct turning_bodies {
    wide_vec at;
    wide_ellipse shape; // as long as they have not turned
    wide growth;        // m: by how much the turn can make them reach farther anywhere
    wide reach;         // m: so far they and what they may fill reach at most
    wide side_pace;
    wide_mask boxes;
} turning_bodies;

static turning_bodies read_turning(const wend_view *now, const wi_sites *of, const int32_t who[WI_LANES]) {
    wide by[WI_SITE_FIELDS], form[4], motion[4]; // radius, half_length, half_width, ..; .., heading
    int32_t row[WI_LANES];
    for (uint32_t i = 0; i < WI_LANES; i++) row[i] = of->row[who[i]];
    wide_read_records(of->by, who, by);
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide_mask boxes = wide_boxes(now, row);
    wide growth = most_growth(form[1], form[2], motion[2], motion[3], by[WI_SITE_WISH_X], by[WI_SITE_WISH_Y]);
    growth = wide_select(boxes, form[0] - wide_min(form[1], form[2]), growth); // with any turn at all
    return (turning_bodies){.at = {by[WI_SITE_X], by[WI_SITE_Y]},
                            .shape = wide_ellipse_of(form[1], form[2], motion[2], motion[3]),
                            .growth = growth,
                            .reach = form[0] + wide_of(2.0f) * growth,
                            .side_pace = by[WI_SITE_SIDE_PACE],
                            .boxes = boxes};
}

// The others. They choose their velocities in the same step: they may go on, or go as they would prefer to.
typedef struct bodies_about {
    wide_ellipse shape; // a box counts as the disc about it
    wide radius;
    wide_vec on, to; // where they are then, seen from those who turn
    wide_mask boxes;
} bodies_about;

// What others would prefer, if they side-step no faster than the body does.
WI_INLINE wide_vec preferred_by(const wend_view *now, const int32_t row[WI_LANES], wide_mask oblong, wide_vec heading,
                                wide_vec preferred, wide side_pace) {
    wide pace[4]; // preferred_speed, ..
    wide_read_quads((const float(*)[4])(const void *)now->pace, row, pace);
    wide most = side_pace * pace[0], size = wide_abs(heading.x * preferred.y - heading.y * preferred.x);
    wide_mask slow = oblong & wide_less(side_pace, wide_of(1.0f)) & wide_less(most, size);
    wide share = wide_select(slow, most / size, wide_of(1.0f));
    return (wide_vec){share * preferred.x, share * preferred.y};
}

static bodies_about read_about(const wend_view *now, const turning_bodies *by, const int32_t row[WI_LANES]) {
    const wide zero = wide_of(0.0f), step = wide_of(now->step);
    wide body[8], form[4], motion[4]; // see read_turning
    wide_read_records((const float(*)[8])(const void *)now->body, row, body);
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->motion, row, motion);
    wide_mask boxes = wide_boxes(now, row);
    wide_mask oblong = wide_and_not(wide_less(form[1], form[2]) | wide_less(form[2], form[1]), boxes);
    wide_ellipse shape = wide_ellipse_of(form[1], form[2], motion[2], motion[3]);
    wide_vec p = {body[0] - by->at.x, body[1] - by->at.y};
    wide_vec wish =
        preferred_by(now, row, oblong, (wide_vec){motion[2], motion[3]}, (wide_vec){body[6], body[7]}, by->side_pace);
    return (bodies_about){.shape = {wide_select(oblong, shape.mean, form[0] * form[0]),
                                    wide_select(oblong, shape.k, zero), wide_select(oblong, shape.l, zero)},
                          .radius = form[0],
                          .on = {p.x + step * body[2], p.y + step * body[3]},
                          .to = {p.x + step * wish.x, p.y + step * wish.y},
                          .boxes = boxes};
}

WI_INLINE wide_mask comes_within(wide_vec p, wide reach) { return wide_less(p.x * p.x + p.y * p.y, reach * reach); }

// Lanes with less between the bodies, as seen along the line of their centres, than would leave any turn free.
WI_INLINE wide_mask is_close(const turning_bodies *by, const bodies_about *other, wide_vec p) {
    wide_two two = {by->shape, other->shape, p};
    wide_vec n = wide_unit(p, (wide_vec){wide_of(1.0f), wide_of(0.0f)});
    return wide_less_equal(gap_in(&two, n).apart, wide_of(2.0f) * by->growth);
}

static wide_mask matter(const turning_bodies *by, const bodies_about *other) {
    wide both = by->reach + other->radius;
    wide_mask near = comes_within(other->on, both) | comes_within(other->to, both);
    if (!wide_any(near)) return near;
    return near & (is_close(by, other, other->on) | is_close(by, other, other->to) | by->boxes | other->boxes);
}

static void keep_pairs(wi_pairs *to, const turning_bodies *by, const bodies_about *other, wide_vec p, wide_mask lanes) {
    const wide asked[WI_LIMIT_ASKED] = {by->shape.mean, by->shape.k, by->shape.l, other->shape.mean, other->shape.k,
                                        other->shape.l, p.x,         p.y,         by->growth,        other->radius};
    for (uint32_t f = 0; f < WI_LIMIT_ASKED; f++) wide_pack(to->field[f] + to->count, asked[f], lanes);
    to->count += (uint32_t)__builtin_popcount(wide_mask_bits(lanes));
}

// Those who are kept move to the front, where everybody has been looked at.
void WI_WIDE(wi_turn_sites)(const wend_view *now, wi_sites *of) {
    of->on.count = of->to.count = 0;
    for (uint32_t i = 0; i < of->count; i += WI_LANES) {
        wide_int who = wide_int_load(of->who + i), row = wide_int_load(of->other + i);
        turning_bodies by = read_turning(now, of, of->who + i);
        bodies_about other = read_about(now, &by, of->other + i);
        wide_mask kept = matter(&by, &other) & wide_first(of->count - i);
        if (!wide_any(kept)) continue;
        wide_int_pack(of->who + of->on.count, who, kept);
        wide_int_pack(of->other + of->on.count, row, kept);
        keep_pairs(&of->on, &by, &other, other.on, kept);
        keep_pairs(&of->to, &by, &other, other.to, kept);
    }
    of->count = of->on.count;
}
