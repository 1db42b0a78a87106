// Optimal reciprocal collision avoidance: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance".
// The table and its presets are here; the work is done for many agents at once in orca_wide.c.
#include "steer/orca.h"

#include <stddef.h>

#include "base/isa.h"
#include "sense/senses.h"

static const char *const about_choices[] = {"current", "preferred", "zero", NULL};

static const wend_param orca_table[] = {
    {"horizon", "s", "how far ahead agents look for each other", 0.05f, 30.0f, 2.0f, offsetof(orca_params, horizon),
     NULL},
    {"obstacle_horizon", "s", "how far ahead agents look for walls", 0.05f, 30.0f, 1.0f,
     offsetof(orca_params, obstacle_horizon), NULL},
    {"neighbour_distance", "m", "agents farther away than this are not seen", 0.1f, 100.0f, 5.0f,
     offsetof(orca_params, neighbour_distance), NULL},
    {"max_neighbours", "", "how many of the nearest agents are avoided", 0.0f, WEND_NEIGHBOURS_MAX, 10.0f,
     offsetof(orca_params, max_neighbours), NULL},
    {"optimise_about", "", "the velocity near which each leaves the other the most freedom", 0.0f, 2.0f, 0.0f,
     offsetof(orca_params, optimise_about), about_choices},
    {"acceleration", "m/s2", "largest change of velocity that is planned with; 0: no limit", 0.0f, 100.0f, 0.0f,
     offsetof(orca_params, acceleration), NULL},
    {"turning", "rad/s", "largest turn of the direction of motion that is planned with; 0: no limit", 0.0f, 100.0f,
     0.0f, offsetof(orca_params, turning), NULL},
    {"side_bias", "rad",
     "turn of the preferred velocity to the right while others are in view, so that nobody stands "
     "face to face for ever",
     -0.2f, 0.2f, 0.01f, offsetof(orca_params, side_bias), NULL},
    {"give_ground", "",
     "share of its time in which one who stands before others steps back, so that no ring of them "
     "stands for ever",
     0.0f, 1.0f, 0.05f, offsetof(orca_params, give_ground), NULL},
};

static const wend_setting published[] = {{"side_bias", 0.0f}, {"give_ground", 0.0f}};

static const wend_preset orca_presets[] = {
    {"default", "the paper's, with exact symmetry broken to the right and deadlocks by giving ground", NULL, 0},
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
