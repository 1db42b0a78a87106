// Memory from the host's allocator, counted, aligned for vectors, with sizes checked.
#ifndef WI_MEMORY_H
#define WI_MEMORY_H

#include "wend/base.h"

#define WI_ALIGNMENT 64

typedef struct wi_memory {
    wend_allocator allocator;
    size_t bytes; // held now
} wi_memory;

// `allocator` with resize NULL means the C library's.
wi_memory wi_memory_from(wend_allocator allocator);

// Zeroed memory for count elements, aligned to WI_ALIGNMENT; NULL if there is none or the size overflows.
void *wi_memory_take(wi_memory *memory, size_t count, size_t size);

// Gives it back; the same count and size as taken. NULL is fine.
void wi_memory_give(wi_memory *memory, void *block, size_t count, size_t size);

// Grows *block from *capacity to at least `need` elements (doubling), keeping its contents and zeroing the rest.
// Returns false, changing nothing, when there is no memory.
bool wi_memory_grow(wi_memory *memory, void **block, uint32_t *capacity, uint32_t need, size_t size);

#endif
