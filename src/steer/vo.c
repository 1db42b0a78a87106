// Velocity obstacles: each agent takes the whole of every avoidance upon itself, as if the others would go straight on.
// Two who meet head-on both turn away, both see the way free, both turn back: the oscillation of the lecture's figure 4.
#include "steer/choose_velocity.h"

static float take_all(const wend_body *a, const wend_body *b) {
    (void)a, (void)b;
    return 1.0f;
}

static void vo_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    wi_choose_velocities(now, next, rows, take_all, false);
}

const wend_model wend_model_vo = {
    .name = "vo",
    .summary = "velocity obstacles: everyone avoids as if alone in doing so",
    .source = "doi:10.1177/027836499801700706",
    .params = wi_choice_params,
    .param_count = WEND_COUNT(wi_choice_params),
    .params_size = sizeof(wi_choice_settings),
    .presets = wi_choice_presets,
    .preset_count = WEND_COUNT(wi_choice_presets),
    .steer = vo_steer,
};
