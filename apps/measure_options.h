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

// Of these options in the help of a command that has others, too.
#define MEASURE_HEADING "what is measured, as 'wend measure' does it; each of these asks for --measure, too"

measure_options measure_options_default(void);

// The rows of the table, which write to `asked`. The first of them need neither files nor the end of a run.
#define MEASURE_OPTION_ROWS 18
#define MEASURE_SERVED_ROWS 14
void measure_options_list(measure_options *asked, option_row rows[MEASURE_OPTION_ROWS]);

// Takes what was typed; `live` is of a run, which knows how large its bodies are. False with a message on stderr.
// `asked` must stay where it is from then on.
bool measure_options_take(measure_options *asked, bool live);

#endif
