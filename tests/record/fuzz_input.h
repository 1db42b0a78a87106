// A fuzzer's bytes as a file, read by one format: what it gives must be a recording, and a refusal must say why.
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include "record/trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

// One file serves all inputs.
static inline const char *fuzz_file(const uint8_t *data, size_t size) {
    static char path[] = "/tmp/wend-fuzz-XXXXXX";
    static int file = -1;
    if (file < 0) file = mkstemp(path);
    must(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size, "no file");
    return path;
}

static inline void check_frame(const wi_reader *reader, const wi_frame *frame) {
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        must(isfinite(spot->x) && isfinite(spot->y), "a place that is not finite");
        must(!isinf(spot->z) && !isinf(spot->vx) && !isinf(spot->vy) && !isinf(spot->heading), "infinite");
        must(i == 0 || spot[-1].id < spot->id, "agents out of order");
        must(spot->profile == WI_NO_PROFILE || spot->profile < reader->about.profile_count, "no such profile");
    }
}

static inline void read_frames(wi_reader *reader) {
    bool more = true, any = false;
    int64_t last = 0;
    while (more) {
        wi_frame frame;
        wend_error error = {0};
        wend_result result = reader->next(reader, &frame, &more, &error);
        must(result == WEND_OK || error.text[0], "a failure without a message");
        if (result != WEND_OK || !more) return;
        must(!any || frame.number > last, "frames out of order");
        any = true;
        last = frame.number;
        check_frame(reader, &frame);
    }
}

static inline void fuzz_format(const wi_format *format, const uint8_t *data, size_t size) {
    int sure = format->recognise(data, size < 4096 ? size : 4096);
    must(sure >= 0 && sure <= 2, "an answer of its own");
    wi_reader reader = {.format = format};
    wend_error error = {0};
    wend_result result = format->open(fuzz_file(data, size), &reader, &error);
    must(result == WEND_OK || (result == error.result && error.text[0]), "a failure without a message");
    if (result == WEND_OK) {
        must(isfinite(reader.about.fps) && reader.about.fps > 0.0, "no frame rate");
        read_frames(&reader);
        reader.close(&reader);
    }
    wi_recording_free(&reader.about);
}

#endif
