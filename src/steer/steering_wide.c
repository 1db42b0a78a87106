// The neighbours of a lane-full of agents at a time; the rest of `steering` is done agent by agent.
#include "steer/steering.h"

#include "sense/near_wide.h"

static void read_reach(const wend_view *now, const wide_group *group, wide *distance, wide_int *most) {
    for (int lane = 0; lane < WI_LANES; lane++) {
        const steering_params *set = wend_view_params(now, (uint32_t)group->row[lane]);
        (*distance)[lane] = set->neighbour_distance;
        (*most)[lane] = (int32_t)set->max_neighbours;
    }
}

void WI_WIDE(wi_steering_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        wide_neighbours near;
        wide distance;
        wide_int most;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_reach(now, &group, &distance, &most);
        wide_near(now, &group, distance, most, &near);
        for (uint32_t lane = 0; lane < group.count; lane++) {
            uint32_t neighbour[WEND_NEIGHBOURS_MAX], count = (uint32_t)near.count[lane];
            for (uint32_t i = 0; i < count; i++) neighbour[i] = (uint32_t)near.row[i][lane];
            wi_steering_row(now, next, (uint32_t)group.row[lane], neighbour, count);
        }
    }
}
