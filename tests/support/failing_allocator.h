// An allocator that counts what it lends and fails when told to, for tests in which each allocation fails in turn.
#ifndef FAILING_ALLOCATOR_H
#define FAILING_ALLOCATOR_H

#include "wend/base.h"

typedef struct failing_allocator {
    uint64_t calls;   // requests for memory so far (giving back is not one)
    uint64_t fail_at; // the request with this number fails, counting from 1; 0: none
    size_t live_blocks, live_bytes;
} failing_allocator;

// Start from a zeroed struct, which must outlive the allocator. Aborts if a block comes back with a wrong size.
wend_allocator failing_allocator_make(failing_allocator *state);

#endif
