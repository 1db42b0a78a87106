#include "report/reading.h"

#include "base/error.h"

#include <inttypes.h>

wend_result wi_reading_open(wi_reading *reading, const char *path, const wi_report_options *options,
                            wend_error *error) {
    *reading = (wi_reading){.path = path, .options = options, .memory = wi_memory_from(options->measure.allocator)};
    wend_result result = wi_reader_open(path, &reading->reader, error);
    if (result != WEND_OK) return result;
    result = wi_told_read(&reading->told, &reading->reader->about, &options->measure, error);
    if (result != WEND_OK) wi_reading_close(reading);
    return result;
}

void wi_reading_close(wi_reading *reading) {
    wi_tracks_free(&reading->tracks, &reading->memory);
    wi_reader_close(reading->reader);
    wi_told_free(&reading->told);
    *reading = (wi_reading){0};
}

wi_measure_options wi_reading_measures(const wi_reading *reading, const wi_report_options *options) {
    wi_measure_options measure = wi_told_use(&reading->told, &options->measure);
    for (uint32_t i = 0; i < 4; i++) measure.line[i] = 0.0;
    return measure;
}

static bool go_on(const wi_reading *reading, uint64_t frame) {
    if (!reading->options->progress || frame % 16 != 0) return true;
    double part = reading->frames > 0.0 ? (double)frame / reading->frames : 0.0;
    return reading->options->progress(reading->options->host,
                                      reading->done + reading->share * (part < 1.0 ? part : 1.0));
}

wend_result wi_reading_all(wi_reading *reading, wi_reading_frame *each, void *state, wend_error *error) {
    wi_measure_options measure = wi_reading_measures(reading, reading->options);
    wi_moment now = {.options = &measure, .fps = reading->reader->about.fps};
    for (;;) {
        wi_frame frame = {0};
        bool more = false;
        wend_result result = reading->reader->next(reading->reader, &frame, &more, error);
        if (result != WEND_OK || !more) return result;
        now.number = frame.number;
        now.serial++;
        if (!go_on(reading, now.serial)) return wi_fail(error, WEND_BAD_ARGUMENT, "stopped");
        if (!wi_tracks_follow(&reading->tracks, &reading->memory, &frame, &now)) {
            return wi_fail(error, WEND_NO_MEMORY, "no memory for frame %" PRId64 " of %s with %" PRIu32 " agents",
                           frame.number, reading->path, frame.count);
        }
        result = each(state, &now, &frame, error);
        if (result != WEND_OK) return result;
    }
}
