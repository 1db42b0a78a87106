// The map of a scene: copied, and given back.
#include "route/terrain.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "route/zone.h"

#define LATTICE_STEP 0.25f // m, where the map says nothing

wend_zone wend_zone_default(void) {
    return (wend_zone){.cost = 1.0f, .speed_up = 1.0f, .speed_down = 1.0f, .capacity = 1, .cycle = 1.0f};
}

static bool take_map(wi_terrain *map, wi_memory *memory, const wend_map *from) {
    map->cell_count = from->cell_count;
    map->edge_count = from->edge_count;
    map->corner_count = from->corner_count;
    map->zone_count = from->zone_count;
    map->cell = wi_memory_take(memory, map->cell_count, sizeof *map->cell);
    map->edge = wi_memory_take(memory, map->edge_count, sizeof *map->edge);
    map->line = wi_memory_take(memory, map->edge_count, sizeof *map->line);
    map->zone = wi_memory_take(memory, map->zone_count, sizeof *map->zone);
    return map->cell && map->edge && map->line && map->zone;
}

void wi_terrain_free(wi_terrain *map, wi_memory *memory) {
    wi_memory_give(memory, map->cell, map->cell_count, sizeof *map->cell);
    wi_memory_give(memory, map->edge, map->edge_count, sizeof *map->edge);
    wi_memory_give(memory, map->line, map->edge_count, sizeof *map->line);
    wi_memory_give(memory, map->zone, map->zone_count, sizeof *map->zone);
    wi_terrain_give_widths(map, memory);
    wi_memory_give(memory, map->grid, map->levels, sizeof *map->grid);
    wi_memory_give(memory, map->start, map->start_count, sizeof *map->start);
    wi_memory_give(memory, map->held, map->held_count, sizeof *map->held);
    wi_memory_give(memory, map->post, map->post_count, sizeof *map->post);
    *map = (wi_terrain){0};
}

static wend_vec local(const wend_scene_def *def, wend_point at) {
    return wi_vec((float)(at.x - def->origin.x), (float)(at.y - def->origin.y));
}

static void copy_edge(wi_terrain *map, const wend_scene_def *def, uint32_t cell, uint32_t edge, uint32_t next) {
    const wend_map_edge *from = &def->map->edges[edge];
    wi_terrain_edge *to = &map->edge[edge];
    *to = (wi_terrain_edge){local(def, def->map->corners[from->corner]),
                            local(def, def->map->corners[def->map->edges[next].corner]),
                            from->corner,
                            from->twin,
                            cell,
                            from->door};
    map->line[edge] = (wi_terrain_line){to->a, wi_left(wi_unit(wi_sub(to->b, to->a), wi_vec(0.0f, 0.0f)))};
}

static void copy_cells(wi_terrain *map, const wend_scene_def *def) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        const wend_map_cell *from = &def->map->cells[i];
        uint32_t count = from->edge_count;
        map->cell[i] = (wi_terrain_cell){first, count, 0, (uint16_t)from->level, (uint16_t)from->zone, false, 0, 0, 0};
        for (uint32_t j = 0; j < count; j++) copy_edge(map, def, i, first + j, first + (j + 1) % count);
        first += count;
    }
}

static bool same_place(wend_vec a, wend_vec b) { return a.x == b.x && a.y == b.y; }

// What tells searches how far a straight line can be trusted.
static void note_limits(wi_terrain *map) {
    map->cheapest = 1.0f;
    for (uint32_t i = 0; i < map->zone_count; i++) map->cheapest = wi_min(map->cheapest, wi_zone_least(&map->zone[i]));
    map->even = true;
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const wi_terrain_edge *edge = &map->edge[i];
        if (edge->twin == WI_NONE) continue;
        const wi_terrain_edge *twin = &map->edge[edge->twin];
        if (map->cell[edge->cell].level != map->cell[twin->cell].level) map->seams = map->cell[edge->cell].seams = true;
        if (!same_place(edge->a, twin->b) || !same_place(edge->b, twin->a)) map->even = false;
    }
}

static wend_result place_posts(wi_terrain *map, const wend_scene_def *def, wend_error *error) {
    for (uint32_t i = 0; i < map->post_count; i++) {
        const wend_map_post *post = &def->map->posts[i];
        wend_vec at = local(def, post->at);
        map->post[i] = (wi_terrain_post){at, wi_terrain_locate(map, post->level, at, 0.0f)};
        if (map->post[i].cell == WI_NONE)
            return wi_fail(error, WEND_BAD_ARGUMENT, "map: post %u at (%g, %g) of level %u is not in any cell", i,
                           post->at.x, post->at.y, post->level);
    }
    return WEND_OK;
}

wend_result wi_terrain_build(wi_terrain *map, wi_memory *memory, const wend_scene_def *def, wend_error *error) {
    *map = (wi_terrain){0};
    wend_result result = wi_terrain_check(def, error);
    if (result != WEND_OK) return result;
    map->levels = def->levels;
    map->door_count = def->door_count;
    map->sampled_posts = def->map->sampled_posts;
    map->post_seed = def->map->post_seed;
    map->lattice_step = def->map->grid > 0.0f ? def->map->grid : LATTICE_STEP;
    bool room = take_map(map, memory, def->map);
    if (room) {
        if (map->zone_count > 0) memcpy(map->zone, def->map->zones, map->zone_count * sizeof *map->zone);
        copy_cells(map, def);
        note_limits(map);
        room =
            wi_terrain_take_widths(map, memory) && wi_terrain_find_ends(map, memory) && wi_terrain_index(map, memory);
    }
    for (uint32_t i = 0; room && i < map->door_count; i++) map->open[i] = def->doors[i].open;
    if (room) wi_terrain_measure(map);
    if (room && def->map->post_count > 0) {
        map->post = wi_memory_take(memory, def->map->post_count, sizeof *map->post);
        room = map->post != NULL;
    }
    if (!room) {
        wi_terrain_free(map, memory);
        return wi_fail(error, WEND_NO_MEMORY, "no memory for a map of %u cells", def->map->cell_count);
    }
    map->post_count = def->map->post_count;
    result = place_posts(map, def, error);
    if (result != WEND_OK) wi_terrain_free(map, memory);
    return result;
}

static uint64_t hash_zone(uint64_t hash, const wend_zone *zone) {
    const float values[] = {zone->cost,       zone->up.x,  zone->up.y, zone->speed_up,
                            zone->speed_down, zone->carry, zone->cycle};
    hash = wi_hash_word(wi_hash_word(hash, (uint64_t)zone->kind), zone->capacity);
    for (uint32_t i = 0; i < WEND_COUNT(values); i++) hash = wi_hash_float(hash, values[i]);
    return hash;
}

uint64_t wi_terrain_hash(uint64_t hash, const wi_terrain *map) {
    hash = wi_hash_word(wi_hash_word(hash, map->cell_count), map->zone_count);
    for (uint32_t i = 0; i < map->zone_count; i++) hash = hash_zone(hash, &map->zone[i]);
    for (uint32_t i = 0; i < map->cell_count; i++) {
        const wi_terrain_cell *cell = &map->cell[i];
        hash = wi_hash_word(hash, (uint64_t)cell->count << 32 | (uint64_t)cell->level << 16 | cell->zone);
    }
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const wi_terrain_edge *edge = &map->edge[i];
        hash = wi_hash_float(wi_hash_float(hash, edge->a.x), edge->a.y);
        hash = wi_hash_word(hash, (uint64_t)edge->twin << 32 | edge->door);
    }
    for (uint32_t i = 0; i < map->post_count; i++) {
        const wi_terrain_post *post = &map->post[i];
        hash = wi_hash_word(wi_hash_float(wi_hash_float(hash, post->at.x), post->at.y), post->cell);
    }
    if (map->sampled_posts > 0) hash = wi_hash_word(hash, (uint64_t)map->post_seed << 32 | map->sampled_posts);
    return map->lattice_step == LATTICE_STEP ? hash : wi_hash_float(hash, map->lattice_step);
}

wend_vec wi_terrain_across(const wi_terrain_edge *from, const wi_terrain_edge *to, wend_vec at) {
    if (from->a.x == to->b.x && from->a.y == to->b.y && from->b.x == to->a.x && from->b.y == to->a.y) return at;
    wend_vec x = wi_unit(wi_sub(from->b, from->a), wi_vec(1.0f, 0.0f)), rel = wi_sub(at, from->a);
    wend_vec u = wi_unit(wi_sub(to->a, to->b), wi_vec(1.0f, 0.0f));
    float along = wi_dot(rel, x), aside = wi_det(x, rel);
    return wi_add(to->b, wi_add(wi_scale(along, u), wi_scale(aside, wi_left(u))));
}
