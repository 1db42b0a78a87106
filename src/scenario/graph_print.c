// Graphs on paper: DOT for graphviz, SVG for everybody else.
#include <math.h>
#include <string.h>

#include "scenario/graph.h"

#define BEND 8.0  // radius of a corner
#define PORT 12.0 // between ways at one node

// In quotes of DOT, with \n between lines.
static void dot_text(FILE *to, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', to);
        fputc(*text, to);
    }
}

void wi_graph_print_dot(const wi_graph *graph, FILE *to) {
    fprintf(to, "digraph \"");
    dot_text(to, graph->name);
    fprintf(to, "\" {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const wi_graph_node *node = &graph->node[i];
        fprintf(to, "  %u [label=\"", i);
        dot_text(to, node->name);
        for (uint32_t k = 0; k < 2; k++) {
            if (node->detail[k][0]) fputs("\\n", to);
            dot_text(to, node->detail[k]);
        }
        fprintf(to, "\"%s%s];\n", node->start ? ", penwidth=2" : "", node->final ? ", peripheries=2" : "");
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        fprintf(to, "  %u -> %u [label=\"", graph->edge[i].from, graph->edge[i].to);
        dot_text(to, graph->edge[i].label);
        fprintf(to, "\"];\n");
    }
    fprintf(to, "}\n");
}

// SVG ------------------------------------------------------------------------------------------------------------------

static void xml_text(FILE *to, const char *text) {
    for (; *text; text++) {
        const char *entity = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (entity)
            fputs(entity, to);
        else if ((unsigned char)*text >= 0x20) // other control characters are not allowed in XML
            fputc(*text, to);
    }
}

static void put_text(FILE *to, double x, double y, const char *style, const char *text) {
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, style);
    xml_text(to, text);
    fprintf(to, "</text>\n");
}

static void put_node(FILE *to, const wi_graph_node *node) {
    double x = node->x - 0.5 * node->width, y = node->y - 0.5 * node->height;
    if (node->final)
        fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"13\" class=\"outer\"/>\n", x - 4.0,
                y - 4.0, node->width + 8.0, node->height + 8.0);
    fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"10\" class=\"%s\"/>\n", x, y,
            node->width, node->height, node->start ? "start" : "state");
    double line = y + 20.0;
    put_text(to, node->x, line, "name", node->name);
    for (uint32_t i = 0; i < 2; i++)
        if (node->detail[i][0]) put_text(to, node->x, line += 17.0, "detail", node->detail[i]);
}

static void put_label(FILE *to, double x, double y, const char *label) {
    double width = 6.4 * (double)strlen(label) + 8.0;
    if (!*label) return;
    fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"16\" class=\"paper\"/>\n", x - 0.5 * width,
            y - 12.0, width);
    put_text(to, x, y, "label", label);
}

// A bend from one direction into the other, both along an axis.
static void put_bend(FILE *to, double x, double y, double next_x, double next_y) {
    double dx = next_x - x, dy = next_y - y, length = fmax(fabs(dx), fabs(dy)), r = fmin(BEND, 0.5 * length);
    double along = length > 0.0 ? r / length : 0.0;
    fprintf(to, "Q%.1f %.1f %.1f %.1f", x, y, x + along * dx, y + along * dy);
}

// Out of the bottom of one node, between the layers to the lane, along it, and into the top of the other.
static void put_round(FILE *to, double x0, double y0, double out, double lane, double in, double x1, double y1) {
    double side = lane < x0 ? -1.0 : 1.0, back = lane < x1 ? 1.0 : -1.0, down = in > out ? 1.0 : -1.0;
    fprintf(to, "<path d=\"M%.1f %.1fL%.1f %.1f", x0, y0, x0, out - BEND);
    put_bend(to, x0, out, lane, out);
    fprintf(to, "L%.1f %.1f", lane - side * BEND, out);
    put_bend(to, lane, out, lane, in);
    fprintf(to, "L%.1f %.1f", lane, in - down * BEND);
    put_bend(to, lane, in, x1, in);
    fprintf(to, "L%.1f %.1f", x1 - back * BEND, in);
    put_bend(to, x1, in, x1, y1);
    fprintf(to, "L%.1f %.1f\" class=\"way\"/>\n", x1, y1);
}

// To the next layer straight, otherwise round at a side. Ways that leave one node stand beside each other, and their
// labels at different heights.
static void put_edge(FILE *to, const wi_graph *graph, const wi_graph_edge *edge, uint32_t sibling, bool label) {
    const wi_graph_node *a = &graph->node[edge->from], *b = &graph->node[edge->to];
    uint32_t number = (uint32_t)(edge - graph->edge);
    double x0 = a->x + PORT * (sibling % 2 ? 1.0 : -1.0) * (sibling + 1) / 2, y0 = a->y + 0.5 * a->height;
    double x1 = b->x + PORT * ((double)(number % 5) - 2.0), y1 = b->y - 0.5 * b->height - (b->final ? 4.0 : 0.0);
    if (!isnan(edge->lane)) {
        double out = y0 + 20.0 + 5.0 * (sibling % 4), in = y1 - 18.0 - 5.0 * (number % 4);
        if (label)
            put_label(to, edge->lane, 0.5 * (out + in) + 18.0 * ((double)(number % 5) - 2.0), edge->label);
        else
            put_round(to, x0, y0, out, edge->lane, in, x1, y1);
        return;
    }
    double t = 0.3 + 0.2 * (sibling % 3), along = 3.0 * t * t - 2.0 * t * t * t;
    if (label)
        put_label(to, x0 + (x1 - x0) * along, y0 + (y1 - y0) * t + 6.0, edge->label);
    else
        fprintf(to, "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" class=\"way\"/>\n", x0, y0, x0,
                y0 + 0.45 * (y1 - y0), x1, y1 - 0.45 * (y1 - y0), x1, y1);
}

static void put_edges(FILE *to, const wi_graph *graph, bool labels) {
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        uint32_t sibling = 0;
        for (uint32_t k = 0; k < i; k++) sibling += graph->edge[k].from == graph->edge[i].from;
        put_edge(to, graph, &graph->edge[i], sibling, labels);
    }
}

void wi_graph_print_svg(const wi_graph *graph, FILE *to) {
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n"
            "<style>text{font:13px sans-serif;text-anchor:middle;fill:#222}.name{font-weight:bold}"
            ".detail,.label{font-size:12px;fill:#555}.label{fill:#245}.state,.start{fill:#f2f6fa;stroke:#567}"
            ".start{stroke-width:2.5}.outer{fill:none;stroke:#567}.paper{fill:#fff;fill-opacity:.85}"
            ".way{fill:none;stroke:#679;stroke-width:1.4;marker-end:url(#tip)}</style>\n"
            "<defs><marker id=\"tip\" markerWidth=\"9\" markerHeight=\"8\" refX=\"8\" refY=\"4\" orient=\"auto\">"
            "<path d=\"M0 0L9 4L0 8z\" fill=\"#679\"/></marker></defs>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            graph->width, graph->height, graph->width, graph->height);
    char title[200];
    (void)snprintf(title, sizeof title, "%.100s (%s)", graph->name, graph->kind);
    put_text(to, 0.5 * graph->width, 22.0, "name", title);
    put_edges(to, graph, false);
    for (uint32_t i = 0; i < graph->node_count; i++) put_node(to, &graph->node[i]);
    put_edges(to, graph, true);
    fprintf(to, "</svg>\n");
}
