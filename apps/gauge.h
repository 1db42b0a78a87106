// Measures of a run while it goes on, as of a recording at the scenario's frame rate, without one.
#ifndef GAUGE_H
#define GAUGE_H

#include "journey.h"
#include "measure/measure.h"

// All zero: nothing is measured, and every function below is fine with it.
typedef struct gauge {
    wi_meter *meter;
    wi_measure_options options; // what was asked for
    double *profile_radius;
    wend_shape_kind *profile_shape;
    wi_spot *spot;
    uint32_t room;
    uint64_t stride; // steps between frames
} gauge;

// Radii and shapes of bodies are those of the journey's profiles, and people can walk where its scenario lets them.
wend_result gauge_start(gauge *made, const journey *on, const wi_measure_options *options, wend_error *error);

// Before the first step and after each.
wend_result gauge_frame(gauge *of, const journey *on, wend_error *error);
void gauge_end(gauge *of);

#endif
