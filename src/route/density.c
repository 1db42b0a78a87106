#include "route/density.h"

#include "base/vec.h"

bool wi_density_waits(const wend_view *now, uint32_t row, wend_vec ahead) {
    if (now->role[row].flags & (WEND_FLAG_ARRIVED | WEND_FLAG_DRIVEN)) return false;
    wend_vec way = wi_sub(now->goal[row].at, wi_vec(now->x[row], now->y[row]));
    return wi_dot(way, ahead) > WI_DENSITY_SAME_WAY * wi_length(way);
}
