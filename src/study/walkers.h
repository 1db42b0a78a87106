// A few walkers whose starts a program sets, at the 120 Hz of Guy, Lin and Manocha (2010), section 4.2.
#ifndef WI_STUDY_WALKERS_H
#define WI_STUDY_WALKERS_H

#include "record/trajectory.h"
#include "study/program.h"
#include "wend/world.h"

#define WI_WALKERS_MAX 5u
#define WI_WALKERS_STEP (1.0f / 120.0f) // s

typedef struct wi_walker {
    wend_point from, to;
    wend_vec velocity; // m/s, at the start
    double speed;      // m/s, that it would like to walk
} wi_walker;

// One who walks from a place in a direction (of length 1) and stands still `way` metres on.
wi_walker wi_walker_ahead(wend_point from, double x, double y, double way, double speed);

typedef struct wi_walkers {
    wend_world *world;
    wend_serial serial[WI_WALKERS_MAX];
    uint32_t count;
} wi_walkers;

// A scene for those of the task's model and preset. Of the settings those count that the model or its habits have.
wend_result wi_walkers_scene(const wi_study_task *task, const wend_setting *settings, uint32_t setting_count,
                             const wend_obstacle *wall, wend_scene **scene, wend_error *error);

// Puts up to WI_WALKERS_MAX into a new world; wi_walkers_close also after a failure.
wend_result wi_walkers_open(const wend_scene *scene, const wi_walker *start, uint32_t count, uint64_t seed,
                            wi_walkers *made, wend_error *error);
void wi_walkers_close(wi_walkers *on);

// Where they are, with ids 1, 2, ...
wend_result wi_walkers_look(const wi_walkers *on, wi_spot *spot, wend_error *error);

// A mean over the runs that gave a number.
typedef struct wi_mean_of {
    double sum, weight;
} wi_mean_of;

void wi_mean_add(wi_mean_of *to, double number, double weight);
double wi_mean_value(const wi_mean_of *of); // NAN: of nothing

// A number between two, drawn for the seed, the case and the number of the draw.
double wi_walkers_draw(uint64_t seed, uint64_t number, uint32_t which, double low, double high);

#endif
