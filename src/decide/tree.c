// Behaviour trees. A sequence does its children one after the other and fails with the first that fails; `first` does the
// first child that does not fail. Nodes may need a condition, which is looked at anew in every step as long as an agent is
// at or before them, so that what comes first in a `first` takes over as soon as it can.
#include "decide/minds.h"

typedef enum outcome { FAILED, SUCCEEDED, RUNNING } outcome;

typedef struct walk {
    const wend_thought *who;
    const wend_node *node;
    uint32_t at;     // the leaf that the agent is at, or UINT32_MAX
    uint32_t chosen; // the leaf to be at
} walk;

static bool is_below(const walk *w, uint32_t index) {
    return w->at != UINT32_MAX && w->at >= index && w->at < index + w->node[index].size;
}

static outcome visit(walk *w, uint32_t index);

static outcome visit_leaf(walk *w, uint32_t index) {
    bool here = w->at == index;
    if (here && wend_thought_holds(w->who, w->node[index].done)) return SUCCEEDED;
    w->chosen = index;
    return RUNNING;
}

// Children before the one that the agent is in have succeeded already.
static outcome visit_sequence(walk *w, uint32_t index) {
    uint32_t end = index + w->node[index].size, child = index + 1;
    if (is_below(w, index))
        while (!is_below(w, child)) child += w->node[child].size;
    for (; child < end; child += w->node[child].size) {
        outcome is = visit(w, child);
        if (is != SUCCEEDED) return is;
    }
    return SUCCEEDED;
}

static outcome visit_first(walk *w, uint32_t index) {
    uint32_t end = index + w->node[index].size;
    for (uint32_t child = index + 1; child < end; child += w->node[child].size) {
        outcome is = visit(w, child);
        if (is != FAILED) return is;
    }
    return FAILED;
}

static outcome visit(walk *w, uint32_t index) {
    const wend_node *node = &w->node[index];
    if (node->when > 0 && !wend_thought_holds(w->who, node->when - 1)) return FAILED;
    if (node->kind == WEND_NODE_DO) return visit_leaf(w, index);
    return node->kind == WEND_NODE_SEQUENCE ? visit_sequence(w, index) : visit_first(w, index);
}

static uint32_t leaf_of(const wend_behaviours *all, wend_range nodes, uint32_t activity) {
    for (uint32_t i = nodes.first; i < nodes.first + nodes.count; i++)
        if (all->nodes[i].kind == WEND_NODE_DO && all->nodes[i].activity == activity) return i;
    return UINT32_MAX;
}

// A tree that is through begins again, but not from a final leaf. One that fails as a whole goes on with what it is at.
static uint32_t decide(const wend_thought *who) {
    const wend_behaviours *all = &wi_view_program(who->now)->is;
    wend_range nodes = all->behaviours[who->behaviour].nodes;
    if (wi_is_over(who->now, who->row, who->activity)) return WEND_GO_ON;
    walk w = {who, all->nodes, leaf_of(all, nodes, who->activity), UINT32_MAX};
    outcome is = visit(&w, nodes.first);
    if (is == SUCCEEDED) {
        w.at = UINT32_MAX;
        is = visit(&w, nodes.first);
    }
    if (is != RUNNING || all->nodes[w.chosen].activity == who->activity) return WEND_GO_ON;
    return all->nodes[w.chosen].activity;
}

const wend_decider wend_decider_tree = {
    .name = "tree",
    .summary = "a behaviour tree of sequences and alternatives",
    .decide = decide,
};
