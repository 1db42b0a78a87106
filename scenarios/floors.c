#include "floors.h"

#include <stdlib.h>

#define ROOM_WIDTH 4.0 // m
#define ROOM_DEPTH 5.0
#define CORRIDOR 3.0
#define DOOR 1.0

// Points are handed out one after the other; there is room for all.
static void add(office_floor *floor, wend_obstacle_kind kind, const wend_point *points, uint32_t count) {
    wend_obstacle *last = floor->obstacle_count > 0 ? &floor->obstacles[floor->obstacle_count - 1] : NULL;
    wend_point *to = last != NULL ? (wend_point *)(uintptr_t)last->points + last->point_count : floor->points;
    for (uint32_t i = 0; i < count; i++) to[i] = points[i];
    floor->obstacles[floor->obstacle_count++] = (wend_obstacle){kind, 0, to, count};
}

static void add_wall(office_floor *floor, double x0, double y0, double x1, double y1) {
    add(floor, WEND_WALL, (wend_point[]){{x0, y0}, {x1, y1}}, 2);
}

// A room with its door at y = front and its back wall at y = back; its neighbour to the east has the wall between them.
static void add_room(office_floor *floor, double x, double front, double back) {
    double door = x + (ROOM_WIDTH - DOOR) / 2.0;
    add_wall(floor, x, front, door, front);
    add_wall(floor, door + DOOR, front, x + ROOM_WIDTH, front);
    add_wall(floor, x, front, x, back);
    add_wall(floor, x, back, x + ROOM_WIDTH, back);
    floor->doors[floor->room_count] = (wend_door){0, {door, front}, {door + DOOR, front}, true, 0};
    floor->rooms[floor->room_count++] = (wend_point){x + ROOM_WIDTH / 2.0, (front + back) / 2.0};
}

static uint32_t columns_of(uint32_t rooms) {
    uint32_t columns = 1;
    while (columns * columns < 2 * rooms) columns++;
    return columns;
}

static void fill(office_floor *floor, uint32_t rooms, uint32_t columns) {
    uint32_t rows = (rooms + columns - 1) / columns, bands = (rows + 1) / 2;
    double band = 2.0 * ROOM_DEPTH + CORRIDOR;
    floor->width = columns * ROOM_WIDTH + 2.0 * CORRIDOR;
    floor->depth = bands * band;
    add(floor, WEND_ROOM, (wend_point[]){{0, 0}, {floor->width, 0}, {floor->width, floor->depth}, {0, floor->depth}},
        4);
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t count = rooms - row * columns < columns ? rooms - row * columns : columns;
        double base = row / 2 * band, front = base + ROOM_DEPTH + (row % 2) * CORRIDOR;
        double back = row % 2 == 0 ? base : base + band;
        for (uint32_t i = 0; i < count; i++) add_room(floor, CORRIDOR + i * ROOM_WIDTH, front, back);
        add_wall(floor, CORRIDOR + count * ROOM_WIDTH, front, CORRIDOR + count * ROOM_WIDTH, back);
    }
}

bool office_floor_make(uint32_t rooms, office_floor *floor) {
    size_t columns = columns_of(rooms), shapes = 4 * (size_t)rooms + rooms / columns + 2;
    *floor = (office_floor){.obstacles = malloc(shapes * sizeof *floor->obstacles),
                            .doors = malloc(((size_t)rooms + 1) * sizeof *floor->doors),
                            .rooms = malloc(((size_t)rooms + 1) * sizeof *floor->rooms),
                            .points = malloc((2 * shapes + 2) * sizeof *floor->points)};
    bool room = floor->obstacles != NULL && floor->doors != NULL && floor->rooms != NULL && floor->points != NULL;
    if (room)
        fill(floor, rooms, (uint32_t)columns);
    else
        office_floor_free(floor);
    return room;
}

void office_floor_free(office_floor *floor) {
    free(floor->obstacles);
    free(floor->doors);
    free(floor->rooms);
    free(floor->points);
    *floor = (office_floor){0};
}
