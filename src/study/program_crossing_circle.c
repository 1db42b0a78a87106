// Five who cross a circle, a little off the regular places (Guy, Lin, Manocha 2010, figure 10, which has no scale).
#include "base/error.h"
#include "measure/measure.h"
#include "study/walkers.h"

#include <math.h>

#define AGENTS 5u
#define SPEED 1.34     // m/s
#define PATIENCE 1.25  // times as long as the straight way takes is looked at
#define BEYOND 1.0     // m: targets lie so far behind what one can walk in that time, so that nobody slows down
#define UNEVENNESS 0.1 // rad

enum { OVERLAP_6, SMOOTHNESS_6, ACROSS_6, OVERLAP_10, SMOOTHNESS_10, ACROSS_10, VALUES };

static const wi_study_value values[VALUES] = {
    [OVERLAP_6] = {"overlap_6", "m", 3, "deepest overlap of two bodies, circle of 6 m"},
    [SMOOTHNESS_6] = {"smoothness_6", "", 3, "1 - mean acceleration / (1 m/s2)"},
    [ACROSS_6] = {"across_6", "%", 0, "agents who are on the other side after 1.25 times the time of the straight way"},
    [OVERLAP_10] = {"overlap_10", "m", 3, "deepest overlap of two bodies, circle of 10 m"},
    [SMOOTHNESS_10] = {"smoothness_10", "", 3, "1 - mean acceleration / (1 m/s2)"},
    [ACROSS_10] = {"across_10", "%", 0, "agents who are on the other side by then"},
};

static wi_walker start_at(uint64_t seed, uint32_t which, double radius) {
    double angle = 8.0 * atan(1.0) * which / AGENTS + wi_walkers_draw(seed, 1, which, 0.0, UNEVENNESS);
    double x = cos(angle), y = sin(angle);
    return wi_walker_ahead((wend_point){radius * x, radius * y}, -x, -y, PATIENCE * 2.0 * radius + BEYOND, SPEED);
}

static wend_result walk(const wi_walkers *on, uint32_t steps, wi_meter *meter, wi_spot spot[AGENTS],
                        wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t step = 0; step <= steps && !result; step++) {
        if (step > 0) result = wend_world_step(on->world, error);
        if (!result) result = wi_walkers_look(on, spot, error);
        const wi_frame frame = {.number = step, .spot = spot, .count = AGENTS};
        if (!result) result = wi_meter_frame(meter, &frame, error);
    }
    return result;
}

static double share_across(const wi_walker start[AGENTS], const wi_spot spot[AGENTS], double radius) {
    uint32_t across = 0;
    for (uint32_t i = 0; i < AGENTS; i++)
        across += -(spot[i].x * start[i].from.x + spot[i].y * start[i].from.y) / radius >= radius;
    return 100.0 * across / AGENTS;
}

static wend_result cross(const wend_scene *scene, uint64_t seed, double radius, double value[3], wend_error *error) {
    const wi_measure_options options = wi_measure_options_default();
    wi_walker start[AGENTS];
    wi_spot spot[AGENTS];
    wi_walkers on;
    for (uint32_t i = 0; i < AGENTS; i++) start[i] = start_at(seed, i, radius);
    wi_meter *meter = wi_meter_create(&options, 1.0 / (double)WI_WALKERS_STEP);
    wend_result result = wi_walkers_open(scene, start, AGENTS, seed, &on, error);
    if (!meter) result = wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    uint32_t steps = (uint32_t)(PATIENCE * 2.0 * radius / SPEED / (double)WI_WALKERS_STEP);
    if (!result) result = walk(&on, steps, meter, spot, error);
    if (!result) {
        const wi_measures found = wi_meter_result(meter);
        value[0] = found.max_depth;
        value[1] = found.smoothness;
        value[2] = share_across(start, spot, radius);
    }
    wi_walkers_close(&on);
    wi_meter_free(meter);
    return result;
}

static wend_result crossing_circle(const wi_study_task *task, double *value, wend_error *error) {
    wend_scene *scene = NULL;
    wend_result result = wi_walkers_scene(task, NULL, 0, NULL, &scene, error);
    if (!result) result = cross(scene, task->seed, 6.0, &value[OVERLAP_6], error);
    if (!result) result = cross(scene, task->seed, 10.0, &value[OVERLAP_10], error);
    wend_scene_destroy(scene);
    return result;
}

const wi_study_program wi_program_crossing_circle = {
    .name = "crossing-circle",
    .meaning = "five who cross a circle of 6 m and one of 10 m",
    .values = values,
    .value_count = VALUES,
    .run = crossing_circle,
};
