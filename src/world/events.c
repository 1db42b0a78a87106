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

// The second half of each list is scratch for sorting.
void wi_events_sort(wend_world *world) {
    wi_events *e = &world->events;
    wend_serial last = world->next_serial;
    wi_sort_by_number(e->arrived, e->arrived + e->arrived_count, e->arrived_count, sizeof *e->arrived,
                      offsetof(wend_arrived, serial), last);
    wi_sort_by_number(e->removed, e->removed + e->removed_count, e->removed_count, sizeof *e->removed,
                      offsetof(wend_removed, serial), last);
    wend_collided *scratch = e->collided + e->collided_count;
    wi_sort_by_number(e->collided, scratch, e->collided_count, sizeof *scratch, offsetof(wend_collided, b), last);
    wi_sort_by_number(e->collided, scratch, e->collided_count, sizeof *scratch, offsetof(wend_collided, a), last);
    e->old = true;
}
