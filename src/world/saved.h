// The form of a saved world: a head, doors, the profiles' parameters, the columns in the order of serials, what agents
// have apart from the columns, a checksum.
//
//     wi_saved_head | doors | raised | waits | profiles' parameters | column by column of wi_column_table that is not derived |
//     own parameters and memory, agent by agent | checksum (8 bytes)
//
// A door is a byte, 1 if it is open. Of each event of the behaviours, and each event in a region, 4 bytes say when it is
// or was heard. Where some profile minds congestion, 4 bytes say how long people wait at each edge of the map. A profile's parameters stand in the order of its model's table.
// Everything is little-endian without gaps. In the column of roles, params says whether the agent has parameters of
// its own (1) or those of its profile (0). Own ones follow in the order of serials, each agent's in the order of
// wi_block_param, and then what its model remembers, own parameters or not. That order, and how much a model remembers,
// like all else that is not here, is vouched for by the hash of the scene.
#ifndef WI_SAVED_H
#define WI_SAVED_H

#include "world/world.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "saved worlds and hashes copy little-endian columns as they are");

// Of the form, not of the library. Whoever changes what stands in a file, or what a value in it means, counts this up.
#define WI_SAVED_VERSION 4

#define WI_SAVED_MAGIC_SIZE 8

typedef struct wi_saved_head {
    unsigned char magic[WI_SAVED_MAGIC_SIZE];
    uint64_t version;
    uint64_t columns; // wi_column_hash
    uint64_t scene;   // wend_scene_hash
    uint64_t size;    // of the whole file, in bytes
    uint64_t seed, tick, next_serial;
    uint64_t added, removed, arrived, collided; // as in wend_stats
    uint64_t corrected_walls, corrected_nonfinite, corrected_speed;
    uint64_t optional; // which of the optional columns are there: wi_columns_optional
    float step;
    uint32_t agents;
} wi_saved_head;
_Static_assert(sizeof(wi_saved_head) == 136, "the head has no gaps");

// Not text, so that a transfer that changes the ends of lines is noticed at once.
extern const unsigned char wi_saved_magic[WI_SAVED_MAGIC_SIZE];

// Bytes of an agent in the columns, with those of the optional ones that are there.
size_t wi_saved_row_size(uint64_t optional);

// Bytes of the doors, of what was raised, of waits, and of the profiles' parameters.
size_t wi_saved_changes_size(const wend_scene *scene);

// Bytes that an agent has apart from the columns: parameters, if it has its own, and what its model remembers.
static inline size_t wi_saved_own_size(const wend_model *model, bool params) {
    return (params ? wi_block_param_count(model) * sizeof(float) : 0) + model->memory_size;
}

// The checksum of the first `size` bytes of a file.
uint64_t wi_saved_checksum(const void *bytes, size_t size);

// The parameters of a row.
static inline const unsigned char *wi_saved_params(const wend_world *world, uint32_t row) {
    return wi_blocks_at(&world->params, world->columns.role[row].params);
}

// What the model of a row remembers; NULL where no model in the world does.
static inline unsigned char *wi_saved_memory(const wend_world *world, uint32_t row) {
    return world->columns.memory ? wi_blocks_at(&world->memories, world->columns.memory[row]) : NULL;
}

static inline bool wi_saved_is_role(const wi_column *column) { return column->offset == offsetof(wi_columns, role); }

#endif
