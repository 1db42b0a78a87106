// Round a corner in breadth: in a crowd people pass it side by side, each about as far out as it comes, and only one who is
// alone cuts it as short as it can.
#ifndef WI_BREADTH_H
#define WI_BREADTH_H

#include "route/follow.h"
#include "route/funnel.h"

// How crowded it is: 0 for who is alone, at most 1.
float wi_crowd_about(const wi_follower *who);

// The way past a bend from `here`, keeping that room from walls: by its corner, or farther out (WEND_WAY_ABREAST).
wend_way wi_breadth_way(const wi_follower *who, const wend_way *old, const wi_bend *here, const wi_bend *bend,
                        float room);

// Whether one goes on to the place that one had chosen, though what lies beyond the corner has come in sight: who went straight
// there from then on would come to the corner after all.
bool wi_breadth_keeps(const wi_follower *who, const wend_way *old, const wend_way *now);

#endif
