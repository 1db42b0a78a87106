// Straight on: the model that avoids nobody, for comparison and for hosts that steer themselves.
#include "wend/model.h"

static void straight_steer(const wend_view *now, const wend_next *next, wend_rows rows) {
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t row = rows.row[i];
        next->motion[row].velocity = (wend_vec){now->body[row].preferred_x, now->body[row].preferred_y};
    }
}

static const wend_preset straight_presets[] = {
    {"default", "there is nothing to set", NULL, 0},
};

const wend_model wend_model_straight = {
    .name = "straight",
    .summary = "walks at its preferred velocity, whoever is in the way",
    .presets = straight_presets,
    .preset_count = WEND_COUNT(straight_presets),
    .steer = straight_steer,
};
