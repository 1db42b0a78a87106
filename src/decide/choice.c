// Choice by utility: of several alternatives one by chance, with the odds of the logit model (McFadden 1974): in
// proportion to exp(V), where V is a sum of weights times what the agent sees. Weights differ from agent to agent.
#include <math.h>

#include "decide/minds.h"

static float distance_to(const wend_view *now, uint32_t row, const wend_activity *activity) {
    const wi_program *program = wi_view_program(now);
    float least = INFINITY;
    for (uint32_t i = 0; i < activity->goal.sites.count; i++) {
        const wi_site *site = &program->site[program->is.lists[activity->goal.sites.first + i].site];
        least = wi_min(least, wi_goal_distance2(site->goal, wi_view_at(now, row)));
    }
    return least < INFINITY ? wi_sqrt(least) : 0.0f;
}

static float share_held(const wend_view *now, const wend_activity *activity) {
    const wi_program *program = wi_view_program(now);
    uint32_t held = 0, places = 0;
    for (uint32_t i = 0; i < activity->goal.sites.count; i++) {
        uint32_t site = program->is.lists[activity->goal.sites.first + i].site;
        held += now->senses->held[site];
        places += program->site[site].capacity;
    }
    return places > 0 ? (float)held / (float)places : 0.0f;
}

static float term_of(const wend_thought *who, const wend_activity *activity, uint32_t index) {
    const wend_view *now = who->now;
    const wi_program *program = wi_view_program(now);
    const wend_term *term = &program->is.terms[index];
    float weight = wi_amount_draw(program, &term->weight, now->seed, now->role[who->row].stream, 0, WI_FOR_TERM, index);
    if (term->kind == WEND_TERM_DISTANCE) return weight * distance_to(now, who->row, activity);
    if (term->kind == WEND_TERM_HELD) return weight * share_held(now, activity);
    return weight * (float)now->senses->crowd[term->index];
}

static float utility(const wend_thought *who, uint32_t activity) {
    const wend_activity *is = &wi_view_program(who->now)->is.activities[activity];
    float sum = is->utility;
    for (uint32_t i = 0; i < is->next.count; i++) sum += term_of(who, is, is->next.first + i);
    return sum;
}

// Drawn twice from the same utilities: once for their sum, once for the one that is met.
static uint32_t draw(const wend_thought *who, wend_range activities) {
    float best = -INFINITY, sum = 0.0f;
    for (uint32_t i = 0; i < activities.count; i++) best = wi_max(best, utility(who, activities.first + i));
    for (uint32_t i = 0; i < activities.count; i++) sum += wend_exp(utility(who, activities.first + i) - best);
    float rest = sum * wend_thought_random(who, WI_FOR_UTILITY, activities.first);
    for (uint32_t i = 0; i < activities.count; i++) {
        float odds = wend_exp(utility(who, activities.first + i) - best);
        if (rest < odds) return activities.first + i;
        rest -= odds;
    }
    return activities.first + activities.count - 1;
}

// The first activity is where one decides; the others are the alternatives.
static uint32_t decide(const wend_thought *who) {
    const wend_view *now = who->now;
    const wend_behaviour *is = &wi_view_program(now)->is.behaviours[who->behaviour];
    wend_range others = {is->activities.first + 1, is->activities.count - 1};
    if (others.count == 0) return WEND_GO_ON;
    float since = (float)((uint32_t)now->tick - now->mind[who->row].since) * now->step;
    bool looks = who->activity == is->start || (is->every > 0.0f && since >= is->every);
    if (!looks || (now->role[who->row].flags & WEND_FLAG_ARRIVED && who->activity != is->start)) return WEND_GO_ON;
    return draw(who, others);
}

const wend_decider wend_decider_choice = {
    .name = "choice",
    .summary = "one of several alternatives, by utility and chance (logit)",
    .decide = decide,
};
