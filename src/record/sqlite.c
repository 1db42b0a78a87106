// SQLite in JuPedSim's version 2, as PedPy and JuPedSim's viewer read it; version 1 is read too.
//
// Heading is kept as a direction, (0, 0) where it is not known. What the schema has no place for goes into metadata
// under keys of ours, wend_..., which others pass over: version, seed, scenario, plan, whether the run was cut short. There
// is no place for velocities, sizes, profile, group and z.
#include "record/rows.h"
#include "record/sheet.h"
#include "record/sqlite_file.h"

#include "base/error.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_PER_TRANSACTION 1000000u // without a journal the size costs nothing; the index is made at the end

typedef struct sqlite_writer {
    wi_beside beside;
    sqlite3 *base;
    sqlite3_stmt *spot, *frame;
    wi_raster grid;
    uint64_t pending; // rows of the transaction
    int64_t last;
    bool any, bounded;
    double xmin, xmax, ymin, ymax;
} sqlite_writer;

static const char schema[] = "CREATE TABLE trajectory_data ("
                             "frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL, "
                             "ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
                             "CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
                             "CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
                             "CREATE UNIQUE INDEX geometry_hash ON geometry (hash);"
                             "CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);";

static const char settings[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
                               "PRAGMA page_size = 16384; PRAGMA cache_size = -32768;";

static wend_result execute(sqlite_writer *file, const char *sql, wend_error *error) {
    if (sqlite3_exec(file->base, sql, NULL, NULL, NULL) == SQLITE_OK) return WEND_OK;
    return wi_sqlite_fail(file->base, file->beside.target, error);
}

// Runs a statement that gives no rows and makes it ready for the next time.
static wend_result run(sqlite_writer *file, sqlite3_stmt *statement, wend_error *error) {
    int step = sqlite3_step(statement);
    wend_result result = step == SQLITE_DONE ? WEND_OK : wi_sqlite_fail(file->base, file->beside.target, error);
    (void)sqlite3_reset(statement);
    return result;
}

static wend_result prepare(sqlite_writer *file, const char *sql, sqlite3_stmt **statement, wend_error *error) {
    if (sqlite3_prepare_v2(file->base, sql, -1, statement, NULL) == SQLITE_OK) return WEND_OK;
    return wi_sqlite_fail(file->base, file->beside.target, error);
}

static wend_result put_metadata(sqlite_writer *file, const char *key, const char *value, wend_error *error) {
    sqlite3_stmt *insert = NULL;
    wend_result result = prepare(file, "INSERT INTO metadata (key, value) VALUES (?, ?)", &insert, error);
    if (result != WEND_OK) return result;
    (void)sqlite3_bind_text(insert, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_bind_text(insert, 2, value, -1, SQLITE_STATIC) == SQLITE_OK)
        result = run(file, insert, error);
    else
        result = wi_sqlite_fail(file->base, file->beside.target, error);
    (void)sqlite3_finalize(insert);
    return result;
}

// SQLite's own printf knows no locale. Fifteen digits hold a number of few decimals, seventeen any.
static wend_result put_number(sqlite_writer *file, const char *key, double value, wend_error *error) {
    char text[40];
    bool short_number = fabs(value) < 1e9 && nearbyint(value * 1e6) / 1e6 == value;
    (void)sqlite3_snprintf(sizeof text, text, short_number ? "%!.15g" : "%!.17g", value);
    return put_metadata(file, key, text, error);
}

static int64_t geometry_hash(const char *wkt) { return (int64_t)(wi_hash_bytes(0, wkt, strlen(wkt)) >> 1); }

static wend_result put_geometry(sqlite_writer *file, const char *wkt, wend_error *error) {
    sqlite3_stmt *insert = NULL;
    wend_result result = prepare(file, "INSERT INTO geometry (hash, wkt) VALUES (?, ?)", &insert, error);
    if (result != WEND_OK) return result;
    (void)sqlite3_bind_int64(insert, 1, geometry_hash(wkt));
    if (sqlite3_bind_text(insert, 2, wkt, -1, SQLITE_STATIC) == SQLITE_OK)
        result = run(file, insert, error);
    else
        result = wi_sqlite_fail(file->base, file->beside.target, error);
    (void)sqlite3_finalize(insert);
    return result;
}

static wend_result put_about(sqlite_writer *file, const wi_recording *about, wend_error *error) {
    char seed[32];
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)about->seed);
    wend_result result = put_metadata(file, "version", "2", error);
    if (result == WEND_OK) result = put_number(file, "fps", about->fps, error);
    if (result == WEND_OK && about->version) result = put_metadata(file, "wend_version", about->version, error);
    if (result == WEND_OK && about->scenario) result = put_metadata(file, "wend_scenario", about->scenario, error);
    if (result == WEND_OK && about->plan) result = put_metadata(file, "wend_plan", about->plan, error);
    if (result == WEND_OK && about->has_seed) result = put_metadata(file, "wend_seed", seed, error);
    if (result == WEND_OK) result = put_metadata(file, "wend_whole", about->whole ? "1" : "0", error);
    if (result == WEND_OK)
        result = put_geometry(file, about->geometry ? about->geometry : WI_SQLITE_NO_GEOMETRY, error);
    return result;
}

static wend_result renew_transaction(sqlite_writer *file, wend_error *error) {
    if (file->pending < ROWS_PER_TRANSACTION) return WEND_OK;
    file->pending = 0;
    return execute(file, "COMMIT; BEGIN", error);
}

static void note_bounds(sqlite_writer *file, double x, double y) {
    if (!file->bounded) file->xmin = file->xmax = x, file->ymin = file->ymax = y;
    file->bounded = true;
    file->xmin = fmin(file->xmin, x), file->xmax = fmax(file->xmax, x);
    file->ymin = fmin(file->ymin, y), file->ymax = fmax(file->ymax, y);
}

static wend_result put_spot(sqlite_writer *file, int64_t number, const wi_spot *spot, wend_error *error) {
    if (spot->id > INT64_MAX)
        return wi_fail(error, WEND_BAD_ARGUMENT, "agent %llu: SQLite holds ids up to 2^63",
                       (unsigned long long)spot->id);
    double x = wi_raster_round(file->grid, spot->x), y = wi_raster_round(file->grid, spot->y);
    bool faces = isfinite(spot->heading);
    note_bounds(file, x, y);
    (void)sqlite3_bind_int64(file->spot, 1, number);
    (void)sqlite3_bind_int64(file->spot, 2, (int64_t)spot->id);
    (void)sqlite3_bind_double(file->spot, 3, x);
    (void)sqlite3_bind_double(file->spot, 4, y);
    (void)sqlite3_bind_double(file->spot, 5, faces ? cos((double)spot->heading) : 0.0);
    (void)sqlite3_bind_double(file->spot, 6, faces ? sin((double)spot->heading) : 0.0);
    return run(file, file->spot, error);
}

static wend_result sqlite_frame(wi_writer *writer, const wi_frame *frame, wend_error *error) {
    sqlite_writer *file = writer->state;
    wend_result result = wi_frame_accept(frame, &file->last, &file->any, error);
    if (result != WEND_OK) return result;
    (void)sqlite3_bind_int64(file->frame, 1, frame->number);
    result = run(file, file->frame, error);
    for (uint32_t i = 0; i < frame->count && result == WEND_OK; i++)
        result = put_spot(file, frame->number, &frame->spot[i], error);
    file->pending += frame->count + 1;
    return result == WEND_OK ? renew_transaction(file, error) : result;
}

static bool close_base(sqlite_writer *file) {
    (void)sqlite3_finalize(file->spot);
    (void)sqlite3_finalize(file->frame);
    int code = sqlite3_close(file->base);
    file->spot = file->frame = NULL;
    file->base = NULL;
    return code == SQLITE_OK;
}

static wend_result complete(sqlite_writer *file, wend_error *error) {
    wend_result result = put_number(file, "xmin", file->xmin, error);
    if (result == WEND_OK) result = put_number(file, "xmax", file->xmax, error);
    if (result == WEND_OK) result = put_number(file, "ymin", file->ymin, error);
    if (result == WEND_OK) result = put_number(file, "ymax", file->ymax, error);
    if (result == WEND_OK)
        result = execute(file, "CREATE INDEX frame_id_idx ON trajectory_data (frame, id); COMMIT", error);
    return result;
}

static wend_result sqlite_finish(wi_writer *writer, wend_error *error) {
    sqlite_writer *file = writer->state;
    wend_result result = complete(file, error);
    if (!close_base(file) && result == WEND_OK)
        result = wi_fail(error, WEND_FILE_ERROR, "cannot close `%.100s`", file->beside.target);
    if (result == WEND_OK) result = wi_beside_finish(&file->beside, error);
    wi_beside_abandon(&file->beside);
    free(file);
    free(writer);
    return result;
}

static void abandon_file(sqlite_writer *file) {
    (void)close_base(file);
    wi_beside_abandon(&file->beside);
    free(file);
}

static void sqlite_abandon(wi_writer *writer) {
    abandon_file(writer->state);
    free(writer);
}

static wend_result start_writing(sqlite_writer *file, const wi_recording *about, wend_error *error) {
    if (sqlite3_open_v2(file->beside.path, &file->base, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return wi_sqlite_fail(file->base, file->beside.target, error);
    wend_result result = execute(file, settings, error);
    if (result == WEND_OK) result = execute(file, schema, error);
    if (result == WEND_OK) result = execute(file, "BEGIN", error);
    if (result == WEND_OK) result = put_about(file, about, error);
    if (result == WEND_OK)
        result = prepare(file, "INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", &file->spot, error);
    if (result == WEND_OK) result = prepare(file, "INSERT INTO frame_data VALUES (?, ?)", &file->frame, error);
    if (result == WEND_OK)
        (void)sqlite3_bind_int64(file->frame, 2,
                                 geometry_hash(about->geometry ? about->geometry : WI_SQLITE_NO_GEOMETRY));
    return result;
}

static wend_result sqlite_create(const char *path, const wi_recording *about, const wi_write_options *options,
                                 wi_writer *writer, wend_error *error) {
    wend_result result = wi_fps_accept(about->fps, error);
    if (result != WEND_OK) return result;
    sqlite_writer *file = calloc(1, sizeof *file);
    if (!file) return wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", path);
    file->grid = wi_raster_from(options ? options->precision : 0.0);
    result = wi_beside_start(path, &file->beside, error);
    if (result == WEND_OK) result = start_writing(file, about, error);
    if (result != WEND_OK) {
        abandon_file(file);
        return result;
    }
    writer->state = file;
    writer->frame = sqlite_frame;
    writer->finish = sqlite_finish;
    writer->abandon = sqlite_abandon;
    return WEND_OK;
}

static const char *const sqlite_extensions[] = {"sqlite", "db", NULL};

const wi_format wi_format_sqlite = {
    .name = "sqlite",
    .summary = "JuPedSim's database, version 2, as PedPy reads it",
    .extensions = sqlite_extensions,
    .recognise = wi_sqlite_recognise,
    .open = wi_sqlite_open_recording,
    .create = sqlite_create,
};
