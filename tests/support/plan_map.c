#include "support/plan_map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool plan_map_is_floor(const plan_map *plan, int column, int row) {
    if (column < 0 || row < 0 || column >= (int)plan->columns || row >= (int)plan->rows) return false;
    return plan->line[plan->rows - 1 - (uint32_t)row][column] != '#';
}

static uint32_t number_cells(const plan_map *plan, uint32_t *cell) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < plan->rows; r++)
        for (uint32_t c = 0; c < plan->columns; c++)
            cell[r * plan->columns + c] = plan_map_is_floor(plan, (int)c, (int)r) ? count++ : UINT32_MAX;
    return count;
}

static const int beside[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};    // of the four sides, from below on
static const uint32_t begins[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}; // and the corners where they begin

static void add_wall(plan_map *plan, wend_point a, wend_point b) {
    wend_point *ends = &plan->ends[2 * plan->wall_count];
    ends[0] = a;
    ends[1] = b;
    plan->walls[plan->wall_count++] = (wend_obstacle){.kind = WEND_WALL, .points = ends, .point_count = 2};
}

static void add_cell(plan_map *plan, const uint32_t *cell, uint32_t column, uint32_t row, wend_map_edge *edges) {
    const wend_point *corners = plan->map.corners;
    uint32_t first = 4 * cell[row * plan->columns + column];
    for (uint32_t side = 0; side < 4; side++) {
        int c = (int)column + beside[side][0], r = (int)row + beside[side][1];
        uint32_t corner = (row + begins[side][1]) * (plan->columns + 1) + column + begins[side][0];
        uint32_t twin = WEND_NO_EDGE;
        if (plan_map_is_floor(plan, c, r)) twin = 4 * cell[(uint32_t)r * plan->columns + (uint32_t)c] + (side + 2) % 4;
        edges[first + side] = (wend_map_edge){.corner = corner, .twin = twin};
        uint32_t next = (side + 1) % 4, end = (row + begins[next][1]) * (plan->columns + 1) + column + begins[next][0];
        if (twin == WEND_NO_EDGE) add_wall(plan, corners[corner], corners[end]);
    }
}

plan_map plan_map_make(const char *const *lines, uint32_t rows, double scale) {
    plan_map plan = {.columns = (uint32_t)strlen(lines[0]), .rows = rows, .scale = scale, .line = lines};
    uint32_t squares = plan.columns * rows, *cell = malloc(squares * sizeof *cell);
    wend_point *corners = malloc((plan.columns + 1) * (rows + 1) * sizeof *corners);
    assert(cell && corners);
    for (uint32_t r = 0; r <= rows; r++)
        for (uint32_t c = 0; c <= plan.columns; c++)
            corners[r * (plan.columns + 1) + c] = (wend_point){c * scale, r * scale};
    uint32_t count = number_cells(&plan, cell);
    wend_map_cell *cells = malloc(count * sizeof *cells);
    wend_map_edge *edges = malloc(4 * (size_t)count * sizeof *edges);
    plan.walls = malloc(4 * (size_t)count * sizeof *plan.walls);
    plan.ends = malloc(8 * (size_t)count * sizeof *plan.ends);
    assert(cells && edges && plan.walls && plan.ends);
    plan.map = (wend_map){corners, (plan.columns + 1) * (rows + 1), cells, count, edges, 4 * count, NULL, 0, NULL, 0, 0, 0, 0.0f};
    for (uint32_t i = 0; i < count; i++) cells[i] = (wend_map_cell){.edge_count = 4};
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < plan.columns; c++)
            if (cell[r * plan.columns + c] != UINT32_MAX) add_cell(&plan, cell, c, r, edges);
    free(cell);
    return plan;
}

void plan_map_free(plan_map *plan) {
    free((void *)(uintptr_t)plan->map.corners);
    free((void *)(uintptr_t)plan->map.cells);
    free((void *)(uintptr_t)plan->map.edges);
    free(plan->walls);
    free(plan->ends);
}

void plan_map_use(const plan_map *plan, wend_scene_def *def) {
    def->map = &plan->map;
    def->obstacles = plan->walls;
    def->obstacle_count = plan->wall_count;
}

wend_point plan_map_find(const plan_map *plan, char letter) {
    for (uint32_t r = 0; r < plan->rows; r++)
        for (uint32_t c = 0; c < plan->columns; c++)
            if (plan->line[plan->rows - 1 - r][c] == letter)
                return (wend_point){(c + 0.5) * plan->scale, (r + 0.5) * plan->scale};
    assert(false && "no such letter");
    return (wend_point){0, 0};
}
