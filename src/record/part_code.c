#include "record/part_columns.h"

#include "base/error.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX
#define WIDTH_MOST 8u
#define SAMPLE 1000u // rows looked at before choosing

wi_part_coder wi_part_coder_from(double precision, double fps) {
    return (wi_part_coder){.place = wi_raster_from(precision), .fps = fps, .columns = WI_PART_COLUMNS};
}

void wi_part_coder_free(wi_part_coder *coder) {
    for (uint32_t i = 0; i < WI_PART_COLUMNS; i++) {
        free(coder->now[i]);
        free(coder->before[i]);
    }
    free(coder->left);
    free(coder->match);
    free(coder->raw);
    wi_spots_free(&coder->spots);
    *coder = (wi_part_coder){0};
}

// Memory ---------------------------------------------------------------------------------------------------------------

static bool resize(void **block, size_t count, size_t size) {
    void *grown = realloc(*block, count * size);
    if (grown) *block = grown;
    return grown != NULL;
}

static bool reserve_rows(wi_part_coder *coder, uint32_t count) {
    if (count <= coder->room && coder->match) return true;
    uint32_t room = count + count / 4 + 64;
    bool got = resize((void **)&coder->match, room, sizeof *coder->match) &&
               resize((void **)&coder->left, room, sizeof *coder->left);
    for (uint32_t i = 0; i < WI_PART_COLUMNS && got; i++)
        got = resize((void **)&coder->now[i], room, sizeof(uint64_t)) &&
              resize((void **)&coder->before[i], room, sizeof(uint64_t));
    if (got) coder->room = room;
    return got;
}

static bool reserve_raw(wi_part_coder *coder, size_t size) {
    if (size <= coder->raw_room) return true;
    if (!resize((void **)&coder->raw, size, 1)) return false;
    coder->raw_room = size;
    return true;
}

static size_t raw_bound(uint32_t count) { return WI_PART_COLUMNS + (size_t)count * WI_PART_COLUMNS * WIDTH_MOST; }

size_t wi_part_bound(uint32_t count) { return raw_bound(count); }

static wend_result no_memory(wend_error *error, uint32_t count) {
    return wi_fail(error, WEND_NO_MEMORY, "no memory for a frame of %u agents", count);
}

// What is foretold -----------------------------------------------------------------------------------------------------

static uint32_t form_of(uint32_t flags) { return flags & ~(uint32_t)(WI_PART_KEY | WI_PART_SAME | WI_PART_FOLLOWS); }

// Both lists rise.
static void match_rows(wi_part_coder *coder, uint32_t count, uint32_t flags) {
    const uint64_t *now = coder->now[WI_PART_ID], *before = coder->before[WI_PART_ID];
    uint32_t other = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (flags & WI_PART_KEY) {
            coder->match[i] = NOBODY;
            continue;
        }
        while (other < coder->count && before[other] < now[i]) other++;
        coder->match[i] = other < coder->count && before[other] == now[i] ? other : NOBODY;
    }
}

// How far a velocity of 1 mm/s leads in grid lines until `number`.
static double lines_per_speed(const wi_part_coder *coder, int64_t number) {
    double frames = (double)number - (double)coder->number;
    return frames / coder->fps * wi_part_from_line(wi_part_speed_grid, 1) / coder->place.size;
}

static uint64_t way(uint64_t speed, double lines) {
    double far = (double)(int64_t)speed * lines;
    return fabs(far) < WI_PART_LINE_MOST ? (uint64_t)(int64_t)(far + 0x1.8p52 - 0x1.8p52) : 0;
}

static uint64_t direction(uint64_t vx, uint64_t vy) {
    bool good = true;
    return wi_part_to_line(wi_part_angle_grid, (double)wend_atan2((float)(int64_t)vy, (float)(int64_t)vx), &good);
}

// Fills coder->left with what a column is foretold to be. Velocities come before what depends on them.
static void foretell(wi_part_coder *coder, uint32_t column, uint32_t count, uint32_t flags, int64_t number) {
    const uint64_t *before = coder->before[column], *vx = coder->now[WI_PART_VX], *vy = coder->now[WI_PART_VY];
    uint64_t *out = coder->left;
    for (uint32_t i = 0; i < count; i++) out[i] = coder->match[i] == NOBODY ? 0 : before[coder->match[i]];
    if (flags & WI_PART_EXACT) return;
    if ((column == WI_PART_X || column == WI_PART_Y) && !(flags & WI_PART_KEY)) {
        const uint64_t *speed = column == WI_PART_X ? vx : vy;
        double lines = lines_per_speed(coder, number);
        for (uint32_t i = 0; i < count; i++)
            if (coder->match[i] != NOBODY) out[i] += way(speed[i], lines);
    }
    if (column == WI_PART_HEADING && flags & WI_PART_FOLLOWS)
        for (uint32_t i = 0; i < count; i++)
            if (vx[i] | vy[i]) out[i] = direction(vx[i], vy[i]);
}

// Small numbers of either sign as small numbers: 0, -1, 1, -2 are 0, 1, 2, 3.
static uint64_t fold(uint64_t value) { return value << 1 ^ (0 - (value >> 63)); }
static uint64_t unfold(uint64_t value) { return value >> 1 ^ (0 - (value & 1)); }

// Turns what is foretold in coder->left into what is left over; returns the sum of all bits that occur.
static uint64_t take_away(wi_part_coder *coder, uint32_t column, uint32_t count) {
    const uint64_t *now = coder->now[column];
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        coder->left[i] = fold(now[i] - coder->left[i]);
        all |= coder->left[i];
    }
    return all;
}

// Ids rise: the gaps between them are stored.
static uint64_t take_gaps(wi_part_coder *coder, uint32_t count) {
    const uint64_t *id = coder->now[WI_PART_ID];
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        coder->left[i] = i == 0 ? id[0] : id[i] - id[i - 1] - 1;
        all |= coder->left[i];
    }
    return all;
}

static double sum_left(const wi_part_coder *coder, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += (double)coder->left[i];
    return sum;
}

// True if headings are nearer to the directions of the velocities than to the headings before.
static bool headings_follow(wi_part_coder *coder, uint32_t count, uint32_t flags, int64_t number) {
    if (flags & WI_PART_EXACT || wi_part_is_unknown(flags, WI_PART_VX) || wi_part_is_unknown(flags, WI_PART_VY))
        return false;
    if (count > SAMPLE) count = SAMPLE;
    foretell(coder, WI_PART_HEADING, count, flags, number);
    take_away(coder, WI_PART_HEADING, count);
    double without = sum_left(coder, count);
    if (without < (double)count) return false; // good enough, and cheaper
    foretell(coder, WI_PART_HEADING, count, flags | WI_PART_FOLLOWS, number);
    take_away(coder, WI_PART_HEADING, count);
    return sum_left(coder, count) < without;
}

// Packing --------------------------------------------------------------------------------------------------------------

// A coded frame is one byte a column with the bytes that its numbers have, then the planes: the lowest bytes of all rows,
// the next bytes, ...
static unsigned char width_of(uint64_t all) {
    unsigned char width = 0;
    for (; all; all >>= 8) width++;
    return width;
}

static unsigned char *write_planes(const uint64_t *values, uint32_t count, uint32_t width, unsigned char *to) {
    for (uint32_t plane = 0; plane < width; plane++, to += count)
        for (uint32_t i = 0; i < count; i++) to[i] = (unsigned char)(values[i] >> 8 * plane);
    return to;
}

static const unsigned char *read_planes(uint64_t *values, uint32_t count, uint32_t width, const unsigned char *from) {
    memset(values, 0, count * sizeof *values);
    for (uint32_t plane = 0; plane < width; plane++, from += count)
        for (uint32_t i = 0; i < count; i++) values[i] |= (uint64_t)from[i] << 8 * plane;
    return from;
}

static size_t write_raw(wi_part_coder *coder, uint32_t count, uint32_t flags, int64_t number) {
    unsigned char *widths = coder->raw, *to = coder->raw + WI_PART_COLUMNS;
    memset(widths, 0, WI_PART_COLUMNS);
    for (uint32_t column = 0; column < WI_PART_COLUMNS; column++) {
        if (wi_part_is_unknown(flags, column)) continue;
        if (column == WI_PART_ID) {
            if (flags & WI_PART_SAME) continue;
            widths[column] = width_of(take_gaps(coder, count) | 1); // one byte an agent bounds the count by the size
        } else {
            foretell(coder, column, count, flags, number);
            widths[column] = width_of(take_away(coder, column, count));
        }
        to = write_planes(coder->left, count, widths[column], to);
    }
    return (size_t)(to - coder->raw);
}

static void remember(wi_part_coder *coder, uint32_t count, uint32_t flags, int64_t number) {
    for (uint32_t i = 0; i < WI_PART_COLUMNS; i++) {
        uint64_t *kept = coder->before[i];
        coder->before[i] = coder->now[i];
        coder->now[i] = kept;
    }
    coder->count = count;
    coder->flags = flags;
    coder->number = number;
    coder->since_key = flags & WI_PART_KEY ? 1 : coder->since_key + 1;
    coder->begun = true;
}

static bool same_ids(const wi_part_coder *coder, uint32_t count) {
    return count == coder->count &&
           memcmp(coder->now[WI_PART_ID], coder->before[WI_PART_ID], count * sizeof(uint64_t)) == 0;
}

static uint32_t choose_flags(wi_part_coder *coder, uint32_t count, uint32_t form, int64_t number) {
    bool key = !coder->begun || form != form_of(coder->flags) || coder->since_key >= WI_PART_KEY_EVERY;
    uint32_t flags = form;
    if (key)
        flags |= WI_PART_KEY;
    else if (same_ids(coder, count))
        flags |= WI_PART_SAME;
    match_rows(coder, count, flags);
    if (!wi_part_is_unknown(flags, WI_PART_HEADING) && headings_follow(coder, count, flags, number))
        flags |= WI_PART_FOLLOWS;
    return flags;
}

static wend_result check_frame(const wi_part_coder *coder, const wi_frame *frame, wend_error *error) {
    if (frame->count > WI_PART_MOST)
        return wi_fail(error, WEND_BAD_ARGUMENT, "frame %lld has %u agents; at most %u can be stored",
                       (long long)frame->number, frame->count, WI_PART_MOST);
    if (coder->begun && frame->number <= coder->number)
        return wi_fail(error, WEND_BAD_ARGUMENT, "frame %lld after frame %lld; expected rising numbers",
                       (long long)frame->number, (long long)coder->number);
    return wi_frame_check(frame, error);
}

wend_result wi_part_pack(wi_part_coder *coder, const wi_frame *frame, unsigned char *bytes, wi_part_packed *packed,
                         wend_error *error) {
    uint32_t count = frame->count, form;
    wend_result result = check_frame(coder, frame, error);
    if (result) return result;
    if (!reserve_rows(coder, count) || !reserve_raw(coder, raw_bound(count)) || !wi_spots_reserve(&coder->spots, count))
        return no_memory(error, count);
    wi_part_fill_columns(coder, frame, &form);
    uint32_t flags = choose_flags(coder, count, form, frame->number);
    size_t raw = write_raw(coder, count, flags, frame->number);
    int stored = raw <= LZ4_MAX_INPUT_SIZE
                     ? LZ4_compress_default((const char *)coder->raw, (char *)bytes, (int)raw, (int)raw - 1)
                     : 0;
    if (stored <= 0) memcpy(bytes, coder->raw, raw); // it would not have become smaller
    *packed = (wi_part_packed){.flags = flags,
                               .count = count,
                               .stored = stored > 0 ? (uint32_t)stored : (uint32_t)raw,
                               .raw = (uint32_t)raw,
                               .number = frame->number,
                               .bytes = bytes};
    remember(coder, count, flags, frame->number);
    return WEND_OK;
}

// Unpacking ------------------------------------------------------------------------------------------------------------

static wend_result bad_frame(wend_error *error, const wi_part_packed *packed, const char *why) {
    return wi_fail(error, WEND_BAD_FILE, "frame %lld is damaged: %s", (long long)packed->number, why);
}

// LZ4 never makes 255 times as much, and a frame has a byte an agent unless it shares the ids of the one before: so what
// is claimed is bounded by what is there.
static const char *what_is_wrong(const wi_part_coder *coder, const wi_part_packed *packed) {
    const uint32_t known = WI_PART_KEY | WI_PART_SAME | WI_PART_EXACT | WI_PART_FOLLOWS;
    const uint32_t columns = ((1u << WI_PART_COLUMNS) - 1) * (uint32_t)WI_PART_UNKNOWN;
    uint32_t flags = packed->flags;
    bool key = flags & WI_PART_KEY, same = flags & WI_PART_SAME;
    if (flags & ~(known | columns) || wi_part_is_unknown(flags, WI_PART_ID) || (key && same))
        return "its flags are unknown";
    if (packed->count > WI_PART_MOST) return "it has too many agents";
    if (packed->raw > raw_bound(packed->count) || packed->raw < coder->columns || packed->stored > packed->raw ||
        packed->raw > (uint64_t)packed->stored * 255 + 64)
        return "its size is wrong";
    if (coder->begun && packed->number <= coder->number) return "its number is not higher than the one before";
    if (!key && (!coder->begun || form_of(flags) != form_of(coder->flags))) return "it follows no frame of its kind";
    if (same ? packed->count != coder->count : packed->raw < coder->columns + (uint64_t)packed->count)
        return "its count is wrong";
    if (coder->place.size == 0.0 && !(flags & WI_PART_EXACT)) return "it is on a grid that the file does not have";
    return NULL;
}

static const unsigned char *unpack_bytes(wi_part_coder *coder, const wi_part_packed *packed) {
    if (packed->stored == packed->raw) return packed->bytes;
    int got =
        LZ4_decompress_safe((const char *)packed->bytes, (char *)coder->raw, (int)packed->stored, (int)packed->raw);
    return got >= 0 && (uint32_t)got == packed->raw ? coder->raw : NULL;
}

static bool check_widths(const wi_part_coder *coder, const unsigned char *widths, const wi_part_packed *packed) {
    uint64_t planes = 0;
    for (uint32_t i = 0; i < coder->columns; i++) {
        if (widths[i] > WIDTH_MOST || (widths[i] > 0 && wi_part_is_unknown(packed->flags, i))) return false;
        planes += widths[i];
    }
    bool has_ids = widths[WI_PART_ID] > 0;
    return planes * packed->count + coder->columns == packed->raw && has_ids != (bool)(packed->flags & WI_PART_SAME);
}

static bool read_ids(wi_part_coder *coder, const wi_part_packed *packed, const unsigned char *widths,
                     const unsigned char **from) {
    uint64_t *id = coder->now[WI_PART_ID];
    if (packed->flags & WI_PART_SAME) {
        memcpy(id, coder->before[WI_PART_ID], packed->count * sizeof *id);
        return true;
    }
    *from = read_planes(coder->left, packed->count, widths[WI_PART_ID], *from);
    for (uint32_t i = 0; i < packed->count; i++) {
        id[i] = i == 0 ? coder->left[0] : id[i - 1] + coder->left[i] + 1;
        if (i > 0 && id[i] <= id[i - 1]) return false;
    }
    return true;
}

static const unsigned char *read_column(wi_part_coder *coder, uint32_t column, const wi_part_packed *packed,
                                        uint32_t width, const unsigned char *from) {
    uint64_t *now = coder->now[column];
    from = read_planes(now, packed->count, width, from);
    foretell(coder, column, packed->count, packed->flags, packed->number);
    for (uint32_t i = 0; i < packed->count; i++) now[i] = coder->left[i] + unfold(now[i]);
    return from;
}

static void read_columns(wi_part_coder *coder, const wi_part_packed *packed, const unsigned char *widths,
                         const unsigned char *from) {
    match_rows(coder, packed->count, packed->flags);
    for (uint32_t column = WI_PART_ID + 1; column < WI_PART_COLUMNS; column++) {
        if (wi_part_is_unknown(packed->flags, column))
            memset(coder->now[column], 0, packed->count * sizeof(uint64_t));
        else
            from = read_column(coder, column, packed, widths[column], from);
    }
}

// Columns that came with a later version are unknown in this file.
static uint32_t lacking_columns(const wi_part_coder *coder) {
    uint32_t flags = 0;
    for (uint32_t i = coder->columns; i < WI_PART_COLUMNS; i++) flags |= (uint32_t)WI_PART_UNKNOWN << i;
    return flags;
}

wend_result wi_part_unpack(wi_part_coder *coder, const wi_part_packed *from_file, wi_frame *frame, wend_error *error) {
    wi_part_packed seen = *from_file, *packed = &seen;
    seen.flags |= lacking_columns(coder);
    const char *wrong = what_is_wrong(coder, packed);
    if (wrong) return bad_frame(error, packed, wrong);
    if (!reserve_rows(coder, packed->count) || !reserve_raw(coder, packed->raw) ||
        !wi_spots_reserve(&coder->spots, packed->count))
        return no_memory(error, packed->count);
    const unsigned char *widths = unpack_bytes(coder, packed);
    if (!widths || !check_widths(coder, widths, packed)) return bad_frame(error, packed, "it cannot be unpacked");
    const unsigned char *from = widths + coder->columns;
    if (!read_ids(coder, packed, widths, &from)) return bad_frame(error, packed, "its ids do not rise");
    read_columns(coder, packed, widths, from);
    wi_part_make_spots(coder, packed->count, packed->flags);
    remember(coder, packed->count, packed->flags, packed->number);
    *frame = (wi_frame){.number = packed->number, .spot = coder->spots.spot, .count = packed->count};
    return WEND_OK;
}
