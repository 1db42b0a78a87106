// Numbers that differ from agent to agent. Each depends on the seed, who it is for and what for, and on nothing else, so
// that agents may be made in any order.
#ifndef WI_DRAW_H
#define WI_DRAW_H

#include "base/log.h"
#include "scenario/scenario.h"

// Whom a number is for: an agent by its group and its index there, or a group as a whole.
typedef struct wi_who {
    uint64_t seed;
    uint32_t group, index;
} wi_who;

#define WI_WHOLE_GROUP UINT32_MAX // as an index

// What numbers are drawn for.
typedef enum wi_purpose {
    WI_FOR_PROFILE = 0x5d00,
    WI_FOR_LENGTH,
    WI_FOR_WIDTH,
    WI_FOR_PREFERRED_SPEED,
    WI_FOR_MAX_SPEED,
    WI_FOR_ACCELERATION,
    WI_FOR_PRIORITY,
    WI_FOR_HEADING,
    WI_FOR_SPEED,
    WI_FOR_CHOICE,         // of a goal
    WI_FOR_GOAL,           // a random one
    WI_FOR_PLACE,          // to stand
    WI_FOR_SITE,           // in a packing
    WI_FOR_SHAKE,          // of a packing
    WI_FOR_ENTRY,          // at a source
    WI_FOR_TIME,           // of a source
    WI_FOR_SETTING,        // and one for each parameter of a model
    WI_FOR_HABIT = 0x5f00, // and one for each habit
    WI_FOR_PARTY = 0x6000, // how many walk together
} wi_purpose;

// The stream of random numbers, and the 32 bits of it that the world keeps for an agent (never 0).
uint64_t wi_who_stream(wi_who who);
uint32_t wi_who_stream32(wi_who who);

// Even in [0, 1), with 48 bits; tick tells apart what is drawn again and again.
double wi_draw_even(wi_who who, uint64_t tick, uint32_t purpose, uint32_t draw);

// One number of a quantity, at least `low` and at most `high` as well as within the quantity's own limits: draws outside
// are drawn again, constants and choices are moved to the limit.
double wi_draw(const wi_quantity *quantity, double low, double high, wi_who who, uint32_t purpose);

// What stands for all of them: the mean of uniform, normal and log-normal (without their limits, then moved within
// them), the first of a choice.
double wi_quantity_typical(const wi_quantity *quantity);

// An index below count (at least 1) by weight; NULL: all alike.
uint32_t wi_draw_index(const double *weight, uint32_t count, wi_who who, uint32_t purpose);

#endif
