#include "route/adapt.h"

// In this order: who one walks with decides the direction, then come convention and space, and red lights have the last
// word.
static const struct {
    uint32_t habit;
    void (*adapt)(const wi_adapting *who);
} adapters[] = {
    {WI_HABIT_COMPANY, wi_keep_company},   {WI_HABIT_SIDE, wi_keep_side},    {WI_HABIT_DENSITY, wi_mind_density},
    {WI_HABIT_PATIENCE, wi_lose_patience}, {WI_HABIT_SPACE, wi_claim_space}, {WI_HABIT_SIGNALS, wi_obey_signals},
};

bool wi_adapt_needed(const wend_world *world) {
    uint32_t idle = world->scene->signal_count == 0 ? WI_HABIT_SIGNALS | WI_HABIT_INATTENTION : WI_HABIT_INATTENTION;
    return (world->habits & ~idle) != 0;
}

void wi_adapt_rows(wi_step *step, uint32_t begin, uint32_t end) {
    wi_columns *c = &step->world->columns;
    for (uint32_t row = begin; row < end; row++) {
        const wi_habits *habits = wi_view_habits(&step->now, row);
        if (!habits->active || (c->role[row].flags & WEND_FLAG_DRIVEN) != 0) continue;
        wi_adapting who = {&step->now, c->ties, row, habits, &c->body[row]};
        for (uint32_t i = 0; i < WEND_COUNT(adapters); i++)
            if (habits->active & adapters[i].habit) adapters[i].adapt(&who);
    }
}
