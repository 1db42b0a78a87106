// Memory that is taken piece by piece and given back all at once: a scenario and the document it is read from.
#ifndef WI_ARENA_H
#define WI_ARENA_H

#include <setjmp.h>

#include "wend/base.h"

typedef struct wi_arena_block wi_arena_block;

// Whoever takes never gets NULL: without memory, control goes back to `no_memory`. So readers, which take memory in
// every other line, need not look, and nothing they half finished is seen.
typedef struct wi_arena {
    wi_arena_block *block;
    jmp_buf *no_memory;
    size_t taken, most; // bytes in all; most 0: no limit
} wi_arena;

void *wi_arena_take(wi_arena *arena, size_t count, size_t size); // zeroed
char *wi_arena_copy(wi_arena *arena, const char *text, size_t length);
__attribute__((format(printf, 2, 3))) char *wi_arena_print(wi_arena *arena, const char *format, ...);

// Makes room for one more in an array that grows by doubling; the old one stays where it was.
void *wi_arena_grow(wi_arena *arena, void *array, uint32_t count, uint32_t *capacity, size_t size);
void wi_arena_free(wi_arena *arena);

#define WI_TAKE(arena, type, count) ((type *)wi_arena_take(arena, count, sizeof(type)))

#endif
