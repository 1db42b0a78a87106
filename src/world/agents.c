// Agents come, go and change between steps.
#include <math.h>

#include "sense/shape.h"
#include "steer/ellipse_method.h"
#include "world/row.h"

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
    float firm = agent->driven ? WEND_PRIORITY_FIRM : given(agent->priority, profile->priority);
    return (wend_form){wi_shape_radius(*shape), shape->half_length, shape->half_width, firm};
}

static wend_vec heading_of(const wend_agent *agent, wend_vec at, wend_vec goal) {
    if (isnan(agent->heading)) return wi_unit(wi_sub(goal, at), wi_vec(1.0f, 0.0f));
    return wi_vec(wend_cos(agent->heading), wend_sin(agent->heading));
}

static wend_result goal_level(const wend_scene *scene, uint32_t wish, uint32_t own, uint16_t *level,
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

// Fills in what the profile has; nothing is checked yet but what is needed to do so.
static wend_result resolve(const wend_world *world, const wend_agent *agent, wi_row *row, wend_error *error) {
    const wend_scene *scene = world->scene;
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
    wend_result result = goal_level(scene, agent->goal.level, agent->level, &row->way.level, error);
    return result == WEND_OK ? wi_row_check(scene, row, error) : result;
}

static wend_result check_settings(wend_world *world, const wend_agent *agent, wend_error *error) {
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

// Spawn checks.

static wi_outline outline_of(const wi_row *row) {
    return (wi_outline){(wend_shape_kind)row->role.shape, wi_vec(row->x, row->y), row->motion.heading,
                        row->form.half_length, row->form.half_width};
}

static wend_result check_walls(wend_world *world, const wi_row *row, wend_error *error) {
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

// A row added before that the body would overlap, or UINT32_MAX. Rows that the grid knows are searched there, big bodies
// in their list, and those changed or added since one by one.
static uint32_t find_overlap(const wend_world *world, const wi_row *row) {
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

static wend_result check_others(const wend_world *world, const wi_row *row, wend_error *error) {
    uint32_t other = find_overlap(world, row);
    if (other == UINT32_MAX) return WEND_OK;
    return wi_fail(error, WEND_NO_SPACE, "the body at (%g, %g) m would overlap agent %llu at (%g, %g)", (double)row->x,
                   (double)row->y, (unsigned long long)world->columns.serial[other], (double)world->columns.x[other],
                   (double)world->columns.y[other]);
}

// Adding.

void wi_world_count_body(wend_world *world, uint32_t row, int by) {
    float radius = world->columns.form[row].radius;
    if (radius > WEND_BIG_RADIUS)
        world->big_count = (uint32_t)((int64_t)world->big_count + by);
    else if (radius > world->small_radius)
        world->small_radius = radius;
}

static const wend_model *model_of(const wend_world *world, const wend_agent *agent) {
    return world->scene->profiles[agent->profile].is.model;
}

// Room for what few agents have; false without memory.
static bool reserve_ties(wend_world *world, const wend_agent *agent) {
    bool needed = agent->group != 0 || agent->leads;
    return (!needed || wi_columns_add_ties(&world->columns, &world->memory)) &&
           (!world->scene->any_stress || wi_columns_add_optional(&world->columns, &world->memory, WI_COLUMN_MOOD)) &&
           (agent->behaviour == 0 || wi_minds_reserve(world, world->columns.capacity)) &&
           wi_knowing_reserve(world, agent->unknown);
}

// Who has settings of its own, or settings that stress changes, has a block of its own.
static bool needs_block(const wend_world *world, const wend_agent *agent) {
    return agent->setting_count > 0 || wi_profile_needs_block(&world->scene->profiles[agent->profile]);
}

static void append(wend_world *world, const wend_agent *agent, wi_row *values) {
    values->serial = world->next_serial++;
    if (values->role.stream == 0) values->role.stream = (uint32_t)values->serial;
    uint32_t row = wi_row_append(world, values);
    wi_mind_start(world, row, agent->behaviour, agent->site);
    wi_knowing_start(world, row, agent->unknown);
    void *block = needs_block(world, agent) ? wi_params_own(world, row) : NULL;
    for (uint32_t i = 0; i < agent->setting_count; i++)
        (void)wi_block_set(model_of(world, agent), block, agent->settings[i].name, agent->settings[i].value, NULL);
    wi_ellipse_method_note(world, row);
    world->stats.added++;
}

// Rows added one by one pile up behind the sorted ones; sorting now and then keeps the search short.
static bool keep_tidy(wend_world *world) {
    uint32_t loose = world->columns.count - world->sorted;
    if (world->tidy && loose <= 512 + world->sorted / 64) return true;
    return wi_world_refresh(world);
}

wend_result wend_world_add(wend_world *world, const wend_agent *agent, wend_serial *serial, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    if (agent == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no agent (NULL)");
    wi_row row;
    result = resolve(world, agent, &row, error);
    if (result == WEND_OK) result = check_settings(world, agent, error);
    if (result == WEND_OK) result = check_walls(world, &row, error);
    if (result != WEND_OK) return result;
    bool room = wi_world_reserve(world, 1) && wi_params_reserve(world, needs_block(world, agent)) &&
                wi_routes_reserve(world, 1) && reserve_ties(world, agent) && keep_tidy(world);
    if (!room) return wi_fail(error, WEND_NO_MEMORY, "no memory for one more agent");
    row.serial = world->next_serial;
    result = check_others(world, &row, error);
    if (result != WEND_OK) return result;
    append(world, agent, &row);
    if (serial != NULL) *serial = row.serial;
    return WEND_OK;
}

static wend_result name_index(wend_error *error, uint32_t index, wend_result result) {
    if (error == NULL) return result;
    wend_error inner = *error;
    return wi_fail(error, result, "agent %u of the list: %.200s", index, inner.text);
}

// Takes the newest `count` agents out again, as if they had never been.
static void undo_add(wend_world *world, wend_serial first, uint32_t count) {
    for (uint32_t row = world->columns.count; row-- > 0;)
        if (world->columns.serial[row] >= first) wi_world_drop(world, row);
    world->next_serial = first;
    world->stats.added -= count;
}

// Of the rows from serial `first` on that overlap one before them, the one with the lowest serial, or UINT32_MAX.
static uint32_t first_overlap(const wend_world *world, wend_serial first) {
    const wi_columns *c = &world->columns;
    uint32_t blamed = UINT32_MAX;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->serial[i] < first || (blamed != UINT32_MAX && c->serial[i] > c->serial[blamed])) continue;
        wi_row row = wi_row_read(c, i);
        if (find_overlap(world, &row) != UINT32_MAX) blamed = i;
    }
    return blamed;
}

wend_result wend_world_add_many(wend_world *world, const wend_agent *agents, uint32_t count, wend_serial *serials,
                                wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    if (count == 0) return WEND_OK;
    if (agents == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "there are no agents (NULL)");
    uint32_t blocks = 0;
    wi_row row;
    for (uint32_t i = 0; i < count; i++) {
        result = resolve(world, &agents[i], &row, error);
        if (result == WEND_OK) result = check_settings(world, &agents[i], error);
        if (result == WEND_OK) result = check_walls(world, &row, error);
        if (result != WEND_OK) return name_index(error, i, result);
        blocks += needs_block(world, &agents[i]);
    }
    bool room = wi_world_reserve(world, count) && wi_params_reserve(world, blocks) && wi_routes_reserve(world, count);
    for (uint32_t i = 0; room && i < count; i++) room = reserve_ties(world, &agents[i]);
    if (!room) return wi_fail(error, WEND_NO_MEMORY, "no memory for %u more agents", count);
    world->lookup.valid = false;
    wend_serial first = world->next_serial;
    for (uint32_t i = 0; i < count; i++) {
        (void)resolve(world, &agents[i], &row, NULL);
        append(world, &agents[i], &row);
    }
    // All are in and sorted: now each new one is checked against everyone.
    if (!wi_world_refresh(world)) {
        undo_add(world, first, count);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to sort %u more agents", count);
    }
    uint32_t blamed = first_overlap(world, first);
    if (blamed != UINT32_MAX) {
        row = wi_row_read(&world->columns, blamed);
        result = check_others(world, &row, error);
        undo_add(world, first, count);
        return name_index(error, (uint32_t)(row.serial - first), result);
    }
    for (uint32_t i = 0; serials != NULL && i < count; i++) serials[i] = first + i;
    return WEND_OK;
}

// Removing.

void wi_world_stray(wend_world *world, uint32_t row) {
    if (row >= world->sorted) return;
    if (world->stray_count == WI_STRAY_MAX)
        world->tidy = false;
    else
        world->stray[world->stray_count++] = row;
}

void wi_world_drop(wend_world *world, uint32_t row) {
    wi_columns *c = &world->columns;
    uint32_t last = c->count - 1;
    wi_routes_leave(world, row);
    wi_params_give(world, row);
    wi_remember_end(world, row);
    wi_world_count_body(world, row, -1);
    wi_lookup_drop(world, c->serial[row]);
    if (row != last) {
        wi_lookup_drop(world, c->serial[last]);
        wi_columns_copy(c, row, last);
    }
    c->count--;
    if (row != last) wi_lookup_put(world, row);
    wi_world_stray(world, row);
    if (world->sorted > c->count) world->sorted = c->count;
}

wend_result wend_world_remove(wend_world *world, wend_serial serial, wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    uint32_t row;
    if (result == WEND_OK) result = wi_world_find(world, serial, &row, error);
    if (result != WEND_OK) return result;
    wi_world_drop(world, row);
    wi_events_removed(world, serial, true);
    return WEND_OK;
}

// Reading and changing.

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
        result = resolve(world, &wish, &row, error);
    }
    if (result != WEND_OK) return result;
    keep_unchanged(world, at, agent, &row);
    const wi_columns *c = &world->columns;
    wend_vec from = wi_vec(c->x[at], c->y[at]), to = wi_vec(row.x, row.y);
    bool moved = from.x != to.x || from.y != to.y;
    bool level = c->role[at].level != row.role.level;
    const wi_walls *walls = &world->walls;
    if ((moved || level) && walls->wall_count > 0 && wi_walls_forbid(walls, row.role.level, to))
        return wi_fail(error, WEND_NO_SPACE, "(%g, %g) m from the scene's origin lies inside an obstacle", (double)to.x,
                       (double)to.y);
    if (moved && !level && walls->wall_count > 0 && !wi_walls_clear(walls, row.role.level, from, to))
        return wi_fail(error, WEND_NO_SPACE, "agent %llu cannot go from (%g, %g) to (%g, %g): a wall is in between",
                       (unsigned long long)agent->serial, (double)from.x, (double)from.y, (double)to.x, (double)to.y);
    if (!wi_params_reserve(world, 1) || !wi_routes_reserve(world, 1) || !reserve_ties(world, agent))
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
    result = goal_level(world->scene, goal.level, row.role.level, &row.way.level, error);
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
