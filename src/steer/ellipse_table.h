// Sums of polygons about ellipses (ellipse_polygon.h), made beforehand for the sizes that meet in a world, as in section
// 2.5 of Best (2018). Headings count in intervals of 5 degrees: a body is what it sweeps as it turns through its interval,
// so that the table is on the safe side of the exact method. A sum depends on the difference of the two headings only,
// and a body looks alike after half a turn: 36 sums for each pair of sizes, 72 kB, where the paper has 5184.
//
// A body may be swept farther, by all that it can turn in a step: the paper's second table, K'. Which sums are in the
// table never changes a result: one that is missing is made for the purpose, to the same bits.
//
// Sizes that were asked for are in use and stay. Those that only came from a file come after them, and give way as more
// are asked for: else a file that is full would keep a world from making its own sums.
#ifndef WI_ELLIPSE_TABLE_H
#define WI_ELLIPSE_TABLE_H

#include "base/memory.h"
#include "steer/ellipse_polygon.h"

#define WI_TABLE_HEADINGS 36u
#define WI_TABLE_SIZES_MAX 16u // 136 pairs, 9.8 MB
#define WI_TABLE_PAIRS_MAX (WI_TABLE_SIZES_MAX * (WI_TABLE_SIZES_MAX + 1) / 2)
#define WI_TABLE_SIDES (WI_TABLE_HEADINGS * WI_SUM_HALF) // of the sums of a pair
#define WI_TABLE_SWEEP_MAX 90u                           // degrees: what turns so far fills its disc

typedef struct wi_ellipse_size {
    float along, across; // m
    uint32_t sweep;      // degrees to either side of the interval, to WI_TABLE_SWEEP_MAX
} wi_ellipse_size;

typedef struct wi_ellipse_table {
    wi_ellipse_size size[WI_TABLE_SIZES_MAX];
    uint32_t size_count, used;                 // the first ones are in use
    uint32_t made;                             // pairs whose sums were made here, not read
    wi_dvec heading[WI_TABLE_HEADINGS];        // where the intervals begin
    wi_polygon_side *sums[WI_TABLE_PAIRS_MAX]; // WI_TABLE_SIDES each, heading by heading; NULL: not made
} wi_ellipse_table;

// An empty table, which takes no memory.
wi_ellipse_table wi_ellipse_table_empty(void);

// The place of a pair among the sums, given the numbers of its sizes.
static inline uint32_t wi_ellipse_table_pair(uint32_t a, uint32_t b) {
    return a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b;
}

// Takes a size into use if not all the room is, and makes those of its sums with sizes in use that are missing; without
// memory some still are.
void wi_ellipse_table_add(wi_ellipse_table *table, wi_memory *memory, wi_ellipse_size size);
void wi_ellipse_table_free(wi_ellipse_table *table, wi_memory *memory);

// Bytes of the sums: of all, and of sizes that are in use.
size_t wi_ellipse_table_bytes(const wi_ellipse_table *table);
size_t wi_ellipse_table_bytes_used(const wi_ellipse_table *table);

// The number of a size in the table, or size_count.
uint32_t wi_ellipse_table_find(const wi_ellipse_table *table, wi_ellipse_size size);

// A body as the table knows it.
typedef struct wi_tabled {
    wi_ellipse_size size;
    wend_vec heading;
} wi_tabled;

// As wi_ellipse_face, for the polygons of the two bodies. Exchanging the agents negates the normal exactly. *apart (may be
// NULL) is false where the polygons overlap.
wi_halfplane wi_ellipse_table_face(const wi_ellipse_table *table, wend_vec p, wi_tabled a, wi_tabled b, float horizon,
                                   float step, wend_vec w, bool *apart);

// The WI_POLYGON_HALF sides of the polygon that stands for a body: what it sweeps.
void wi_ellipse_table_outline(const wi_ellipse_table *table, wi_tabled body, wi_polygon_side *side);

// Of the form of these bytes, and of how sums are made: whoever changes either counts this up.
#define WI_TABLE_VERSION 1u

// Whether the first bytes of a file, of so many in all, are those of a table of any version.
#define WI_TABLE_MAGIC_SIZE 8u
bool wi_ellipse_table_is(const unsigned char first[WI_TABLE_MAGIC_SIZE], uint64_t size);

// The sums as bytes, from the allocator: with a version and a checksum. NULL without memory.
void *wi_ellipse_table_write(const wi_ellipse_table *table, wi_memory *memory, size_t *size);

// Takes sums from bytes as far as there is room, for sizes that may come into use. WEND_BAD_FILE, changing nothing, for
// any that were not written so.
wend_result wi_ellipse_table_read(wi_ellipse_table *table, wi_memory *memory, const void *bytes, size_t size,
                                  wend_error *error);

#endif
