// Any bytes as the arrays of a map: refused with a message, or a scene in which a way can be asked for.
#include "wend/wend.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = 16, CELLS = 8, EDGES = 32, POSTS = 3 };

typedef struct input {
    const uint8_t *at;
    size_t left;
} input;

static uint8_t next_byte(input *in) {
    if (in->left == 0) return 0;
    in->left--;
    return *in->at++;
}

// Small numbers, with now and then a wild one.
static uint32_t number(input *in) {
    uint8_t byte = next_byte(in);
    return byte >= 250 ? UINT32_MAX - (uint32_t)(255 - byte) : byte;
}

// A few who share a goal, and one who goes alone; the door closes on the way.
static void walk(wend_world *world, const wend_point *corners) {
    for (uint32_t i = 0; i < 6; i++) {
        wend_agent agent = wend_agent_default();
        agent.position = (wend_point){corners[0].x + i, corners[0].y + 0.5};
        agent.goal.at = corners[i < 5 ? 1 : 2];
        (void)wend_world_add(world, &agent, NULL, NULL);
    }
    for (uint32_t i = 0; i < 6; i++) {
        if (i == 3) (void)wend_world_set_door(world, 0, false, NULL);
        if (wend_world_step(world, NULL) != WEND_OK) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, size};
    wend_point corners[CORNERS];
    wend_map_cell cells[CELLS];
    wend_map_edge edges[EDGES];
    wend_map_post posts[POSTS];
    wend_zone zone = wend_zone_default();
    zone.cost = (float)next_byte(&in);
    wend_map map = {.corners = corners,
                    .corner_count = number(&in) % (CORNERS + 1),
                    .cells = cells,
                    .cell_count = number(&in) % (CELLS + 1),
                    .edges = edges,
                    .edge_count = number(&in) % (EDGES + 1),
                    .zones = &zone,
                    .zone_count = 1,
                    .posts = posts};
    for (uint32_t i = 0; i < CORNERS; i++) corners[i] = (wend_point){number(&in) % 256, next_byte(&in)};
    for (uint32_t i = 0; i < CELLS; i++)
        cells[i] = (wend_map_cell){number(&in), next_byte(&in) % 3, next_byte(&in) % 3};
    for (uint32_t i = 0; i < EDGES; i++) edges[i] = (wend_map_edge){number(&in), number(&in), next_byte(&in) % 3};
    map.post_count = next_byte(&in) % (POSTS + 1);
    for (uint32_t i = 0; i < POSTS; i++)
        posts[i] = (wend_map_post){{next_byte(&in), next_byte(&in)}, next_byte(&in) % 3};
    const wend_door door = {.a = {-1, -1}, .b = {-1, -2}, .open = true};
    uint32_t router_count;
    const wend_router *const *routers = wend_routers(&router_count);
    wend_profile profile = wend_profile_default();
    profile.router = routers[next_byte(&in) % router_count];
    map.sampled_posts = next_byte(&in) % 20;
    map.grid = (float)(next_byte(&in) % 4);
    wend_scene_def def = wend_scene_default();
    def.profiles = &profile;
    def.levels = 2;
    def.doors = &door;
    def.door_count = 1;
    def.map = &map;
    wend_scene *scene;
    wend_world *world;
    wend_error error = {WEND_OK, ""};
    if (wend_scene_create(&def, &scene, &error) != WEND_OK) {
        if (error.text[0] == 0) abort();
        return 0;
    }
    wend_world_def world_def = wend_world_default(scene);
    if (wend_world_create(&world_def, &world, NULL) == WEND_OK) {
        wend_waypoint way[8];
        uint32_t count;
        (void)wend_world_path(world, 0, corners[0], (wend_target){.at = corners[1]}, 0.2f, way, 8, &count, NULL, NULL);
        walk(world, corners);
        wend_world_destroy(world);
    }
    wend_scene_destroy(scene);
    return 0;
}
