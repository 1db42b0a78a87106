// A behaviour as a graph of its activities, and pictures of it.
#ifndef WI_GRAPH_H
#define WI_GRAPH_H

#include "scenario/scenario.h"

typedef struct wi_graph_node {
    const char *name;
    char detail[2][80]; // where one goes, and how long it takes; "" where there is nothing to say
    bool start, final;
    uint32_t layer; // from the top
    double x, y;    // of its middle
    double width, height;
} wi_graph_node;

typedef struct wi_graph_edge {
    uint32_t from, to;
    char label[120];
    bool back;   // closes a round
    double lane; // x of its way beside the layers; NAN: straight to the next layer
} wi_graph_edge;

typedef struct wi_graph {
    const char *name;
    const char *kind; // of its decider
    wi_graph_node *node;
    uint32_t node_count;
    wi_graph_edge *edge;
    uint32_t edge_count, edge_room;
    double width, height;
} wi_graph;

// Makes the graph of one behaviour; false without memory.
bool wi_graph_open(wi_graph *graph, const wi_scenario *scenario, uint32_t behaviour);
void wi_graph_close(wi_graph *graph);

// Places nodes in layers, each as near as can be to those it is joined with.
bool wi_graph_place(wi_graph *graph);

// As text for graphviz; as a picture, which must have been placed.
void wi_graph_print_dot(const wi_graph *graph, FILE *to);
void wi_graph_print_svg(const wi_graph *graph, FILE *to);

// A condition in words.
void wi_condition_text(const wi_scenario *scenario, uint32_t condition, char *text, size_t size);

#endif
