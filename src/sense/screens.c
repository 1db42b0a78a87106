#include "sense/screens.h"

wi_screens wi_screens_in_box(const wi_walls *walls, uint32_t level, wend_vec min, wend_vec max) {
    wi_screens screens = {.walls = walls, .level = level};
    screens.count = wi_walls_in_box(walls, level, min, max, WI_SCREENS_MAX, screens.wall);
    return screens;
}

wi_cover wi_screens_cover(const wi_screens *screens, wend_vec from, wend_vec to, float girth) {
    if (screens->count > WI_SCREENS_MAX) return wi_walls_cover(screens->walls, screens->level, from, to, girth);
    wi_cover most = WI_OPEN;
    for (uint32_t i = 0; i < screens->count && most != WI_COVERED; i++) {
        wi_cover here = wi_wall_covers(&screens->walls->wall[screens->wall[i]], from, to, girth);
        most = here > most ? here : most;
    }
    return most;
}
