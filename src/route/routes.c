#include "route/routes.h"

#include "base/bisect.h"
#include "base/hash.h"
#include "base/sort.h"
#include "route/follow.h"
#include "sense/shape.h"
#include "world/world.h"

#define SLOTS_MIN 16u
#define ALONE_PER_STEP 512 // searches for agents who go alone
#define BODY_STEP 0.05f    // m

// Rounding must not keep a body out of a door that it just fits through.
#define SQUEEZE 1e-3f // m

bool wi_routes_start(wend_world *world) {
    const wi_terrain *map = &world->routes.map;
    if (world->scene->map.cell_count == 0) return true;
    return wi_terrain_share(&world->routes.map, &world->memory, &world->scene->map) &&
           wi_columns_add_ways(&world->columns, &world->memory) &&
           wi_search_create(&world->routes.single.search, &world->memory, map) && wi_routes_reserve(world, 0) &&
           wi_congestion_start(world) &&
           (world->routes.riders = wi_memory_take(&world->memory, map->zone_count + 1, sizeof(uint32_t))) != NULL;
}

static void free_guide(wi_guide *guide, wi_memory *memory) {
    wi_search_free(&guide->search, memory);
    wi_guidance_free(&guide->field, memory);
    wi_road_tree_free(&guide->tree, memory);
}

void wi_routes_free(wend_world *world) {
    wi_routes *r = &world->routes;
    wi_memory *memory = &world->memory;
    for (uint32_t i = 0; i < r->guide_count; i++) free_guide(&r->guide[i], memory);
    wi_memory_give(memory, r->guide, r->guide_capacity, sizeof *r->guide);
    wi_memory_give(memory, r->destination, r->capacity, sizeof *r->destination);
    wi_memory_give(memory, r->free, r->free_capacity, sizeof *r->free);
    wi_memory_give(memory, r->slot, r->slots, sizeof *r->slot);
    wi_memory_give(memory, r->waiting, r->waiting_capacity, sizeof *r->waiting);
    free_guide(&r->single, memory);
    wi_lattice_free(&r->lattice, memory);
    wi_roadmap_free(&r->roadmap, memory);
    wi_memory_give(memory, r->front.heap, r->front.capacity, sizeof *r->front.heap);
    wi_surveys_free(&r->surveys, memory);
    wi_congestion_free(world);
    if (r->riders) wi_memory_give(memory, r->riders, r->map.zone_count + 1, sizeof *r->riders);
    wi_terrain_unshare(&r->map, memory);
    *r = (wi_routes){0};
}

// The table of destinations --------------------------------------------------------------------------------------------

static uint64_t hash_of(const wi_destination *d) {
    uint64_t hash = wi_hash_bytes((uint64_t)d->level << 32 | d->fit, &d->goal, sizeof d->goal);
    hash = wi_hash_bytes(hash, &d->body, sizeof d->body);
    hash = wi_hash_bytes(hash, &d->congestion, sizeof d->congestion);
    return wi_hash_bytes(hash, &d->router, sizeof(d->router)); // where a thing lies in the table is never a result
}

static bool same(const wi_destination *a, const wi_destination *b) {
    return a->goal.at.x == b->goal.at.x && a->goal.at.y == b->goal.at.y && a->goal.half.x == b->goal.half.x &&
           a->goal.half.y == b->goal.half.y && a->router == b->router && a->level == b->level && a->fit == b->fit &&
           a->body == b->body && a->congestion == b->congestion;
}

static uint32_t seek(const wi_routes *r, const wi_destination *d) {
    uint32_t mask = r->slots - 1, at = (uint32_t)hash_of(d) & mask;
    while (r->slot[at] != 0 && !same(&r->destination[r->slot[at] - 1], d)) at = (at + 1) & mask;
    return at;
}

// Closes the gap, so that no search stops short at it.
static void forget(wi_routes *r, const wi_destination *d) {
    uint32_t mask = r->slots - 1, hole = seek(r, d), at = hole;
    r->slot[hole] = 0;
    for (;;) {
        at = (at + 1) & mask;
        if (r->slot[at] == 0) return;
        uint32_t home = (uint32_t)hash_of(&r->destination[r->slot[at] - 1]) & mask;
        if (((at - home) & mask) < ((at - hole) & mask)) continue;
        r->slot[hole] = r->slot[at];
        r->slot[at] = 0;
        hole = at;
    }
}

static bool reserve_slots(wi_routes *r, wi_memory *memory, uint32_t need) {
    uint32_t slots = SLOTS_MIN;
    while (slots < 2 * need) slots *= 2;
    if (slots <= r->slots) return true;
    uint32_t *slot = wi_memory_take(memory, slots, sizeof *slot);
    if (!slot) return false;
    wi_memory_give(memory, r->slot, r->slots, sizeof *r->slot);
    r->slot = slot;
    r->slots = slots;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->destination[i].users > 0) r->slot[seek(r, &r->destination[i])] = i + 1;
    return true;
}

bool wi_routes_reserve(wend_world *world, uint32_t more) {
    wi_routes *r = &world->routes;
    wi_memory *memory = &world->memory;
    if (world->routes.map.cell_count == 0) return true;
    // Agents who share a destination now may each choose their own later, in a step, which takes no memory.
    uint32_t most = r->count > world->columns.count ? r->count : world->columns.count;
    if (more > UINT32_MAX / 4 - most) return false;
    uint32_t need = most + more;
    return wi_memory_grow(memory, (void **)&r->destination, &r->capacity, need, sizeof *r->destination) &&
           wi_memory_grow(memory, (void **)&r->free, &r->free_capacity, need, sizeof *r->free) &&
           wi_memory_grow(memory, (void **)&r->waiting, &r->waiting_capacity, 2 * (world->columns.count + more),
                          sizeof *r->waiting) &&
           reserve_slots(r, memory, need);
}

static bool narrower(const void *steps, uint32_t i, const void *width) {
    return ((const float *)steps)[i] < *(const float *)width;
}

uint32_t wi_fit_of(const wi_terrain *map, float radius) {
    float width = 2.0f * radius - SQUEEZE;
    return wi_bisect(map->step, map->step_count, narrower, &width);
}

// Bodies of much the same size share a guide.
static float body_of(float radius) { return BODY_STEP * (float)(uint32_t)(radius / BODY_STEP + 0.01f); }

float wi_passing_radius(const wend_world *world, uint32_t row) {
    const wi_columns *c = &world->columns;
    const wend_form *form = &c->form[row];
    const wend_shape shape = {(wend_shape_kind)c->role[row].shape, form->half_length, form->half_width};
    return wi_shape_passing_radius(shape, world->scene->profiles[c->role[row].profile].is.model->turns_body);
}

static wi_destination destination_of(const wend_world *world, uint32_t row) {
    const wi_columns *c = &world->columns;
    wend_goal goal = c->goal[row];
    goal.at = wi_add(goal.at, wi_vec(0.0f, 0.0f)); // -0 is 0
    const wend_profile *profile = &world->scene->profiles[c->role[row].profile].is;
    float radius = wi_passing_radius(world, row);
    bool by_body = profile->router->routing && profile->router->routing->by_body;
    return (wi_destination){.goal = goal,
                            .router = profile->router,
                            .congestion = profile->congestion,
                            .level = c->way[row].level,
                            .fit = wi_fit_of(&world->routes.map, radius),
                            .body = by_body ? body_of(radius) : 0.0f};
}

void wi_routes_join(wend_world *world, uint32_t row) {
    wi_routes *r = &world->routes;
    if (!world->columns.way) return;
    wi_destination d = destination_of(world, row);
    world->columns.aim[row] = WI_NONE;
    if (!d.router->needs_map) return;
    uint32_t slot = seek(r, &d);
    if (r->slot[slot] == 0) {
        uint32_t number = r->free_count > 0 ? r->free[--r->free_count] : r->count++;
        r->destination[number] = d;
        r->slot[slot] = number + 1;
    }
    uint32_t number = r->slot[slot] - 1;
    r->destination[number].users++;
    world->columns.aim[row] = number;
}

void wi_routes_leave(wend_world *world, uint32_t row) {
    wi_routes *r = &world->routes;
    if (!world->columns.way || world->columns.aim[row] == WI_NONE) return;
    uint32_t number = world->columns.aim[row];
    wi_destination *d = &r->destination[number];
    if (--d->users > 0) return;
    forget(r, d);
    if (d->guide) r->guide[d->guide - 1].destination = 0;
    d->guide = 0;
    r->free[r->free_count++] = number;
}

// Searches -------------------------------------------------------------------------------------------------------------

void wi_routes_changed(wend_world *world) {
    wi_routes *r = &world->routes;
    for (uint32_t i = 0; i < r->guide_count; i++) r->guide[i].fresh = false;
    for (uint32_t i = 0; i < r->roadmap.webs; i++) r->roadmap.web[i].fresh = false;
    wi_surveys_outdate(&r->surveys, false);
}

// With other widths, other bodies find the same ways.
static void sort_anew(wend_world *world) {
    for (uint32_t row = 0; row < world->columns.count; row++) wi_routes_leave(world, row);
    for (uint32_t row = 0; row < world->columns.count; row++) wi_routes_join(world, row);
}

bool wi_routes_follow_doors(wend_world *world) {
    wi_routes *r = &world->routes;
    wi_terrain_box changed;
    if (!world->columns.way) return true;
    r->surveys.starved = false;
    if (!wi_routes_reserve(world, 0)) return false;
    if (!wi_terrain_follow_doors(&r->map, world->door_open, &changed)) return true;
    if (r->lattice.level) wi_lattice_follow_doors(&r->lattice, &r->map, changed);
    sort_anew(world);
    return true;
}

static uint32_t idle_guide(wend_world *world) {
    wi_routes *r = &world->routes;
    for (uint32_t i = 0; i < r->guide_count; i++)
        if (r->guide[i].destination == 0) return i;
    if (!wi_memory_grow(&world->memory, (void **)&r->guide, &r->guide_capacity, r->guide_count + 1, sizeof *r->guide) ||
        !wi_search_create(&r->guide[r->guide_count].search, &world->memory, &world->routes.map))
        return WI_NONE;
    return r->guide_count++;
}

// A guide for a destination that many share, and none for one that few do: so that a world which was loaded goes on as
// the one that was saved, whatever either has seen before.
static bool guide(wend_world *world, uint32_t number) {
    wi_routes *r = &world->routes;
    wi_destination *d = &r->destination[number];
    if (d->users < WI_SHARED) {
        if (d->guide) r->guide[d->guide - 1].destination = 0;
        d->guide = 0;
        return true;
    }
    if (!d->guide) {
        uint32_t found = idle_guide(world);
        if (found == WI_NONE) return false;
        r->guide[found].destination = number + 1;
        r->guide[found].fresh = false;
        d->guide = found + 1;
    }
    wi_guide *g = &r->guide[d->guide - 1];
    if (g->fresh) return true;
    g->points = wi_goal_points_of(&world->routes.map, d);
    g->fresh = d->router->routing->spread(world, g, d, WI_NONE, d->goal.at);
    return g->fresh;
}

static bool serial_before(const void *context, uint32_t a, uint32_t b) {
    const uint64_t *serial = context;
    return serial[a] < serial[b];
}

// Some of those who wait have their turn, lowest serials first.
static bool serve_waiting(wend_world *world) {
    wi_routes *r = &world->routes;
    const wi_columns *c = &world->columns;
    uint32_t count = 0;
    for (uint32_t row = 0; row < c->count; row++)
        if (c->way[row].flags & WEND_WAY_WAITS) r->waiting[count++] = row;
    wi_sort(r->waiting, r->waiting + count, count, serial_before, c->serial);
    for (uint32_t i = 0, turns = 0; i < count && turns < ALONE_PER_STEP; i++) {
        uint32_t aim = c->aim[r->waiting[i]];
        turns += aim == WI_NONE ? 1 : r->destination[aim].router->routing->turns;
        if (!wi_follow_alone(world, r->waiting[i])) return false;
    }
    return true;
}

bool wi_routes_prepare(wend_world *world) {
    wi_routes *r = &world->routes;
    if (!world->columns.way) return true;
    if (r->surveys.starved || !wi_cross_seams(world)) return false;
    wi_congestion_update(world);
    bool alone = false;
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->destination[i].users == 0) continue;
        if (!guide(world, i)) return false;
        alone |= !r->destination[i].guide;
    }
    return !alone || serve_waiting(world);
}
