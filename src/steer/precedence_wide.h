// The ranks of precedence.h for a lane-full of agents at a time. A few are drawn singly: as products of 64 bits are slow
// in vectors, a lane-full takes as long as about four of them.
#ifndef WI_PRECEDENCE_WIDE_H
#define WI_PRECEDENCE_WIDE_H

#include "sense/group_wide.h"
#include "steer/precedence.h"

// As wi_is_held_up, of many.
WI_INLINE wide_mask are_held_up(wide vx, wide vy, wide preferred_x, wide preferred_y) {
    wide along = vx * preferred_x + vy * preferred_y, p2 = preferred_x * preferred_x + preferred_y * preferred_y;
    return wide_less(along, wide_of(PRECEDENCE_SLOW) * p2);
}

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

#define RANKS_DRAWN_SINGLY 4

static inline wide ranks_drawn_singly(const wend_view *now, const int32_t row[WI_LANES], uint32_t lanes,
                                      uint64_t turn) {
    float rank[WI_LANES] = {0};
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        float drawn = wi_precedence_rank(now, (uint32_t)row[lane], turn);
        rank[lane] = (now->role[row[lane]].flags & WEND_FLAG_ARRIVED) != 0 ? -drawn : drawn;
    }
    return wide_load(rank);
}

static inline wide ranks_drawn_together(const wend_view *now, const int32_t row[WI_LANES], uint64_t turn) {
    wide_roles roles = wide_read_roles(now, row);
    hash_streams half[2];
    memcpy(half, &roles.stream, sizeof half);
    for (int i = 0; i < 2; i++) {
        hash_words bits = hash_each(__builtin_convertvector(half[i], hash_words), wi_hash_word(0, now->seed));
        bits = hash_each(hash_each(bits, turn), (uint64_t)PURPOSE_PRECEDENCE << 32);
        half[i] = __builtin_convertvector(bits >> 40, hash_streams);
    }
    wide_int draw;
    memcpy(&draw, half, sizeof half);
    wide rank = __builtin_convertvector(draw, wide) * wide_of(0x1p-24f);
    return wide_select(wide_flagged(&roles, WEND_FLAG_ARRIVED), -rank, rank);
}

// As wi_precedence_rank, of the rows in some lanes; as much below 0 for those who have arrived.
static inline wide precedence_ranks(const wend_view *now, const int32_t row[WI_LANES], wide_mask some) {
    uint32_t lanes = wide_mask_bits(some);
    uint64_t turn = wi_precedence_turn(now);
    if (__builtin_popcount(lanes) <= RANKS_DRAWN_SINGLY) return ranks_drawn_singly(now, row, lanes, turn);
    return ranks_drawn_together(now, row, turn);
}

// As wi_precedence_by_rank, but two who have arrived are equals: if they took turns at a goal that they share, forces would
// have them change places there for ever. Velocity obstacles, which know no balance of forces, come to rest by turns.
WI_INLINE wide precedence_by_ranks(wide own, wide theirs) {
    const wide zero = wide_of(0.0f), one = wide_of(1.0f);
    wide right = wide_clamp(wide_of(PRECEDENCE_SLOPE) * (wide_abs(own) - wide_abs(theirs)), -one, one);
    return wide_select(wide_less(wide_max(own, theirs), zero), zero, right);
}

#endif
