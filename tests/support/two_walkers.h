// Two walkers on the diagonals of a room of 15 m who cross in its middle: the experiment of the paper on RCAP, from the
// moment they see each other.
#ifndef TWO_WALKERS_H
#define TWO_WALKERS_H

#include "support/stage.h"

#define WALKERS_STEP (1.0f / 120.0f) // s
#define WALKERS_MOST 1200            // steps

// How the walkers start: distance from the middle (m), aside of the way through it (m) and speed (m/s) of each.
typedef struct walkers_start {
    double distance[2], aside[2], speed[2];
    double angle; // between their ways, rad: a quarter turn for diagonals, half a turn face to face
} walkers_start;

// Random starts on the diagonals, about 4 s before they would meet.
walkers_start walkers_draw(uint64_t seed, uint32_t number);

// Random starts at any angle, 0.6 s to 2 s before they would meet but not yet in each other's personal space: as round a
// corner.
walkers_start walkers_draw_late(uint64_t seed, uint32_t number);

// What happened until they were nearest to each other.
typedef struct walkers_meeting {
    float predicted[WALKERS_MOST]; // m: how near they would come if neither changed its velocity, at each step
    uint32_t steps;                // until they were nearest
    double nearest;                // m, from centre to centre
    double hardest;                // m/s2: the largest change of velocity
} walkers_meeting;

walkers_meeting walkers_meet(const wend_profile *profile, const walkers_start *start);

// The three phases (s): until 2 % of all the change is made, until 98 % are, and the rest.
typedef struct walkers_phases {
    double observation, reaction, maintenance;
} walkers_phases;

walkers_phases walkers_judge(const walkers_meeting *meeting);

#endif
