// The power law of anticipation: Karamouzas, Skinner, Guy, "Universal power law governing pedestrian interactions", 2014.
// The table and its presets are here; the work is done for many agents at once in power_law_wide.c.
#include "base/isa.h"
#include "sense/senses.h"
#include "steer/force.h"

#define AT(name) offsetof(power_law_params, name)

// clang-format off
static const wend_param power_law_table[] = {
    {"relaxation", "s", "time in which agents take up their preferred velocity",
     0.05f, 10.0f, 0.54f, AT(shared.relaxation), NULL},
    {"strength", "m2", "energy of a collision that is a second away, but for what is forgotten",
     0.0f, 100.0f, 1.5f, AT(strength), NULL},
    {"forgets", "s", "collisions farther ahead than this hardly count",
     0.05f, 100.0f, 3.0f, AT(forgets), NULL},
    {"obstacle_horizon", "s", "walls count that can be reached in this time at top speed",
     0.05f, 30.0f, 3.0f, AT(obstacle_horizon), NULL},
    {"body_stiffness", "1/s2", "acceleration that counters compression, per metre of overlap; 0: bodies do not push",
     0.0f, 1e5f, 1500.0f, AT(body_stiffness), NULL},
    WI_FORCE_ROWS(10.0f, 1.5f, 0.1f),
};
// clang-format on

static const wend_setting published[] = {{"max_force", 1000.0f},  {"max_neighbours", WEND_NEIGHBOURS_MAX},
                                         {"side_bias", 0.0f},     {"step_aside", 0.0f},
                                         {"give_ground", 0.0f},   {"precedence", 0.0f},
                                         {"body_stiffness", 0.0f}};

static const wend_preset power_law_presets[] = {
    {"default", "the paper's among the nearest ten, with bodies that push and exact symmetry broken", NULL, 0},
    {"published", "as in the paper: exact symmetry stays", published, WEND_COUNT(published)},
};

static void power_law_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static wi_force_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_power_law_steer);
    kernels[now->senses->isa](now, next, rows);
}

const wend_model wend_model_power_law = {
    .name = "power-law",
    .summary = "forces that grow with the inverse cube of the time until a collision",
    .source = "doi:10.1103/PhysRevLett.113.238701",
    .params = power_law_table,
    .param_count = WEND_COUNT(power_law_table),
    .params_size = sizeof(power_law_params),
    .presets = power_law_presets,
    .preset_count = WEND_COUNT(power_law_presets),
    .steer = power_law_steer,
};
