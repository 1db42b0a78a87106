// What the models for elliptical agents share: EORCA-C, EORCA-F and EORCA-P of Best (2018), chapter 2.
#ifndef WI_EORCA_H
#define WI_EORCA_H

#include "steer/ellipse.h"
#include "steer/orca.h"

// The models differ in how the body turns; each has rows only for what it uses. Begins as ORCA's, whose programmes they
// share.
typedef struct eorca_params {
    orca_params orca;
    float method;        // EORCA_EXACT, EORCA_TABLE
    float turn_limit;    // rad/s
    float clearance_samples;
    float deviation;     // rad: from so much on, one who is about to collide steps sideways instead of turning
    float collision_time; // s: sooner than this is about to collide
    float lateral_time;  // s: so long at most
    float choose;        // EORCA_ONE_AFTER_THE_OTHER, EORCA_TOGETHER
    float true_shapes;   // 1: time to collision of the true shapes, 0: of the centres, as published
    float comfort;       // s: how much earlier than needed one begins to turn; 0: as published
} eorca_params;

enum { EORCA_EXACT, EORCA_TABLE };
enum { EORCA_ONE_AFTER_THE_OTHER, EORCA_TOGETHER };

// What EORCA-P remembers of an agent.
typedef struct eorca_memory {
    float lateral; // s of side-stepping without a break
    uint32_t unused[3];
} eorca_memory;

// Others whom an agent minds: rows, nearest first, as its neighbour search found them.
typedef struct wi_others {
    const int32_t *row; // the lanes of a group are WI_LANES apart: row[slot * stride]
    uint32_t stride, count;
} wi_others;

// EORCA-F, before the programme: the heading nearest to the present one with which the body fits through the space
// ahead at its present velocity; the present one where it fits.
wend_vec wi_turn_to_fit(const wend_view *now, uint32_t row, const eorca_params *set, wi_others others);

// EORCA-P, after the programme (algorithms 1 to 3): the heading to take with the velocity that was chosen.
wend_vec wi_turn_as_people(const wend_view *now, uint32_t row, const eorca_params *set, eorca_memory *memory,
                           wi_others others, wend_vec velocity);

#endif
