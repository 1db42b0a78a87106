// SQLite recordings: the schema that others read, round trips, versions 1 and 2, and databases that are something else.
#include "samples.h"

#include <sqlite3.h>

// All that a query gives: columns with '|' between, rows with a line end.
static const char *query(const char *path, const char *sql) {
    static char text[4000];
    sqlite3 *base;
    sqlite3_stmt *statement;
    text[0] = '\0';
    assert_int_equal(sqlite3_open_v2(path, &base, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(base, sql, -1, &statement, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(base));
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            size_t used = strlen(text);
            const unsigned char *column = sqlite3_column_text(statement, i);
            (void)snprintf(text + used, sizeof text - used, "%s%s", column ? (const char *)column : "NULL",
                           i + 1 < sqlite3_column_count(statement) ? "|" : "\n");
        }
    sqlite3_finalize(statement);
    sqlite3_close(base);
    return text;
}

static const char *database(const char *name, const char *sql) {
    const char *path = sample_path(name);
    sqlite3 *base;
    (void)remove(path);
    assert_int_equal(sqlite3_open(path, &base), SQLITE_OK);
    if (sqlite3_exec(base, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(base));
    sqlite3_close(base);
    return path;
}

#define TABLE_INFO "SELECT name, type, \"notnull\", pk FROM pragma_table_info("

static void test_schema(void **state) {
    (void)state;
    const char *path = made_write("made.sqlite", 0.0);
    assert_string_equal(query(path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"),
                        "frame_data\ngeometry\nmetadata\ntrajectory_data\n");
    assert_string_equal(query(path, TABLE_INFO "'trajectory_data')"),
                        "frame|INTEGER|1|0\nid|INTEGER|1|0\npos_x|REAL|1|0\npos_y|REAL|1|0\nori_x|REAL|1|0\n"
                        "ori_y|REAL|1|0\n");
    assert_string_equal(query(path, TABLE_INFO "'metadata')"), "key|TEXT|1|1\nvalue|TEXT|1|0\n");
    assert_string_equal(query(path, TABLE_INFO "'geometry')"), "hash|INTEGER|1|0\nwkt|TEXT|1|0\n");
    assert_string_equal(query(path, TABLE_INFO "'frame_data')"), "frame|INTEGER|1|0\ngeometry_hash|INTEGER|1|0\n");
    assert_string_equal(query(path, "SELECT name FROM pragma_index_info('frame_id_idx')"), "frame\nid\n");
    assert_string_equal(query(path, "SELECT l.\"unique\", i.name FROM pragma_index_list('geometry') l, "
                                    "pragma_index_info(l.name) i"),
                        "1|hash\n");
    assert_non_null(strstr(query(path, "SELECT sql FROM sqlite_master WHERE name = 'metadata'"),
                           "key TEXT NOT NULL UNIQUE PRIMARY KEY"));
    assert_string_equal(query(path, "PRAGMA integrity_check"), "ok\n");
}

static void test_contents(void **state) {
    (void)state;
    const char *path = made_write("made.sqlite", 0.001);
    assert_string_equal(query(path, "SELECT value FROM metadata WHERE key = 'version'"), "2\n");
    assert_string_equal(query(path, "SELECT value FROM metadata WHERE key = 'fps'"), "12.5\n");
    assert_string_equal(query(path, "SELECT key FROM metadata WHERE key NOT LIKE 'wend_%' ORDER BY key"),
                        "fps\nversion\nxmax\nxmin\nymax\nymin\n");
    assert_string_equal(query(path,
                              "SELECT count(*) FROM metadata m, (SELECT min(pos_x) a, max(pos_x) b, min(pos_y) c, "
                              "max(pos_y) d FROM trajectory_data) WHERE abs(CAST(m.value AS REAL) - CASE m.key "
                              "WHEN 'xmin' THEN a WHEN 'xmax' THEN b WHEN 'ymin' THEN c WHEN 'ymax' THEN d END) "
                              "< 1e-12"),
                        "4\n");
    assert_string_equal(query(path, "SELECT wkt FROM geometry"), MADE_GEOMETRY "\n");
    assert_string_equal(query(path, "SELECT count(*), count(DISTINCT frame) FROM frame_data "
                                    "JOIN geometry ON hash = geometry_hash"),
                        "40|40\n");
    assert_string_equal(query(path, "SELECT count(*) FROM trajectory_data WHERE abs(ori_x * ori_x + ori_y * ori_y - 1) "
                                    "> 1e-9"),
                        "0\n");
}

static void test_round_trip(void **state) {
    (void)state;
    wi_reader *reader = sample_open(made_write("made.db", 0.0));
    assert_ptr_equal(reader->format, &wi_format_sqlite);
    assert_close(reader->about.fps, 12.5, 0.0);
    assert_string_equal(reader->about.geometry, MADE_GEOMETRY);
    assert_string_equal(reader->about.scenario, MADE_SCENARIO);
    assert_string_equal(reader->about.version, "0.9.1");
    assert_true(reader->about.has_seed && reader->about.seed == MADE_SEED && reader->about.whole);
    wi_frame frame;
    for (uint32_t i = 0; i < MADE_FRAMES; i++) {
        wi_spot spots[MADE_AGENTS];
        wi_frame made = made_frame(i, spots);
        assert_true(sample_next(reader, &frame));
        assert_int_equal(frame.number, made.number);
        assert_int_equal(frame.count, made.count);
        for (uint32_t k = 0; k < made.count; k++) {
            assert_int_equal(frame.spot[k].id, spots[k].id);
            assert_true(frame.spot[k].x == spots[k].x && frame.spot[k].y == spots[k].y && isnan(frame.spot[k].z));
            assert_close((double)frame.spot[k].heading, (double)spots[k].heading, 1e-6);
        }
    }
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static void test_cut_short(void **state) {
    (void)state;
    wi_recording about = made_about();
    about.whole = false;
    made_write_with(sample_path("cut.sqlite"), &about, 0.0);
    wi_reader *reader = sample_open(sample_path("cut.sqlite"));
    assert_false(reader->about.whole);
    wi_reader_close(reader);
}

static void test_without_geometry_and_heading(void **state) {
    (void)state;
    wi_recording about = {.fps = 100.0 / 3.0, .whole = true};
    wi_spot spot = wi_spot_at(1, 2.0, 3.0);
    wi_frame frame = {8, &spot, 1};
    wi_writer *writer;
    const char *path = sample_path("bare.sqlite");
    assert_int_equal(wi_writer_create(path, &about, &(wi_write_options){0}, &writer, NULL), WEND_OK);
    assert_int_equal(writer->frame(writer, &frame, NULL), WEND_OK);
    assert_int_equal(writer->finish(writer, NULL), WEND_OK);
    wi_reader *reader = sample_open(path);
    assert_null(reader->about.geometry);
    assert_false(reader->about.has_seed);
    assert_true(reader->about.fps == about.fps);
    assert_true(sample_next(reader, &frame) && isnan(frame.spot[0].heading));
    wi_reader_close(reader);
}

#define VERSION_1                                                                                      \
    "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, " \
    "pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"                                  \
    "CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"               \
    "CREATE TABLE geometry (wkt TEXT NOT NULL);"                                                       \
    "INSERT INTO geometry VALUES ('POLYGON ((0 0, 9 0, 9 9, 0 0))');"                                  \
    "INSERT INTO metadata VALUES ('version', '1'), ('fps', '10');"                                     \
    "INSERT INTO trajectory_data VALUES (2, 5, 1.5, 2.5, 0, 1), (0, 5, 1, 2, 1, 0), (0, 4, 8, 9, 0, -1);"

static void test_version_1(void **state) {
    (void)state;
    wi_reader *reader = sample_open(database("one.sqlite", VERSION_1));
    assert_close(reader->about.fps, 10.0, 0.0);
    assert_string_equal(reader->about.geometry, "POLYGON ((0 0, 9 0, 9 9, 0 0))");
    wi_frame frame;
    assert_true(sample_next(reader, &frame) && frame.number == 0 && frame.count == 2);
    assert_true(frame.spot[0].id == 4 && frame.spot[1].x == 1.0);
    assert_close((double)frame.spot[0].heading, -1.5707963, 1e-6);
    assert_true(sample_next(reader, &frame) && frame.number == 2 && frame.spot[0].y == 2.5);
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static void test_changing_geometry(void **state) {
    (void)state;
    const char *sql = "CREATE TABLE trajectory_data (frame, id, pos_x, pos_y, ori_x, ori_y);"
                      "CREATE TABLE metadata (key, value); CREATE TABLE geometry (hash, wkt);"
                      "CREATE TABLE frame_data (frame, geometry_hash);"
                      "INSERT INTO metadata VALUES ('version', 2), ('fps', 10.0);"
                      "INSERT INTO geometry VALUES (7, 'POLYGON EMPTY'), (3, 'POINT (1 2)');"
                      "INSERT INTO frame_data VALUES (1, 7), (0, 3);";
    wi_reader *reader = sample_open(database("two.sqlite", sql));
    assert_string_equal(reader->about.geometry, "POINT (1 2)");
    assert_non_null(strstr(reader->about.note, "geometry changes"));
    wi_frame frame;
    assert_true(sample_next(reader, &frame) && frame.number == 0 && frame.count == 0);
    assert_true(sample_next(reader, &frame) && frame.number == 1 && frame.count == 0);
    assert_false(sample_next(reader, &frame));
    wi_reader_close(reader);
}

static void test_refused(void **state) {
    (void)state;
    assert_unreadable(database("a.sqlite", "CREATE TABLE other (x)"), "database without trajectories");
    assert_unreadable(database("a.sqlite", VERSION_1 "UPDATE metadata SET value = '3' WHERE key = 'version'"),
                      "version 3 of the schema; expected 1 or 2");
    assert_unreadable(database("a.sqlite", VERSION_1 "DELETE FROM metadata WHERE key = 'fps'"), "no frame rate");
    assert_unreadable(database("a.sqlite", VERSION_1 "INSERT INTO trajectory_data VALUES (0, 5, 0, 0, 0, 0)"),
                      "agent 5 has two rows in frame 0");
    assert_unreadable(database("a.sqlite", VERSION_1 "INSERT INTO trajectory_data VALUES (0, -5, 0, 0, 0, 0)"),
                      "whole numbers from 0");
    assert_unreadable(database("a.sqlite", VERSION_1 "INSERT INTO trajectory_data VALUES (0, 9, 'here', 0, 0, 0)"),
                      "has no place in frame 0");
    assert_unreadable(database("a.sqlite", VERSION_1 "INSERT INTO trajectory_data VALUES (0, 9, 9e999, 0, 0, 0)"),
                      "has no place in frame 0");
    assert_unreadable(sample_bytes("a.sqlite", "SQLite format 3\0 but no more", 28), "a.sqlite");
}

// Cut anywhere it is refused or its frames are, but nothing worse.
static void test_truncated(void **state) {
    (void)state;
    const char *path = made_write("made.sqlite", 0.0);
    FILE *file = fopen(path, "rb");
    static char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t cut = 16; cut < size; cut += size / 37) {
        wi_reader *reader = NULL;
        wend_error error = {0};
        bool more = true;
        wend_result result = wi_reader_open(sample_bytes("cut.sqlite", bytes, cut), &reader, &error);
        while (result == WEND_OK && more) {
            wi_frame frame;
            result = reader->next(reader, &frame, &more, &error);
        }
        assert_int_not_equal(result, WEND_OK);
        assert_true(error.text[0]);
        wi_reader_close(reader);
    }
}

static void test_abandoned(void **state) {
    (void)state;
    const char *path = sample_text("kept.sqlite", "old");
    wi_recording about = made_about();
    wi_writer *writer;
    assert_int_equal(wi_writer_create(path, &about, &(wi_write_options){0}, &writer, NULL), WEND_OK);
    wi_spot spots[MADE_AGENTS];
    wi_frame frame = made_frame(0, spots);
    assert_int_equal(writer->frame(writer, &frame, NULL), WEND_OK);
    writer->abandon(writer);
    FILE *file = fopen(path, "r");
    char text[8] = "";
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "old");
    assert_int_equal(access(sample_path(".wend-writing-0"), F_OK), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schema),
        cmocka_unit_test(test_contents),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_without_geometry_and_heading),
        cmocka_unit_test(test_version_1),
        cmocka_unit_test(test_changing_geometry),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_abandoned),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
