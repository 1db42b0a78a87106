// RCAP for a lane-full of agents at a time: ORCA among those who have been in sight for long enough, then limits to the
// change of velocity.
#include "steer/attention_wide.h"
#include "steer/limits_wide.h"

// Lanes that a wall leaves no time to be gentle.
static wide_mask wall_ahead(const programme *p, const self *me) {
    wide_mask wall = wide_first(0);
    for (uint32_t line = WI_MIDDLE - p->hard; line < WI_MIDDLE; line++)
        wall = wall | wide_less(p->nx[line] * me->vx + p->ny[line] * me->vy, p->offset[line]);
    return wall;
}

// How much lanes are kept from getting on: 0 for who gets on or would like to stand, 1 for who does not at all.
WI_INLINE wide kept_waiting(const self *me) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide enough = wide_of(WI_HELD_UP) * (me->preferred_x * me->preferred_x + me->preferred_y * me->preferred_y);
    wide along = me->vx * me->preferred_x + me->vy * me->preferred_y;
    return wide_select(wide_less(along, enough), one - wide_max(along, zero) / enough, zero);
}

// Who is kept waiting changes quickly: the gentle changes were seen in people who walk, and in a queue gaps open and close
// too soon for them.
static wide_mask in_hurry(const attention *minds, const programme *p, const self *me, wide waits) {
    const wide zero = wide_of(0.0f);
    return minds->alarmed | wide_less(zero, waits) | (wall_ahead(p, me) & wide_less(zero, minds->alarm));
}

WI_INLINE wide_mask minds_anyone(const attention *minds) {
    wide_mask nobody = wide_int_equal(minds->known, wide_int_of(0));
    return wide_and_not(wide_first(WI_LANES), nobody) | minds->alarmed;
}

bool WI_WIDE(wi_rcap_steer)(const wend_view *now, const wend_next *next, wend_rows rows) {
    queue waiting;
    queue_open(&waiting);
    limits at;
    onlookers all;
    at.gait = false;
    memset(&at.late, 0, sizeof at.late);
    waiting.finish = limit_late;
    waiting.by = &at.late;
    at.block = all.block = RCAP_MIXED;
    fetch_ahead(now, rows, &all);
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        lane_params set;
        self me;
        wide_neighbours near;
        attention minds;
        programme p;
        uint32_t taken = wide_group_form(&group, now, rows.row + done, rows.count - done);
        wend_rows after = {rows.row + done + taken, rows.count - done - taken};
        recall(now, after, &all);
        read_params(now, &group, &set);
        read_self(now, &group, &set, &me);
        wide_near(now, &group, set.distance, set.neighbours, &near);
        look_ahead(now, &near, &me, &set);
        pay_attention(now, &group, &set, &near, &all, &minds);
        wide waits = kept_waiting(&me);
        minds.passes = minds.gives * waits;
        add_agent_lines(now, &group, &set, &me, &near, &minds, &p);
        add_hard_lines(now, &group, &set, &me, NULL, 0, &p);
        set_discs(now, &set, &me, &p);
        programme_aim aim = set_aim(now, &group, &set, &me, minds_anyone(&minds), &p);
        change gentle = change_of(now, &group, &set, &me, in_hurry(&minds, &p, &me, waits), &at);
        solution found = solve_lanes(&p, &aim, wide_first(group.count));
        make_way(&p, &aim, &found);
        limit_found(&at, &gentle, &found);
        write_found(&p, &group, &found, next, &waiting);
        done += taken;
    }
    queue_solve(&waiting, next);
    return at.gait;
}
