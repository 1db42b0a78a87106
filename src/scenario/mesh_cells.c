// From triangles to convex cells: edges that hold nothing apart are taken away, the longest first, wherever both ends stay
// convex (Hertel and Mehlhorn, "Fast triangulation of simple polygons", 1983: at most four times the fewest cells).
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "scenario/mesh_level.h"
#include "scenario/room.h"

#define CELL_EDGES_MAX 32 // more would make crossing a cell expensive

typedef struct joining {
    const wi_level_mesh *level;
    const wi_web *web;
    uint32_t *next, *before; // of each half-edge round its cell
    bool *gone;              // of each edge
    uint32_t *order, *scratch;
} joining;

static wi_knot knot_of(const joining *j, uint32_t half) { return j->web->knot[j->web->from[half]]; }

static bool longer(const void *things, uint32_t a, uint32_t b) {
    const joining *j = things;
    int64_t first = wi_knot_distance2(knot_of(j, 2 * a), knot_of(j, 2 * a + 1));
    int64_t second = wi_knot_distance2(knot_of(j, 2 * b), knot_of(j, 2 * b + 1));
    return first != second ? first > second : a < b;
}

static bool is_walkable(const wi_level_mesh *level, uint32_t half) {
    return level->face[half] != WI_NONE && level->walkable[level->face[half]];
}

// Without the edge, the rim goes a -> b -> c here.
static bool stays_convex(wi_knot a, wi_knot b, wi_knot c) {
    int64_t turn = wi_turn(a, b, c);
    return turn > 0 || (turn == 0 && wi_along(a, b, c) > 0);
}

static bool stays_convex_at_start(const joining *j, uint32_t half) {
    uint32_t after = j->next[half ^ 1];
    return stays_convex(knot_of(j, j->before[half]), knot_of(j, half), knot_of(j, after ^ 1));
}

static uint32_t rim_length(const joining *j, uint32_t half) {
    uint32_t count = 1;
    for (uint32_t at = j->next[half]; at != half && count <= CELL_EDGES_MAX; at = j->next[at]) count++;
    return count;
}

static bool is_needless(const joining *j, uint32_t half) {
    return stays_convex_at_start(j, half) && stays_convex_at_start(j, half ^ 1) &&
           rim_length(j, half) + rim_length(j, half ^ 1) - 2 <= CELL_EDGES_MAX;
}

static void follow(joining *j, uint32_t half, uint32_t next) {
    j->next[half] = next;
    j->before[next] = half;
}

static void take_away(joining *j, uint32_t half) {
    uint32_t before = j->before[half], next = j->next[half];
    follow(j, before, j->next[half ^ 1]);
    follow(j, j->before[half ^ 1], next);
    j->gone[half / 2] = true;
}

static void join_triangles(joining *j) {
    uint32_t count = 0;
    for (uint32_t half = 0; half < j->web->half_count; half++) {
        j->next[half] = j->web->next[half];
        if (j->next[half] != WI_NONE) j->before[j->next[half]] = half;
        bool inner = (half & 1) == 0 && j->web->line[half / 2] == 0 && is_walkable(j->level, half);
        if (inner) j->order[count++] = half / 2;
    }
    wi_sort(j->order, j->scratch, count, longer, j);
    for (uint32_t i = 0; i < count; i++)
        if (is_needless(j, 2 * j->order[i])) take_away(j, 2 * j->order[i]);
}

// Into the mesh --------------------------------------------------------------------------------------------------------

typedef struct printing {
    joining *from;
    wi_mesh *to;
    uint32_t *corner; // of each knot in the mesh, WI_NONE if it has none yet
    uint32_t *edge;   // of each half-edge in the mesh
} printing;

static bool add_corner(printing *p, uint32_t knot) {
    const wi_level_mesh *level = p->from->level;
    wi_mesh *to = p->to;
    if (p->corner[knot] != WI_NONE) return true;
    if (!wi_room(&to->corners, &to->corner_capacity, to->corner_count + 1, sizeof *to->corners)) return false;
    wi_knot at = p->from->web->knot[knot];
    wend_point origin = level->plan->origin;
    to->corners[to->corner_count] = (wend_point){origin.x + at.x * level->grid, origin.y + at.y * level->grid};
    p->corner[knot] = to->corner_count++;
    return true;
}

static bool add_edge(printing *p, uint32_t half) {
    wi_mesh *to = p->to;
    uint32_t knot = p->from->web->from[half];
    if (!add_corner(p, knot)) return false;
    if (!wi_room(&to->edges, &to->edge_capacity, to->edge_count + 1, sizeof *to->edges)) return false;
    p->edge[half] = to->edge_count;
    to->edges[to->edge_count++] = (wend_map_edge){p->corner[knot], WEND_NO_EDGE, 0};
    return true;
}

static bool add_cell(printing *p, uint32_t half) {
    const wi_level_mesh *level = p->from->level;
    wi_mesh *to = p->to;
    if (!wi_room(&to->cells, &to->cell_capacity, to->cell_count + 1, sizeof *to->cells)) return false;
    uint32_t at = half, before = to->edge_count;
    do {
        if (!add_edge(p, at)) return false;
        at = p->from->next[at];
    } while (at != half);
    to->cells[to->cell_count++] =
        (wend_map_cell){to->edge_count - before, level->level, level->zone[level->face[half]]};
    return true;
}

static void link_edge(const printing *p, uint32_t half) {
    wi_line_label label = wi_web_label(p->from->web, half);
    wend_map_edge *edge = &p->to->edges[p->edge[half]];
    if (label.seam > 0) {
        uint32_t *found = &p->from->level->seam_edge[label.seam - 1];
        *found = *found == WI_NONE ? p->edge[half] : WI_SEAM_SPLIT;
    }
    if (label.wall || !is_walkable(p->from->level, half ^ 1)) return;
    edge->twin = p->edge[half ^ 1];
    edge->door = label.door;
}

static bool print_cells(printing *p) {
    const joining *j = p->from;
    for (uint32_t half = 0; half < j->web->half_count; half++) {
        if (j->gone[half / 2] || !is_walkable(j->level, half) || p->edge[half] != WI_NONE) continue;
        if (!add_cell(p, half)) return false;
    }
    for (uint32_t half = 0; half < j->web->half_count; half++)
        if (p->edge[half] != WI_NONE) link_edge(p, half);
    return true;
}

static bool print_into(joining *j, wi_mesh *mesh) {
    printing p = {j, mesh, malloc(j->web->knot_count * sizeof *p.corner), malloc(j->web->half_count * sizeof *p.edge)};
    bool room = p.corner != NULL && p.edge != NULL;
    if (room) {
        memset(p.corner, 0xff, j->web->knot_count * sizeof *p.corner);
        memset(p.edge, 0xff, j->web->half_count * sizeof *p.edge);
        room = print_cells(&p);
    }
    free(p.corner);
    free(p.edge);
    return room;
}

bool wi_level_cells(wi_level_mesh *level, wi_mesh *mesh) {
    const wi_web *web = &level->web;
    size_t halves = web->half_count;
    uint32_t *all = malloc(3 * halves * sizeof *all);
    joining j = {.level = level, .web = web, .gone = calloc(halves / 2, sizeof *j.gone)};
    bool room = all != NULL && j.gone != NULL;
    if (room) {
        j.next = all;
        j.before = all + halves;
        j.order = all + 2 * halves;
        j.scratch = j.order + halves / 2;
        join_triangles(&j);
        room = print_into(&j, mesh);
    }
    free(j.gone);
    free(all);
    return room;
}
