// Bodies with an outline, held back by walls.
#ifndef WI_HOLD_H
#define WI_HOLD_H

#include "sense/shape.h"
#include "sense/walls.h"

typedef struct wi_pose {
    wend_vec at, heading;
} wi_pose;

// How near to a wish a body may come from where it is: no wall cuts it then that does not cut it now, and its centre
// crosses none. Rather gives up the turn than the way, and slides along the wall that it meets.
wi_pose wi_hold(const wi_walls *walls, uint32_t level, const wi_outline *body, wi_pose wish);

#endif
