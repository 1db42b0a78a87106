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
    if (!wi_memory_grow(&world->memory, (void **)&e->removed, &e->removed_capacity, e->removed_count + 1,
                        sizeof *e->removed)) {
        e->lost++;
        return;
    }
    e->removed[e->removed_count++] = (wend_removed){serial, by_host};
}

static bool arrived_before(const void *a, const void *b) {
    return ((const wend_arrived *)a)->serial < ((const wend_arrived *)b)->serial;
}

static bool removed_before(const void *a, const void *b) {
    return ((const wend_removed *)a)->serial < ((const wend_removed *)b)->serial;
}

static bool collided_before(const void *a, const void *b) {
    const wend_collided *p = a, *q = b;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

void wi_events_sort(wend_world *world) {
    wi_events *e = &world->events;
    wi_sort_in_place(e->arrived, e->arrived_count, sizeof *e->arrived, arrived_before);
    wi_sort_in_place(e->removed, e->removed_count, sizeof *e->removed, removed_before);
    wi_sort_in_place(e->collided, e->collided_count, sizeof *e->collided, collided_before);
    e->old = true;
}
