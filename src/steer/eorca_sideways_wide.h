// People go sideways slowly.
#ifndef WI_EORCA_SIDEWAYS_WIDE_H
#define WI_EORCA_SIDEWAYS_WIDE_H

#include <math.h>

#include "steer/eorca.h"
#include "steer/orca_lines_wide.h"

// How fast (m/s) the lanes would go sideways at most. A heading that is chosen with the velocity weighs what it costs.
static wide side_speeds(const wend_view *now, const wide_group *group, bool same) {
    float most[WI_LANES];
    for (uint32_t lane = 0; lane < WI_LANES; lane++) {
        const eorca_params *set = wi_view_block(now, now->role[group->row[same ? 0 : lane]].params);
        bool slow = set->side_pace < 1.0f && set->choose != EORCA_TOGETHER;
        most[lane] = slow ? set->side_pace * now->pace[group->row[lane]].preferred_speed : INFINITY;
    }
    return wide_load(most);
}

// Who goes sideways goes slowly: what it would prefer keeps its direction, and is only so fast across the heading.
static void slow_sideways(const wend_view *now, const wide_group *group, bool same, uint32_t lanes, self *me) {
    wide motion[4], most = side_speeds(now, group, same); // .., heading
    wide_read_quads((const float(*)[4])(const void *)now->motion, group->row, motion);
    wide across = motion[2] * me->preferred_y - motion[3] * me->preferred_x;
    across = wide_max(across, -across);
    wide_mask slow = wide_mask_of_bits(lanes) & wide_less(most, across);
    wide share = wide_select(slow, most / across, wide_of(1.0f));
    me->preferred_x *= share, me->preferred_y *= share;
}

#endif
