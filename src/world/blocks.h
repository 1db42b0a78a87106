// Blocks of equal size that belong to single agents. They stay where they are while rows are sorted: a row has the
// number of its block, which is cheaper to move than what is in it.
#ifndef WI_BLOCKS_H
#define WI_BLOCKS_H

#include "base/memory.h"

typedef struct wi_blocks {
    unsigned char *block;
    uint32_t stride; // bytes from one to the next
    uint32_t capacity;
    uint32_t used;  // blocks ever used
    uint32_t *free; // numbers of blocks given back
    uint32_t free_count, free_capacity;
} wi_blocks;

// Makes room for `more` blocks to be taken; false, changing nothing that shows, without memory.
bool wi_blocks_reserve(wi_blocks *blocks, wi_memory *memory, uint32_t more);
void wi_blocks_free(wi_blocks *blocks, wi_memory *memory);

// The number of a block that nobody has, with whatever is in it; room must have been made.
uint32_t wi_blocks_take(wi_blocks *blocks);
void wi_blocks_give(wi_blocks *blocks, uint32_t number);

static inline unsigned char *wi_blocks_at(const wi_blocks *blocks, uint32_t number) {
    return blocks->block + (size_t)number * blocks->stride;
}

#endif
