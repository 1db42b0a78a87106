// A whole recording, frame by frame.
#include "base/error.h"
#include "measure/told.h"

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
    wi_told told;
    result = wi_told_read(&told, &reader->about, options, error);
    if (result != WEND_OK) {
        wi_reader_close(reader);
        return result;
    }
    wi_measure_options asked = wi_told_use(&told, options);
    if (!asked.walkable) asked.walkable = reader->about.geometry;
    result = measure_all(reader, &asked, watch, measures, error);
    wi_told_free(&told);
    wi_reader_close(reader);
    return result;
}

wend_result wi_measure_file(const char *path, const wi_measure_options *options, wi_measures *measures,
                            wend_error *error) {
    return wi_measure_watched(path, options, NULL, measures, error);
}
