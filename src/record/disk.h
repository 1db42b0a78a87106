// Writing to a file and saying why that failed.
#ifndef WI_DISK_H
#define WI_DISK_H

#include "wend/base.h"

// Writes all bytes; returns 0 or the error's number.
int wi_write_all(int file, const void *bytes, size_t size);

// "cannot DOING `PATH`: reason of the system" as WEND_FILE_ERROR.
wend_result wi_fail_system(wend_error *error, const char *doing, const char *path, int code);

#endif
