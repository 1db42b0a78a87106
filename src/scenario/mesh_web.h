// A triangulation of points of a grid in which given lines are edges (constrained Delaunay). Every edge is a pair of
// half-edges 2e and 2e + 1 that run in opposite directions, each with its triangle to the left:
//
//            apex
//            /  \          next[h] is the one after h round its triangle
//           /    \         h ^ 1 belongs to the triangle on the other side
//     from o--h-->o
//
// Around everything lies a square, so every point that is added falls into a triangle.
#ifndef WI_MESH_WEB_H
#define WI_MESH_WEB_H

#include <stdbool.h>

#include "scenario/mesh_exact.h"
#include "wend/base.h"

#define WI_NONE UINT32_MAX

// What lies on an edge, seen along it. Lines that lie on each other add up.
typedef struct wi_line_label {
    int32_t rooms, solids; // rings that have their inside to the left, less those that have it to the right
    bool wall;             // nobody crosses it
    bool border;           // of a region: cells end here
    uint32_t door;         // number + 1; 0: none
    int32_t seam;          // number + 1 of one that is crossed from the left, negative: from the right; 0: none
} wi_line_label;

typedef struct wi_web_line { // waiting to be drawn
    uint32_t a, b;
    wi_line_label label;
} wi_web_line;

typedef struct wi_web {
    wi_knot *knot; // the first four are the corners of the square
    uint32_t *out; // a half-edge from each knot
    uint32_t knot_count, knot_capacity, out_capacity;
    uint32_t *from, *next; // of each half-edge; next is WI_NONE outside the square
    uint32_t half_count, from_capacity, next_capacity;
    uint32_t *line; // of each edge: its label's index + 1, or 0
    uint32_t line_capacity;
    wi_line_label *label;
    uint32_t label_count, label_capacity;
    uint32_t last;   // a half-edge inside the square, where the next search starts
    uint32_t *doubt; // edges that may not be Delaunay
    uint32_t doubt_count, doubt_capacity;
    uint32_t *crossed; // by the line being drawn
    uint32_t crossed_count, crossed_capacity;
    wi_web_line *waiting;
    uint32_t waiting_count, waiting_capacity;
} wi_web;

// False without memory. Close in any case.
bool wi_web_open(wi_web *web);
void wi_web_close(wi_web *web);

// The number of the knot at a point, new or not; WI_NONE without memory.
uint32_t wi_web_add(wi_web *web, wi_knot at);

// Makes a line an edge, or several: where it crosses another, both are bent to the nearest point of the grid.
// WEND_BAD_ARGUMENT if lines cross too often to go on.
wend_result wi_web_draw(wi_web *web, uint32_t a, uint32_t b, const wi_line_label *label);

// What lies on a half-edge, seen along it; all 0 if nothing does.
wi_line_label wi_web_label(const wi_web *web, uint32_t half);

// Lays something on a half-edge, on top of what is there; false without memory.
bool wi_web_lay(wi_web *web, uint32_t half, wi_line_label label);

// Turns an edge in the quadrilateral of its two triangles.
void wi_web_flip(wi_web *web, uint32_t half);

// Flips what is in doubt until everything but the lines is Delaunay.
bool wi_web_doubt(wi_web *web, uint32_t half);
bool wi_web_settle(wi_web *web);

static inline uint32_t wi_apex(const wi_web *web, uint32_t half) { return web->from[web->next[web->next[half]]]; }

#endif
