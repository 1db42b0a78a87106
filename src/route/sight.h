// Straight lines over the map: where they lead, what they cost, and how far walls are.
#ifndef WI_SIGHT_H
#define WI_SIGHT_H

#include "route/search.h"

// Walks straight from a point of a cell to another of the same level. Returns the cell where that ends, or WI_NONE if a
// wall, a closed door, another level or a gap too narrow for the body is in between. *cost is the length with what zones
// make of it (m).
uint32_t wi_sight_walk(const wi_ground *ground, uint32_t cell, wend_vec from, wend_vec to, float *cost);

// The distance from a point to the nearest wall or closed door, `most` if none is nearer, and where that is.
float wi_sight_clearance(const wi_ground *ground, uint32_t level, wend_vec at, float most, wend_vec *nearest);

// True if no wall or closed door is nearer than `room` to the line between two points.
bool wi_sight_is_free(const wi_ground *ground, uint32_t level, wend_vec from, wend_vec to, float room);

// The cost of a metre in a cell along a direction of length 1, in metres of plain floor.
float wi_sight_cost(const wi_terrain *map, uint32_t cell, wend_vec along);

// What waiting in a cell costs, in the same metres: that for a lift.
float wi_sight_wait(const wi_terrain *map, uint32_t cell);

#endif
