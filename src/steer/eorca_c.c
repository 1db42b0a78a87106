// EORCA-C: elliptical agents who avoid each other with their true shapes and keep their heading.
#include "steer/eorca.h"

#include "base/isa.h"
#include "sense/senses.h"

static const wend_param eorca_table[] = {
    WI_ORCA_LOOK(2.0f, 5.0f, WEND_NEIGHBOURS_MAX),
    WI_ORCA_MANNERS,
    WI_ORCA_CROWD(0.5f),
    WI_EORCA_METHOD,
};

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

static void eorca_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    const wi_eorca_task task = {.turns_to_fit = false};
    wi_eorca_solve(now, next, rows, &task);
}

const wend_model wend_model_eorca_c = {
    .name = "eorca-c",
    .summary = "optimal reciprocal collision avoidance for ellipses, which keep their heading",
    .source = WI_EORCA_SOURCE,
    .params = eorca_table,
    .param_count = WEND_COUNT(eorca_table),
    .params_size = sizeof(eorca_params),
    .presets = wi_eorca_presets,
    .preset_count = WEND_COUNT(wi_eorca_presets),
    .turns_body = true,
    .steer = eorca_steer,
};
