#include "record/hdf5_file.h"

#include "base/disk.h"
#include "base/error.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The library has state of its own, and not every build of it has a lock.
static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER;

wi_h5_quiet wi_h5_enter(void) {
    wi_h5_quiet quiet = {0};
    (void)pthread_mutex_lock(&library_lock);
    (void)H5dont_atexit(); // after a damaged file it would not come to an end; all is closed by then
    (void)H5Eget_auto2(H5E_DEFAULT, &quiet.print, &quiet.data);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return quiet;
}

void wi_h5_leave(wi_h5_quiet quiet) {
    (void)H5Eset_auto2(H5E_DEFAULT, quiet.print, quiet.data);
    (void)pthread_mutex_unlock(&library_lock);
}

// The driver -----------------------------------------------------------------------------------------------------------

// A piece that could not be written; HDF5 may want to read it again before it closes.
struct wi_h5_lost {
    struct wi_h5_lost *next;
    uint64_t at;
    size_t size;
    unsigned char bytes[];
};

typedef struct driver_file {
    H5FD_t hdf5; // must be first
    wi_h5_file *h5;
    haddr_t allocated, end;
} driver_file;

typedef struct driver_info {
    wi_h5_file *h5;
} driver_info;

static H5FD_t *open_driver(const char *name, unsigned flags, hid_t access, haddr_t most) {
    (void)name, (void)flags, (void)most;
    const driver_info *info = H5Pget_driver_info(access);
    driver_file *made = calloc(1, sizeof *made);
    struct stat status;
    if (!info || !made || fstat(info->h5->file, &status) != 0) {
        free(made);
        return NULL;
    }
    made->h5 = info->h5;
    made->end = (haddr_t)status.st_size;
    return &made->hdf5;
}

static herr_t close_driver(H5FD_t *file) {
    free(file);
    return 0;
}

static herr_t query_driver(const H5FD_t *file, unsigned long *flags) {
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t get_allocated(const H5FD_t *file, H5FD_mem_t type) {
    (void)type;
    return ((const driver_file *)(const void *)file)->allocated;
}

static herr_t set_allocated(H5FD_t *file, H5FD_mem_t type, haddr_t end) {
    (void)type;
    ((driver_file *)(void *)file)->allocated = end;
    return 0;
}

static haddr_t get_end(const H5FD_t *file, H5FD_mem_t type) {
    (void)type;
    return ((const driver_file *)(const void *)file)->end;
}

static void read_lost(const wi_h5_file *h5, uint64_t at, size_t size, unsigned char *to) {
    for (const struct wi_h5_lost *lost = h5->lost; lost; lost = lost->next) {
        uint64_t first = lost->at > at ? lost->at : at;
        uint64_t end = lost->at + lost->size < at + size ? lost->at + lost->size : at + size;
        if (first < end) memcpy(to + (first - at), lost->bytes + (first - lost->at), (size_t)(end - first));
    }
}

static herr_t read_driver(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, void *to) {
    (void)type, (void)transfer;
    const wi_h5_file *h5 = ((driver_file *)(void *)file)->h5;
    if (at > INT64_MAX || size > INT64_MAX - at) return -1;
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(h5->file, (char *)to + done, size - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) { // beyond the end, where HDF5 expects zeros
            memset((char *)to + done, 0, size - done);
            break;
        }
        done += (size_t)got;
    }
    read_lost(h5, at, size, to);
    return 0;
}

// To the end of the list: later pieces lie over earlier ones.
static void keep_lost(wi_h5_file *h5, uint64_t at, size_t size, const void *bytes) {
    struct wi_h5_lost *lost = malloc(sizeof *lost + size), **end = &h5->lost;
    if (!lost) return;
    *lost = (struct wi_h5_lost){.at = at, .size = size};
    memcpy(lost->bytes, bytes, size);
    while (*end) end = &(*end)->next;
    *end = lost;
}

static int write_at(int file, uint64_t at, size_t size, const char *bytes) {
    while (size > 0) {
        ssize_t written = pwrite(file, bytes, size, (off_t)at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : EIO;
        bytes += written;
        at += (uint64_t)written;
        size -= (size_t)written;
    }
    return 0;
}

static herr_t write_driver(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, const void *bytes) {
    (void)type, (void)transfer;
    driver_file *driver = (driver_file *)(void *)file;
    wi_h5_file *h5 = driver->h5;
    if (h5->code == 0) h5->code = write_at(h5->file, at, size, bytes);
    if (h5->code != 0) keep_lost(h5, at, size, bytes);
    if (at + size > driver->end) driver->end = at + size;
    return 0;
}

static herr_t truncate_driver(H5FD_t *file, hid_t transfer, hbool_t closing) {
    (void)transfer, (void)closing;
    driver_file *driver = (driver_file *)(void *)file;
    if (driver->allocated == driver->end) return 0;
    if (driver->h5->code == 0 && ftruncate(driver->h5->file, (off_t)driver->allocated) != 0) driver->h5->code = errno;
    driver->end = driver->allocated;
    return 0;
}

static const H5FD_class_t driver_class = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)300, // of those for drivers that are not registered with the HDF Group
#endif
    .name = "wend",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(driver_info),
    .open = open_driver,
    .close = close_driver,
    .query = query_driver,
    .get_eoa = get_allocated,
    .set_eoa = set_allocated,
    .get_eof = get_end,
    .read = read_driver,
    .write = write_driver,
    .truncate = truncate_driver,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

// Files ----------------------------------------------------------------------------------------------------------------

static bool prepare(wi_h5_file *h5, int file) {
    *h5 = (wi_h5_file){.file = file, .driver = -1, .access = -1, .id = -1};
    driver_info info = {h5};
    h5->driver = H5FDregister(&driver_class);
    h5->access = H5Pcreate(H5P_FILE_ACCESS);
    return h5->driver >= 0 && h5->access >= 0 && H5Pset_driver(h5->access, h5->driver, &info) >= 0 &&
           H5Pset_fclose_degree(h5->access, H5F_CLOSE_STRONG) >= 0;
}

bool wi_h5_create(wi_h5_file *h5, int file) {
    if (prepare(h5, file)) h5->id = H5Fcreate("wend", H5F_ACC_TRUNC, H5P_DEFAULT, h5->access);
    return h5->id >= 0;
}

bool wi_h5_open(wi_h5_file *h5, int file) {
    if (prepare(h5, file)) h5->id = H5Fopen("wend", H5F_ACC_RDONLY, h5->access);
    return h5->id >= 0;
}

bool wi_h5_close(wi_h5_file *h5) {
    bool closed = h5->id < 0 || H5Fclose(h5->id) >= 0;
    if (h5->access > 0) (void)H5Pclose(h5->access);
    if (h5->driver > 0) (void)H5FDunregister(h5->driver);
    while (h5->lost) {
        struct wi_h5_lost *next = h5->lost->next;
        free(h5->lost);
        h5->lost = next;
    }
    h5->id = h5->access = h5->driver = -1;
    return closed && h5->code == 0;
}

// The cause lies deepest.
static herr_t take_cause(unsigned depth, const H5E_error2_t *entry, void *to) {
    if (depth == 0 && entry->desc) (void)snprintf(to, 100, "%s", entry->desc);
    return 0;
}

wend_result wi_h5_fail(const wi_h5_file *h5, wend_error *error, const char *doing, const char *path) {
    if (h5->code != 0) return wi_fail_system(error, doing, path, h5->code);
    char cause[100] = "no reason given";
    (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_cause, cause);
    return wi_fail(error, WEND_BAD_FILE, "cannot %s `%.100s`: HDF5 says: %s", doing, path, cause);
}

void wi_h5_columns(wi_h5_column columns[WI_H5_COLUMNS]) {
    const wi_h5_column all[WI_H5_COLUMNS] = {
        {"id", "unique number of the agent", offsetof(wi_h5_row, id), H5T_NATIVE_INT64},
        {"frame", "number of the frame; time is frame / fps", offsetof(wi_h5_row, frame), H5T_NATIVE_INT64},
        {"x", "x-coordinate in metres", offsetof(wi_h5_row, x), H5T_NATIVE_DOUBLE},
        {"y", "y-coordinate in metres", offsetof(wi_h5_row, y), H5T_NATIVE_DOUBLE},
        {"z", "z-coordinate in metres", offsetof(wi_h5_row, z), H5T_NATIVE_DOUBLE},
        {"vx", "velocity along x in metres per second", offsetof(wi_h5_row, vx), H5T_NATIVE_FLOAT},
        {"vy", "velocity along y in metres per second", offsetof(wi_h5_row, vy), H5T_NATIVE_FLOAT},
        {"heading", "direction the body faces, in radians counter-clockwise from x", offsetof(wi_h5_row, heading),
         H5T_NATIVE_FLOAT},
        {"profile", "index into the attribute profiles of the file; -1: not known", offsetof(wi_h5_row, profile),
         H5T_NATIVE_INT32},
        {"preferred_x", "preferred velocity along x in metres per second", offsetof(wi_h5_row, preferred_x),
         H5T_NATIVE_FLOAT},
        {"preferred_y", "preferred velocity along y in metres per second", offsetof(wi_h5_row, preferred_y),
         H5T_NATIVE_FLOAT},
        {"half_length", "half the length of the body along its heading in metres", offsetof(wi_h5_row, half_length),
         H5T_NATIVE_FLOAT},
        {"half_width", "half the width of the body across its heading in metres", offsetof(wi_h5_row, half_width),
         H5T_NATIVE_FLOAT},
        {"group", "index into the groups of the attribute plan of the file; -1: not known", offsetof(wi_h5_row, group),
         H5T_NATIVE_INT32},
    };
    memcpy(columns, all, sizeof all);
}
