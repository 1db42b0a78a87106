// CSV recordings: columns by name, separators, quotes and units; time and frames; what is refused; round trips.
#include "samples.h"

static void test_round_trip(void **state) {
    (void)state;
    wi_reader *reader = sample_open(made_write("made.csv", 0.0));
    assert_ptr_equal(reader->format, &wi_format_csv);
    assert_close(reader->about.fps, 12.5, 0.0);
    wi_recording about = made_about();
    assert_int_equal(reader->about.profile_count, about.profile_count);
    for (uint32_t i = 0; i < MADE_FRAMES; i++) {
        wi_spot spots[MADE_AGENTS];
        wi_frame made = made_frame(i, spots), frame;
        if (made.count == 0) continue;
        assert_true(sample_next(reader, &frame));
        assert_int_equal(frame.number, made.number);
        assert_int_equal(frame.count, made.count);
        for (uint32_t k = 0; k < made.count; k++) {
            const wi_spot *got = &frame.spot[k];
            assert_true(got->id == spots[k].id && got->x == spots[k].x && got->y == spots[k].y && got->z == spots[k].z);
            assert_true(got->vx == spots[k].vx && got->vy == spots[k].vy && got->heading == spots[k].heading);
            assert_string_equal(reader->about.profiles[got->profile], about.profiles[spots[k].profile]);
        }
    }
    wi_frame frame;
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

// What is not known stays unknown.
static void test_unknown_values(void **state) {
    (void)state;
    wi_recording about = {.fps = 4.0, .whole = true};
    wi_spot spot = wi_spot_at(1, 2.0, 3.0);
    wi_frame frame = {8, &spot, 1};
    wi_writer *writer;
    assert_int_equal(wi_writer_create(sample_path("bare.csv"), &about, &(wi_write_options){0}, &writer, NULL), WEND_OK);
    assert_int_equal(writer->frame(writer, &frame, NULL), WEND_OK);
    assert_int_equal(writer->finish(writer, NULL), WEND_OK);
    wi_reader *reader = sample_open(sample_path("bare.csv"));
    assert_close(reader->about.fps, 4.0, 0.0);
    assert_true(sample_next(reader, &frame));
    assert_true(isnan(frame.spot[0].z) && isnan(frame.spot[0].vx) && isnan(frame.spot[0].heading));
    assert_int_equal(frame.spot[0].profile, WI_NO_PROFILE);
    wi_reader_close(reader);
}

// The only row of a file.
static wi_spot only_spot(const char *text, int64_t number) {
    wi_reader *reader = sample_open(sample_text("one.csv", text));
    wi_frame frame;
    assert_true(sample_next(reader, &frame));
    assert_int_equal(frame.number, number);
    assert_int_equal(frame.count, 1);
    wi_spot spot = frame.spot[0];
    wi_reader_close(reader);
    return spot;
}

static void assert_place(wi_spot spot, uint64_t id, double x, double y) {
    assert_int_equal(spot.id, id);
    assert_close(spot.x, x, 0.0);
    assert_close(spot.y, y, 0.0);
}

static void test_forms(void **state) {
    (void)state;
    assert_place(only_spot("id,frame,x,y\n5,7,1.5,-2\n", 7), 5, 1.5, -2.0);
    assert_place(only_spot("\xef\xbb\xbfID;Frame;X;Y\r\n5;7;1.5;-2\r\n", 7), 5, 1.5, -2.0);
    assert_place(only_spot("y\tx\tframe\tid\n-2\t1.5\t7\t5", 7), 5, 1.5, -2.0);
    assert_place(only_spot("\"id\", \"frame\" ,\"x\",\"y\"\n\"5\", 7 , \"1.5\" ,\"-2\"\n", 7), 5, 1.5, -2.0);
    assert_place(only_spot("# a comment\n\nid,frame,x/cm,y [cm],\n5,7,150,-200,\n", 7), 5, 1.5, -2.0);
    assert_place(only_spot("ped_id,frame,pos_x,pos_y\n5,7,1.5,-2,\n", 7), 5, 1.5, -2.0);
    wi_spot spot = only_spot("id,frame,x,y,heading/deg,v_x,vy\n5,7,1.5,-2,180,0.5,\n", 7);
    assert_close((double)spot.heading, 3.14159265, 1e-6);
    assert_close((double)spot.vx, 0.5, 0.0);
    assert_true(isnan(spot.vy));
}

static void assert_rate(const char *text, double fps, const char *note) {
    wi_reader *reader = sample_open(sample_text("rate.csv", text));
    assert_close(reader->about.fps, fps, 1e-9);
    assert_non_null(strstr(reader->about.note, note));
    if (!*note) assert_string_equal(reader->about.note, "");
    wi_reader_close(reader);
}

static void test_rate_in_a_comment(void **state) {
    (void)state;
    assert_rate("# framerate: 10\nid,frame,x,y\n1,2,3,4\n", 10.0, "");
    assert_rate("# from a camera\n#12.5 fps\nid,frame,x,y\n1,2,3,4\n", 12.5, "");
    assert_rate("# framerate: 10\nid,frame,time,x,y\n1,0,0,3,4\n1,3,0.3,3,4\n", 10.0, "");
    assert_rate("# framerate: 10\nid,frame,time,x,y\n1,0,0,3,4\n1,3,0.6,3,4\n", 5.0, "say 5 frames per second");
    assert_rate("id,frame,time,x,y\n1,10,0,3,4\n1,13,0.6,3,4\n", 5.0, "do not count from frame 0");
    assert_unreadable(sample_text("zero.csv", "# framerate: 0\nid,frame,x,y\n1,2,3,4\n"), "expected one above 0");
    assert_unreadable(sample_text("fast.csv", "# framerate: 1e9\nid,frame,x,y\n1,2,3,4\n"), "at most 1e+06");
}

static void test_columns_that_nobody_knows(void **state) {
    (void)state;
    wi_reader *reader = sample_open(sample_text("more.csv", "id,mood,frame,x,y,hat\n1,\"a, b\",2,3,4,red\n"));
    assert_non_null(strstr(reader->about.note, "columns not read: mood, hat"));
    assert_non_null(strstr(reader->about.note, "25 frames per second assumed"));
    wi_reader_close(reader);
}

static void assert_times(const char *text, double fps, int64_t first, int64_t last) {
    sample_counts counts = sample_count(sample_text("time.csv", text));
    assert_close(counts.fps, fps, 1e-12 * fps);
    assert_int_equal(counts.first, first);
    assert_int_equal(counts.last, last);
}

static void test_time(void **state) {
    (void)state;
    assert_times("id,time,x,y\n1,0.00,0,0\n1,0.04,1,0\n2,0.12,1,1\n", 25.0, 0, 3);
    assert_times("id,t [s],x,y\n1,10.0,0,0\n1,10.4,1,0\n2,10.8,1,1\n", 2.5, 25, 27);
    assert_times("id,time/ms,x,y\n1,100,0,0\n1,200,1,0\n", 10.0, 1, 2);
    assert_times("id,frame,time,x,y\n1,3,0.1,0,0\n1,6,0.2,1,0\n", 30.0, 3, 6);
    assert_times("id,frame,time,x,y\n1,0,0,0,0\n1,6,0.2,1,0\n", 30.0, 0, 6);
    assert_times("id,time,x,y\n1,0.0333333333,0,0\n1,0.0666666667,1,0\n", 30.0, 1, 2);
    assert_times("id,frame,time,x,y\n1,0,0.00,0,0\n1,1,0.02,1,0\n1,2,0.03,1,0\n1,60,1.00,1,0\n", 60.0, 0, 60);
    assert_times("id,frame,time,x,y\n1,100,0,0,0\n1,101,0.1,1,0\n1,102,,1,0\n1,103,0.3,1,0\n", 10.0, 100, 103);
    assert_unreadable(sample_text("both.csv", "id,frame,time,x,y\n1,0,0,0,0\n1,1,0.1,1,0\n1,2,0.5,2,0\n"),
                      "frame 1 is at 0.1 s, but would be at 0.25 s with the 4 frames per second");
    assert_unreadable(sample_text("back.csv", "id,frame,time,x,y\n1,0,0,0,0\n1,1,0.1,1,0\n1,2,0,2,0\n"),
                      "expected even steps");
    assert_unreadable(sample_text("time.csv", "id,time,x,y\n1,0,0,0\n1,0.1,1,0\n1,0.25,1,0\n"), "expected even steps");
}

// Times alone, from `begin` on and rounded as by printf; the last frame of every ten is not there.
static const char *times_alone(double fps, uint32_t frames, double begin, int decimals) {
    static char text[1 << 16];
    int used = snprintf(text, sizeof text, "id,time,x,y\n");
    for (uint32_t i = 0; i < frames; i++)
        if (i % 10 != 9)
            used += snprintf(text + used, sizeof text - (size_t)used, "1,%.*f,0,0\n", decimals, begin + i / fps);
    return text;
}

static void assert_times_alone(double fps, double begin, int decimals, int64_t first, const char *note) {
    const uint32_t frames = 999;
    wi_reader *reader = sample_open(sample_text("alone.csv", times_alone(fps, frames, begin, decimals)));
    assert_close(reader->about.fps, fps, 1e-4 * fps);
    assert_non_null(strstr(reader->about.note, note));
    if (!*note) assert_string_equal(reader->about.note, "");
    wi_reader_close(reader);
    sample_counts counts = sample_count(sample_text("alone.csv", times_alone(fps, frames, begin, decimals)));
    assert_int_equal(counts.first, first);
    assert_int_equal(counts.last, first + frames - 1);
}

// What cameras and trackers write: no step is quite as long as the others.
static void test_rounded_times_alone(void **state) {
    (void)state;
    assert_times_alone(30.0, 0.0, 3, 0, "");
    assert_times_alone(29.97, 0.0, 4, 0, "");
    assert_times_alone(60.0, 0.0, 3, 0, "");
    assert_times_alone(120.0, 0.0, 3, 0, "");
    assert_times_alone(12.5, 2.0, 2, 25, "");
    assert_times_alone(10.0, 0.04, 2, 0, "do not count from frame 0");
    assert_times_alone(10.0, 1.6e9, 2, 16000000000, ""); // seconds since 1970
    assert_unreadable(sample_text("jump.csv", "id,time,x,y\n1,0,0,0\n1,0.1,1,0\n1,0.25,1,0\n1,0.35,1,0\n"),
                      "at 0.25 s, times do not go on in whole steps of 0.1 s");
}

static void test_refused(void **state) {
    (void)state;
    assert_unreadable(sample_text("a.csv", "id,frame,x\n1,1,0\n"), "a.csv:1: no column `y`");
    assert_unreadable(sample_text("a.csv", "id,x,y\n1,1,0\n"), "no column `frame`");
    assert_unreadable(sample_text("a.csv", "frame,x,y\n1,1,0\n"), "no column `id`");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y,x\n1,1,0,0,0\n"), "two columns for `x`");
    assert_unreadable(sample_text("a.csv", "id,frame,x/ft,y\n1,1,0,0\n"), "column `x/ft`: the unit is not known");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n1,1,0\n"), "a.csv:2: 3 columns; expected 4");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n1,1,0,0,0\n"), "5 columns; expected 4");
    assert_unreadable(sample_text("a.csv", "id;frame;x;y\n1;1;0,5;0\n"), "column 3, `0,5`: expected a finite number");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n1,1,nan,0\n"), "`nan`");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n1,1,,0\n"), "column 3, ``");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n-1,1,0,0\n"), "expected an id");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n1,1.5,0,0\n"), "expected a frame");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n\"1,1,0,0\n"), "column 1: a quote that does not end");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n\"1\"2,1,0,0\n"), "quote");
    assert_unreadable(sample_text("a.csv", "id,frame,x,y\n1,1,0,0\n2,1,0,0\n1,1,3,4\n"), "two rows in frame 1");
    assert_unreadable(sample_text("a.csv", "# nothing\n"), "no first line");
}

static void test_recordings(void **state) {
    (void)state;
    sample_counts counts = sample_count(sample_data("single_file/n34_cam2.csv"));
    assert_true(counts.rows == 1101 && counts.ids == 71 && counts.first == 1010 && counts.last == 3990);
    assert_close(counts.fps, 25.0, 0.0);
    assert_close(counts.speed, 0.46, 0.005);
    counts = sample_count(sample_data("single_file/n56_cam1.csv"));
    assert_true(counts.rows == 2391 && counts.ids == 53 && counts.first == 1010 && counts.last == 4990);
    assert_close(counts.speed, 0.22, 0.005);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_unknown_values),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_rate_in_a_comment),
        cmocka_unit_test(test_columns_that_nobody_knows),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_rounded_times_alone),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_recordings),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
