// What happened, in order of serial.
#include "base/sort.h"
#include "world/world.h"

// Lists have twice the room: what is behind them is scratch for sorting.
static bool grow(wend_world *world, void *list, uint32_t *capacity, uint32_t count, size_t size) {
    return count <= UINT32_MAX / 2 && wi_memory_grow(&world->memory, list, capacity, 2 * count, size);
}

// Everybody may arrive and leave in one step. Bodies that touch without being deep in each other are joined as corners of
// a plane graph are, which has less than three edges for each.
bool wi_events_reserve(wend_world *world, uint32_t agents) {
    wi_events *e = &world->events;
    uint32_t most = agents < WI_EVENTS_RESERVED ? agents : WI_EVENTS_RESERVED;
    uint32_t pairs = 3 * most < WI_EVENTS_RESERVED ? 3 * most : WI_EVENTS_RESERVED;
    uint32_t removed = e->old ? 0 : e->removed_count;
    return grow(world, &e->arrived, &e->arrived_capacity, most, sizeof *e->arrived) &&
           grow(world, &e->removed, &e->removed_capacity, removed + most, sizeof *e->removed) &&
           (!world->def.collisions || wi_events_reserve_pairs(world, pairs));
}

bool wi_events_reserve_pairs(wend_world *world, uint64_t pairs) {
    wi_events *e = &world->events;
    return pairs <= UINT32_MAX &&
           grow(world, &e->collided, &e->collided_capacity, (uint32_t)pairs, sizeof *e->collided);
}

void wi_events_clear(wend_world *world) {
    wi_events *e = &world->events;
    // Removals by the host since the last step belong to the step that comes now.
    if (e->old) e->removed_count = e->lost = 0;
    e->arrived_count = e->collided_count = 0;
    e->old = false;
}

void wi_events_removed(wend_world *world, wend_serial serial, bool by_host) {
    wi_events *e = &world->events;
    if (e->old) e->removed_count = e->arrived_count = e->collided_count = e->lost = 0;
    e->old = false;
    world->stats.removed++;
    if (!grow(world, &e->removed, &e->removed_capacity, e->removed_count + 1, sizeof *e->removed)) {
        e->lost++;
        return;
    }
    e->removed[e->removed_count++] = (wend_removed){serial, by_host};
}

// Sorts a list by the serial at `offset`. The room behind a list is scratch for this.
static void sort_list(void *list, uint32_t count, size_t size, size_t offset, wend_serial last) {
    if (count > 1) wi_sort_by_number(list, (char *)list + count * size, count, size, offset, last);
}

void wi_events_sort(wend_world *world) {
    wi_events *e = &world->events;
    wend_serial last = world->next_serial;
    sort_list(e->arrived, e->arrived_count, sizeof *e->arrived, offsetof(wend_arrived, serial), last);
    sort_list(e->removed, e->removed_count, sizeof *e->removed, offsetof(wend_removed, serial), last);
    sort_list(e->collided, e->collided_count, sizeof *e->collided, offsetof(wend_collided, b), last);
    sort_list(e->collided, e->collided_count, sizeof *e->collided, offsetof(wend_collided, a), last);
    e->old = true;
}
