#include <string.h>

#include "wend/decide.h"

static const wend_decider *const deciders[] = {&wend_decider_machine, &wend_decider_tree, &wend_decider_choice};

const wend_decider *const *wend_deciders(uint32_t *count) {
    if (count) *count = WEND_COUNT(deciders);
    return deciders;
}

const wend_decider *wend_decider_find(const char *name) {
    for (uint32_t i = 0; name && i < WEND_COUNT(deciders); i++)
        if (strcmp(deciders[i]->name, name) == 0) return deciders[i];
    return NULL;
}
