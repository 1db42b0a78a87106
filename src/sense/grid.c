#include "sense/grid.h"

bool wi_grid_create(wi_grid *grid, wi_memory *memory, uint32_t levels, uint32_t workers) {
    *grid = (wi_grid){.levels = levels, .workers = workers};
    grid->plane = wi_memory_take(memory, levels, sizeof *grid->plane);
    grid->bounds = wi_memory_take(memory, (size_t)levels * workers, sizeof *grid->bounds);
    if (grid->plane != NULL && grid->bounds != NULL) return true;
    wi_grid_free(grid, memory);
    return false;
}

void wi_grid_free(wi_grid *grid, wi_memory *memory) {
    wi_memory_give(memory, grid->plane, grid->levels, sizeof *grid->plane);
    wi_memory_give(memory, grid->bounds, (size_t)grid->levels * grid->workers, sizeof *grid->bounds);
    wi_memory_give(memory, grid->start, (size_t)grid->cell_capacity + 1, sizeof *grid->start);
    wi_memory_give(memory, grid->histogram, (size_t)grid->cell_capacity * grid->workers, sizeof *grid->histogram);
    *grid = (wi_grid){0};
}
