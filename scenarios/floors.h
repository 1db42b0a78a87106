// A floor of many rooms, for tests and benchmarks of ways.
#ifndef FLOORS_H
#define FLOORS_H

#include "wend/wend.h"

// Rows of rooms on both sides of corridors, which meet in a corridor at each end. Walls are thin; each room has a door of
// 1 m that stands open.
//
//      +---------------------------+
//      |  +---+---+---+---+---+    |
//      |  +- -+- -+- -+- -+- -+    |
//      |                           |
//      |  +- -+- -+- -+- -+- -+    |
//      |  +---+---+---+---+---+    |
//      +---------------------------+
typedef struct office_floor {
    wend_obstacle *obstacles;
    uint32_t obstacle_count;
    wend_door *doors;  // of each room
    wend_point *rooms; // the middle of each
    uint32_t room_count;
    double width, depth; // m, from (0, 0)
    wend_point *points;  // of the obstacles
} office_floor;

// False without memory; then there is nothing to free.
bool office_floor_make(uint32_t rooms, office_floor *floor);
void office_floor_free(office_floor *floor);

#endif
