// Social forces: Helbing, Molnar, "Social force model for pedestrian dynamics", 1995.
// The table and its presets are here; the work is done for many agents at once in social_force_1995_wide.c.
#include "base/isa.h"
#include "sense/senses.h"
#include "steer/force.h"

#define AT(name) offsetof(social_force_1995_params, name)

// clang-format off
static const wend_param social_force_table[] = {
    {"relaxation", "s", "time in which agents take up their preferred velocity",
     0.05f, 10.0f, 0.5f, AT(shared.relaxation), NULL},
    {"repulsion", "m2/s2", "how strongly agents keep off each other: the potential at distance 0",
     0.0f, 1000.0f, 2.1f, AT(repulsion), NULL},
    {"range", "m", "distance over which that falls to 1/e",
     0.01f, 10.0f, 0.3f, AT(range), NULL},
    {"stride_time", "s", "agents leave others the room for their next stride: as far as they go in this time",
     0.0f, 10.0f, 2.0f, AT(stride_time), NULL},
    {"wall_repulsion", "m2/s2", "how strongly agents keep off walls: the potential at distance 0",
     0.0f, 1000.0f, 10.0f, AT(wall_repulsion), NULL},
    {"wall_range", "m", "distance over which that falls to 1/e",
     0.01f, 10.0f, 0.2f, AT(wall_range), NULL},
    {"wall_braking", "", "share of their force against the drive that walls keep which one would pass",
     0.0f, 1.0f, 0.0f, AT(wall_braking), NULL},
    {"view_angle", "rad", "how wide the sight is, about the preferred direction",
     0.0f, 6.2832f, 3.490659f, AT(view_angle), NULL},
    {"behind", "", "share of the repulsion by those out of sight",
     0.0f, 1.0f, 0.5f, AT(behind), NULL},
    {"speed_limit", "", "largest speed over the preferred one; the agent's own limit holds too",
     1.0f, 100.0f, 1.3f, AT(speed_limit), NULL},
    {"fluctuation", "m/s", "how far chance changes each part of the velocity in a second",
     0.0f, 10.0f, 0.0f, AT(fluctuation), NULL},
    WI_FORCE_ROWS(5.0f, 0.0f, 0.05f),
};
// clang-format on

static const wend_setting published[] = {{"max_force", 1000.0f}, {"max_neighbours", WEND_NEIGHBOURS_MAX},
                                         {"side_bias", 0.0f},    {"give_ground", 0.0f},
                                         {"precedence", 0.0f},   {"wall_braking", 1.0f}};

static const wend_preset social_force_presets[] = {
    {"default", "the paper's, with the nearest ten others and exact symmetry broken", NULL, 0},
    {"published", "as in the paper: exact symmetry stays", published, WEND_COUNT(published)},
};

static void social_force_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static wi_force_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_social_force_1995_steer);
    kernels[now->senses->isa](now, next, rows);
}

const wend_model wend_model_social_force_1995 = {
    .name = "social-force-1995",
    .summary = "social forces: others repel by the room for their next stride, walls by their nearness",
    .source = "doi:10.1103/PhysRevE.51.4282",
    .params = social_force_table,
    .param_count = WEND_COUNT(social_force_table),
    .params_size = sizeof(social_force_1995_params),
    .presets = social_force_presets,
    .preset_count = WEND_COUNT(social_force_presets),
    .steer = social_force_steer,
};
