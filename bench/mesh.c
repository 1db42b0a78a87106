// wend bench --mesh: how long it takes to make the navigation mesh of a floor.
#include "bench.h"
#include "floors.h"
#include "options.h"

#include "base/clock.h"
#include "scenario/mesh.h"

#include <math.h>

#define TRIES 5

// The best of several, s.
static wend_result time_mesh(const wi_mesh_plan *plan, wi_mesh *mesh, double *best, wend_error *error) {
    wend_result result = WEND_OK;
    *best = INFINITY;
    for (uint32_t i = 0; i < TRIES && result == WEND_OK; i++) {
        if (i > 0) wi_mesh_free(mesh);
        double start = wi_clock_processor_seconds();
        result = wi_mesh_build(mesh, plan, error);
        *best = fmin(*best, wi_clock_processor_seconds() - start);
    }
    return result;
}

static wend_result measure_floor(uint32_t rooms, wend_error *error) {
    office_floor floor;
    if (!office_floor_make(rooms, &floor)) return WEND_NO_MEMORY;
    wi_mesh_plan plan = {.levels = 1,
                         .obstacles = floor.obstacles,
                         .obstacle_count = floor.obstacle_count,
                         .doors = floor.doors,
                         .door_count = floor.room_count};
    uint32_t points = 0;
    for (uint32_t i = 0; i < floor.obstacle_count; i++) points += floor.obstacles[i].point_count;
    wi_mesh mesh;
    double best;
    wend_result result = time_mesh(&plan, &mesh, &best, error);
    if (result == WEND_OK) printf("%8u %8u %8u %10.1f\n", rooms, points, mesh.cell_count, 1e3 * best);
    wi_mesh_free(&mesh);
    office_floor_free(&floor);
    return result;
}

int bench_mesh(int argc, char **argv) {
    static const uint32_t rooms[] = {500, 1250, 5000, 20000};
    const option_table table = {
        .usage = "wend bench --mesh: how long it takes to make the mesh of floors with many rooms",
        .examples = "examples\n  wend bench --mesh\n",
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    bench_print_machine(stdout);
    printf("\n\n%8s %8s %8s %10s\n", "rooms", "points", "cells", "ms of CPU");
    for (uint32_t i = 0; i < WEND_COUNT(rooms); i++) {
        wend_error error = {WEND_NO_MEMORY, "no memory for the floor"};
        if (measure_floor(rooms[i], &error) == WEND_OK) continue;
        fprintf(stderr, "wend: %s\n", error.text);
        return 1;
    }
    return 0;
}
