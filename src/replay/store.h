// Blocks of bytes in a nameless temporary file, which the system removes whatever happens to us.
#ifndef WI_STORE_H
#define WI_STORE_H

#include "wend/base.h"

// Open one with wi_store_open.
typedef struct wi_store {
    int file;
    uint64_t end;
} wi_store;

wend_result wi_store_open(wi_store *store, wend_error *error);
void wi_store_close(wi_store *store);

// Adds a block; it lies at *offset.
wend_result wi_store_add(wi_store *store, const void *bytes, size_t size, uint64_t *offset, wend_error *error);

// Reads a block. Any number of threads may do so at the same time, also while another adds.
wend_result wi_store_get(const wi_store *store, uint64_t offset, void *bytes, size_t size, wend_error *error);

#endif
