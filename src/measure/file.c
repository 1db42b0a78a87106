// A whole recording, frame by frame.
#include "base/error.h"
#include "measure/measure.h"

static wend_result measure_frames(wi_reader *reader, wi_meter *meter, wend_error *error) {
    for (;;) {
        wi_frame frame = {0};
        bool more = false;
        wend_result result = reader->next(reader, &frame, &more, error);
        if (result != WEND_OK || !more) return result;
        result = wi_meter_frame(meter, &frame, error);
        if (result != WEND_OK) return result;
    }
}

wend_result wi_measure_file(const char *path, const wi_measure_options *options, wi_measures *measures,
                            wend_error *error) {
    wi_reader *reader = NULL;
    wend_result result = wi_reader_open(path, &reader, error);
    if (result != WEND_OK) return result;
    wi_meter *meter = wi_meter_create(options, reader->about.fps);
    if (meter) {
        result = measure_frames(reader, meter, error);
        if (result == WEND_OK) *measures = wi_meter_result(meter);
    } else {
        result = wi_fail(error, WEND_NO_MEMORY, "no memory to measure %s", path);
    }
    wi_meter_free(meter);
    wi_reader_close(reader);
    return result;
}
