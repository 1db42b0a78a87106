#include "sense/screens.h"

wi_screens wi_screens_in_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max) {
    wi_screens screens = {.walls = walls, .level = level};
    screens.count = wi_walls_in_box(walls, level, min, max, WI_SCREENS_MAX, screens.wall);
    return screens;
}

bool wi_screens_hide(const wi_screens *screens, wend_vec from, wend_vec to) {
    if (screens->count > WI_SCREENS_MAX) return wi_walls_hide(screens->walls, screens->level, from, to);
    for (uint32_t i = 0; i < screens->count; i++)
        if (wi_wall_cuts(&screens->walls->wall[screens->wall[i]], from, to)) return true;
    return false;
}
