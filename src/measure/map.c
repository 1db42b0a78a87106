#include "measure/map.h"

#include "base/hash.h"

typedef struct wi_map_entry {
    uint64_t key, value;
} wi_map_entry;

// The entry of the key, or the free one where it belongs.
static wi_map_entry *find(wi_map_entry *entry, size_t capacity, uint64_t key) {
    size_t at = (size_t)wi_hash_word(0, key) & (capacity - 1);
    while (entry[at].value != 0 && entry[at].key != key) at = (at + 1) & (capacity - 1);
    return &entry[at];
}

static bool grow(wi_map *map, wi_memory *memory) {
    if (map->capacity > SIZE_MAX / 2) return false;
    size_t capacity = map->capacity ? 2 * map->capacity : 64;
    wi_map_entry *entry = wi_memory_take(memory, capacity, sizeof *entry);
    if (!entry) return false;
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->entry[i].value != 0) *find(entry, capacity, map->entry[i].key) = map->entry[i];
    }
    wi_map_free(&(wi_map){map->entry, map->capacity, 0}, memory);
    map->entry = entry;
    map->capacity = capacity;
    return true;
}

uint64_t *wi_map_place(wi_map *map, wi_memory *memory, uint64_t key) {
    if (2 * (map->count + 1) > map->capacity && !grow(map, memory)) return NULL;
    wi_map_entry *entry = find(map->entry, map->capacity, key);
    if (entry->value == 0) map->count++;
    entry->key = key;
    return &entry->value;
}

bool wi_map_has(const wi_map *map, uint64_t key) {
    return map->count > 0 && find(map->entry, map->capacity, key)->value != 0;
}

bool wi_map_sift(wi_map *map, wi_memory *memory, bool (*keep)(void *host, uint64_t key, uint64_t value), void *host) {
    wi_map kept = {0};
    for (size_t i = 0; i < map->capacity; i++) {
        const wi_map_entry *entry = &map->entry[i];
        if (entry->value == 0 || !keep(host, entry->key, entry->value)) continue;
        uint64_t *place = wi_map_place(&kept, memory, entry->key);
        if (!place) {
            wi_map_free(&kept, memory);
            return false;
        }
        *place = entry->value;
    }
    wi_map_free(map, memory);
    *map = kept;
    return true;
}

void wi_map_free(wi_map *map, wi_memory *memory) {
    wi_memory_give(memory, map->entry, map->capacity, sizeof *map->entry);
    *map = (wi_map){0};
}
