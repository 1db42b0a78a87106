#include "gauge.h"

#include "base/vec.h"

#include <stdlib.h>

bool gauge_start(gauge *made, const journey *on, const wi_measure_options *asked) {
    wend_view view;
    double radius = 0.25, step = on->scenario->step;
    if (wend_world_view(on->run->world, &view, NULL) == WEND_OK && view.count) radius = (double)view.form[0].radius;
    double steps = 1.0 / (on->scenario->record.fps * step);
    made->stride = steps > 1.0 ? (uint64_t)(steps + 0.5) : 1;
    wi_measure_options options = *asked;
    options.radius = radius;
    made->meter = wi_meter_create(&options, 1.0 / ((double)made->stride * step));
    return made->meter != NULL;
}

static int by_id(const void *a, const void *b) {
    uint64_t x = ((const wi_spot *)a)->id, y = ((const wi_spot *)b)->id;
    return (x > y) - (x < y);
}

static bool make_room(gauge *on, uint32_t count) {
    if (count <= on->room) return true;
    wi_spot *grown = realloc(on->spot, (size_t)count * sizeof *grown);
    if (!grown) return false;
    on->spot = grown;
    on->room = count;
    return true;
}

wend_result gauge_take(gauge *on, wi_run *run, wend_error *error) {
    wend_view view;
    if (!on->meter || wend_world_stats(run->world).tick % on->stride) return WEND_OK;
    wend_result result = wend_world_view(run->world, &view, error);
    if (result) return result;
    if (!make_room(on, view.count)) return WEND_NO_MEMORY;
    for (uint32_t i = 0; i < view.count; i++) {
        const wend_motion *motion = &view.motion[i];
        on->spot[i] = (wi_spot){
            .id = view.serial[i],
            .x = (double)view.x[i],
            .y = (double)view.y[i],
            .vx = motion->velocity.x,
            .vy = motion->velocity.y,
            .heading = wend_atan2(motion->heading.y, motion->heading.x),
            .profile = view.role[i].profile,
        };
    }
    qsort(on->spot, view.count, sizeof *on->spot, by_id);
    const wi_frame frame = {.number = (int64_t)(view.tick / on->stride), .spot = on->spot, .count = view.count};
    return wi_meter_frame(on->meter, &frame, error);
}

void gauge_end(gauge *on) {
    if (on->meter) wi_meter_free(on->meter);
    free(on->spot);
}
