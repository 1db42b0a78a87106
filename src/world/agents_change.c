// Agents are read and changed between steps.
#include "steer/ellipse_method.h"
#include "world/agent_check.h"

#include <math.h>

static wend_agent describe(const wend_world *world, uint32_t at) {
    wi_row row = wi_row_read(&world->columns, at);
    wend_point origin = world->scene->origin;
    wend_mind mind = world->columns.mind ? world->columns.mind[at] : (wend_mind){0};
    return (wend_agent){
        .serial = row.serial,
        .profile = row.role.profile,
        .level = row.role.level,
        .position = {origin.x + (double)row.x, origin.y + (double)row.y},
        .velocity = row.motion.velocity,
        .heading = wend_atan2(row.motion.heading.y, row.motion.heading.x),
        .goal = {{origin.x + (double)row.goal.at.x, origin.y + (double)row.goal.at.y},
                 row.goal.half,
                 row.pace.arrival_radius,
                 world->columns.way ? WEND_ON_LEVEL(row.way.level) : 0},
        .shape = {(wend_shape_kind)row.role.shape, row.form.half_length, row.form.half_width},
        .preferred_speed = row.pace.preferred_speed,
        .max_speed = row.pace.max_speed,
        .max_acceleration = row.pace.max_acceleration,
        .priority = row.form.priority,
        .stream = row.role.stream,
        .group = row.ties.group,
        .leads = row.ties.leads,
        .behaviour = mind.depth > 0 ? world->columns.frames[at].at[0].behaviour + 1u : 0,
        .site = mind.own,
        .activity = mind.depth > 0 ? wi_mind_activity(&world->columns, at) : 0,
        .unknown = world->columns.unknown ? world->columns.unknown[at] : 0,
        .driven = (row.role.flags & WEND_FLAG_DRIVEN) != 0,
        .leaves = (row.role.flags & WEND_FLAG_LEAVES) != 0,
        .arrived = (row.role.flags & WEND_FLAG_ARRIVED) != 0,
        .cookie = WI_COOKIE,
    };
}

wend_result wend_world_get(wend_world *world, wend_serial serial, wend_agent *agent, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result == WEND_OK && agent == NULL)
        result = wi_fail(error, WEND_BAD_ARGUMENT, "there is no place to put the agent");
    uint32_t row;
    if (result == WEND_OK) result = wi_world_find(world, serial, &row, error);
    if (result == WEND_OK) *agent = describe(world, row);
    return result;
}

// What was not changed keeps its very bits, which coordinates and angles could lose on the way out and in again.
static void keep_unchanged(const wend_world *world, uint32_t at, const wend_agent *wish, wi_row *row) {
    wend_agent was = describe(world, at);
    wi_row before = wi_row_read(&world->columns, at);
    if (wish->position.x == was.position.x) row->x = before.x;
    if (wish->position.y == was.position.y) row->y = before.y;
    if (wish->heading == was.heading) row->motion.heading = before.motion.heading;
    if (wish->goal.at.x == was.goal.at.x) row->goal.at.x = before.goal.at.x;
    if (wish->goal.at.y == was.goal.at.y) row->goal.at.y = before.goal.at.y;
}

static bool same_goal(const wi_row *a, const wi_row *b) {
    return a->goal.at.x == b->goal.at.x && a->goal.at.y == b->goal.at.y && a->goal.half.x == b->goal.half.x &&
           a->goal.half.y == b->goal.half.y && a->pace.arrival_radius == b->pace.arrival_radius &&
           a->way.level == b->way.level;
}

// Puts checked values over a row. What the grid holds is then out of date.
static void overwrite(wend_world *world, uint32_t at, const wi_row *values) {
    wi_row before = wi_row_read(&world->columns, at), after = *values;
    after.serial = before.serial;
    after.role.stream = before.role.stream;
    after.role.params = before.role.params;
    after.ties.waiting = before.ties.waiting;
    after.ties.stood = before.ties.stood;
    if (after.role.profile != before.role.profile) {
        wi_params_give(world, at);
        after.role.params = after.role.profile;
    }
    if (same_goal(&before, &after)) after.role.flags |= before.role.flags & WEND_FLAG_ARRIVED;
    if (same_goal(&before, &after) && before.x == after.x && before.y == after.y &&
        before.role.level == after.role.level)
        after.way = before.way;
    wi_routes_leave(world, at);
    wi_world_count_body(world, at, -1);
    wi_row_write(&world->columns, at, &after);
    wi_routes_join(world, at);
    if (after.role.profile != before.role.profile) wi_remember_nothing(world, at);
    if (wi_profile_needs_block(&world->scene->profiles[after.role.profile])) (void)wi_params_own(world, at);
    wi_world_count_body(world, at, 1);
    wi_world_stray(world, at);
}

// Whoever is elsewhere now must be on free floor, and on the same level have got there without crossing a wall.
static wend_result check_move(const wend_world *world, uint32_t at, const wi_row *row, wend_error *error) {
    const wi_columns *c = &world->columns;
    const wi_walls *walls = &world->walls;
    wend_vec from = wi_vec(c->x[at], c->y[at]), to = wi_vec(row->x, row->y);
    bool moved = from.x != to.x || from.y != to.y, level = c->role[at].level != row->role.level;
    if (walls->wall_count == 0 || (!moved && !level)) return WEND_OK;
    if (wi_walls_forbid(walls, row->role.level, to))
        return wi_fail(error, WEND_NO_SPACE, "(%g, %g) m from the scene's origin lies inside an obstacle", (double)to.x,
                       (double)to.y);
    if (!level && !wi_walls_clear(walls, row->role.level, from, to))
        return wi_fail(error, WEND_NO_SPACE, "agent %llu cannot go from (%g, %g) to (%g, %g): a wall is in between",
                       (unsigned long long)c->serial[at], (double)from.x, (double)from.y, (double)to.x, (double)to.y);
    return WEND_OK;
}

wend_result wend_world_set(wend_world *world, const wend_agent *agent, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result == WEND_OK && agent == NULL) result = wi_fail(error, WEND_BAD_ARGUMENT, "there is no agent (NULL)");
    uint32_t at;
    wi_row row;
    if (result == WEND_OK) result = wi_world_find(world, agent->serial, &at, error);
    wend_agent wish;
    if (result == WEND_OK) {
        wish = *agent;
        bool was_driven = (world->columns.role[at].flags & WEND_FLAG_DRIVEN) != 0;
        if (was_driven && !wish.driven && wish.priority == WEND_PRIORITY_FIRM) wish.priority = NAN;
        result = wi_agent_resolve(world, &wish, &row, error);
    }
    if (result != WEND_OK) return result;
    keep_unchanged(world, at, agent, &row);
    result = check_move(world, at, &row, error);
    if (result != WEND_OK) return result;
    if (!wi_params_reserve(world, 1) || !wi_routes_reserve(world, 1) || !wi_agent_reserve_ties(world, agent))
        return wi_fail(error, WEND_NO_MEMORY, "no memory for an agent's own parameters");
    wend_agent was = describe(world, at);
    overwrite(world, at, &row);
    wi_ellipse_method_note(world, at);
    if (agent->behaviour != was.behaviour || agent->site != was.site)
        wi_mind_start(world, at, agent->behaviour, agent->site);
    if (agent->unknown != was.unknown) wi_knowing_start(world, at, agent->unknown);
    return WEND_OK;
}

wend_result wend_world_set_goal(wend_world *world, wend_serial serial, wend_target goal, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    uint32_t at;
    if (result == WEND_OK) result = wi_world_find(world, serial, &at, error);
    if (result != WEND_OK) return result;
    wi_row row = wi_row_read(&world->columns, at), before = row;
    row.goal = (wend_goal){wi_scene_local(world->scene, goal.at), goal.half};
    row.pace.arrival_radius = goal.radius;
    result = wi_agent_goal_level(world->scene, goal.level, row.role.level, &row.way.level, error);
    if (result == WEND_OK) result = wi_row_check(world->scene, &row, error);
    if (result != WEND_OK) return result;
    if (same_goal(&before, &row)) return WEND_OK;
    if (!wi_routes_reserve(world, 1)) return wi_fail(error, WEND_NO_MEMORY, "no memory for the way to the goal");
    row.role.flags &= (uint8_t)~WEND_FLAG_ARRIVED;
    row.way.flags = 0;
    wi_routes_leave(world, at);
    wi_row_write(&world->columns, at, &row); // nothing the grid knows has changed
    wi_routes_join(world, at);
    return WEND_OK;
}

wend_result wend_world_set_param(wend_world *world, wend_serial serial, const char *name, float value,
                                 wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    uint32_t row;
    if (result == WEND_OK) result = wi_world_find(world, serial, &row, error);
    if (result != WEND_OK) return result;
    _Alignas(16) unsigned char scratch[WI_BLOCK_MAX];
    const wend_model *model = world->scene->profiles[world->columns.role[row].profile].is.model;
    result = wi_block_set(model, scratch, name, value, error);
    if (result != WEND_OK) return result;
    if (!wi_params_reserve(world, 1)) return wi_fail(error, WEND_NO_MEMORY, "no memory for an agent's own parameters");
    void *block = wi_params_own(world, row);
    result = wi_block_set(model, block, name, value, error);
    if (result == WEND_OK && !wi_world_note_habits(world, block))
        result = wi_fail(error, WEND_NO_MEMORY, "no memory for what the habit needs");
    wi_ellipse_method_note(world, row);
    return result;
}

wend_result wend_world_get_param(wend_world *world, wend_serial serial, const char *name, float *value,
                                 wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    uint32_t row;
    if (result == WEND_OK && (name == NULL || value == NULL))
        result = wi_fail(error, WEND_BAD_ARGUMENT, "there is no name or no place to put the value");
    if (result == WEND_OK) result = wi_world_find(world, serial, &row, error);
    if (result != WEND_OK) return result;
    const wend_role *role = &world->columns.role[row];
    const wend_model *model = world->scene->profiles[role->profile].is.model;
    const unsigned char *block = world->params.block + (size_t)role->params * world->scene->params_stride;
    return wi_block_get(model, block, name, value, error);
}
