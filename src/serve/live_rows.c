#include "serve/live_rows.h"

#include "world/world.h"

void wi_live_rows(const wend_view *view, wi_shown *shown) {
    for (uint32_t row = 0; row < view->count; row++) {
        wend_motion motion = view->motion[row];
        wend_vec preferred = wi_route_preferred(view, row);
        shown[row] = (wi_shown){
            .agent = (uint32_t)(view->serial[row] - 1),
            .x = view->x[row],
            .y = view->y[row],
            .vx = motion.velocity.x,
            .vy = motion.velocity.y,
            .heading = wend_atan2(motion.heading.y, motion.heading.x),
            .preferred_x = preferred.x,
            .preferred_y = preferred.y,
            .level = view->role[row].level,
        };
    }
}
