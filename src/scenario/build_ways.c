// Whether everyone can get to where they are sent, and if not, what is too narrow.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scenario/build.h"
#include "sense/shape.h"
#include "world/scene.h"

#define BISECTIONS 12
#define WAYPOINTS_MAX 4096
#define LOOK_EVERY 0.05f // m along a way
#define LOOK_AROUND 2.0f // m
#define AT_DOOR 0.3      // m: narrow places this near to a door are the door

typedef struct leg {
    uint32_t level; // where it starts
    wend_point from;
    wend_target to;
    float radius; // of the body
} leg;

static uint32_t find_path(const wi_building *b, const leg *way, float radius, wend_waypoint *points) {
    uint32_t count = 0;
    wend_error ignored;
    (void)wend_world_path(b->run->world, way->level, way->from, way->to, radius, points, WAYPOINTS_MAX, &count, NULL,
                          &ignored);
    return count < WAYPOINTS_MAX ? count : WAYPOINTS_MAX;
}

// The largest radius that gets there, 0 if none does.
static float widest_radius(const wi_building *b, const leg *way, wend_waypoint *points) {
    float fits = 0.0f, not = way->radius;
    for (uint32_t i = 0; i < BISECTIONS; i++) {
        float middle = 0.5f * (fits + not );
        if (find_path(b, way, middle, points) > 0)
            fits = middle;
        else
            not = middle;
    }
    return fits;
}

// The narrowest place -------------------------------------------------------------------------------------------------

// To the nearest wall that is no door.
static float space_at(const wi_walls *walls, uint32_t level, wend_vec at) {
    uint32_t near[8];
    float distance2[8];
    uint32_t count = wi_walls_near(walls, level, at, LOOK_AROUND, WEND_COUNT(near), near, distance2);
    for (uint32_t i = 0; i < count && i < WEND_COUNT(near); i++)
        if (walls->door == NULL || walls->door[near[i]] == 0) return __builtin_sqrtf(distance2[i]);
    return LOOK_AROUND;
}

typedef struct narrowest {
    float space;
    uint32_t level;
    wend_point at;
} narrowest;

static void look_along(const wi_building *b, wend_waypoint from, wend_waypoint to, narrowest *place) {
    double x = to.at.x - from.at.x, y = to.at.y - from.at.y;
    uint32_t steps = (uint32_t)(sqrt(x * x + y * y) / (double)LOOK_EVERY) + 1;
    for (uint32_t i = 0; i <= steps && from.level == to.level; i++) {
        wend_point at = {from.at.x + x * i / steps, from.at.y + y * i / steps};
        float space = space_at(&b->run->scene->walls, from.level, wi_scene_local(b->run->scene, at));
        if (space < place->space) *place = (narrowest){space, from.level, at};
    }
}

static double distance_to(wend_point at, const wend_point end[2]) {
    double x = end[1].x - end[0].x, y = end[1].y - end[0].y, px = at.x - end[0].x, py = at.y - end[0].y;
    double share = fmin(1.0, fmax(0.0, (px * x + py * y) / (x * x + y * y)));
    return sqrt((px - share * x) * (px - share * x) + (py - share * y) * (py - share * y));
}

static const char *door_at(const wi_scenario *scenario, const narrowest *place) {
    for (uint32_t i = 0; i < scenario->door_count; i++) {
        const wi_line_source *door = &scenario->door[i];
        if (door->level == place->level && distance_to(place->at, door->end) < AT_DOOR) return door->name;
    }
    return NULL;
}

// Problems -------------------------------------------------------------------------------------------------------------

static void say_no_way(wi_building *b, const leg *way, wi_place where, wend_waypoint *points) {
    float widest = widest_radius(b, way, points);
    char reason[200] = "walls are all around it";
    if (widest > 0.0f) {
        uint32_t count = find_path(b, way, widest, points);
        narrowest place = {.space = INFINITY};
        for (uint32_t i = 0; i + 1 < count; i++) look_along(b, points[i], points[i + 1], &place);
        const char *door = door_at(b->scenario, &place);
        snprintf(reason, sizeof reason, "%s%.60s%s near (%.1f, %.1f) lets only %.3g m through",
                 door ? "the door `" : "the way", door ? door : "", door ? "`" : "", place.at.x, place.at.y,
                 2.0 * (double)widest);
    }
    wi_problem_add(b->problems, where, "a body of %.3g m has no way from (%.6g, %.6g) to the goal at (%.6g, %.6g): %s",
                   2.0 * (double)way->radius, way->from.x, way->from.y, way->to.at.x, way->to.at.y, reason);
}

// As its route will reckon with.
static float passing_radius(const wi_building *b, const wend_agent *agent) {
    return wi_shape_passing_radius(wi_member_shape(b->run, agent), b->profile[agent->profile].model->turns_body);
}

static bool is_routed(const wi_building *b, const wend_agent *agent) {
    return !isnan(agent->goal.at.x) && !agent->driven && b->profile[agent->profile].router != &wend_router_direct;
}

// One problem for each group is enough.
static void check_group(wi_building *b, uint32_t group, wend_waypoint *points) {
    for (uint32_t i = b->first[group]; i < b->first[group + 1] && i < b->cast.count; i++) {
        const wend_agent *agent = &b->cast.agent[i];
        leg way = {agent->level, agent->position, agent->goal, passing_radius(b, agent)};
        if (!is_routed(b, agent) || find_path(b, &way, way.radius, points) > 0) continue;
        say_no_way(b, &way, b->cast.member[i].place, points);
        return;
    }
}

void wi_build_ways(wi_building *b) {
    wend_waypoint *points = malloc(WAYPOINTS_MAX * sizeof *points);
    wend_error ignored;
    b->no_memory |= points == NULL;
    for (uint32_t i = 0; i < b->scenario->door_count; i++)
        (void)wend_world_set_door(b->run->world, i, true, &ignored); // they may open later on
    for (uint32_t i = 0; points != NULL && i < b->scenario->group_count; i++) check_group(b, i, points);
    free(points);
}
