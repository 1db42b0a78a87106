// The layout of frames and of the table of agents (docs/replay-protocol.md), for recordings and live runs alike.
#ifndef WI_FRAME_CODE_H
#define WI_FRAME_CODE_H

#include "wend/base.h"

enum { // columns of a frame, by bit
    WI_COLUMN_VELOCITY = 1,
    WI_COLUMN_HEADING = 2,
    WI_COLUMN_PREFERRED = 4,
    WI_COLUMN_LEVEL = 8,
    WI_COLUMN_STATE = 16,
    WI_COLUMN_STRESS = 32,
    WI_COLUMN_COLLISIONS = 64,
};

// One agent in a frame; positions relative to the origin.
typedef struct wi_shown {
    uint32_t agent; // index into the table of agents
    float x, y, vx, vy, heading, preferred_x, preferred_y;
    uint16_t level, state;
    float stress;
} wi_shown;

typedef struct wi_shown_pair {
    uint32_t a, b; // rows of the frame
    float depth;   // m
} wi_shown_pair;

// A row of the table of agents.
typedef struct wi_cast_row {
    double id;
    int32_t first, last;
    uint16_t profile, group; // 65535: unknown
    uint8_t shape;
    float half_length, half_width;
} wi_cast_row;

// The bytes a frame takes, and writing it there. `columns` are those that hold something; pairs count only with
// WI_COLUMN_COLLISIONS. A frame is shorter than 4 GiB: at most 2^24 agents and 2^27 pairs.
size_t wi_frame_size(uint32_t count, unsigned columns, uint32_t pairs);
void wi_frame_write(unsigned char *to, int32_t number, const wi_shown *shown, uint32_t count, unsigned columns,
                    const wi_shown_pair *pair, uint32_t pairs);

// Numbers of 32 bits, 4 bytes each.
void wi_words_write(unsigned char *to, const uint32_t *word, size_t count);

size_t wi_cast_size(uint32_t count);
void wi_cast_write(unsigned char *to, uint32_t first, const wi_cast_row *row, uint32_t count);

#endif
