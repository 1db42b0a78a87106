// ORCA for a lane-full of agents at a time. Each neighbour gives a half-plane of velocities that share the avoidance.
#include "steer/orca_solve_wide.h"

void WI_WIDE(wi_orca_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    queue waiting;
    queue_open(&waiting);
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        lane_params set;
        self me;
        wide_neighbours near;
        programme p;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_params(now, &group, &set);
        read_self(now, &group, &set, &me);
        wide_near(now, &group, set.distance, set.neighbours, &near);
        look_ahead(now, &near, &me, &set);
        add_agent_lines(now, &group, &set, &me, &near, NULL, &p);
        add_hard_lines(now, &group, &set, &me, NULL, 0, &p);
        set_discs(now, &set, &me, &p);
        programme_aim aim = set_aim(now, &group, &set, &me, wide_int_less(wide_int_of(0), near.count), &p);
        solve_group(&p, &aim, &group, next, &waiting);
    }
    queue_solve(&waiting, next);
}
