// A frame straight from a running world.
#include "base/error.h"
#include "measure/host.h"

#include <math.h>

// How many steps a frame takes; 0 where that is no whole number.
static uint64_t steps_per_frame(double fps, double step) {
    double steps = 1.0 / (fps * step), whole = round(steps);
    // Steps are floats: 0.1f is not quite 0.1.
    return whole >= 1.0 && whole < 1e9 && fabs(steps - whole) < 1e-3 * whole ? (uint64_t)whole : 0;
}

static wi_spot spot_of(const wend_view *view, uint32_t row, wend_point origin, double storey) {
    wi_spot spot = wi_spot_in_view(view, row, origin);
    spot.z = storey * view->role[row].level;
    spot.profile = view->role[row].shape; // see wi_host_set_shape
    return spot;
}

static wend_result take_rows(wend_meter *meter, const wend_view *view, wend_point origin, int64_t number,
                             wend_error *error) {
    wend_result result = wi_host_reserve(meter, view->count, error);
    if (result) return result;
    for (uint32_t i = 0; i < view->count; i++) meter->spot[i] = spot_of(view, i, origin, meter->storey);
    return wi_host_take(meter, number, view->count, error);
}

wend_result wend_meter_look(wend_meter *meter, wend_world *world, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(world, &view, error);
    if (result) return result;
    uint64_t steps = steps_per_frame(meter->fps, (double)view.step);
    if (steps == 0)
        return wi_fail(error, WEND_BAD_ARGUMENT,
                       "%g frames per second of a world that makes %g steps; take that, or a half, a third, ...",
                       meter->fps, 1.0 / (double)view.step);
    int64_t number = (int64_t)(view.tick / steps);
    if (view.tick % steps || (meter->any && number == meter->looked)) return WEND_OK;
    result = take_rows(meter, &view, wend_world_origin(world), number, error);
    if (result) return result;
    meter->any = true;
    meter->looked = number;
    return WEND_OK;
}
