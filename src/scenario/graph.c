#include "scenario/graph.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/room.h"

// Words ----------------------------------------------------------------------------------------------------------------

typedef struct words {
    char *at;
    size_t left;
} words;

__attribute__((format(printf, 2, 3))) static void say(words *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int used = vsnprintf(to->at, to->left, format, arguments);
    va_end(arguments);
    size_t step = used < 0 ? 0 : (size_t)used < to->left ? (size_t)used : to->left - 1;
    to->at += step;
    to->left -= step;
}

static void say_limits(words *to, const char *what, float low, float high) {
    if (isinf(low))
        say(to, "%s <= %g", what, (double)high);
    else if (isinf(high))
        say(to, "%s >= %g", what, (double)low);
    else
        say(to, "%g <= %s <= %g", (double)low, what, (double)high);
}

static void say_condition(words *to, const wi_scenario *scenario, uint32_t index);

static void say_parts(words *to, const wi_scenario *scenario, uint32_t index, const char *join) {
    const wend_condition *is = &scenario->behaviours.is.conditions[index];
    for (uint32_t used = 1; used < is->size; used += is[used].size) {
        if (used > 1) say(to, " %s ", join);
        bool group = is[used].size > 2;
        say(to, group ? "(" : "");
        say_condition(to, scenario, index + used);
        say(to, group ? ")" : "");
    }
    if (is->size == 1) say(to, "at once");
}

static void say_plain(words *to, wend_condition_kind kind) {
    static const char *const names[] = {"at once", "reached", "time over", "finished", "called", "granted", "refused"};
    say(to, "%s", (uint32_t)kind < WEND_COUNT(names) ? names[kind] : "?");
}

static void say_simple(words *to, const wi_scenario *scenario, const wend_condition *is) {
    switch (is->kind) {
    case WEND_IF_INSIDE:
        say(to, "in %s", scenario->behaviours.region_name[is->a]);
        break;
    case WEND_IF_COUNT:
        say_limits(to, "agents", is->low, is->high);
        say(to, " in %s", scenario->behaviours.region_name[is->a]);
        break;
    case WEND_IF_CLEAR:
        say(to, "%g m ahead clear", (double)is->low);
        break;
    case WEND_IF_NEAR:
        say(to, "%s within %g m", is->a ? scenario->profile[is->a - 1].name : "somebody", (double)is->high);
        break;
    case WEND_IF_TOGETHER:
        say(to, "all within %g m", (double)is->high);
        break;
    case WEND_IF_RATE:
        say(to, "by chance, %g/s", (double)is->low);
        break;
    case WEND_IF_ATTRIBUTE:
        say_limits(to, wend_attribute_name((wend_attribute)is->a), is->low, is->high);
        break;
    case WEND_IF_EVENT:
        say(to, "%s!", scenario->behaviours.is.events[is->a].name);
        break;
    default:
        say_plain(to, is->kind);
    }
}

static void say_condition(words *to, const wi_scenario *scenario, uint32_t index) {
    const wend_condition *is = &scenario->behaviours.is.conditions[index];
    if (is->kind < WEND_IF_ALL) {
        say_simple(to, scenario, is);
    } else if (is->kind == WEND_IF_NOT) {
        say(to, "not ");
        say_condition(to, scenario, index + 1);
    } else {
        say_parts(to, scenario, index, is->kind == WEND_IF_ALL ? "and" : "or");
    }
}

void wi_condition_text(const wi_scenario *scenario, uint32_t condition, char *text, size_t size) {
    words to = {text, size};
    text[0] = '\0';
    say_condition(&to, scenario, condition);
}

static void say_goal(char text[80], const wi_behaviours_source *from, const wend_chooser *goal) {
    static const char *const rules[WEND_CHOOSE_KINDS] = {
        [WEND_CHOOSE_FIRST] = "first of",       [WEND_CHOOSE_RANDOM] = "one of",
        [WEND_CHOOSE_WEIGHTED] = "one of",      [WEND_CHOOSE_NEAREST] = "nearest of",
        [WEND_CHOOSE_FARTHEST] = "farthest of", [WEND_CHOOSE_BEHIND] = "nearest behind of",
        [WEND_CHOOSE_HELD] = "the goal it has", [WEND_CHOOSE_OWN] = "its own goal",
        [WEND_CHOOSE_QUEUE] = "queue",          [WEND_CHOOSE_WITHIN] = "anywhere in",
        [WEND_CHOOSE_MIRRORED] = "mirrored"};
    words to = {text, 80};
    if (goal->kind == WEND_CHOOSE_NOTHING) return;
    say(&to, "to ");
    bool named = goal->sites.count > 0 || goal->kind == WEND_CHOOSE_QUEUE || goal->kind == WEND_CHOOSE_WITHIN;
    if (goal->sites.count != 1) say(&to, "%s%s", rules[goal->kind], named ? " " : "");
    for (uint32_t i = 0; i < goal->sites.count && i < 3; i++) {
        uint32_t site = from->is.lists[goal->sites.first + i].site;
        const char *name = from->site_name[site];
        if (i > 0) say(&to, ", ");
        if (name)
            say(&to, "%.24s", name);
        else
            say(&to, "(%.4g, %.4g)", from->is.sites[site].at.x, from->is.sites[site].at.y);
    }
    if (goal->kind == WEND_CHOOSE_QUEUE) say(&to, "%.40s", from->queue_name[goal->index]);
    if (goal->kind == WEND_CHOOSE_WITHIN) say(&to, "%.40s", from->region_name[goal->index]);
    if (goal->sites.count > 3) say(&to, ", ... %u", goal->sites.count);
}

static void say_time(char text[80], const wend_activity *is) {
    words to = {text, 80};
    if (is->walk == WEND_WALK_STAND) say(&to, is->timed ? "stands " : "stands");
    if (is->walk == WEND_WALK_FOLLOW) say(&to, is->timed ? "follows " : "follows");
    if (is->timed == 0) return;
    say(&to, is->timed == 2 ? "there for " : "for ");
    if (is->time.spread == WEND_UNIFORM)
        say(&to, "%.4g to %.4g s", (double)is->time.a, (double)is->time.b);
    else
        say(&to, "%s%.4g s", is->time.spread == WEND_CONSTANT ? "" : "about ", (double)is->time.a);
}

// Nodes and edges ------------------------------------------------------------------------------------------------------

static wi_graph_edge *add_edge(wi_graph *graph, uint32_t from, uint32_t to) {
    if (!wi_room(&graph->edge, &graph->edge_room, graph->edge_count + 1, sizeof *graph->edge)) return NULL;
    wi_graph_edge *edge = &graph->edge[graph->edge_count++];
    *edge = (wi_graph_edge){.from = from, .to = to, .lane = NAN};
    return edge;
}

static void make_node(wi_graph_node *node, const wi_behaviours_source *from, uint32_t activity) {
    const wend_activity *is = &from->is.activities[activity];
    node->name = is->name;
    node->final = is->final;
    say_goal(node->detail[0], from, &is->goal);
    say_time(node->detail[1], is);
    if (is->within && node->detail[1][0] == '\0')
        (void)snprintf(node->detail[1], sizeof node->detail[1], "within: %.60s",
                       from->is.behaviours[is->within - 1].name);
}

static bool add_transitions(wi_graph *graph, const wi_scenario *scenario, uint32_t first, uint32_t state) {
    const wend_behaviours *all = &scenario->behaviours.is;
    wend_range next = all->activities[first + state].next;
    for (uint32_t t = next.first; t < next.first + next.count; t++) {
        wend_range branches = all->transitions[t].branches;
        for (uint32_t i = 0; i < branches.count; i++) {
            const wend_branch *branch = &all->branches[branches.first + i];
            wi_graph_edge *edge = add_edge(graph, state, branch->activity - first);
            if (!edge) return false;
            wi_condition_text(scenario, all->transitions[t].condition, edge->label, sizeof edge->label - 12);
            size_t used = strlen(edge->label);
            if (branches.count > 1)
                (void)snprintf(edge->label + used, sizeof edge->label - used, " %.3g %%",
                               100.0 * (double)branch->weight);
        }
    }
    return true;
}

// Leaves in their order, and where a tree goes on after each.
static bool add_leaves(wi_graph *graph, const wi_scenario *scenario, const wend_behaviour *is) {
    for (uint32_t i = 0; i < is->nodes.count; i++) {
        const wend_node *node = &scenario->behaviours.is.nodes[is->nodes.first + i];
        uint32_t leaf = node->activity - is->activities.first;
        if (node->kind != WEND_NODE_DO || leaf + 1 >= graph->node_count) continue;
        wi_graph_edge *edge = add_edge(graph, leaf, leaf + 1);
        if (!edge) return false;
        wi_condition_text(scenario, node->done, edge->label, sizeof edge->label);
    }
    return true;
}

bool wi_graph_open(wi_graph *graph, const wi_scenario *scenario, uint32_t behaviour) {
    const wi_behaviours_source *from = &scenario->behaviours;
    const wend_behaviour *is = &from->is.behaviours[behaviour];
    uint32_t first = is->activities.first;
    *graph = (wi_graph){.name = is->name, .kind = is->decider->name, .node_count = is->activities.count};
    graph->node = calloc(is->activities.count + 1, sizeof *graph->node);
    if (!graph->node) return false;
    bool room = true;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        make_node(&graph->node[i], from, first + i);
        graph->node[i].start = is->start == first + i;
        if (is->decider == &wend_decider_machine) room &= add_transitions(graph, scenario, first, i);
        if (is->decider == &wend_decider_choice && i > 0) room &= add_edge(graph, 0, i) != NULL;
    }
    return is->decider == &wend_decider_tree ? room && add_leaves(graph, scenario, is) : room;
}

void wi_graph_close(wi_graph *graph) {
    free(graph->node);
    free(graph->edge);
    *graph = (wi_graph){0};
}
