#include "scenario/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)64 << 10)

struct wi_arena_block {
    wi_arena_block *before;
    size_t used, size;
    max_align_t data[];
};

static wi_arena_block *add_block(wi_arena *arena, size_t need) {
    size_t size = need > BLOCK_SIZE ? need : BLOCK_SIZE;
    if (arena->most && (size > arena->most || arena->taken > arena->most - size)) longjmp(*arena->no_memory, 1);
    wi_arena_block *block = size < SIZE_MAX / 2 ? calloc(1, sizeof *block + size) : NULL;
    if (!block) longjmp(*arena->no_memory, 1);
    *block = (wi_arena_block){.before = arena->block, .size = size};
    arena->block = block;
    arena->taken += size;
    return block;
}

void *wi_arena_take(wi_arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / 4 / size) longjmp(*arena->no_memory, 1);
    size_t align = _Alignof(max_align_t), need = (count * size + align - 1) / align * align;
    wi_arena_block *block = arena->block;
    if (!block || need > block->size - block->used) block = add_block(arena, need);
    unsigned char *taken = (unsigned char *)block->data + block->used;
    block->used += need;
    return taken;
}

char *wi_arena_copy(wi_arena *arena, const char *text, size_t length) {
    char *copy = wi_arena_take(arena, length + 1, 1);
    if (length) memcpy(copy, text, length);
    return copy;
}

char *wi_arena_print(wi_arena *arena, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = wi_arena_take(arena, (size_t)(length > 0 ? length : 0) + 1, 1);
    if (length > 0) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void *wi_arena_grow(wi_arena *arena, void *array, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) return array;
    uint32_t wanted = *capacity ? 2 * *capacity : 4;
    void *grown = wi_arena_take(arena, wanted, size);
    if (count) memcpy(grown, array, count * size);
    *capacity = wanted;
    return grown;
}

void wi_arena_free(wi_arena *arena) {
    while (arena->block) {
        wi_arena_block *before = arena->block->before;
        free(arena->block);
        arena->block = before;
    }
}
