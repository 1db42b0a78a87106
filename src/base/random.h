// Random numbers where calling wend_random for each would take longer than they do: a loop takes the seed once.
#ifndef WI_RANDOM_H
#define WI_RANDOM_H

#include "base/hash.h"

// As wend_random. Each part of the key goes through a full 64-bit finaliser before the next is added, so that keys which
// differ by one anywhere (agents next to each other, the next tick, the next draw) give numbers that have nothing to do
// with each other. The top 24 bits are as many as a float in [0, 1) can hold in even steps.
static inline float wi_random(uint64_t seed, uint64_t stream, uint64_t tick, uint32_t purpose, uint32_t draw) {
    uint64_t bits = wi_hash_word(0, seed);
    bits = wi_hash_word(bits, stream);
    bits = wi_hash_word(bits, tick);
    bits = wi_hash_word(bits, (uint64_t)purpose << 32 | draw);
    return (float)(bits >> 40) * 0x1p-24f;
}

#endif
