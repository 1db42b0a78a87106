// Reading SQLite: JuPedSim's versions 1 and 2.
#include "record/lines.h"
#include "record/rows.h"
#include "record/sheet.h"
#include "record/sqlite_file.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TEXT_MOST (1 << 26) // bytes of a geometry or scenario

wend_result wi_sqlite_fail(sqlite3 *base, const char *path, wend_error *error) {
    int code = base ? sqlite3_errcode(base) & 0xff : SQLITE_NOMEM;
    const char *text = base ? sqlite3_errmsg(base) : "no memory";
    wend_result result = WEND_FILE_ERROR;
    if (code == SQLITE_NOMEM) result = WEND_NO_MEMORY;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR || code == SQLITE_MISMATCH)
        result = WEND_BAD_FILE;
    return wi_fail(error, result, "`%.100s`: %.100s", path, text);
}

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
        return wi_sqlite_fail(file->base, file->path, error);
    if (key) (void)sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    int step = sqlite3_step(query);
    wend_result result =
        step == SQLITE_ROW || step == SQLITE_DONE ? WEND_OK : wi_sqlite_fail(file->base, file->path, error);
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
        return wi_sqlite_fail(file->base, file->path, error);
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
        return wi_sqlite_fail(file->base, file->path, error);
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
    if (result != WEND_OK || (about->fps > 0.0 && about->fps <= WI_FPS_MOST)) return result;
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
    if (about->geometry && strcmp(about->geometry, WI_SQLITE_NO_GEOMETRY) == 0) {
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
    return step == SQLITE_ROW || step == SQLITE_DONE ? WEND_OK : wi_sqlite_fail(file->base, file->path, error);
}

static wend_result step_frames(sqlite_reader *file, wend_error *error) {
    if (!file->frames) return WEND_OK;
    int step = sqlite3_step(file->frames);
    file->has_frame = step == SQLITE_ROW;
    if (file->has_frame) file->frame_number = sqlite3_column_int64(file->frames, 0);
    return step == SQLITE_ROW || step == SQLITE_DONE ? WEND_OK : wi_sqlite_fail(file->base, file->path, error);
}

static wend_result start_queries(sqlite_reader *file, wend_error *error) {
    if (sqlite3_prepare_v2(file->base,
                           "SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data ORDER BY frame, id", -1,
                           &file->spots, NULL) != SQLITE_OK)
        return wi_sqlite_fail(file->base, file->path, error);
    if (has_table(file, "frame_data") && sqlite3_prepare_v2(file->base, "SELECT frame FROM frame_data ORDER BY frame",
                                                            -1, &file->frames, NULL) != SQLITE_OK)
        return wi_sqlite_fail(file->base, file->path, error);
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

wend_result wi_sqlite_open_recording(const char *path, wi_reader *reader, wend_error *error) {
    sqlite_reader *file = calloc(1, sizeof *file);
    if (file) file->path = wi_text_copy(path);
    if (!file || !file->path) {
        free(file);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to read `%.100s`", path);
    }
    wend_result result = WEND_OK;
    if (sqlite3_open_v2(path, &file->base, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        result = wi_sqlite_fail(file->base, path, error);
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

int wi_sqlite_recognise(const unsigned char *bytes, size_t size) {
    return size >= 16 && memcmp(bytes, "SQLite format 3", 16) == 0 ? 2 : 0;
}
