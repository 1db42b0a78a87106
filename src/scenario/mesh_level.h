// Inside the building of a mesh: one level on its way from lines to cells.
#ifndef WI_MESH_LEVEL_H
#define WI_MESH_LEVEL_H

#include "scenario/mesh.h"
#include "scenario/mesh_web.h"

#define WI_SEAM_SPLIT (WI_NONE - 1) // several edges lie on it

typedef struct wi_level_line {
    wi_knot a, b;
    wi_line_label label;
} wi_level_line;

typedef struct wi_level_mesh {
    const wi_mesh_plan *plan;
    uint32_t level;
    double grid;         // m
    wend_point *outside; // of open ground: four corners
    wi_level_line *line;
    uint32_t line_count, line_capacity;
    wi_web web;
    uint32_t *face; // of each half-edge; WI_NONE outside the square
    uint32_t face_count;
    bool *walkable;      // of each face
    uint32_t *zone;      // of each face
    uint32_t *seam_edge; // of the whole mesh: by seam and side, the edge of the map, WI_NONE before it is found
} wi_level_mesh;

// The nearest point of the grid.
wi_knot wi_level_knot(const wi_level_mesh *level, wend_point at);

// All lines of the level: walls, rings, doors, rims of regions, seams. False without memory. (mesh_lines.c)
bool wi_level_lines(wi_level_mesh *level);

// The triangulation of all lines. (mesh_lines.c)
wend_result wi_level_draw(wi_level_mesh *level);

// Which faces can be walked on, and the zone of each. False without memory. (mesh_fill.c)
bool wi_level_fill(wi_level_mesh *level);

// Joins triangles to convex cells and adds these to the mesh. False without memory. (mesh_cells.c)
bool wi_level_cells(wi_level_mesh *level, wi_mesh *mesh);

#endif
