// A map from 64-bit keys to 64-bit values that are not 0: open addressing, at most half full. Nothing is removed
// but by wi_map_sift.
#ifndef WI_MAP_H
#define WI_MAP_H

#include "base/memory.h"

typedef struct wi_map {
    struct wi_map_entry *entry;
    size_t capacity, count;
} wi_map;

// The place of the key's value, for reading and writing until the next call; 0 in it: the key is new, and a value other
// than 0 must be written. NULL without memory.
uint64_t *wi_map_place(wi_map *map, wi_memory *memory, uint64_t key);

bool wi_map_has(const wi_map *map, uint64_t key);

// Removes what `keep` does not want, in time proportional to the map; false without memory, changing nothing.
bool wi_map_sift(wi_map *map, wi_memory *memory, bool (*keep)(void *host, uint64_t key, uint64_t value), void *host);
void wi_map_free(wi_map *map, wi_memory *memory);

#endif
