#include "base/disk.h"

#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

wend_result wi_fail_system(wend_error *error, const char *doing, const char *path, int code) {
    char reason[80];
    if (strerror_r(code, reason, sizeof reason) != 0) (void)snprintf(reason, sizeof reason, "error %d", code);
    return wi_fail(error, WEND_FILE_ERROR, "cannot %s `%.*s`: %s", doing, WI_PATH_SHOWN, path, reason);
}

wend_result wi_refuse_special(const char *path, const struct stat *status, const char *wanted, wend_error *error) {
    if (S_ISREG(status->st_mode)) return WEND_OK;
    return wi_fail(error, WEND_FILE_ERROR, "`%.*s` is %s, not %s", WI_PATH_SHOWN, path,
                   S_ISDIR(status->st_mode) ? "a directory" : "a device or pipe", wanted);
}

int wi_write_all(int file, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(file, at, size < (size_t)1 << 30 ? size : (size_t)1 << 30);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        if (written == 0) return EIO;
        at += written;
        size -= (size_t)written;
    }
    return 0;
}
