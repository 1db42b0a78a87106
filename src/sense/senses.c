// The queries of a view that are not about neighbours.
#include "sense/senses.h"

#include "sense/walls_body.h"

const void *wend_view_params(const wend_view *now, uint32_t row) { return wi_view_block(now, now->role[row].params); }

void *wend_view_memory(const wend_view *now, uint32_t row) {
    return now->memory && now->memory[row] != 0 ? wi_view_memory(now, row) : NULL;
}

#define LOOK_AWAY 4.0 // s: as long as one looks elsewhere, or does not
enum { LOOKS_AWAY = 0x1a77 };

// Each has its own beat, so that a crowd does not look up all at once.
float wi_inattentive_sight(const wend_view *now, uint32_t row) {
    const wi_habits *habits = wi_view_habits(now, row);
    if (!(habits->active & WI_HABIT_INATTENTION)) return __builtin_inff();
    uint32_t stream = now->role[row].stream;
    double beat = (double)wend_random(now->seed, stream, 0, LOOKS_AWAY, 0);
    uint64_t spell = (uint64_t)((double)now->tick * (double)now->step / LOOK_AWAY + beat);
    bool away = wend_random(now->seed, stream, spell, LOOKS_AWAY, 1) < habits->inattention;
    return away ? habits->inattentive_sight : __builtin_inff();
}

uint32_t wend_view_walls(const wend_view *now, uint32_t level, wend_vec at, float distance, uint32_t max,
                         uint32_t *found, float *distance2) {
    return wi_walls_near(now->senses->walls, level, at, distance, max, found, distance2);
}

const wend_wall *wend_view_wall(const wend_view *now, uint32_t wall) { return &now->senses->walls->wall[wall]; }

bool wend_view_sees(const wend_view *now, uint32_t level, wend_vec from, wend_vec to) {
    return wi_walls_clear(now->senses->walls, level, from, to);
}

bool wend_view_sees_body(const wend_view *now, uint32_t row, uint32_t other) {
    if (now->role[row].level != now->role[other].level) return false;
    const wend_form *form = &now->form[other];
    const wi_outline body = {(wend_shape_kind)now->role[other].shape,
                             {now->x[other], now->y[other]},
                             now->motion[other].heading,
                             form->half_length,
                             form->half_width};
    return wi_walls_show(now->senses->walls, now->role[row].level, (wend_vec){now->x[row], now->y[row]}, &body);
}
