// The walls of stairs and lifts. Stairs, seen from above:
//
//        on the lower level          on the upper level
//
//     top    ......                      ......   one walks off here
//           |      |                    | hole |
//           |      |                    |      |
//     bottom        one walks on here   +------+
//
// A lift has a wall on either side of its door, and none behind: there one changes the level.
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

void wi_lift_ring(const wi_lift_source *lift, wend_point ring[4]) {
    const double *box = lift->box;
    const wend_point corner[4] = {{box[0], box[1]}, {box[2], box[1]}, {box[2], box[3]}, {box[0], box[3]}};
    for (uint32_t i = 0; i < 4; i++) ring[i] = corner[(lift->door + i) % 4];
}

bool wi_geometry_add_lift(wi_geometry *geometry, const wi_lift_source *lift) {
    wend_point ring[4];
    wi_place place = lift->title.place;
    bool room = true;
    wi_lift_ring(lift, ring);
    for (uint32_t i = 0; i < lift->level_count && room; i++)
        room = add_wall(geometry, lift->level[i], place, (wend_point[]){ring[1], ring[2]}, 2) &&
               add_wall(geometry, lift->level[i], place, (wend_point[]){ring[3], ring[0]}, 2);
    return room;
}
