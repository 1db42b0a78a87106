// What EORCA models share.
#include "steer/eorca.h"

#include "base/isa.h"
#include "sense/senses.h"

static const wend_setting published[] = {
    {"horizon", 1.0f}, {"side_bias", 0.0f}, {"give_ground", 0.0f}, {"crowd_horizon", 0.0f}};

const wend_preset wi_eorca_presets[] = {
    {"default", "as orca's: exact symmetry broken to the right and deadlocks by giving ground", NULL, 0},
    {"published", "table 2.4 of the thesis: a horizon of 1 s; exact symmetry stays, and so do deadlocks", published,
     WEND_COUNT(published)},
};

void wi_eorca_solve(const wend_view *now, const wend_next *next, wend_rows rows, const wi_eorca_task *task) {
    static wi_eorca_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_eorca_steer);
    kernels[now->senses->isa](now, next, rows, task);
}
