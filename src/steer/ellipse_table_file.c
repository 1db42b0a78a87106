// Tables of sums as bytes:
//
//     head | sizes | for each pair its number and its sides | checksum (8 bytes)
//
// Everything is little-endian without gaps. Nothing in them is believed before it was checked; what has the right
// checksum and sides that are none could still not harm more than the avoidance of those who go by it.
#include "base/error.h"
#include "base/hash.h"
#include "steer/ellipse_table.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tables are written as they are in memory");
_Static_assert(sizeof(wi_polygon_side) == 20 && sizeof(wi_ellipse_size) == 12, "sides and sizes have no gaps");

static const unsigned char magic[WI_TABLE_MAGIC_SIZE] = {0x8e, 'w', 'e', 'n', 'd', 'K', '\r', '\n'};

typedef struct head {
    unsigned char magic[WI_TABLE_MAGIC_SIZE];
    uint32_t version, headings, sides;
    uint32_t sizes, pairs;
    uint32_t unused;
} head;
_Static_assert(sizeof(head) == 32, "the head has no gaps");

bool wi_ellipse_table_is(const unsigned char first[WI_TABLE_MAGIC_SIZE], uint64_t size) {
    return size >= sizeof magic && memcmp(first, magic, sizeof magic) == 0;
}

#define PAIR_BYTES (sizeof(uint32_t) + WI_TABLE_SIDES * sizeof(wi_polygon_side))

static size_t whole_size(uint32_t sizes, uint32_t pairs) {
    return sizeof(head) + sizes * sizeof(wi_ellipse_size) + pairs * PAIR_BYTES + sizeof(uint64_t);
}

static unsigned char *put(unsigned char *at, const void *from, size_t size) {
    memcpy(at, from, size);
    return at + size;
}

void *wi_ellipse_table_write(const wi_ellipse_table *table, wi_memory *memory, size_t *size) {
    head first = {
        .version = WI_TABLE_VERSION, .headings = WI_TABLE_HEADINGS, .sides = WI_SUM_HALF, .sizes = table->size_count};
    memcpy(first.magic, magic, sizeof magic);
    for (uint32_t i = 0; i < WI_TABLE_PAIRS_MAX; i++) first.pairs += table->sums[i] != NULL;
    *size = whole_size(first.sizes, first.pairs);
    unsigned char *bytes = wi_memory_take(memory, *size, 1), *at = bytes;
    if (!bytes) return NULL;
    at = put(put(at, &first, sizeof first), table->size, first.sizes * sizeof *table->size);
    for (uint32_t i = 0; i < WI_TABLE_PAIRS_MAX; i++)
        if (table->sums[i]) at = put(put(at, &i, sizeof i), table->sums[i], WI_TABLE_SIDES * sizeof *table->sums[i]);
    uint64_t checksum = wi_hash_bytes(WI_TABLE_VERSION, bytes, (size_t)(at - bytes));
    put(at, &checksum, sizeof checksum);
    return bytes;
}

// What was read, still where it lies.
typedef struct contents {
    wi_ellipse_size size[WI_TABLE_SIZES_MAX];
    const unsigned char *sums[WI_TABLE_PAIRS_MAX];
    uint32_t sizes;
} contents;

static wend_result check_head(const head *first, size_t size, wend_error *error) {
    if (!wi_ellipse_table_is(first->magic, size))
        return wi_fail(error, WEND_BAD_FILE, "this is no table of sums; it must come from wend_world_save_tables()");
    if (first->version != WI_TABLE_VERSION)
        return wi_fail(error, WEND_BAD_FILE, "the table has version %u of the form, this library reads %u",
                       first->version, WI_TABLE_VERSION);
    if (first->headings != WI_TABLE_HEADINGS || first->sides != WI_SUM_HALF)
        return wi_fail(error, WEND_BAD_FILE, "the table has %u headings and %u sides, this library reads %u and %u",
                       first->headings, first->sides, WI_TABLE_HEADINGS, WI_SUM_HALF);
    bool fits = first->sizes <= WI_TABLE_SIZES_MAX && first->pairs <= WI_TABLE_PAIRS_MAX;
    if (!fits || size != whole_size(first->sizes, first->pairs))
        return wi_fail(error, WEND_BAD_FILE, "the table is truncated or altered: %zu bytes for %u sizes and %u pairs",
                       size, first->sizes, first->pairs);
    return WEND_OK;
}

static bool is_size(wi_ellipse_size size) {
    return size.along > 0.0f && size.along < 1e6f && size.across > 0.0f && size.across < 1e6f &&
           size.sweep <= WI_TABLE_SWEEP_MAX;
}

static bool is_side(const wi_polygon_side *s) {
    float length2 = s->nx * s->nx + s->ny * s->ny;
    return length2 > 0.99f && length2 < 1.01f && s->reach > 0.0f && s->reach < 1e7f && s->x > -1e7f && s->x < 1e7f &&
           s->y > -1e7f && s->y < 1e7f;
}

static bool are_sides(const unsigned char *at) {
    wi_polygon_side side;
    for (uint32_t i = 0; i < WI_TABLE_SIDES; i++) {
        memcpy(&side, at + i * sizeof side, sizeof side);
        if (!is_side(&side)) return false;
    }
    return true;
}

static wend_result read_sizes(contents *in, const unsigned char *at, wend_error *error) {
    for (uint32_t i = 0; i < in->sizes; i++) {
        memcpy(&in->size[i], at + i * sizeof in->size[i], sizeof in->size[i]);
        if (!is_size(in->size[i])) return wi_fail(error, WEND_BAD_FILE, "size %u of the table is that of no body", i);
    }
    return WEND_OK;
}

static wend_result read_pairs(contents *in, const unsigned char *at, uint32_t pairs, wend_error *error) {
    for (uint32_t i = 0; i < pairs; i++, at += PAIR_BYTES) {
        uint32_t pair;
        memcpy(&pair, at, sizeof pair);
        if (pair >= in->sizes * (in->sizes + 1) / 2 || in->sums[pair] || !are_sides(at + sizeof pair))
            return wi_fail(error, WEND_BAD_FILE, "pair %u of the table is not one of its sizes' or has no polygons", i);
        in->sums[pair] = at + sizeof pair;
    }
    return WEND_OK;
}

static wend_result read_contents(contents *in, const unsigned char *bytes, size_t size, wend_error *error) {
    head first;
    if (size < sizeof first) return wi_fail(error, WEND_BAD_FILE, "the table is truncated: it has %zu bytes", size);
    memcpy(&first, bytes, sizeof first);
    wend_result result = check_head(&first, size, error);
    if (result) return result;
    uint64_t checksum;
    memcpy(&checksum, bytes + size - sizeof checksum, sizeof checksum);
    if (checksum != wi_hash_bytes(WI_TABLE_VERSION, bytes, size - sizeof checksum))
        return wi_fail(error, WEND_BAD_FILE, "the table is altered: its checksum is wrong");
    in->sizes = first.sizes;
    result = read_sizes(in, bytes + sizeof first, error);
    const unsigned char *pairs = bytes + sizeof first + first.sizes * sizeof(wi_ellipse_size);
    return result ? result : read_pairs(in, pairs, first.pairs, error);
}

// The number that a size has, or now gets, in the table; WI_TABLE_SIZES_MAX if there is no room.
static uint32_t number_of(wi_ellipse_table *table, wi_ellipse_size size) {
    uint32_t number = wi_ellipse_table_find(table, size);
    if (number == table->size_count && number < WI_TABLE_SIZES_MAX) table->size[table->size_count++] = size;
    return number;
}

static bool take_pair(wi_ellipse_table *table, wi_memory *memory, uint32_t a, uint32_t b, const unsigned char *sums) {
    if (a == WI_TABLE_SIZES_MAX || b == WI_TABLE_SIZES_MAX || !sums) return true;
    wi_polygon_side **at = &table->sums[wi_ellipse_table_pair(a, b)];
    if (*at) return true;
    *at = wi_memory_take(memory, WI_TABLE_SIDES, sizeof **at);
    if (*at) memcpy(*at, sums, WI_TABLE_SIDES * sizeof **at);
    return *at != NULL;
}

wend_result wi_ellipse_table_read(wi_ellipse_table *table, wi_memory *memory, const void *bytes, size_t size,
                                  wend_error *error) {
    contents in = {0};
    wend_result result = read_contents(&in, bytes, size, error);
    if (result) return result;
    uint32_t number[WI_TABLE_SIZES_MAX];
    for (uint32_t i = 0; i < in.sizes; i++) number[i] = number_of(table, in.size[i]);
    bool room = true;
    for (uint32_t b = 0; b < in.sizes && room; b++)
        for (uint32_t a = 0; a <= b && room; a++)
            room = take_pair(table, memory, number[a], number[b], in.sums[wi_ellipse_table_pair(a, b)]);
    return room ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for the table of sums");
}
