#include "world/columns.h"

#include <string.h>

#include "base/hash.h"

const wi_column wi_column_table[] = {
    {"serial", "l", offsetof(wi_columns, serial), sizeof(uint64_t), false, false},
    {"x", "f", offsetof(wi_columns, x), sizeof(float), false, false},
    {"y", "f", offsetof(wi_columns, y), sizeof(float), false, false},
    {"motion", "ffff", offsetof(wi_columns, motion), sizeof(wend_motion), false, false},
    {"goal", "ffff", offsetof(wi_columns, goal), sizeof(wend_goal), false, false},
    {"pace", "ffff", offsetof(wi_columns, pace), sizeof(wend_pace), false, false},
    {"form", "ffff", offsetof(wi_columns, form), sizeof(wend_form), false, false},
    {"role", "uhbbuu", offsetof(wi_columns, role), sizeof(wend_role), false, false},
    {"ties", "uufu", offsetof(wi_columns, ties), sizeof(wend_ties), false, true},
    {"mind", "uuuhbb", offsetof(wi_columns, mind), sizeof(wend_mind), false, true},
    {"frames", "hhuhhu", offsetof(wi_columns, frames), sizeof(wend_frames), false, true},
    {"inner", "hhuhhu", offsetof(wi_columns, inner), sizeof(wend_frames), false, true},
    {"loans", "ffuu", offsetof(wi_columns, loans), sizeof(wend_loans), false, true},
    {"loans_more", "ffuu", offsetof(wi_columns, loans_more), sizeof(wend_loans), false, true},
    {"mood", "fffu", offsetof(wi_columns, mood), sizeof(wend_mood), false, true},
    {"way", "ffuhh", offsetof(wi_columns, way), sizeof(wend_way), false, true},
    {"aim", "u", offsetof(wi_columns, aim), sizeof(uint32_t), true, true},
    {"memory", "u", offsetof(wi_columns, memory), sizeof(uint32_t), true, true}, // what is in the blocks is state
    {"unknown", "l", offsetof(wi_columns, unknown), sizeof(uint64_t), false, true},
    {"reach", "f", offsetof(wi_columns, reach), sizeof(float), true, false},
};
const uint32_t wi_column_count = WEND_COUNT(wi_column_table);

// Room that is not state but is sized with it.
static const struct {
    size_t offset, size;
    bool optional;
} spares[] = {
    {offsetof(wi_columns, spare8), sizeof(uint64_t), false},
    {offsetof(wi_columns, spare4), sizeof(float), false},
    {offsetof(wi_columns, spare16), sizeof(wend_motion), false},
    {offsetof(wi_columns, scratch), sizeof(wend_body), false},
    {offsetof(wi_columns, around), WI_AROUND_BYTES, true},
};

#define PART_COUNT (WEND_COUNT(wi_column_table) + WEND_COUNT(spares))

// Kernels read whole vectors at the end of a column, so each has this many elements to spare.
#define PADDING 64

static void **part(const wi_columns *columns, uint32_t index, size_t *size) {
    uint32_t spare = index - wi_column_count;
    size_t offset = index < wi_column_count ? wi_column_table[index].offset : spares[spare].offset;
    *size = index < wi_column_count ? wi_column_table[index].size : spares[spare].size;
    return (void **)(void *)((char *)(uintptr_t)columns + offset);
}

static bool is_optional(uint32_t index) {
    return index < wi_column_count ? wi_column_table[index].optional : spares[index - wi_column_count].optional;
}

uint64_t wi_column_hash(void) {
    uint64_t hash = 1;
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        if (column->derived) continue;
        hash = wi_hash_bytes(hash, column->name, strlen(column->name) + 1);
        hash = wi_hash_bytes(hash, column->fields, strlen(column->fields) + 1);
    }
    return hash;
}

bool wi_columns_reserve(wi_columns *columns, wi_memory *memory, uint32_t need) {
    if (need <= columns->capacity) return true;
    if (need > INT32_MAX - PADDING) return false;
    uint32_t capacity = columns->capacity + columns->capacity / 2;
    capacity = capacity < need ? need : capacity;
    void *fresh[PART_COUNT] = {NULL};
    size_t size;
    for (uint32_t p = 0; p < PART_COUNT; p++) {
        if (!*part(columns, p, &size) && is_optional(p)) continue;
        fresh[p] = wi_memory_take(memory, (size_t)capacity + PADDING, size);
        if (fresh[p] != NULL) continue;
        while (p-- > 0) {
            (void)part(columns, p, &size);
            wi_memory_give(memory, fresh[p], (size_t)capacity + PADDING, size);
        }
        return false;
    }
    for (uint32_t p = 0; p < PART_COUNT; p++) {
        void **old = part(columns, p, &size);
        if (fresh[p] == NULL) continue;
        if (*old != NULL) {
            if (p < wi_column_count) memcpy(fresh[p], *old, columns->count * size);
            wi_memory_give(memory, *old, (size_t)columns->capacity + PADDING, size);
        }
        *old = fresh[p];
    }
    columns->capacity = capacity;
    return true;
}

static const wi_column *optional_column(uint32_t bit) {
    const wi_column *column = wi_column_table;
    while (!column->optional || bit-- > 0) column++;
    return column;
}

bool wi_columns_add_optional(wi_columns *columns, wi_memory *memory, uint32_t bit) {
    const wi_column *column = optional_column(bit);
    void **at = wi_column_at(columns, column);
    if (!*at) *at = wi_memory_take(memory, (size_t)columns->capacity + PADDING, column->size);
    return *at != NULL;
}

bool wi_columns_add_ties(wi_columns *columns, wi_memory *memory) {
    return wi_columns_add_optional(columns, memory, WI_COLUMN_TIES);
}

bool wi_columns_add_ways(wi_columns *columns, wi_memory *memory) {
    return wi_columns_add_optional(columns, memory, WI_COLUMN_WAY) &&
           wi_columns_add_optional(columns, memory, WI_COLUMN_AIM);
}

bool wi_columns_add_around(wi_columns *columns, wi_memory *memory) {
    if (!columns->around)
        columns->around = wi_memory_take(memory, (size_t)columns->capacity + PADDING, WI_AROUND_BYTES);
    return columns->around != NULL;
}

wi_around wi_columns_around(const wi_columns *columns) {
    return wi_around_in(columns->around, (size_t)columns->capacity + PADDING);
}

uint64_t wi_columns_optional(const wi_columns *columns) {
    uint64_t mask = 0;
    for (uint32_t bit = 0; bit < WI_COLUMN_OPTIONAL; bit++)
        if (*wi_column_at(columns, optional_column(bit))) mask |= (uint64_t)1 << bit;
    return mask;
}

void wi_columns_free(wi_columns *columns, wi_memory *memory) {
    size_t size;
    for (uint32_t p = 0; p < PART_COUNT; p++) {
        void **block = part(columns, p, &size);
        if (*block != NULL) wi_memory_give(memory, *block, (size_t)columns->capacity + PADDING, size);
        *block = NULL;
    }
    columns->count = columns->capacity = 0;
}

void wi_columns_copy(wi_columns *columns, uint32_t to, uint32_t from) {
    for (uint32_t c = 0; c < wi_column_count; c++) {
        size_t size = wi_column_table[c].size;
        char *column = *wi_column_at(columns, &wi_column_table[c]);
        if (column) memcpy(column + to * size, column + from * size, size);
    }
}
