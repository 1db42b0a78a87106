// Models that return what they should not, and a stage for them.
#ifndef MISCHIEF_H
#define MISCHIEF_H

#include "support/stage.h"

// What a mischievous model returns; also the priority of an agent, which is how each is told what to do.
enum mischief {
    NOT_A_NUMBER,
    ONE_NOT_A_NUMBER,
    INFINITE,
    ENORMOUS,
    LARGEST,
    FAST,
    AT_NEAREST_WALL,
    ALONG_NEAREST_WALL,
    AT_NEAREST_CORNER,
    TINY,
    RANDOM,
    MISCHIEFS,
};

// The whole number of an agent's priority says what is returned; MISCHIEFS means another thing each time. The second
// one turns the body, too.
extern const wend_model mischief_model, mischief_turning;

// Towards (x, y), `size` long; along x where that has no direction.
wend_vec mischief_towards(double size, double x, double y);

// Of any model, with the preferred speed lowered where it must be.
wend_profile mischief_profile(const wend_model *model, float max_speed);

// On two levels, and without a look at collisions.
stage mischief_open(const wend_profile *profile, const wend_obstacle *obstacles, uint32_t count, float dt);

// A coordinate between -10 and 10.
double mischief_random(uint64_t seed, uint32_t i, uint32_t draw);

#endif
