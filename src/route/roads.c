// From post to post of a roadmap.
#include "route/follow.h"
#include "route/sight.h"

static bool spread(wend_world *world, wi_guide *guide, const wi_destination *to, uint32_t cell, wend_vec at) {
    (void)cell, (void)at; // a tree is soon grown
    wi_roadmap *roadmap = &world->routes.roadmap;
    // Where posts stand must not depend on when the first one looks for a road: so with doors as at the start.
    if (roadmap->posts == 0 && !wi_roadmap_place(roadmap, &world->memory, &world->scene->map)) return false;
    wi_ground ground = wi_ground_of(world, to);
    const wi_web *web = wi_roadmap_web(roadmap, &world->memory, &ground, to->fit, to->body);
    return web && wi_road_tree_grow(&guide->tree, &world->memory, roadmap, web, &ground, &guide->points);
}

static uint32_t goal_in_sight(const wi_follower *who, const wi_ground *ground, float room, float *length) {
    const wi_goal_points *points = &who->guide->points;
    uint32_t found = WI_NONE;
    for (uint32_t i = 0; i < points->count; i++) {
        if (who->world->routes.map.cell[points->cell[i]].level != who->level) continue;
        float cost = wi_road_cost(ground, who->cell, who->at, points->at[i], room);
        if (!(cost < *length)) continue;
        *length = cost;
        found = i;
    }
    return found;
}

// The post over which the way is shortest, if it is shorter than `length`.
static uint32_t best_post(const wi_follower *who, const wi_ground *ground, float room, float length) {
    const wi_terrain *map = &who->world->routes.map;
    const wi_roadmap *roadmap = &who->world->routes.roadmap;
    const wi_road_tree *tree = &who->guide->tree;
    float sight = map->post_count > 0 ? __builtin_inff() : WI_ROAD_SIGHT;
    uint32_t found = WI_NONE;
    for (uint32_t i = 0; i < tree->posts; i++) {
        const wi_post *post = &roadmap->post[i];
        if (!(tree->length[i] < length) || map->cell[post->cell].level != who->level) continue;
        float distance = wi_length(wi_sub(post->at, who->at));
        if (tree->length[i] + map->cheapest * distance >= length) continue;
        if (distance > sight && post->cell != who->cell) continue;
        float cost = tree->length[i] + wi_road_cost(ground, who->cell, who->at, post->at, room);
        if (!(cost < length)) continue;
        length = cost;
        found = i;
    }
    return found;
}

// Who has reached a post sees the next one; at a seam, one walks on.
static wend_vec towards(const wi_follower *who, uint32_t number) {
    const wi_post *post = &who->world->routes.roadmap.post[number];
    wend_vec on = wi_unit(wi_sub(post->at, who->at), wi_vec(0.0f, 0.0f));
    if (post->seam == WI_NONE || who->guide->tree.next[number] != post->twin)
        return wi_add(post->at, wi_scale(WI_LEAD, on));
    return wi_sub(post->at, wi_scale(WI_LEAD, who->world->routes.map.line[post->seam].in));
}

// With as much room as there is, or else just somehow.
static wend_way look(const wi_follower *who, const wend_way *old) {
    wi_ground ground = wi_ground_of(who->world, who->destination);
    wend_vec wall;
    float room = 0.95f * wi_sight_clearance(&ground, who->level, who->at, who->destination->body, &wall);
    for (uint32_t attempt = 0; attempt < 2; attempt++, room = 0.0f) {
        float length = __builtin_inff();
        uint32_t goal = goal_in_sight(who, &ground, room, &length);
        uint32_t post = best_post(who, &ground, room, length);
        if (post != WI_NONE) return wi_way_to(who, old, towards(who, post), 0);
        if (goal != WI_NONE) return wi_way_straight(who, old, who->guide->points.at[goal]);
    }
    return wi_way_to(who, old, who->at, WEND_WAY_NONE);
}

static const struct wi_routing routing = {.spread = spread, .look = look, .turns = 16, .by_body = true};

const wend_router wend_router_roadmap = {
    .name = "roadmap",
    .summary = "from post to post of a roadmap that the map gives, or that is sampled",
    .source = "doi:10.1109/70.508439",
    .needs_map = true,
    .routing = &routing,
};
