// Who goes first in all the meetings of a lane-full of agents: there are a few in many slots, so they are packed, and ranks
// are drawn for whole vectors of them.
#ifndef WI_MEETINGS_WIDE_H
#define WI_MEETINGS_WIDE_H

#include "steer/force_wide.h"

// Lanes and others who are in each other's way.
typedef struct meetings {
    int32_t row[(WEND_NEIGHBOURS_MAX + 1) * WI_LANES];   // of the other
    int32_t place[(WEND_NEIGHBOURS_MAX + 1) * WI_LANES]; // slot * WI_LANES + lane
    uint32_t count;
} meetings;

WI_INLINE void note_in_way(meetings *list, const force_lanes *lanes, uint32_t slot, const force_other *other) {
    if (!WI_PACKS_AT_ONCE && !wide_any(other->in_way)) return;
    wide_int place = wide_int_of((int32_t)(slot * WI_LANES)) + wide_lane_numbers();
    wide_int_pack(list->row + list->count, wide_int_load(lanes->near.row[slot]), other->in_way);
    wide_int_pack(list->place + list->count, place, other->in_way);
    list->count += (uint32_t)__builtin_popcount(wide_mask_bits(other->in_way));
}

// Weights by slot, as of force_other, where they are not settled yet.
static void let_each_go_first(meetings *list, force_lanes *lanes, const wend_view *now, wide weight[]) {
    if (list->count == 0) return;
    wide_int_store(list->row + list->count, lanes->group.rows); // whole vectors are read
    wide_int_store(list->place + list->count, wide_lane_numbers());
    for (uint32_t i = 0; i < list->count; i += WI_LANES) {
        wide_int lane = wide_int_load(list->place + i) & wide_int_of(WI_LANES - 1);
        wide own = wide_permute(own_ranks(lanes, now), lane);
        wide theirs = precedence_ranks(now, list->row + i, wide_first(list->count - i));
        wide settled = weight_by_ranks(wide_permute(lanes->precedence, lane), own, theirs);
        for (uint32_t k = 0; k < WI_LANES && i + k < list->count; k++) {
            uint32_t place = (uint32_t)list->place[i + k];
            weight[place / WI_LANES][place % WI_LANES] = settled[k];
        }
    }
}

#endif
