// Whole files: written beside and renamed, so that there is all of a file or the one before.
#ifndef WI_FILE_H
#define WI_FILE_H

#include "wend/base.h"

// Writes a file or leaves the old one as it was. On success the bytes are on the disk, not only on their way.
wend_result wi_file_write(const char *path, const void *bytes, size_t size, wend_error *error);

// Reads the first `want` bytes of a file, or all if it is shorter; *size is how many it has.
wend_result wi_file_read(const char *path, void *bytes, size_t want, uint64_t *size, wend_error *error);

#endif
