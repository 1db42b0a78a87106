// Text recordings: what the lines of '#' say, what is assumed where they say nothing, what is refused and how, and that
// what is written is read again.
#include "samples.h"

#include <locale.h>

static void test_round_trip(void **state) {
    (void)state;
    wi_reader *reader = sample_open(made_write("made.txt", 0.0));
    assert_ptr_equal(reader->format, &wi_format_text);
    assert_close(reader->about.fps, 12.5, 0.0);
    assert_string_equal(reader->about.geometry, MADE_GEOMETRY);
    assert_string_equal(reader->about.version, "0.9.1");
    assert_true(reader->about.has_seed && reader->about.seed == MADE_SEED && reader->about.whole);
    assert_string_equal(reader->about.note, "");
    for (uint32_t i = 0; i < MADE_FRAMES; i++) {
        wi_spot spots[MADE_AGENTS];
        wi_frame made = made_frame(i, spots), frame;
        assert_true(sample_next(reader, &frame));
        assert_int_equal(frame.number, made.number);
        assert_int_equal(frame.count, made.count);
        for (uint32_t k = 0; k < made.count; k++) {
            assert_int_equal(frame.spot[k].id, spots[k].id);
            assert_true(frame.spot[k].x == spots[k].x && frame.spot[k].y == spots[k].y &&
                        frame.spot[k].z == spots[k].z);
            assert_true(isnan(frame.spot[k].vx) && isnan(frame.spot[k].heading));
            assert_int_equal(frame.spot[k].profile, WI_NO_PROFILE);
        }
    }
    wi_frame frame;
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static char *first_lines(const char *path, char *text, size_t room) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, room - 1, file)] = '\0';
    fclose(file);
    return text;
}

// As PedPy wants it.
static void test_what_is_written(void **state) {
    (void)state;
    char text[400];
    wi_recording about = {.fps = 10.0, .whole = true};
    made_write_with(sample_path("head.txt"), &about, 0.01);
    first_lines(sample_path("head.txt"), text, sizeof text);
    const char *head = "# framerate: 10 fps\n# id frame x/m y/m z/m\n";
    assert_memory_equal(text, head, strlen(head));
    wi_spot spots[MADE_AGENTS];
    wi_frame made = made_frame(0, spots);
    char row[100];
    (void)snprintf(row, sizeof row, "%llu %lld %.2f %.2f %.2f\n", (unsigned long long)made.spot[0].id,
                   (long long)made.number, spots[0].x, spots[0].y, spots[0].z);
    assert_memory_equal(text + strlen(head), row, strlen(row));
}

static void test_numbers_without_locale(void **state) {
    (void)state;
    const char *name = setlocale(LC_NUMERIC, "de_DE.UTF-8"); // where it is installed
    wi_reader *reader = sample_open(sample_text("point.txt", "1 2 3.25 -4.5e-1\n"));
    wi_frame frame;
    assert_true(sample_next(reader, &frame));
    assert_true(frame.spot[0].x == 3.25 && frame.spot[0].y == -0.45);
    wi_reader_close(reader);
    made_write("made.txt", 0.001);
    assert_int_equal(sample_count(sample_path("made.txt")).frames, MADE_FRAMES);
    if (name) (void)setlocale(LC_NUMERIC, "C");
}

static double fps_of(const char *head) {
    char text[200];
    (void)snprintf(text, sizeof text, "%s\n1 1 0 0\n", head);
    wi_reader *reader = sample_open(sample_text("fps.txt", text));
    double fps = reader->about.fps;
    if (fps != 25.0 || strstr(head, "25")) assert_null(strstr(reader->about.note, "frame rate"));
    wi_reader_close(reader);
    return fps;
}

static void test_spellings_of_the_frame_rate(void **state) {
    (void)state;
    assert_close(fps_of("# framerate: 25 fps"), 25, 0);
    assert_close(fps_of("#framerate: 16"), 16, 0);
    assert_close(fps_of("# framerate:16"), 16, 0);
    assert_close(fps_of("#\tFrameRate = 16.00"), 16, 0);
    assert_close(fps_of("# frame rate 12.5 1/s"), 12.5, 0);
    assert_close(fps_of("# fps: 8"), 8, 0);
    assert_close(fps_of("# recorded at 8 fps"), 8, 0);
    assert_close(fps_of("# framerate: 30."), 30, 0);
    assert_close(fps_of("# nothing"), 25, 0);
    assert_unreadable(sample_text("fps.txt", "# framerate: 0\n1 1 0 0\n"), "fps.txt:1: frame rate 0");
    assert_unreadable(sample_text("fps.txt", "# framerate: -3\n1 1 0 0\n"), "expected one above 0");
    assert_unreadable(sample_text("fast.txt", "# framerate: 1e9\n1 1 0 0\n"), "expected one above 0, at most 1e+06");
}

static double first_x(const char *text, const char *noted) {
    wi_reader *reader = sample_open(sample_text("unit.txt", text));
    wi_frame frame;
    assert_true(sample_next(reader, &frame));
    double x = frame.spot[0].x;
    if (noted && !strstr(reader->about.note, noted)) fail_msg("`%s` lacks `%s`", reader->about.note, noted);
    if (!noted) assert_null(strstr(reader->about.note, "unit"));
    wi_reader_close(reader);
    return x;
}

static void test_units(void **state) {
    (void)state;
    assert_close(first_x("# id frame x/m y/m z/m\n1 1 150 900 170\n2 1 0 0 170\n", NULL), 150, 0);
    assert_close(first_x("# id frame x/cm y/cm z/cm\n1 1 150 9 1\n", NULL), 1.5, 0);
    assert_close(first_x("# id frame x [mm] y [mm]\n1 1 150 9\n", NULL), 0.15, 0);
    assert_close(first_x("#X,Y,Z: the agents coordinates (in metres)\n1 1 150 900 170\n2 1 0 0 170\n", NULL), 150, 0);
    // Without a unit: heights of people tell.
    assert_close(first_x("1 1 152.211 675.024 174.81\n1 2 150 -675 174.81\n", "centimetres"), 1.52211, 0);
    assert_close(first_x("1 1 152 675 1.7\n1 2 150 -675 1.7\n", "metres assumed"), 152, 0);
    assert_close(first_x("1 1 15 67 170\n1 2 15 0 170\n", "metres assumed"), 15, 0);
    assert_close(first_x("1 1 152 675\n1 2 150 -675\n", "metres assumed"), 152, 0);
}

static void test_named_columns(void **state) {
    (void)state;
    wi_reader *reader = sample_open(sample_text("named.txt", "#ID FR X Y Z A B ANGLE COLOR\n"
                                                             "7\t3\t1.5\t2.5\t0\t0.2\t0.3\t90\tred\n"));
    wi_frame frame;
    assert_true(sample_next(reader, &frame));
    assert_close((double)frame.spot[0].heading, 1.5707963, 1e-6);
    wi_reader_close(reader);
    reader = sample_open(sample_text("named.txt", "# frame id y/m x/m\n3 7 2.5 1.5\n"));
    assert_true(sample_next(reader, &frame));
    assert_int_equal(frame.number, 3);
    assert_true(frame.spot[0].id == 7 && frame.spot[0].x == 1.5 && frame.spot[0].y == 2.5);
    wi_reader_close(reader);
}

// Two files put together: names hold for the rows that follow them, and are held against these rows.
static void test_named_twice(void **state) {
    (void)state;
    wi_reader *reader = sample_open(sample_text("twice.txt", "# id frame x/m y/m z/m\n1 1 2 3 0\n"
                                                             "# colour frame x/m y/m id note\nred 2 4 5 1 tall\n"));
    wi_frame frame;
    assert_true(sample_next(reader, &frame) && frame.number == 1 && frame.spot[0].x == 2.0);
    assert_true(sample_next(reader, &frame) && frame.number == 2 && frame.spot[0].id == 1 && frame.spot[0].y == 5.0);
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
    const char *path = sample_text("twice.txt", "1 1 0 0\n# a b c d e f id frame x y\n1 2 0 0\n");
    assert_unreadable(path, "twice.txt:3: 4 columns; expected id, frame, x, y");
}

// By agent, CRLF, byte order mark, blanks, a last line without an end.
static void test_any_order(void **state) {
    (void)state;
    wi_reader *reader =
        sample_open(sample_text("order.txt", "\xef\xbb\xbf# framerate: 5\r\n\r\n2 11 5 6\r\n 2 10 3 4 \r\n"
                                             "1 12\t7 8\r\n1 10 1 2"));
    wi_frame frame;
    assert_true(sample_next(reader, &frame));
    assert_true(frame.number == 10 && frame.count == 2 && frame.spot[0].id == 1 && frame.spot[1].x == 3.0);
    assert_true(sample_next(reader, &frame) && frame.number == 11 && frame.spot[0].y == 6.0);
    assert_true(sample_next(reader, &frame) && frame.number == 12 && frame.spot[0].x == 7.0);
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static void test_refused(void **state) {
    (void)state;
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 2 nan 0\n"), "a.txt:2: column 3, `nan`: expected x, a finite");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 2 0 inf\n"), "expected y");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 2 1e999 0\n"), "finite number");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 2 0x10 0\n"), "decimal point");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 2 1,5 0\n"), "`1,5`");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n-1 2 0 0\n"), "expected an id, a whole number from 0");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 2.5 0 0\n"), "expected a frame, a whole number");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 2 0\n"), "a.txt:2: 3 columns; expected 4");
    assert_unreadable(sample_text("a.txt", "1 1 0 0\n1 1 5 5\n"), "agent 1 has two rows in frame 1");
    assert_unreadable(sample_bytes("a.txt", "1 1 0 0\n1 2 0 \0 0\n", 19), "a.txt:2: a zero byte");
    assert_unreadable(sample_text("a.txt", "hello\n"), "expected id, frame, x, y");
    assert_unreadable(sample_text("a.txt", "# hello\n"), "no rows");
}

static void test_a_line_without_end(void **state) {
    (void)state;
    size_t size = ((size_t)1 << 24) + 70000;
    char *text = malloc(2 * size);
    assert_non_null(text);
    memset(text, ' ', 2 * size);
    memcpy(text, "1 1 0 0\n", 8);
    assert_unreadable(sample_bytes("long.txt", text, 2 * size), "long.txt:2: the line is longer than 16777216 bytes");
    free(text);
}

static void test_frame_rates_that_are_none(void **state) {
    (void)state;
    static const char *const names[] = {"rate.txt", "rate.csv", "rate.sqlite"};
    const double rates[] = {0.0, -25.0, 2e6, (double)INFINITY, (double)NAN};
    for (uint32_t i = 0; i < WEND_COUNT(names) * WEND_COUNT(rates); i++) {
        const char *path = sample_path(names[i % WEND_COUNT(names)]);
        wi_recording about = made_about();
        about.fps = rates[i / WEND_COUNT(names)];
        wi_writer *writer;
        wend_error error;
        assert_int_equal(wi_writer_create(path, &about, &(wi_write_options){0}, &writer, &error), WEND_BAD_ARGUMENT);
        assert_non_null(strstr(error.text, "a recording needs one above 0, at most 1e+06"));
        assert_int_not_equal(access(path, F_OK), 0);
    }
}

// Nothing of it stays, and what was there before does.
static void test_abandoned(void **state) {
    (void)state;
    const char *path = sample_text("kept.txt", "1 1 0 0\n");
    wi_recording about = made_about();
    wi_writer *writer;
    assert_int_equal(wi_writer_create(path, &about, &(wi_write_options){0}, &writer, NULL), WEND_OK);
    wi_spot spots[MADE_AGENTS];
    wi_frame frame = made_frame(0, spots);
    assert_int_equal(writer->frame(writer, &frame, NULL), WEND_OK);
    assert_int_equal(writer->frame(writer, &frame, NULL), WEND_BAD_ARGUMENT); // the same number again
    writer->abandon(writer);
    assert_int_equal(sample_count(path).rows, 1);
    assert_int_equal(access(sample_path(".wend-writing-0"), F_OK), -1);
}

static void assert_recording(const char *name, uint64_t ids, uint64_t rows, int64_t first, int64_t last, double fps) {
    sample_counts counts = sample_count(sample_data(name));
    assert_int_equal(counts.ids, ids);
    assert_int_equal(counts.rows, rows);
    assert_int_equal(counts.first, first);
    assert_int_equal(counts.last, last);
    assert_close(counts.fps, fps, 0.0);
    assert_true(counts.xmax - counts.xmin < 20.0 && counts.ymax - counts.ymin < 20.0); // metres
    assert_true(counts.xmax - counts.xmin > 1.0);
}

static void test_recordings(void **state) {
    (void)state;
    assert_recording("bottleneck_0.5m/030_c_56_h0.txt", 75, 61872, 0, 1619, 25.0);
    assert_recording("bottleneck_0.5m/040_c_56_h-.txt", 75, 63110, 0, 1656, 25.0);
    assert_recording("corner_hermes_eo/traj.txt", 137, 18704, 53, 885, 16.0);
    assert_recording("single_file/croma_female_08_1.txt", 8, 24960, 0, 3119, 25.0);
    assert_recording("single_file/UX_14_1.txt", 72, 6131, 0, 2147, 25.0);
    assert_recording("bidirectional/bo-360-075-075.txt", 136, 21855, 33, 1181, 16.0);
    assert_recording("bidirectional/boa-300-frei.txt", 50, 6715, 30, 5391, 16.0);
    assert_recording("bidirectional/bot-360-200-200.txt", 308, 114152, 78, 1330, 16.0);
    assert_recording("unidirectional/uo-050-180-180.txt", 61, 9712, 43, 1017, 16.0);
    assert_recording("unidirectional/uo-180-180-180.txt", 220, 51570, 29, 1467, 16.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_what_is_written),
        cmocka_unit_test(test_numbers_without_locale),
        cmocka_unit_test(test_spellings_of_the_frame_rate),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_named_columns),
        cmocka_unit_test(test_named_twice),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_a_line_without_end),
        cmocka_unit_test(test_frame_rates_that_are_none),
        cmocka_unit_test(test_abandoned),
        cmocka_unit_test(test_recordings),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
