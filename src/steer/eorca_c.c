// EORCA-C: elliptical agents who avoid each other with their true shapes and keep their heading.
#include "steer/eorca.h"

static const wend_param eorca_table[] = {
    WI_ORCA_LOOK(2.0f, 5.0f, WEND_NEIGHBOURS_MAX),
    WI_ORCA_MANNERS,
    WI_ORCA_CROWD,
    WI_EORCA_METHOD,
};

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
