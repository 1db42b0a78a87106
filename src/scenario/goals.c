// Where agents want to go, one goal after the other.
#include <math.h>

#include "base/error.h"
#include "scenario/room.h"
#include "scenario/run_state.h"
#include "world/scene.h"

#define RANDOM_TRIES 64

bool wi_goals_open(wi_run *run) {
    wi_run_state *state = wi_state(run);
    state->goal_region = calloc(run->scenario->group_count + 1, sizeof *state->goal_region);
    bool good = state->goal_region != NULL && wi_gates_open(run);
    for (uint32_t i = 0; good && i < run->scenario->group_count; i++) {
        const wi_group *group = &run->scenario->group[i];
        if (group->goal.kind != WI_GOAL_RANDOM) continue;
        const wi_ring *ring = group->goal.region.count > 0 ? &group->goal.region : &group->region;
        good = wi_region_open(&state->goal_region[i], ring, run->scene->origin);
    }
    return good;
}

void wi_goals_close(wi_run *run) {
    wi_run_state *state = wi_state(run);
    for (uint32_t i = 0; state->goal_region != NULL && i < run->scenario->group_count; i++)
        wi_region_close(&state->goal_region[i]);
    free(state->goal_region);
    state->goal_region = NULL;
    wi_gates_close(run);
}

bool wi_goal_same(const wi_goal_source *a, const wi_goal_source *b) {
    return a->at.x == b->at.x && a->at.y == b->at.y && a->half.x == b->half.x && a->half.y == b->half.y &&
           a->radius == b->radius && a->on_level == b->on_level;
}

// A way that goes round has to have somewhere else to go.
bool wi_goal_is_endless(const wi_goal_plan *plan) {
    if (!plan->again) return false;
    if (plan->kind == WI_GOAL_RANDOM) return true;
    if (plan->kind != WI_GOAL_WAY) return false;
    for (uint32_t i = 1; i < plan->way_count; i++)
        if (!wi_goal_same(&plan->way[0], &plan->way[i])) return true;
    return false;
}

uint32_t wi_goal_level(const wi_goal_source *goal, const wi_group *group) {
    if (goal->on_level != 0) return goal->on_level - 1;
    return group != NULL ? group->level : 0;
}

static wend_target target_of(const wi_goal_source *goal) {
    return (wend_target){.at = goal->at, .half = goal->half, .radius = (float)goal->radius, .level = goal->on_level};
}

// Somewhere in the region, where the body fits if such a place is found soon.
static wend_point random_goal(const wi_run *run, uint32_t group, const wi_journey *journey) {
    const wi_region *region = &wi_state(run)->goal_region[group];
    const wi_walls *walls = &run->scene->walls;
    wi_who who = {run->seed, group, journey->guide};
    wend_point best = {NAN, NAN};
    for (uint32_t i = 0; i < RANDOM_TRIES; i++) {
        wend_point at = wi_region_draw(region, who, journey->turn, WI_FOR_GOAL, i);
        wend_vec here = {(float)at.x, (float)at.y};
        uint32_t wall;
        bool forbidden = walls->wall_count > 0 && wi_walls_forbid(walls, journey->level, here);
        if (i == 0 || (!forbidden && isnan(best.x))) best = forbidden ? (wend_point){NAN, NAN} : at;
        if (forbidden) continue;
        if (wi_walls_near(walls, journey->level, here, journey->radius, 1, &wall, NULL) > 0) continue;
        best = at;
        break;
    }
    if (isnan(best.x)) best = wi_region_draw(region, who, journey->turn, WI_FOR_GOAL, 0);
    return (wend_point){run->scene->origin.x + best.x, run->scene->origin.y + best.y};
}

// p mirrored in the line through c along the unit vector d: c + 2 d (d . (p - c)) - (p - c).
static wend_point mirrored(const wi_goal_plan *plan, wend_point p) {
    double dx = (double)wend_cos((float)plan->axis), dy = (double)wend_sin((float)plan->axis);
    double x = p.x - plan->centre.x, y = p.y - plan->centre.y, along = 2.0 * (x * dx + y * dy);
    return (wend_point){plan->centre.x + along * dx - x, plan->centre.y + along * dy - y};
}

// The next goal of a way, passing over those equal to where the agent is already.
static bool next_of_way(const wi_goal_plan *plan, wi_journey *journey) {
    bool endless = wi_goal_is_endless(plan);
    const wi_goal_source *here = &plan->way[journey->goal];
    for (uint32_t next = journey->goal + 1; endless || next < plan->way_count; next++) {
        if (wi_goal_same(&plan->way[next % plan->way_count], here)) continue;
        journey->goal = next % plan->way_count;
        return true;
    }
    return false;
}

// The world removes whoever reaches a goal and leaves, so that is only said when the last goal comes. Goals equal to the
// last at the end of a way count as the last.
static bool ends_here(const wi_goal_plan *plan, wi_journey journey) {
    return !wi_goal_is_endless(plan) && (plan->kind != WI_GOAL_WAY || !next_of_way(plan, &journey));
}

static void aim_first(const wi_run *run, const wi_goal_plan *plan, uint32_t group_index, wend_agent *agent,
                      wi_journey *journey) {
    wi_who who = {run->seed, group_index, journey->guide};
    switch (plan->kind) {
    case WI_GOAL_STAY:
        agent->goal = wend_agent_default().goal;
        break;
    case WI_GOAL_WAY:
        agent->goal = target_of(&plan->way[0]);
        break;
    case WI_GOAL_CHOICE:
        agent->goal = target_of(&plan->way[wi_draw_index(plan->weight, plan->way_count, who, WI_FOR_CHOICE)]);
        break;
    case WI_GOAL_OPPOSITE:
        agent->goal.at =
            (wend_point){2.0 * plan->centre.x - agent->position.x, 2.0 * plan->centre.y - agent->position.y};
        break;
    case WI_GOAL_MIRRORED:
        agent->goal.at = mirrored(plan, agent->position);
        break;
    case WI_GOAL_RANDOM:
        agent->goal.at = random_goal(run, group_index, journey);
        break;
    }
}

void wi_goal_first(const wi_run *run, const wi_group *group, uint32_t group_index, wend_agent *agent,
                   wi_journey *journey) {
    const wi_goal_plan *plan = &group->goal;
    agent->goal.radius = (float)plan->radius;
    journey->awaited = !group->driven && (journey->own_goal || plan->kind != WI_GOAL_STAY || group->behaviour != 0);
    agent->behaviour = group->behaviour;
    if (group->told) agent->unknown = group->unknown;
    agent->driven = group->driven;
    agent->leaves = group->leaves && journey->awaited && (journey->own_goal || ends_here(plan, *journey));
    if (journey->own_goal) {
        agent->goal.radius = plan->radius > 0.0 ? (float)plan->radius : wend_agent_default().goal.radius;
        return;
    }
    aim_first(run, plan, group_index, agent, journey);
}

static bool next_goal(const wi_run *run, uint32_t group, wi_journey *journey, wend_target *target) {
    const wi_goal_plan *plan = &run->scenario->group[group].goal;
    if (journey->own_goal || run->scenario->group[group].behaviour != 0) return false;
    if (plan->kind == WI_GOAL_WAY && next_of_way(plan, journey)) {
        *target = target_of(&plan->way[journey->goal]);
        return true;
    }
    if (plan->kind != WI_GOAL_RANDOM || !plan->again) return false;
    journey->turn++;
    *target = (wend_target){.at = random_goal(run, group, journey), .radius = (float)plan->radius};
    return true;
}

wend_result wi_goal_arrived(wi_run *run, uint32_t traveller, wend_error *error) {
    return wi_gate_holds(run, traveller) ? wi_gate_wait(run, traveller, error) : wi_goal_go_on(run, traveller, error);
}

wend_result wi_goal_go_on(wi_run *run, uint32_t traveller, wend_error *error) {
    wi_traveller *who = &run->traveller[traveller];
    wi_journey *journey = &wi_state(run)->journey[traveller];
    const wi_group *group = &run->scenario->group[who->group];
    wend_target target;
    if (!next_goal(run, who->group, journey, &target)) {
        if (isnan(who->arrived)) who->arrived = wi_run_time(run);
        if (journey->awaited) wi_state(run)->awaited--;
        journey->awaited = false;
        return WEND_OK;
    }
    if (!group->leaves || !ends_here(&group->goal, *journey))
        return wend_world_set_goal(run->world, who->serial, target, error);
    wend_agent agent;
    wend_result result = wend_world_get(run->world, who->serial, &agent, error);
    if (result != WEND_OK) return result;
    agent.goal = target;
    agent.leaves = true;
    return wend_world_set(run->world, &agent, error);
}

// Checks ---------------------------------------------------------------------------------------------------------------

static bool is_forbidden(const wi_run *run, uint32_t level, wend_point at) {
    return run->scene->walls.wall_count > 0 &&
           wi_walls_forbid(&run->scene->walls, level, wi_scene_local(run->scene, at));
}

// No point of the goal, of 5 x 5 tried, can be reached.
static bool goal_is_walled(const wi_run *run, uint32_t level, const wi_goal_source *goal) {
    for (int i = 0; i < 25; i++) {
        wend_point at = {goal->at.x + (double)goal->half.x * (i % 5 - 2) / 2.0,
                         goal->at.y + (double)goal->half.y * (i / 5 - 2) / 2.0};
        if (!is_forbidden(run, level, at)) return false;
    }
    return true;
}

static void check_plan(const wi_run *run, const wi_group *group, wi_problems *problems) {
    const wi_goal_plan *plan = &group->goal;
    bool listed = plan->kind == WI_GOAL_WAY || plan->kind == WI_GOAL_CHOICE;
    if (listed && plan->way_count == 0) wi_problem_add(problems, plan->place, "there must be at least one goal here");
    for (uint32_t i = 0; listed && i < plan->way_count; i++) {
        const wi_goal_source *goal = &plan->way[i];
        if (goal_is_walled(run, wi_goal_level(goal, group), goal))
            wi_problem_add(problems, goal->place,
                           "the goal at (%.6g, %.6g) lies inside an obstacle or outside all rooms", goal->at.x,
                           goal->at.y);
    }
    if (listed) wi_gates_check(plan, problems);
    if (plan->kind != WI_GOAL_RANDOM) return;
    uint32_t index = (uint32_t)(group - run->scenario->group);
    wi_journey someone = {.level = (uint16_t)group->level};
    if (!(wi_state(run)->goal_region[index].area > 0.0))
        wi_problem_add(problems, plan->place, "a random goal needs a region with an area");
    else if (is_forbidden(run, group->level, random_goal(run, index, &someone)))
        wi_problem_add(problems, plan->place, "the region of this goal lies inside obstacles or outside all rooms");
}

void wi_goals_check(const wi_run *run, wi_problems *problems) {
    for (uint32_t i = 0; i < run->scenario->group_count; i++) check_plan(run, &run->scenario->group[i], problems);
}
