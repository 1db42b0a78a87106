// Observation matrices: their columns, how the frame rate is told, and the recordings themselves.
#include "samples.h"

#include <sys/stat.h>

#define ROW(frame, id) "  " frame "   " id "   8.45e+00  0.0e+00   3.58e+00   1.5e+00   0.0e+00   -2.5e-01  \r\n"

static void test_columns(void **state) {
    (void)state;
    wi_reader *reader = sample_open(sample_text("obsmat.txt", ROW("7.8e+02", "2.0e+00") ROW("7.8e+02", "1.0e+00")));
    assert_ptr_equal(reader->format, &wi_format_obsmat);
    wi_frame frame;
    assert_true(sample_next(reader, &frame));
    assert_true(frame.number == 780 && frame.count == 2 && frame.spot[0].id == 1);
    assert_true(frame.spot[0].x == 8.45 && frame.spot[0].y == 3.58 && frame.spot[0].z == 0.0);
    assert_true(frame.spot[0].vx == 1.5f && frame.spot[0].vy == -0.25f && isnan(frame.spot[0].heading));
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static double fps_of(const char *path, const char *why) {
    wi_reader *reader = sample_open(path);
    double fps = reader->about.fps;
    if (!strstr(reader->about.note, why)) fail_msg("`%s` lacks `%s`", reader->about.note, why);
    wi_reader_close(reader);
    return fps;
}

static void test_frame_rate(void **state) {
    (void)state;
    static const char every6[] = ROW("0", "1") ROW("6", "1") ROW("12", "1") ROW("10", "2") ROW("20", "2");
    static const char every10[] = ROW("0", "1") ROW("10", "1") ROW("20", "1");
    assert_int_equal(mkdir(sample_path("seq_eth"), 0777), 0);
    assert_int_equal(mkdir(sample_path("zara01"), 0777), 0);
    assert_close(fps_of(sample_text("obsmat.txt", every6), "step between frames"), 15.0, 0.0);
    assert_close(fps_of(sample_text("obsmat.txt", every10), "step between frames"), 25.0, 0.0);
    assert_close(fps_of(sample_text("seq_eth/obsmat.txt", every10), "name of the scene"), 15.0, 0.0);
    assert_close(fps_of(sample_text("zara01/obsmat.txt", every6), "name of the scene"), 25.0, 0.0);
}

static void test_refused(void **state) {
    (void)state;
    assert_unreadable(sample_text("obsmat.txt", ROW("0", "1") "1 2 3\n"), "obsmat.txt:2: too few columns; expected 8");
    assert_unreadable(sample_text("obsmat.txt", ROW("0", "1") "1 2 3 4 5 6 7 8 9\n"), "too many columns");
    assert_unreadable(sample_text("obsmat.txt", ROW("0", "1") "1 2 3 4 5 nan 7 8\n"), "column 6, `nan`");
    assert_unreadable(sample_text("obsmat.txt", ROW("0", "1") "1 -2 3 4 5 6 7 8\n"), "expected an id");
    assert_unreadable(sample_text("obsmat.txt", ROW("0", "1") "1.5 2 3 4 5 6 7 8\n"), "expected a frame");
    assert_unreadable(sample_text("obsmat.txt", ROW("0", "1") ROW("0", "1")), "agent 1 has two rows in frame 0");
}

static void test_is_not_written(void **state) {
    (void)state;
    wi_recording about = made_about();
    wi_writer *writer;
    assert_null(wi_format_obsmat.create);
    assert_int_equal(wi_writer_create(sample_path("a.obsmat"), &about, NULL, &writer, NULL), WEND_BAD_ARGUMENT);
}

static void assert_recording(const char *name, uint64_t ids, uint64_t rows, double fps, double seconds) {
    sample_counts counts = sample_count(sample_data(name));
    assert_int_equal(counts.ids, ids);
    assert_int_equal(counts.rows, rows);
    assert_close(counts.fps, fps, 0.0);
    assert_close((double)(counts.last - counts.first) / counts.fps, seconds, 1.0);
    assert_true(counts.moving && counts.speed > 0.5 && counts.speed < 2.5);
}

static void test_recordings(void **state) {
    (void)state;
    assert_recording("eth_ucy/ETH_seq_eth/obsmat.txt", 360, 8908, 15.0, 773.0);
    assert_recording("eth_ucy/UCY_zara01/obsmat.txt", 148, 5024, 25.0, 360.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),        cmocka_unit_test(test_frame_rate), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_is_not_written), cmocka_unit_test(test_recordings),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
