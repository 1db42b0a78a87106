// Two who exchange places, once in the open and once with a wall close to the side to which the second would go (Guy, Lin,
// Manocha 2010, figure 9). Asked is how much of the way aside each takes.
#include "base/error.h"
#include "study/walkers.h"

#include <math.h>

#define DISTANCE 7.0 // m from the middle to each
#define STEPS 1200u  // 10 s: they have passed each other
#define RADIUS 0.25  // m, of the bodies

enum { SHARE_OPEN, SHARE_WALL, NEAREST_OPEN, NEAREST_WALL, WALL_DISTANCE, VALUES };

static const wi_study_value values[VALUES] = {
    [SHARE_OPEN] = {"share_open", "%", 1, "of the way aside, what the second takes in the open"},
    [SHARE_WALL] = {"share_wall", "%", 1, "and beside a wall"},
    [NEAREST_OPEN] = {"nearest_open", "m", 3, "least distance of the centres in the open"},
    [NEAREST_WALL] = {"nearest_wall", "m", 3, "and with a wall beside the second"},
    [WALL_DISTANCE] = {"wall_distance", "m", 3, "least distance of a centre from the wall"},
};

typedef struct meeting {
    wi_walker start[2];
    double wall; // m: its y, below both
} meeting;

// The second comes a little to the right of the first, so that both know where to go.
static meeting draw_meeting(uint64_t seed) {
    double aside = wi_walkers_draw(seed, 1, 0, 0.02, 0.1);
    return (meeting){
        .start = {wi_walker_ahead((wend_point){-DISTANCE, aside}, 1.0, 0.0, 30.0,
                                  wi_walkers_draw(seed, 1, 1, 1.2, 1.4)),
                  wi_walker_ahead((wend_point){DISTANCE, 0.0}, -1.0, 0.0, 30.0, wi_walkers_draw(seed, 1, 2, 1.2, 1.4))},
        .wall = -(RADIUS + wi_walkers_draw(seed, 1, 3, 0.02, 0.1)),
    };
}

typedef struct passing {
    double aside[2]; // m, of each at the least distance
    double nearest;  // m
    double wall;     // m: least distance of a centre from where the wall is or would be
} passing;

static void note(passing *seen, const meeting *of, const wi_spot spot[2]) {
    double distance = hypot(spot[1].x - spot[0].x, spot[1].y - spot[0].y);
    for (uint32_t i = 0; i < 2; i++) seen->wall = fmin(seen->wall, spot[i].y - of->wall);
    if (distance > seen->nearest) return;
    seen->nearest = distance;
    for (uint32_t i = 0; i < 2; i++) seen->aside[i] = fabs(spot[i].y - of->start[i].from.y);
}

static wend_result walk(const wend_scene *scene, const meeting *of, uint64_t seed, passing *seen, wend_error *error) {
    wi_walkers on;
    wi_spot spot[2];
    wend_result result = wi_walkers_open(scene, of->start, 2, seed, &on, error);
    *seen = (passing){.nearest = INFINITY, .wall = INFINITY};
    for (uint32_t step = 0; step < STEPS && !result; step++) {
        result = wend_world_step(on.world, error);
        if (!result) result = wi_walkers_look(&on, spot, error);
        if (!result) note(seen, of, spot);
    }
    wi_walkers_close(&on);
    return result;
}

static wend_result pass(const wi_study_task *task, const meeting *of, bool walled, passing *seen, wend_error *error) {
    const wend_point line[] = {{-20.0, of->wall}, {20.0, of->wall}};
    const wend_obstacle wall = {.kind = WEND_WALL, .points = line, .point_count = 2};
    wend_scene *scene = NULL;
    wend_result result = wi_walkers_scene(task, NULL, 0, walled ? &wall : NULL, &scene, error);
    if (!result) result = walk(scene, of, task->seed, seen, error);
    wend_scene_destroy(scene);
    return result;
}

// NAN where nobody went aside.
static double second_share(const passing *seen) {
    double both = seen->aside[0] + seen->aside[1];
    return both > 0.0 ? 100.0 * seen->aside[1] / both : (double)NAN;
}

static wend_result passing_wall(const wi_study_task *task, double *value, wend_error *error) {
    const meeting of = draw_meeting(task->seed);
    passing open, walled;
    wend_result result = pass(task, &of, false, &open, error);
    if (!result) result = pass(task, &of, true, &walled, error);
    if (result) return result;
    value[SHARE_OPEN] = second_share(&open);
    value[SHARE_WALL] = second_share(&walled);
    value[NEAREST_OPEN] = open.nearest;
    value[NEAREST_WALL] = walled.nearest;
    value[WALL_DISTANCE] = walled.wall;
    return WEND_OK;
}

const wi_study_program wi_program_passing_wall = {
    .name = "passing-wall",
    .meaning = "two who exchange places, in the open and with a wall beside the second",
    .values = values,
    .value_count = VALUES,
    .run = passing_wall,
};
