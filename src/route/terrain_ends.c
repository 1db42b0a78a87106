// Dead ends: cells that hang on another one, like rooms on a corridor. One who is not in there need not be looked for there.
//
// Cells with a single way out are taken off, again and again; each then hangs on the cell where its way out led. Numbers
// are given so that all that hangs on a cell, directly or not, follows it.
#include "route/terrain.h"

static uint32_t ways_out(const wi_terrain *map, const wi_terrain_cell *cell) {
    uint32_t ways = 0;
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) ways += map->edge[e].twin != WI_NONE;
    return ways;
}

// The only cell beside it that has not been taken off, or WI_NONE.
static uint32_t way_out(const wi_terrain *map, const wi_terrain_cell *cell) {
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
        uint32_t twin = map->edge[e].twin;
        if (twin != WI_NONE && map->cell[map->edge[twin].cell].hangs_on == WI_NONE) return map->edge[twin].cell;
    }
    return WI_NONE;
}

static uint32_t take_off(wi_terrain *map, uint32_t *ways, uint32_t *order) {
    uint32_t count = 0, done = 0;
    for (uint32_t i = 0; i < map->cell_count; i++)
        if (ways[i] == 1) order[count++] = i;
    while (done < count) {
        uint32_t index = order[done++], out = way_out(map, &map->cell[index]);
        if (out == WI_NONE) continue; // the last of its kind
        map->cell[index].hangs_on = out;
        map->cell[out].hanging += map->cell[index].hanging;
        if (--ways[out] == 1) order[count++] = out;
    }
    return count;
}

// From the cells that hang on nothing to those that were taken off first.
static void number_cells(wi_terrain *map, uint32_t *next, const uint32_t *order, uint32_t count) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        if (map->cell[i].hangs_on != WI_NONE) continue;
        map->cell[i].number = number;
        next[i] = number + 1;
        number += map->cell[i].hanging;
    }
    while (count-- > 0) {
        wi_terrain_cell *cell = &map->cell[order[count]];
        if (cell->hangs_on == WI_NONE) continue;
        cell->number = next[cell->hangs_on];
        next[cell->hangs_on] += cell->hanging;
        next[order[count]] = cell->number + 1;
    }
}

bool wi_terrain_find_ends(wi_terrain *map, wi_memory *memory) {
    uint32_t *ways = wi_memory_take(memory, map->cell_count, sizeof *ways);
    uint32_t *order = wi_memory_take(memory, map->cell_count, sizeof *order);
    bool room = ways && order;
    for (uint32_t i = 0; room && i < map->cell_count; i++) {
        map->cell[i].hangs_on = WI_NONE;
        map->cell[i].hanging = 1;
        ways[i] = ways_out(map, &map->cell[i]);
    }
    if (room) number_cells(map, ways, order, take_off(map, ways, order));
    wi_memory_give(memory, ways, map->cell_count, sizeof *ways);
    wi_memory_give(memory, order, map->cell_count, sizeof *order);
    return room;
}
