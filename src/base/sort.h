// Sorting by total orders; never the C library's, whose order of equals differs between systems.
#ifndef WI_SORT_H
#define WI_SORT_H

#include "wend/base.h"

// Sorts numbers that stand for things: merge sort, stable, with scratch of the same count.
typedef bool wi_before(const void *things, uint32_t a, uint32_t b);
void wi_sort(uint32_t *order, uint32_t *scratch, uint32_t count, wi_before *before, const void *things);

// Sorts count elements of `size` bytes (at most 64) where they are: heap sort, no memory.
void wi_sort_in_place(void *elements, size_t count, size_t size, bool (*before)(const void *a, const void *b));

#endif
