// What it costs to walk in a zone, in metres of plain floor.
#ifndef WI_ZONE_H
#define WI_ZONE_H

#include "base/vec.h"
#include "wend/model.h"
#include "wend/route.h"

// The speed at which costs in seconds are turned into metres.
#define WI_USUAL_SPEED 1.34f // m/s

// The zone in which a row walks; NULL on plain floor.
const wend_zone *wi_zone_under(const wend_view *now, uint32_t row);

static inline wend_vec wi_zone_carries(const wend_zone *zone) { return wi_scale(zone->carry, zone->up); } // m/s

// The share of a walking speed that is left along a direction of length 1.
static inline float wi_zone_share(const wend_zone *zone, wend_vec along) {
    float up = wi_dot(zone->up, along), speed = up >= 0.0f ? zone->speed_up : zone->speed_down;
    return 1.0f + (up >= 0.0f ? up : -up) * (speed - 1.0f);
}

// What becomes of a wish to walk (m/s).
static inline wend_vec wi_zone_velocity(const wend_zone *zone, wend_vec wish) {
    wend_vec along = wi_unit(wish, wi_vec(0.0f, 0.0f));
    return wi_add(wi_scale(wi_zone_share(zone, along), wish), wi_zone_carries(zone));
}

// Speed along a direction of length 1, as a share of that on the floor.
static inline float wi_zone_speed(const wend_zone *zone, wend_vec along) {
    return wi_max(0.05f, wi_zone_share(zone, along) + wi_dot(zone->up, along) * zone->carry / WI_USUAL_SPEED);
}

static inline float wi_zone_cost(const wend_zone *zone, wend_vec along) {
    return zone->cost / wi_zone_speed(zone, along);
}

// What waiting for a lift costs: a quarter of its cycle.
static inline float wi_zone_wait(const wend_zone *zone) {
    return zone->kind == WEND_ZONE_LIFT ? 0.25f * zone->cycle * WI_USUAL_SPEED : 0.0f;
}

// No metre in the zone costs less.
static inline float wi_zone_least(const wend_zone *zone) {
    return wi_min(wi_zone_cost(zone, zone->up), wi_zone_cost(zone, wi_vec(-zone->up.x, -zone->up.y)));
}

#endif
