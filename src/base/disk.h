// Writing to a file and saying why that failed.
#ifndef WI_DISK_H
#define WI_DISK_H

#include "wend/base.h"

#include <sys/stat.h>

#define WI_PATH_SHOWN 100 // characters of a path in a message

// Writes all bytes; returns 0 or the error's number.
int wi_write_all(int file, const void *bytes, size_t size);

// "cannot DOING `PATH`: reason of the system" as WEND_FILE_ERROR.
wend_result wi_fail_system(wend_error *error, const char *doing, const char *path, int code);

// Refuses a directory, device or pipe: "`PATH` is a directory, not WANTED".
wend_result wi_refuse_special(const char *path, const struct stat *status, const char *wanted, wend_error *error);

#endif
