// What a host says of an agent, made a row and looked at before it counts.
#include "world/agent_check.h"

#include "sense/shape.h"

#include <math.h>

wend_agent wend_agent_default(void) {
    return (wend_agent){
        .heading = NAN,
        .goal = {.at = {NAN, NAN}, .radius = 0.3f},
        .shape = {WEND_DISC, NAN, NAN},
        .preferred_speed = NAN,
        .max_speed = NAN,
        .max_acceleration = NAN,
        .priority = NAN,
        .unknown = WEND_UNKNOWN_DRAWN,
        .cookie = WI_COOKIE,
    };
}

static float given(float wish, float otherwise) { return isnan(wish) ? otherwise : wish; }

static wend_form form_of(const wend_agent *agent, const wend_profile *profile, wend_shape *shape) {
    *shape = isnan(agent->shape.half_length) ? profile->shape : agent->shape;
    shape->kind = wi_shape_kind(*shape);
    float firm = agent->driven ? WEND_PRIORITY_FIRM : given(agent->priority, profile->priority);
    return (wend_form){wi_shape_radius(*shape), shape->half_length, shape->half_width, firm};
}

static wend_vec heading_of(const wend_agent *agent, wend_vec at, wend_vec goal) {
    if (isnan(agent->heading)) return wi_unit(wi_sub(goal, at), wi_vec(1.0f, 0.0f));
    return wi_vec(wend_cos(agent->heading), wend_sin(agent->heading));
}

wend_result wi_agent_goal_level(const wend_scene *scene, uint32_t wish, uint32_t own, uint16_t *level,
                                wend_error *error) {
    uint32_t of_goal = wish == 0 ? own : wish - 1;
    if (of_goal >= scene->levels)
        return wi_fail(error, WEND_BAD_ARGUMENT, "the goal's level is %u, the scene has %u", of_goal, scene->levels);
    if (of_goal != own && scene->map.cell_count == 0)
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "the goal is on level %u, the agent on %u; without a map there is no way between them", of_goal,
                       own);
    *level = scene->map.cell_count > 0 ? (uint16_t)of_goal : 0;
    return WEND_OK;
}

// What must be right before the rest can be filled in.
static wend_result check_references(const wend_scene *scene, const wend_agent *agent, wend_error *error) {
    if (agent->cookie != WI_COOKIE)
        return wi_fail(error, WEND_BAD_ARGUMENT, "the agent must come from wend_agent_default() or wend_world_get()");
    if (agent->profile >= scene->profile_count)
        return wi_fail(error, WEND_BAD_ARGUMENT, "profile is %u, the scene has %u", agent->profile,
                       scene->profile_count);
    if (agent->level >= scene->levels)
        return wi_fail(error, WEND_BAD_ARGUMENT, "level is %u, the scene has %u", agent->level, scene->levels);
    if (!isnan(agent->heading) && !(fabsf(agent->heading) <= 1e4f))
        return wi_fail(error, WEND_BAD_ARGUMENT, "heading is %g rad, must lie between -10000 and 10000",
                       (double)agent->heading);
    if (agent->behaviour > scene->program.is.behaviour_count || agent->site > scene->program.is.site_count)
        return wi_fail(error, WEND_BAD_ARGUMENT, "behaviour is %u and site %u (0: none), the scene has %u and %u",
                       agent->behaviour, agent->site, scene->program.is.behaviour_count, scene->program.is.site_count);
    return WEND_OK;
}

wend_result wi_agent_resolve(const wend_world *world, const wend_agent *agent, wi_row *row, wend_error *error) {
    const wend_scene *scene = world->scene;
    wend_result result = check_references(scene, agent, error);
    if (result != WEND_OK) return result;
    const wend_profile *profile = &scene->profiles[agent->profile].is;
    wend_vec at = wi_scene_local(scene, agent->position);
    wend_vec goal = isnan(agent->goal.at.x) ? at : wi_scene_local(scene, agent->goal.at);
    wend_shape shape;
    *row = (wi_row){.x = at.x, .y = at.y};
    row->motion = (wend_motion){agent->velocity, heading_of(agent, at, goal)};
    row->goal = (wend_goal){goal, agent->goal.half};
    row->pace = (wend_pace){given(agent->preferred_speed, profile->preferred_speed),
                            given(agent->max_speed, profile->max_speed),
                            given(agent->max_acceleration, profile->max_acceleration), agent->goal.radius};
    row->form = form_of(agent, profile, &shape);
    row->role =
        (wend_role){.profile = agent->profile,
                    .level = (uint16_t)agent->level,
                    .shape = (uint8_t)shape.kind,
                    .flags = (uint8_t)((agent->driven ? WEND_FLAG_DRIVEN : 0) | (agent->leaves ? WEND_FLAG_LEAVES : 0)),
                    .params = agent->profile,
                    .stream = agent->stream};
    row->ties = (wend_ties){.group = agent->group, .leads = agent->leads};
    result = wi_agent_goal_level(scene, agent->goal.level, agent->level, &row->way.level, error);
    return result == WEND_OK ? wi_row_check(scene, row, error) : result;
}

wend_result wi_agent_check_settings(wend_world *world, const wend_agent *agent, wend_error *error) {
    if (agent->setting_count == 0) return WEND_OK;
    if (agent->settings == NULL)
        return wi_fail(error, WEND_BAD_ARGUMENT, "setting_count is %u but settings is NULL", agent->setting_count);
    _Alignas(16) unsigned char scratch[WI_BLOCK_MAX] = {0};
    const wend_model *model = world->scene->profiles[agent->profile].is.model;
    for (uint32_t i = 0; i < agent->setting_count; i++) {
        wend_result result = wi_block_set(model, scratch, agent->settings[i].name, agent->settings[i].value, error);
        if (result != WEND_OK) return result;
    }
    return wi_world_note_habits(world, scratch)
               ? WEND_OK
               : wi_fail(error, WEND_NO_MEMORY, "no memory for what an agent's habits need");
}

static wi_outline outline_of(const wi_row *row) {
    return (wi_outline){(wend_shape_kind)row->role.shape, wi_vec(row->x, row->y), row->motion.heading,
                        row->form.half_length, row->form.half_width};
}

wend_result wi_agent_check_walls(wend_world *world, const wi_row *row, wend_error *error) {
    const wi_walls *walls = &world->walls;
    if (walls->wall_count == 0) return WEND_OK;
    wi_outline outline = outline_of(row);
    if (wi_walls_forbid(walls, row->role.level, outline.at))
        return wi_fail(error, WEND_NO_SPACE, "(%g, %g) m from the scene's origin lies inside an obstacle",
                       (double)row->x, (double)row->y);
    wend_vec reach = {row->form.radius, row->form.radius}, min = wi_sub(outline.at, reach),
             max = wi_add(outline.at, reach);
    uint32_t count = wi_walls_in_box(walls, row->role.level, min, max, 0, NULL);
    uint32_t *found = wi_memory_take(&world->memory, count, sizeof *found);
    if (found == NULL) return wi_fail(error, WEND_NO_MEMORY, "no memory to look at %u walls", count);
    (void)wi_walls_in_box(walls, row->role.level, min, max, count, found);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_wall *wall = &walls->wall[found[i]];
        if (wi_outline_wall_gap(&outline, wall->a, wall->b) < 0.0f)
            result =
                wi_fail(error, WEND_NO_SPACE, "the body at (%g, %g) m would overlap the wall from (%g, %g) to (%g, %g)",
                        (double)row->x, (double)row->y, (double)wall->a.x, (double)wall->a.y, (double)wall->b.x,
                        (double)wall->b.y);
    }
    wi_memory_give(&world->memory, found, count, sizeof *found);
    return result;
}

static bool overlaps(const wend_world *world, const wi_row *row, uint32_t other) {
    const wi_columns *c = &world->columns;
    if (c->role[other].level != row->role.level || c->serial[other] >= row->serial) return false;
    float dx = c->x[other] - row->x, dy = c->y[other] - row->y, r = c->form[other].radius + row->form.radius;
    if (dx * dx + dy * dy >= r * r) return false;
    wi_row there = wi_row_read(c, other);
    wi_outline a = outline_of(row), b = outline_of(&there);
    return !wi_outline_clear(&a, &b, 1e-6f) && wi_outline_gap(&a, &b) < -1e-6f;
}

// Rows that the grid knows are searched there, big bodies in their list, and those changed or added since one by one.
uint32_t wi_agent_find_overlap(const wend_world *world, const wi_row *row) {
    if (world->sorted > 0) {
        float r = row->form.radius + world->small_radius;
        r += wi_grid_margin(row->x, row->y, r);
        wi_walk walk =
            wi_walk_box(&world->grid, row->role.level, wi_vec(row->x - r, row->y - r), wi_vec(row->x + r, row->y + r));
        for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
            for (uint32_t other = begin; other < end && other < world->sorted; other++)
                if (overlaps(world, row, other)) return other;
        for (uint32_t i = 0; i < world->senses.big_count; i++)
            if (world->big[i] < world->sorted && overlaps(world, row, world->big[i])) return world->big[i];
        for (uint32_t i = 0; i < world->stray_count; i++)
            if (world->stray[i] < world->sorted && overlaps(world, row, world->stray[i])) return world->stray[i];
    }
    for (uint32_t other = world->sorted; other < world->columns.count; other++)
        if (overlaps(world, row, other)) return other;
    return UINT32_MAX;
}

wend_result wi_agent_check_others(const wend_world *world, const wi_row *row, wend_error *error) {
    uint32_t other = wi_agent_find_overlap(world, row);
    if (other == UINT32_MAX) return WEND_OK;
    return wi_fail(error, WEND_NO_SPACE, "the body at (%g, %g) m would overlap agent %llu at (%g, %g)", (double)row->x,
                   (double)row->y, (unsigned long long)world->columns.serial[other], (double)world->columns.x[other],
                   (double)world->columns.y[other]);
}

bool wi_agent_reserve_ties(wend_world *world, const wend_agent *agent) {
    bool needed = agent->group != 0 || agent->leads;
    return (!needed || wi_columns_add_ties(&world->columns, &world->memory)) &&
           (!world->scene->any_stress || wi_columns_add_optional(&world->columns, &world->memory, WI_COLUMN_MOOD)) &&
           (agent->behaviour == 0 || wi_minds_reserve(world, world->columns.capacity)) &&
           wi_knowing_reserve(world, agent->unknown);
}
