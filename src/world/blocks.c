#include "world/blocks.h"

bool wi_blocks_reserve(wi_blocks *blocks, wi_memory *memory, uint32_t more) {
    uint32_t fresh = more > blocks->free_count ? more - blocks->free_count : 0;
    if (fresh > UINT32_MAX - blocks->used) return false;
    uint32_t need = blocks->used + fresh;
    return wi_memory_grow(memory, (void **)&blocks->free, &blocks->free_capacity, need, sizeof *blocks->free) &&
           wi_memory_grow(memory, (void **)&blocks->block, &blocks->capacity, need, blocks->stride);
}

void wi_blocks_free(wi_blocks *blocks, wi_memory *memory) {
    wi_memory_give(memory, blocks->block, blocks->capacity, blocks->stride);
    wi_memory_give(memory, blocks->free, blocks->free_capacity, sizeof *blocks->free);
    *blocks = (wi_blocks){0};
}

uint32_t wi_blocks_take(wi_blocks *blocks) {
    return blocks->free_count > 0 ? blocks->free[--blocks->free_count] : blocks->used++;
}

void wi_blocks_give(wi_blocks *blocks, uint32_t number) { blocks->free[blocks->free_count++] = number; }
