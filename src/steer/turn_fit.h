// Bodies that turn to fit into the room that they have.
#ifndef WI_TURN_FIT_H
#define WI_TURN_FIT_H

#include "steer/turn.h"

#define WI_TURN_TIE 1e-3f // rad: turns to the left and to the right that differ by no more are equally far

// What is asked of a body: to be no wider than that across the way through a space, and as near to a heading that it wishes
// for as that lets it; of a body that does not fit yet, to fit soon. As far as it can turn in a step.
typedef struct wi_fit {
    wend_vec through;
    wend_vec wish;
    float width;        // m; INFINITY where any heading will do
    float least_cosine; // of turns that it can make at once
    float cosine, sine; // of the greatest
} wi_fit;

typedef struct wi_fits {
    wi_fit fit[EORCA_PART];
    int32_t row[EORCA_PART];
    float heading_x[EORCA_PART], heading_y[EORCA_PART]; // the answer
    uint32_t count;
} wi_fits;

// Once for each instruction set; whole lanes are read and written. None of the bodies may be round.
typedef void wi_turn_fits_kernel(const wend_view *now, wi_fits *of);
wi_turn_fits_kernel wi_turn_fits_isa0, wi_turn_fits_isa1, wi_turn_fits_isa2;

#endif
