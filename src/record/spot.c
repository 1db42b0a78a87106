#include "record/trajectory.h"

#include <math.h>

wi_spot wi_spot_at(uint64_t id, double x, double y) {
    return (wi_spot){.id = id,
                     .x = x,
                     .y = y,
                     .z = (double)NAN,
                     .vx = NAN,
                     .vy = NAN,
                     .heading = NAN,
                     .preferred_x = NAN,
                     .preferred_y = NAN,
                     .half_length = NAN,
                     .half_width = NAN,
                     .profile = WI_NO_PROFILE,
                     .group = WI_NO_GROUP};
}

wi_spot wi_spot_in_view(const wend_view *view, uint32_t row, wend_point origin) {
    const wend_motion *motion = &view->motion[row];
    wi_spot spot = wi_spot_at(view->serial[row], origin.x + (double)view->x[row], origin.y + (double)view->y[row]);
    spot.vx = motion->velocity.x, spot.vy = motion->velocity.y;
    spot.heading = wend_atan2(motion->heading.y, motion->heading.x);
    spot.half_length = view->form[row].half_length, spot.half_width = view->form[row].half_width;
    return spot;
}
