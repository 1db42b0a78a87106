// Ways that keep clear of walls: within the corridor of cells that the mesh finds, one is drawn to a point ahead, which
// is moved away from the nearest wall until there is enough clearance about it, or as much to one side as to the other
// (the attraction points of the corridor map method, on the medial path where it is narrow).
#include "route/follow.h"
#include "route/sight.h"

#define CLEARANCE 1.0f // m, besides the radius, that one likes to keep
#define AHEAD 2.0f     // m
#define RETRACTIONS 3

// Between two walls the middle is as good as it gets.
static wend_vec away_from_walls(const wi_ground *ground, uint32_t level, wend_vec at, float wanted) {
    wend_vec wall, other;
    float here = wi_sight_clearance(ground, level, at, wanted, &wall);
    if (here >= wanted || !(here > 0.0f)) return at;
    wend_vec away = wi_unit(wi_sub(at, wall), wi_vec(0.0f, 0.0f));
    float most = wanted - here;
    float there = wi_sight_clearance(ground, level, wi_add(at, wi_scale(most, away)), wanted, &other);
    float balance = there < wanted ? 0.5f * (there + most - here) : most;
    return wi_add(at, wi_scale(wi_clamp(balance, 0.0f, most), away));
}

// Moved only as far as one can still walk there straight.
static wend_vec attraction(const wi_follower *who, wend_vec target) {
    wi_ground ground = wi_ground_of(who->world, who->destination);
    float wanted = who->radius + CLEARANCE, cost;
    wend_vec way = wi_sub(target, who->at), point = wi_add(who->at, wi_scale(AHEAD, wi_unit(way, way)));
    for (uint32_t i = 0; i < RETRACTIONS; i++) {
        wend_vec moved = away_from_walls(&ground, who->level, point, wanted);
        if (wi_sight_walk(&ground, who->cell, who->at, moved, &cost) == WI_NONE) return point;
        point = moved;
    }
    return point;
}

static wend_way look(const wi_follower *who, const wend_way *old) {
    wend_way way = wi_mesh_look(who, old, who->radius + CLEARANCE);
    way.flags &= (uint16_t)~WEND_WAY_ABREAST; // it goes by where it is, not by where it meant to pass
    if (way.flags & WEND_WAY_NONE) return way;
    wend_vec target = way.flags & WEND_WAY_STRAIGHT ? who->destination->goal.at : way.next;
    // Near its end the way is what it is.
    if (wi_length2(wi_sub(target, who->at)) <= 4.0f * AHEAD * AHEAD) return way;
    return wi_way_to(who, old, attraction(who, target), 0);
}

static const struct wi_routing routing = {.spread = wi_mesh_spread, .look = look, .turns = 1};

const wend_router wend_router_corridor = {
    .name = "corridor",
    .summary = "ways of the mesh that keep clear of walls, in the middle where it is narrow",
    .source = "doi:10.1002/cav.166",
    .needs_map = true,
    .routing = &routing,
};
