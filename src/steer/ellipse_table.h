// Sums of polygons about ellipses (ellipse_polygon.h), made beforehand for all pairs of the sizes that a scene has, as in
// section 2.5 of Best (2018). Headings count in intervals of 5 degrees: a body is what it sweeps as it turns through its
// interval, so that the table is on the safe side of the exact method. A sum depends on the difference of the two headings
// only, and a body looks alike after half a turn: 36 sums for each pair of sizes, 72 kB, where the paper has 5184.
#ifndef WI_ELLIPSE_TABLE_H
#define WI_ELLIPSE_TABLE_H

#include "base/memory.h"
#include "steer/ellipse_polygon.h"

#define WI_TABLE_HEADINGS 36u
#define WI_TABLE_SIZES_MAX 16u // 136 pairs, 9.8 MB
#define WI_TABLE_NO_SIZE UINT32_MAX

typedef struct wi_ellipse_size {
    float along, across; // m
} wi_ellipse_size;

typedef struct wi_ellipse_table {
    wi_ellipse_size size[WI_TABLE_SIZES_MAX];
    uint32_t size_count;
    wi_dvec heading[WI_TABLE_HEADINGS]; // where the intervals begin
    wi_polygon_side *side;              // of the sums: pair by pair, heading by heading
} wi_ellipse_table;

// Makes the table of some sizes, equal ones counted once; what exceeds WI_TABLE_SIZES_MAX is left out. False without
// memory.
bool wi_ellipse_table_make(wi_ellipse_table *table, wi_memory *memory, const wi_ellipse_size *sizes, uint32_t count);
void wi_ellipse_table_free(wi_ellipse_table *table, wi_memory *memory);

// Bytes of the sums.
size_t wi_ellipse_table_bytes(const wi_ellipse_table *table);

// The number of a size in the table, or WI_TABLE_NO_SIZE.
uint32_t wi_ellipse_table_find(const wi_ellipse_table *table, float along, float across);

// A body as the table knows it.
typedef struct wi_tabled {
    uint32_t size;
    wend_vec heading;
} wi_tabled;

// As wi_ellipse_face; sizes must be in the table. Exchanging the agents negates the normal exactly.
wi_halfplane wi_ellipse_table_face(const wi_ellipse_table *table, wend_vec p, wi_tabled a, wi_tabled b, float horizon,
                                   float step, wend_vec w);

// The WI_POLYGON_HALF sides of the polygon that stands for a body: what it sweeps through its interval.
void wi_ellipse_table_outline(const wi_ellipse_table *table, wi_tabled body, wi_polygon_side *side);

#endif
