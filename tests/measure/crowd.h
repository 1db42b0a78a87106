// Frames by hand, for the tests of measures.
#ifndef CROWD_H
#define CROWD_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/measure.h"

// Options that hide nothing: radius 0.3 m, 70 kg, every overlap counts.
static inline wi_measure_options exact_options(void) {
    wi_measure_options options = wi_measure_options_default();
    options.radius = 0.3;
    options.collision_depth = 0.0;
    return options;
}

// What formats tell at least.
static inline wi_spot spot_at(uint64_t id, double x, double y) { return wi_spot_at(id, x, y); }

static inline wi_meter *meter_with(wi_measure_options options, double fps) {
    wi_meter *meter = wi_meter_create(&options, fps);
    assert_non_null(meter);
    return meter;
}

static inline void show(wi_meter *meter, int64_t number, wi_spot *spots, uint32_t count) {
    wend_error why = {0};
    if (wi_meter_frame(meter, &(wi_frame){number, spots, count}, &why) != WEND_OK) fail_msg("%s", why.text);
}

static inline wi_measures finish(wi_meter *meter) {
    wi_measures result = wi_meter_result(meter);
    wi_meter_free(meter);
    return result;
}

static inline void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.12g, expected %.12g +- %g", value, expected, tolerance);
}

#endif
