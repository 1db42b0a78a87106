// What tests of ways share: small floor plans, and agents who walk on them.
#ifndef WALKERS_H
#define WALKERS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/plan_map.h"
#include "support/stage.h"

static const char *const trap[] = {
    "............", //
    "....######..", //
    ".........#..", //
    "..a......#.b", //
    ".........#..", //
    "....######..", //
    "............",
};

// Squares of 1 m, walls between all but some: many goals, shared and single.
static const char *const maze[] = {
    "....#......#....#...", //
    ".##.#.####.#.##.#.#.", //
    ".#....#......#....#.", //
    ".#.####.####.####.#.", //
    "....#....#......#...", //
    "###.#.##.#.####.#.##", //
    ".......#.....#......", //
    ".#####.#####.#.####.", //
    ".....#.......#.....a",
};

static const char *const island[] = {
    "..###..",
    "a.#b#..",
    "..###..",
};

// Two rooms with a door of 0.6 m (three squares of 0.2 m) and a way round of 1 m.
static const char *const rooms[] = {
    "##################################", //
    "#................................#", //
    "#................................#", //
    "#................................#", //
    "#................................#", //
    "#................................#", //
    "#......####################......#", //
    "#...............##...............#", //
    "#...............##...............#", //
    "#................................#", //
    "#...a........................b...#", //
    "#................................#", //
    "#...............##...............#", //
    "#...............##...............#", //
    "##################################",
};

static inline stage open_plan(const plan_map *plan, const wend_router *router, uint32_t threads) {
    wend_scene_def def = scene_plain();
    wend_profile profile = profile_plain();
    profile.router = router;
    def.profiles = &profile;
    plan_map_use(plan, &def);
    wend_world_def world = wend_world_default(NULL);
    world.threads = threads;
    return stage_open(&def, &world);
}

static inline wend_serial walker(wend_world *world, wend_point from, wend_point to) {
    wend_agent agent = agent_at(from.x, from.y);
    agent.goal.at = to;
    return agent_add(world, &agent);
}

static inline uint32_t steps_to_arrive(wend_world *world, wend_serial serial, uint32_t limit) {
    for (uint32_t i = 0; i < limit; i++) {
        if (agent_get(world, serial).arrived) return i;
        world_step(world, 1);
    }
    return limit;
}

// A walker in every n-th column of the maze's floor.
static inline void fill_maze(wend_world *world, const plan_map *plan, uint32_t every) {
    uint32_t placed = 0;
    for (uint32_t r = 0; r < plan->rows; r++)
        for (uint32_t c = 0; c < plan->columns; c += every) {
            if (!plan_map_is_floor(plan, (int)c, (int)r)) continue;
            wend_point goal = plan_map_find(plan, 'a');
            if (placed % 3 == 1) goal = (wend_point){3.5, (placed * 7 % 2) * 8 + 0.5};
            if (placed % 3 == 2) goal = (wend_point){19.5, 8.5 - placed % 9 * 1e-3 * placed};
            placed++;
            (void)walker(world, (wend_point){c + 0.5, r + 0.5}, goal);
        }
}

static inline uint64_t maze_hash(const plan_map *plan, const wend_router *router, uint32_t threads, uint32_t every) {
    stage on = open_plan(plan, router, threads);
    fill_maze(on.world, plan, every);
    world_step(on.world, 100);
    uint64_t hash = wend_world_hash(on.world);
    stage_close(&on);
    return hash;
}

static inline wend_world *copy_of(const stage *on) {
    wend_world_def def = wend_world_default(on->scene);
    void *bytes;
    size_t size;
    wend_error error;
    wend_world *loaded;
    must(wend_world_save_bytes(on->world, &bytes, &size, &error), &error);
    must(wend_world_load_bytes(&def, bytes, size, &loaded, &error), &error);
    free(bytes);
    return loaded;
}

// Loaded in the middle, a world goes on as the one that was saved, though it has to look for all ways again.
static inline void expect_goes_on_when_loaded(const wend_router *router, uint32_t every, uint32_t times) {
    plan_map plan = plan_map_make(maze, WEND_COUNT(maze), 1.0);
    stage on = open_plan(&plan, router, 1);
    fill_maze(on.world, &plan, every);
    for (uint32_t i = 0; i < times; i++) {
        world_step(on.world, 17);
        wend_world *loaded = copy_of(&on);
        assert_true(wend_world_hash(loaded) == wend_world_hash(on.world));
        world_step(loaded, 40);
        world_step(on.world, 40);
        assert_true(wend_world_hash(loaded) == wend_world_hash(on.world));
        wend_world_destroy(loaded);
    }
    stage_close(&on);
    plan_map_free(&plan);
}

// Door 0 of the scene closes the edge with that middle.
static inline void hang_door(const plan_map *plan, double x, double y) {
    wend_map_edge *edges = (wend_map_edge *)(uintptr_t)plan->map.edges;
    uint32_t hung = 0;
    for (uint32_t i = 0; i < plan->map.edge_count; i++) {
        uint32_t next = i % 4 == 3 ? i - 3 : i + 1;
        wend_point a = plan->map.corners[edges[i].corner], b = plan->map.corners[edges[next].corner];
        if (fabs((a.x + b.x) / 2 - x) >= 0.1 || fabs((a.y + b.y) / 2 - y) >= 0.1) continue;
        edges[i].door = 1;
        hung++;
    }
    assert_int_equal(hung, 2); // an edge and its twin
}

#endif
