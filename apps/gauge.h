// Measures a run while it goes on, as a recording at the scenario's frame rate would be measured.
#ifndef GAUGE_H
#define GAUGE_H

#include "journey.h"
#include "measure/measure.h"

typedef struct gauge {
    wi_meter *meter; // NULL: nothing is measured
    wi_spot *spot;
    uint32_t room;
    uint64_t stride; // steps between two frames
} gauge;

// With the radius of the first agent for every body; false without memory.
bool gauge_start(gauge *made, const journey *on, const wi_measure_options *asked);

// At the start and after each step.
wend_result gauge_take(gauge *on, wi_run *run, wend_error *error);
void gauge_end(gauge *on);

#endif
