// Searches on the map, from a goal outwards, until everyone or someone is reached.
//
// A search spreads windows. A window is a piece of an edge from all of which the way to the goal begins with a straight
// line to the same root: the goal itself, or a corner where the way bends. Looking from the root through a window into
// the cell behind it gives windows on the edges beyond; where a window ends at a corner of a wall, that corner is the
// root of what the wall hides. So lengths are those of shortest paths of a point, not of paths through the middles of
// edges (Cui, Harabor and Grastien 2017, turned round so that one search serves all who share a goal).
#ifndef WI_SEARCH_H
#define WI_SEARCH_H

#include "route/heap.h"
#include "route/terrain.h"

typedef struct wi_reach {
    wend_vec root;     // in the coordinates of the cell that the edge belongs to
    float cost;        // m, from the root to the goal
    float fee;         // m, what zones and waiting add on the way to the root
    float left, right; // shares of the edge: of what is seen from the root through it
    uint32_t edge;     // of the cell one comes from, so the goal lies beyond it
    uint32_t corner;   // where the root is, or WI_NONE for the goal
    uint32_t parent;   // what one reaches next behind the cell beyond, or WI_NONE if the goal is in that cell
    uint32_t next;     // another on the same edge, or WI_NONE
} wi_reach;

typedef struct wi_search {
    wi_reach *reach;
    uint32_t count, capacity;
    wi_waiting *heap;
    uint32_t waiting, heap_capacity;
    uint32_t *first; // per edge, a reach that was settled there, or WI_NONE
    float *best;     // per corner, the least cost of a root there
    uint32_t edges, corners;
} wi_search;

// Where one may walk, and what it costs.
typedef struct wi_ground {
    const wi_terrain *map;
    const bool *open;  // per door
    const float *wait; // per edge, s that people wait to cross it; may be NULL
    float hurry;       // m that one would walk to wait a second less
    float width;       // of the body
} wi_ground;

#define WI_GOAL_POINTS 9

// A goal: points that stand for its region, with the cells they are in.
typedef struct wi_goal_points {
    wend_vec at[WI_GOAL_POINTS];
    uint32_t cell[WI_GOAL_POINTS];
    uint32_t count;
} wi_goal_points;

bool wi_search_create(wi_search *search, wi_memory *memory, const wi_terrain *map);
void wi_search_free(wi_search *search, wi_memory *memory);

// Spreads from the goal over all of the map; false without memory.
bool wi_search_all(wi_search *search, wi_memory *memory, const wi_ground *ground, const wi_goal_points *goal);

// Spreads until the way to a point in a cell is known; false without memory.
bool wi_search_one(wi_search *search, wi_memory *memory, const wi_ground *ground, const wi_goal_points *goal,
                   uint32_t cell, wend_vec at);

// The best reach from a point of a cell, or WI_NONE, and the length of the way (m).
uint32_t wi_search_best(const wi_search *search, const wi_ground *ground, uint32_t cell, wend_vec at, float *length);

#endif
