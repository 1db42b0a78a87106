// What makes an agent seem aggressive or shy: the adjectives and most of the parameters (speed, room claimed, how many
// others are minded, how far ahead in space and time) are those that Guy et al. (2011) let people judge; the values are
// ours, for our habits and models.
#include "scenario/personalities.h"

#include <string.h>

static const wend_setting aggressive[] = {
    {"horizon", 1.5f},        {"max_neighbours", 16.0f},
    {"personal_space", 0.0f}, // no more than the body, where a model has some by default
    {"patience", 3.0f},       {"push", 1.0f},
};
static const wend_setting assertive[] = {
    {"horizon", 3.0f}, {"max_neighbours", 16.0f}, {"personal_space", 0.3f}, {"patience", 8.0f}, {"push", 0.6f},
};
static const wend_setting shy[] = {
    {"horizon", 4.0f},
    {"personal_space", 0.6f},
    {"aversion", 0.5f},
    {"patience", 0.0f},
};
static const wend_setting active[] = {
    {"horizon", 4.0f},
    {"max_neighbours", 16.0f},
    {"neighbour_distance", 10.0f},
    {"personal_space", 0.35f},
};
static const wend_setting tense[] = {
    {"horizon", 2.0f},        {"max_neighbours", 16.0f}, {"neighbour_distance", 15.0f},
    {"personal_space", 0.7f}, {"aversion", 0.3f},
};
static const wend_setting impulsive[] = {
    {"horizon", 1.0f},  {"max_neighbours", 5.0f}, {"personal_space", 0.0f},
    {"patience", 2.0f}, {"push", 0.8f},           {"obey_signals", 0.7f},
};

static const wi_personality table[] = {
    {"aggressive", "fast, claims no room, reacts late, soon pushes", 1.55f, aggressive, WEND_COUNT(aggressive)},
    {"assertive", "brisk, keeps its line, pushes after a while", 1.5f, assertive, WEND_COUNT(assertive)},
    {"shy", "slow, keeps away from others and crowds, never pushes", 1.2f, shy, WEND_COUNT(shy)},
    {"active", "fast, looks far ahead and finds its way through", 1.6f, active, WEND_COUNT(active)},
    {"tense", "minds everyone about it and wants much room", 1.45f, tense, WEND_COUNT(tense)},
    {"impulsive", "fast, minds few others and late, hates to wait", 1.6f, impulsive, WEND_COUNT(impulsive)},
};

const char *const wi_personality_words[] = {"none",   "aggressive", "assertive", "shy",
                                            "active", "tense",      "impulsive", NULL};

const wi_personality *wi_personalities(uint32_t *count) {
    *count = WEND_COUNT(table);
    return table;
}

const wend_param *wi_personality_param(const wend_model *model, const wend_setting *setting) {
    uint32_t count;
    const wend_param *habits = wend_habits(&count), *param = wend_model_param(model, setting->name, NULL);
    for (uint32_t i = 0; !param && i < count; i++)
        if (strcmp(habits[i].name, setting->name) == 0) param = &habits[i];
    return param;
}
