// What happened, in order of serial.
#include "base/sort.h"
#include "world/world.h"

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
    if (!wi_memory_grow(&world->memory, (void **)&e->removed, &e->removed_capacity, 2 * (e->removed_count + 1),
                        sizeof *e->removed)) {
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
