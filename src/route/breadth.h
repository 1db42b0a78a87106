// Round a corner in breadth: in a crowd people pass it side by side, each about as far out as it comes, and only one who is
// alone cuts it as short as it can.
#ifndef WI_BREADTH_H
#define WI_BREADTH_H

#include "route/follow.h"
#include "route/funnel.h"

// How crowded it is: 0 for who is alone, at most 1.
float wi_crowd_about(const wi_follower *who);

// Where to pass a bend on the way from `here`, keeping that room from walls: at its corner, or farther out.
wend_vec wi_breadth_target(const wi_follower *who, const wi_bend *here, const wi_bend *bend, float room);

#endif
