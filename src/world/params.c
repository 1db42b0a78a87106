// Parameter blocks: those of the profiles first, then blocks that belong to single agents.
#include <string.h>

#include "world/world.h"

bool wi_params_reserve(wend_world *world, uint32_t more) {
    wi_params *p = &world->params;
    uint32_t need = p->used + (more > p->free_count ? more - p->free_count : 0);
    return wi_memory_grow(&world->memory, (void **)&p->free, &p->free_capacity, need, sizeof *p->free) &&
           wi_memory_grow(&world->memory, (void **)&p->block, &p->capacity, need, world->scene->params_stride);
}

static unsigned char *block(const wend_world *world, uint32_t number) {
    return world->params.block + (size_t)number * world->scene->params_stride;
}

bool wi_world_note_habits(wend_world *world, const void *block) {
    world->habits |= ((const wi_habits *)block)->active;
    return !(world->habits & WI_HABIT_PATIENCE) || wi_columns_add_ties(&world->columns, &world->memory);
}

bool wi_params_has_own(const wend_world *world, uint32_t row) {
    return world->columns.role[row].params >= world->scene->profile_count;
}

void *wi_params_own(wend_world *world, uint32_t row) {
    wi_params *p = &world->params;
    wend_role *role = &world->columns.role[row];
    if (!wi_params_has_own(world, row)) {
        uint32_t number = p->free_count > 0 ? p->free[--p->free_count] : p->used++;
        memcpy(block(world, number), block(world, role->params), world->scene->params_stride);
        role->params = number;
    }
    return block(world, role->params);
}

void wi_params_give(wend_world *world, uint32_t row) {
    if (!wi_params_has_own(world, row)) return;
    wend_role *role = &world->columns.role[row];
    world->params.free[world->params.free_count++] = role->params;
    role->params = role->profile;
}
