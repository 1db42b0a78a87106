// Any plan gives a mesh or a message. Bytes are points on a small board, where everything touches everything.
#include "scenario/mesh.h"

#include <stdlib.h>

#define SHAPES 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static wend_point point_at(const uint8_t *data) { return (wend_point){data[0] / 16.0, data[1] / 16.0}; }

static void expect_mutual(const wi_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        uint32_t twin = mesh->edges[i].twin;
        if (mesh->edges[i].corner >= mesh->corner_count) abort();
        if (twin != WEND_NO_EDGE && (twin >= mesh->edge_count || mesh->edges[twin].twin != i)) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wend_point point[4 * SHAPES];
    wend_obstacle obstacle[SHAPES];
    wend_door door[SHAPES];
    wi_mesh_region region[SHAPES];
    wi_mesh_seam seam[SHAPES];
    wi_mesh_plan plan = {.levels = 2, .obstacles = obstacle, .doors = door, .regions = region, .seams = seam};
    for (uint32_t i = 0; i < SHAPES && size >= 9; i++, data += 9, size -= 9) {
        wend_point *p = &point[4 * i];
        for (uint32_t k = 0; k < 4; k++) p[k] = point_at(data + 1 + 2 * k);
        uint32_t kind = data[0] % 8, level = data[0] / 8 % 2;
        if (kind < 4)
            obstacle[plan.obstacle_count++] = (wend_obstacle){(wend_obstacle_kind)(kind % 3), level, p, 4};
        else if (kind == 4)
            door[plan.door_count++] = (wend_door){level, p[0], p[1], false, 0};
        else if (kind == 5)
            region[plan.region_count++] = (wi_mesh_region){level, 1, p, 4};
        else if (kind == 6)
            seam[plan.seam_count++] = (wi_mesh_seam){{0, 1}, {{p[0], p[1]}, {p[1], p[0]}}};
    }
    wi_mesh mesh;
    wend_error error;
    if (wi_mesh_build(&mesh, &plan, &error) == WEND_OK) expect_mutual(&mesh);
    wi_mesh_free(&mesh);
    return 0;
}
