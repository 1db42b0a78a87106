// From every format to every other: what the new one can hold arrives, what it cannot is named; recordings that were cut
// short, and stopping on the way.
#include "record/convert.h"
#include "samples.h"

static const char *const written[] = {"h5", "sqlite", "txt", "csv", "part"};

static const char *name_of(const char *stem, const char *extension) {
    static char names[4][40];
    static unsigned turn;
    char *name = names[turn++ % 4];
    (void)snprintf(name, sizeof names[0], "%s.%s", stem, extension);
    return name;
}

static wi_conversion convert(const char *from, const char *to, double precision) {
    wi_convert_options options = {.write.precision = precision};
    wi_conversion done;
    wend_error error = {0};
    if (wi_convert(from, to, &options, &done, &error) != WEND_OK) fail_msg("%s to %s: %s", from, to, error.text);
    return done;
}

static void assert_text(const char *text, const char *expected, bool held) {
    if (held)
        assert_string_equal(text, expected);
    else
        assert_null(text);
}

static void assert_about(const wi_recording *about, uint32_t holds, bool whole) {
    assert_close(about->fps, 12.5, 0.0);
    assert_text(about->geometry, MADE_GEOMETRY, holds & WI_HOLDS_GEOMETRY);
    assert_text(about->scenario, MADE_SCENARIO, holds & WI_HOLDS_SCENARIO);
    assert_text(about->plan, MADE_PLAN, holds & WI_HOLDS_PLAN);
    if (holds & WI_HOLDS_VERSION)
        assert_string_equal(about->version, "0.9.1");
    else if (about->version)
        assert_string_equal(about->version, wend_version()); // of whoever wrote it
    assert_true(about->has_seed == !!(holds & WI_HOLDS_SEED));
    if (about->has_seed) assert_true(about->seed == MADE_SEED);
    if (holds & WI_HOLDS_CUT_SHORT) assert_true(about->whole == whole);
}

// What a file does not hold is unknown, never 0.
static void assert_rest(const wi_spot *got, const wi_spot *made, uint32_t holds) {
    bool preferred = holds & WI_HOLDS_PREFERRED, size = holds & WI_HOLDS_SIZE, group = holds & WI_HOLDS_GROUP;
    assert_true(isnan(got->preferred_x) == !preferred && isnan(got->preferred_y) == !preferred);
    if (preferred) assert_close((double)got->preferred_x, (double)made->preferred_x, 1e-3);
    if (preferred) assert_close((double)got->preferred_y, (double)made->preferred_y, 1e-3);
    assert_true(isnan(got->half_length) == !size && isnan(got->half_width) == !size);
    if (size) assert_true(got->half_length == made->half_length && got->half_width == made->half_width);
    assert_int_equal(got->group, group ? made->group : WI_NO_GROUP);
}

static void assert_spot(const wi_spot *got, const wi_spot *made, uint32_t holds, double tolerance) {
    assert_int_equal(got->id, made->id);
    assert_close(got->x, made->x, tolerance);
    assert_close(got->y, made->y, tolerance);
    if (holds & WI_HOLDS_Z)
        assert_close(got->z, made->z, tolerance);
    else
        assert_false(isfinite(got->z) && got->z != 0.0);
    // A format may round velocities and headings, too.
    assert_int_equal(isfinite(got->vx) && isfinite(got->vy), !!(holds & WI_HOLDS_VELOCITY));
    if (holds & WI_HOLDS_VELOCITY) assert_close((double)got->vx, (double)made->vx, 1e-3 + tolerance);
    if (holds & WI_HOLDS_VELOCITY) assert_close((double)got->vy, (double)made->vy, 1e-3 + tolerance);
    assert_int_equal(isfinite(got->heading), !!(holds & WI_HOLDS_HEADING));
    if (holds & WI_HOLDS_HEADING)
        assert_close(remainder((double)(got->heading - made->heading), 6.283185307), 0.0, 2e-3);
    assert_int_equal(got->profile != WI_NO_PROFILE, !!(holds & WI_HOLDS_PROFILE));
    assert_rest(got, made, holds);
}

// The made-up recording, less what `holds` lacks.
static void assert_made(const char *path, uint32_t holds, double tolerance, bool whole) {
    wi_reader *reader = sample_open(path);
    wi_recording about = made_about();
    assert_about(&reader->about, holds, whole);
    wi_frame frame;
    for (uint32_t i = 0; i < MADE_FRAMES; i++) {
        wi_spot spots[MADE_AGENTS];
        wi_frame made = made_frame(i, spots);
        if (made.count == 0 && !(holds & WI_HOLDS_EMPTY_FRAMES)) continue;
        assert_true(sample_next(reader, &frame));
        assert_int_equal(frame.number, made.number);
        assert_int_equal(frame.count, made.count);
        for (uint32_t k = 0; k < made.count; k++) {
            assert_spot(&frame.spot[k], &spots[k], holds, tolerance);
            if (holds & WI_HOLDS_PROFILE)
                assert_string_equal(reader->about.profiles[frame.spot[k].profile], about.profiles[spots[k].profile]);
        }
    }
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static uint32_t holds_of(const char *extension) { return wi_format_holds(wi_format_for_path(name_of("x", extension))); }

// The table of what formats hold is true for each.
static void test_what_formats_hold(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(written); i++) {
        const char *path = made_write(name_of("made", written[i]), 0.0);
        assert_made(path, holds_of(written[i]), written[i][0] == 'p' || written[i][0] == 'h' ? 1e-6 : 0.0, true);
    }
}

static void convert_pair(const char *first, const char *second, double precision, bool whole) {
    wi_recording about = made_about();
    about.whole = whole;
    char from[300], to[300];
    (void)snprintf(from, sizeof from, "%s", sample_path(name_of("from", first)));
    (void)snprintf(to, sizeof to, "%s", sample_path(name_of("to", second)));
    made_write_with(from, &about, precision);
    wi_conversion done = convert(from, to, precision);
    uint32_t had = holds_of(first), kept = had & holds_of(second);
    if (whole) had &= ~(uint32_t)WI_HOLDS_CUT_SHORT;
    assert_int_equal(done.lost, had & ~kept);
    assert_int_equal(done.whole, whole || !(had & WI_HOLDS_CUT_SHORT));
    assert_int_equal(done.frames, MADE_FRAMES - !(had & WI_HOLDS_EMPTY_FRAMES));
    assert_made(to, kept, precision > 0.0 ? 0.51 * precision : 1e-6, whole);
}

static void test_every_pair(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(written); i++)
        for (uint32_t k = 0; k < WEND_COUNT(written); k++) {
            convert_pair(written[i], written[k], 0.001, true);
            convert_pair(written[i], written[k], 0.0, true);
            convert_pair(written[i], written[k], 0.05, false);
        }
}

// Onto itself, too.
static void test_in_place(void **state) {
    (void)state;
    for (uint32_t i = 0; i < WEND_COUNT(written); i++) {
        const char *path = made_write(name_of("same", written[i]), 0.001);
        (void)convert(path, path, 0.001);
        assert_made(path, holds_of(written[i]), 0.00051, true);
    }
}

// A part file that ends in the middle of a frame: what is there is converted, and both files say that it is not all.
static void test_interrupted(void **state) {
    (void)state;
    const char *path = made_write("whole.part", 0.001);
    static char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    char cut[300];
    (void)snprintf(cut, sizeof cut, "%s", sample_bytes("run.h5.part", bytes, size - size / 3));
    for (uint32_t i = 0; i < WEND_COUNT(written); i++) {
        char to[300];
        (void)snprintf(to, sizeof to, "%s", sample_path(name_of("saved", written[i])));
        wi_conversion done = convert(cut, to, 0.001);
        assert_false(done.whole);
        assert_true(done.note[0]);
        assert_true(done.frames > 5 && done.frames < MADE_FRAMES);
        wi_reader *reader = sample_open(to);
        if (holds_of(written[i]) & WI_HOLDS_CUT_SHORT) assert_false(reader->about.whole);
        wi_reader_close(reader);
        assert_true(sample_count(to).frames <= done.frames);
    }
}

static bool stop_at_once(void) { return true; }

static void test_stopped(void **state) {
    (void)state;
    char from[300];
    (void)snprintf(from, sizeof from, "%s", made_write("from.csv", 0.0));
    for (uint32_t i = 0; i < WEND_COUNT(written); i++) {
        const char *to = sample_text(name_of("kept", written[i]), "old");
        wi_convert_options options = {.stopped = stop_at_once};
        wi_conversion done;
        assert_int_equal(wi_convert(from, to, &options, &done, NULL), WEND_BUSY);
        char text[8] = "";
        FILE *file = fopen(to, "r");
        assert_non_null(fgets(text, sizeof text, file));
        fclose(file);
        assert_string_equal(text, "old");
    }
}

static void test_frame_rate(void **state) {
    (void)state;
    wi_convert_options options = {.fps = 50.0};
    wi_conversion done;
    const char *from = sample_text("bare.txt", "1 1 0 0\n1 2 1 0\n");
    assert_int_equal(wi_convert(from, sample_path("rated.csv"), &options, &done, NULL), WEND_OK);
    assert_close(done.fps, 50.0, 0.0);
    assert_close(sample_count(sample_path("rated.csv")).fps, 50.0, 0.0);
}

static void test_refused(void **state) {
    (void)state;
    wi_convert_options options = {0};
    wi_conversion done;
    const char *from = sample_text("bare.txt", "1 1 0 0\n");
    assert_int_equal(wi_convert(from, sample_path("a.odd"), &options, &done, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wi_convert(from, sample_path("none/a.csv"), &options, &done, NULL), WEND_FILE_ERROR);
    assert_int_equal(wi_convert(sample_path("none.csv"), sample_path("a.csv"), &options, &done, NULL), WEND_NOT_FOUND);
}

static void test_recordings(void **state) {
    (void)state;
    static const char *const names[] = {"bottleneck_0.8m/00_01a.h5", "single_file/n34_cam2.csv",
                                        "eth_ucy/UCY_zara01/obsmat.txt", "bidirectional/boa-300-frei.txt"};
    for (uint32_t i = 0; i < WEND_COUNT(names); i++)
        for (uint32_t k = 0; k < WEND_COUNT(written); k++) {
            const char *from = sample_data(names[i]), *to = sample_path(name_of("recorded", written[k]));
            (void)convert(from, to, 0.001);
            sample_counts old = sample_count(from), new = sample_count(to);
            assert_true(old.rows == new.rows &&old.ids == new.ids &&old.first == new.first &&old.last == new.last);
            assert_close(new.fps, old.fps, 0.0);
            assert_close(new.xmin, old.xmin, 0.00051);
            assert_close(new.ymax, old.ymax, 0.00051);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_formats_hold), cmocka_unit_test(test_every_pair), cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_interrupted),       cmocka_unit_test(test_stopped),    cmocka_unit_test(test_frame_rate),
        cmocka_unit_test(test_refused),           cmocka_unit_test(test_recordings),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
