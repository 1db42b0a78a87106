// Floor plans drawn with letters: '#' is solid, anything else floor; one square metre a letter (times a scale), the first
// line at the top. Each square of floor is a cell of the map.
#ifndef PLAN_MAP_H
#define PLAN_MAP_H

#include "wend/wend.h"

typedef struct plan_map {
    uint32_t columns, rows;
    double scale; // m
    const char *const *line;
    wend_map map;
    wend_obstacle *walls;
    wend_point *ends; // of the walls
    uint32_t wall_count;
} plan_map;

plan_map plan_map_make(const char *const *lines, uint32_t rows, double scale);
void plan_map_free(plan_map *plan);

bool plan_map_is_floor(const plan_map *plan, int column, int row); // row 0 at the bottom

// Puts map and walls into the definition of a scene.
void plan_map_use(const plan_map *plan, wend_scene_def *def);

// The middle of the square with that letter.
wend_point plan_map_find(const plan_map *plan, char letter);

#endif
