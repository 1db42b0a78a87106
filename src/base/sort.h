// Sorting by total orders; never the C library's, whose order of equals differs between systems.
#ifndef WI_SORT_H
#define WI_SORT_H

#include "wend/base.h"

// Sorts numbers that stand for things: merge sort, stable, with scratch of the same count.
typedef bool wi_before(const void *things, uint32_t a, uint32_t b);
void wi_sort(uint32_t *order, uint32_t *scratch, uint32_t count, wi_before *before, const void *things);

// Sorts count elements of `size` bytes by the 64-bit number at `offset` in each, of which none is larger than `largest`:
// radix sort, stable, with scratch of the same size.
void wi_sort_by_number(void *elements, void *scratch, size_t count, size_t size, size_t offset, uint64_t largest);

#endif
