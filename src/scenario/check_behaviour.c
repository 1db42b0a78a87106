// What is wrong with a machine as a whole: states that nobody comes to, states that nobody leaves, and rounds that take no
// time.
#include "scenario/behaviour.h"

typedef struct graph {
    wi_behaviour_reader *b;
    const wend_behaviours *is;
    wend_range states;
    uint8_t *mark; // of each state
} graph;

enum { UNSEEN, OPEN, SEEN };

static const wend_activity *state_at(const graph *g, uint32_t state) {
    return &g->is->activities[g->states.first + state];
}

// True if a condition holds at once and always.
static bool is_instant(const wend_behaviours *is, uint32_t index) {
    const wend_condition *c = &is->conditions[index];
    if (c->kind == WEND_IF_ALWAYS) return true;
    if (c->kind != WEND_IF_ALL && c->kind != WEND_IF_ANY) return false;
    bool any = c->kind == WEND_IF_ANY;
    for (uint32_t used = 1; used < c->size; used += c[used].size)
        if (is_instant(is, index + used) == any) return any;
    return !any;
}

// States in the order in which a search finds them; each is looked at once.
static void search(const graph *g, uint32_t start, uint32_t *list) {
    uint32_t count = 1;
    list[0] = start;
    g->mark[start] = SEEN;
    for (uint32_t done = 0; done < count; done++) {
        wend_range next = state_at(g, list[done])->next;
        for (uint32_t t = 0; t < next.count; t++) {
            wend_range branches = g->is->transitions[next.first + t].branches;
            for (uint32_t i = 0; i < branches.count; i++) {
                uint32_t to = g->is->branches[branches.first + i].activity - g->states.first;
                if (g->mark[to] == UNSEEN) list[count++] = to;
                g->mark[to] = SEEN;
            }
        }
    }
}

static void check_reached(const graph *g, uint32_t *list) {
    const wend_behaviour *is = &g->is->behaviours[g->b->behaviour];
    search(g, is->start - is->activities.first, list);
    for (uint32_t i = 0; i < g->states.count; i++)
        if (g->mark[i] == UNSEEN)
            wi_problem_add(g->b->reader->problems, g->b->into->activity_place[g->states.first + i],
                           "nobody comes to state `%.60s`: no way leads there from the start, `%.60s`",
                           state_at(g, i)->name, g->is->activities[is->start].name);
}

static void check_left(const graph *g) {
    for (uint32_t i = 0; i < g->states.count; i++)
        if (state_at(g, i)->next.count == 0 && !state_at(g, i)->final)
            wi_problem_add(
                g->b->reader->problems, g->b->into->activity_place[g->states.first + i],
                "nobody leaves state `%.60s`: give it `next`, or `final: true` if the behaviour is over there",
                state_at(g, i)->name);
}

// The state to which the first transition that holds at once leads for sure, or UINT32_MAX.
static uint32_t instant_next(const graph *g, uint32_t state, uint32_t *transition) {
    wend_range next = state_at(g, state)->next;
    for (uint32_t t = 0; t < next.count; t++) {
        *transition = next.first + t;
        if (!is_instant(g->is, g->is->transitions[*transition].condition)) continue;
        return g->is->branches[g->is->transitions[*transition].branches.first].activity - g->states.first;
    }
    return UINT32_MAX;
}

// Each state has at most one such way out, so following it finds every round.
static void check_rounds(const graph *g) {
    for (uint32_t i = 0; i < g->states.count; i++) g->mark[i] = UNSEEN;
    for (uint32_t i = 0; i < g->states.count; i++) {
        uint32_t at = i, transition = 0;
        while (at != UINT32_MAX && g->mark[at] == UNSEEN) {
            g->mark[at] = OPEN;
            at = instant_next(g, at, &transition);
        }
        if (at != UINT32_MAX && g->mark[at] == OPEN)
            wi_problem_add(g->b->reader->problems, g->b->into->transition_place[transition],
                           "from here states go round without end and without time, through `%.60s`; give one of "
                           "them a `goal`, a `time` or another condition",
                           state_at(g, at)->name);
        for (at = i; at != UINT32_MAX && g->mark[at] == OPEN; at = instant_next(g, at, &transition)) g->mark[at] = SEEN;
    }
}

void wi_check_behaviour(wi_behaviour_reader *b) {
    const wend_behaviour *is = &b->is->behaviours[b->behaviour];
    if (is->decider != &wend_decider_machine) return;
    graph g = {b, b->is, is->activities, WI_TAKE(b->reader->arena, uint8_t, is->activities.count)};
    check_reached(&g, WI_TAKE(b->reader->arena, uint32_t, is->activities.count));
    check_left(&g);
    check_rounds(&g);
}
