// Worlds of the model steering with all behaviours off but those that a test names.
#ifndef STEERING_STAGE_H
#define STEERING_STAGE_H

#include "support/stage.h"

typedef struct behaviours {
    wend_setting set[48];
    uint32_t count;
} behaviours;

behaviours behaviours_off(void);
void behaviours_set(behaviours *b, const char *name, float value);

// One profile of discs of 0.25 m; `obstacles` may be NULL.
stage steering_stage(const behaviours *b, float step, const wend_obstacle *obstacles, uint32_t obstacle_count);

// Adds an agent that walks with a velocity towards a goal.
wend_serial add_walker(stage s, wend_point at, wend_vec velocity, wend_point goal);

#endif
