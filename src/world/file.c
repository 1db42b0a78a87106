#include "world/file.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SHOWN 100 // characters of a path in a message
#define NAME_ROOM 32   // for the name of the file beside
#define NAMES_TRIED 1000u

static wend_result fail_system(wend_error *error, const char *doing, const char *path, int code) {
    char reason[80];
    if (strerror_r(code, reason, sizeof reason) != 0) (void)snprintf(reason, sizeof reason, "error %d", code);
    return wi_fail(error, WEND_FILE_ERROR, "cannot %s `%.*s`: %s", doing, PATH_SHOWN, path, reason);
}

// A device or pipe that is replaced by a file would be a bad surprise.
static wend_result refuse_special(const char *path, const struct stat *status, const char *wanted, wend_error *error) {
    if (S_ISREG(status->st_mode)) return WEND_OK;
    return wi_fail(error, WEND_FILE_ERROR, "`%.*s` is %s%s", PATH_SHOWN, path,
                   S_ISDIR(status->st_mode) ? "a directory" : "a device or pipe", wanted);
}

// The length of the part of a path that names the directory, with its last slash.
static size_t directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

// Opens a new file in the directory of `path`. Its name does not contain that of the target, which may be as long as
// names can be. Whoever finds a name taken goes on to the next.
static int open_beside(const char *path, char *beside, size_t room) {
    size_t length = directory_length(path);
    memcpy(beside, path, length);
    for (uint32_t number = 0; number < NAMES_TRIED; number++) {
        (void)snprintf(beside + length, room - length, ".wend-saving-%u", number);
        int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

static bool write_all(int file, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        size_t piece = size < (size_t)1 << 30 ? size : (size_t)1 << 30;
        ssize_t written = write(file, bytes, piece);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

// Returns 0 or the error's number. The file is closed in any case.
static int write_and_close(int file, const void *bytes, size_t size) {
    int code = write_all(file, bytes, size) && fsync(file) == 0 ? 0 : errno;
    if (close(file) != 0 && code == 0) code = errno;
    return code;
}

// The new name is on the disk only when the directory is. A directory that may not be opened or that its file system
// cannot flush is left to the system. Returns 0 or the error's number; cuts `beside` down to the directory.
static int flush_directory(char *beside) {
    size_t length = directory_length(beside);
    memcpy(beside + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
    int directory = open(beside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return 0;
    int code = fsync(directory) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EBADF ? 0 : errno;
    (void)close(directory);
    return code;
}

static wend_result write_beside(const char *path, char *beside, size_t room, const void *bytes, size_t size,
                                wend_error *error) {
    int file = open_beside(path, beside, room);
    if (file < 0) return fail_system(error, "make a file beside", path, errno);
    int code = write_and_close(file, bytes, size);
    if (code == 0 && rename(beside, path) != 0) code = errno;
    if (code != 0) {
        (void)unlink(beside);
        return fail_system(error, "write", path, code);
    }
    code = flush_directory(beside);
    return code == 0 ? WEND_OK : fail_system(error, "flush the directory of", path, code);
}

static wend_result refuse_special_target(const char *path, wend_error *error) {
    struct stat status;
    return stat(path, &status) == 0 ? refuse_special(path, &status, ", not a plain file", error) : WEND_OK;
}

wend_result wi_file_check_place(const char *path, wend_error *error) {
    wend_result result = refuse_special_target(path, error);
    if (result != WEND_OK) return result;
    char directory[PATH_MAX] = ".";
    size_t length = directory_length(path);
    if (length >= sizeof directory) return fail_system(error, "write", path, ENAMETOOLONG);
    if (length > 0) memcpy(directory, path, length), directory[length] = '\0';
    return access(directory, W_OK | X_OK) == 0 ? WEND_OK : fail_system(error, "make a file beside", path, errno);
}

wend_result wi_file_write(wi_memory *memory, const char *path, const void *bytes, size_t size, wend_error *error) {
    wend_result special = refuse_special_target(path, error);
    if (special != WEND_OK) return special;
    size_t room = directory_length(path) + NAME_ROOM;
    char *beside = wi_memory_take(memory, room, 1);
    if (!beside) return wi_fail(error, WEND_NO_MEMORY, "no memory for the name of a file");
    wend_result result = write_beside(path, beside, room, bytes, size, error);
    wi_memory_give(memory, beside, room, 1);
    return result;
}

static bool read_all(int file, unsigned char *bytes, size_t size) {
    while (size > 0) {
        size_t piece = size < (size_t)1 << 30 ? size : (size_t)1 << 30;
        ssize_t got = read(file, bytes, piece);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO; // it was longer a moment ago
        if (got <= 0) return false;
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

static wend_result read_open(int file, const char *path, void *bytes, size_t want, uint64_t *size, wend_error *error) {
    struct stat status;
    if (fstat(file, &status) != 0) return fail_system(error, "read", path, errno);
    wend_result result = refuse_special(path, &status, ", not a file to read", error);
    if (result != WEND_OK) return result;
    *size = (uint64_t)status.st_size;
    if (*size < want) want = (size_t)*size;
    return read_all(file, bytes, want) ? WEND_OK : fail_system(error, "read", path, errno);
}

wend_result wi_file_read(const char *path, void *bytes, size_t want, uint64_t *size, wend_error *error) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); // a pipe must not hold us up before it is refused
    if (file < 0 && errno == ENOENT) return wi_fail(error, WEND_NOT_FOUND, "there is no file `%.*s`", PATH_SHOWN, path);
    if (file < 0) return fail_system(error, "open", path, errno);
    wend_result result = read_open(file, path, bytes, want, size, error);
    (void)close(file);
    return result;
}
