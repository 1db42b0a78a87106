#include "record/plan.h"

#include <math.h>
#include <stdlib.h>

const char *const wi_wall_words[] = {[WEND_WALL] = "wall", [WEND_SOLID] = "solid", [WEND_ROOM] = "room", NULL};
const char *const wi_shape_words[] = {[WEND_DISC] = "disc", [WEND_ELLIPSE] = "ellipse", [WEND_BOX] = "box", NULL};

// Freeing --------------------------------------------------------------------------------------------------------------

static void free_wall(wi_plan_wall *wall) {
    for (uint32_t i = 0; i < wall->ring_count; i++) free(wall->ring[i].point);
    free(wall->ring);
}

static void free_door(wi_plan_door *door) {
    free(door->name);
    free(door->points.point);
    free(door->switches);
}

static void free_profile(wi_plan_profile *profile) {
    for (uint32_t i = 0; i < profile->parameter_count; i++) free(profile->parameter[i].name);
    free(profile->parameter);
    free(profile->name);
    free(profile->model);
    free(profile->preset);
}

void wi_plan_free(wi_plan *plan) {
    for (uint32_t i = 0; i < plan->level_count; i++) free(plan->level[i].name);
    for (uint32_t i = 0; i < plan->wall_count; i++) free_wall(&plan->wall[i]);
    for (uint32_t i = 0; i < plan->door_count; i++) free_door(&plan->door[i]);
    for (uint32_t i = 0; i < plan->goal_count; i++) free(plan->goal[i].name);
    for (uint32_t i = 0; i < plan->line_count; i++) free(plan->line[i].name);
    for (uint32_t i = 0; i < plan->signal_count; i++) free(plan->signal[i].name);
    for (uint32_t i = 0; i < plan->group_count; i++) free(plan->group[i]);
    for (uint32_t i = 0; i < plan->profile_count; i++) free_profile(&plan->profile[i]);
    free(plan->title);
    free(plan->level);
    free(plan->wall);
    free(plan->door);
    free(plan->goal);
    free(plan->line);
    free(plan->signal);
    free(plan->group);
    free(plan->profile);
    *plan = (wi_plan){0};
}

// Doors ----------------------------------------------------------------------------------------------------------------

bool wi_plan_door_is_open(const wi_plan_door *door, double frame) {
    bool open = door->open;
    for (uint32_t i = 0; i < door->switch_count && (double)door->switches[i] <= frame; i++) open = !open;
    return open;
}

bool wi_plan_door_is_listed(const wi_plan *plan, uint32_t door) {
    uint32_t barrier = plan->door[door].barrier;
    return door == 0 || barrier == 0 || plan->door[door - 1].barrier != barrier;
}

// Bounds and levels ----------------------------------------------------------------------------------------------------

static void widen(wi_plan *plan, wend_point at) {
    plan->bounds[0] = fmin(plan->bounds[0], at.x);
    plan->bounds[1] = fmin(plan->bounds[1], at.y);
    plan->bounds[2] = fmax(plan->bounds[2], at.x);
    plan->bounds[3] = fmax(plan->bounds[3], at.y);
}

static void widen_by_ring(wi_plan *plan, const wi_plan_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++) widen(plan, ring->point[i]);
}

void wi_plan_measure(wi_plan *plan) {
    plan->bounds[0] = plan->bounds[1] = INFINITY;
    plan->bounds[2] = plan->bounds[3] = -INFINITY;
    for (uint32_t i = 0; i < plan->wall_count; i++)
        for (uint32_t k = 0; k < plan->wall[i].ring_count; k++) widen_by_ring(plan, &plan->wall[i].ring[k]);
    for (uint32_t i = 0; i < plan->door_count; i++) widen_by_ring(plan, &plan->door[i].points);
    for (uint32_t i = 0; i < plan->goal_count; i++) {
        const wi_plan_goal *goal = &plan->goal[i];
        widen(plan, (wend_point){goal->at.x - goal->half.x, goal->at.y - goal->half.y});
        widen(plan, (wend_point){goal->at.x + goal->half.x, goal->at.y + goal->half.y});
    }
}

uint32_t wi_plan_level_at(const wi_plan *plan, double z) {
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < plan->level_count; i++)
        if (fabs(plan->level[i].height - z) < fabs(plan->level[nearest].height - z)) nearest = i;
    return nearest;
}
