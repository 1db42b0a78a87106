// Parameter blocks: those of the profiles first, then blocks that belong to single agents.
#include <string.h>

#include "world/world.h"

bool wi_params_reserve(wend_world *world, uint32_t more) {
    return wi_blocks_reserve(&world->params, &world->memory, more);
}

// What habits remember of an agent lies with its ties.
static bool habits_remember(const wend_world *world) {
    return world->habits & (WI_HABIT_PATIENCE | (world->scene->signal_count > 0 ? WI_HABIT_SIGNALS : 0));
}

// What is seen on the way to a wish serves steering, too: see sense/around.h.
static bool habits_look_about(const wend_world *world) { return world->habits & WI_HABIT_DENSITY; }

bool wi_world_note_habits(wend_world *world, const void *block) {
    world->habits |= ((const wi_habits *)block)->active;
    return (!habits_remember(world) || wi_columns_add_ties(&world->columns, &world->memory)) &&
           (!habits_look_about(world) || wi_columns_add_around(&world->columns, &world->memory));
}

bool wi_params_has_own(const wend_world *world, uint32_t row) {
    return world->columns.role[row].params >= world->scene->profile_count;
}

void *wi_params_own(wend_world *world, uint32_t row) {
    wi_blocks *params = &world->params;
    wend_role *role = &world->columns.role[row];
    if (!wi_params_has_own(world, row)) {
        uint32_t number = wi_blocks_take(params);
        memcpy(wi_blocks_at(params, number), wi_blocks_at(params, role->params), params->stride);
        role->params = number;
    }
    return wi_blocks_at(params, role->params);
}

void wi_params_give(wend_world *world, uint32_t row) {
    if (!wi_params_has_own(world, row)) return;
    wend_role *role = &world->columns.role[row];
    wi_blocks_give(&world->params, role->params);
    role->params = role->profile;
}
