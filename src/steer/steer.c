// Hands each model its rows.
#include "world/world.h"

void wi_steer_rows(wi_step *step, uint32_t begin, uint32_t end) {
    const wend_view *now = &step->now;
    const wend_scene *scene = step->world->scene;
    uint32_t list[WI_CHUNK];
    // What a model does not write stays as it was.
    for (uint32_t row = begin; row < end; row++) step->next.motion[row] = now->motion[row];
    for (uint32_t model = 0; model < scene->model_count; model++) {
        wend_rows rows = {list, 0};
        for (uint32_t row = begin; row < end; row++) {
            const wend_role *role = &now->role[row];
            if (scene->profiles[role->profile].model == model && (role->flags & WEND_FLAG_DRIVEN) == 0)
                list[rows.count++] = row;
        }
        if (rows.count > 0) scene->models[model]->steer(now, &step->next, rows);
    }
}
