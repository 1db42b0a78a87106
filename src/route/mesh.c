// Shortest ways over the cells of the map.
#include "route/breadth.h"

bool wi_mesh_spread(wend_world *world, wi_guide *guide, const wi_destination *to, uint32_t cell, wend_vec at) {
    wi_ground ground = wi_ground_of(world, to);
    if (cell == WI_NONE) return wi_search_all(&guide->search, &world->memory, &ground, &guide->points);
    return wi_search_one(&guide->search, &world->memory, &ground, &guide->points, cell, at);
}

static wend_way next_stretch(const wi_follower *who, const wend_way *old, float room) {
    const wi_terrain *map = &who->world->routes.map;
    const wi_goal_points *points = &who->guide->points;
    const wi_search *search = &who->guide->search;
    for (uint32_t i = 0; i < points->count; i++)
        if (points->cell[i] == who->cell) return wi_way_straight(who, old, points->at[i]);
    wi_ground ground = wi_ground_of(who->world, who->destination);
    float length;
    uint32_t reach = wi_search_best(search, &ground, who->cell, who->at, &length);
    if (reach == WI_NONE) return wi_way_to(who, old, who->at, WEND_WAY_NONE);
    wi_bend here = {who->at, 0.0f, WI_NONE, reach, 0}, bend;
    bool last = wi_funnel_next(search, map, here, who->at, room, &bend);
    if (last && bend.reach == WI_NONE) return wi_way_straight(who, old, bend.at);
    if (last) return wi_way_to(who, old, bend.at, 0);
    return wi_breadth_way(who, old, &here, &bend, room);
}

wend_way wi_mesh_look(const wi_follower *who, const wend_way *old, float room) {
    wend_way way = next_stretch(who, old, room);
    return wi_breadth_keeps(who, old, &way) ? wi_way_to(who, old, old->next, WEND_WAY_ABREAST) : way;
}

// Right before a narrow door, the way round one side of it with room to spare points at the other. Who is held up there,
// and by nobody, makes do with the room that the body takes.
static wend_way look(const wi_follower *who, const wend_way *old) {
    bool held_up = (old->flags & WEND_WAY_KNOWN) && wi_is_held_up_on_way(&who->world->columns, who->row);
    bool squeezes = held_up && wi_crowd_about(who) <= 0.0f;
    return wi_mesh_look(who, old, squeezes ? who->radius : wi_room_of(who->radius));
}

static const struct wi_routing routing = {.spread = wi_mesh_spread, .look = look, .turns = 1};

const wend_router wend_router_mesh = {
    .name = "mesh",
    .summary = "shortest ways over the cells of the map, with corners rounded by the body",
    .source = "doi:10.24963/ijcai.2017/70",
    .needs_map = true,
    .routing = &routing,
};
