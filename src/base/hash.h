// 64-bit hashing of bytes and words; the same on every machine (words are hashed as values, little-endian).
#ifndef WI_HASH_H
#define WI_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Mixes a word into a running hash; good avalanche, cheap.
static inline uint64_t wi_hash_word(uint64_t hash, uint64_t word) {
    uint64_t z = (hash ^ word) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// The same with a float; -0 counts as 0.
static inline uint64_t wi_hash_float(uint64_t hash, float value) {
    uint32_t bits;
    value += 0.0f;
    memcpy(&bits, &value, sizeof bits);
    return wi_hash_word(hash, bits);
}

// Hashes size bytes onto `hash`.
uint64_t wi_hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
