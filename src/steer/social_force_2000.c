// Social forces with body contact: Helbing, Farkas, Vicsek, "Simulating dynamical features of escape panic", 2000.
// The table and its presets are here; the work is done for many agents at once in social_force_2000_wide.c.
#include "steer/social_force_2000.h"

#include <stddef.h>

#include "base/isa.h"
#include "sense/senses.h"

// clang-format off
static const wend_param force_table[] = {
    {"relaxation_time", "s", "time in which an agent comes near to its preferred velocity",
     0.05f, 1e6f, 0.5f, offsetof(social_force_2000_params, relaxation_time), NULL},
    {"mass", "kg", "of the body",
     1.0f, 10000.0f, 80.0f, offsetof(social_force_2000_params, mass), NULL},
    {"repulsion", "N", "force that keeps bodies and walls apart, at the moment they touch",
     0.0f, 100000.0f, 2000.0f, offsetof(social_force_2000_params, repulsion), NULL},
    {"repulsion_range", "m", "distance over which that force falls to a third (1/e)",
     0.01f, 2.0f, 0.08f, offsetof(social_force_2000_params, repulsion_range), NULL},
    {"body_stiffness", "kg/s2", "force that counters compression, per metre of overlap",
     0.0f, 1e7f, 1.2e5f, offsetof(social_force_2000_params, body_stiffness), NULL},
    {"sliding_friction", "kg/(m s)", "force that slows sliding, per metre of overlap and metre per second",
     0.0f, 1e7f, 2.4e5f, offsetof(social_force_2000_params, sliding_friction), NULL},
    {"neighbour_distance", "m", "agents and walls farther away than this are not felt",
     0.1f, 100.0f, 2.0f, offsetof(social_force_2000_params, neighbour_distance), NULL},
    {"max_neighbours", "count", "how many of the nearest agents are felt",
     0.0f, WEND_NEIGHBOURS_MAX, 10.0f, offsetof(social_force_2000_params, max_neighbours), NULL},
    {"side_bias", "rad", "turn of the preferred velocity to the right while others are in view",
     -0.2f, 0.2f, 0.01f, offsetof(social_force_2000_params, side_bias), NULL},
    {"step_aside", "rad", "turn to the right (negative: left) of one who is held up and has others close before it who come",
     -1.6f, 1.6f, 1.5f, offsetof(social_force_2000_params, step_aside), NULL},
    {"give_ground", "", "share of its time in which one who stands before others steps back",
     0.0f, 1.0f, 0.05f, offsetof(social_force_2000_params, give_ground), NULL},
    {"wall_braking", "", "share of their force against the drive that walls keep which one would pass",
     0.0f, 1.0f, 0.0f, offsetof(social_force_2000_params, wall_braking), NULL},
};
// clang-format on

static const wend_setting published[] = {{"side_bias", 0.0f},
                                         {"step_aside", 0.0f},
                                         {"give_ground", 0.0f},
                                         {"max_neighbours", 32.0f},
                                         {"wall_braking", 1.0f}};

static const wend_preset force_presets[] = {
    {"default", "the paper's forces, with exact symmetry broken to the right and deadlocks by giving ground", NULL, 0},
    {"published", "as in the paper: exact symmetry stays, and so do deadlocks", published, WEND_COUNT(published)},
};

static void force_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static wi_social_force_2000_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_social_force_2000_steer);
    kernels[now->senses->isa](now, next, rows);
}

const wend_model wend_model_social_force_2000 = {
    .name = "social-force-2000",
    .summary = "social forces, body contact and sliding friction in a pressing crowd",
    .source = "doi:10.1038/35035023",
    .params = force_table,
    .param_count = WEND_COUNT(force_table),
    .params_size = sizeof(social_force_2000_params),
    .presets = force_presets,
    .preset_count = WEND_COUNT(force_presets),
    .steer = force_steer,
};
