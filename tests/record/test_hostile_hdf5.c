// HDF5 files with altered bytes are read or refused; none brings the program down.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "record/trajectory.h"
#include "wend/wend.h"

// HDF5 itself loses memory over damaged files; ours is still looked for.
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5\n"; }

enum { CASES = 300, SIZE_MAX_HERE = 1 << 20 };

static void write_small(const char *path) {
    char *names[] = {"walker", "child"};
    char scenario[] = "wend: 1\n", geometry[] = "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))";
    wi_recording about = {.fps = 10.0, .profiles = names, .profile_count = 2, .whole = true};
    about.scenario = scenario;
    about.geometry = geometry;
    wi_writer *writer;
    wend_error error;
    if (wi_writer_create(path, &about, NULL, &writer, &error) != WEND_OK) fail_msg("%s", error.text);
    for (int64_t i = 0; i < 20; i++) {
        wi_spot spots[3] = {{.id = 1, .x = 0.1 * (double)i}, {.id = 2, .y = 1.0}, {.id = 5, .x = 3.0, .profile = 1}};
        wi_frame frame = {i, spots, 3};
        assert_int_equal(writer->frame(writer, &frame, &error), WEND_OK);
    }
    assert_int_equal(writer->finish(writer, &error), WEND_OK);
}

static size_t slurp(const char *path, unsigned char *bytes) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, SIZE_MAX_HERE, file);
    (void)fclose(file);
    return size;
}

static void spill(const char *path, const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    (void)fclose(file);
}

static bool read_all(const char *path) {
    wi_reader *reader;
    wend_error error = {.result = WEND_OK};
    wend_result result = wi_reader_open(path, &reader, &error);
    if (result != WEND_OK) {
        assert_true(strlen(error.text) > 0);
        return false;
    }
    bool more = true;
    while (result == WEND_OK && more) {
        wi_frame frame;
        result = reader->next(reader, &frame, &more, &error);
    }
    wi_reader_close(reader);
    return result == WEND_OK;
}

static void altered_bytes(void **state) {
    (void)state;
    const uint64_t seed = 20;
    char folder[] = "/tmp/wend_hostile_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/small.h5", folder);
    write_small(path);
    unsigned char *good = malloc(SIZE_MAX_HERE), *bad = malloc(SIZE_MAX_HERE);
    size_t size = slurp(path, good);
    uint32_t read = 0;
    for (uint32_t i = 0; i < CASES; i++) {
        memcpy(bad, good, size);
        for (uint32_t k = 0; k <= i % 4; k++) {
            size_t at = (size_t)(wend_random(seed, i, k, 0, 0) * (float)size);
            bad[at < size ? at : size - 1] ^= (unsigned char)(1 + (unsigned)(wend_random(seed, i, k, 0, 1) * 254.0f));
        }
        spill(path, bad, size);
        read += read_all(path);
    }
    print_message("seed %llu: of %d altered files %u could be read\n", (unsigned long long)seed, CASES, read);
    free(good);
    free(bad);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(altered_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
