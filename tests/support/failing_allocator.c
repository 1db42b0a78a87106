#include "support/failing_allocator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 16 // keeps the alignment of malloc

static size_t stored_size(void *block) {
    size_t size;
    memcpy(&size, (char *)block - HEADER, sizeof size);
    return size;
}

static void give(failing_allocator *state, void *block, size_t size) {
    if (!block) return;
    if (stored_size(block) != size) {
        fprintf(stderr, "a block of %zu bytes came back as one of %zu\n", stored_size(block), size);
        abort();
    }
    state->live_blocks--;
    state->live_bytes -= size;
    free((char *)block - HEADER);
}

static void *take(failing_allocator *state, size_t size) {
    char *block = malloc(size + HEADER);
    if (!block) return NULL;
    memcpy(block, &size, sizeof size);
    memset(block + HEADER, 0xa5, size); // nobody may rely on zeros
    state->live_blocks++;
    state->live_bytes += size;
    return block + HEADER;
}

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    failing_allocator *state = user;
    void *moved = NULL;
    if (new_size > 0) {
        state->calls++;
        if (state->calls == state->fail_at) return NULL;
        moved = take(state, new_size);
        if (!moved) return NULL;
        if (block) memcpy(moved, block, old_size < new_size ? old_size : new_size);
    }
    give(state, block, old_size);
    return moved;
}

wend_allocator failing_allocator_make(failing_allocator *state) { return (wend_allocator){resize, state}; }
