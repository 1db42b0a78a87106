// Following a way: one agent at a time, from cell to cell and from bend to bend.
#ifndef WI_FOLLOW_H
#define WI_FOLLOW_H

#include "world/world.h"

// How far from corners people keep: their radius and a little more.
#define WI_CORNER_ROOM 0.1f // m
static inline float wi_room_of(float radius) { return radius > 0.0f ? radius + WI_CORNER_ROOM : 0.0f; }

// One who looks for the way.
typedef struct wi_follower {
    const wend_world *world;
    const wi_guide *guide;
    const wi_destination *destination;
    wend_vec at;
    uint32_t row, level, cell;
    float radius;
} wi_follower;

// How a router finds ways.
struct wi_routing {
    // Makes a guide, whose points are there, for everyone, or only for one at a point of a cell; false without memory.
    bool (*spread)(wend_world *world, wi_guide *guide, const wi_destination *to, uint32_t cell, wend_vec at);
    // The next stretch of the way, in parallel with others.
    wend_way (*look)(const wi_follower *who, const wend_way *old);
    uint32_t turns; // so many searches of the mesh take as long as one guide
    bool by_body;   // guides depend on the radius, not only on what a body fits through
};

// Who does not get on along the way may have been pushed to where it leads into a wall.
bool wi_is_held_up_on_way(const wi_columns *c, uint32_t row);

// The way of the mesh, which others bend; and how it is spread.
bool wi_mesh_spread(wend_world *world, wi_guide *guide, const wi_destination *to, uint32_t cell, wend_vec at);
wend_way wi_mesh_look(const wi_follower *who, const wend_way *old, float room);

// A way that heads for a point, with flags besides WEND_WAY_KNOWN.
wend_way wi_way_to(const wi_follower *who, const wend_way *old, wend_vec next, uint16_t flags);

// Nothing but floor lies between here and a point of the goal: to the nearest one, if that can be seen too.
wend_way wi_way_straight(const wi_follower *who, const wend_way *old, wend_vec point);

// One heads this far beyond the point where the way bends.
#define WI_LEAD 0.5f // m

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
