// What models remember of agents. Block 0 is nobody's: a row with the number 0 has a model that remembers nothing.
#include <string.h>

#include "world/world.h"

bool wi_remember_start(wend_world *world) {
    world->memories.stride = world->scene->memory_stride;
    world->memories.used = 1;
    return world->memories.stride == 0 || wi_columns_add_optional(&world->columns, &world->memory, WI_COLUMN_MEMORY);
}

// Room for every row, so that none is taken in a step in which somebody gets another model.
bool wi_remember_reserve(wend_world *world, uint32_t images) {
    wi_blocks *memories = &world->memories;
    if (memories->stride == 0) return true;
    uint32_t taken = memories->used - 1 - memories->free_count;
    return wi_blocks_reserve(memories, &world->memory, world->columns.capacity - images - taken);
}

void wi_remember_nothing(wend_world *world, uint32_t row) {
    wi_blocks *memories = &world->memories;
    if (memories->stride == 0) return;
    uint32_t *number = &world->columns.memory[row];
    bool remembers = world->scene->profiles[world->columns.role[row].profile].is.model->memory_size > 0;
    if (!remembers) {
        wi_remember_end(world, row);
        return;
    }
    if (*number == 0) *number = wi_blocks_take(memories);
    memset(wi_blocks_at(memories, *number), 0, memories->stride);
}

void wi_remember_end(wend_world *world, uint32_t row) {
    if (world->memories.stride == 0 || world->columns.memory[row] == 0) return;
    wi_blocks_give(&world->memories, world->columns.memory[row]);
    world->columns.memory[row] = 0;
}
