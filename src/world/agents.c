// Agents come and go between steps.
#include "steer/ellipse_method.h"
#include "world/agent_check.h"

void wi_world_count_body(wend_world *world, uint32_t row, int by) {
    float radius = world->columns.form[row].radius;
    wi_senses *senses = &world->senses;
    senses->greatest_radius = wi_max(senses->greatest_radius, radius);
    senses->boxes = senses->boxes || world->columns.role[row].shape == WEND_BOX;
    senses->outlines = senses->outlines || world->columns.role[row].shape != WEND_DISC;
    if (radius > WEND_BIG_RADIUS)
        world->big_count = (uint32_t)((int64_t)world->big_count + by);
    else if (radius > world->small_radius)
        world->small_radius = radius;
}

static const wend_model *model_of(const wend_world *world, const wend_agent *agent) {
    return world->scene->profiles[agent->profile].is.model;
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
    result = wi_agent_resolve(world, agent, &row, error);
    if (result == WEND_OK) result = wi_agent_check_settings(world, agent, error);
    if (result == WEND_OK) result = wi_agent_check_walls(world, &row, error);
    if (result != WEND_OK) return result;
    bool room = wi_world_reserve(world, 1) && wi_params_reserve(world, needs_block(world, agent)) &&
                wi_routes_reserve(world, 1) && wi_agent_reserve_ties(world, agent) && keep_tidy(world);
    if (!room) return wi_fail(error, WEND_NO_MEMORY, "no memory for one more agent");
    row.serial = world->next_serial;
    result = wi_agent_check_others(world, &row, error);
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
        if (wi_agent_find_overlap(world, &row) != UINT32_MAX) blamed = i;
    }
    return blamed;
}

// Each by itself; *blocks becomes how many need parameters of their own.
static wend_result check_each(wend_world *world, const wend_agent *agents, uint32_t count, uint32_t *blocks,
                              wend_error *error) {
    wi_row row;
    *blocks = 0;
    for (uint32_t i = 0; i < count; i++) {
        wend_result result = wi_agent_resolve(world, &agents[i], &row, error);
        if (result == WEND_OK) result = wi_agent_check_settings(world, &agents[i], error);
        if (result == WEND_OK) result = wi_agent_check_walls(world, &row, error);
        if (result != WEND_OK) return name_index(error, i, result);
        *blocks += needs_block(world, &agents[i]);
    }
    return WEND_OK;
}

wend_result wend_world_add_many(wend_world *world, const wend_agent *agents, uint32_t count, wend_serial *serials,
                                wend_error *error) {
    wend_result result = wi_world_refuse_busy(world, error);
    if (result != WEND_OK) return result;
    if (count == 0) return WEND_OK;
    if (agents == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "there are no agents (NULL)");
    uint32_t blocks;
    wi_row row;
    result = check_each(world, agents, count, &blocks, error);
    if (result != WEND_OK) return result;
    bool room = wi_world_reserve(world, count) && wi_params_reserve(world, blocks) && wi_routes_reserve(world, count);
    for (uint32_t i = 0; room && i < count; i++) room = wi_agent_reserve_ties(world, &agents[i]);
    if (!room) return wi_fail(error, WEND_NO_MEMORY, "no memory for %u more agents", count);
    world->lookup.valid = false;
    wend_serial first = world->next_serial;
    for (uint32_t i = 0; i < count; i++) {
        (void)wi_agent_resolve(world, &agents[i], &row, NULL);
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
        result = wi_agent_check_others(world, &row, error);
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
