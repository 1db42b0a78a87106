// Where the nodes of a graph are drawn: in layers, each below what leads to it, within a layer by the middle of those
// they are joined with (Sugiyama, Tagawa and Toda 1981). Ways that do not lead to the next layer go round at the sides.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "scenario/graph.h"

#define LETTER 7.2  // width of a letter
#define LINE 17.0   // height of a line of text
#define BORDER 16.0 // of the picture, and within a node
#define GAP 46.0    // between nodes of a layer
#define FALL 92.0   // between layers
#define LANE 22.0   // between ways at the sides
#define SWEEPS 8
#define ROUNDS_DEEP 1000

typedef struct layers {
    wi_graph *graph;
    uint32_t *order, *scratch; // nodes, layer by layer
    double *wish;              // where each would like to be
    uint32_t count;
} layers;

static void measure(wi_graph_node *node) {
    size_t longest = strlen(node->name);
    uint32_t lines = 1;
    for (uint32_t i = 0; i < 2; i++) {
        size_t length = strlen(node->detail[i]);
        if (length > longest) longest = length;
        lines += length > 0;
    }
    node->width = LETTER * (double)longest + 2.0 * BORDER;
    node->height = LINE * lines + BORDER;
}

// A way that leads back to where a walk from the start is still under way closes a round.
static void find_rounds(layers *all, uint32_t node, uint8_t *mark, uint32_t depth) {
    wi_graph *graph = all->graph;
    mark[node] = 1;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        wi_graph_edge *edge = &graph->edge[e];
        if (edge->from != node) continue;
        edge->back = mark[edge->to] == 1;
        if (mark[edge->to] == 0 && depth < ROUNDS_DEEP) find_rounds(all, edge->to, mark, depth + 1);
    }
    mark[node] = 2;
}

// Everything stands below what leads to it, but for rounds; the number of sweeps ends what no walk has found.
static void find_layers(layers *all) {
    wi_graph *graph = all->graph;
    bool changed = true;
    for (uint32_t sweep = 0; changed && sweep < graph->node_count; sweep++) {
        changed = false;
        for (uint32_t e = 0; e < graph->edge_count; e++) {
            const wi_graph_edge *edge = &graph->edge[e];
            uint32_t below = graph->node[edge->from].layer + 1;
            if (edge->back || edge->from == edge->to || graph->node[edge->to].layer >= below) continue;
            graph->node[edge->to].layer = below;
            changed = true;
        }
    }
    for (uint32_t i = 0; i < graph->node_count; i++)
        if (graph->node[i].layer + 1 > all->count) all->count = graph->node[i].layer + 1;
}

static bool comes_before(const void *things, uint32_t a, uint32_t b) {
    const layers *all = things;
    const wi_graph_node *node = all->graph->node;
    if (node[a].layer != node[b].layer) return node[a].layer < node[b].layer;
    return all->wish[a] != all->wish[b] ? all->wish[a] < all->wish[b] : a < b;
}

// One layer after the other from the left, and all layers about the same middle.
static void spread(layers *all) {
    wi_graph *graph = all->graph;
    uint32_t count = graph->node_count;
    wi_sort(all->order, all->scratch, count, comes_before, all);
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        double width = -GAP, x;
        for (end = begin; end < count && graph->node[all->order[end]].layer == graph->node[all->order[begin]].layer;
             end++)
            width += graph->node[all->order[end]].width + GAP;
        x = -0.5 * width;
        for (uint32_t i = begin; i < end; i++) {
            wi_graph_node *node = &graph->node[all->order[i]];
            node->x = x + 0.5 * node->width;
            x += node->width + GAP;
        }
    }
}

static void wish(layers *all) {
    wi_graph *graph = all->graph;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        double sum = 0.0;
        uint32_t count = 0;
        for (uint32_t e = 0; e < graph->edge_count; e++) {
            const wi_graph_edge *edge = &graph->edge[e];
            if (edge->from == edge->to || (edge->from != i && edge->to != i)) continue;
            sum += graph->node[edge->from == i ? edge->to : edge->from].x;
            count++;
        }
        all->wish[i] = count > 0 ? sum / count : graph->node[i].x;
    }
}

static void fall(layers *all) {
    wi_graph *graph = all->graph;
    double y = 3.0 * BORDER;
    for (uint32_t layer = 0; layer < all->count; layer++) {
        double tallest = 0.0;
        for (uint32_t i = 0; i < graph->node_count; i++)
            if (graph->node[i].layer == layer) tallest = fmax(tallest, graph->node[i].height);
        for (uint32_t i = 0; i < graph->node_count; i++)
            if (graph->node[i].layer == layer) graph->node[i].y = y + 0.5 * tallest;
        y += tallest + FALL;
    }
    graph->height = y - FALL + 2.0 * BORDER;
}

// Ways down over several layers go round at the left, ways back at the right.
static void give_lanes(layers *all) {
    wi_graph *graph = all->graph;
    double left = 0.0, right = 0.0, labels[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < graph->node_count; i++) {
        left = fmin(left, graph->node[i].x - 0.5 * graph->node[i].width);
        right = fmax(right, graph->node[i].x + 0.5 * graph->node[i].width);
    }
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        wi_graph_edge *edge = &graph->edge[e];
        uint32_t from = graph->node[edge->from].layer, to = graph->node[edge->to].layer;
        if (to == from + 1) continue;
        edge->lane = to > from ? (left -= LANE) : (right += LANE);
        labels[to <= from] = fmax(labels[to <= from], LETTER * (double)strlen(edge->label));
    }
    double shift = BORDER - left + 0.5 * labels[0];
    graph->width = right + 0.5 * labels[1] + BORDER + shift;
    for (uint32_t i = 0; i < graph->node_count; i++) graph->node[i].x += shift;
    for (uint32_t e = 0; e < graph->edge_count; e++) graph->edge[e].lane += shift;
}

bool wi_graph_place(wi_graph *graph) {
    uint32_t count = graph->node_count;
    layers all = {graph, malloc((count + 1) * sizeof *all.order), malloc((count + 1) * sizeof *all.scratch),
                  calloc(count + 1, sizeof *all.wish), 0};
    uint8_t *mark = calloc(count + 1, sizeof *mark);
    bool room = all.order && all.scratch && all.wish && mark;
    if (room) {
        for (uint32_t i = 0; i < count; i++) all.order[i] = i;
        for (uint32_t i = 0; i < count; i++) measure(&graph->node[i]);
        for (uint32_t i = 0; i < count; i++)
            if (graph->node[i].start) find_rounds(&all, i, mark, 0);
        find_layers(&all);
        spread(&all);
        for (uint32_t i = 0; i < SWEEPS; i++) {
            wish(&all);
            spread(&all);
        }
        fall(&all);
        give_lanes(&all);
    }
    free(all.order);
    free(all.scratch);
    free(all.wish);
    free(mark);
    return room;
}
