// The map of a scene: its navigation mesh, with regions and stairs.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/build.h"
#include "world/scene.h"

#define CLEAR_OF_WALLS 0.1f // m, about the middle of the first and the last step

// What the mesh is made from besides the walls and doors of the scene.
typedef struct map_parts {
    wend_obstacle *obstacle; // those of the scene, and the holes over stairs
    wi_mesh_region *region;
    wi_mesh_seam *seam;
    wend_point (*ring)[4]; // of each staircase, counter-clockwise: bottom, then top; then of each lift
} map_parts;

// The top runs from ring[2] to ring[3].
static void ring_of(const wi_stairs_source *stairs, wend_point ring[4]) {
    wend_point a = stairs->bottom[0], b = stairs->bottom[1], c = stairs->top[1];
    bool turned = (b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x); // convex, so one corner tells
    ring[0] = stairs->bottom[turned];
    ring[1] = stairs->bottom[!turned];
    ring[2] = stairs->top[!turned];
    ring[3] = stairs->top[turned];
}

static wend_vec direction(wend_point from, wend_point to) {
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    return (wend_vec){(float)(x / length), (float)(y / length)};
}

static wend_point middle(const wend_point end[2]) {
    return (wend_point){(end[0].x + end[1].x) / 2.0, (end[0].y + end[1].y) / 2.0};
}

static wend_zone zone_of_stairs(const wi_stairs_source *stairs) {
    wend_zone zone = wend_zone_default();
    zone.kind = stairs->carry != 0.0 ? WEND_ZONE_ESCALATOR : WEND_ZONE_STAIRS;
    zone.up = direction(middle(stairs->bottom), middle(stairs->top));
    zone.speed_up = (float)stairs->speed_up;
    zone.speed_down = (float)stairs->speed_down;
    zone.carry = (float)stairs->carry;
    return zone;
}

static void add_regions(const wi_scenario *scenario, wend_zone *zone, wi_mesh_plan *plan, map_parts *parts) {
    for (uint32_t i = 0; i < scenario->region_count; i++) {
        const wi_region_source *from = &scenario->region[i];
        zone[i] = wend_zone_default();
        zone[i].cost = (float)from->cost;
        if (from->cost == 1.0) continue; // only behaviours ask about it
        parts->region[plan->region_count++] = (wi_mesh_region){from->level, i + 1, from->area.point, from->area.count};
    }
}

static void add_stairs(const wi_scenario *scenario, wend_zone *zone, wi_mesh_plan *plan, map_parts *parts) {
    for (uint32_t i = 0; i < scenario->stairs_count; i++) {
        const wi_stairs_source *from = &scenario->stairs[i];
        uint32_t number = scenario->region_count + i;
        wend_point *ring = parts->ring[i];
        ring_of(from, ring);
        zone[number] = zone_of_stairs(from);
        parts->region[plan->region_count++] = (wi_mesh_region){from->from, number + 1, ring, 4};
        parts->obstacle[plan->obstacle_count++] = (wend_obstacle){WEND_SOLID, from->to, ring, 4};
        parts->seam[plan->seam_count++] =
            (wi_mesh_seam){{from->from, from->to}, {{ring[2], ring[3]}, {ring[3], ring[2]}}};
    }
}

// Lifts ------------------------------------------------------------------------------------------------------------------

// From the back of a cab one comes to the back of the cab on another level. For each of the others it has a part.
static void part_of_back(const wi_lift_source *lift, const wend_point ring[4], uint32_t here, uint32_t there,
                         wend_point end[2]) {
    uint32_t parts = lift->level_count - 1, part = there < here ? there : there - 1;
    for (uint32_t i = 0; i < 2; i++) {
        double share = (double)(part + i) / parts;
        end[i] = (wend_point){ring[2].x + share * (ring[3].x - ring[2].x), ring[2].y + share * (ring[3].y - ring[2].y)};
    }
}

static void join_stops(const wi_lift_source *lift, const wend_point ring[4], wi_mesh_plan *plan, map_parts *parts) {
    for (uint32_t i = 0; i < lift->level_count; i++)
        for (uint32_t j = i + 1; j < lift->level_count; j++) {
            wi_mesh_seam *seam = &parts->seam[plan->seam_count++];
            seam->level[0] = lift->level[i];
            seam->level[1] = lift->level[j];
            part_of_back(lift, ring, i, j, seam->end[0]);
            part_of_back(lift, ring, j, i, seam->end[1]);
        }
}

static void add_lifts(const wi_scenario *scenario, wend_zone *zone, wi_mesh_plan *plan, map_parts *parts) {
    for (uint32_t i = 0; i < scenario->lift_count; i++) {
        const wi_lift_source *lift = &scenario->lift[i];
        uint32_t number = scenario->region_count + scenario->stairs_count + i;
        wend_point *ring = parts->ring[scenario->stairs_count + i];
        wi_lift_ring(lift, ring);
        zone[number] = wend_zone_default();
        zone[number].kind = WEND_ZONE_LIFT;
        zone[number].capacity = lift->capacity;
        zone[number].cycle = (float)lift->cycle;
        for (uint32_t k = 0; k < lift->level_count; k++)
            parts->region[plan->region_count++] = (wi_mesh_region){lift->level[k], number + 1, ring, 4};
        join_stops(lift, ring, plan, parts);
    }
}

// People and goals ------------------------------------------------------------------------------------------------------

static void reach(wi_mesh_plan *plan, wend_point at, double around) {
    plan->min = (wend_point){fmin(plan->min.x, at.x - around), fmin(plan->min.y, at.y - around)};
    plan->max = (wend_point){fmax(plan->max.x, at.x + around), fmax(plan->max.y, at.y + around)};
}

static void reach_ring(wi_mesh_plan *plan, const wi_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++) reach(plan, ring->point[i], 0.0);
}

static void reach_start(wi_mesh_plan *plan, const wi_group *group) {
    reach_ring(plan, &group->region);
    if (group->region.count > 0 || group->kind == WI_GROUP_CSV) return;
    reach(plan, group->at, group->kind == WI_GROUP_CIRCLE ? group->radius : 0.0);
    if (group->kind != WI_GROUP_GRID) return;
    reach(plan,
          (wend_point){group->at.x + (double)group->spacing.x * (group->columns - 1),
                       group->at.y + (double)group->spacing.y * (group->rows - 1)},
          0.0);
}

// Goals that mirror the starts lie as far from the centre as these.
static void reach_goal(wi_mesh_plan *plan, const wi_goal_plan *goal) {
    for (uint32_t i = 0; i < goal->way_count; i++) reach(plan, goal->way[i].at, 0.0);
    if (goal->kind == WI_GOAL_RANDOM) reach_ring(plan, &goal->region);
    if (goal->kind != WI_GOAL_OPPOSITE && goal->kind != WI_GOAL_MIRRORED) return;
    double farthest = fmax(fmax(plan->max.x - goal->centre.x, goal->centre.x - plan->min.x),
                           fmax(plan->max.y - goal->centre.y, goal->centre.y - plan->min.y));
    if (isfinite(farthest)) reach(plan, goal->centre, farthest);
}

static void reach_everyone(wi_mesh_plan *plan, const wi_scenario *scenario) {
    plan->min = (wend_point){INFINITY, INFINITY};
    plan->max = (wend_point){-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < scenario->group_count; i++) reach_start(plan, &scenario->group[i]);
    for (uint32_t i = 0; i < scenario->group_count; i++) reach_goal(plan, &scenario->group[i].goal);
}

// All -------------------------------------------------------------------------------------------------------------------

static bool take_parts(const wi_building *b, map_parts *parts) {
    const wi_scenario *scenario = b->scenario;
    size_t stairs = scenario->stairs_count, lifts = scenario->lift_count, stops = 0, seams = stairs;
    wi_run_state *state = wi_state(b->run);
    for (uint32_t i = 0; i < lifts; i++) {
        stops += scenario->lift[i].level_count;
        seams += (size_t)scenario->lift[i].level_count * scenario->lift[i].level_count;
    }
    *parts = (map_parts){malloc((b->geometry.count + stairs + 1) * sizeof *parts->obstacle),
                         malloc((scenario->region_count + stairs + stops + 1) * sizeof *parts->region),
                         malloc((seams + 1) * sizeof *parts->seam), malloc((stairs + lifts + 1) * sizeof *parts->ring)};
    state->zone_count = scenario->region_count + scenario->stairs_count + scenario->lift_count;
    state->zone = malloc(((size_t)state->zone_count + 1) * sizeof *state->zone);
    return parts->obstacle != NULL && parts->region != NULL && parts->seam != NULL && parts->ring != NULL &&
           state->zone != NULL;
}

static void free_parts(map_parts *parts) {
    free(parts->obstacle);
    free(parts->region);
    free(parts->seam);
    free(parts->ring);
}

static wi_mesh_plan plan_of(const wi_building *b, map_parts *parts, wend_point origin) {
    const wi_scenario *scenario = b->scenario;
    wend_zone *zone = wi_state(b->run)->zone;
    wi_mesh_plan plan = {.origin = origin,
                         .levels = scenario->level_count > 0 ? scenario->level_count : 1,
                         .obstacles = parts->obstacle,
                         .obstacle_count = b->geometry.count,
                         .doors = b->door,
                         .door_count = scenario->door_count,
                         .regions = parts->region,
                         .seams = parts->seam};
    if (b->geometry.count > 0)
        memcpy(parts->obstacle, b->geometry.obstacle, b->geometry.count * sizeof *plan.obstacles);
    add_regions(scenario, zone, &plan, parts);
    add_stairs(scenario, zone, &plan, parts);
    add_lifts(scenario, zone, &plan, parts);
    reach_everyone(&plan, scenario);
    return plan;
}

bool wi_build_map(wi_building *b, wend_point origin, wend_map *map) {
    wi_run_state *state = wi_state(b->run);
    map_parts parts;
    wend_error why;
    bool good = take_parts(b, &parts);
    b->no_memory |= !good;
    if (good) {
        wi_mesh_plan plan = plan_of(b, &parts, origin);
        wend_result result = wi_mesh_build(&state->mesh, &plan, &why);
        b->no_memory |= result == WEND_NO_MEMORY;
        good = result == WEND_OK;
        if (!good && !b->no_memory) wi_problem_add(b->problems, (wi_place){b->scenario->path, 0, 0}, "%s", why.text);
    }
    if (good) {
        const wi_ways_source *ways = &b->scenario->ways;
        *map = wi_mesh_map(&state->mesh, state->zone, state->zone_count);
        map->posts = ways->post;
        map->post_count = ways->post_count;
        map->sampled_posts = ways->sampled;
        map->post_seed = ways->seed;
        map->grid = (float)ways->grid;
    }
    free_parts(&parts);
    return good;
}

// Stairs and lifts that nobody gets on or off ---------------------------------------------------------------------------

static void check_step(wi_building *b, wi_place place, const char *step, const wend_point end[2], uint32_t level) {
    const wend_scene *scene = b->run->scene;
    uint32_t wall;
    if (wi_walls_near(&scene->walls, level, wi_scene_local(scene, middle(end)), CLEAR_OF_WALLS, 1, &wall, NULL) == 0)
        return;
    wi_problem_add(b->problems, place, "the %s lies at a wall of level `%.60s`: rooms must reach beyond it", step,
                   b->scenario->level[level].name);
}

void wi_build_check_stairs(wi_building *b) {
    for (uint32_t i = 0; i < b->scenario->stairs_count; i++) {
        const wi_stairs_source *stairs = &b->scenario->stairs[i];
        check_step(b, stairs->title.place, "bottom of these stairs", stairs->bottom, stairs->from);
        check_step(b, stairs->title.place, "top of these stairs", stairs->top, stairs->from);
        check_step(b, stairs->title.place, "top of these stairs", stairs->top, stairs->to);
    }
    for (uint32_t i = 0; i < b->scenario->lift_count; i++) {
        const wi_lift_source *lift = &b->scenario->lift[i];
        wend_point ring[4];
        wi_lift_ring(lift, ring);
        for (uint32_t k = 0; k < lift->level_count; k++) {
            check_step(b, lift->title.place, "door of this lift", ring, lift->level[k]);
            check_step(b, lift->title.place, "back of this lift", ring + 2, lift->level[k]);
        }
    }
}
