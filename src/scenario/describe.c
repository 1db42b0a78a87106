#include "scenario/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/run_state.h"
#include "world/scene.h"

// The decimal number a person wrote where this float came from: 1.34, not 1.3400000095367432.
static double as_written(float value) {
    char text[32];
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value) break;
    }
    return strtod(text, NULL);
}

// A copy where there is something to copy; false without memory.
static bool copy_text(char **to, const char *from) {
    *to = from != NULL ? strdup(from) : NULL;
    return from == NULL || *to != NULL;
}

// Relative to the plan's origin.
static wend_point local(const wi_plan *plan, wend_point at) {
    return (wend_point){at.x - plan->origin.x, at.y - plan->origin.y};
}

// What stands where ------------------------------------------------------------------------------------------------------

static bool describe_levels(const wi_run *run, wi_plan *plan) {
    const wi_scenario *scenario = run->scenario;
    plan->level = calloc((size_t)scenario->level_count + 1, sizeof *plan->level);
    if (plan->level == NULL) return false;
    plan->level_count = scenario->level_count;
    for (uint32_t i = 0; i < scenario->level_count; i++) {
        plan->level[i].height = scenario->level[i].height;
        if (!copy_text(&plan->level[i].name, scenario->level[i].name)) return false;
    }
    return true;
}

static bool describe_wall(const wend_obstacle *from, const wi_plan *plan, wi_plan_wall *to) {
    *to = (wi_plan_wall){.kind = from->kind, .level = from->level, .ring = calloc(1, sizeof *to->ring)};
    if (to->ring == NULL) return false;
    to->ring_count = 1;
    to->ring->point = malloc(from->point_count * sizeof *to->ring->point);
    if (to->ring->point == NULL) return false;
    to->ring->count = from->point_count;
    for (uint32_t i = 0; i < from->point_count; i++) to->ring->point[i] = local(plan, from->points[i]);
    return true;
}

static bool describe_walls(const wi_run *run, wi_plan *plan) {
    const wi_geometry *geometry = &wi_state(run)->geometry;
    plan->wall = calloc((size_t)geometry->count + 1, sizeof *plan->wall);
    if (plan->wall == NULL) return false;
    plan->wall_count = geometry->count;
    for (uint32_t i = 0; i < geometry->count; i++)
        if (!describe_wall(&geometry->obstacle[i], plan, &plan->wall[i])) return false;
    return true;
}

static bool describe_door(const wi_line_source *from, const wi_plan *plan, wi_plan_door *to) {
    *to = (wi_plan_door){.level = from->level,
                         .points.point = malloc(2 * sizeof *to->points.point),
                         .barrier = from->barrier,
                         .open = from->open};
    if (to->points.point == NULL) return false;
    to->points.count = 2;
    for (uint32_t i = 0; i < 2; i++) to->points.point[i] = local(plan, from->end[i]);
    return copy_text(&to->name, from->name);
}

static bool describe_doors(const wi_run *run, wi_plan *plan) {
    const wi_scenario *scenario = run->scenario;
    plan->door = calloc((size_t)scenario->door_count + 1, sizeof *plan->door);
    if (plan->door == NULL) return false;
    plan->door_count = scenario->door_count;
    for (uint32_t i = 0; i < scenario->door_count; i++)
        if (!describe_door(&scenario->door[i], plan, &plan->door[i])) return false;
    return true;
}

static bool describe_lines(const wi_run *run, wi_plan *plan) {
    const wi_scenario *scenario = run->scenario;
    plan->line = calloc((size_t)scenario->line_count + 1, sizeof *plan->line);
    if (plan->line == NULL) return false;
    plan->line_count = scenario->line_count;
    for (uint32_t i = 0; i < scenario->line_count; i++) {
        const wi_line_source *from = &scenario->line[i];
        plan->line[i].a = local(plan, from->end[0]);
        plan->line[i].b = local(plan, from->end[1]);
        if (!copy_text(&plan->line[i].name, from->name)) return false;
    }
    return true;
}

static bool describe_signals(const wi_run *run, wi_plan *plan) {
    const wi_scenario *scenario = run->scenario;
    plan->signal = calloc((size_t)scenario->signal_count + 1, sizeof *plan->signal);
    if (plan->signal == NULL) return false;
    plan->signal_count = scenario->signal_count;
    for (uint32_t i = 0; i < scenario->signal_count; i++) {
        const wi_line_source *from = &scenario->signal[i];
        plan->signal[i] = (wi_plan_signal){.level = from->level,
                                           .a = local(plan, from->end[0]),
                                           .b = local(plan, from->end[1]),
                                           .cycle = from->cycle,
                                           .green = from->green,
                                           .offset = from->offset};
        if (!copy_text(&plan->signal[i].name, from->name)) return false;
    }
    return true;
}

// Where to go ------------------------------------------------------------------------------------------------------------

static bool describe_goal(const wi_goal_source *from, uint32_t level, wi_plan *plan) {
    wi_plan_goal *to = &plan->goal[plan->goal_count++];
    *to = (wi_plan_goal){.level = level,
                         .at = local(plan, from->at),
                         .half = {as_written(from->half.x), as_written(from->half.y)},
                         .radius = from->radius};
    return copy_text(&to->name, from->name);
}

static int compare_numbers(double a, double b) { return (a > b) - (a < b); }

// By level; those with a name first, by name; then by place.
static int compare_goals(const void *left, const void *right) {
    const wi_plan_goal *a = left, *b = right;
    int order = compare_numbers(a->level, b->level);
    if (order == 0) order = (a->name == NULL) - (b->name == NULL);
    if (order == 0 && a->name != NULL) order = strcmp(a->name, b->name);
    if (order == 0) order = compare_numbers(a->at.x, b->at.x);
    if (order == 0) order = compare_numbers(a->at.y, b->at.y);
    if (order == 0) order = compare_numbers(a->half.x, b->half.x);
    if (order == 0) order = compare_numbers(a->half.y, b->half.y);
    return order != 0 ? order : compare_numbers(a->radius, b->radius);
}

// Many groups may go to one place.
static void keep_distinct_goals(wi_plan *plan) {
    uint32_t kept = 0;
    if (plan->goal_count > 0) qsort(plan->goal, plan->goal_count, sizeof *plan->goal, compare_goals);
    for (uint32_t i = 0; i < plan->goal_count; i++) {
        if (kept > 0 && compare_goals(&plan->goal[kept - 1], &plan->goal[i]) == 0)
            free(plan->goal[i].name);
        else
            plan->goal[kept++] = plan->goal[i];
    }
    plan->goal_count = kept;
}

static bool is_used(const wi_scenario *scenario, const char *name) {
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        const wi_goal_plan *goal = &scenario->group[i].goal;
        for (uint32_t k = 0; k < goal->way_count; k++)
            if (goal->way[k].name != NULL && strcmp(goal->way[k].name, name) == 0) return true;
    }
    return false;
}

// A goal is on the level of those who go there; one where nobody goes is on the first.
static bool describe_goals(const wi_run *run, wi_plan *plan) {
    const wi_scenario *scenario = run->scenario;
    size_t most = (size_t)scenario->goal_count + 1;
    for (uint32_t i = 0; i < scenario->group_count; i++) most += scenario->group[i].goal.way_count;
    plan->goal = calloc(most, sizeof *plan->goal);
    bool good = plan->goal != NULL;
    for (uint32_t i = 0; good && i < scenario->group_count; i++) {
        const wi_group *group = &scenario->group[i];
        for (uint32_t k = 0; good && k < group->goal.way_count; k++)
            good = describe_goal(&group->goal.way[k], wi_goal_level(&group->goal.way[k], group), plan);
    }
    for (uint32_t i = 0; good && i < scenario->goal_count; i++)
        if (!is_used(scenario, scenario->goal[i].name))
            good = describe_goal(&scenario->goal[i], wi_goal_level(&scenario->goal[i], NULL), plan);
    if (good) keep_distinct_goals(plan);
    return good;
}

// Who is who -------------------------------------------------------------------------------------------------------------

static bool describe_groups(const wi_run *run, wi_plan *plan) {
    const wi_scenario *scenario = run->scenario;
    plan->group = calloc((size_t)scenario->group_count + 1, sizeof *plan->group);
    if (plan->group == NULL) return false;
    plan->group_count = scenario->group_count;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        const char *name = scenario->group[i].name;
        if (!copy_text(&plan->group[i], name != NULL ? name : "")) return false;
    }
    return true;
}

static bool describe_parameters(const wend_model *model, const unsigned char *block, wi_plan_profile *to) {
    to->parameter = calloc((size_t)model->param_count + 1, sizeof *to->parameter);
    if (to->parameter == NULL) return false;
    to->parameter_count = model->param_count;
    for (uint32_t i = 0; i < model->param_count; i++) {
        float value = 0.0f;
        (void)wi_block_get(model, block, model->params[i].name, &value, NULL);
        to->parameter[i].value = as_written(value);
        if (!copy_text(&to->parameter[i].name, model->params[i].name)) return false;
    }
    return true;
}

static bool describe_profile(const wend_scene *scene, uint32_t index, const char *preset, wi_plan_profile *to) {
    const wend_profile *is = &scene->profiles[index].is;
    *to = (wi_plan_profile){.shape = is->shape.kind,
                            .half_length = as_written(is->shape.half_length),
                            .half_width = as_written(is->shape.half_width),
                            .preferred_speed = as_written(is->preferred_speed),
                            .max_speed = as_written(is->max_speed)};
    return copy_text(&to->name, is->name) && copy_text(&to->model, is->model->name) && copy_text(&to->preset, preset) &&
           describe_parameters(is->model, scene->params + (size_t)index * scene->params_stride, to);
}

static bool describe_profiles(const wi_run *run, wi_plan *plan) {
    uint32_t count = run->scene->profile_count;
    plan->profile = calloc((size_t)count + 1, sizeof *plan->profile);
    if (plan->profile == NULL) return false;
    plan->profile_count = count;
    for (uint32_t i = 0; i < count; i++)
        if (!describe_profile(run->scene, i, run->scenario->profile[i].preset, &plan->profile[i])) return false;
    return true;
}

bool wi_run_plan(const wi_run *run, wi_plan *plan) {
    *plan = (wi_plan){.origin = run->scene->origin};
    bool good = copy_text(&plan->title, run->scenario->title) && describe_levels(run, plan) &&
                describe_walls(run, plan) && describe_doors(run, plan) && describe_lines(run, plan) &&
                describe_signals(run, plan) && describe_goals(run, plan) && describe_groups(run, plan) &&
                describe_profiles(run, plan);
    if (good)
        wi_plan_measure(plan);
    else
        wi_plan_free(plan);
    return good;
}
