// The walls of stairs. Seen from above:
//
//        on the lower level          on the upper level
//
//     top    ......                      ......   one walks off here
//           |      |                    | hole |
//           |      |                    |      |
//     bottom        one walks on here   +------+
#include <stdlib.h>
#include <string.h>

#include "scenario/geometry.h"

static bool add_wall(wi_geometry *geometry, uint32_t level, wi_place place, const wend_point *points, uint32_t count) {
    wend_point *own = malloc(count * sizeof *own);
    if (own == NULL) return false;
    memcpy(own, points, count * sizeof *own);
    wend_obstacle wall = {WEND_WALL, level, own, count};
    return wi_geometry_add(geometry, &wall, place);
}

bool wi_geometry_add_stairs(wi_geometry *geometry, const wi_stairs_source *stairs) {
    const wend_point *bottom = stairs->bottom, *top = stairs->top;
    wi_place place = stairs->title.place;
    return add_wall(geometry, stairs->from, place, (wend_point[]){bottom[0], top[0]}, 2) &&
           add_wall(geometry, stairs->from, place, (wend_point[]){bottom[1], top[1]}, 2) &&
           add_wall(geometry, stairs->to, place, (wend_point[]){top[0], bottom[0], bottom[1], top[1]}, 4);
}
