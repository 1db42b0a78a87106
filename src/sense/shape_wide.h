// Which of a lane-full of rows are boxes.
#ifndef WI_SHAPE_WIDE_H
#define WI_SHAPE_WIDE_H

#include <stddef.h>

#include "base/wide.h"
#include "sense/senses.h"

_Static_assert(sizeof(wend_role) == 16 && offsetof(wend_role, shape) == 6,
               "shapes are read as the third byte of a number");

WI_INLINE wide_mask wide_boxes(const wend_view *now, const int32_t row[WI_LANES]) {
    if (!now->senses->boxes) return wide_first(0);
    wide role[4]; // numbers are little-endian, see world/saved.h
    wide_read_quads((const float(*)[4])(const void *)now->role, row, role);
    return wide_int_equal(wide_bits(role[1]) >> 16 & 0xff, wide_int_of(WEND_BOX));
}

#endif
