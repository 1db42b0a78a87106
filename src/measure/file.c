// A whole recording, frame by frame.
#include <stdlib.h>

#include "base/error.h"
#include "measure/measure.h"
#include "record/plan.h"

static wend_result measure_frames(wi_reader *reader, wi_meter *meter, const wi_measure_watch *watch,
                                  wend_error *error) {
    for (;;) {
        wi_frame frame = {0};
        bool more = false;
        wend_result result = reader->next(reader, &frame, &more, error);
        if (result != WEND_OK || !more) return result;
        result = wi_meter_frame(meter, &frame, error);
        if (result == WEND_OK && watch && watch->frame) result = watch->frame(watch->host, meter, error);
        if (result != WEND_OK) return result;
    }
}

// The sizes that the recording tells, unless others are asked for. NULL without memory or where it tells none.
static double *told_radii(const wi_recording *about, const wi_measure_options *options) {
    if (options->profile_radius || !about->profile_radius || about->profile_count == 0) return NULL;
    double *radii = calloc(about->profile_count, sizeof *radii);
    for (uint32_t i = 0; radii && i < about->profile_count; i++)
        radii[i] = about->profile_radius[i] > 0.0 ? about->profile_radius[i] : options->radius;
    return radii;
}

// The kinds of outlines of its profiles, where they are asked for; discs where the recording does not tell.
static wend_result told_shapes(const wi_recording *about, const wi_measure_options *options, wend_shape_kind **shapes,
                               wend_error *error) {
    wi_plan plan;
    if (!options->outlines || options->profile_shape || about->profile_count == 0) return WEND_OK;
    wend_result result = wi_plan_read(about, &plan, error);
    if (result != WEND_OK) return result;
    *shapes = calloc(about->profile_count, sizeof **shapes);
    if (!*shapes) result = wi_fail(error, WEND_NO_MEMORY, "no memory for the shapes of bodies");
    for (uint32_t i = 0; *shapes && i < about->profile_count && i < plan.profile_count; i++)
        (*shapes)[i] = plan.profile[i].shape;
    wi_plan_free(&plan);
    return result;
}

static wend_result measure_all(wi_reader *reader, const wi_measure_options *options, const wi_measure_watch *watch,
                               wi_measures *measures, wend_error *error) {
    wi_meter *meter = wi_meter_create(options, reader->about.fps);
    if (!meter) return wi_fail(error, WEND_NO_MEMORY, "no memory to measure");
    wend_result result = measure_frames(reader, meter, watch, error);
    if (result == WEND_OK) result = wi_meter_check_seen(meter, error);
    if (result == WEND_OK && watch && watch->end) result = watch->end(watch->host, meter, error);
    if (result == WEND_OK) *measures = wi_meter_result(meter);
    wi_meter_free(meter);
    return result;
}

wend_result wi_measure_watched(const char *path, const wi_measure_options *options, const wi_measure_watch *watch,
                               wi_measures *measures, wend_error *error) {
    wi_reader *reader = NULL;
    wend_result result = wi_reader_open(path, &reader, error);
    if (result != WEND_OK) return result;
    wi_measure_options asked = *options;
    double *radii = told_radii(&reader->about, options);
    if (radii) asked.profile_radius = radii, asked.profile_count = reader->about.profile_count;
    wend_shape_kind *shapes = NULL;
    result = told_shapes(&reader->about, options, &shapes, error);
    if (shapes) asked.profile_shape = shapes, asked.profile_count = reader->about.profile_count;
    if (!asked.walkable) asked.walkable = reader->about.geometry;
    if (result == WEND_OK) result = measure_all(reader, &asked, watch, measures, error);
    free(shapes);
    free(radii);
    wi_reader_close(reader);
    return result;
}

wend_result wi_measure_file(const char *path, const wi_measure_options *options, wi_measures *measures,
                            wend_error *error) {
    return wi_measure_watched(path, options, NULL, measures, error);
}
