// The numbers that a run of a scenario gives a study: those of the run itself, then those of wend measure.
#ifndef WI_STUDY_VALUE_H
#define WI_STUDY_VALUE_H

#include "wend/base.h"

typedef struct wi_study_value {
    const char *name;
    const char *unit; // "" for a plain number
    int decimals;     // worth printing
    const char *meaning;
} wi_study_value;

// Of the run itself, in this order before the measures.
enum {
    WI_STUDY_ALL_ARRIVED,
    WI_STUDY_NOT_ARRIVED,
    WI_STUDY_STUCK,
    WI_STUDY_DEEPEST,
    WI_STUDY_WALL_CROSSINGS,
    WI_STUDY_PAUSES,
    WI_STUDY_STEP_TIME,
    WI_STUDY_FULL_STEP_TIME,
    WI_STUDY_REAL_TIME,
    WI_STUDY_RUN_VALUES,
};

// A run's values fit in this many, and so in one write to a pipe.
#define WI_STUDY_VALUES_MAX 128

// Counted from 0; false after the last.
bool wi_study_value_at(uint32_t index, wi_study_value *value);

#endif
