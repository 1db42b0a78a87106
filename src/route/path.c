// Whole ways, for those who ask.
#include "route/follow.h"
#include "route/funnel.h"
#include "world/row.h"

#define ARC 0.5f // rad, of one piece on the way round a corner

// A way as it is written down.
typedef struct path {
    const wend_scene *scene;
    wend_waypoint *points;
    uint32_t max, count;
    double length;
    wend_vec last;
    uint32_t level;
} path;

static void put(path *to, wend_vec at) {
    if (to->count > 0) to->length += (double)wi_length(wi_sub(at, to->last));
    to->last = at;
    wend_point origin = to->scene->origin;
    if (to->count < to->max)
        to->points[to->count] = (wend_waypoint){{origin.x + (double)at.x, origin.y + (double)at.y}, to->level};
    to->count++;
}

// Round a bend, from the direction in which one comes to that in which one goes.
static void put_arc(path *to, const wi_bend *bend, wend_vec coming, wend_vec going) {
    put(to, wi_bend_touch(bend, coming));
    float turn = wend_atan2(wi_det(coming, going), wi_dot(coming, going));
    // Other than round the corner one does not turn.
    if (turn * bend->room <= 0.0f) return;
    uint32_t pieces = (uint32_t)(wi_abs(turn) / ARC) + 1;
    for (uint32_t i = 1; i <= pieces; i++) {
        float angle = turn * (float)i / (float)pieces, c = wend_cos(angle), s = wend_sin(angle);
        put(to, wi_bend_touch(bend, wi_vec(c * coming.x - s * coming.y, s * coming.x + c * coming.y)));
    }
}

// Over a seam: where the line towards its far side crosses it, as it lies on either level.
static wi_bend put_seam(path *to, const wi_search *search, const wi_terrain *terrain, const wi_bend *from,
                        const wi_bend *seam) {
    const wi_reach *reach = &search->reach[seam->reach];
    const wi_terrain_edge *edge = &terrain->edge[reach->edge], *twin = &terrain->edge[edge->twin];
    wend_vec way = wi_sub(edge->b, edge->a), line = wi_sub(seam->at, from->at);
    float across = wi_det(line, way);
    float share = across != 0.0f ? wi_det(wi_sub(edge->a, from->at), line) / across : 0.5f;
    wend_vec at = wi_add(edge->a, wi_scale(wi_clamp(share, 0.0f, 1.0f), way));
    put(to, at);
    to->level = terrain->cell[twin->cell].level;
    at = wi_terrain_across(edge, twin, at);
    to->last = at;
    put(to, at);
    return (wi_bend){at, 0.0f, WI_NONE, reach->parent, 0};
}

static void put_way(path *to, const wi_search *search, const wi_terrain *terrain, wi_bend at, wend_vec goal,
                    float room) {
    wend_vec coming = {0.0f, 0.0f};
    put(to, at.at);
    for (;;) {
        wi_bend next;
        bool last = wi_funnel_next(search, terrain, at, goal, room, &next);
        wend_vec going = wi_bend_direction(&at, &next);
        if (at.corner != WI_NONE) put_arc(to, &at, coming, going);
        if (last && next.reach == WI_NONE) break;
        coming = going;
        at = last ? put_seam(to, search, terrain, &at, &next) : next;
    }
    put(to, goal);
}

// The point of the goal to which a way leads, where it lies on its own level.
static wend_vec end_of(const wi_search *search, const wi_terrain *terrain, uint32_t reach) {
    while (search->reach[reach].parent != WI_NONE) reach = search->reach[reach].parent;
    const wi_terrain_edge *edge = &terrain->edge[search->reach[reach].edge];
    return wi_terrain_across(edge, &terrain->edge[edge->twin], search->reach[reach].root);
}

// Writes the way from a point of a cell; false without memory.
static bool find_way(wend_world *world, path *to, const wi_destination *destination, uint32_t cell, wend_vec at,
                     float room) {
    const wi_terrain *terrain = &world->routes.map;
    wi_search *search = &world->routes.single.search;
    wi_goal_points goal = wi_goal_points_of(terrain, destination);
    wi_bend start = {at, 0.0f, WI_NONE, WI_NONE, 0};
    for (uint32_t i = 0; i < goal.count; i++) {
        if (goal.cell[i] != cell) continue;
        put_way(to, search, terrain, start, goal.at[i], room);
        return true;
    }
    wi_ground ground = wi_ground_of(world, destination);
    if (!wi_search_one(search, &world->memory, &ground, &goal, cell, at)) return false;
    float length;
    start.reach = wi_search_best(search, &ground, cell, at, &length);
    if (start.reach != WI_NONE) put_way(to, search, terrain, start, end_of(search, terrain, start.reach), room);
    return true;
}

static wend_result check_question(const wend_world *world, uint32_t level, wend_vec from, const wi_destination *to,
                                  float radius, wend_error *error) {
    if (world->routes.map.cell_count == 0)
        return wi_fail(error, WEND_BAD_ARGUMENT, "the scene has no map to find ways on; see wend_scene_def.map");
    if (level >= world->scene->levels || to->level >= world->scene->levels)
        return wi_fail(error, WEND_BAD_ARGUMENT, "the way goes from level %u to %u, the scene has %u", level, to->level,
                       world->scene->levels);
    bool good = wi_vec_finite(from) && wi_vec_finite(to->goal.at) && wi_vec_finite(to->goal.half);
    if (!good || !(radius >= 0.0f && radius <= 0.5f * WI_WIDTH_MAX))
        return wi_fail(error, WEND_BAD_ARGUMENT, "places must be finite and the radius 0 to %g m; it is %g",
                       0.5 * (double)WI_WIDTH_MAX, (double)radius);
    return WEND_OK;
}

wend_result wend_world_path(wend_world *world, uint32_t level, wend_point from, wend_target to, float radius,
                            wend_waypoint *points, uint32_t max, uint32_t *count, double *length, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    if (!count || (max > 0 && !points))
        return wi_fail(error, WEND_BAD_ARGUMENT, "there is nowhere to put the way or its count (NULL)");
    if (!wi_routes_follow_doors(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to look for a way");
    const wi_terrain *terrain = &world->routes.map;
    wend_vec at = wi_scene_local(world->scene, from);
    wi_destination destination = {.goal = {wi_scene_local(world->scene, to.at), to.half},
                                  .level = to.level == 0 ? level : to.level - 1,
                                  .fit = wi_fit_of(terrain, radius)};
    *count = 0;
    if (length) *length = 0.0;
    result = check_question(world, level, at, &destination, radius, error);
    if (result != WEND_OK) return result;
    path way = {.scene = world->scene, .points = points, .max = max, .level = level};
    uint32_t cell = wi_terrain_locate(terrain, level, at, 0.0f);
    if (cell != WI_NONE && !find_way(world, &way, &destination, cell, at, wi_room_of(radius)))
        return wi_fail(error, WEND_NO_MEMORY, "no memory to look for a way");
    *count = way.count;
    if (length) *length = way.length;
    return WEND_OK;
}
