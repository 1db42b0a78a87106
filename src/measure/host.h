// A meter as a host has it.
#ifndef WI_HOST_H
#define WI_HOST_H

#include "base/memory.h"
#include "measure/measure.h"

struct wend_meter {
    wi_memory memory;
    wi_meter *inner;
    double fps, storey;
    int64_t looked; // number of the frame in which a world was looked at last
    bool any;       // there was one
    wi_spot *spot, *scratch;
    uint32_t spot_room, scratch_room;
};

// Room for a frame of that many spots in meter->spot.
wend_result wi_host_reserve(wend_meter *meter, uint32_t count, wend_error *error);

// Takes that many of meter->spot, in any order, as a frame.
wend_result wi_host_take(wend_meter *meter, int64_t number, uint32_t count, wend_error *error);

// The size of a body, for a spot that has none.
void wi_host_set_shape(wi_spot *spot, wend_shape shape);

#endif
