// Walls: the obstacles of a scene as line pieces, joined, linked and indexed.
#ifndef WI_WALLS_H
#define WI_WALLS_H

#include "base/memory.h"
#include "wend/scene.h"

// A node of the bounding-volume tree: a box and either two children or a run of walls.
typedef struct wi_wall_node {
    float min_x, min_y, max_x, max_y;
    uint32_t first; // leaf: first wall; inner: index of the left child (the right one follows it)
    uint32_t count; // leaf: how many walls; inner: 0
} wi_wall_node;

typedef struct wi_walls {
    wend_wall *wall; // grouped by level, in tree order
    uint32_t wall_count;
    uint8_t *kind;  // per wall, the wend_obstacle_kind it comes from
    uint32_t *door; // per wall, the number of its door from 1, or 0; NULL where there are no doors
    uint32_t door_count;
    uint32_t *barrier;  // per door, as in wend_door
    const bool *open;   // per door; a world's walls are the scene's, with open doors of its own
    wi_wall_node *node; // room for wall_count
    uint32_t node_count;
    uint32_t *root;  // per level, index of its tree's root or UINT32_MAX where a level has no wall
    uint32_t *first; // per level and one more, index of its first wall
    bool *rooms;     // per level, whether it has a room
    uint32_t levels;
} wi_walls;

// False for a door that is open: nobody sees, feels or meets it.
static inline bool wi_wall_stands(const wi_walls *walls, uint32_t wall) {
    return !walls->door || walls->door[wall] == 0 || !walls->open[walls->door[wall] - 1];
}

// Builds from the obstacles of a definition: checks them, joins collinear pieces, links neighbours, makes the trees.
wend_result wi_walls_build(wi_walls *walls, wi_memory *memory, const wend_scene_def *def, wend_error *error);
void wi_walls_free(wi_walls *walls, wi_memory *memory);

// Walls of a level whose bounding boxes touch the box [min, max]: at most `max_found`, in index order. Returns how many
// there are in all (so more than max_found means that some were left out).
uint32_t wi_walls_in_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max, uint32_t max_found,
                         uint32_t *found);

// The same one at a time, however many there are.
typedef struct wi_wall_walk {
    const wi_walls *walls;
    wend_vec min, max;
    uint32_t stack[64], depth; // nodes to look at
    uint32_t next, end;        // walls of the leaf
} wi_wall_walk;
wi_wall_walk wi_wall_walk_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max);
bool wi_wall_walk_next(wi_wall_walk *walk, uint32_t *wall);

// As wend_view_walls.
uint32_t wi_walls_near(const wi_walls *walls, uint32_t level, wend_vec at, float distance, uint32_t max_found,
                       uint32_t *found, float *distance2);

// True if no wall touches the line from -> to (touching counts; exact in double).
bool wi_walls_clear(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to);

// How far one may go from `from` towards `to` before touching a wall: the share 0 to 1 of the way, 1 if nothing is hit
// (touching at `to` itself counts as a hit), and the wall that is hit or UINT32_MAX. The share is rounded down.
float wi_walls_hit(const wi_walls *walls, uint32_t level, wend_vec from, wend_vec to, uint32_t *wall);

// True if the point lies inside a solid polygon or outside a room of the level.
bool wi_walls_forbid(const wi_walls *walls, uint32_t level, wend_vec at);

// The squared distance from a point to a wall and the nearest point on it.
float wi_wall_distance2(const wend_wall *wall, wend_vec at, wend_vec *nearest);

#endif
