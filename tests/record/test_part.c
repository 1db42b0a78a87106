// Part files: what goes in comes out, to the precision; cut off or altered anywhere, what was whole comes out.
#include "record/walkers.h"

#include "record/part.h"
#include "record/part_code.h"

static const walkers crowd = {.agents = 60, .seed = 1};

static void keeps_everything_to_the_precision(void **state) {
    (void)state;
    const double precisions[] = {0.001, 0.01, 0.0005, 0.003};
    for (uint32_t i = 0; i < WEND_COUNT(precisions); i++) {
        const char *path = sample_path("walk.part");
        walkers_write(path, &crowd, 200, precisions[i]);
        wi_reader *reader = sample_open(path);
        assert_ptr_equal(reader->format, &wi_format_part);
        assert_about(&reader->about);
        assert_true(reader->about.whole);
        assert_string_equal(reader->about.note, "");
        wi_frame frame;
        for (int64_t number = 0; number < 200; number++) {
            assert_true(sample_next(reader, &frame));
            assert_int_equal(frame.number, number);
            assert_walkers(&crowd, &frame, precisions[i], 0.0005);
        }
        assert_false(sample_next(reader, &frame));
        assert_false(sample_next(reader, &frame));
        wi_reader_close(reader);
    }
    assert_int_equal(files_in_directory(), 1);
}

#define SPOT_BYTES (offsetof(wi_spot, group) + sizeof(uint32_t)) // without what may fill it up

static void assert_same_bits(const wi_spot *a, const wi_spot *b) { assert_memory_equal(a, b, SPOT_BYTES); }

static void without_precision_keeps_all_bits(void **state) {
    (void)state;
    const char *path = sample_path("exact.part");
    walkers_write(path, &crowd, 150, 0.0);
    wi_reader *reader = sample_open(path);
    wi_frame frame;
    wi_spots spots = {0};
    for (int64_t number = 0; number < 150; number++) {
        assert_true(sample_next(reader, &frame));
        wi_frame want = walkers_frame(&crowd, number, &spots);
        assert_int_equal(frame.count, want.count);
        for (uint32_t i = 0; i < want.count; i++) assert_same_bits(&frame.spot[i], &want.spot[i]);
    }
    wi_spots_free(&spots);
    wi_reader_close(reader);
}

// Packs and unpacks frames by turns and compares.
static void assert_through(wi_part_coder *in, wi_part_coder *out, const wi_frame *frame, wi_frame *got) {
    unsigned char *bytes = malloc(wi_part_bound(frame->count));
    wi_part_packed packed;
    wend_error error = {0};
    assert_non_null(bytes);
    if (wi_part_pack(in, frame, bytes, &packed, &error)) fail_msg("%s", error.text);
    if (wi_part_unpack(out, &packed, got, &error)) fail_msg("%s", error.text);
    assert_int_equal(got->number, frame->number);
    assert_int_equal(got->count, frame->count);
    free(bytes);
}

static bool same_or_both_nan(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

// Values that no grid has: the frame is stored exactly.
static void strange_values_survive(void **state) {
    (void)state;
    wi_part_coder in = wi_part_coder_from(0.001, 10.0), out = wi_part_coder_from(0.001, 10.0);
    const double strange[] = {0.0, NAN, INFINITY, -INFINITY, 1e300, -0x1p60, 1e-300, 5.0004, 0x1p50 / 1000.0};
    const uint64_t ids[] = {0, 1, 5, 1000000, UINT64_MAX - 1, UINT64_MAX};
    for (int64_t number = 0; number < 200; number++) {
        wi_spot spot[WEND_COUNT(ids)];
        for (uint32_t i = 0; i < WEND_COUNT(ids); i++) {
            double value = strange[(uint32_t)(wend_random(3, i, (uint64_t)number, 0, 0) * WEND_COUNT(strange))];
            spot[i] = (wi_spot){.id = ids[i],
                                .x = value,
                                .y = value,
                                .z = -value,
                                .vx = (float)value,
                                .vy = 1.0f,
                                .heading = (float)-value,
                                .profile = i ? i : UINT32_MAX};
        }
        wi_frame frame = {.number = number * number - 100, .spot = spot, .count = (uint32_t)(number % 7)}, got;
        if (number <= 1) frame.number = number - 1000;
        assert_through(&in, &out, &frame, &got);
        for (uint32_t i = 0; i < frame.count; i++) {
            wi_raster grid = wi_raster_from(0.001);
            assert_int_equal(got.spot[i].id, spot[i].id);
            assert_int_equal(got.spot[i].profile, spot[i].profile);
            assert_true(same_or_both_nan(got.spot[i].x, wi_raster_round(grid, spot[i].x)));
            assert_true(same_or_both_nan(got.spot[i].z, wi_raster_round(grid, spot[i].z)));
        }
    }
    wi_part_coder_free(&in);
    wi_part_coder_free(&out);
}

// A recording without velocities, headings or profiles takes no room for them, and they come back unknown.
static void unknown_columns_stay_unknown(void **state) {
    (void)state;
    wi_part_coder in = wi_part_coder_from(0.001, 25.0), out = wi_part_coder_from(0.001, 25.0);
    for (int64_t number = 0; number < 130; number++) {
        wi_spot spot[5];
        bool known = number > 40 && number < 90;
        for (uint32_t i = 0; i < 5; i++) {
            spot[i] = wi_spot_at(i, 0.25 * i, 1.0);
            if (known) spot[i].heading = 0.5f;
        }
        wi_frame frame = {.number = number, .spot = spot, .count = 5}, got;
        assert_through(&in, &out, &frame, &got);
        for (uint32_t i = 0; i < 5; i++) {
            assert_true(got.spot[i].x == spot[i].x && got.spot[i].y == 1.0 && isnan(got.spot[i].z));
            assert_true(isnan(got.spot[i].vx) && isnan(got.spot[i].vy));
            assert_true(known ? got.spot[i].heading == 0.5f : isnan(got.spot[i].heading));
            assert_int_equal(got.spot[i].profile, WI_NO_PROFILE);
            assert_true(isnan(got.spot[i].preferred_x) && isnan(got.spot[i].preferred_y));
            assert_true(isnan(got.spot[i].half_length) && isnan(got.spot[i].half_width));
            assert_int_equal(got.spot[i].group, WI_NO_GROUP);
        }
    }
    wi_part_coder_free(&in);
    wi_part_coder_free(&out);
}

// A file of version 1: two walkers for 2 s, without the columns and the plan that came later.
static void the_version_before_is_read(void **state) {
    (void)state;
    char path[600];
    const char *slash = strrchr(__FILE__, '/');
    (void)snprintf(path, sizeof path, "%.*s/corpus_part/version1-two-walkers", slash ? (int)(slash - __FILE__) : 1,
                   slash ? __FILE__ : ".");
    wi_reader *reader = sample_open(path);
    assert_true(reader->about.whole && reader->about.fps == 10.0 && reader->about.profile_count == 4);
    assert_null(reader->about.plan);
    wi_frame frame;
    for (int64_t number = 0; number < 21; number++) {
        assert_true(sample_next(reader, &frame));
        assert_int_equal(frame.number, number);
        assert_int_equal(frame.count, 2);
        for (uint32_t i = 0; i < 2; i++) {
            const wi_spot *spot = &frame.spot[i];
            assert_true(fabs(fabs(spot->x) - fabs(spot->y)) < 0.05 && spot->profile == 2 + i); // on the diagonals
            assert_true(isnan(spot->preferred_x) && isnan(spot->half_length) && isnan(spot->half_width));
            assert_int_equal(spot->group, WI_NO_GROUP);
        }
    }
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static void wrong_frames_are_refused(void **state) {
    (void)state;
    wi_recording about = walkers_about();
    wi_writer *writer;
    wend_error error = {0};
    wi_spot spot[] = {{.id = 4}, {.id = 4}};
    wi_frame good = {.number = 5, .spot = spot, .count = 1}, twice = {.number = 6, .spot = spot, .count = 2};
    assert_int_equal(wi_writer_create(sample_path("w.part"), &about, &(wi_write_options){0.001}, &writer, &error), 0);
    assert_int_equal(writer->frame(writer, &good, &error), WEND_OK);
    assert_int_equal(writer->frame(writer, &good, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "frame 5 after frame 5"));
    assert_int_equal(writer->frame(writer, &twice, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "agent 4 follows agent 4"));
    writer->abandon(writer);
    assert_false(file_exists(sample_path("w.part")));
    about.fps = NAN;
    assert_int_equal(wi_writer_create(sample_path("w.part"), &about, &(wi_write_options){0.001}, &writer, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(files_in_directory(), 0);
}

// Opens a file that may be damaged; returns the frames that come out, all of which must be right. -1: it does not open.
static int64_t read_what_is_left(const char *path, int64_t whole_frames, bool *whole) {
    wi_reader *reader;
    wend_error error = {0};
    *whole = false;
    if (wi_reader_open(path, &reader, &error)) {
        assert_int_equal(error.result, WEND_BAD_FILE);
        assert_true(error.text[0]);
        return -1;
    }
    int64_t count = 0;
    bool more = true;
    wi_frame frame;
    for (; reader->next(reader, &frame, &more, &error) == WEND_OK && more; count++) {
        assert_int_equal(frame.number, count);
        assert_walkers(&crowd, &frame, 0.001, 0.0005);
    }
    *whole = reader->about.whole;
    char note[100];
    (void)snprintf(note, sizeof note, count > 0 ? "the run was cut off after frame %lld" : "%.0lld",
                   (long long)count - 1);
    if (*whole)
        assert_int_equal(count, whole_frames);
    else
        assert_non_null(strstr(reader->about.note, count > 0 ? note : "the run was cut off before its first frame"));
    wi_reader_close(reader);
    return count;
}

static void cut_off_anywhere_the_rest_is_saved(void **state) {
    (void)state;
    size_t size;
    walkers_write(sample_path("whole.part"), &crowd, 12, 0.001);
    unsigned char *bytes = file_bytes(sample_path("whole.part"), &size);
    int64_t before = -1;
    for (size_t cut = 0; cut <= size; cut++) {
        const char *path = sample_bytes("cut.part", (const char *)bytes, cut);
        bool whole;
        int64_t frames = read_what_is_left(path, 12, &whole);
        assert_true(frames >= before && frames <= before + 1); // each byte more gives at most one frame more
        assert_int_equal(whole, cut == size);
        before = frames;
    }
    assert_int_equal(before, 12);
    free(bytes);
}

// With the checksum of its block wrong, an altered byte cuts the file off there.
static void altered_bytes_are_noticed(void **state) {
    (void)state;
    size_t size;
    walkers_write(sample_path("whole.part"), &crowd, 12, 0.001);
    unsigned char *bytes = file_bytes(sample_path("whole.part"), &size);
    for (uint32_t i = 0; i < 2000; i++) {
        size_t at = (size_t)(wend_random(5, i, 0, 0, 0) * (float)size) % size;
        unsigned char old = bytes[at], flip = (unsigned char)(1u << i % 8);
        bytes[at] = old ^ flip;
        const char *path = sample_bytes("altered.part", (const char *)bytes, size);
        bool whole;
        int64_t frames = read_what_is_left(path, 12, &whole);
        if (whole) fail_msg("byte %zu may be altered unnoticed", at);
        assert_true(frames <= 12);
        bytes[at] = old;
    }
    free(bytes);
}

static void other_files_are_refused(void **state) {
    (void)state;
    wi_reader *reader;
    wend_error error = {0};
    assert_int_equal(wi_reader_open(sample_bytes("a.part", "", 0), &reader, &error), WEND_BAD_FILE);
    assert_int_equal(wi_reader_open(sample_bytes("b.part", "WENDPART\3\0\0\0\0\0\0\0", 16), &reader, &error),
                     WEND_BAD_FILE);
    assert_non_null(strstr(error.text, "version 3"));
    assert_int_equal(wi_reader_open(sample_path("none.part"), &reader, &error), WEND_NOT_FOUND);
    assert_int_equal(wi_reader_open(sample_bytes("c.xyz", "\1\2\3", 3), &reader, &error), WEND_BAD_FILE);
    assert_non_null(strstr(error.text, "hdf5 (.h5)"));
    assert_null(reader);
}

static void formats_are_found(void **state) {
    (void)state;
    assert_ptr_equal(wi_format_for_path("a/b.c/run.H5"), &wi_format_hdf5);
    assert_ptr_equal(wi_format_for_path("run.h5.part"), &wi_format_part);
    assert_null(wi_format_for_path("a.h5/run"));
    assert_null(wi_format_for_path("run.docx"));
    wi_recording about = walkers_about();
    wi_writer *writer;
    wend_error error = {0};
    assert_int_equal(wi_writer_create(sample_path("run.docx"), &about, NULL, &writer, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "part (.part)"));
}

// An old file stays until the new one is whole.
static void the_old_file_survives(void **state) {
    (void)state;
    const char *path = sample_path("old.part");
    walkers_write(path, &crowd, 3, 0.001);
    wi_recording about = walkers_about();
    wi_writer *writer;
    wi_spots spots = {0};
    wend_error error = {0};
    assert_int_equal(wi_writer_create(path, &about, &(wi_write_options){0.001}, &writer, &error), WEND_OK);
    wi_frame frame = walkers_frame(&crowd, 0, &spots);
    assert_int_equal(writer->frame(writer, &frame, &error), WEND_OK);
    bool whole;
    assert_int_equal(read_what_is_left(path, 3, &whole), 3);
    assert_true(whole);
    writer->abandon(writer);
    assert_int_equal(read_what_is_left(path, 3, &whole), 3);
    assert_int_equal(files_in_directory(), 1);
    wi_spots_free(&spots);
}

static void grids_are_decimal(void **state) {
    (void)state;
    wi_raster mm = wi_raster_from(0.001);
    assert_true(wi_raster_round(mm, 1.23449) == 1.234 && wi_raster_round(mm, -1.2346) == -1.235);
    assert_true(wi_raster_round(mm, 500000.0004) == 500000.0 && isnan(wi_raster_round(mm, NAN)));
    assert_true(wi_raster_round(wi_raster_from(0.25), 1.1) == 1.0 &&
                wi_raster_round(wi_raster_from(5.0), 13.0) == 15.0);
    assert_true(wi_raster_round(wi_raster_from(0.0), 0.12345) == 0.12345 && wi_raster_round(mm, 1e300) == 1e300);
    for (int32_t i = -5000; i <= 5000; i++) { // rounding twice is rounding once
        double value = wi_raster_round(mm, 0.000713 * i);
        assert_true(wi_raster_round(mm, value) == value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_everything_to_the_precision, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(without_precision_keeps_all_bits, sample_setup, sample_teardown),
        cmocka_unit_test(strange_values_survive),
        cmocka_unit_test(unknown_columns_stay_unknown),
        cmocka_unit_test(the_version_before_is_read),
        cmocka_unit_test_setup_teardown(wrong_frames_are_refused, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(cut_off_anywhere_the_rest_is_saved, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(altered_bytes_are_noticed, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(other_files_are_refused, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(formats_are_found, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(the_old_file_survives, sample_setup, sample_teardown),
        cmocka_unit_test(grids_are_decimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
