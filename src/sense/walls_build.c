// Building the walls of a scene, stage by stage.
#include "sense/walls_build.h"

#include "base/error.h"

static bool take_levels(wi_walls *walls, wi_memory *memory, uint32_t levels) {
    walls->levels = levels;
    walls->root = wi_memory_take(memory, levels, sizeof *walls->root);
    walls->first = wi_memory_take(memory, (size_t)levels + 1, sizeof *walls->first);
    walls->rooms = wi_memory_take(memory, levels, sizeof *walls->rooms);
    if (!walls->root || !walls->first || !walls->rooms) return false;
    for (uint32_t i = 0; i < levels; i++) walls->root[i] = UINT32_MAX;
    return true;
}

static bool take_walls(wi_walls *walls, wi_memory *memory, uint32_t count) {
    walls->wall_count = count;
    walls->wall = wi_memory_take(memory, count, sizeof *walls->wall);
    walls->kind = wi_memory_take(memory, count, sizeof *walls->kind);
    walls->node = wi_memory_take(memory, count, sizeof *walls->node);
    return walls->wall && walls->kind && walls->node;
}

static bool take_doors(wi_walls *walls, wi_memory *memory, const wend_scene_def *def) {
    if (def->door_count == 0) return true;
    walls->door = wi_memory_take(memory, walls->wall_count, sizeof *walls->door);
    bool *open = wi_memory_take(memory, def->door_count, sizeof *open);
    walls->barrier = wi_memory_take(memory, def->door_count, sizeof *walls->barrier);
    walls->door_count = def->door_count;
    walls->open = open;
    for (uint32_t i = 0; open && walls->barrier && i < walls->door_count; i++) {
        open[i] = def->doors[i].open;
        walls->barrier[i] = def->doors[i].barrier;
    }
    return walls->door && open && walls->barrier;
}

static bool make_walls(wi_walls *walls, wi_memory *memory, wi_pieces *pieces, const wend_scene_def *def) {
    if (!take_walls(walls, memory, pieces->count) || !take_doors(walls, memory, def)) return false;
    for (uint32_t i = 0; i < pieces->count; i++) {
        if (pieces->piece[i].kind == WEND_ROOM) walls->rooms[pieces->piece[i].level] = true;
    }
    return wi_walls_index(walls, memory, pieces);
}

wend_result wi_walls_build(wi_walls *walls, wi_memory *memory, const wend_scene_def *def, wend_error *error) {
    *walls = (wi_walls){0};
    wi_pieces pieces = {0};
    wend_result result = wi_pieces_read(&pieces, memory, def, error);
    bool room = result == WEND_OK && take_levels(walls, memory, def->levels) && wi_pieces_join(&pieces, memory);
    if (room) result = wi_pieces_add_doors(&pieces, def, error);
    if (room && result == WEND_OK && pieces.count > 0) room = make_walls(walls, memory, &pieces, def);
    if (!room && result == WEND_OK) result = wi_fail(error, WEND_NO_MEMORY, "no memory for the walls");
    wi_pieces_free(&pieces, memory);
    if (result != WEND_OK) wi_walls_free(walls, memory);
    return result;
}

void wi_walls_free(wi_walls *walls, wi_memory *memory) {
    wi_memory_give(memory, walls->node, walls->wall_count, sizeof *walls->node);
    wi_memory_give(memory, (void *)(uintptr_t)walls->open, walls->door_count, sizeof *walls->open);
    wi_memory_give(memory, walls->barrier, walls->door_count, sizeof *walls->barrier);
    if (walls->door) wi_memory_give(memory, walls->door, walls->wall_count, sizeof *walls->door);
    wi_memory_give(memory, walls->kind, walls->wall_count, sizeof *walls->kind);
    wi_memory_give(memory, walls->wall, walls->wall_count, sizeof *walls->wall);
    wi_memory_give(memory, walls->rooms, walls->levels, sizeof *walls->rooms);
    wi_memory_give(memory, walls->first, (size_t)walls->levels + 1, sizeof *walls->first);
    wi_memory_give(memory, walls->root, walls->levels, sizeof *walls->root);
    *walls = (wi_walls){0};
}
