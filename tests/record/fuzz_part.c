// Feeds the reader of part files with altered ones.
//
// The first byte of an input says how the rest is treated: as it is (bit 0), or with the checksum of every block put
// right, so that what is altered reaches the checks of the values. What can be read is written again and must read the
// same. With WEND_WRITE_CORPUS=DIRECTORY in the environment the seeds are written there; do so when the form of part
// files changes.
#define _GNU_SOURCE // memfd_create
#include "record/frames.h"
#include "record/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { AS_IT_IS = 1 };

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

// A file without a directory, and a path that leads to it.
typedef struct memory_file {
    int file;
    char path[40];
} memory_file;

static memory_file make_file(const void *bytes, size_t size) {
    memory_file made = {.file = memfd_create("part", MFD_CLOEXEC)};
    must(made.file >= 0 && (size == 0 || write(made.file, bytes, size) == (ssize_t)size), "no file in memory");
    (void)snprintf(made.path, sizeof made.path, "/proc/self/fd/%d", made.file);
    return made;
}

// Seeds -----------------------------------------------------------------------------------------------------------------

static wi_spot seed_spot(uint32_t id, int64_t number, uint32_t kind) {
    wi_spot spot = {.id = id * id, .x = 0.1 * (double)number + id, .y = -1.0 * id, .vx = 1.0f, .profile = id % 2};
    if (kind == 1) spot = (wi_spot){.id = id, .x = 1.0, .z = NAN, .vx = NAN, .vy = NAN, .heading = NAN};
    if (kind == 2) spot.x = id == 1 ? INFINITY : 1e300 * id;
    if (kind == 3) spot.heading = 0.01f * (float)number;
    return spot;
}

static void write_seed(const char *directory, uint32_t kind, double precision, uint32_t agents, int64_t frames) {
    char path[1000], *profiles[] = {"a", "b"};
    wi_recording about = {
        .fps = 10.0, .geometry = "POINT (0 0)", .profiles = profiles, .profile_count = 2, .seed = 7, .has_seed = true};
    memory_file to = make_file(NULL, 0);
    wi_part_log *log;
    wi_spot spots[16];
    must(wi_part_log_start(to.file, to.path, &about, &(wi_write_options){precision}, &log, NULL) == WEND_OK, "no log");
    for (int64_t number = 0; number < frames; number++) {
        wi_frame frame = {.number = number, .spot = spots};
        for (uint32_t id = 1; id <= agents; id++)
            if (kind != 3 || number % 3 != id % 3) spots[frame.count++] = seed_spot(id, number, kind);
        must(wi_part_log_frame(log, &frame, NULL) == WEND_OK, "no frame");
    }
    must(wi_part_log_end(log, true, NULL) == WEND_OK, "no end");
    size_t size = wi_part_log_bytes(log);
    wi_part_log_free(log);
    unsigned char *bytes = malloc(size + 1);
    must(bytes && pread(to.file, bytes + 1, size, 0) == (ssize_t)size, "not read");
    bytes[0] = kind == 0 ? AS_IT_IS : 0;
    (void)snprintf(path, sizeof path, "%s/kind%u-agents%u-frames%lld", directory, kind, agents, (long long)frames);
    FILE *file = fopen(path, "wb");
    must(file && fwrite(bytes, 1, size + 1, file) == size + 1 && fclose(file) == 0, path);
    free(bytes);
    (void)close(to.file);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    const char *directory = getenv("WEND_WRITE_CORPUS");
    if (!directory) return 0;
    write_seed(directory, 0, 0.001, 3, 3);
    write_seed(directory, 1, 0.001, 5, 2);
    write_seed(directory, 2, 0.001, 4, 2);
    write_seed(directory, 3, 0.01, 9, 5);
    write_seed(directory, 4, 0.0, 9, 4);
    write_seed(directory, 5, 0.001, 2, 70);
    write_seed(directory, 6, 0.001, 0, 2);
    return 0;
}

// The test --------------------------------------------------------------------------------------------------------------

static void put_right(uint8_t *bytes, size_t size) {
    const uint8_t start[WI_PART_START] = WI_PART_MAGIC "\1";
    if (size >= sizeof start) memcpy(bytes, start, sizeof start);
    size_t at = WI_PART_START;
    for (uint64_t index = 0; at + WI_PART_HEAD <= size; index++) {
        wi_part_block block = wi_part_get_head(bytes + at);
        if (block.stored > size - at - WI_PART_HEAD) return;
        wi_part_put_head(&block, bytes + at); // zeros where nothing is
        block.check = wi_part_check(bytes + at, index, bytes + at + WI_PART_HEAD, block.stored);
        wi_part_put_head(&block, bytes + at);
        at += WI_PART_HEAD + block.stored;
    }
}

// Stands for a frame; all NAN are alike.
static uint64_t frame_sum(const wi_frame *frame) {
    uint64_t sum = (uint64_t)frame->number;
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        const double numbers[] = {spot->x, spot->y, spot->z, (double)spot->vx, (double)spot->vy, (double)spot->heading};
        sum = 31 * sum + spot->id + spot->profile;
        for (uint32_t j = 0; j < WEND_COUNT(numbers); j++) {
            uint64_t bits = 1;
            double number = numbers[j] + 0.0; // -0 is 0
            if (number == number) memcpy(&bits, &number, sizeof bits);
            sum = 31 * sum + bits;
        }
    }
    return sum;
}

// Reads everything; returns a number that stands for it, and copies to `log` if there is one.
static uint64_t read_all(const char *path, wi_recording *about, wi_part_log *log, bool *failed) {
    wi_reader reader = {0};
    wi_frame frame;
    wend_error error = {0};
    uint64_t sum = 0;
    bool more = true;
    int64_t last = INT64_MIN;
    *failed = wi_format_part.open(path, &reader, &error) != WEND_OK;
    must(!*failed || error.text[0], "a failure without a message");
    while (!*failed && more) {
        *failed = reader.next(&reader, &frame, &more, &error) != WEND_OK;
        if (*failed || !more) break;
        must(sum == 0 || frame.number > last, "frames that do not rise");
        must(wi_frame_check(&frame, NULL) == WEND_OK, "ids that do not rise");
        last = frame.number;
        sum = 37 * sum + frame_sum(&frame) + 1;
        if (log) must(wi_part_log_frame(log, &frame, NULL) == WEND_OK, "what was read cannot be written");
    }
    if (reader.close) reader.close(&reader);
    *about = reader.about;
    return sum;
}

// What was read is written exactly and read again.
static void write_and_compare(const char *path, const wi_recording *about, uint64_t sum) {
    memory_file to = make_file(NULL, 0);
    wi_part_log *log;
    wi_recording same, again;
    bool failed;
    must(wi_part_log_start(to.file, to.path, about, NULL, &log, NULL) == WEND_OK, "no log");
    must(read_all(path, &same, log, &failed) == sum && !failed, "read differently the second time");
    must(wi_part_log_end(log, true, NULL) == WEND_OK, "no end");
    wi_part_log_free(log);
    must(read_all(to.path, &again, NULL, &failed) == sum && !failed, "what was written reads differently");
    must(again.whole && again.profile_count == about->profile_count, "what was written says something else");
    wi_recording_free(&same);
    wi_recording_free(&again);
    (void)close(to.file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    uint8_t how = *data++;
    uint8_t *bytes = malloc(--size > 0 ? size : 1);
    must(bytes, "no memory");
    memcpy(bytes, data, size);
    if (!(how & AS_IT_IS)) put_right(bytes, size);
    memory_file from = make_file(bytes, size);
    free(bytes);
    wi_recording about;
    bool failed;
    uint64_t sum = read_all(from.path, &about, NULL, &failed);
    if (!failed) write_and_compare(from.path, &about, sum);
    wi_recording_free(&about);
    (void)close(from.file);
    return 0;
}
