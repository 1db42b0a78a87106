// What a view's queries look at.
#ifndef WI_SENSES_H
#define WI_SENSES_H

#include "sense/grid.h"
#include "sense/walls.h"
#include "wend/model.h"
#include "world/scene.h"

typedef struct wi_senses {
    const wend_scene *scene;
    const wi_walls *walls; // of the world: the scene's, less doors that are open
    const wi_grid *grid;
    const uint32_t *big; // rows with bodies over WEND_BIG_RADIUS, ascending
    uint32_t big_count;
    const unsigned char *params; // blocks: the profiles', then agents' own
    uint32_t params_stride;
    uint32_t isa; // index into tables of kernels
} wi_senses;

// The parameter block with that number (a row's is role.params).
static inline const void *wi_view_block(const wend_view *now, uint32_t number) {
    return now->senses->params + (size_t)number * now->senses->params_stride;
}

// The profile of a row.
static inline const wend_profile *wi_view_profile(const wend_view *now, uint32_t row) {
    return &now->senses->scene->profiles[now->role[row].profile].is;
}

// The squared distance that counts for neighbours: between centres, less what a big body's radius exceeds the limit.
static inline float wi_near_distance2(float dx, float dy, float radius) {
    float d2 = dx * dx + dy * dy;
    if (radius <= WEND_BIG_RADIUS) return d2;
    float d = wi_max(0.0f, wi_sqrt(d2) - (radius - WEND_BIG_RADIUS));
    return d * d;
}

#endif
