// A guidance field: how far it is to the goal from each node of a lattice.
#ifndef WI_GUIDANCE_H
#define WI_GUIDANCE_H

#include "route/heap.h"
#include "route/lattice.h"

typedef struct wi_guidance {
    float *length; // per node, m to the goal; INFINITY where it was not reached
    uint8_t *open; // per node: a bit for each direction in which one may walk to a node nearer to the goal; WI_SETTLED
    uint32_t nodes;
} wi_guidance;

// The nodes that wait to be settled. One serves all fields.
typedef struct wi_front {
    wi_waiting *heap;
    uint32_t waiting, capacity;
} wi_front;

#define WI_SETTLED 16

// Marches from the goal over all of the lattice, or until the way from a point of a cell is known; false without memory.
bool wi_guidance_march(wi_guidance *field, wi_front *front, wi_memory *memory, const wi_lattice *lattice,
                       const wi_ground *ground, float body, const wi_goal_points *goal, uint32_t cell, wend_vec at);
void wi_guidance_free(wi_guidance *field, wi_memory *memory);

// Where one walks from a node: a direction of length 1, or none beside the goal and at seams.
wend_vec wi_guidance_descent(const wi_guidance *field, const wi_lattice *lattice, const wi_ground *ground,
                             uint32_t node);

// The link over which one leaves a node for another level, or WI_NONE where one stays.
uint32_t wi_guidance_link(const wi_guidance *field, const wi_lattice *lattice, const wi_ground *ground, uint32_t node);

#endif
