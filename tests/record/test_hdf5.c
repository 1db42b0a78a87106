// HDF5 recordings: ours come back as they went in, those of the archive are read whatever their types and order, and bad
// ones are refused in words, silently otherwise.
#include "record/walkers.h"

#include <fcntl.h>
#include <hdf5.h>
#include <sys/stat.h>

static const walkers crowd = {.agents = 300, .seed = 1, .stay = true};

static void keeps_everything(void **state) {
    (void)state;
    const double precisions[] = {0.0, 0.001, 0.01};
    for (uint32_t i = 0; i < WEND_COUNT(precisions); i++) {
        char path[400];
        (void)snprintf(path, sizeof path, "%s", sample_path("walk.h5"));
        walkers_write(path, &crowd, 120, precisions[i]); // 36,000 rows: more than two chunks
        wi_reader *reader = sample_open(path);
        assert_ptr_equal(reader->format, &wi_format_hdf5);
        assert_about(&reader->about);
        assert_true(reader->about.whole);
        wi_frame frame;
        for (int64_t number = 0; number < 120; number++) {
            assert_true(sample_next(reader, &frame));
            assert_int_equal(frame.number, number);
            assert_walkers(&crowd, &frame, precisions[i], 0.0);
        }
        assert_false(sample_next(reader, &frame));
        assert_false(sample_next(reader, &frame));
        wi_reader_close(reader);
    }
    assert_int_equal(files_in_directory(), 1);
}

// Found by its contents under any name, and a note comes through.
static void a_cut_recording_says_so(void **state) {
    (void)state;
    wi_recording about = walkers_about();
    wi_writer *writer;
    wi_spots spots = {0};
    wend_error error = {0};
    about.whole = false;
    (void)strcpy(about.note, "the run was cut off after frame 0");
    assert_int_equal(wi_writer_create(sample_path("cut.hdf5"), &about, NULL, &writer, &error), WEND_OK);
    wi_frame frame = walkers_frame(&crowd, 0, &spots);
    assert_int_equal(writer->frame(writer, &frame, &error), WEND_OK);
    assert_int_equal(writer->frame(writer, &frame, &error), WEND_BAD_ARGUMENT); // the same number again
    assert_int_equal(writer->finish(writer, &error), WEND_OK);
    assert_int_equal(rename(sample_path("cut.hdf5"), sample_path("cut.txt")), 0);
    wi_reader *reader = sample_open(sample_path("cut.txt"));
    assert_false(reader->about.whole);
    assert_string_equal(reader->about.note, about.note);
    wi_reader_close(reader);
    wi_spots_free(&spots);
}

static void abandoned_files_leave_nothing(void **state) {
    (void)state;
    char path[400];
    (void)snprintf(path, sizeof path, "%s", sample_path("old.h5"));
    walkers_write(path, &crowd, 2, 0.001);
    wi_recording about = walkers_about();
    wi_writer *writer;
    wi_spots spots = {0};
    wend_error error = {0};
    assert_int_equal(wi_writer_create(path, &about, NULL, &writer, &error), WEND_OK);
    for (int64_t number = 0; number < 100; number++) {
        wi_frame frame = walkers_frame(&crowd, number, &spots);
        assert_int_equal(writer->frame(writer, &frame, &error), WEND_OK);
    }
    writer->abandon(writer);
    assert_int_equal(sample_count(path).frames, 2);
    assert_int_equal(files_in_directory(), 1);
    wi_spots_free(&spots);
}

// Of the pedestrian data archive; figures from its README and from counting with another tool.
static void the_archive_is_read(void **state) {
    (void)state;
    const char *path = sample_data("bottleneck_0.8m/00_01a.h5");
    sample_counts counts = sample_count(path);
    assert_int_equal(counts.ids, 46);
    assert_int_equal(counts.rows, 30701);
    assert_int_equal(counts.first, 0);
    assert_int_equal(counts.last, 942);
    assert_true(counts.fps == 25.0);
    wi_reader *reader = sample_open(path);
    assert_memory_equal(reader->about.geometry, "POLYGON ((-4 -4,", 16);
    assert_true(reader->about.whole && !reader->about.has_seed && !reader->about.scenario);
    wi_frame frame;
    assert_true(sample_next(reader, &frame));
    assert_true(isnan(frame.spot[0].vx) && isnan(frame.spot[0].heading) && isfinite(frame.spot[0].z));
    assert_int_equal(frame.spot[0].profile, WI_NO_PROFILE);
    wi_reader_close(reader);
}

// Files of others --------------------------------------------------------------------------------------------------------

// A table made with HDF5 itself, with types and order unlike ours.
typedef struct other_row {
    float y;
    int32_t id;
    double x;
    uint32_t frame;
    char word[8];
} other_row;

typedef struct other_file {
    hid_t id_type, frame_type, x_type; // in the file
    bool without_id, without_fps, without_data, flat, text_x, late_storage;
    hsize_t chunk; // 0: none
} other_file;

static void put_double(hid_t to, const char *name, double value) {
    hid_t space = H5Screate(H5S_SCALAR), attribute = H5Acreate2(to, name, H5T_IEEE_F32BE, space, 0, 0);
    assert_true(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
    (void)H5Aclose(attribute);
    (void)H5Sclose(space);
}

static void put_fixed_text(hid_t to, const char *name, const char *text) {
    hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(type, strlen(text));
    (void)H5Tset_strpad(type, H5T_STR_NULLPAD);
    hid_t attribute = H5Acreate2(to, name, type, space, 0, 0);
    assert_true(H5Awrite(attribute, type, text) >= 0);
    (void)H5Aclose(attribute);
    (void)H5Tclose(type);
    (void)H5Sclose(space);
}

static hid_t other_type(const other_file *how, bool in_file) {
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(other_row)), word = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(word, sizeof((other_row *)0)->word);
    (void)H5Tinsert(type, "word", offsetof(other_row, word), word);
    if (!how->without_id)
        (void)H5Tinsert(type, "id", offsetof(other_row, id), in_file ? how->id_type : H5T_NATIVE_INT32);
    (void)H5Tinsert(type, "frame", offsetof(other_row, frame), in_file ? how->frame_type : H5T_NATIVE_UINT32);
    (void)H5Tinsert(type, "y", offsetof(other_row, y), H5T_NATIVE_FLOAT);
    (void)H5Tinsert(type, "x", offsetof(other_row, x), how->text_x ? word : in_file ? how->x_type : H5T_NATIVE_DOUBLE);
    (void)H5Tclose(word);
    return type;
}

static void write_other(const char *path, const other_file *how, const other_row *rows, hsize_t count) {
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(file >= 0);
    put_fixed_text(file, "wkt_geometry", "POINT (1 2)");
    hid_t type = other_type(how, true), memory = other_type(how, false), plan = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t sides[2] = {1, count};
    hid_t space = how->flat ? H5Screate_simple(2, sides, NULL) : H5Screate_simple(1, &count, NULL);
    if (how->chunk) (void)H5Pset_chunk(plan, 1, &how->chunk);
    if (!how->without_data) {
        hid_t data = H5Dcreate2(file, "trajectory", type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
        assert_true(data >= 0);
        if (!how->late_storage) assert_true(H5Dwrite(data, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
        if (!how->without_fps) put_double(data, "fps", 12.5);
        (void)H5Dclose(data);
    }
    (void)H5Pclose(plan);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    (void)H5Tclose(memory);
    assert_true(H5Fclose(file) >= 0);
}

static other_file plain_other(void) {
    return (other_file){.id_type = H5T_STD_U16BE, .frame_type = H5T_IEEE_F32LE, .x_type = H5T_STD_I32LE};
}

static void other_types_and_orders_are_read(void **state) {
    (void)state;
    other_row rows[400];
    for (uint32_t i = 0; i < 400; i++) { // agent by agent, ids falling
        uint32_t id = 19 - i / 20, frame = i % 20;
        rows[i] = (other_row){.id = (int32_t)id, .frame = 100 + frame, .x = 10.0 * id, .y = (float)frame};
    }
    for (hsize_t chunk = 0; chunk <= 400; chunk += 50) {
        other_file how = plain_other();
        how.chunk = chunk;
        char path[400];
        (void)snprintf(path, sizeof path, "%s", sample_path("other.h5"));
        write_other(path, &how, rows, 400);
        wi_reader *reader = sample_open(path);
        assert_true(reader->about.fps == 12.5);
        assert_string_equal(reader->about.geometry, "POINT (1 2)");
        wi_frame frame;
        for (int64_t number = 100; number < 120; number++) {
            assert_true(sample_next(reader, &frame));
            assert_int_equal(frame.number, number);
            assert_int_equal(frame.count, 20);
            for (uint32_t i = 0; i < 20; i++) {
                assert_int_equal(frame.spot[i].id, i);
                assert_true(frame.spot[i].x == 10.0 * i && frame.spot[i].y == (double)(number - 100));
                assert_true(isnan(frame.spot[i].z));
            }
        }
        assert_false(sample_next(reader, &frame));
        wi_reader_close(reader);
    }
}

// In order of frame, with falling ids inside: streamed, and ordered within each frame.
static void ordered_rows_are_streamed(void **state) {
    (void)state;
    const hsize_t count = 100000;
    other_row *rows = calloc(count, sizeof *rows);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = (other_row){.id = 999 - (int32_t)(i % 1000), .frame = i / 1000, .x = 1.0, .y = 2.0f};
    other_file how = plain_other();
    how.chunk = 777;
    char path[400];
    (void)snprintf(path, sizeof path, "%s", sample_path("ordered.h5"));
    write_other(path, &how, rows, count);
    sample_counts counts = sample_count(path);
    assert_int_equal(counts.rows, count);
    assert_int_equal(counts.frames, 100);
    free(rows);
}

static void assert_refused(const other_file *how, const other_row *rows, hsize_t count, const char *says) {
    char path[400];
    (void)snprintf(path, sizeof path, "%s", sample_path("bad.h5"));
    write_other(path, how, rows, count);
    assert_unreadable(path, says);
}

static void bad_tables_are_refused_in_words(void **state) {
    (void)state;
    other_row good[2] = {{.id = 1, .x = 1.0}, {.id = 2, .x = 2.0}};
    other_file how = plain_other();
    how.without_id = true;
    assert_refused(&how, good, 2, "no column `id`");
    how = plain_other();
    how.without_fps = true;
    assert_refused(&how, good, 2, "no attribute fps");
    how = plain_other();
    how.without_data = true;
    assert_refused(&how, good, 2, "no dataset /trajectory");
    how = plain_other();
    how.flat = true;
    assert_refused(&how, good, 2, "not a list of rows");
    how = plain_other();
    how.text_x = true;
    assert_refused(&how, good, 2, "the column `x` of /trajectory is not of numbers");
    how = plain_other();
    how.id_type = H5T_STD_I32LE;
    other_row bad[2] = {{.id = 1}, {.id = 1}};
    assert_refused(&how, bad, 2, "agent 1 has two rows in frame 0");
    bad[1].id = -7;
    assert_refused(&how, bad, 2, "has the id -7");
    bad[1] = (other_row){.id = 3, .y = NAN};
    assert_refused(&how, bad, 2, "not finite");
    how.late_storage = true;
    how.chunk = 1000;
    assert_refused(&how, NULL, (hsize_t)1 << 50, "claims more rows than it holds");
    how.chunk = (hsize_t)20 << 20;
    assert_refused(&how, NULL, (hsize_t)20 << 20, "chunks of more than 256 MiB");
}

// HDF5 has a voice of its own, which nobody shall hear.
static void damaged_files_are_refused_silently(void **state) {
    (void)state;
    const walkers few = {.agents = 20, .seed = 3, .stay = true};
    char path[400], words[400];
    size_t size;
    (void)snprintf(path, sizeof path, "%s", sample_path("whole.h5"));
    (void)snprintf(words, sizeof words, "%s", sample_path("words"));
    walkers_write(path, &few, 30, 0.001);
    unsigned char *bytes = file_bytes(path, &size);
    (void)fflush(stderr);
    int kept = dup(STDERR_FILENO), file = open(words, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(kept >= 0 && file >= 0 && dup2(file, STDERR_FILENO) >= 0);
    uint32_t opened = 0;
    for (size_t cut = 0; cut < size; cut += 1 + size / 400) {
        wi_reader *reader;
        wend_error error = {0};
        if (wi_reader_open(sample_bytes("cut.h5", (const char *)bytes, cut), &reader, &error) == WEND_OK) opened++;
        wi_reader_close(reader);
    }
    (void)fflush(stderr);
    struct stat status;
    int said = fstat(file, &status);
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    (void)close(kept);
    (void)close(file);
    assert_int_equal(said, 0);
    assert_int_equal(status.st_size, 0);
    assert_int_equal(opened, 0);
    free(bytes);
}

// Another program reads what we write.
static void other_tools_read_it(void **state) {
    (void)state;
    if (system("command -v h5dump > /dev/null 2>&1") != 0) {
        print_message("[   SKIP   ] h5dump (hdf5-tools) is not installed\n");
        skip();
    }
    walkers_write(sample_path("walk.h5"), &crowd, 5, 0.001);
    char command[600];
    (void)snprintf(command, sizeof command, "h5dump -d /trajectory '%s' | grep -q 'DATASPACE  SIMPLE { ( 1500 )'",
                   sample_path("walk.h5"));
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_everything, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(a_cut_recording_says_so, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(abandoned_files_leave_nothing, sample_setup, sample_teardown),
        cmocka_unit_test(the_archive_is_read),
        cmocka_unit_test_setup_teardown(other_types_and_orders_are_read, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(ordered_rows_are_streamed, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(bad_tables_are_refused_in_words, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(damaged_files_are_refused_silently, sample_setup, sample_teardown),
        cmocka_unit_test_setup_teardown(other_tools_read_it, sample_setup, sample_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
