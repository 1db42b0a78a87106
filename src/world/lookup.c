// From a serial to its row. Rows change with every step, so the table is made when it is first asked after one; adding
// and removing keep it right.
#include "base/hash.h"
#include "world/world.h"

bool wi_lookup_reserve(wi_lookup *lookup, wi_memory *memory, uint32_t agents) {
    uint32_t slots = 16;
    while (slots < agents + agents / 2) slots *= 2;
    if (slots <= lookup->slots) return true;
    uint32_t *slot = wi_memory_take(memory, slots, sizeof *slot);
    if (slot == NULL) return false;
    wi_lookup_free(lookup, memory);
    *lookup = (wi_lookup){slot, slots, false};
    return true;
}

void wi_lookup_free(wi_lookup *lookup, wi_memory *memory) {
    wi_memory_give(memory, lookup->slot, lookup->slots, sizeof *lookup->slot);
    *lookup = (wi_lookup){0};
}

// The slot where a serial is, or where it would go.
static uint32_t seek(const wend_world *world, wend_serial serial) {
    uint32_t mask = world->lookup.slots - 1, at = (uint32_t)wi_hash_word(0, serial) & mask;
    while (world->lookup.slot[at] != 0 && world->columns.serial[world->lookup.slot[at] - 1] != serial)
        at = (at + 1) & mask;
    return at;
}

void wi_lookup_put(wend_world *world, uint32_t row) {
    if (!world->lookup.valid) return;
    world->lookup.slot[seek(world, world->columns.serial[row])] = row + 1;
    // Filling up: the next look-up makes a larger table.
    if (world->columns.count > world->lookup.slots / 4 * 3) world->lookup.valid = false;
}

// Closes the gap, so that no search stops short at it.
void wi_lookup_drop(wend_world *world, wend_serial serial) {
    if (!world->lookup.valid) return;
    uint32_t mask = world->lookup.slots - 1, hole = seek(world, serial), at = hole;
    uint32_t *slot = world->lookup.slot;
    slot[hole] = 0;
    for (;;) {
        at = (at + 1) & mask;
        if (slot[at] == 0) return;
        uint32_t home = (uint32_t)wi_hash_word(0, world->columns.serial[slot[at] - 1]) & mask;
        if (((at - home) & mask) < ((at - hole) & mask)) continue;
        slot[hole] = slot[at];
        slot[at] = 0;
        hole = at;
    }
}

static bool make(wend_world *world) {
    if (!wi_lookup_reserve(&world->lookup, &world->memory, world->columns.count + 1)) return false;
    for (uint32_t at = 0; at < world->lookup.slots; at++) world->lookup.slot[at] = 0;
    world->lookup.valid = true;
    for (uint32_t row = 0; row < world->columns.count; row++) wi_lookup_put(world, row);
    return true;
}

wend_result wi_world_find(wend_world *world, wend_serial serial, uint32_t *row, wend_error *error) {
    if (!world->lookup.valid && !make(world)) return wi_fail(error, WEND_NO_MEMORY, "no memory to look up an agent");
    uint32_t slot = world->lookup.slot[seek(world, serial)];
    if (slot == 0)
        return wi_fail(error, WEND_NOT_FOUND, "there is no agent with serial %llu", (unsigned long long)serial);
    *row = slot - 1;
    return WEND_OK;
}
