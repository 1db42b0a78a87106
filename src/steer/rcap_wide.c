// RCAP for a lane-full of agents at a time: ORCA among those who have been in sight for long enough.
#include "steer/orca_solve_wide.h"
#include "steer/sights_wide.h"

// Lanes whose present velocity a wall forbids.
static wide_mask wall_ahead(const programme *p, const self *me) {
    wide_mask ahead = wide_first(0);
    for (uint32_t line = WI_MIDDLE - p->hard; line < WI_MIDDLE; line++)
        ahead = ahead | wide_less(p->nx[line] * me->vx + p->ny[line] * me->vy, p->offset[line]);
    return ahead;
}

static wide_mask minds_anyone(const attention *minds, uint32_t slots) {
    uint32_t known = 0;
    for (uint32_t slot = 0; slot < slots; slot++) known |= minds->known[slot];
    return wide_mask_of_bits(known) | minds->alarmed;
}

static void note_hurry(const attention *minds, wide_mask wall, uint32_t count, bool *hurried) {
    uint32_t bits = wide_mask_bits(minds->alarmed | (wall & wide_less(wide_of(0.0f), minds->alarm)));
    for (uint32_t lane = 0; lane < count; lane++) hurried[lane] = bits >> lane & 1;
}

void WI_WIDE(wi_rcap_plan)(const wend_view *now, const wend_next *next, wend_rows rows, bool *hurried) {
    queue waiting;
    queue_open(&waiting);
    for (uint32_t done = 0; done < rows.count;) {
        wide_group group;
        lane_params set;
        self me;
        wide_neighbours near;
        attention minds;
        programme p;
        uint32_t taken = wide_group_form(&group, now, rows.row + done, rows.count - done);
        read_params(now, &group, &set);
        read_self(now, &group, &set, &me);
        wide_near(now, &group, set.distance, set.neighbours, &near);
        pay_attention(now, &group, &set, &near, &minds);
        add_agent_lines(now, &group, &set, &me, &near, &minds, &p);
        add_hard_lines(now, &group, &set, &me, &p);
        set_discs(now, &set, &me, &p);
        programme_aim aim = set_aim(&set, &me, minds_anyone(&minds, near.most), now->seed);
        give_ground(now, &set, &me, &p, &aim);
        note_hurry(&minds, wall_ahead(&p, &me), taken, hurried + done);
        solve_group(&p, &aim, &group, next, &waiting);
        done += taken;
    }
    queue_solve(&waiting, next);
}
