// HDF5 in the layout of the pedestrian data archive, with columns and attributes of ours besides: writing, and the
// format in the list of formats. Reading is in hdf5_read.c.
#include "base/disk.h"
#include "base/error.h"
#include "record/empty.h"
#include "record/frames.h"
#include "record/hdf5_file.h"
#include "record/sheet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK_ROWS 12288u // 0.98 MB: one in the cache, few enough bytes to read a moment of a long run
#define FILE_VERSION "1.0.0"

// Of 100,000 walkers, level 1 makes 29 bytes a row. Level 6 makes 2 % less and takes 1.7 times as long.
#define DEFLATE_LEVEL 1

typedef struct hdf5_writer {
    wi_beside beside;
    int file;
    wi_h5_file h5;
    hid_t data, type;
    wi_raster grid;
    int64_t last;
    bool any;
    wi_empty empty;
    hsize_t rows; // in the file
    uint32_t waiting;
    wi_h5_row row[CHUNK_ROWS];
} hdf5_writer;

// Attributes -----------------------------------------------------------------------------------------------------------

static bool put_attribute(hid_t to, const char *name, hid_t file_type, hid_t type, hid_t space, const void *value) {
    hid_t attribute = H5Acreate2(to, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool put = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0) (void)H5Aclose(attribute);
    return put;
}

static bool put_number(hid_t to, const char *name, hid_t file_type, hid_t type, const void *value) {
    hid_t space = H5Screate(H5S_SCALAR);
    bool put = space >= 0 && put_attribute(to, name, file_type, type, space, value);
    if (space >= 0) (void)H5Sclose(space);
    return put;
}

// Of variable length: those may be long, while others must be below 64 KiB.
static bool put_texts(hid_t to, const char *name, hid_t space, const char *const *texts) {
    hid_t type = H5Tcopy(H5T_C_S1);
    bool put = type >= 0 && space >= 0 && H5Tset_size(type, H5T_VARIABLE) >= 0 &&
               H5Tset_cset(type, H5T_CSET_UTF8) >= 0 && put_attribute(to, name, type, type, space, texts);
    if (type >= 0) (void)H5Tclose(type);
    if (space >= 0) (void)H5Sclose(space);
    return put;
}

static bool put_text(hid_t to, const char *name, const char *text) {
    return !text || put_texts(to, name, H5Screate(H5S_SCALAR), &text);
}

static bool put_profiles(hid_t to, const wi_recording *about) {
    hsize_t count = about->profile_count;
    if (count == 0) return true;
    return put_texts(to, "profiles", H5Screate_simple(1, &count, NULL), (const char *const *)about->profiles);
}

static bool put_radii(hid_t to, const wi_recording *about) {
    hsize_t count = about->profile_count;
    if (count == 0 || !about->profile_radius) return true;
    hid_t space = H5Screate_simple(1, &count, NULL);
    hid_t attribute = H5Acreate2(to, "profile_radius", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    bool put = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_DOUBLE, about->profile_radius) >= 0;
    if (attribute >= 0) (void)H5Aclose(attribute);
    if (space >= 0) (void)H5Sclose(space);
    return put;
}

static bool put_about(hid_t to, const wi_recording *about) {
    unsigned char whole = about->whole;
    const char *note = about->note;
    return put_text(to, "file_version", FILE_VERSION) && put_text(to, "wkt_geometry", about->geometry) &&
           put_text(to, "wend_version", about->version ? about->version : wend_version()) &&
           put_text(to, "scenario", about->scenario) && put_text(to, "plan", about->plan) && put_profiles(to, about) &&
           put_radii(to, about) &&
           (!about->has_seed || put_number(to, "seed", H5T_STD_U64LE, H5T_NATIVE_UINT64, &about->seed)) &&
           put_number(to, "whole", H5T_STD_U8LE, H5T_NATIVE_UCHAR, &whole) && (!*note || put_text(to, "note", note));
}

// The dataset ----------------------------------------------------------------------------------------------------------

static hid_t file_type_of(hid_t type) {
    return type == H5T_NATIVE_INT64   ? H5T_STD_I64LE
           : type == H5T_NATIVE_INT32 ? H5T_STD_I32LE
           : type == H5T_NATIVE_FLOAT ? H5T_IEEE_F32LE
                                      : H5T_IEEE_F64LE;
}

// The rows in memory have no gaps, so that the types of file and memory are the same where bytes are in our order.
static hid_t make_type(bool in_file) {
    wi_h5_column columns[WI_H5_COLUMNS];
    wi_h5_columns(columns);
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(wi_h5_row));
    for (uint32_t i = 0; i < WI_H5_COLUMNS && type >= 0; i++) {
        hid_t of = in_file ? file_type_of(columns[i].type) : columns[i].type;
        if (H5Tinsert(type, columns[i].name, columns[i].offset, of) >= 0) continue;
        (void)H5Tclose(type);
        return -1;
    }
    return type;
}

static bool put_meanings(hid_t to) {
    wi_h5_column columns[WI_H5_COLUMNS];
    wi_h5_columns(columns);
    for (uint32_t i = 0; i < WI_H5_COLUMNS; i++)
        if (!put_text(to, columns[i].name, columns[i].meaning)) return false;
    return true;
}

static hid_t make_data(hid_t file) {
    hsize_t none = 0, most = H5S_UNLIMITED, chunk = CHUNK_ROWS;
    hid_t type = make_type(true), space = H5Screate_simple(1, &none, &most), how = H5Pcreate(H5P_DATASET_CREATE);
    hid_t data = -1;
    if (type >= 0 && space >= 0 && how >= 0 && H5Pset_chunk(how, 1, &chunk) >= 0 && H5Pset_shuffle(how) >= 0 &&
        H5Pset_deflate(how, DEFLATE_LEVEL) >= 0)
        data = H5Dcreate2(file, "trajectory", type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    if (type >= 0) (void)H5Tclose(type);
    if (space >= 0) (void)H5Sclose(space);
    if (how >= 0) (void)H5Pclose(how);
    return data;
}

static bool write_chunk(hdf5_writer *state) {
    hsize_t first = state->rows, count = state->waiting, rows = first + count;
    if (count == 0) return true;
    bool written = false;
    hid_t memory = -1, space = -1;
    if (H5Dset_extent(state->data, &rows) >= 0 && (space = H5Dget_space(state->data)) >= 0 &&
        (memory = H5Screate_simple(1, &count, NULL)) >= 0 &&
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &count, NULL) >= 0)
        written = H5Dwrite(state->data, state->type, memory, space, H5P_DEFAULT, state->row) >= 0;
    if (memory >= 0) (void)H5Sclose(memory);
    if (space >= 0) (void)H5Sclose(space);
    state->rows = rows;
    state->waiting = 0;
    return written && state->h5.code == 0;
}

// The writer -----------------------------------------------------------------------------------------------------------

static wi_h5_row row_of(const hdf5_writer *state, int64_t frame, const wi_spot *spot) {
    return (wi_h5_row){.id = (int64_t)spot->id,
                       .frame = frame,
                       .x = wi_raster_round(state->grid, spot->x),
                       .y = wi_raster_round(state->grid, spot->y),
                       .z = wi_raster_round(state->grid, spot->z),
                       .vx = spot->vx,
                       .vy = spot->vy,
                       .heading = spot->heading,
                       .profile = spot->profile <= INT32_MAX ? (int32_t)spot->profile : -1,
                       .preferred_x = spot->preferred_x,
                       .preferred_y = spot->preferred_y,
                       .half_length = spot->half_length,
                       .half_width = spot->half_width,
                       .group = spot->group <= INT32_MAX ? (int32_t)spot->group : -1};
}

static wend_result write_rows(hdf5_writer *state, const wi_frame *frame, wend_error *error) {
    for (uint32_t i = 0; i < frame->count; i++) {
        state->row[state->waiting++] = row_of(state, frame->number, &frame->spot[i]);
        if (state->waiting == CHUNK_ROWS && !write_chunk(state))
            return wi_h5_fail(&state->h5, error, "write", state->beside.target);
    }
    return WEND_OK;
}

static wend_result write_frame(wi_writer *writer, const wi_frame *frame, wend_error *error) {
    hdf5_writer *state = writer->state;
    wend_result result = wi_frame_accept(frame, &state->last, &state->any, error);
    if (result) return result;
    if (frame->count > 0 && frame->spot[frame->count - 1].id > INT64_MAX)
        return wi_fail(error, WEND_BAD_ARGUMENT, "agent %llu: the ids of an HDF5 recording are below 2^63",
                       (unsigned long long)frame->spot[frame->count - 1].id);
    if (frame->count == 0 && !wi_empty_add(&state->empty, frame->number))
        return wi_fail(error, WEND_NO_MEMORY, "no memory to write `%.100s`", state->beside.target);
    wi_h5_quiet quiet = wi_h5_enter();
    result = write_rows(state, frame, error);
    wi_h5_leave(quiet);
    return result;
}

// Closes all that HDF5 has open; false if not everything came to the file.
static bool close_hdf5(hdf5_writer *state) {
    bool closed = state->data < 0 || H5Dclose(state->data) >= 0;
    if (state->type >= 0) (void)H5Tclose(state->type);
    state->data = state->type = -1;
    return wi_h5_close(&state->h5) && closed;
}

static void free_state(hdf5_writer *state) {
    if (state->file >= 0) (void)close(state->file);
    wi_beside_abandon(&state->beside); // nothing once it was finished
    wi_empty_free(&state->empty);
    free(state);
}

static void abandon_hdf5(wi_writer *writer) {
    hdf5_writer *state = writer->state;
    wi_h5_quiet quiet = wi_h5_enter();
    if (state->h5.code == 0) state->h5.code = ECANCELED; // nothing more need be written
    (void)close_hdf5(state);
    wi_h5_leave(quiet);
    free_state(state);
    free(writer);
}

// Known only at the end.
static bool put_empty(hdf5_writer *state) {
    if (state->empty.count == 0) return true;
    char *list = wi_empty_text(&state->empty);
    bool put = list && put_text(state->h5.id, "empty_frames", list);
    free(list);
    return put;
}

static wend_result finish_hdf5(wi_writer *writer, wend_error *error) {
    hdf5_writer *state = writer->state;
    wi_h5_quiet quiet = wi_h5_enter();
    bool written = write_chunk(state) && put_empty(state);
    written = close_hdf5(state) && written;
    wend_result result = written ? WEND_OK : wi_h5_fail(&state->h5, error, "write", state->beside.target);
    wi_h5_leave(quiet);
    if (!result) result = wi_beside_finish(&state->beside, error);
    free_state(state);
    free(writer);
    return result;
}

static wend_result start_hdf5(hdf5_writer *state, const wi_recording *about, wend_error *error) {
    wi_h5_quiet quiet = wi_h5_enter();
    wend_result result = WEND_OK;
    state->data = state->type = -1;
    bool made = wi_h5_create(&state->h5, state->file) && (state->type = make_type(false)) >= 0 &&
                (state->data = make_data(state->h5.id)) >= 0 && put_about(state->h5.id, about) &&
                put_number(state->data, "fps", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &about->fps) &&
                put_meanings(state->data) && state->h5.code == 0;
    if (!made) {
        result = wi_h5_fail(&state->h5, error, "write", state->beside.target);
        (void)close_hdf5(state);
    }
    wi_h5_leave(quiet);
    return result;
}

static wend_result create_hdf5(const char *path, const wi_recording *about, const wi_write_options *options,
                               wi_writer *writer, wend_error *error) {
    hdf5_writer *state = calloc(1, sizeof *state);
    if (!state) return wi_fail(error, WEND_NO_MEMORY, "no memory to write a recording");
    state->grid = wi_raster_from(options ? options->precision : 0.0);
    state->file = -1;
    wend_result result = wi_beside_start(path, &state->beside, error);
    if (!result && (state->file = open(state->beside.path, O_RDWR | O_CLOEXEC)) < 0)
        result = wi_fail_system(error, "write", path, errno);
    if (!result) result = start_hdf5(state, about, error);
    if (result) {
        free_state(state);
        return result;
    }
    writer->state = state;
    writer->frame = write_frame;
    writer->finish = finish_hdf5;
    writer->abandon = abandon_hdf5;
    return WEND_OK;
}

// HDF5 allows for bytes of others before its own, in sizes of 512, 1024, ...
static int recognise(const unsigned char *bytes, size_t size) {
    static const unsigned char magic[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    for (size_t at = 0; at + sizeof magic <= size; at = at ? 2 * at : 512)
        if (memcmp(bytes + at, magic, sizeof magic) == 0) return 2;
    return 0;
}

static const char *const extensions[] = {"h5", "hdf5", NULL};

const wi_format wi_format_hdf5 = {
    .name = "hdf5",
    .summary = "the pedestrian data archive's layout, with velocities, heading, size, profile and group",
    .extensions = extensions,
    .recognise = recognise,
    .open = wi_h5_open_recording,
    .create = create_hdf5,
};
