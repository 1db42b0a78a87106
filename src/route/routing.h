// What a router does.
#ifndef WI_ROUTING_H
#define WI_ROUTING_H

#include "wend/route.h"

typedef struct wi_routing {
    bool mesh; // on the cells of the map
} wi_routing;

#endif
