// Reading HDF5 recordings: ours, and those of the pedestrian data archive, whose rows may be in any order.
#include "base/disk.h"
#include "base/error.h"
#include "record/empty.h"
#include "record/frames.h"
#include "record/hdf5_file.h"
#include "record/rows.h"
#include "record/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_ROWS 24576u               // two chunks of our own files
#define CHUNK_MOST ((uint64_t)256 << 20) // bytes
#define TEXT_MOST ((size_t)256 << 20)    // bytes of a text attribute
#define TRIAL_SPEED (4 << 20)            // bytes a second: slower than any good file is read
#define PROFILES_MOST 65536u
#define COLUMNS_MOST 1000
#define RATIO_MOST 1100u // deflate cannot do better: more rows than that were never written

typedef struct hdf5_reader {
    char *path;
    int file;
    wi_h5_file h5;
    hid_t data, space, type;
    uint64_t rows, at;    // at: first row that is not in the buffer
    uint32_t count, next; // in the buffer
    int64_t last;
    bool any;
    wi_spots spots, scratch;
    wi_empty empty;
    wi_h5_row blank; // what a row has where the file has no column
    wi_h5_row row[BUFFER_ROWS];
} hdf5_reader;

// Attributes -----------------------------------------------------------------------------------------------------------

static hid_t open_attribute(hid_t of, const char *name) {
    return H5Aexists(of, name) > 0 ? H5Aopen(of, name, H5P_DEFAULT) : -1;
}

// How many values an attribute has, 0 if that cannot be said.
static uint64_t count_values(hid_t attribute) {
    hid_t space = H5Aget_space(attribute);
    hssize_t count = space >= 0 ? H5Sget_simple_extent_npoints(space) : 0;
    if (space >= 0) (void)H5Sclose(space);
    return count > 0 ? (uint64_t)count : 0;
}

static bool is_number(hid_t type) {
    H5T_class_t kind = H5Tget_class(type);
    return kind == H5T_INTEGER || kind == H5T_FLOAT;
}

// A single number of any kind; false if there is none.
static bool get_number(hid_t of, const char *name, hid_t type, void *value) {
    hid_t attribute = open_attribute(of, name);
    if (attribute < 0) return false;
    hid_t stored = H5Aget_type(attribute);
    bool got = stored >= 0 && is_number(stored) && count_values(attribute) == 1 && H5Aread(attribute, type, value) >= 0;
    if (stored >= 0) (void)H5Tclose(stored);
    (void)H5Aclose(attribute);
    return got;
}

static char *copy_text(const char *text, size_t most) {
    size_t length = text ? strnlen(text, most) : 0;
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    if (length > 0) memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

// Texts of variable length are made by HDF5 and given back to it.
static bool read_variable(hid_t attribute, hid_t stored, uint64_t count, char **texts) {
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Aget_space(attribute);
    char **got = calloc((size_t)count, sizeof *got);
    bool read = type >= 0 && space >= 0 && got && H5Tset_size(type, H5T_VARIABLE) >= 0 &&
                H5Tset_cset(type, H5Tget_cset(stored)) >= 0 && H5Aread(attribute, type, got) >= 0;
    for (uint64_t i = 0; i < count && read; i++) texts[i] = copy_text(got[i], TEXT_MOST);
    if (read) (void)H5Dvlen_reclaim(type, space, H5P_DEFAULT, got);
    free(got);
    if (type >= 0) (void)H5Tclose(type);
    if (space >= 0) (void)H5Sclose(space);
    return read;
}

static bool read_fixed(hid_t attribute, hid_t stored, uint64_t count, char **texts) {
    size_t size = H5Tget_size(stored);
    if (size == 0 || size > TEXT_MOST / count) return false;
    char *got = calloc((size_t)count, size);
    bool read = got && H5Aread(attribute, stored, got) >= 0;
    for (uint64_t i = 0; i < count && read; i++) texts[i] = copy_text(got + i * size, size);
    free(got);
    return read;
}

static bool read_texts(hid_t attribute, uint64_t count, char **texts) {
    hid_t stored = H5Aget_type(attribute);
    bool read = false;
    if (stored >= 0 && H5Tget_class(stored) == H5T_STRING)
        read = H5Tis_variable_str(stored) > 0 ? read_variable(attribute, stored, count, texts)
                                              : read_fixed(attribute, stored, count, texts);
    if (stored >= 0) (void)H5Tclose(stored);
    return read;
}

// NULL if there is none, or not a single one.
static char *get_text(hid_t of, const char *name) {
    char *text = NULL;
    hid_t attribute = open_attribute(of, name);
    if (attribute < 0) return NULL;
    if (count_values(attribute) == 1) (void)read_texts(attribute, 1, &text);
    (void)H5Aclose(attribute);
    return text;
}

static void get_profiles(hid_t of, wi_recording *about) {
    hid_t attribute = open_attribute(of, "profiles");
    if (attribute < 0) return;
    uint64_t count = count_values(attribute);
    if (count > 0 && count <= PROFILES_MOST && (about->profiles = calloc((size_t)count, sizeof *about->profiles))) {
        about->profile_count = (uint32_t)count;
        bool good = read_texts(attribute, count, about->profiles);
        for (uint32_t i = 0; i < count; i++) good = good && about->profiles[i];
        for (uint32_t i = 0; i < count && !good; i++) free(about->profiles[i]);
        if (!good) {
            free(about->profiles);
            about->profiles = NULL;
            about->profile_count = 0;
        }
    }
    (void)H5Aclose(attribute);
}

// As many as there are profiles, or none.
static void get_radii(hid_t of, wi_recording *about) {
    hid_t attribute = about->profile_count ? open_attribute(of, "profile_radius") : -1;
    if (attribute < 0) return;
    hid_t stored = H5Aget_type(attribute);
    bool fits = stored >= 0 && H5Tget_class(stored) == H5T_FLOAT && count_values(attribute) == about->profile_count;
    double *radii = fits ? calloc(about->profile_count, sizeof *radii) : NULL;
    if (radii && H5Aread(attribute, H5T_NATIVE_DOUBLE, radii) >= 0) {
        for (uint32_t i = 0; i < about->profile_count; i++)
            if (!(radii[i] > 0.0 && radii[i] < 1000.0)) radii[i] = 0.0;
        about->profile_radius = radii;
    } else {
        free(radii);
    }
    if (stored >= 0) (void)H5Tclose(stored);
    (void)H5Aclose(attribute);
}

static wend_result get_empty(hdf5_reader *state, wend_error *error) {
    char *list = get_text(state->h5.id, "empty_frames");
    wend_error why;
    wend_result result = list ? wi_empty_read(list, &state->empty, &why) : WEND_OK;
    free(list);
    return result ? wi_fail(error, result, "`%.100s`: %s", state->path, why.text) : WEND_OK;
}

static wend_result get_about(hdf5_reader *state, wi_recording *about, wend_error *error) {
    hid_t root = state->h5.id;
    if (!get_number(state->data, "fps", H5T_NATIVE_DOUBLE, &about->fps) &&
        !get_number(root, "fps", H5T_NATIVE_DOUBLE, &about->fps))
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`: /trajectory has no attribute fps, the frames a second",
                       state->path);
    if (!(about->fps > 0.0) || !isfinite(about->fps))
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`: fps is %g; expected more than 0", state->path, about->fps);
    unsigned char whole = 1;
    (void)get_number(root, "whole", H5T_NATIVE_UCHAR, &whole);
    about->whole = whole != 0;
    about->has_seed = get_number(root, "seed", H5T_NATIVE_UINT64, &about->seed);
    about->geometry = get_text(root, "wkt_geometry");
    about->scenario = get_text(root, "scenario");
    about->plan = get_text(root, "plan");
    about->version = get_text(root, "wend_version");
    get_profiles(root, about);
    get_radii(root, about);
    char *note = get_text(root, "note");
    if (note) (void)snprintf(about->note, sizeof about->note, "%s", note);
    free(note);
    return get_empty(state, error);
}

// The dataset ----------------------------------------------------------------------------------------------------------

static wend_result bad_data(const hdf5_reader *state, wend_error *error, const char *why) {
    return wi_fail(error, WEND_BAD_FILE, "`%.100s`: /trajectory %s", state->path, why);
}

// What the file claims to hold must not be far from what it does hold.
static wend_result check_size(hdf5_reader *state, size_t row_bytes, wend_error *error) {
    hid_t how = H5Dget_create_plist(state->data);
    hsize_t chunk = 0;
    if (how >= 0 && H5Pget_layout(how) == H5D_CHUNKED) (void)H5Pget_chunk(how, 1, &chunk);
    if (how >= 0) (void)H5Pclose(how);
    if (chunk > CHUNK_MOST / row_bytes) return bad_data(state, error, "has chunks of more than 256 MiB");
    struct stat status;
    uint64_t stored = (uint64_t)H5Dget_storage_size(state->data);
    if (fstat(state->file, &status) == 0 && stored > (uint64_t)status.st_size) stored = (uint64_t)status.st_size;
    if (state->rows > 0 && state->rows > (stored + 64) * RATIO_MOST / row_bytes)
        return bad_data(state, error, "claims more rows than it holds");
    return WEND_OK;
}

static bool add_column(hid_t type, hid_t stored, const wi_h5_column *column, bool *good) {
    int member = H5Tget_member_index(stored, column->name);
    if (member < 0) return false;
    hid_t of = H5Tget_member_type(stored, (unsigned)member);
    if (of < 0 || !is_number(of) || H5Tinsert(type, column->name, column->offset, column->type) < 0) *good = false;
    if (of >= 0) (void)H5Tclose(of);
    return true;
}

// The type of rows in memory, with the columns that the file has.
static wend_result make_type(hdf5_reader *state, hid_t stored, wend_error *error) {
    wi_h5_column columns[WI_H5_COLUMNS];
    wi_h5_columns(columns);
    bool good = true;
    state->type = H5Tcreate(H5T_COMPOUND, sizeof(wi_h5_row));
    if (state->type < 0) return wi_h5_fail(&state->h5, error, "read", state->path);
    for (uint32_t i = 0; i < WI_H5_COLUMNS; i++) {
        if (!add_column(state->type, stored, &columns[i], &good) && i < WI_H5_NEEDED)
            return wi_fail(error, WEND_BAD_FILE, "`%.100s`: /trajectory has no column `%s`; expected id, frame, x, y",
                           state->path, columns[i].name);
        if (!good)
            return wi_fail(error, WEND_BAD_FILE, "`%.100s`: the column `%s` of /trajectory is not of numbers",
                           state->path, columns[i].name);
    }
    state->blank = (wi_h5_row){.z = NAN,
                               .vx = NAN,
                               .vy = NAN,
                               .heading = NAN,
                               .profile = -1,
                               .preferred_x = NAN,
                               .preferred_y = NAN,
                               .half_length = NAN,
                               .half_width = NAN,
                               .group = -1};
    return WEND_OK;
}

// HDF5 takes the file's word for where columns lie in a row and where bits lie in a number.
static bool member_fits(hid_t stored, unsigned member) {
    hid_t of = H5Tget_member_type(stored, member);
    if (of < 0) return false;
    size_t size = H5Tget_size(of), room = H5Tget_size(stored), at = H5Tget_member_offset(stored, member);
    bool fits = size > 0 && size <= room && at <= room - size;
    if (fits && is_number(of)) {
        int first = H5Tget_offset(of);
        fits = first >= 0 && size <= 16 && (size_t)first + H5Tget_precision(of) <= 8 * size;
    }
    (void)H5Tclose(of);
    return fits;
}

static bool members_fit(hid_t stored) {
    int count = H5Tget_nmembers(stored);
    bool fit = count > 0 && count <= COLUMNS_MOST;
    for (int i = 0; i < count && fit; i++) fit = member_fits(stored, (unsigned)i);
    return fit;
}

static wend_result check_data(hdf5_reader *state, wend_error *error) {
    hid_t stored = H5Dget_type(state->data);
    state->space = H5Dget_space(state->data);
    hsize_t rows = 0;
    wend_result result = WEND_OK;
    if (stored < 0 || state->space < 0 || H5Tget_class(stored) != H5T_COMPOUND)
        result = bad_data(state, error, "is not a table with named columns");
    else if (!members_fit(stored))
        result = bad_data(state, error, "has columns that do not fit into its rows");
    else if (H5Sget_simple_extent_ndims(state->space) != 1 || H5Sget_simple_extent_dims(state->space, &rows, NULL) != 1)
        result = bad_data(state, error, "is not a list of rows");
    state->rows = rows;
    if (!result) result = check_size(state, H5Tget_size(stored), error);
    if (!result) result = make_type(state, stored, error);
    if (stored >= 0) (void)H5Tclose(stored);
    return result;
}

static bool read_rows(hdf5_reader *state, hid_t type, uint64_t first, uint32_t rows, void *to) {
    hsize_t start = first, count = rows;
    hid_t memory = H5Screate_simple(1, &count, NULL);
    bool read = memory >= 0 && H5Sselect_hyperslab(state->space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0 &&
                H5Dread(state->data, type, memory, state->space, H5P_DEFAULT, to) >= 0;
    if (memory >= 0) (void)H5Sclose(memory);
    return read;
}

static uint32_t rows_from(const hdf5_reader *state, uint64_t at) {
    return state->rows - at < BUFFER_ROWS ? (uint32_t)(state->rows - at) : BUFFER_ROWS;
}

static wend_result fill_buffer(hdf5_reader *state, wend_error *error) {
    uint32_t count = rows_from(state, state->at);
    for (uint32_t i = 0; i < count; i++) state->row[i] = state->blank;
    if (!read_rows(state, state->type, state->at, count, state->row))
        return wi_h5_fail(&state->h5, error, "read", state->path);
    state->at += count;
    state->count = count;
    state->next = 0;
    return WEND_OK;
}

// Frames ---------------------------------------------------------------------------------------------------------------

static wend_result take_row(const hdf5_reader *state, const wi_h5_row *row, wi_spot *spot, wend_error *error) {
    if (row->id < 0)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`: frame %lld has the id %lld; expected 0 or more", state->path,
                       (long long)row->frame, (long long)row->id);
    if (!isfinite(row->x) || !isfinite(row->y))
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`: agent %lld is nowhere in frame %lld: its place is not finite",
                       state->path, (long long)row->id, (long long)row->frame);
    *spot = (wi_spot){.id = (uint64_t)row->id,
                      .x = row->x,
                      .y = row->y,
                      .z = row->z,
                      .vx = row->vx,
                      .vy = row->vy,
                      .heading = row->heading,
                      .preferred_x = row->preferred_x,
                      .preferred_y = row->preferred_y,
                      .half_length = row->half_length,
                      .half_width = row->half_width,
                      .profile = row->profile >= 0 ? (uint32_t)row->profile : WI_NO_PROFILE,
                      .group = row->group >= 0 ? (uint32_t)row->group : WI_NO_GROUP};
    return WEND_OK;
}

// Rows of the frame that comes next, as long as they lie one after the other.
static wend_result gather(hdf5_reader *state, wi_frame *frame, wend_error *error) {
    state->spots.count = 0;
    for (;;) {
        if (state->next == state->count && state->at < state->rows) {
            wend_result result = fill_buffer(state, error);
            if (result) return result;
        }
        if (state->next == state->count) return WEND_OK;
        const wi_h5_row *row = &state->row[state->next];
        if (state->spots.count == 0) frame->number = row->frame;
        if (row->frame != frame->number) return WEND_OK;
        wi_spot *spot = wi_spots_add(&state->spots);
        if (!spot) return wi_fail(error, WEND_NO_MEMORY, "no memory for a frame of `%.100s`", state->path);
        wend_result result = take_row(state, row, spot, error);
        if (result) return result;
        state->next++;
    }
}

static wend_result check_frame(hdf5_reader *state, wi_frame *frame, wend_error *error) {
    uint64_t twice;
    if (!wi_spots_sort(&state->spots, &state->scratch, &twice))
        return wi_fail(error, WEND_BAD_FILE, "`%.100s`: agent %llu has two rows in frame %lld; expected one",
                       state->path, (unsigned long long)twice, (long long)frame->number);
    if (state->any && frame->number <= state->last)
        return bad_data(state, error, "says that its rows are in order of frame, but they are not");
    state->last = frame->number;
    state->any = true;
    frame->spot = state->spots.spot;
    frame->count = state->spots.count;
    return WEND_OK;
}

static wend_result next_frame(wi_reader *reader, wi_frame *frame, bool *more, wend_error *error) {
    hdf5_reader *state = reader->state;
    wi_h5_quiet quiet = wi_h5_enter();
    wend_result result = gather(state, frame, error);
    wi_h5_leave(quiet);
    *more = !result && state->spots.count > 0;
    return *more ? check_frame(state, frame, error) : result;
}

static bool frames_rise(hdf5_reader *state, bool *rise) {
    int64_t *frames = malloc(BUFFER_ROWS * sizeof *frames), last = INT64_MIN;
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof *frames);
    bool read = frames && type >= 0 && H5Tinsert(type, "frame", 0, H5T_NATIVE_INT64) >= 0;
    *rise = true;
    for (uint64_t at = 0; at < state->rows && read && *rise; at += BUFFER_ROWS) {
        uint32_t count = rows_from(state, at);
        read = read_rows(state, type, at, count, frames);
        for (uint32_t i = 0; i < count && read; i++) {
            *rise &= frames[i] >= last;
            last = frames[i];
        }
    }
    if (type >= 0) (void)H5Tclose(type);
    free(frames);
    return read;
}

// All rows at once, for files in order of agents.
static wend_result load_rows(hdf5_reader *state, wi_rows *rows, wend_error *error) {
    wend_result result = WEND_OK;
    while (!result && state->at < state->rows) {
        result = fill_buffer(state, error);
        for (uint32_t i = 0; i < state->count && !result; i++) {
            wi_row row = {.frame = state->row[i].frame};
            result = take_row(state, &state->row[i], &row.spot, error);
            if (!result) result = wi_rows_add(rows, &row, error);
        }
    }
    return result;
}

// Opening --------------------------------------------------------------------------------------------------------------

static void close_hdf5(hdf5_reader *state) {
    if (state->type >= 0) (void)H5Tclose(state->type);
    if (state->space >= 0) (void)H5Sclose(state->space);
    if (state->data >= 0) (void)H5Dclose(state->data);
    (void)wi_h5_close(&state->h5);
}

static void free_state(hdf5_reader *state) {
    wi_h5_quiet quiet = wi_h5_enter();
    close_hdf5(state);
    wi_h5_leave(quiet);
    if (state->file >= 0) (void)close(state->file);
    wi_spots_free(&state->spots);
    wi_spots_free(&state->scratch);
    wi_empty_free(&state->empty);
    free(state->path);
    free(state);
}

static void close_reader(wi_reader *reader) {
    free_state(reader->state);
    reader->state = NULL;
}

// Our own files are in order of frame, and say that they are ours.
static wend_result look(hdf5_reader *state, wi_recording *about, bool *rise, wend_error *error) {
    if (!wi_h5_open(&state->h5, state->file)) return wi_h5_fail(&state->h5, error, "read", state->path);
    if (H5Lexists(state->h5.id, "trajectory", H5P_DEFAULT) > 0)
        state->data = H5Dopen2(state->h5.id, "trajectory", H5P_DEFAULT);
    if (state->data < 0)
        return wi_fail(error, WEND_BAD_FILE, "`%.100s` has no dataset /trajectory, as recordings of the archive do",
                       state->path);
    wend_result result = check_data(state, error);
    if (!result) result = get_about(state, about, error);
    *rise = about->version != NULL;
    if (!result && !*rise && !frames_rise(state, rise)) result = wi_h5_fail(&state->h5, error, "read", state->path);
    return result;
}

static wend_result open_state(hdf5_reader *state, wi_reader *reader, wi_rows *rows, bool *rise, wend_error *error) {
    state->file = open(state->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (state->file < 0) return wi_fail_system(error, "open", state->path, errno);
    wi_h5_quiet quiet = wi_h5_enter();
    wend_result result = look(state, &reader->about, rise, error);
    if (!result && !*rise) result = load_rows(state, rows, error);
    wi_h5_leave(quiet);
    if (!result && !*rise) result = wi_rows_sort(rows, state->path, error);
    return result;
}

static wend_result open_recording(const char *path, wi_reader *reader, wend_error *error) {
    hdf5_reader *state = calloc(1, sizeof *state);
    if (!state || !(state->path = strdup(path))) {
        free(state);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to read a recording");
    }
    state->file = -1;
    state->data = state->space = state->type = state->h5.id = -1;
    wi_rows rows = {0};
    bool rise = true;
    wend_result result = open_state(state, reader, &rows, &rise, error);
    wi_empty empty = state->empty;
    state->empty = (wi_empty){0};
    if (!result && rise) {
        reader->state = state;
        reader->next = next_frame;
        reader->close = close_reader;
    } else {
        free_state(state);
        if (!result) result = wi_rows_read(&rows, reader, error);
        wi_rows_free(&rows);
    }
    if (!result) result = wi_empty_fill(&empty, reader, error);
    wi_empty_free(&empty);
    return result;
}

// Opening looks at every attribute and every frame number, so a file that comes through will not crash later.
static void try_to_open(const void *path) {
    wi_reader reader = {0};
    if (open_recording(path, &reader, NULL) == WEND_OK) reader.close(&reader);
}

// Damaged files bring the HDF5 library down in ways that cannot be checked beforehand, so a child process goes first.
wend_result wi_h5_open_recording(const char *path, wi_reader *reader, wend_error *error) {
    struct stat file;
    unsigned seconds = stat(path, &file) == 0 ? 5 + (unsigned)(file.st_size / TRIAL_SPEED) : 5;
    if (!wi_trial(try_to_open, path, seconds))
        return wi_fail(error, WEND_BAD_FILE, "`%.100s` is damaged: the HDF5 library cannot cope with it", path);
    return open_recording(path, reader, error);
}
