// EORCA-F: elliptical agents who turn just as far as the space ahead demands, if that leaves them a velocity.
#include "steer/eorca.h"

static const wend_param eorca_table[] = {
    WI_ORCA_LOOK(2.0f, 5.0f, WEND_NEIGHBOURS_MAX),
    WI_ORCA_MANNERS,
    WI_ORCA_CROWD,
    WI_EORCA_METHOD,
    WI_EORCA_TURN(1.0f),
};

static void eorca_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    const wi_eorca_task task = {.turns_to_fit = true};
    wi_eorca_solve(now, next, rows, &task);
}

const wend_model wend_model_eorca_f = {
    .name = "eorca-f",
    .summary = "optimal reciprocal collision avoidance for ellipses, which turn to fit through what is ahead",
    .source = WI_EORCA_SOURCE,
    .params = eorca_table,
    .param_count = WEND_COUNT(eorca_table),
    .params_size = sizeof(eorca_params),
    .presets = wi_eorca_presets,
    .preset_count = WEND_COUNT(wi_eorca_presets),
    .turns_body = true,
    .steer = eorca_steer,
};
