// State machines: the first transition of the present state whose condition holds is taken.
#include "decide/minds.h"

static uint32_t branch_of(const wend_thought *who, const wend_behaviours *all, uint32_t transition) {
    wend_range range = all->transitions[transition].branches;
    const wend_branch *branch = all->branches + range.first;
    if (range.count == 1) return branch->activity;
    float sum = 0.0f;
    for (uint32_t i = 0; i < range.count; i++) sum += branch[i].weight;
    float rest = sum * wend_thought_random(who, WI_FOR_BRANCH, transition);
    uint32_t last = 0;
    for (uint32_t i = 0; i < range.count; i++) {
        if (!(branch[i].weight > 0.0f)) continue;
        last = i;
        if (rest < branch[i].weight) break;
        rest -= branch[i].weight;
    }
    return branch[last].activity;
}

static uint32_t decide(const wend_thought *who) {
    const wend_behaviours *all = &wi_view_program(who->now)->is;
    wend_range next = all->activities[who->activity].next;
    for (uint32_t i = 0; i < next.count; i++)
        if (wend_thought_holds(who, all->transitions[next.first + i].condition))
            return branch_of(who, all, next.first + i);
    return WEND_GO_ON;
}

const wend_decider wend_decider_machine = {
    .name = "machine",
    .summary = "states with conditions under which one leads to another",
    .decide = decide,
};
