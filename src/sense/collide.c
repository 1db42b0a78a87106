// The collision measure: pairs of bodies that overlap by more than the world's depth. Pieces of the rows count their
// pairs in parallel, then fill their places in one list, which is sorted by serial.
#include "sense/collide.h"

#include "base/isa.h"
#include "sense/shape.h"

static wi_outline outline_of(const wend_view *now, uint32_t row) {
    const wend_form *form = &now->form[row];
    return (wi_outline){(wend_shape_kind)now->role[row].shape, wi_vec(now->x[row], now->y[row]),
                        now->motion[row].heading, form->half_length, form->half_width};
}

static float overlap(const wend_view *now, uint32_t a, uint32_t b) {
    if (now->role[a].shape == WEND_DISC && now->role[b].shape == WEND_DISC) {
        wend_vec at_a = {now->x[a], now->y[a]}, at_b = {now->x[b], now->y[b]};
        return -wi_disc_gap(at_a, at_b, now->form[a].radius, now->form[b].radius);
    }
    wi_outline outline_a = outline_of(now, a), outline_b = outline_of(now, b);
    return -wi_outline_gap(&outline_a, &outline_b);
}

void wi_collide_pair(wi_collisions *c, uint32_t a, uint32_t b) {
    const wend_view *now = &c->now;
    float depth = overlap(now, a, b);
    if (!(depth > c->world->def.collision_depth)) return;
    if (c->found != NULL && c->count < c->capacity) {
        wend_serial s = now->serial[a], t = now->serial[b];
        c->found[c->count] = (wend_collided){s < t ? s : t, s < t ? t : s, depth};
    }
    c->count++;
}

// A big body against all others near it; of two big ones the lower row looks.
static void collide_big(wi_collisions *c, uint32_t big) {
    const wend_view *now = &c->now;
    float x = now->x[big], y = now->y[big], r = now->form[big].radius + WEND_BIG_RADIUS;
    r += wi_grid_margin(x, y, r);
    wi_walk walk = wi_walk_box(now->senses->grid, now->role[big].level, wi_vec(x - r, y - r), wi_vec(x + r, y + r));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t other = begin; other < end; other++) {
            float dx = now->x[other] - x, dy = now->y[other] - y;
            if (now->form[other].radius <= WEND_BIG_RADIUS && dx * dx + dy * dy < r * r) wi_collide_pair(c, big, other);
        }
    for (uint32_t i = 0; i < now->senses->big_count; i++) {
        uint32_t other = now->senses->big[i];
        float dx = now->x[other] - x, dy = now->y[other] - y, both = now->form[big].radius + now->form[other].radius;
        if (other > big && now->role[other].level == now->role[big].level && dx * dx + dy * dy < both * both)
            wi_collide_pair(c, big, other);
    }
}

typedef struct collide_work {
    wend_world *world;
    bool fill;
} collide_work;

// Piece `chunk` of the rows; the one after the last is the big bodies.
static void collide_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    static wi_collide_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_collide_rows);
    const collide_work *job = work;
    wend_world *world = job->world;
    wi_tally *tally = &world->tally[chunk];
    wi_collisions c = {.world = world, .now = wi_world_view(world)};
    if (job->fill) {
        // Places follow from the counts; a piece without pairs has nothing to look for again.
        uint32_t first = chunk == 0 ? 0 : world->tally[chunk - 1].collided;
        c.capacity = tally->collided - first;
        c.found = world->events.collided + first;
        if (c.capacity == 0) return;
    }
    uint32_t begin = chunk * WI_CHUNK, end = begin + WI_CHUNK < c.now.count ? begin + WI_CHUNK : c.now.count;
    if (begin < c.now.count)
        kernels[c.now.senses->isa](&c, begin, end);
    else
        for (uint32_t i = 0; i < c.now.senses->big_count; i++) collide_big(&c, c.now.senses->big[i]);
    if (!job->fill) tally->collided = c.count;
}

void wi_collide(wend_world *world) {
    uint32_t pieces = WI_CHUNKS(world->columns.count) + 1;
    collide_work work = {world, false};
    wi_jobs_run(&world->jobs, pieces, collide_job, &work);
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < pieces; i++) world->tally[i].collided = pairs += world->tally[i].collided;
    world->stats.collided += pairs;
    if (pairs == 0) return;
    wi_events *events = &world->events;
    if (!wi_memory_grow(&world->memory, (void **)&events->collided, &events->collided_capacity, 2 * pairs,
                        sizeof *events->collided)) {
        events->lost += pairs;
        return;
    }
    work.fill = true;
    wi_jobs_run(&world->jobs, pieces, collide_job, &work);
    events->collided_count = pairs;
}
