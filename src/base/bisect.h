// Finding a place in what is in order.
#ifndef WI_BISECT_H
#define WI_BISECT_H

#include "wend/base.h"

// True if the i-th of the things comes before the key.
typedef bool wi_below(const void *things, uint32_t i, const void *key);

// The first of the things that does not come before the key; `count` if all do. Inline, so that `below` is no call.
static inline uint32_t wi_bisect(const void *things, uint32_t count, wi_below *below, const void *key) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (below(things, middle, key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
