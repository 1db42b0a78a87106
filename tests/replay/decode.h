// A slow decoder of frames and of the table of agents, written from docs/replay-protocol.md alone. It fails the test
// where bytes run out or are left over.
#ifndef REPLAY_DECODE_H
#define REPLAY_DECODE_H

#include "support/expect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes_left {
    const unsigned char *at, *end;
} bytes_left;

static inline uint64_t take(bytes_left *from, size_t bytes) {
    uint64_t value = 0;
    assert_true((size_t)(from->end - from->at) >= bytes);
    for (size_t i = 0; i < bytes; i++) value += (uint64_t)from->at[i] * (UINT64_C(1) << 8 * i);
    from->at += bytes;
    return value;
}

static inline uint32_t take_u32(bytes_left *from) { return (uint32_t)take(from, 4); }
static inline int32_t take_i32(bytes_left *from) { return (int32_t)take(from, 4); }

static inline double take_f64(bytes_left *from) {
    uint64_t bits = take(from, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The bits of each value, in 8 bytes each; what fills up must be 0.
static inline uint64_t *take_column(bytes_left *from, uint32_t count, size_t width) {
    uint64_t *column = calloc(count + 1, sizeof *column);
    assert_non_null(column);
    for (uint32_t i = 0; i < count; i++) column[i] = take(from, width);
    for (size_t bytes = count * width; bytes % 4 != 0; bytes++) assert_int_equal(take(from, 1), 0);
    return column;
}

static inline float float_of(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

// Columns that are not there are NULL.
typedef struct decoded_frame {
    int32_t number;
    uint32_t count, columns, pairs;
    uint64_t *agent, *x, *y, *vx, *vy, *heading, *preferred_x, *preferred_y, *level, *state, *stress;
    uint64_t *pair; // row, row, depth of each
} decoded_frame;

static inline decoded_frame decode_frame(bytes_left *from) {
    bytes_left within = *from;
    uint32_t length = take_u32(&within);
    assert_int_equal(length % 4, 0);
    assert_true(length <= (size_t)(from->end - from->at));
    within.end = from->at + length;
    decoded_frame frame = {.number = take_i32(&within)};
    frame.count = take_u32(&within);
    frame.columns = take_u32(&within);
    uint64_t **const columns[] = {&frame.agent, &frame.x,       &frame.y,           &frame.vx,
                                  &frame.vy,    &frame.heading, &frame.preferred_x, &frame.preferred_y,
                                  &frame.level, &frame.state,   &frame.stress};
    const int bit[] = {-1, -1, -1, 0, 0, 1, 2, 2, 3, 4, 5};
    for (size_t i = 0; i < sizeof bit / sizeof *bit; i++) {
        if (bit[i] >= 0 && !(frame.columns >> bit[i] & 1)) continue;
        *columns[i] = take_column(&within, frame.count, bit[i] == 3 || bit[i] == 4 ? 2 : 4);
    }
    if (frame.columns >> 6 & 1) {
        frame.pairs = take_u32(&within);
        frame.pair = take_column(&within, 3 * frame.pairs, 4);
    }
    assert_true(within.at == within.end);
    from->at = within.end;
    return frame;
}

static inline void free_frame(decoded_frame *frame) {
    uint64_t *const columns[] = {frame->agent, frame->x,       frame->y,           frame->vx,
                                 frame->vy,    frame->heading, frame->preferred_x, frame->preferred_y,
                                 frame->level, frame->state,   frame->stress,      frame->pair};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) free(columns[i]);
    *frame = (decoded_frame){0};
}

typedef struct decoded_agent {
    double id;
    int32_t first, last;
    uint32_t profile, group, shape;
    float half_length, half_width;
} decoded_agent;

typedef struct decoded_cast {
    uint32_t first, count;
    decoded_agent *agent;
} decoded_cast;

static inline decoded_cast decode_cast(bytes_left *from) {
    decoded_cast cast = {.first = take_u32(from)};
    cast.count = take_u32(from);
    cast.agent = calloc(cast.count + 1, sizeof *cast.agent);
    assert_non_null(cast.agent);
    for (uint32_t i = 0; i < cast.count; i++) cast.agent[i].id = take_f64(from);
    const size_t width[] = {4, 4, 2, 2, 1, 4, 4};
    for (size_t c = 0; c < sizeof width / sizeof *width; c++) {
        uint64_t *column = take_column(from, cast.count, width[c]);
        for (uint32_t i = 0; i < cast.count; i++) {
            decoded_agent *agent = &cast.agent[i];
            if (c == 0) agent->first = (int32_t)column[i];
            if (c == 1) agent->last = (int32_t)column[i];
            if (c == 2) agent->profile = (uint32_t)column[i];
            if (c == 3) agent->group = (uint32_t)column[i];
            if (c == 4) agent->shape = (uint32_t)column[i];
            if (c == 5) agent->half_length = float_of(column[i]);
            if (c == 6) agent->half_width = float_of(column[i]);
        }
        free(column);
    }
    assert_true(from->at == from->end);
    return cast;
}

#endif
