// A file that is written beside its target and takes the target's name once it is whole.
#ifndef WI_BESIDE_H
#define WI_BESIDE_H

#include "wend/base.h"

#include <limits.h>
#include <stdio.h>

typedef struct wi_beside {
    char path[PATH_MAX];   // of the new file, which exists and is empty at first
    char target[PATH_MAX]; // empty: not started
} wi_beside;

// Makes an empty file in the directory of `target`. A target that is a directory, device or pipe is refused.
wend_result wi_beside_start(const char *target, wi_beside *beside, wend_error *error);

// Brings the file to the disk and gives it the target's name, or removes it; it is no longer started in any case.
wend_result wi_beside_finish(wi_beside *beside, wend_error *error);
void wi_beside_abandon(wi_beside *beside);

// Whether a file could be started beside `target`, as far as the system tells beforehand.
wend_result wi_beside_check(const char *target, wend_error *error);

// Writes a text beside `path`: `print` puts it on a stream, where numbers have a decimal point whatever the host's
// locale is. The old file stays as it was when that or the disk fails.
typedef wend_result (*wi_text_printer)(FILE *to, const void *host, wend_error *error);
wend_result wi_text_write(const char *path, wi_text_printer print, const void *host, wend_error *error);

#endif
