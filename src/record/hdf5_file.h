// HDF5 under our own file driver and error handling. Used by the two halves of the format: hdf5.c writes, hdf5_read.c
// reads.
#ifndef WI_HDF5_FILE_H
#define WI_HDF5_FILE_H

#include "record/trajectory.h"

#include <hdf5.h>

// HDF5 (1.10) crashes when it closes a file to which it could not write. So its writes go through us and never fail:
// the first error is kept in `code`, and what comes after it is kept in memory until the file is closed and thrown away.
typedef struct wi_h5_file {
    int file;
    int code; // of the first write that failed; 0: none
    struct wi_h5_lost *lost;
    hid_t driver, access;
    hid_t id; // of the open file, or below 0
} wi_h5_file;

// HDF5 prints its errors and may be built without locks: between enter and leave it is silent and ours alone.
typedef struct wi_h5_quiet {
    H5E_auto2_t print;
    void *data;
} wi_h5_quiet;
wi_h5_quiet wi_h5_enter(void);
void wi_h5_leave(wi_h5_quiet quiet);

// All below between enter and leave.

// Makes a new HDF5 file in an open, empty file, or opens one; `file` stays the caller's. False: see wi_h5_fail.
bool wi_h5_create(wi_h5_file *h5, int file);
bool wi_h5_open(wi_h5_file *h5, int file);

// Closes all of it; false if not everything was written. One that is not open is fine.
bool wi_h5_close(wi_h5_file *h5);

// "cannot DOING `PATH`: ..." with what the system said, or else HDF5.
wend_result wi_h5_fail(const wi_h5_file *h5, wend_error *error, const char *doing, const char *path);

wend_result wi_h5_open_recording(const char *path, wi_reader *reader, wend_error *error);

// The columns, in the order of the file and of memory. The first four must be there.
typedef struct wi_h5_row {
    int64_t id, frame;
    double x, y, z;
    float vx, vy, heading;
    int32_t profile;
    float preferred_x, preferred_y, half_length, half_width;
    int32_t group;
    int32_t gap; // rows are a multiple of 8 bytes
} wi_h5_row;

typedef struct wi_h5_column {
    const char *name, *meaning;
    size_t offset;
    hid_t type; // in memory
} wi_h5_column;
#define WI_H5_COLUMNS 14u
#define WI_H5_NEEDED 4u
void wi_h5_columns(wi_h5_column columns[WI_H5_COLUMNS]);

#endif
