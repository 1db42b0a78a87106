// Pulling a way taut: where one who follows windows towards the goal bends next, keeping room from the corners of walls.
#ifndef WI_FUNNEL_H
#define WI_FUNNEL_H

#include "route/search.h"

// Where a way bends: about a circle of radius |room| at a corner, which lies left of the way if room is positive, right if
// negative; or just a point.
typedef struct wi_bend {
    wend_vec at;
    float room;      // m
    uint32_t corner; // or WI_NONE
    uint32_t reach;  // what lies ahead of it; of the last one on a level: the seam, or WI_NONE at the goal
    uint32_t beside; // 1 + the reach of the edge that it is one end of, where the other has yet to be passed, or 0
} wi_bend;

// The bend after `from`; true if it is the goal, or a seam to another level, and so the last one on this level.
bool wi_funnel_next(const wi_search *search, const wi_terrain *map, wi_bend from, wend_vec goal, float room,
                    wi_bend *next);

// The direction (length 1) in which one leaves a bend for the next one.
wend_vec wi_bend_direction(const wi_bend *from, const wi_bend *to);

// Where the straight line between two bends ends: at the second, or where it touches its circle.
wend_vec wi_bend_touch(const wi_bend *bend, wend_vec direction);

#endif
