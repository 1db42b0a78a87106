// What follows from the doors: which corners are those of walls, how wide ways are, and what tells bodies apart. When a
// door opens or closes, only the cells that are near it are measured again.
#include <string.h>

#include "base/sort.h"
#include "route/terrain.h"

// Room -----------------------------------------------------------------------------------------------------------------

static uint32_t largest_cell(const wi_terrain *map) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) most = map->cell[i].count > most ? map->cell[i].count : most;
    return most;
}

static bool take_arrays(wi_terrain *map, wi_memory *memory) {
    map->open = wi_memory_take(memory, map->door_count, sizeof *map->open);
    map->solid = wi_memory_take(memory, map->corner_count, sizeof *map->solid);
    map->width = wi_memory_take(memory, map->width_count, sizeof *map->width);
    map->gap = wi_memory_take(memory, map->width_count, sizeof *map->gap);
    map->narrowest = wi_memory_take(memory, map->cell_count, sizeof *map->narrowest);
    map->scratch = wi_memory_take(memory, map->scratch_count, sizeof *map->scratch);
    map->step = wi_memory_take(memory, map->step_capacity, sizeof *map->step);
    return map->open && map->solid && map->width && map->gap && map->narrowest && map->scratch && map->step;
}

bool wi_terrain_take_widths(wi_terrain *map, wi_memory *memory) {
    uint64_t widths = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        map->cell[i].width = (uint32_t)widths;
        widths += (uint64_t)map->cell[i].count * map->cell[i].count;
    }
    if (widths > UINT32_MAX / 4) return false;
    map->width_count = (uint32_t)widths;
    map->scratch_count = largest_cell(map) * largest_cell(map);
    map->step_capacity = 4 * map->width_count; // half of it is scratch
    return take_arrays(map, memory);
}

bool wi_terrain_share(wi_terrain *map, wi_memory *memory, const wi_terrain *of) {
    *map = *of;
    if (map->door_count == 0) return true;
    map->open = map->solid = NULL;
    map->width = map->gap = map->narrowest = map->scratch = map->step = NULL;
    if (!take_arrays(map, memory)) return false;
    memcpy(map->open, of->open, map->door_count * sizeof *map->open);
    memcpy(map->solid, of->solid, map->corner_count * sizeof *map->solid);
    memcpy(map->width, of->width, map->width_count * sizeof *map->width);
    memcpy(map->gap, of->gap, map->width_count * sizeof *map->gap);
    memcpy(map->narrowest, of->narrowest, map->cell_count * sizeof *map->narrowest);
    memcpy(map->step, of->step, map->step_count * sizeof *map->step);
    return true;
}

void wi_terrain_give_widths(wi_terrain *map, wi_memory *memory) {
    wi_memory_give(memory, map->open, map->door_count, sizeof *map->open);
    wi_memory_give(memory, map->solid, map->corner_count, sizeof *map->solid);
    wi_memory_give(memory, map->width, map->width_count, sizeof *map->width);
    wi_memory_give(memory, map->gap, map->width_count, sizeof *map->gap);
    wi_memory_give(memory, map->narrowest, map->cell_count, sizeof *map->narrowest);
    wi_memory_give(memory, map->scratch, map->scratch_count, sizeof *map->scratch);
    wi_memory_give(memory, map->step, map->step_capacity, sizeof *map->step);
}

void wi_terrain_unshare(wi_terrain *map, wi_memory *memory) {
    if (map->door_count > 0) wi_terrain_give_widths(map, memory);
    *map = (wi_terrain){0};
}

// Steps ----------------------------------------------------------------------------------------------------------------

static uint32_t note_steps(float *step, uint32_t count, const float *value, uint32_t value_count) {
    for (uint32_t i = 0; i < value_count; i++)
        if (value[i] > 0.0f && value[i] < WI_WIDTH_MAX) step[count++] = value[i];
    return count;
}

// Radix sort: numbers above 0 are ordered as their bits are.
static void sort_steps(float *step, float *scratch, uint32_t count) {
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        uint32_t first[257] = {0}, bits;
        for (uint32_t i = 0; i < count; i++) {
            memcpy(&bits, &step[i], sizeof bits);
            first[(bits >> shift & 255u) + 1]++;
        }
        for (uint32_t i = 0; i < 256; i++) first[i + 1] += first[i];
        for (uint32_t i = 0; i < count; i++) {
            memcpy(&bits, &step[i], sizeof bits);
            scratch[first[bits >> shift & 255u]++] = step[i];
        }
        float *sorted = scratch;
        scratch = step;
        step = sorted;
    }
}

// The different widths, ascending, so that bodies can be told apart by what they fit through.
static void list_steps(wi_terrain *map) {
    uint32_t count = note_steps(map->step, 0, map->width, map->width_count), kept = 0;
    count = note_steps(map->step, count, map->gap, map->width_count);
    sort_steps(map->step, map->step + 2 * map->width_count, count);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || map->step[i] != map->step[kept - 1]) map->step[kept++] = map->step[i];
    map->step_count = kept;
}

// Measuring ------------------------------------------------------------------------------------------------------------

static void mark_solid(wi_terrain *map) {
    memset(map->solid, 0, map->corner_count * sizeof *map->solid);
    for (uint32_t i = 0; i < map->edge_count; i++) {
        if (!wi_terrain_is_wall(map, &map->edge[i])) continue;
        map->solid[map->edge[i].corner] = true;
        map->solid[map->edge[wi_terrain_next(map, i)].corner] = true;
    }
}

void wi_terrain_measure(wi_terrain *map) {
    mark_solid(map);
    for (uint32_t i = 0; i < map->cell_count; i++) wi_terrain_measure_cell(map, i);
    list_steps(map);
}

static void stretch(wi_terrain_box *b, wend_vec at) {
    b->min = wi_vec(wi_min(b->min.x, at.x), wi_min(b->min.y, at.y));
    b->max = wi_vec(wi_max(b->max.x, at.x), wi_max(b->max.y, at.y));
}

static wi_terrain_box box_of(const wi_terrain *map, const wi_terrain_cell *cell) {
    wi_terrain_box b = {map->edge[cell->first].a, map->edge[cell->first].a};
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) stretch(&b, map->edge[e].a);
    return b;
}

static bool overlap(wi_terrain_box a, wi_terrain_box b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

// A box around all doors that differ, in `changed`; false if there are none.
static bool find_changed(const wi_terrain *map, const bool *open, wi_terrain_box *changed) {
    bool any = false;
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const wi_terrain_edge *edge = &map->edge[i];
        if (edge->door == 0 || map->open[edge->door - 1] == open[edge->door - 1]) continue;
        if (!any) *changed = (wi_terrain_box){edge->a, edge->a};
        stretch(changed, edge->a);
        stretch(changed, edge->b);
        any = true;
    }
    return any;
}

bool wi_terrain_follow_doors(wi_terrain *map, const bool *open, wi_terrain_box *changed) {
    size_t size = map->door_count * sizeof *map->open;
    if (size == 0 || memcmp(map->open, open, size) == 0) return false;
    bool any = find_changed(map, open, changed);
    memcpy(map->open, open, size);
    if (!any) return false;
    mark_solid(map);
    for (uint32_t i = 0; i < map->cell_count; i++) {
        float reach = wi_terrain_reach(map, i);
        wi_terrain_box around = box_of(map, &map->cell[i]);
        around.min = wi_sub(around.min, wi_vec(reach, reach));
        around.max = wi_add(around.max, wi_vec(reach, reach));
        if (overlap(around, *changed)) wi_terrain_measure_cell(map, i);
    }
    list_steps(map);
    return true;
}
