// Who is near each row, kept for a step. The first verb that looks about a row looks as far as its model will, and those
// after it need not look again.
#ifndef WI_AROUND_H
#define WI_AROUND_H

#include <stddef.h>
#include <string.h>

#include "wend/model.h"

#define WI_AROUND_NEAR 10 // so many are kept; who asks for more looks for itself

// Columns in one block, all NULL where no verb but steering looks about.
typedef struct wi_around {
    float *distance; // m: as far as was looked about a row in this step; 0: nobody has
    int16_t *most;   // how many were looked for
    int16_t *count;  // and found
    int16_t *near;   // rows less the row itself, nearest first, those of one slot together; beyond the count 0
    size_t stride;   // from slot to slot
} wi_around;

#define WI_AROUND_BYTES (4 + 2 * (2 + WI_AROUND_NEAR)) // of a row in the block

static inline wi_around wi_around_in(void *block, size_t rows) {
    if (!block) return (wi_around){0};
    int16_t *most = (int16_t *)((float *)block + rows);
    return (wi_around){block, most, most + rows, most + 2 * rows, rows};
}

static inline void wi_around_forget(const wi_around *around, uint32_t begin, uint32_t end) {
    if (around->distance) memset(around->distance + begin, 0, (end - begin) * sizeof *around->distance);
}

#endif
