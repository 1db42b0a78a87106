// Recordings for tests: made up, written by hand, and those of ../shared/data where they are.
#ifndef SAMPLES_H
#define SAMPLES_H

#include "record/trajectory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// A path in a directory of the test's own, which sample_setup makes. The text is valid until the fourth next call.
static char sample_directory[200];

static inline const char *sample_path(const char *name) {
    static char paths[4][300];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    (void)snprintf(path, sizeof paths[0], "%s/%s", sample_directory, name);
    return path;
}

static inline int sample_setup(void **state) {
    (void)state;
    const char *root = getenv("TMPDIR");
    (void)snprintf(sample_directory, sizeof sample_directory, "%s/wend-record-XXXXXX", root ? root : "/tmp");
    return mkdtemp(sample_directory) ? 0 : -1;
}

static inline int sample_teardown(void **state) {
    (void)state;
    char command[240];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", sample_directory);
    return system(command);
}

static inline const char *sample_bytes(const char *name, const char *bytes, size_t size) {
    const char *path = sample_path(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return path;
}

static inline const char *sample_text(const char *name, const char *text) {
    return sample_bytes(name, text, strlen(text));
}

// A file of ../shared/data; skips the test with a message where it is not.
static inline const char *sample_data(const char *name) {
    static char path[600];
    const char *root = getenv("WEND_DATA"), *slash = strrchr(__FILE__, '/');
    if (root)
        (void)snprintf(path, sizeof path, "%s/%s", root, name);
    else
        (void)snprintf(path, sizeof path, "%.*s/../../../shared/data/%s", slash ? (int)(slash - __FILE__) : 1,
                       slash ? __FILE__ : ".", name);
    if (access(path, R_OK) != 0) {
        print_message("[   SKIP   ] no recording %s beside the repository (WEND_DATA=DIRECTORY says where)\n", name);
        skip();
    }
    return path;
}

static inline wi_reader *sample_open(const char *path) {
    wi_reader *reader;
    wend_error error = {0};
    if (wi_reader_open(path, &reader, &error) != WEND_OK) fail_msg("%s", error.text);
    return reader;
}

static inline bool sample_next(wi_reader *reader, wi_frame *frame) {
    bool more;
    wend_error error = {0};
    if (reader->next(reader, frame, &more, &error) != WEND_OK) fail_msg("%s", error.text);
    return more;
}

// Reading fails, on opening or later, as a bad file with a message that has `says` in it.
static inline void assert_unreadable(const char *path, const char *says) {
    wi_reader *reader = NULL;
    wend_error error = {0};
    wend_result result = wi_reader_open(path, &reader, &error);
    bool more = true;
    while (result == WEND_OK && more) {
        wi_frame frame;
        result = reader->next(reader, &frame, &more, &error);
    }
    wi_reader_close(reader);
    if (result != WEND_BAD_FILE) fail_msg("result %d `%s`, not a bad file (%s)", (int)result, error.text, says);
    assert_int_equal(error.result, WEND_BAD_FILE);
    if (!strstr(error.text, says)) fail_msg("`%s` lacks `%s`", error.text, says);
}

// What is counted in a whole file.
typedef struct sample_counts {
    uint64_t rows, frames, ids;
    int64_t first, last;
    double fps, xmin, xmax, ymin, ymax, speed;
    bool moving; // velocities are there
} sample_counts;

#define SAMPLE_IDS 4096

static inline sample_counts sample_count(const char *path) {
    static bool seen[SAMPLE_IDS];
    memset(seen, 0, sizeof seen);
    wi_reader *reader = sample_open(path);
    sample_counts counts = {.fps = reader->about.fps, .xmin = 1e9, .xmax = -1e9, .ymin = 1e9, .ymax = -1e9};
    wi_frame frame;
    double speeds = 0.0;
    while (sample_next(reader, &frame)) {
        assert_true(counts.frames == 0 || frame.number > counts.last);
        if (counts.frames++ == 0) counts.first = frame.number;
        counts.last = frame.number;
        counts.rows += frame.count;
        for (uint32_t i = 0; i < frame.count; i++) {
            const wi_spot *spot = &frame.spot[i];
            assert_true(i == 0 || spot[-1].id < spot->id);
            counts.ids += !seen[spot->id % SAMPLE_IDS];
            seen[spot->id % SAMPLE_IDS] = true;
            counts.xmin = fmin(counts.xmin, spot->x), counts.xmax = fmax(counts.xmax, spot->x);
            counts.ymin = fmin(counts.ymin, spot->y), counts.ymax = fmax(counts.ymax, spot->y);
            counts.moving = isfinite(spot->vx);
            if (counts.moving) speeds += hypot((double)spot->vx, (double)spot->vy);
        }
    }
    counts.speed = speeds / (double)(counts.rows ? counts.rows : 1);
    wi_reader_close(reader);
    return counts;
}

// A made-up recording -------------------------------------------------------------------------------------------------

#define MADE_FRAMES 40u
#define MADE_AGENTS 9u
#define MADE_EMPTY 17u // a frame without agents
#define MADE_GEOMETRY "POLYGON ((-50 -50, 50 -50, 50 50, -50 50, -50 -50), (0 0, 1 0, 1 1, 0 0))"
#define MADE_SCENARIO "wend: 1\ntitle: \"a, 'b'\"\n"
#define MADE_PLAN "{\"title\": \"a \\\"b\\\" \\u00fc\", \"groups\": [\"north\", \"south\"]}\n"
#define MADE_SEED 12345678901234567890u

static inline wi_recording made_about(void) {
    static char *profiles[] = {"adult", "child, \"small\"; slow", "with wheels"};
    return (wi_recording){.fps = 12.5,
                          .geometry = MADE_GEOMETRY,
                          .scenario = MADE_SCENARIO,
                          .plan = MADE_PLAN,
                          .version = "0.9.1",
                          .profiles = profiles,
                          .profile_count = 3,
                          .seed = MADE_SEED,
                          .has_seed = true,
                          .whole = true};
}

// Ids with gaps; agents come and go; numbers of frames with gaps, beginning below 0.
static inline wi_frame made_frame(uint32_t index, wi_spot spots[MADE_AGENTS]) {
    wi_frame frame = {.number = (int64_t)index * 3 - 6, .spot = spots};
    for (uint32_t i = 0; i < MADE_AGENTS && index != MADE_EMPTY; i++) {
        if (wend_random(7, i, index, 0, 0) < 0.3f) continue;
        wi_spot *spot = &spots[frame.count++];
        spot->id = i < 8 ? i * i : 4000000000u;
        spot->x = ((double)wend_random(7, i, index, 1, 0) - 0.5) * 99.0;
        spot->y = ((double)wend_random(7, i, index, 2, 0) - 0.5) * 99.0 + 1e-9;
        spot->z = (double)wend_random(7, i, index, 3, 0) * 3.0;
        spot->vx = wend_random(7, i, index, 4, 0) * 2.0f - 1.0f;
        spot->vy = wend_random(7, i, index, 5, 0) * 2.0f - 1.0f;
        spot->heading = wend_random(7, i, index, 6, 0) * 6.0f - 3.0f;
        spot->preferred_x = wend_random(7, i, index, 7, 0) * 3.0f - 1.5f;
        spot->preferred_y = wend_random(7, i, index, 8, 0) * 3.0f - 1.5f;
        spot->half_length = 0.2f + 0.05f * (float)i;
        spot->half_width = 0.15f + 0.03f * (float)i;
        spot->profile = i % 3;
        spot->group = i % 5 < 4 ? i % 5 : WI_NO_GROUP;
    }
    return frame;
}

static inline void made_write_with(const char *path, const wi_recording *about, double precision) {
    wi_write_options options = {.precision = precision};
    wi_writer *writer;
    wend_error error = {0};
    if (wi_writer_create(path, about, &options, &writer, &error) != WEND_OK) fail_msg("%s", error.text);
    for (uint32_t i = 0; i < MADE_FRAMES; i++) {
        wi_spot spots[MADE_AGENTS];
        wi_frame frame = made_frame(i, spots);
        if (writer->frame(writer, &frame, &error) != WEND_OK) fail_msg("%s", error.text);
    }
    if (writer->finish(writer, &error) != WEND_OK) fail_msg("%s", error.text);
}

static inline const char *made_write(const char *name, double precision) {
    wi_recording about = made_about();
    const char *path = sample_path(name);
    made_write_with(path, &about, precision);
    return path;
}

static inline void assert_close(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.15g, expected %.15g +- %g", value, expected, tolerance);
}

#endif
