// Reciprocal velocity obstacles: as vo, with the apex between the two velocities, so that each does half and nobody
// turns back. Priorities move it: all the way to the other's velocity for one who never gives way, and so avatars are
// avoided fully.
#include "steer/choose_velocity.h"

static float take_part(const wend_body *a, const wend_body *b) {
    return wi_clamp((1.0f + b->priority - a->priority) * 0.5f, 0.0f, 1.0f);
}

static void rvo_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    wi_choose_velocities(now, next, rows, take_part, true);
}

const wend_model wend_model_rvo = {
    .name = "rvo",
    .summary = "reciprocal velocity obstacles: two share an avoidance",
    .source = "doi:10.1109/ROBOT.2008.4543489",
    .params = wi_choice_params,
    .param_count = WEND_COUNT(wi_choice_params),
    .params_size = sizeof(wi_choice_settings),
    .presets = wi_choice_presets,
    .preset_count = WEND_COUNT(wi_choice_presets),
    .steer = rvo_steer,
};
