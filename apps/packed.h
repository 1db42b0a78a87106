// Bytes in the text of a page: gzip in base64.
#ifndef PACKED_H
#define PACKED_H

#include "wend/base.h"

#include <stdio.h>

// Returns how many characters were written; 0 without memory. Whether the file took them, ferror tells.
size_t packed_write(FILE *to, const void *bytes, size_t size);

#endif
