// Frames without agents: the list of them as text, and that every format which can hold them gives them back.
#include "record/convert.h"
#include "record/empty.h"
#include "samples.h"

#include <inttypes.h>

static void assert_list(const char *text, const char *again) {
    wi_empty empty;
    wend_error error = {0};
    if (wi_empty_read(text, &empty, &error)) fail_msg("`%s`: %s", text, error.text);
    char *printed = wi_empty_text(&empty);
    assert_string_equal(printed, again);
    free(printed);
    wi_empty_free(&empty);
}

static void test_text(void **state) {
    (void)state;
    assert_list("", "");
    assert_list("0..19 41", "0..19 41");
    assert_list(" \t-7..-3  0 ", "-7..-3 0");
    assert_list("5..5", "5");
    assert_list("-9223372036854775808 9223372036854775807", "-9223372036854775808 9223372036854775807");
}

static void test_refused(void **state) {
    (void)state;
    const char *const wrong[] = {"x",
                                 "0..",
                                 "0...3",
                                 "3..1",
                                 "5 5",
                                 "0..4 4",
                                 "7 3",
                                 "1,2",
                                 "0..16777216",
                                 "0..16777214 20000000 20000001",
                                 "1e3",
                                 "..3",
                                 "- 3",
                                 "0.5",
                                 "9223372036854775808",
                                 "-9223372036854775808..9223372036854775807"};
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        wi_empty empty;
        wend_error error = {0};
        if (wi_empty_read(wrong[i], &empty, &error) != WEND_BAD_FILE) fail_msg("`%s` is taken", wrong[i]);
        assert_non_null(strstr(error.text, "expected"));
        assert_null(empty.stretch);
    }
}

static void test_bad_files(void **state) {
    (void)state;
    assert_unreadable(sample_text("bad.txt", "# framerate: 10\n1 0 0 0\n# wend empty frames: 5..1\n"),
                      "bad.txt:3: empty frames `5..1`");
    assert_unreadable(sample_text("many.txt", "1 0 0 0\n# wend empty frames: 1..99999999999\n"), "at most 16777216");
}

// What has rows is not empty, whatever a list says; the last list counts.
static void test_rows_go_first(void **state) {
    (void)state;
    wi_reader *reader = sample_open(sample_text("both.txt", "# wend empty frames: 90..99\n1 3 0 0\n1 5 0 0\n"
                                                            "# wend empty frames: 2..4 5 8\n"));
    const int64_t number[] = {2, 3, 4, 5, 8};
    wi_frame frame;
    for (uint32_t i = 0; i < WEND_COUNT(number); i++) {
        assert_true(sample_next(reader, &frame));
        assert_int_equal(frame.number, number[i]);
        assert_int_equal(frame.count, number[i] == 3 || number[i] == 5);
    }
    assert_false(sample_next(reader, &frame));
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

// Numbers that rise by one to three, in stretches with and without agents.
#define FRAMES 60u

static uint32_t draw_numbers(uint32_t seed, int64_t number[FRAMES], bool empty[FRAMES]) {
    uint32_t count = (uint32_t)(wend_random(seed, 0, 0, 0, 0) * (float)FRAMES);
    bool now = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t step = wend_random(seed, i, 1, 0, 0) < 0.8f ? 1 : 3;
        number[i] = i ? number[i - 1] + step : -5;
        if (wend_random(seed, i, 2, 0, 0) < 0.3f) now = !now;
        empty[i] = now;
    }
    return count;
}

static void write_drawn(const char *path, uint32_t count, const int64_t *number, const bool *empty) {
    wi_recording about = {.fps = 10.0, .whole = true};
    wi_writer *writer;
    wend_error error = {0};
    if (wi_writer_create(path, &about, NULL, &writer, &error)) fail_msg("%s", error.text);
    for (uint32_t i = 0; i < count; i++) {
        wi_spot spot = wi_spot_at(7, 0.5 * i, 1.0);
        wi_frame frame = {.number = number[i], .spot = &spot, .count = !empty[i]};
        if (writer->frame(writer, &frame, &error)) fail_msg("%s", error.text);
    }
    if (writer->finish(writer, &error)) fail_msg("%s", error.text);
}

static void test_all_formats(void **state) {
    (void)state;
    uint32_t format_count;
    const wi_format *const *formats = wi_formats(&format_count);
    for (uint32_t seed = 1; seed <= 40; seed++) {
        int64_t number[FRAMES];
        bool empty[FRAMES];
        uint32_t count = draw_numbers(seed, number, empty);
        for (uint32_t f = 0; f < format_count; f++) {
            if (!formats[f]->create || !(wi_format_holds(formats[f]) & WI_HOLDS_EMPTY_FRAMES)) continue;
            char name[40];
            (void)snprintf(name, sizeof name, "drawn.%s", formats[f]->extensions[0]);
            write_drawn(sample_path(name), count, number, empty);
            wi_reader *reader = sample_open(sample_path(name));
            wi_frame frame;
            for (uint32_t i = 0; i < count; i++) {
                if (!sample_next(reader, &frame))
                    fail_msg("%s, seed %u: frame %" PRId64 " is lost", name, seed, number[i]);
                if (frame.number != number[i] || frame.count != !empty[i])
                    fail_msg("%s, seed %u: frame %" PRId64 " of %u, not %" PRId64 " of %u", name, seed, frame.number,
                             frame.count, number[i], !empty[i]);
            }
            assert_false(sample_next(reader, &frame));
            wi_reader_close(reader);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),          cmocka_unit_test(test_refused),     cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_rows_go_first), cmocka_unit_test(test_all_formats),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
