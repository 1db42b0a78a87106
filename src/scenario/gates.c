// Goals from which people go on one after the other, such as a door that lets so many pass in a second.
#include "base/error.h"
#include "scenario/room.h"
#include "scenario/run_state.h"

bool wi_gates_open(wi_run *run) {
    wi_run_state *state = wi_state(run);
    state->gate = calloc(run->scenario->goal_count + 1, sizeof *state->gate);
    return state->gate != NULL;
}

void wi_gates_close(wi_run *run) {
    wi_run_state *state = wi_state(run);
    free(state->gate);
    free(state->at_gate);
    state->gate = NULL;
    state->at_gate = NULL;
}

// The goal where a traveller is on its way, if people go on from it one after the other; else NULL.
static const wi_goal_source *gate_goal(const wi_run *run, uint32_t traveller) {
    const wi_journey *journey = &wi_state(run)->journey[traveller];
    const wi_goal_plan *plan = &run->scenario->group[run->traveller[traveller].group].goal;
    if (journey->own_goal || plan->kind != WI_GOAL_WAY) return NULL;
    const wi_goal_source *goal = &plan->way[journey->goal];
    return goal->headway > 0.0 ? goal : NULL;
}

// Goals in one place are one gate.
static uint32_t gate_of(const wi_run *run, const wi_goal_source *goal) {
    uint32_t i = 0;
    while (i < run->scenario->goal_count && !wi_goal_same(&run->scenario->goal[i], goal)) i++;
    return i;
}

bool wi_gate_holds(const wi_run *run, uint32_t traveller) { return gate_goal(run, traveller) != NULL; }

wend_result wi_gate_wait(wi_run *run, uint32_t traveller, wend_error *error) {
    wi_run_state *state = wi_state(run);
    if (!wi_room(&state->at_gate, &state->at_gate_capacity, state->at_gate_count + 1, sizeof *state->at_gate))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for those who wait at a goal");
    state->at_gate[state->at_gate_count++] = traveller;
    return WEND_OK;
}

wend_result wi_gates_step(wi_run *run, wend_error *error) {
    wi_run_state *state = wi_state(run);
    double now = wi_run_time(run);
    uint32_t waiting = 0;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < state->at_gate_count; i++) {
        uint32_t traveller = state->at_gate[i];
        if (run->traveller[traveller].gone) continue;
        const wi_goal_source *goal = gate_goal(run, traveller);
        wi_gate *gate = &state->gate[gate_of(run, goal)];
        if (result != WEND_OK || now < gate->free_at - 1e-9) {
            state->at_gate[waiting++] = traveller;
            continue;
        }
        gate->free_at = now + goal->headway;
        result = wi_goal_go_on(run, traveller, error);
    }
    state->at_gate_count = waiting;
    return result;
}

void wi_gates_check(const wi_goal_plan *plan, wi_problems *problems) {
    for (uint32_t i = 0; i < plan->way_count; i++) {
        const wi_goal_source *goal = &plan->way[i];
        if (!(goal->headway > 0.0)) continue;
        bool last = plan->kind != WI_GOAL_WAY || (i + 1 == plan->way_count && !plan->again);
        if (last)
            wi_problem_add(problems, goal->place,
                           "`headway` is of a goal from which a `way` leads on, not of a last one");
        else if (!goal->name)
            wi_problem_add(problems, goal->place, "`headway` is of a goal with a name, in `goals`");
    }
}
