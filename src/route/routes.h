// Where the agents of a world want to go, and the searches that show them the way.
#ifndef WI_ROUTES_H
#define WI_ROUTES_H

#include "route/guidance.h"
#include "route/roadmap.h"
#include "route/survey.h"

// What shows the way to all who share a destination, or to one who goes alone. Derived from the map, the doors and the
// goal, so never saved. A router uses what it needs of it.
typedef struct wi_guide {
    wi_search search;
    wi_guidance field;
    wi_road_tree tree;
    wi_goal_points points;
    uint32_t destination; // 1 + its number, or 0 if it serves nobody
    bool fresh;           // of the map and the doors as they are
} wi_guide;

// Those who head for an edge of the map.
typedef struct wi_bound {
    uint64_t walk; // parts of a second that they need to it, all together
    uint32_t people;
} wi_bound;

typedef struct wi_routes {
    wi_terrain map; // the scene's, with widths as the doors are here
    wi_destination *destination;
    uint32_t count, capacity;
    uint32_t *free; // numbers of destinations without users
    uint32_t free_count, free_capacity;
    uint32_t *slot; // from a hash of a destination to 1 + its number
    uint32_t slots;
    wi_guide *guide;
    uint32_t guide_count, guide_capacity;
    wi_guide single;    // for those who go alone
    wi_lattice lattice; // where someone follows a field
    wi_front front;
    wi_roadmap roadmap; // where someone follows one
    uint32_t *waiting;
    uint32_t waiting_capacity;
    uint32_t *riders;   // per zone: who took a lift in this step
    wi_surveys surveys; // of places among which agents choose
    float *wait;        // per edge, s; NULL where nobody minds. State, since it is of the last full second.
    wi_bound *bound;    // per edge, scratch
} wi_routes;

struct wend_world;
bool wi_routes_start(struct wend_world *world); // false without memory
void wi_routes_free(struct wend_world *world);

// Room for `more` agents with destinations; false without memory.
bool wi_routes_reserve(struct wend_world *world, uint32_t more);

// A row has got its goal, body and profile; and it is about to lose them.
void wi_routes_join(struct wend_world *world, uint32_t row);
void wi_routes_leave(struct wend_world *world, uint32_t row);

// Doors are no longer what they were.
void wi_routes_changed(struct wend_world *world);

// Before ways are asked for: brings up to date what follows from doors. False without memory.
bool wi_routes_follow_doors(struct wend_world *world);

// Before a step: searches for those destinations that many share, and for some who go alone; false without memory.
bool wi_routes_prepare(struct wend_world *world);

// How long people wait on their ways; only where some profile minds. (congestion.c)
bool wi_congestion_start(struct wend_world *world); // false without memory
void wi_congestion_free(struct wend_world *world);
void wi_congestion_update(struct wend_world *world);            // once a second, before searches
float wi_congestion_flow(const wi_terrain *map, uint32_t edge); // people whom an edge lets through in a second

// Half the width that a row needs: a body that turns to fit gets through where its narrow side does.
float wi_passing_radius(const struct wend_world *world, uint32_t row);

// Which widths a body fits through, as the number of those it does not.
uint32_t wi_fit_of(const wi_terrain *terrain, float radius);

// So many agents must share a destination for a search of its own.
#define WI_SHARED 4

#endif
