// A line of those who wait: least key first, then the lowest number.
#ifndef WI_HEAP_H
#define WI_HEAP_H

#include "wend/base.h"

typedef struct wi_waiting {
    float key;
    uint32_t number;
} wi_waiting;

static inline bool wi_waits_before(wi_waiting a, wi_waiting b) {
    return a.key != b.key ? a.key < b.key : a.number < b.number;
}

// There must be room for one more.
static inline void wi_heap_push(wi_waiting *heap, uint32_t *count, wi_waiting entry) {
    uint32_t at = (*count)++;
    for (; at > 0 && wi_waits_before(entry, heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    heap[at] = entry;
}

static inline wi_waiting wi_heap_pop(wi_waiting *heap, uint32_t *count) {
    wi_waiting least = heap[0], last = heap[--*count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < *count; at = child) {
        if (child + 1 < *count && wi_waits_before(heap[child + 1], heap[child])) child++;
        if (!wi_waits_before(heap[child], last)) break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return least;
}

#endif
