// Options that say what is measured and how: one table for wend measure and wend run --measure.
#ifndef MEASURE_OPTIONS_H
#define MEASURE_OPTIONS_H

#include "measure/like.h"
#include "measure_curves.h"

typedef struct measure_options {
    wi_measure_options measure;
    const char *like; // the recording that is compared with; NULL: none
    wi_like_options like_options;
    curves curves;

    // As they were typed, until they are taken.
    option_list curve_texts;
    const char *line, *area, *pair, *match;
    double radius, reach, from, axis;
    uint64_t shuffle, watch;
} measure_options;

measure_options measure_options_default(void);

// The rows of the table, which write to `asked`.
#define MEASURE_OPTION_ROWS 18
void measure_options_list(measure_options *asked, option_row rows[MEASURE_OPTION_ROWS]);

// Takes what was typed; `live` is of a run, which knows how large its bodies are. False with a message on stderr.
// `asked` must stay where it is from then on.
bool measure_options_take(measure_options *asked, bool live);

#endif
