// A roadmap: posts, and who can walk straight from which to which.
#ifndef WI_ROADMAP_H
#define WI_ROADMAP_H

#include "route/search.h"

typedef struct wi_post {
    wend_vec at;
    uint32_t cell;
    uint32_t seam; // the edge it stands at, or WI_NONE
    uint32_t twin; // the post at the other side of the seam
} wi_post;

typedef struct wi_road {
    uint32_t to;
    float there, back; // m, with what zones make of it
} wi_road;

// The roads for one kind of body.
typedef struct wi_web {
    uint32_t fit;
    float body;
    bool fresh;      // of the doors as they are
    uint32_t *first; // per post and one more, into road
    uint32_t posts;
    wi_road *road;
    uint32_t roads, capacity;
} wi_web;

typedef struct wi_roadmap {
    wi_post *post;
    uint32_t posts, post_capacity;
    wi_web *web;
    uint32_t webs, web_capacity;
} wi_roadmap;

// The shortest ways from all posts to one goal.
typedef struct wi_road_tree {
    float *length;  // per post, m to the goal, or INFINITY
    uint32_t *next; // the post after it; WI_NONE: the goal itself
    bool *settled;
    uint32_t posts;
} wi_road_tree;

#define WI_ROAD_SIGHT 10.0f // m: posts that were sampled are no farther apart, but in one cell

// Posts where the map gives them, else in the middles of the edges of cells and at Halton points; false without memory.
bool wi_roadmap_place(wi_roadmap *roadmap, wi_memory *memory, const wi_terrain *map);
void wi_roadmap_free(wi_roadmap *roadmap, wi_memory *memory);

// The web for a kind of body, made where it is missing or doors have changed; NULL without memory.
const wi_web *wi_roadmap_web(wi_roadmap *roadmap, wi_memory *memory, const wi_ground *ground, uint32_t fit, float body);

bool wi_road_tree_grow(wi_road_tree *tree, wi_memory *memory, const wi_roadmap *roadmap, const wi_web *web,
                       const wi_ground *ground, const wi_goal_points *goal);
void wi_road_tree_free(wi_road_tree *tree, wi_memory *memory);

// The cost of the straight way for a body that keeps `room` from walls, or INFINITY if it cannot walk it.
float wi_road_cost(const wi_ground *ground, uint32_t cell, wend_vec from, wend_vec to, float room);

#endif
