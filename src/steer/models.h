// The list of models, as others of the library look at it.
#ifndef WI_MODELS_H
#define WI_MODELS_H

#include "wend/model.h"

// The first model of the library that has a parameter of that name; NULL: none has.
const wend_model *wi_model_with(const char *param);

#endif
