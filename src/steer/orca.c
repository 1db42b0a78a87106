// Optimal reciprocal collision avoidance: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance".
// The table and its presets are here; the work is done for many agents at once in orca_wide.c.
#include "steer/orca.h"

#include "base/isa.h"
#include "sense/senses.h"

const char *const wi_orca_about_choices[4] = {"current", "preferred", "zero", NULL};

static const wend_param orca_table[] = {
    WI_ORCA_LOOK(2.0f, 5.0f, WEND_NEIGHBOURS_MAX),
    WI_ORCA_ROW(acceleration, "m/s2", "largest change of velocity that is planned with; 0: no limit", 0.0f, 100.0f,
                0.0f, NULL),
    WI_ORCA_ROW(turning, "rad/s", "largest turn of the direction of motion that is planned with; 0: no limit", 0.0f,
                100.0f, 0.0f, NULL),
    WI_ORCA_MANNERS,
    WI_ORCA_CROWD,
};

static const wend_setting published[] = {{"side_bias", 0.0f}, {"give_ground", 0.0f}, {"crowd_horizon", 0.0f}};

static const wend_preset orca_presets[] = {
    {"default",
     "the paper's, with exact symmetry broken to the right, deadlocks by giving ground, and a shorter look in crowds",
     NULL, 0},
    {"published", "as in the paper: exact symmetry stays, and so do deadlocks", published, WEND_COUNT(published)},
};

static void orca_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static wi_orca_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_orca_steer);
    kernels[now->senses->isa](now, next, rows);
}

const wend_model wend_model_orca = {
    .name = "orca",
    .summary = "optimal reciprocal collision avoidance",
    .source = "doi:10.1007/978-3-642-19457-3_1",
    .params = orca_table,
    .param_count = WEND_COUNT(orca_table),
    .params_size = sizeof(orca_params),
    .presets = orca_presets,
    .preset_count = WEND_COUNT(orca_presets),
    .steer = orca_steer,
};
