// What a view's queries look at.
#ifndef WI_SENSES_H
#define WI_SENSES_H

#include "sense/around.h"
#include "sense/company.h"
#include "sense/grid.h"
#include "sense/images.h"
#include "sense/shape.h"
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
    unsigned char *memories;     // blocks of what models remember; they write only those of their rows
    uint32_t params_stride, memory_stride;
    const wi_company *company;
    const struct wi_ellipse_table *ellipses; // sums that were made beforehand
    const wi_images *images;
    wi_around around; // in a step whose habits look about; nothing else
    uint32_t habits; // WI_HABIT_... that anybody has
    // Of all bodies that there ever were:
    float greatest_radius; // m
    bool boxes;            // some were boxes
    bool outlines;         // some were no discs
    // For behaviours: when events are heard, who is in regions, and who has sites; see wi_minds.
    const uint32_t *raised, *crowd, *held;
    uint32_t isa; // index into tables of kernels
} wi_senses;

// The model's parameters in the block with that number (a row's is role.params).
static inline const void *wi_view_block(const wend_view *now, uint32_t number) {
    return now->senses->params + (size_t)number * now->senses->params_stride + WI_BLOCK_PARAMS;
}

// The body of a row where it stands.
static inline wi_outline wi_view_outline(const wend_view *now, uint32_t row) {
    const wend_form *form = &now->form[row];
    return (wi_outline){(wend_shape_kind)now->role[row].shape, wi_vec(now->x[row], now->y[row]),
                        now->motion[row].heading, form->half_length, form->half_width};
}

// What the row's model remembers of it; its model must remember something.
static inline void *wi_view_memory(const wend_view *now, uint32_t row) {
    return now->senses->memories + (size_t)now->memory[row] * now->senses->memory_stride;
}

static inline const wi_habits *wi_view_habits(const wend_view *now, uint32_t row) {
    return (const wi_habits *)(const void *)(now->senses->params +
                                             (size_t)now->role[row].params * now->senses->params_stride);
}

// How far a row sees others just now: INFINITY, or less while it looks elsewhere.
float wi_inattentive_sight(const wend_view *now, uint32_t row);
static inline float wi_view_sight(const wend_view *now, uint32_t row) {
    return now->senses->habits & WI_HABIT_INATTENTION ? wi_inattentive_sight(now, row) : __builtin_inff();
}

// That is between the centres of two people of usual size. Larger bodies are seen farther by what they are larger: they
// would meet before they see each other.
#define WI_USUAL_RADIUS 0.25f // m
static inline float wi_sight_of(float sight, float radius, float other_radius) {
    return sight + wi_max(0.0f, radius + other_radius - 2.0f * WI_USUAL_RADIUS);
}

// How far a row that sees so far looks for others whose size it has yet to see. Of big bodies what exceeds the limit is
// taken from the distance already.
static inline float wi_view_lookout(const wend_view *now, uint32_t row) {
    return wi_sight_of(wi_view_sight(now, row), now->form[row].radius, WEND_BIG_RADIUS);
}

// Whether a row sees another, for all that it looks elsewhere.
static inline bool wi_view_notices(const wend_view *now, uint32_t row, float sight, uint32_t other) {
    float dx = now->x[other] - now->x[row], dy = now->y[other] - now->y[row];
    float reach = wi_sight_of(sight, now->form[row].radius, now->form[other].radius);
    return dx * dx + dy * dy < reach * reach;
}

// True if walls hide others from a row. Searches for neighbours mind it.
static inline bool wi_view_screened(const wend_view *now, uint32_t row) {
    return now->senses->habits & WI_HABIT_SCREENS && wi_view_habits(now, row)->active & WI_HABIT_SCREENS;
}

// True if no wall is between a row and another; images are seen to when they are looked for. Discs stand for bodies of
// which no more is known than where they are: they are seen when their centre is.
static inline bool wi_view_sees_neighbour(const wend_view *now, uint32_t row, uint32_t other) {
    if (wi_is_image(now, other)) return true;
    if (now->role[other].shape != WEND_DISC) return wend_view_sees_body(now, row, other);
    return wend_view_sees(now, now->role[row].level, wi_vec(now->x[row], now->y[row]),
                          wi_vec(now->x[other], now->y[other]));
}

// How far a body reaches from its centre, for those who look whether it looks out from behind a wall.
static inline float wi_view_girth(const wend_view *now, uint32_t row) {
    return now->role[row].shape != WEND_DISC ? now->form[row].radius : 0.0f;
}

// The profile of a row.
static inline const wend_profile *wi_view_profile(const wend_view *now, uint32_t row) {
    return &now->senses->scene->profiles[now->role[row].profile].is;
}

// How much farther than others a row looks for neighbours: from the edge of its body, where that is big.
static inline float wi_view_excess(const wend_view *now, uint32_t row) {
    return wi_max(0.0f, now->form[row].radius - WEND_BIG_RADIUS);
}

// The squared distance that counts for neighbours: between centres, less what a big body's radius exceeds the limit.
static inline float wi_near_distance2(float dx, float dy, float radius) {
    float d2 = dx * dx + dy * dy;
    if (radius <= WEND_BIG_RADIUS) return d2;
    float d = wi_max(0.0f, wi_sqrt(d2) - (radius - WEND_BIG_RADIUS));
    return d * d;
}

#endif
