// Profiles and the sizes of their bodies survive in the formats that have a place for them, and measuring uses them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "measure/measure.h"
#include "record/trajectory.h"

static void must(wend_result result, const wend_error *error) {
    if (result != WEND_OK) fail_msg("%s", error->text);
}

// Two bodies 0.9 m apart in one frame: of profile 0 they overlap, of profile 1 they do not.
static void write_pair(const char *path, uint32_t profile) {
    char *names[] = {"large", "small", "any"};
    double radii[] = {0.5, 0.2, 0.0};
    wi_recording about = {.fps = 10.0, .profiles = names, .profile_radius = radii, .profile_count = 3, .whole = true};
    wi_spot pair[2] = {{.id = 1, .x = 0.0, .profile = profile}, {.id = 2, .x = 0.9, .profile = profile}};
    wi_write_options options = {.precision = 0.001};
    wi_writer *writer;
    wend_error error;
    must(wi_writer_create(path, &about, &options, &writer, &error), &error);
    for (int64_t i = 0; i < 3; i++) {
        wi_frame frame = {i, pair, 2};
        must(writer->frame(writer, &frame, &error), &error);
    }
    must(writer->finish(writer, &error), &error);
}

static void check_profiles(const char *path) {
    wi_reader *reader;
    wend_error error;
    must(wi_reader_open(path, &reader, &error), &error);
    assert_int_equal(reader->about.profile_count, 3);
    assert_string_equal(reader->about.profiles[1], "small");
    assert_non_null(reader->about.profile_radius);
    assert_true(reader->about.profile_radius[0] == 0.5);
    assert_true(reader->about.profile_radius[1] == 0.2);
    assert_true(reader->about.profile_radius[2] == 0.0);
    wi_reader_close(reader);
}

static uint64_t collisions_of(const char *path) {
    wi_measure_options options = wi_measure_options_default();
    wi_measures measures;
    wend_error error;
    must(wi_measure_watched(path, &options, NULL, &measures, &error), &error);
    return measures.collisions;
}

static void sizes_are_kept_and_used(void **state) {
    (void)state;
    static const char *const endings[] = {"part", "h5"};
    char folder[] = "/tmp/wend_profiles_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    for (uint32_t i = 0; i < WEND_COUNT(endings); i++) {
        (void)snprintf(path, sizeof path, "%s/pair.%s", folder, endings[i]);
        write_pair(path, 0);
        check_profiles(path);
        assert_int_equal(collisions_of(path), 1);
        write_pair(path, 1);
        assert_int_equal(collisions_of(path), 0);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_are_kept_and_used)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
