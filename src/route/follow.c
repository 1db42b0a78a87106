#include "route/follow.h"

#include "route/zone.h"

#define LOOK_AGAIN 8  // steps until one who shares a search, or is held up, looks again, on the way to the same bend
#define LOOK_ALONE 64 // and one who walks alone
#define HELD_UP 0.1f  // of the preferred speed: who gets on more slowly is held up
#define STRAY 1.0f    // m: as far from the map as this, its nearest cell counts

wi_ground wi_ground_of(const wend_world *world, const wi_destination *destination) {
    const wi_terrain *map = &world->routes.map;
    float width = destination->fit < map->step_count ? map->step[destination->fit] : WI_WIDTH_MAX;
    float hurry = destination->congestion * WI_USUAL_SPEED;
    return (wi_ground){map, world->door_open, hurry > 0.0f ? world->routes.wait : NULL, hurry, width};
}

// A point stands for itself; a rectangle for nine, less what lies off the map.
wi_goal_points wi_goal_points_of(const wi_terrain *map, const wi_destination *destination) {
    const float shares[] = {0.0f, -0.9f, 0.9f};
    wend_goal goal = destination->goal;
    wi_goal_points points = {.count = 0};
    for (uint32_t i = 0; i < WI_GOAL_POINTS; i++) {
        float x = shares[i % 3] * goal.half.x, y = shares[i / 3] * goal.half.y;
        if ((i % 3 != 0 && goal.half.x == 0.0f) || (i / 3 != 0 && goal.half.y == 0.0f)) continue;
        wend_vec at = wi_add(goal.at, wi_vec(x, y));
        uint32_t cell = wi_terrain_locate(map, destination->level, at, i == 0 ? STRAY : 0.0f);
        if (cell == WI_NONE) continue;
        points.at[points.count] = wi_terrain_clamp(map, cell, at);
        points.cell[points.count++] = cell;
    }
    return points;
}

static wend_vec nearest_of_goal(wend_goal goal, wend_vec at) {
    wend_vec to = wi_sub(at, goal.at);
    return wi_add(goal.at,
                  wi_vec(wi_clamp(to.x, -goal.half.x, goal.half.x), wi_clamp(to.y, -goal.half.y, goal.half.y)));
}

wend_way wi_way_to(const wi_follower *who, const wend_way *old, wend_vec next, uint16_t flags) {
    return (wend_way){next, who->cell + 1, old->level, (uint16_t)(flags | WEND_WAY_KNOWN)};
}

wend_way wi_way_straight(const wi_follower *who, const wend_way *old, wend_vec point) {
    wend_vec nearest = nearest_of_goal(who->destination->goal, who->at);
    bool seen = wi_walls_clear(&who->world->walls, who->level, who->at, nearest);
    return wi_way_to(who, old, point, seen ? WEND_WAY_STRAIGHT : 0);
}

static wi_follower follower_of(const wend_world *world, uint32_t row, const wi_guide *guide, uint32_t cell) {
    const wi_columns *c = &world->columns;
    return (wi_follower){world,
                         guide,
                         &world->routes.destination[c->aim[row]],
                         wi_vec(c->x[row], c->y[row]),
                         row,
                         c->role[row].level,
                         cell,
                         wi_passing_radius(world, row)};
}

// Where a row is now, or WI_NONE off the map; looking from where it was is quicker.
static uint32_t cell_of(const wi_terrain *map, const wend_way *way, uint32_t level, wend_vec at) {
    uint32_t known = way->cell != 0 && map->cell[way->cell - 1].level == level ? way->cell - 1 : WI_NONE;
    uint32_t cell = known == WI_NONE ? WI_NONE : wi_terrain_follow(map, known, at);
    return cell != WI_NONE ? cell : wi_terrain_locate(map, level, at, STRAY);
}

bool wi_follow_alone(wend_world *world, uint32_t row) {
    const wi_terrain *map = &world->routes.map;
    wi_columns *c = &world->columns;
    wend_way *way = &c->way[row];
    wend_vec at = wi_vec(c->x[row], c->y[row]);
    uint32_t cell = cell_of(map, way, c->role[row].level, at);
    way->flags &= (uint16_t)~WEND_WAY_WAITS;
    if (cell == WI_NONE || c->aim[row] == WI_NONE) return true;
    wi_guide *single = &world->routes.single;
    wi_follower who = follower_of(world, row, single, cell);
    const struct wi_routing *routing = who.destination->router->routing;
    single->points = wi_goal_points_of(map, who.destination);
    if (!routing->spread(world, single, who.destination, cell, at)) return false;
    *way = routing->look(&who, way);
    return true;
}

bool wi_is_held_up_on_way(const wi_columns *c, uint32_t row) {
    wend_vec to = wi_sub(c->way[row].next, wi_vec(c->x[row], c->y[row]));
    float along = wi_dot(c->motion[row].velocity, to), slow = HELD_UP * c->pace[row].preferred_speed;
    return along < 0.0f || along * along < slow * slow * wi_length2(to);
}

// True if it is time to look for the next stretch of the way.
static bool must_look(const wend_world *world, uint32_t row, bool moved_on, bool shared) {
    const wi_columns *c = &world->columns;
    const wend_way *way = &c->way[row];
    if (!(way->flags & WEND_WAY_KNOWN) || moved_on) return true;
    bool heading = (way->flags & (WEND_WAY_STRAIGHT | WEND_WAY_NONE)) == 0;
    uint32_t interval = shared || (heading && wi_is_held_up_on_way(c, row)) ? LOOK_AGAIN : LOOK_ALONE;
    if ((world->stats.tick + c->serial[row]) % interval == 0) return true;
    float reached = WI_LEAD + c->pace[row].preferred_speed * world->def.step;
    return heading && wi_length2(wi_sub(way->next, wi_vec(c->x[row], c->y[row]))) < reached * reached;
}

static void follow(wend_world *world, uint32_t row) {
    const wi_terrain *map = &world->routes.map;
    wi_columns *c = &world->columns;
    wend_way *way = &c->way[row];
    bool looks = c->aim[row] != WI_NONE;
    uint32_t cell = looks ? cell_of(map, way, c->role[row].level, wi_vec(c->x[row], c->y[row])) : WI_NONE;
    if (cell == WI_NONE) {
        way->flags = WEND_WAY_KNOWN | WEND_WAY_STRAIGHT; // off the map there is nothing better
        return;
    }
    bool moved_on = way->cell != cell + 1;
    way->cell = cell + 1;
    uint32_t guide = world->routes.destination[c->aim[row]].guide;
    if (!must_look(world, row, moved_on && guide, guide != 0)) return;
    if (guide) {
        wi_follower who = follower_of(world, row, &world->routes.guide[guide - 1], cell);
        *way = who.destination->router->routing->look(&who, way);
    } else {
        way->flags |= WEND_WAY_WAITS;
    }
}

void wi_follow_rows(wend_world *world, uint32_t begin, uint32_t end) {
    for (uint32_t row = begin; row < end; row++)
        if (!(world->columns.role[row].flags & WEND_FLAG_DRIVEN)) follow(world, row);
}
