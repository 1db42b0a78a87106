// Personalities: named sets of speeds, habits and parameters that many models share.
#ifndef WI_PERSONALITIES_H
#define WI_PERSONALITIES_H

#include "wend/model.h"

typedef struct wi_personality {
    const char *name, *meaning;
    float preferred_speed; // m/s
    const wend_setting *settings;
    uint32_t setting_count;
} wi_personality;

const wi_personality *wi_personalities(uint32_t *count);

// Their names, ending with NULL; the first is "none", so that word i is personality i - 1.
extern const char *const wi_personality_words[];

// The parameter of a model, or the habit, that a setting is about; NULL where the model has none.
const wend_param *wi_personality_param(const wend_model *model, const wend_setting *setting);

#endif
