// The lines of EORCA that need not be made. The half-planes of a lane-full of agents begin as ORCA's, of the bounding discs;
// those of pairs in which somebody is an ellipse or a box are then to be replaced by that of the true shapes.
//
// Not all of them need be. The obstacle of the shapes lies within that of the discs, so the velocity about which an
// agent optimises is at least as far outside it, F, and a half-plane that takes the share s of F cannot bind a velocity
// that is no farther from that one than s F. So lines that are far off are left out at first; where the velocity that is
// found turns out to be farther away, those that it might break are added, and it is looked for once more.
#ifndef WI_EORCA_LEFT_OUT_WIDE_H
#define WI_EORCA_LEFT_OUT_WIDE_H

#include "steer/eorca_turn_wide.h"

#define EORCA_NEAR 0.02f // m/s: lines farther away than this are left out at first
#define EORCA_FAR 1e9f   // m/s: farther than any

// Pairs of a member of some crews and one of its neighbours. There is room for a lane-full more.
typedef struct pair_list {
    int32_t member[(WEND_NEIGHBOURS_MAX * EORCA_CREWS + 1) * WI_LANES];
    int32_t
        at[(WEND_NEIGHBOURS_MAX * EORCA_CREWS + 1) * WI_LANES]; // slot * WI_LANES + lane, which is also the place of
                                                                // its line's numbers among those of all lanes
    uint32_t count;
} pair_list;

WI_INLINE void list_lanes(pair_list *list, wide_int member, wide_int at, wide_mask lanes) {
    wide_int_pack(list->member + list->count, member, lanes);
    wide_int_pack(list->at + list->count, at, lanes);
    list->count += (uint32_t)__builtin_popcount(wide_mask_bits(lanes));
}

// True for a neighbour of whom only a set of velocities is known; it is avoided as its disc.
WI_INLINE bool is_uncertain(const wend_view *now, uint32_t row) {
    if (!now->senses->scene->velocity_sets) return false;
    const wend_profile *profile = wi_view_profile(now, row);
    return profile->velocity_radius > 0.0f || profile->velocity_corner_count > 0;
}

// Lanes whose line in a slot is to be replaced.
static wide_mask oblong_lanes(const wend_view *now, const wide_neighbours *near, uint32_t slot, uint32_t oblong) {
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
    line_origin from[WEND_NEIGHBOURS_MAX]; // free: how far from the velocity it optimises about such a line may bind a
                                           // lane (m/s); EORCA_FAR: not left out
    wide narrow;                           // the least reach of a lane's body over the horizon (m/s)
    uint32_t slots;
    int32_t first; // the number of the first lane among the members of all crews
} left_out;

// Lists pairs of a slot; they are left out no longer.
WI_INLINE void list_pairs(left_out *rest, uint32_t slot, wide_mask lanes, pair_list *list) {
    const wide_int lane = wide_lane_numbers();
    list_lanes(list, lane + rest->first, lane + (int32_t)(slot * WI_LANES), lanes);
    rest->from[slot].free = wide_select(lanes, wide_of(EORCA_FAR), rest->from[slot].free);
}

// Takes out the lines of pairs in which somebody is no disc, or `all`, and lists those that may bind within a distance
// (m/s).
static void leave_out(const wend_view *now, const wide_group *group, const wide_neighbours *near, uint32_t oblong,
                      bool all, wide distance, lane_turns *turns, programme *p, left_out *rest, pair_list *list) {
    const wide zero = wide_of(0.0f), far = wide_of(EORCA_FAR);
    const wide_mask real = wide_first(group->count);
    const wide asked = wide_load(turns->most), neutral = wide_of(WI_NEUTRAL);
    rest->slots = near->most;
    for (uint32_t slot = 0; slot < near->most; slot++) {
        uint32_t line = WI_MIDDLE + slot;
        wide_mask there = real & wide_less(neutral, p->offset[line]);
        if (!all) there = there & oblong_lanes(now, near, slot, oblong);
        wide free = wide_min(rest->from[slot].free - asked, wide_of(0.5f * EORCA_FAR));
        rest->from[slot].free = wide_select(there, free, far);
        p->nx[line] = all ? zero : wide_select(there, zero, p->nx[line]);
        p->ny[line] = all ? zero : wide_select(there, zero, p->ny[line]);
        p->offset[line] = turns->offset[slot] = all ? neutral : wide_select(there, neutral, p->offset[line]);
        list_pairs(rest, slot, there & wide_less(free, distance), list);
    }
}

// Lanes that surely keep the line of a slot although they go off by d. With c the relative velocity as seen from the
// middle of the discs' front, p over the horizon, the normal of the shapes has n.c = F + h(n)/horizon, which is no less
// than q = F of the discs + the least reach of one of them over the horizon. So it lies within an angle of c whose cosine
// is q/|c|, and n.d is least at the end of that.
WI_INLINE wide_mask surely_kept(const left_out *rest, uint32_t slot, wide dx, wide dy) {
    const wide zero = wide_of(0.0f);
    wide cx = rest->from[slot].x, cy = rest->from[slot].y, c2 = cx * cx + cy * cy;
    wide q = rest->from[slot].outside + rest->narrow, rest2 = wide_max(c2 - q * q, zero);
    wide along = dx * cx + dy * cy, across = dx * cy - dy * cx, across2 = across * across;
    wide spare = wide_of(0.999f) * (along * q + rest->from[slot].free * c2);
    wide_mask opposite = wide_less(along, zero) & wide_less(across2 * (q * q), along * along * rest2);
    return wide_and_not(wide_less(zero, spare) & wide_less(across2 * rest2, spare * spare), opposite);
}

// Lists the pairs of some lanes whose lines might be broken by those who go off by d; all of those that failed. Returns
// the lanes that have such.
static wide_mask list_broken(left_out *rest, wide_mask lanes, wide_mask failed, wide dx, wide dy, pair_list *list) {
    wide distance = wide_select(failed, wide_of(EORCA_FAR), wide_sqrt(dx * dx + dy * dy));
    wide_mask some = wide_and_not(lanes, lanes);
    for (uint32_t slot = 0; slot < rest->slots; slot++) {
        wide_mask near = lanes & wide_less(rest->from[slot].free, distance);
        if (!wide_any(near)) continue;
        near = wide_and_not(near, wide_and_not(surely_kept(rest, slot, dx, dy), failed));
        list_pairs(rest, slot, near, list);
        some = some | near;
    }
    return some;
}

#endif
