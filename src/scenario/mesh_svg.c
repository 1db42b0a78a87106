// A drawing of a mesh: one picture, the levels below each other. Cells are pale, what one crosses is thin, doors are
// orange, seams blue, walls dark.
#include <math.h>

#include "scenario/mesh.h"

#define GAP 2.0 // m between levels

typedef struct drawing {
    const wi_mesh *mesh;
    FILE *to;
    wend_point min, max; // of all corners
} drawing;

static drawing measure(const wi_mesh *mesh, FILE *to) {
    drawing d = {mesh, to, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        wend_point at = mesh->corners[i];
        d.min = (wend_point){fmin(d.min.x, at.x), fmin(d.min.y, at.y)};
        d.max = (wend_point){fmax(d.max.x, at.x), fmax(d.max.y, at.y)};
    }
    if (mesh->corner_count == 0) d.min = d.max = (wend_point){0.0, 0.0};
    return d;
}

// In the picture y points down.
static void print_point(const drawing *d, uint32_t edge, uint32_t level) {
    wend_point at = d->mesh->corners[d->mesh->edges[edge].corner];
    fprintf(d->to, "%.4f,%.4f", at.x - d->min.x, d->max.y - at.y + level * (d->max.y - d->min.y + GAP));
}

static void print_cell(const drawing *d, uint32_t cell, uint32_t first) {
    const wend_map_cell *is = &d->mesh->cells[cell];
    fprintf(d->to, "<polygon class='%s' points='", is->zone == 0 ? "floor" : "zone");
    for (uint32_t i = 0; i < is->edge_count; i++) {
        if (i > 0) fputc(' ', d->to);
        print_point(d, first + i, is->level);
    }
    fputs("'/>\n", d->to);
}

// Corners belong to one level, so twins that do not share them are a seam.
static const char *class_of(const wi_mesh *mesh, uint32_t edge, uint32_t next) {
    const wend_map_edge *is = &mesh->edges[edge];
    if (is->twin == WEND_NO_EDGE) return "wall";
    if (mesh->edges[is->twin].corner != mesh->edges[next].corner) return "seam";
    return is->door != 0 ? "door" : NULL;
}

// What is merely crossed is the rim of a cell, which is drawn already.
static void print_edges(const drawing *d, uint32_t cell, uint32_t first) {
    const wend_map_cell *is = &d->mesh->cells[cell];
    for (uint32_t i = 0; i < is->edge_count; i++) {
        uint32_t edge = first + i, next = first + (i + 1) % is->edge_count;
        const char *class = class_of(d->mesh, edge, next);
        if (class == NULL) continue;
        fprintf(d->to, "<polyline class='%s' points='", class);
        print_point(d, edge, is->level);
        fputc(' ', d->to);
        print_point(d, next, is->level);
        fputs("'/>\n", d->to);
    }
}

static void print_all(const drawing *d, void (*print)(const drawing *, uint32_t, uint32_t)) {
    for (uint32_t cell = 0, first = 0; cell < d->mesh->cell_count; first += d->mesh->cells[cell++].edge_count)
        print(d, cell, first);
}

void wi_mesh_print_svg(const wi_mesh *mesh, uint32_t levels, FILE *to) {
    drawing d = measure(mesh, to);
    double width = d.max.x - d.min.x, height = levels * (d.max.y - d.min.y + GAP);
    fprintf(to, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1 -1 %.4f %.4f'>\n", width + 2.0, height);
    fputs("<style>* { stroke-width: 1.5px; vector-effect: non-scaling-stroke; fill: none }\n"
          ".floor { fill: #eef2f5; stroke: #b9c4cd; stroke-width: 0.7px }\n"
          ".zone { fill: #f6ead2; stroke: #cdbb90; stroke-width: 0.7px }\n"
          ".wall { stroke: #2b333a } .door { stroke: #e07b00 } .seam { stroke: #1f6fd0 }</style>\n",
          to);
    print_all(&d, print_cell);
    print_all(&d, print_edges);
    fputs("</svg>\n", to);
}
