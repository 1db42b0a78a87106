// The routers of the library.
#include <string.h>

#include "wend/route.h"

const wend_router wend_router_direct = {
    .name = "direct",
    .summary = "straight at the goal, whatever is in between",
    .source = "",
};

static const wend_router *const routers[] = {&wend_router_direct, &wend_router_mesh, &wend_router_field,
                                             &wend_router_roadmap, &wend_router_corridor};

const wend_router *const *wend_routers(uint32_t *count) {
    *count = WEND_COUNT(routers);
    return routers;
}

const wend_router *wend_router_find(const char *name) {
    for (uint32_t i = 0; name && i < WEND_COUNT(routers); i++)
        if (strcmp(routers[i]->name, name) == 0) return routers[i];
    return NULL;
}
