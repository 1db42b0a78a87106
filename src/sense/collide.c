// The collision measure: pairs of bodies that overlap by more than the world's depth. Chunks of rows note their pairs in
// parallel, each in its part of the spare column, which is free between steps; then they are copied to their places in
// one list. A chunk whose pairs do not fit looks for them once more.
#include "sense/collide.h"

#include "base/isa.h"
#include "sense/shape.h"

#define DOUBT 1e-4f // m: more than a search for the gap may be off by

// How far an ellipse or disc reaches towards another place, and a box at most.
static float reach_towards(const wend_view *now, uint32_t row, wend_vec n) {
    const wend_form *form = &now->form[row];
    if (now->role[row].shape == WEND_BOX) return form->radius;
    float along = form->half_length * wi_dot(n, now->motion[row].heading);
    float across = form->half_width * wi_det(n, now->motion[row].heading);
    return wi_sqrt(along * along + across * across);
}

// Most bodies whose bounding discs overlap are seen to be apart on the line between their centres.
static bool clear_between(const wend_view *now, uint32_t a, uint32_t b) {
    wend_vec way = {now->x[b] - now->x[a], now->y[b] - now->y[a]};
    float d = wi_length(way);
    if (!(d > 0.0f)) return false;
    wend_vec n = wi_scale(1.0f / d, way);
    return d - (reach_towards(now, a, n) + reach_towards(now, b, n)) > 1e-6f * d;
}

static float outline_overlap(const wend_view *now, uint32_t a, uint32_t b, float ignored) {
    wi_outline outline_a = wi_view_outline(now, a), outline_b = wi_view_outline(now, b);
    if (wi_outline_clear(&outline_a, &outline_b, ignored)) return 0.0f;
    return -wi_outline_gap(&outline_a, &outline_b);
}

// The same where it is more than likely: it looks at what is clear only if that could differ from the search.
static float likely_overlap(const wend_view *now, uint32_t a, uint32_t b, float ignored) {
    wi_outline outline_a = wi_view_outline(now, a), outline_b = wi_view_outline(now, b);
    float depth = -wi_outline_gap(&outline_a, &outline_b);
    bool plain = depth <= ignored || depth > ignored + DOUBT;
    return plain || !wi_outline_clear(&outline_a, &outline_b, ignored) ? depth : 0.0f;
}

// How far two bodies overlap; 0 where it is clear that this is no more than `ignored` (m).
static float overlap(const wend_view *now, uint32_t a, uint32_t b, float ignored, bool likely) {
    if (now->role[a].shape == WEND_DISC && now->role[b].shape == WEND_DISC) {
        wend_vec at_a = {now->x[a], now->y[a]}, at_b = {now->x[b], now->y[b]};
        return -wi_disc_gap(at_a, at_b, now->form[a].radius, now->form[b].radius);
    }
    if (clear_between(now, a, b)) return 0.0f;
    return likely ? likely_overlap(now, a, b, ignored) : outline_overlap(now, a, b, ignored);
}

void wi_collide_note(wi_collisions *c, uint32_t a, uint32_t b, float depth) {
    if (!(depth > c->world->def.collision_depth)) return;
    if (c->count < c->capacity) c->found[c->count] = (wi_pair){a, b, depth};
    c->count++;
}

static void collide_pair(wi_collisions *c, uint32_t a, uint32_t b, bool likely) {
    wi_collide_note(c, a, b, overlap(&c->now, a, b, c->world->def.collision_depth, likely));
}

void wi_collide_pair(wi_collisions *c, uint32_t a, uint32_t b) { collide_pair(c, a, b, false); }
void wi_collide_likely(wi_collisions *c, uint32_t a, uint32_t b) { collide_pair(c, a, b, true); }

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

// An image and one on its level; of two the one that came first looks.
static void collide_across(wi_collisions *c, uint32_t row, uint32_t image) {
    const wend_view *now = &c->now;
    float dx = now->x[row] - now->x[image], dy = now->y[row] - now->y[image];
    float both = now->form[image].radius + now->form[row].radius;
    if (dx * dx + dy * dy < both * both && now->serial[row] < now->serial[image] && wi_image_faces(now, row, image))
        wi_collide_pair(c, row, image);
}

static void collide_image(wi_collisions *c, uint32_t image) {
    const wend_view *now = &c->now;
    float x = now->x[image], y = now->y[image], r = now->form[image].radius + c->world->small_radius;
    r += wi_grid_margin(x, y, r);
    wi_walk walk = wi_walk_box(now->senses->grid, now->role[image].level, wi_vec(x - r, y - r), wi_vec(x + r, y + r));
    for (uint32_t begin, end; wi_walk_next(&walk, &begin, &end);)
        for (uint32_t row = begin; row < end; row++)
            if (now->form[row].radius <= WEND_BIG_RADIUS) collide_across(c, row, image);
    for (uint32_t i = 0; i < now->senses->big_count; i++) {
        uint32_t row = now->senses->big[i];
        if (now->role[row].level == now->role[image].level) collide_across(c, row, image);
    }
}

// The part of the spare column that belongs to a chunk.
static wi_collisions chunk_notes(const wend_world *world, uint32_t chunk) {
    uint32_t begin, end;
    wi_chunk_rows(chunk, world->columns.count, &begin, &end);
    size_t bytes = (end - begin) * sizeof *world->columns.spare16;
    return (wi_collisions){.world = world,
                           .now = wi_world_view(world),
                           .found = (wi_pair *)(void *)(world->columns.spare16 + begin),
                           .capacity = (uint32_t)(bytes / sizeof(wi_pair))};
}

static void collide_all_big(wi_collisions *c) {
    for (uint32_t i = 0; i < c->now.senses->big_count; i++) collide_big(c, c->now.senses->big[i]);
}

static void collide_images(wi_collisions *c) {
    const wi_images *images = c->now.senses->images;
    for (uint32_t i = 0; i < images->count; i++) collide_image(c, images->first + i);
}

// Searches a chunk; the one after the last is the big bodies and the images.
static void search(wi_collisions *c, uint32_t chunk) {
    static wi_collide_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_collide_rows);
    uint32_t begin, end;
    wi_chunk_rows(chunk, c->world->columns.count, &begin, &end);
    if (begin < end) {
        kernels[c->now.senses->isa](c, begin, end);
        return;
    }
    collide_all_big(c);
    collide_images(c);
}

static void search_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    wend_world *world = work;
    wi_collisions c = chunk_notes(world, chunk);
    search(&c, chunk);
    world->tally[chunk].collided = c.count;
}

static wend_collided name_pair(const wend_view *now, wi_pair pair) {
    wend_serial a = now->serial[pair.a], b = now->serial[pair.b];
    return (wend_collided){a < b ? a : b, a < b ? b : a, pair.depth};
}

// By now the tally holds where each chunk's pairs end in the list; behind the list is room for as many again.
static void list_job(void *work, uint32_t chunk, uint32_t worker) {
    (void)worker;
    wend_world *world = work;
    uint32_t first = chunk == 0 ? 0 : world->tally[chunk - 1].collided, end = world->tally[chunk].collided;
    if (first == end) return;
    wend_collided *list = world->events.collided;
    wi_collisions c = chunk_notes(world, chunk);
    if (end - first > c.capacity) {
        c.found = (wi_pair *)(void *)(list + world->events.collided_count + first);
        c.capacity = end - first;
        search(&c, chunk);
    }
    for (uint32_t i = first; i < end; i++) list[i] = name_pair(&c.now, c.found[i - first]);
}

void wi_collide(wend_world *world) {
    if (world->columns.count == 0) return;
    wi_events *events = &world->events;
    uint32_t chunks = WI_CHUNKS(world->columns.count) + 1;
    uint64_t pairs = 0;
    wi_jobs_run(&world->jobs, chunks, search_job, world);
    for (uint32_t i = 0; i < chunks; i++) {
        pairs += world->tally[i].collided;
        world->tally[i].collided = (uint32_t)pairs;
    }
    world->stats.collided += pairs;
    if (!wi_events_reserve_pairs(world, pairs)) {
        uint32_t more = UINT32_MAX - events->lost;
        events->lost += pairs < more ? (uint32_t)pairs : more;
        return;
    }
    events->collided_count = (uint32_t)pairs;
    if (pairs > 0) wi_jobs_run(&world->jobs, chunks, list_job, world);
}
