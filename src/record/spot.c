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
