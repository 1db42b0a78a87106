// Reciprocal collision avoidance for pedestrians: Guy, Lin, Manocha, "Modeling collision avoidance behavior for virtual
// humans". ORCA, but others count only once they have been observed for a while, and velocities change gently. The table
// and its presets are here; the work is done for many agents at once in rcap_wide.c.
#include "steer/rcap.h"

#include "base/isa.h"

#define ROW(field, unit, meaning, min, max, initial) \
    { #field, unit, meaning, min, max, initial, offsetof(rcap_params, field), NULL }

static const wend_param rcap_table[] = {
    WI_ORCA_LOOK(4.0f, 10.0f, RCAP_SIGHTS),
    ROW(observation_time, "s", "how long others must have been in sight before they are avoided; 0: at once", 0.0f,
        30.0f, 0.79f),
    ROW(forgetting_time, "s", "who is out of sight for longer has to be observed anew", 0.0f, 600.0f, 2.0f),
    ROW(acceleration, "m/s2", "largest change of velocity where nothing hurries; 0: no limit to any change", 0.0f,
        100.0f, 0.09f),
    ROW(settling, "s", "a change of velocity that would take longer than this is made in about this time; 0: never",
        0.0f, 30.0f, 1.0f),
    ROW(braking, "m/s2",
        "largest change of velocity at all: to settle, to slow down at will, in alarm; 0: acceleration", 0.0f, 100.0f,
        3.0f),
    ROW(alarm, "",
        "one reacts to whomever one would meet within this many observation times, observed or not; 0: never", 0.0f,
        10.0f, 1.0f),
    ROW(give_room, "",
        "share of the room that people claim which gives way to who does not get on, and where rooms overlap; 0: none",
        0.0f, 1.0f, 1.0f),
    ROW(sway, "m", "how far the body sways to either side with the steps", 0.0f, 0.2f, 0.0f),
    ROW(restlessness, "m/s", "by how much the velocity varies slowly all the time", 0.0f, 1.0f, 0.0f),
    WI_ORCA_MANNERS,
    WI_ORCA_CROWD,
};

static const wend_setting people[] = {{"personal_space", 0.38f}};
// The paper does not say how far ahead they look: farther than its room is wide.
static const wend_setting published[] = {
    {"personal_space", 0.38f}, {"settling", 0.0f},    {"braking", 0.0f}, {"alarm", 0.0f},
    {"side_bias", 0.0f},       {"give_ground", 0.0f}, {"horizon", 8.0f}, {"neighbour_distance", 30.0f},
    {"crowd_horizon", 0.0f},   {"give_room", 0.0f},
};

static const wend_preset rcap_presets[] = {
    {"default", "the paper's, for crowds and buildings: stops and turns in time, and reacts to alarm", people,
     WEND_COUNT(people)},
    {"published", "as in the paper, for two who meet in the open: it takes 15 s to stop", published,
     WEND_COUNT(published)},
};

static void add_gait(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t row = rows.row[i];
        const rcap_params *set = wi_view_block(now, now->role[row].params);
        wend_vec *velocity = &next->motion[row].velocity;
        if (wi_rcap_has_gait(set)) *velocity = wi_rcap_with_gait(now, row, set, *velocity);
    }
}

static void rcap_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    static wi_rcap_kernel *const kernels[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_rcap_steer);
    if (kernels[now->senses->isa](now, next, rows)) add_gait(now, next, rows);
}

const wend_model wend_model_rcap = {
    .name = "rcap",
    .summary = "reciprocal collision avoidance for pedestrians, who observe before they react",
    .source = "Guy, Lin, Manocha: Modeling collision avoidance behavior for virtual humans, AAMAS 2010",
    .params = rcap_table,
    .param_count = WEND_COUNT(rcap_table),
    .params_size = sizeof(rcap_params),
    .presets = rcap_presets,
    .preset_count = WEND_COUNT(rcap_presets),
    .memory_size = sizeof(rcap_memory),
    .steer = rcap_steer,
};
