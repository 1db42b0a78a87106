// Where agents want to go.
#ifndef WI_DESTINATION_H
#define WI_DESTINATION_H

#include "route/search.h"
#include "wend/model.h"

// What agents have in common who find the same way: goal, router, what their bodies fit through, and how they mind waiting.
typedef struct wi_destination {
    wend_goal goal;
    const wend_router *router;
    uint32_t level;
    uint32_t fit;     // index into wi_terrain.step
    float body;       // m: radius, rounded down, where the router keeps it from walls; else 0
    float congestion; // as in wend_profile
    uint32_t users;   // agents; 0: nobody's, free for another
    uint32_t guide;   // 1 + the number of the guide that serves it, or 0
} wi_destination;

#endif
