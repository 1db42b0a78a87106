// Down the slope of a guidance field.
#include "route/follow.h"
#include "route/sight.h"

#define NODES_MAX (1u << 18) // in all; larger scenes have a wider step
#define AHEAD 1.0f           // m: one heads for a point this far down the slope
#define DESCENT_MAX 256      // nodes, that one looks ahead who goes alone

static bool spread(wend_world *world, wi_guide *guide, const wi_destination *to, uint32_t cell, wend_vec at) {
    wi_routes *routes = &world->routes;
    const wi_terrain *map = &world->routes.map;
    if (!routes->lattice.level &&
        !wi_lattice_build(&routes->lattice, &world->memory, map, map->lattice_step, NODES_MAX))
        return false;
    wi_ground ground = wi_ground_of(world, to);
    return wi_guidance_march(&guide->field, &routes->front, &world->memory, &routes->lattice, &ground, to->body,
                             &guide->points, cell, at);
}

// One on the field, with the nodes around.
typedef struct walker {
    const wi_follower *is;
    const wi_guidance *field;
    const wi_lattice *lattice;
    wi_ground ground;
    uint32_t around[WI_AROUND], count;
    uint32_t best; // of them, on the way to the goal
    float length;  // m to the goal over that one
    float room;    // m, that the body keeps from walls, less if it is nearer already
} walker;

static void choose_best(walker *w) {
    w->best = WI_NONE;
    w->length = __builtin_inff();
    for (uint32_t i = 0; i < w->count; i++) {
        if (!(w->field->open[w->around[i]] & WI_SETTLED)) continue;
        wend_vec to = wi_sub(wi_lattice_place(w->lattice, w->is->level, w->around[i]), w->is->at);
        float length = w->field->length[w->around[i]] + wi_length(to);
        if (!(length < w->length)) continue;
        w->length = length;
        w->best = w->around[i];
    }
}

static walker walker_of(const wi_follower *who) {
    walker w = {.is = who, .field = &who->guide->field, .lattice = &who->world->routes.lattice};
    wend_vec wall;
    w.ground = wi_ground_of(who->world, who->destination);
    w.count = wi_lattice_around(w.lattice, &w.ground, who->cell, who->at, w.around);
    w.room = 0.95f * wi_sight_clearance(&w.ground, who->level, who->at, who->radius, &wall);
    choose_best(&w);
    return w;
}

static bool can_walk_to(const walker *w, wend_vec to, float *cost) {
    return wi_sight_walk(&w->ground, w->is->cell, w->is->at, to, cost) != WI_NONE &&
           wi_sight_is_free(&w->ground, w->is->level, w->is->at, to, w->room);
}

// The point of the goal that one sees, if nothing better leads round; or WI_NONE.
static uint32_t goal_in_sight(const walker *w) {
    const wi_goal_points *points = &w->is->guide->points;
    float least = w->length + 2.0f * w->lattice->step, cost;
    uint32_t found = WI_NONE;
    if (w->is->destination->level != w->is->level) return WI_NONE;
    for (uint32_t i = 0; i < points->count; i++) {
        if (!can_walk_to(w, points->at[i], &cost) || cost > least) continue;
        least = cost;
        found = i;
    }
    return found;
}

// The directions at the nodes around, weighted by how near they are.
static wend_vec slope(const walker *w) {
    wend_vec sum = {0.0f, 0.0f};
    for (uint32_t i = 0; i < w->count; i++) {
        if (!(w->field->open[w->around[i]] & WI_SETTLED)) continue;
        wend_vec to = wi_sub(wi_lattice_place(w->lattice, w->is->level, w->around[i]), w->is->at);
        float x = 1.0f - wi_abs(to.x) / w->lattice->step, y = 1.0f - wi_abs(to.y) / w->lattice->step;
        float weight = wi_max(x, 0.0f) * wi_max(y, 0.0f);
        sum = wi_add(sum, wi_scale(weight, wi_guidance_descent(w->field, w->lattice, &w->ground, w->around[i])));
    }
    return wi_unit(sum, wi_vec(0.0f, 0.0f));
}

static uint32_t lower_neighbour(const walker *w, uint32_t node) {
    uint32_t found = WI_NONE;
    float least = w->field->length[node];
    for (uint32_t direction = 0; direction < 4; direction++) {
        if (!(w->field->open[node] & (1u << direction))) continue;
        uint32_t next = wi_lattice_beside(w->lattice, w->is->level, node, direction);
        if (!(w->field->length[next] < least)) continue;
        least = w->field->length[next];
        found = next;
    }
    return found;
}

// From node to node, as far as one sees and the straight line costs no more than the slope.
static wend_vec last_in_sight(const walker *w) {
    wend_vec seen = wi_lattice_place(w->lattice, w->is->level, w->best);
    uint32_t node = w->best;
    float cost;
    for (uint32_t i = 0; i < DESCENT_MAX; i++) {
        node = lower_neighbour(w, node);
        if (node == WI_NONE) return seen;
        wend_vec next = wi_lattice_place(w->lattice, w->is->level, node);
        float slope_cost = w->length - w->field->length[node] + 2.0f * w->lattice->step;
        if (!can_walk_to(w, next, &cost) || cost > slope_cost) return seen;
        seen = next;
    }
    return seen;
}

// Over a seam: straight out of the cell.
static wend_vec beyond(const walker *w, uint32_t index) {
    const wi_lattice_link *link = &w->lattice->link[index];
    return wi_sub(link->at, wi_scale(WI_LEAD, w->ground.map->line[link->edge].in));
}

static wend_way look(const wi_follower *who, const wend_way *old) {
    walker w = walker_of(who);
    uint32_t goal = goal_in_sight(&w);
    if (goal != WI_NONE) return wi_way_straight(who, old, who->guide->points.at[goal]);
    if (w.best == WI_NONE) return wi_way_to(who, old, who->at, WEND_WAY_NONE);
    uint32_t link = wi_guidance_link(w.field, w.lattice, &w.ground, w.best);
    if (link != WI_NONE) return wi_way_to(who, old, beyond(&w, link), 0);
    wend_vec down = slope(&w), next = wi_add(who->at, wi_scale(AHEAD, down));
    float cost;
    bool shared = who->destination->guide != 0;
    if (shared && wi_length2(down) > 0.0f && can_walk_to(&w, next, &cost)) return wi_way_to(who, old, next, 0);
    return wi_way_to(who, old, last_in_sight(&w), 0);
}

static const struct wi_routing routing = {.spread = spread, .look = look, .turns = 64, .by_body = true};

const wend_router wend_router_field = {
    .name = "field",
    .summary = "down the slope of a guidance field, marched over a grid from each goal",
    .source = "doi:10.1073/pnas.93.4.1591",
    .needs_map = true,
    .routing = &routing,
};
