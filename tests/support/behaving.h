// A small behaviour to test with: agents that go for seats of a room, sit for a while and try again.
#ifndef BEHAVING_H
#define BEHAVING_H

#include "support/stage.h"

enum { BEHAVING_SEATS = 40 };

typedef struct behaving {
    wend_behaviours all;
    wend_behaviour behaviour;
    wend_activity activity[3];
    wend_transition transition[3];
    wend_branch branch[3];
    wend_condition condition[4];
    wend_site seat[BEHAVING_SEATS];
    wend_listed list[BEHAVING_SEATS];
    wend_region region;
    wend_point corner[4];
} behaving;

// Seats with `capacity` places each; agents go to a random free one, sit for 1 to 4 s, wander and come again.
void behaving_seats(behaving *made, wend_chooser_kind chooser, uint32_t capacity);

// A world of agents with that behaviour, anywhere in a square of 40 m.
stage behaving_stage(const behaving *with, uint32_t agents, uint32_t threads, uint64_t seed);

#endif
