#include "replay/frame_code.h"

#include <string.h>

#define FRAME_HEAD 16u // bytes: length, number, count, columns
#define CAST_HEAD 8u   // bytes: first index, count
#define PAIR_SIZE 12u

// Rows of structures, from which columns are taken.
typedef struct rows {
    const void *row;
    size_t size;
    uint32_t count;
} rows;

static size_t filled_up(size_t bytes) { return (bytes + 3) & ~(size_t)3; }

// Each writes a number, low byte first, or a column of them, and returns the place behind it ---------------------------

static unsigned char *put_u16(unsigned char *to, uint16_t value) {
    to[0] = (unsigned char)value;
    to[1] = (unsigned char)(value >> 8);
    return to + 2;
}

static unsigned char *put_u32(unsigned char *to, uint32_t value) {
    return put_u16(put_u16(to, (uint16_t)value), (uint16_t)(value >> 16));
}

static unsigned char *put_u64(unsigned char *to, uint64_t value) {
    return put_u32(put_u32(to, (uint32_t)value), (uint32_t)(value >> 32));
}

static const unsigned char *field(rows of, uint32_t row, size_t offset) {
    return (const unsigned char *)of.row + row * of.size + offset;
}

static unsigned char *fill_up(unsigned char *to, size_t written) {
    size_t gap = filled_up(written) - written;
    memset(to, 0, gap);
    return to + gap;
}

static unsigned char *put_bytes(unsigned char *to, rows of, size_t offset) {
    for (uint32_t i = 0; i < of.count; i++) *to++ = *field(of, i, offset);
    return fill_up(to, of.count);
}

static unsigned char *put_halves(unsigned char *to, rows of, size_t offset) {
    for (uint32_t i = 0; i < of.count; i++) {
        uint16_t bits;
        memcpy(&bits, field(of, i, offset), sizeof bits);
        to = put_u16(to, bits);
    }
    return fill_up(to, (size_t)of.count * 2);
}

// Whole numbers and floats of 32 bits alike.
static unsigned char *put_words(unsigned char *to, rows of, size_t offset) {
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t bits;
        memcpy(&bits, field(of, i, offset), sizeof bits);
        to = put_u32(to, bits);
    }
    return to;
}

static unsigned char *put_doubles(unsigned char *to, rows of, size_t offset) {
    for (uint32_t i = 0; i < of.count; i++) {
        uint64_t bits;
        memcpy(&bits, field(of, i, offset), sizeof bits);
        to = put_u64(to, bits);
    }
    return to;
}

void wi_words_write(unsigned char *to, const uint32_t *word, size_t count) {
    for (size_t i = 0; i < count; i++) to = put_u32(to, word[i]);
}

// Frames ---------------------------------------------------------------------------------------------------------------

typedef struct column {
    size_t offset; // in wi_shown
    size_t width;  // bytes, 2 or 4
    unsigned bit;  // of the frame's columns; 0: always there
} column;

static const column frame_columns[] = {
    {offsetof(wi_shown, agent), 4, 0},
    {offsetof(wi_shown, x), 4, 0},
    {offsetof(wi_shown, y), 4, 0},
    {offsetof(wi_shown, vx), 4, WI_COLUMN_VELOCITY},
    {offsetof(wi_shown, vy), 4, WI_COLUMN_VELOCITY},
    {offsetof(wi_shown, heading), 4, WI_COLUMN_HEADING},
    {offsetof(wi_shown, preferred_x), 4, WI_COLUMN_PREFERRED},
    {offsetof(wi_shown, preferred_y), 4, WI_COLUMN_PREFERRED},
    {offsetof(wi_shown, level), 2, WI_COLUMN_LEVEL},
    {offsetof(wi_shown, state), 2, WI_COLUMN_STATE},
    {offsetof(wi_shown, stress), 4, WI_COLUMN_STRESS},
};

static bool has(unsigned columns, const column *one) { return one->bit == 0 || (columns & one->bit) != 0; }

size_t wi_frame_size(uint32_t count, unsigned columns, uint32_t pairs) {
    size_t size = FRAME_HEAD;
    for (uint32_t i = 0; i < WEND_COUNT(frame_columns); i++)
        if (has(columns, &frame_columns[i])) size += filled_up(count * frame_columns[i].width);
    if (columns & WI_COLUMN_COLLISIONS) size += 4 + (size_t)pairs * PAIR_SIZE;
    return size;
}

static unsigned char *put_pairs(unsigned char *to, const wi_shown_pair *pair, uint32_t pairs) {
    to = put_u32(to, pairs);
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t depth;
        memcpy(&depth, &pair[i].depth, sizeof depth);
        to = put_u32(put_u32(put_u32(to, pair[i].a), pair[i].b), depth);
    }
    return to;
}

void wi_frame_write(unsigned char *to, int32_t number, const wi_shown *shown, uint32_t count, unsigned columns,
                    const wi_shown_pair *pair, uint32_t pairs) {
    rows of = {shown, sizeof *shown, count};
    to = put_u32(to, (uint32_t)wi_frame_size(count, columns, pairs));
    to = put_u32(put_u32(put_u32(to, (uint32_t)number), count), columns);
    for (uint32_t i = 0; i < WEND_COUNT(frame_columns); i++) {
        const column *one = &frame_columns[i];
        if (has(columns, one)) to = one->width == 2 ? put_halves(to, of, one->offset) : put_words(to, of, one->offset);
    }
    if (columns & WI_COLUMN_COLLISIONS) put_pairs(to, pair, pairs);
}

// The table of agents --------------------------------------------------------------------------------------------------

size_t wi_cast_size(uint32_t count) {
    size_t words = (size_t)count * 4, halves = filled_up((size_t)count * 2);
    return CAST_HEAD + 2 * words + 2 * words + 2 * halves + filled_up(count) + 2 * words;
}

void wi_cast_write(unsigned char *to, uint32_t first, const wi_cast_row *row, uint32_t count) {
    rows of = {row, sizeof *row, count};
    to = put_u32(put_u32(to, first), count);
    to = put_doubles(to, of, offsetof(wi_cast_row, id));
    to = put_words(to, of, offsetof(wi_cast_row, first));
    to = put_words(to, of, offsetof(wi_cast_row, last));
    to = put_halves(to, of, offsetof(wi_cast_row, profile));
    to = put_halves(to, of, offsetof(wi_cast_row, group));
    to = put_bytes(to, of, offsetof(wi_cast_row, shape));
    to = put_words(to, of, offsetof(wi_cast_row, half_length));
    put_words(to, of, offsetof(wi_cast_row, half_width));
}
