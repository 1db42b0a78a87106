// Following a way: one agent at a time, from cell to cell and from bend to bend.
#ifndef WI_FOLLOW_H
#define WI_FOLLOW_H

#include "world/world.h"

// How far from corners people keep: their radius and a little more.
#define WI_CORNER_ROOM 0.1f // m
static inline float wi_room_of(float radius) { return radius > 0.0f ? radius + WI_CORNER_ROOM : 0.0f; }

// Where those with a destination may walk.
wi_ground wi_ground_of(const wend_world *world, const wi_destination *destination);

// The points that stand for a destination; none where the map has nothing near it.
wi_goal_points wi_goal_points_of(const wi_terrain *map, const wi_destination *destination);

// Before a step: moves those who walked over seams to the other level; rows are sorted before and after. False without
// memory.
bool wi_cross_seams(wend_world *world);

// Brings the ways of rows up to date, in parallel with others.
void wi_follow_rows(wend_world *world, uint32_t begin, uint32_t end);

// Finds the way of one who waits for it; false without memory.
bool wi_follow_alone(wend_world *world, uint32_t row);

#endif
