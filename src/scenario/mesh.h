// The navigation mesh: from walls, doors and regions to the convex cells of a wend_map. Everything is snapped to a grid
// first and exact from there on, so the same plan gives the same mesh on every machine.
#ifndef WI_MESH_H
#define WI_MESH_H

#include <stdio.h>

#include "wend/scene.h"

// Ground of its own kind: cells end at its rim and have its zone. Of regions that overlap the last holds.
typedef struct wi_mesh_region {
    uint32_t level;
    uint32_t zone; // 1 + index into the zones of the map
    const wend_point *points;
    uint32_t point_count;
} wi_mesh_region;

// Where one walks from one level to another: on level[i] over the line from end[i][0] to end[i][1], away from its left
// side. On both levels the ends are given so that one comes out on the left side of the other's line, first end at the
// other's second.
typedef struct wi_mesh_seam {
    uint32_t level[2];
    wend_point end[2][2];
} wi_mesh_seam;

typedef struct wi_mesh_plan {
    wend_point origin; // the scene's
    uint32_t levels;
    const wend_obstacle *obstacles;
    uint32_t obstacle_count;
    const wend_door *doors;
    uint32_t door_count;
    const wi_mesh_region *regions;
    uint32_t region_count;
    const wi_mesh_seam *seams;
    uint32_t seam_count;
    wend_point min, max; // levels without rooms are open ground: at least so far
} wi_mesh_plan;

typedef struct wi_mesh {
    wend_point *corners;
    wend_map_cell *cells;
    wend_map_edge *edges;
    uint32_t corner_count, cell_count, edge_count;
    uint32_t corner_capacity, cell_capacity, edge_capacity;
    double grid; // m, what it was snapped to
} wi_mesh;

// Builds the mesh of all levels. WEND_BAD_ARGUMENT where a seam is in the way of something or the ground is too large.
wend_result wi_mesh_build(wi_mesh *mesh, const wi_mesh_plan *plan, wend_error *error);
void wi_mesh_free(wi_mesh *mesh);

// As a scene wants it; valid while the mesh is.
wend_map wi_mesh_map(const wi_mesh *mesh, const wend_zone *zones, uint32_t zone_count);

// A drawing of it. (mesh_svg.c)
void wi_mesh_print_svg(const wi_mesh *mesh, uint32_t levels, FILE *to);

// A number that stands for the whole mesh.
uint64_t wi_mesh_hash(const wi_mesh *mesh);

#endif
