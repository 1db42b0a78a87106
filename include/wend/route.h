// Ways: the map of a scene, on which agents find them.
//
// A map covers the walkable ground of each level with convex cells. Its arrays are plain; the scene checks and copies
// them and works out the rest, such as how wide a body fits through a cell from one edge to another.
#ifndef WEND_ROUTE_H
#define WEND_ROUTE_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_NO_EDGE UINT32_MAX

// One edge on the rim of a cell: from its corner to that of the next edge of the rim.
typedef struct wend_map_edge {
    uint32_t corner; // index into wend_map.corners
    // The same edge as the cell beyond has it (index into wend_map.edges), or WEND_NO_EDGE at a wall. Edges that are
    // twins name each other. On one level they share their corners, in opposite order. On two levels they are a seam,
    // where one walks from level to level: the begin of one is the end of the other, and lengths agree within 1 mm,
    // but the coordinates may differ.
    uint32_t twin;
    uint32_t door; // 0, or 1 + the door of the scene that closes it (twins have the same)
} wend_map_edge;

// A convex cell. Its edges follow those of the cell before it and run counter-clockwise. Three corners in a row may lie
// in a line; where a wall ends within an edge, or a smaller cell lies beyond, there must be a corner.
typedef struct wend_map_cell {
    uint32_t edge_count; // 3 or more
    uint32_t level;
    uint32_t zone; // 0: plain floor, else 1 + index into wend_map.zones
} wend_map_cell;

typedef enum wend_zone_kind {
    WEND_ZONE_FLOOR,     // ground that people like less or more (see cost)
    WEND_ZONE_STAIRS,    // walked up and down with speeds of its own
    WEND_ZONE_ESCALATOR, // carries along `up`
    WEND_ZONE_LIFT,      // people gather in it and cross its seams when it comes
} wend_zone_kind;

// What is special about some cells.
typedef struct wend_zone {
    wend_zone_kind kind;
    float cost;                 // of a metre, in metres of plain floor: 0.1 to 1000
    wend_vec up;                // the direction that leads up, of length 1; 0, 0 where nothing does
    float speed_up, speed_down; // share of the preferred speed along `up` and against it, 0.01 to 10; 1 elsewhere
    float carry;                // m/s along `up` (negative: against it), -10 to 10, of an escalator
    uint32_t capacity;          // people in a lift, 1 or more
    float cycle;                // s from one departure of the lift to the next, above 0
} wend_zone;

// Plain floor: cost 1, speeds 1, nothing carried.
WEND_API wend_zone wend_zone_default(void);

#define WEND_POSTS_MAX 4096

// A point of a roadmap.
typedef struct wend_map_post {
    wend_point at;
    uint32_t level;
} wend_map_post;

// A corner is part of a wall if an edge without a twin, or a door, begins or ends there; others (where cost regions meet,
// say) are nothing to bump into. Clearances are exact if the edges within a level are a subset of a constrained Delaunay
// triangulation.
typedef struct wend_map {
    const wend_point *corners; // in the coordinates of the scene; each belongs to one level
    uint32_t corner_count;
    const wend_map_cell *cells;
    uint32_t cell_count;
    const wend_map_edge *edges; // cell after cell
    uint32_t edge_count;
    const wend_zone *zones;
    uint32_t zone_count;
    const wend_map_post *posts; // of the router `roadmap`; it joins those that see each other
    uint32_t post_count;        // at most WEND_POSTS_MAX; 0: it chooses some
    uint32_t sampled_posts;     // then: so many anywhere on the floor; 0: at passages, and as many as the area asks for
    uint32_t post_seed;         // of those
    float grid;                 // m between nodes of the router `field`, 0.05 to 10; 0: 0.25
} wend_map;

// A way of finding ways. A profile names one; see wend_profile.router.
typedef struct wend_router {
    const char *name;
    const char *summary;
    const char *source;               // where it was published
    bool needs_map;                   // false: straight at the goal
    const struct wi_routing *routing; // what the library does for it
} wend_router;

WEND_API extern const wend_router wend_router_direct, wend_router_mesh, wend_router_corridor, wend_router_field,
    wend_router_roadmap;
WEND_API const wend_router *const *wend_routers(uint32_t *count);
WEND_API const wend_router *wend_router_find(const char *name); // NULL if there is none

#ifdef __cplusplus
}
#endif
#endif
