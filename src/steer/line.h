// A half-plane of allowed velocities: normal.v >= offset, with a normal of length 1.
#ifndef WI_LINE_H
#define WI_LINE_H

#include "wend/base.h"

typedef struct wi_line {
    wend_vec normal;
    float offset;
} wi_line;

#endif
