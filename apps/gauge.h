// Measures of a run while it goes on, as of a recording at the scenario's frame rate, without one.
#ifndef GAUGE_H
#define GAUGE_H

#include "measure/like.h"
#include "measure/measure.h"
#include "scenario/run.h"

// All zero: nothing is measured, and every function below is fine with it.
typedef struct gauge {
    wi_meter *meter;
    wi_measure_options options; // what was asked for
    wend_shape_kind *profile_shape;
    wi_spot *spot;
    uint32_t room;
    uint64_t stride; // steps between frames
    double fps;      // what comes of it
    wi_measure_watch watch;
    wi_comparison *like; // not its own; NULL: none
} gauge;

// Shapes of bodies are those of the run's profiles, sizes their own, and people can walk where its scenario lets them.
wend_result gauge_start(gauge *made, const wi_run *run, const wi_measure_options *options, wend_error *error);

// The same with somebody who looks on, whose `end` is called by gauge_finish, and a comparison (NULL: none), which both
// must outlive the gauge.
wend_result gauge_start_watched(gauge *made, const wi_run *run, const wi_measure_options *options,
                                const wi_measure_watch *watch, wi_comparison *like, wend_error *error);

// Before the first step and after each.
wend_result gauge_frame(gauge *of, const wi_run *run, wend_error *error);
wend_result gauge_finish(gauge *of, wend_error *error); // after the last step
void gauge_end(gauge *of);

#endif
