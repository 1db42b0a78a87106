// SQLite in JuPedSim's version 2, as PedPy and JuPedSim's viewer read it; version 1 is read too.
//
// Heading is kept as a direction, (0, 0) where it is not known. What the schema has no place for goes into metadata
// under keys of ours, wend_..., which others pass over: version, seed, scenario, plan, whether the run was cut short. There
// is no place for velocities, sizes, profile, group and z.
#include "record/beside.h"
#include "record/lines.h"
#include "record/rows.h"

#include "base/error.h"
#include "base/hash.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ROWS_PER_TRANSACTION 1000000u // without a journal the size costs nothing; the index is made at the end
#define FPS_MOST 1e6
#define NO_GEOMETRY "GEOMETRYCOLLECTION EMPTY" // every frame needs one
#define TEXT_MOST (1 << 26)                    // bytes of a geometry or scenario

static wend_result fail_sqlite(sqlite3 *base, const char *path, wend_error *error) {
    int code = base ? sqlite3_errcode(base) & 0xff : SQLITE_NOMEM;
    const char *text = base ? sqlite3_errmsg(base) : "no memory";
    wend_result result = WEND_FILE_ERROR;
    if (code == SQLITE_NOMEM) result = WEND_NO_MEMORY;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR || code == SQLITE_MISMATCH)
        result = WEND_BAD_FILE;
    return wi_fail(error, result, "`%.100s`: %.100s", path, text);
}

// Reading -------------------------------------------------------------------------------------------------------------

typedef struct sqlite_reader {
    sqlite3 *base;
    sqlite3_stmt *spots;  // ordered by frame and id
    sqlite3_stmt *frames; // numbers of all frames, those without agents too; NULL in version 1
    int64_t spot_frame, frame_number;
    bool has_spot, has_frame; // both are one row ahead
    wi_spots buffer;
    char *path;
} sqlite_reader;

// Copies the one text that a query gives; NULL if it gives none.
static wend_result query_text(sqlite_reader *file, const char *sql, const char *key, char **text, wend_error *error) {
    *text = NULL;
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(file->base, sql, -1, &query, NULL) != SQLITE_OK)
        return fail_sqlite(file->base, file->path, error);
    if (key) (void)sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    int step = sqlite3_step(query);
    wend_result result =
        step == SQLITE_ROW || step == SQLITE_DONE ? WEND_OK : fail_sqlite(file->base, file->path, error);
    const char *found = step == SQLITE_ROW ? (const char *)sqlite3_column_text(query, 0) : NULL;
    if (found) {
        *text = wi_text_copy(found);
        if (!*text) result = wi_fail(error, WEND_NO_MEMORY, "no memory to read `%.100s`", file->path);
    }
    (void)sqlite3_finalize(query);
    return result;
}

static wend_result metadata(sqlite_reader *file, const char *key, char **text, wend_error *error) {
    return query_text(file, "SELECT value FROM metadata WHERE key = ?", key, text, error);
}

static bool has_table(sqlite_reader *file, const char *name) {
    char *found = NULL;
    wend_result result = query_text(file, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?",
                                    name, &found, NULL);
    bool there = result == WEND_OK && found;
    free(found);
    return there;
}

// A number in the C locale, whatever the host's is: SQLite reads it.
static wend_result metadata_number(sqlite_reader *file, const char *key, double *value, wend_error *error) {
    sqlite3_stmt *query = NULL;
    *value = 0.0;
    if (sqlite3_prepare_v2(file->base, "SELECT CAST(value AS REAL) FROM metadata WHERE key = ?", -1, &query, NULL) !=
        SQLITE_OK)
        return fail_sqlite(file->base, file->path, error);
    (void)sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_step(query) == SQLITE_ROW) *value = sqlite3_column_double(query, 0);
    (void)sqlite3_finalize(query);
    return WEND_OK;
}

// SQLite takes no offence at a last page that is cut off.
static wend_result check_size(sqlite_reader *file, wend_error *error) {
    sqlite3_stmt *query = NULL;
    struct stat status;
    int64_t page = 0;
    if (sqlite3_prepare_v2(file->base, "PRAGMA page_size", -1, &query, NULL) != SQLITE_OK)
        return fail_sqlite(file->base, file->path, error);
    if (sqlite3_step(query) == SQLITE_ROW) page = sqlite3_column_int64(query, 0);
    (void)sqlite3_finalize(query);
    if (page <= 0 || stat(file->path, &status) != 0 || status.st_size % page == 0) return WEND_OK;
    return wi_fail(error, WEND_BAD_FILE, "`%.100s` is truncated: its last page is not whole", file->path);
}

static wend_result read_version(sqlite_reader *file, double *version, wend_error *error) {
    if (!has_table(file, "metadata") || !has_table(file, "trajectory_data"))
        return wi_fail(error, WEND_BAD_FILE,
                       "`%.100s` is a database without trajectories; expected tables metadata and trajectory_data",
                       file->path);
    wend_result result = metadata_number(file, "version", version, error);
    if (result != WEND_OK || *version == 0.0 || *version == 1.0 || *version == 2.0) return result;
    return wi_fail(error, WEND_BAD_FILE, "`%.100s` has version %g of the schema; expected 1 or 2", file->path,
                   *version);
}

static wend_result read_fps(sqlite_reader *file, wi_recording *about, wend_error *error) {
    wend_result result = metadata_number(file, "fps", &about->fps, error);
    if (result != WEND_OK || (about->fps > 0.0 && about->fps <= FPS_MOST)) return result;
    return wi_fail(error, WEND_BAD_FILE, "`%.100s`: no frame rate above 0 under the key fps in metadata", file->path);
}

// The geometry of the first frame; the note tells if there are more.
static wend_result read_geometry(sqlite_reader *file, double version, wi_recording *about, wend_error *error) {
    if (!has_table(file, "geometry")) return WEND_OK;
    bool dated = version >= 2.0 && has_table(file, "frame_data");
    wend_result result = WEND_OK;
    if (dated)
        result = query_text(file,
                            "SELECT wkt FROM geometry WHERE hash = "
                            "(SELECT geometry_hash FROM frame_data ORDER BY frame LIMIT 1)",
                            NULL, &about->geometry, error);
    if (result == WEND_OK && !about->geometry)
        result = query_text(file, "SELECT wkt FROM geometry LIMIT 1", NULL, &about->geometry, error);
    if (result != WEND_OK) return result;
    if (about->geometry && strcmp(about->geometry, NO_GEOMETRY) == 0) {
        free(about->geometry);
        about->geometry = NULL;
    }
    char *others = NULL;
    result = query_text(file, "SELECT 'several' FROM geometry LIMIT 1 OFFSET 1", NULL, &others, error);
    if (others)
        (void)snprintf(about->note, sizeof about->note,
                       "the geometry changes during the recording: that of the first "
                       "frame is read");
    free(others);
    return result;
}

static wend_result read_ours(sqlite_reader *file, wi_recording *about, wend_error *error) {
    char *seed = NULL, *cut = NULL;
    wend_result result = metadata(file, "wend_version", &about->version, error);
    if (result == WEND_OK) result = metadata(file, "wend_scenario", &about->scenario, error);
    if (result == WEND_OK) result = metadata(file, "wend_plan", &about->plan, error);
    if (result == WEND_OK) result = metadata(file, "wend_seed", &seed, error);
    if (result == WEND_OK) result = metadata(file, "wend_whole", &cut, error);
    if (seed) {
        char *end;
        about->seed = strtoull(seed, &end, 10);
        about->has_seed = end != seed && *end == '\0' && *seed != '-';
    }
    about->whole = !cut || strcmp(cut, "0") != 0;
    if (!about->whole && !about->note[0]) (void)snprintf(about->note, sizeof about->note, "the run was cut short");
    free(seed);
    free(cut);
    return result;
}

static wend_result step_spots(sqlite_reader *file, wend_error *error) {
    int step = sqlite3_step(file->spots);
    file->has_spot = step == SQLITE_ROW;
    if (file->has_spot) file->spot_frame = sqlite3_column_int64(file->spots, 0);
    return step == SQLITE_ROW || step == SQLITE_DONE ? WEND_OK : fail_sqlite(file->base, file->path, error);
}

static wend_result step_frames(sqlite_reader *file, wend_error *error) {
    if (!file->frames) return WEND_OK;
    int step = sqlite3_step(file->frames);
    file->has_frame = step == SQLITE_ROW;
    if (file->has_frame) file->frame_number = sqlite3_column_int64(file->frames, 0);
    return step == SQLITE_ROW || step == SQLITE_DONE ? WEND_OK : fail_sqlite(file->base, file->path, error);
}

static wend_result start_queries(sqlite_reader *file, wend_error *error) {
    if (sqlite3_prepare_v2(file->base,
                           "SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data ORDER BY frame, id", -1,
                           &file->spots, NULL) != SQLITE_OK)
        return fail_sqlite(file->base, file->path, error);
    if (has_table(file, "frame_data") && sqlite3_prepare_v2(file->base, "SELECT frame FROM frame_data ORDER BY frame",
                                                            -1, &file->frames, NULL) != SQLITE_OK)
        return fail_sqlite(file->base, file->path, error);
    wend_result result = step_spots(file, error);
    return result == WEND_OK ? step_frames(file, error) : result;
}

// A finite number of the row at hand; SQLite itself has no NaN, but text and NULL may stand there.
static bool column_number(sqlite3_stmt *row, int column, double *value) {
    int type = sqlite3_column_type(row, column);
    *value = sqlite3_column_double(row, column);
    return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) && isfinite(*value);
}

static wend_result take_spot(sqlite_reader *file, wend_error *error) {
    int64_t id = sqlite3_column_int64(file->spots, 1);
    wi_spots *spots = &file->buffer;
    if (sqlite3_column_type(file->spots, 1) != SQLITE_INTEGER || id < 0)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`, frame %lld: expected ids that are whole numbers from 0",
                       file->path, (long long)file->spot_frame);
    if (spots->count > 0 && spots->spot[spots->count - 1].id >= (uint64_t)id)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`: agent %lld has two rows in frame %lld; expected one",
                       file->path, (long long)id, (long long)file->spot_frame);
    wi_spot *spot = wi_spots_add(spots);
    if (!spot) return wi_fail(error, WEND_NO_MEMORY, "no memory for a frame of `%.100s`", file->path);
    *spot = wi_spot_blank((uint64_t)id);
    if (!column_number(file->spots, 2, &spot->x) || !column_number(file->spots, 3, &spot->y))
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`: agent %lld has no place in frame %lld; expected finite numbers",
                       file->path, (long long)id, (long long)file->spot_frame);
    double ori_x, ori_y;
    bool known = column_number(file->spots, 4, &ori_x) && column_number(file->spots, 5, &ori_y);
    if (known && (ori_x != 0.0 || ori_y != 0.0)) spot->heading = (float)atan2(ori_y, ori_x);
    return WEND_OK;
}

static wend_result next_frame(wi_reader *reader, wi_frame *frame, bool *more, wend_error *error) {
    sqlite_reader *file = reader->state;
    *more = file->has_spot || file->has_frame;
    if (!*more) return WEND_OK;
    bool lone = !file->has_spot || (file->has_frame && file->frame_number < file->spot_frame);
    int64_t number = lone ? file->frame_number : file->spot_frame;
    wend_result result = WEND_OK;
    file->buffer.count = 0;
    while (result == WEND_OK && file->has_spot && file->spot_frame == number) {
        result = take_spot(file, error);
        if (result == WEND_OK) result = step_spots(file, error);
    }
    while (result == WEND_OK && file->has_frame && file->frame_number <= number) result = step_frames(file, error);
    *frame = (wi_frame){.number = number, .spot = file->buffer.spot, .count = file->buffer.count};
    return result;
}

static void free_reader(sqlite_reader *file) {
    (void)sqlite3_finalize(file->spots);
    (void)sqlite3_finalize(file->frames);
    (void)sqlite3_close(file->base);
    wi_spots_free(&file->buffer);
    free(file->path);
    free(file);
}

static void close_reader(wi_reader *reader) {
    free_reader(reader->state);
    reader->state = NULL;
}

static wend_result read_about(sqlite_reader *file, wi_recording *about, wend_error *error) {
    double version;
    wend_result result = read_version(file, &version, error);
    if (result == WEND_OK) result = check_size(file, error);
    if (result == WEND_OK) result = read_fps(file, about, error);
    if (result == WEND_OK) result = read_geometry(file, version, about, error);
    if (result == WEND_OK) result = read_ours(file, about, error);
    return result;
}

static wend_result sqlite_open(const char *path, wi_reader *reader, wend_error *error) {
    sqlite_reader *file = calloc(1, sizeof *file);
    if (file) file->path = wi_text_copy(path);
    if (!file || !file->path) {
        free(file);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to read `%.100s`", path);
    }
    wend_result result = WEND_OK;
    if (sqlite3_open_v2(path, &file->base, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        result = fail_sqlite(file->base, path, error);
    if (result == WEND_OK) {
        (void)sqlite3_limit(file->base, SQLITE_LIMIT_LENGTH, TEXT_MOST);
        (void)sqlite3_db_config(file->base, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        result = read_about(file, &reader->about, error);
    }
    if (result == WEND_OK) result = start_queries(file, error);
    if (result != WEND_OK) {
        free_reader(file);
        return result;
    }
    reader->state = file;
    reader->next = next_frame;
    reader->close = close_reader;
    return WEND_OK;
}

static int sqlite_recognise(const unsigned char *bytes, size_t size) {
    return size >= 16 && memcmp(bytes, "SQLite format 3", 16) == 0 ? 2 : 0;
}

// Writing -------------------------------------------------------------------------------------------------------------

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
    return fail_sqlite(file->base, file->beside.target, error);
}

// Runs a statement that gives no rows and makes it ready for the next time.
static wend_result run(sqlite_writer *file, sqlite3_stmt *statement, wend_error *error) {
    int step = sqlite3_step(statement);
    wend_result result = step == SQLITE_DONE ? WEND_OK : fail_sqlite(file->base, file->beside.target, error);
    (void)sqlite3_reset(statement);
    return result;
}

static wend_result prepare(sqlite_writer *file, const char *sql, sqlite3_stmt **statement, wend_error *error) {
    if (sqlite3_prepare_v2(file->base, sql, -1, statement, NULL) == SQLITE_OK) return WEND_OK;
    return fail_sqlite(file->base, file->beside.target, error);
}

static wend_result put_metadata(sqlite_writer *file, const char *key, const char *value, wend_error *error) {
    sqlite3_stmt *insert = NULL;
    wend_result result = prepare(file, "INSERT INTO metadata (key, value) VALUES (?, ?)", &insert, error);
    if (result != WEND_OK) return result;
    (void)sqlite3_bind_text(insert, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_bind_text(insert, 2, value, -1, SQLITE_STATIC) == SQLITE_OK)
        result = run(file, insert, error);
    else
        result = fail_sqlite(file->base, file->beside.target, error);
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
        result = fail_sqlite(file->base, file->beside.target, error);
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
    if (result == WEND_OK) result = put_geometry(file, about->geometry ? about->geometry : NO_GEOMETRY, error);
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
        return fail_sqlite(file->base, file->beside.target, error);
    wend_result result = execute(file, settings, error);
    if (result == WEND_OK) result = execute(file, schema, error);
    if (result == WEND_OK) result = execute(file, "BEGIN", error);
    if (result == WEND_OK) result = put_about(file, about, error);
    if (result == WEND_OK)
        result = prepare(file, "INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", &file->spot, error);
    if (result == WEND_OK) result = prepare(file, "INSERT INTO frame_data VALUES (?, ?)", &file->frame, error);
    if (result == WEND_OK)
        (void)sqlite3_bind_int64(file->frame, 2, geometry_hash(about->geometry ? about->geometry : NO_GEOMETRY));
    return result;
}

static wend_result sqlite_create(const char *path, const wi_recording *about, const wi_write_options *options,
                                 wi_writer *writer, wend_error *error) {
    if (!(about->fps > 0.0) || about->fps > FPS_MOST)
        return wi_fail(error, WEND_BAD_ARGUMENT, "frame rate %g; a recording needs one above 0", about->fps);
    sqlite_writer *file = calloc(1, sizeof *file);
    if (!file) return wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", path);
    file->grid = wi_raster_from(options ? options->precision : 0.0);
    wend_result result = wi_beside_start(path, &file->beside, error);
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
    .recognise = sqlite_recognise,
    .open = sqlite_open,
    .create = sqlite_create,
};
