#include "record/frames.h"

#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>

bool wi_spots_reserve(wi_spots *spots, uint32_t need) {
    if (need <= spots->room) return true;
    uint64_t room = (uint64_t)spots->room + spots->room / 2;
    if (room < need) room = need;
    if (room < 64) room = 64;
    if (room > UINT32_MAX) room = UINT32_MAX;
    if (room > SIZE_MAX / sizeof(wi_spot)) return false;
    wi_spot *grown = realloc(spots->spot, (size_t)room * sizeof *grown);
    if (!grown) return false;
    spots->spot = grown;
    spots->room = (uint32_t)room;
    return true;
}

wi_spot *wi_spots_add(wi_spots *spots) {
    if (spots->count == UINT32_MAX || !wi_spots_reserve(spots, spots->count + 1)) return NULL;
    return &spots->spot[spots->count++];
}

void wi_spots_free(wi_spots *spots) {
    free(spots->spot);
    *spots = (wi_spots){0};
}

static bool in_order(const wi_spot *spot, uint32_t count, uint64_t *largest) {
    bool rising = true;
    *largest = count > 0 ? spot[0].id : 0;
    for (uint32_t i = 1; i < count; i++) {
        rising &= spot[i - 1].id < spot[i].id;
        if (spot[i].id > *largest) *largest = spot[i].id;
    }
    return rising;
}

bool wi_spots_sort(wi_spots *spots, wi_spots *scratch, uint64_t *twice) {
    uint64_t largest;
    *twice = 0;
    if (in_order(spots->spot, spots->count, &largest)) return true;
    if (!wi_spots_reserve(scratch, spots->count)) return false;
    wi_sort_by_number(spots->spot, scratch->spot, spots->count, sizeof *spots->spot, offsetof(wi_spot, id), largest);
    for (uint32_t i = 1; i < spots->count; i++) {
        if (spots->spot[i - 1].id != spots->spot[i].id) continue;
        *twice = spots->spot[i].id;
        return false;
    }
    return true;
}

wend_result wi_frame_check(const wi_frame *frame, wend_error *error) {
    for (uint32_t i = 1; i < frame->count; i++) {
        if (frame->spot[i - 1].id < frame->spot[i].id) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT, "frame %lld: agent %llu follows agent %llu; expected rising ids",
                       (long long)frame->number, (unsigned long long)frame->spot[i].id,
                       (unsigned long long)frame->spot[i - 1].id);
    }
    return WEND_OK;
}

wi_raster wi_raster_from(double precision) {
    if (!(precision > 0.0) || !isfinite(precision)) return (wi_raster){0};
    double per = 1.0 / precision, whole = round(per);
    bool divides = isfinite(per) && whole >= 1.0 && fabs(per - whole) <= 1e-9 * per;
    return (wi_raster){.size = precision, .per = divides ? whole : 0.0};
}

double wi_raster_round(wi_raster grid, double value) {
    if (grid.size == 0.0 || !isfinite(value)) return value;
    double rounded = wi_raster_value(grid, wi_raster_line(grid, value));
    return isfinite(rounded) ? rounded : value;
}
