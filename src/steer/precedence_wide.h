// The ranks of precedence.h for a lane-full of agents at a time. Drawn all at once they cost about as much as two or three
// drawn singly, and no branch depends on how many stand in each other's way.
#ifndef WI_PRECEDENCE_WIDE_H
#define WI_PRECEDENCE_WIDE_H

#include "base/wide.h"
#include "steer/precedence.h"

// Half of the lanes.
typedef uint64_t hash_words __attribute__((vector_size(4 * WI_LANES)));
typedef uint32_t hash_streams __attribute__((vector_size(2 * WI_LANES)));

// As wi_hash_word.
WI_INLINE hash_words hash_each(hash_words hash, uint64_t word) {
    hash_words z = (hash ^ word) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// As wi_precedence_rank, of some rows; as much below 0 for those who have arrived.
WI_INLINE wide precedence_ranks(const wend_view *now, const int32_t row[WI_LANES], uint64_t turn) {
    _Static_assert(sizeof(wend_role) == 16 && offsetof(wend_role, stream) == 12, "read as the last of four");
    const wend_role arrived = {.flags = WEND_FLAG_ARRIVED};
    int32_t flag[4];
    memcpy(flag, &arrived, sizeof flag);
    wide field[4];
    wide_read_quads((const float(*)[4])(const void *)now->role, row, field);
    hash_streams half[2];
    memcpy(half, &field[3], sizeof half);
    for (int i = 0; i < 2; i++) {
        hash_words bits = hash_each(__builtin_convertvector(half[i], hash_words), wi_hash_word(0, now->seed));
        bits = hash_each(hash_each(bits, turn), (uint64_t)PURPOSE_PRECEDENCE << 32);
        half[i] = __builtin_convertvector(bits >> 40, hash_streams);
    }
    wide_int draw;
    memcpy(&draw, half, sizeof half);
    wide rank = __builtin_convertvector(draw, wide) * wide_of(0x1p-24f);
    wide_mask walks = wide_int_less(wide_bits(field[1]) & wide_int_of(flag[1]), wide_int_of(1));
    return wide_select(walks, rank, -rank);
}

// As wi_precedence_by_rank, but two who have arrived are equals: if they took turns at a goal that they share, forces would
// have them change places there for ever. Velocity obstacles, which know no balance of forces, come to rest by turns.
WI_INLINE wide precedence_by_ranks(wide own, wide theirs) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide right = wide_clamp(wide_of(PRECEDENCE_SLOPE) * (wide_abs(own) - wide_abs(theirs)), -one, one);
    return wide_select(wide_less(wide_max(own, theirs), zero), zero, right);
}

#endif
