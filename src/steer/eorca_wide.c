// EORCA for a lane-full of agents at a time: ORCA with the half-planes of the true shapes.
#include "steer/eorca_lines_wide.h"
#include "steer/orca_solve_wide.h"

// Only the pairs of some lanes.
static void keep_lanes(pair_list *pairs, uint32_t lanes) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pairs->count; i++)
        if (lanes >> pairs->at[i] % WI_LANES & 1) pairs->at[kept++] = pairs->at[i];
    pairs->count = kept;
}

// Lanes for which a line that was left out may count.
static wide_mask lanes_in_doubt(const left_out *rest, const self *me, const solution *found) {
    wide dx = found->x - me->about_x, dy = found->y - me->about_y;
    return wide_less(rest->reach, wide_of(-WI_NEUTRAL)) &
           (found->failed | wide_less(rest->reach * rest->reach, dx * dx + dy * dy));
}

static void take_over(solution *found, const solution *other, wide_mask lanes) {
    found->x = wide_select(lanes, other->x, found->x);
    found->y = wide_select(lanes, other->y, found->y);
    found->failed = wide_and_not(found->failed, lanes) | (other->failed & lanes);
    found->failed_at =
        wide_bits(wide_select(lanes, wide_from_bits(other->failed_at), wide_from_bits(found->failed_at)));
}

void WI_WIDE(wi_eorca_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    queue waiting;
    queue_open(&waiting);
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        lane_params set;
        self me;
        wide_neighbours near;
        lane_shapes own;
        pair_list wanted;
        left_out rest;
        programme p;
        done += wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_params(now, &group, sizeof(eorca_params), &set);
        read_self(now, &group, &set, &me);
        read_shapes(now, &group, &own);
        wide_near(now, &group, set.distance, set.neighbours, &near);
        add_agent_lines(now, &group, &set, &me, &near, NULL, &p);
        sort_pairs(now, &me, &near, own.elliptic, &p, &wanted, &rest);
        line_makings lines = {now, &group, &set, &me, &near, &own};
        replace_lines(&lines, &wanted, &p);
        add_hard_lines(now, &group, &set, &me, own.body, &p);
        set_discs(now, &set, &me, &p);
        programme_aim aim = set_aim(now, &set, &me, wide_int_less(wide_int_of(0), near.count), &p);
        solution found = solve_lanes(&p, &aim, wide_first(group.count));
        wide_mask doubt = lanes_in_doubt(&rest, &me, &found) & wide_first(group.count);
        if (wide_any(doubt)) {
            keep_lanes(&rest.pairs, wide_mask_bits(doubt));
            replace_lines(&lines, &rest.pairs, &p);
            solution all = solve_lanes(&p, &aim, doubt);
            take_over(&found, &all, doubt);
        }
        hand_out(&p, &aim, &group, &found, next, &waiting);
    }
    queue_solve(&waiting, next);
}
