#include "picture/overlap.h"

#include "base/sort.h"
#include "sense/shape.h"

#include <math.h>
#include <string.h>

#define LEAST_DEPTH 0.002f // m: recordings round positions to a millimetre

static bool further_west(const void *things, uint32_t a, uint32_t b) {
    const wi_figure *figure = things;
    return figure[a].x < figure[b].x;
}

static double reach(const wi_figure *figure) { return hypot(figure->half_length, figure->half_width); }

// Seen from `from`, so that map coordinates lose nothing in float.
static wi_outline outline(const wi_figure *figure, const wi_figure *from) {
    float heading = isfinite(figure->heading) ? (float)figure->heading : 0.0f;
    return (wi_outline){
        .kind = figure->shape,
        .at = {(float)(figure->x - from->x), (float)(figure->y - from->y)},
        .heading = {cosf(heading), sinf(heading)},
        .half_length = (float)figure->half_length,
        .half_width = (float)figure->half_width,
    };
}

static bool overlap(const wi_figure *a, const wi_figure *b) {
    if (hypot(a->x - b->x, a->y - b->y) >= reach(a) + reach(b)) return false;
    wi_outline first = outline(a, a), second = outline(b, a);
    return wi_outline_gap(&first, &second) < -LEAST_DEPTH;
}

static uint32_t list_level(const wi_shot *shot, uint32_t level, uint32_t *order, double *widest) {
    uint32_t count = 0;
    *widest = 0.0;
    for (uint32_t i = 0; i < shot->count; i++) {
        if (shot->figure[i].level != level) continue;
        order[count++] = i;
        *widest = fmax(*widest, reach(&shot->figure[i]));
    }
    return count;
}

// From west to east: nobody looks further than the widest body reaches.
uint32_t wi_overlapping(const wi_shot *shot, uint32_t level, uint32_t *scratch) {
    if (shot->count == 0) return 0;
    uint32_t *order = scratch, *marked = scratch + 2 * (size_t)shot->count, found = 0;
    double widest;
    uint32_t count = list_level(shot, level, order, &widest);
    wi_sort(order, scratch + shot->count, count, further_west, shot->figure);
    memset(marked, 0, shot->count * sizeof *marked);
    for (uint32_t i = 0; i < count; i++) {
        const wi_figure *a = &shot->figure[order[i]];
        for (uint32_t k = i + 1; k < count; k++) {
            const wi_figure *b = &shot->figure[order[k]];
            if (b->x - a->x > reach(a) + widest) break;
            if (!(marked[order[i]] && marked[order[k]]) && overlap(a, b)) marked[order[i]] = marked[order[k]] = 1;
        }
    }
    for (uint32_t i = 0; i < shot->count; i++)
        if (marked[i]) order[found++] = i;
    return found;
}
