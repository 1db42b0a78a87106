// A whole recording, frame by frame.
#include "base/error.h"
#include "measure/meter.h"
#include "measure/told.h"

#include <inttypes.h>

// The meter would refuse such a frame as a mistake of its host; here it is one of the file.
static wend_result check_frame(const char *path, const wi_frame *frame, wend_error *error) {
    if (!wi_frame_in_reach(frame)) {
        return wi_fail(error, WEND_BAD_FILE, "%.100s: frame %" PRId64 ": expected numbers within %" PRId64 " of 0",
                       path, frame->number, WI_FRAME_MAX);
    }
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        if (wi_spot_in_reach(spot)) continue;
        return wi_fail(error, WEND_BAD_FILE,
                       "%.100s: frame %" PRId64 ": agent %" PRIu64 " is at %g, %g; expected both within %g m of 0",
                       path, frame->number, spot->id, spot->x, spot->y, WI_PLACE_MAX);
    }
    return WEND_OK;
}

static wend_result measure_frames(const char *path, wi_reader *reader, wi_meter *meter, const wi_measure_watch *watch,
                                  wend_error *error) {
    for (;;) {
        wi_frame frame = {0};
        bool more = false;
        wend_result result = reader->next(reader, &frame, &more, error);
        if (result != WEND_OK || !more) return result;
        result = check_frame(path, &frame, error);
        if (result == WEND_OK) result = wi_meter_frame(meter, &frame, error);
        if (result == WEND_OK && watch && watch->frame) result = watch->frame(watch->host, meter, error);
        if (result != WEND_OK) return result;
    }
}

static wend_result measure_all(const char *path, wi_reader *reader, const wi_measure_options *options,
                               const wi_measure_watch *watch, wi_measures *measures, wend_error *error) {
    wi_meter *meter = wi_meter_create(options, reader->about.fps);
    if (!meter) return wi_fail(error, WEND_NO_MEMORY, "no memory to measure");
    wend_result result = measure_frames(path, reader, meter, watch, error);
    if (result == WEND_OK) result = wi_meter_check_seen(meter, error);
    if (result == WEND_OK && watch && watch->end) result = watch->end(watch->host, meter, error);
    if (result == WEND_OK) *measures = wi_meter_result(meter);
    wi_meter_free(meter);
    return result;
}

wend_result wi_measure_reader(const char *path, wi_reader *reader, const wi_measure_options *options,
                              const wi_measure_watch *watch, wi_measures *measures, wend_error *error) {
    wi_told told;
    wend_result result = wi_told_read(&told, &reader->about, options, error);
    if (result != WEND_OK) return result;
    wi_measure_options asked = wi_told_use(&told, options);
    if (!asked.walkable) asked.walkable = reader->about.geometry, asked.walls_will_do = true;
    result = measure_all(path, reader, &asked, watch, measures, error);
    wi_told_free(&told);
    return result;
}

wend_result wi_measure_watched(const char *path, const wi_measure_options *options, const wi_measure_watch *watch,
                               wi_measures *measures, wend_error *error) {
    wi_reader *reader = NULL;
    wend_result result = wi_reader_open(path, &reader, error);
    if (result == WEND_OK) result = wi_measure_reader(path, reader, options, watch, measures, error);
    wi_reader_close(reader);
    return result;
}
