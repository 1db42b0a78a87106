// Where an agent meets walls: the points of walls that are nearest to it, and the wall that it is about to run into.
#ifndef WI_WALL_MEETING_H
#define WI_WALL_MEETING_H

#include "wend/model.h"

// Bodies that touch are looked at as if their radius were this share of the distance, so that there is still a time
// until they meet.
#define WI_TOUCHING 0.99f

// The points of walls closer than `distance` (m) to the row where walls come nearest to it: along a wall that goes on
// round corners only the places that are nearer than those beside them count, so that it does not matter into how many
// pieces it was cut. At most `max`. Returns how many.
uint32_t wi_wall_points(const wend_view *now, uint32_t row, float distance, uint32_t max, wend_vec *point);

typedef struct wi_wall_hit {
    float time;      // s until the body touches the wall
    float approach;  // m/s: how fast it then nears the wall, above 0
    wend_vec normal; // unit vector from the wall to the body at that time
} wi_wall_hit;

// The first wall that the row's body will touch with that velocity, among those closer than `distance` (m); false if
// there is none.
bool wi_wall_ahead(const wend_view *now, uint32_t row, wend_vec velocity, float distance, wi_wall_hit *hit);

// What walls that push a row with `force` take off its drive although its body would pass them: the posts of a door it
// fits through, or the walls beside its goal. A vector along the preferred velocity, 0 where a wall is in the way.
wend_vec wi_wall_braking(const wend_view *now, uint32_t row, wend_vec force);

#endif
