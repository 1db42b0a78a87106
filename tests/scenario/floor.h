// Plans for tests of the mesh, and what must hold of any mesh.
#ifndef TEST_FLOOR_H
#define TEST_FLOOR_H

#include "scenario/mesh.h"

#define FLOOR_POINTS 4096
#define FLOOR_SHAPES 512

// A plan that grows piece by piece.
typedef struct floor_plan {
    wi_mesh_plan plan;
    wend_point point[FLOOR_POINTS];
    uint32_t point_count;
    wend_obstacle obstacle[FLOOR_SHAPES];
    wend_door door[FLOOR_SHAPES];
    wi_mesh_region region[FLOOR_SHAPES];
    wi_mesh_seam seam[8];
} floor_plan;

void floor_init(floor_plan *floor, uint32_t levels);
void floor_shape(floor_plan *floor, wend_obstacle_kind kind, uint32_t level, const wend_point *point, uint32_t count);
void floor_box(floor_plan *floor, wend_obstacle_kind kind, uint32_t level, double x0, double y0, double x1, double y1);
void floor_wall(floor_plan *floor, uint32_t level, double x0, double y0, double x1, double y1);
void floor_door(floor_plan *floor, uint32_t level, double x0, double y0, double x1, double y1);
void floor_region(floor_plan *floor, uint32_t level, uint32_t zone, double x0, double y0, double x1, double y1);

// True if one may stand there, by counting rings around the point; NAN-free points only.
bool floor_is_walkable(const floor_plan *floor, uint32_t level, wend_point at);

// How far the nearest line of the plan is (obstacles and doors).
double floor_line_distance(const floor_plan *floor, uint32_t level, wend_point at);

// The cell that holds a point, UINT32_MAX if none does; *count says how many do.
uint32_t mesh_cell_at(const wi_mesh *mesh, uint32_t level, wend_point at, uint32_t *count);

// Cells are convex with area, twins mutual with the same corners and door, corners in use.
void mesh_expect_sound(const wi_mesh *mesh);

// The cells cover exactly the walkable ground: `points` random points around it, and no portal crosses a wall.
void mesh_expect_covers(const wi_mesh *mesh, const floor_plan *floor, uint64_t seed, uint32_t points);

double mesh_area(const wi_mesh *mesh);

// The number of the part of the mesh that each cell belongs to, closed doors not passed; from malloc.
uint32_t *mesh_parts(const wi_mesh *mesh, bool doors_open);

#endif
