// Maps for tests of walls: made at random or by hand, and built.
#ifndef FLOOR_MAP_H
#define FLOOR_MAP_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sense/walls.h"

#define SEED 7u

typedef struct floor_map {
    wend_obstacle obstacle[4096];
    wend_point point[1 << 16];
    uint32_t obstacle_count, point_count;
} floor_map;

static uint64_t draws;

static inline double random_between(double low, double high) {
    return low + (high - low) * (double)wend_random(SEED, 1, draws++, 0, 0);
}

static inline uint32_t random_below(uint32_t n) { return (uint32_t)random_between(0.0, (double)n); }

static inline void begin(floor_map *map, wend_obstacle_kind kind, uint32_t level) {
    map->obstacle[map->obstacle_count++] = (wend_obstacle){kind, level, map->point + map->point_count, 0};
}

static inline void add(floor_map *map, double x, double y) {
    map->point[map->point_count++] = (wend_point){x, y};
    map->obstacle[map->obstacle_count - 1].point_count++;
}

static inline void add_line(floor_map *map, double ax, double ay, double bx, double by) {
    begin(map, WEND_WALL, 0);
    add(map, ax, ay);
    add(map, bx, by);
}

static inline floor_map *new_map(void) {
    floor_map *made = calloc(1, sizeof *made);
    assert_non_null(made);
    return made;
}

static inline wend_scene_def def_of(const floor_map *map, uint32_t levels) {
    return (wend_scene_def){.levels = levels, .obstacles = map->obstacle, .obstacle_count = map->obstacle_count};
}

typedef struct built {
    wi_memory memory;
    wi_walls walls;
} built;

static inline built build_def(const wend_scene_def *def) {
    built made = {.memory = wi_memory_from((wend_allocator){NULL, NULL})};
    wend_error error = {WEND_OK, ""};
    if (wi_walls_build(&made.walls, &made.memory, def, &error) != WEND_OK) fail_msg("%s", error.text);
    return made;
}

static inline built build(const floor_map *map, uint32_t levels) {
    wend_scene_def def = def_of(map, levels);
    return build_def(&def);
}

static inline void unbuild(built *made) {
    wi_walls_free(&made->walls, &made->memory);
    assert_int_equal(made->memory.bytes, 0);
}

// A polygon that sees its whole edge from its centre.
static inline void add_star(floor_map *map, wend_obstacle_kind kind, uint32_t level, double x, double y, double size) {
    uint32_t corners = 3 + random_below(9);
    double turn = random_between(0.0, 6.0), way = random_below(2) ? 1.0 : -1.0;
    begin(map, kind, level);
    for (uint32_t i = 0; i < corners; i++) {
        double angle = turn + way * 6.283185307179586 * (double)i / (double)corners,
               r = size * random_between(0.4, 1.0);
        add(map, x + r * cos(angle), y + r * sin(angle));
    }
}

static inline void fill_random(floor_map *map, uint32_t levels) {
    uint32_t rooms = random_below(3);
    for (uint32_t i = 0; i < rooms; i++) {
        add_star(map, WEND_ROOM, random_below(levels), random_between(-20, 20), random_between(-20, 20), 25.0);
    }
    for (uint32_t i = 0; i < 12; i++) {
        add_star(map, WEND_SOLID, random_below(levels), random_between(-30, 30), random_between(-30, 30), 4.0);
    }
    for (uint32_t i = 0; i < 12; i++) {
        begin(map, WEND_WALL, random_below(levels));
        double x = floor(random_between(-30, 30)), y = floor(random_between(-30, 30));
        uint32_t count = 2 + random_below(6);
        for (uint32_t k = 0; k < count; k++) {
            add(map, x, y);
            x += floor(random_between(-4, 5)); // on a grid, so that pieces meet, overlap and repeat points
            y += floor(random_between(-4, 5));
        }
        if (map->obstacle[map->obstacle_count - 1].points[0].x == x) add(map, x + 1.0, y);
        add(map, x + 0.5, y + 7.0);
    }
}

static inline wend_vec random_place(void) {
    if (random_below(2)) return (wend_vec){(float)random_between(-35, 35), (float)random_between(-35, 35)};
    return (wend_vec){(float)floor(random_between(-35, 35)), (float)floor(random_between(-35, 35))};
}

static inline uint32_t level_of(const wi_walls *walls, uint32_t wall) {
    uint32_t level = 0;
    while (walls->first[level + 1] <= wall) level++;
    return level;
}

#endif
