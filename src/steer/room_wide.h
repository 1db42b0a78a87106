// How much counts of the room that people claim beyond their bodies, one pair to a lane. Radii of pairs are sums of what both
// plan with; bodies always count.
#ifndef WI_ROOM_WIDE_H
#define WI_ROOM_WIDE_H

#include "sense/group_wide.h"

#define ROOM_PARTING 0.1f // m/s

// Less the share of others' room, `passes`, that lanes go through. `others` is what these plan with.
WI_INLINE wide radius_in_room(const wend_view *now, const int32_t row[WI_LANES], wide passes, wide others,
                              wide radius) {
    if (!wide_any(wide_less(wide_of(0.0f), passes))) return radius;
    wide form[4]; // radius, ..
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    return radius - passes * (others - form[0]);
}

// In lanes that overlap, less a share of the overlap, `gives`, as far as it is of room alone. That is won back slowly: two of
// whom only the room overlaps part at ROOM_PARTING, not within a step as bodies do, which would throw whoever is in a press
// about.
static inline wide radius_of_overlap(const wend_view *now, const wide_group *group, const int32_t row[WI_LANES],
                                     wide gives, wide_mask overlap, wide px, wide py, wide radius) {
    wide form[4], own[4]; // radius, ..
    wide_read_quads((const float(*)[4])(const void *)now->form, row, form);
    wide_read_quads((const float(*)[4])(const void *)now->form, group->row, own);
    wide apart = wide_sqrt(px * px + py * py) + wide_of(ROOM_PARTING * now->step);
    wide room = wide_max(wide_of(0.0f), radius - wide_max(apart, own[0] + form[0]));
    return wide_select(overlap, radius - gives * room, radius);
}

#endif
