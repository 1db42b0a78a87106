#include "world/file.h"

#include "base/beside.h"
#include "base/disk.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static wend_result write_beside(const wi_beside *beside, const void *bytes, size_t size, wend_error *error) {
    int file = open(beside->path, O_WRONLY | O_CLOEXEC);
    int code = file < 0 ? errno : wi_write_all(file, bytes, size);
    if (file >= 0 && close(file) != 0 && code == 0) code = errno;
    return code == 0 ? WEND_OK : wi_fail_system(error, "write", beside->target, code);
}

wend_result wi_file_write(const char *path, const void *bytes, size_t size, wend_error *error) {
    wi_beside beside;
    wend_result result = wi_beside_start(path, &beside, error);
    if (result != WEND_OK) return result;
    result = write_beside(&beside, bytes, size, error);
    if (result == WEND_OK) return wi_beside_finish(&beside, error);
    wi_beside_abandon(&beside);
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
    if (fstat(file, &status) != 0) return wi_fail_system(error, "read", path, errno);
    wend_result result = wi_refuse_special(path, &status, "a file to read", error);
    if (result != WEND_OK) return result;
    *size = (uint64_t)status.st_size;
    if (*size < want) want = (size_t)*size;
    return read_all(file, bytes, want) ? WEND_OK : wi_fail_system(error, "read", path, errno);
}

wend_result wi_file_read(const char *path, void *bytes, size_t want, uint64_t *size, wend_error *error) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); // a pipe must not hold us up before it is refused
    if (file < 0 && errno == ENOENT)
        return wi_fail(error, WEND_NOT_FOUND, "there is no file `%.*s`", WI_PATH_SHOWN, path);
    if (file < 0) return wi_fail_system(error, "open", path, errno);
    wend_result result = read_open(file, path, bytes, want, size, error);
    (void)close(file);
    return result;
}
