// Frames as few bytes: whole numbers, less what could be foretold, as planes of equal bytes, packed by LZ4.
//
// A frame is foretold from the one before: an agent stays what it was, keeps its velocity, goes where that takes it and
// faces the way it goes. What is left over is small, so most planes are zero. Every so often a frame is foretold from
// nothing (a key).
#ifndef WI_PART_CODE_H
#define WI_PART_CODE_H

#include "record/frames.h"

enum {
    WI_PART_ID,
    WI_PART_VX,
    WI_PART_VY,
    WI_PART_X,
    WI_PART_Y,
    WI_PART_Z,
    WI_PART_HEADING,
    WI_PART_PROFILE,
    WI_PART_PREFERRED_X,
    WI_PART_PREFERRED_Y,
    WI_PART_HALF_LENGTH,
    WI_PART_HALF_WIDTH,
    WI_PART_GROUP,
    WI_PART_COLUMNS,
};
#define WI_PART_COLUMNS_1 8u // of files of version 1

// What is said of a coded frame.
enum {
    WI_PART_KEY = 1,      // foretold from nothing
    WI_PART_SAME = 2,     // the ids of the frame before
    WI_PART_EXACT = 4,    // bits of floating-point numbers, where a value is not finite or too large for the grid
    WI_PART_FOLLOWS = 8,  // headings are foretold from velocities, not from the headings before
    WI_PART_UNKNOWN = 16, // << column: nobody has it
};

#define WI_PART_KEY_EVERY 64u
#define WI_PART_MOST (1u << 24) // agents in a frame

// Remembers the frame before, for both ways. Start from wi_part_coder_from.
typedef struct wi_part_coder {
    wi_raster place;
    double fps;
    uint32_t columns;                                         // of the file: the first so many
    uint64_t *now[WI_PART_COLUMNS], *before[WI_PART_COLUMNS]; // whole numbers in two's complement
    uint64_t *left;                                           // of one column: what was not foretold
    uint32_t *match;                                          // row in the frame before, or UINT32_MAX
    uint32_t room, count, flags, since_key;                   // count and flags of the frame before
    int64_t number;
    bool begun;
    unsigned char *raw;
    size_t raw_room;
    wi_spots spots;
} wi_part_coder;

wi_part_coder wi_part_coder_from(double precision, double fps);
void wi_part_coder_free(wi_part_coder *coder);

typedef struct wi_part_packed {
    uint32_t flags, count;
    uint32_t stored, raw; // bytes; equal: not packed
    int64_t number;
    const unsigned char *bytes;
} wi_part_packed;

// The most bytes that a frame can take.
size_t wi_part_bound(uint32_t count);

// Packs a frame into `bytes` of wi_part_bound(count).
wend_result wi_part_pack(wi_part_coder *coder, const wi_frame *frame, unsigned char *bytes, wi_part_packed *packed,
                         wend_error *error);

// The other way; the spots are the coder's. Any bytes are safe; those that are no frame are WEND_BAD_FILE. A coder that
// failed is of no more use.
wend_result wi_part_unpack(wi_part_coder *coder, const wi_part_packed *packed, wi_frame *frame, wend_error *error);

#endif
