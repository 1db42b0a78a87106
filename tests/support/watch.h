// Watching agents move: no centre may cross a wall, and nobody may be faster than allowed.
#ifndef WATCH_H
#define WATCH_H

#include "support/stage.h"

// True if the two pieces of line have a point in common; exact.
bool watch_meet(wend_vec p, wend_vec q, wend_vec a, wend_vec b);

typedef struct watched {
    wend_vec at;
    bool known;
} watched;

typedef struct watch {
    watched last[400]; // by serial
    uint32_t walls;    // of level 0; agents of level 1 pass them
    double longest;    // m: the largest move in a step
} watch;

// Looks at all agents of a stage: every move since the last look against every piece of wall, speeds and headings.
void watch_look(watch *on, const stage *at, float max_speed, float dt, const char *what, uint64_t seed);

// Everyone of level 0 is inside all rooms and outside all solids.
void watch_look_inside(const stage *at, const wend_obstacle *obstacles, uint32_t count, uint64_t seed);

#endif
