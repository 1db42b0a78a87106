// The queries of a view that are not about neighbours.
#include "sense/senses.h"

const void *wend_view_params(const wend_view *now, uint32_t row) { return wi_view_block(now, now->role[row].params); }

uint32_t wend_view_walls(const wend_view *now, uint32_t level, wend_vec at, float distance, uint32_t max,
                         uint32_t *found, float *distance2) {
    return wi_walls_near(now->senses->walls, level, at, distance, max, found, distance2);
}

const wend_wall *wend_view_wall(const wend_view *now, uint32_t wall) { return &now->senses->walls->wall[wall]; }

bool wend_view_sees(const wend_view *now, uint32_t level, wend_vec from, wend_vec to) {
    return wi_walls_clear(now->senses->walls, level, from, to);
}
