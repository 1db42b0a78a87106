// What it costs to walk in a zone, in metres of plain floor.
#ifndef WI_ZONE_H
#define WI_ZONE_H

#include "base/vec.h"
#include "wend/route.h"

// The speed at which costs in seconds are turned into metres.
#define WI_USUAL_SPEED 1.34f // m/s

// Speed along a direction of length 1, as a share of that on the floor.
static inline float wi_zone_speed(const wend_zone *zone, wend_vec along) {
    float up = wi_dot(zone->up, along), walked = up >= 0.0f ? zone->speed_up : zone->speed_down;
    float share = up >= 0.0f ? up : -up;
    return wi_max(0.05f, 1.0f + share * (walked - 1.0f) + up * zone->carry / WI_USUAL_SPEED);
}

static inline float wi_zone_cost(const wend_zone *zone, wend_vec along) {
    return zone->cost / wi_zone_speed(zone, along);
}

// No metre in the zone costs less.
static inline float wi_zone_least(const wend_zone *zone) {
    return wi_min(wi_zone_cost(zone, zone->up), wi_zone_cost(zone, wi_vec(-zone->up.x, -zone->up.y)));
}

#endif
