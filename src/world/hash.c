#include "base/hash.h"

#include "world/saved.h"

// Rows are hashed a block at a time, column by column: the rows' chains do not wait for each other, and the hashes stay
// in the nearest cache.
#define BLOCK 256

static void mix4(uint64_t *hash, const unsigned char *element, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, element + 4 * (size_t)i, sizeof word);
        hash[i] = wi_hash_word(hash[i], word);
    }
}

static void mix8(uint64_t *hash, const unsigned char *element, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, element + 8 * (size_t)i, sizeof word);
        hash[i] = wi_hash_word(hash[i], word);
    }
}

static void mix16(uint64_t *hash, const unsigned char *element, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t word[2];
        memcpy(word, element + 16 * (size_t)i, sizeof word);
        hash[i] = wi_hash_word(wi_hash_word(hash[i], word[0]), word[1]);
    }
}

static void mix_column(uint64_t *hash, const unsigned char *element, uint32_t size, uint32_t count) {
    if (size == 4)
        mix4(hash, element, count);
    else if (size == 8)
        mix8(hash, element, count);
    else
        mix16(hash, element, count); // the sort knows no other sizes either
}

// An element of zeros counts as none, so that it does not matter whether the column is there.
static void mix_optional(uint64_t *hash, const unsigned char *element, uint32_t size, uint32_t count) {
    static const unsigned char nothing[16];
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(element + (size_t)i * size, nothing, size) != 0)
            mix_column(&hash[i], element + (size_t)i * size, size, 1);
}

static uint64_t mix_own(uint64_t hash, const wend_model *model, const unsigned char *block) {
    size_t offset;
    for (uint32_t p = 0; wi_block_param(model, p, &offset); p++) {
        uint32_t bits;
        memcpy(&bits, block + offset, sizeof bits);
        hash = wi_hash_word(hash, bits);
    }
    return hash;
}

// Which block holds an agent's parameters is chance; that it has its own, and what is in it, is state.
static void mix_roles(uint64_t *hash, const wend_world *world, uint32_t first, uint32_t count) {
    wend_role role[BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        role[i] = world->columns.role[first + i];
        role[i].params = role[i].params >= world->scene->profile_count;
    }
    mix16(hash, (const unsigned char *)role, count);
    for (uint32_t i = 0; i < count; i++)
        if (role[i].params)
            hash[i] = mix_own(hash[i], wi_world_model(world, first + i), wi_saved_params(world, first + i));
}

// The same of what the models remember.
static void mix_memories(uint64_t *hash, const wend_world *world, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; world->columns.memory && i < count; i++)
        hash[i] =
            wi_hash_bytes(hash[i], wi_saved_memory(world, first + i), wi_world_model(world, first + i)->memory_size);
}

// The sum of the agents' hashes does not depend on the order of rows.
static uint64_t sum_block(const wend_world *world, uint32_t first, uint32_t count) {
    uint64_t hash[BLOCK] = {0}, sum = 0;
    for (uint32_t c = 0; c < wi_column_count; c++) {
        const wi_column *column = &wi_column_table[c];
        const unsigned char *element = *wi_column_at(&world->columns, column);
        if (column->derived || !element) continue;
        if (column->optional)
            mix_optional(hash, element + (size_t)first * column->size, column->size, count);
        else if (wi_saved_is_role(column))
            mix_roles(hash, world, first, count);
        else
            mix_column(hash, element + (size_t)first * column->size, column->size, count);
    }
    mix_memories(hash, world, first, count);
    for (uint32_t i = 0; i < count; i++) sum += hash[i];
    return sum;
}

// Only what differs from the scene counts, which has its own hash.
static uint64_t mix_changes(uint64_t hash, const wend_world *world) {
    const wend_scene *scene = world->scene;
    for (uint32_t i = 0; i < world->walls.door_count; i++)
        if (world->door_open[i] != scene->walls.open[i]) hash = wi_hash_word(hash, i);
    for (uint32_t i = 0; i < scene->program.slot_count; i++)
        if (world->minds.raised[i] != 0) hash = wi_hash_word(hash, (uint64_t)i << 32 | world->minds.raised[i]);
    for (uint32_t i = 0; world->routes.wait && i < scene->map.edge_count; i++) {
        uint32_t wait;
        memcpy(&wait, &world->routes.wait[i], sizeof wait);
        if (wait != 0) hash = wi_hash_word(hash, (uint64_t)i << 32 | wait);
    }
    for (uint32_t i = 0; i < scene->profile_count; i++) {
        size_t block = (size_t)i * scene->params_stride;
        const wend_model *model = scene->profiles[i].is.model;
        size_t offset;
        for (uint32_t p = 0; wi_block_param(model, p, &offset); p++) {
            size_t at = block + offset;
            uint32_t now, before;
            memcpy(&now, world->params.block + at, sizeof now);
            memcpy(&before, scene->params + at, sizeof before);
            if (now != before) hash = wi_hash_word(wi_hash_word(hash, (uint64_t)i << 32 | p), now);
        }
    }
    return hash;
}

uint64_t wend_world_hash(const wend_world *world) {
    if (wi_world_refuse_busy(world, NULL) != WEND_OK) return 0;
    uint32_t agents = world->columns.count, step;
    uint64_t sum = 0;
    for (uint32_t first = 0; first < agents; first += BLOCK)
        sum += sum_block(world, first, agents - first < BLOCK ? agents - first : BLOCK);
    memcpy(&step, &world->def.step, sizeof step);
    sum = mix_changes(sum, world);
    const uint64_t words[] = {world->scene->hash, world->def.seed, step, world->stats.tick, world->next_serial, agents};
    for (uint32_t i = 0; i < WEND_COUNT(words); i++) sum = wi_hash_word(sum, words[i]);
    return sum;
}
