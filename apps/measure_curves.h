// Curves that wend measure and wend run write as CSV beside their numbers: --curve KIND=FILE.csv.
#ifndef MEASURE_CURVES_H
#define MEASURE_CURVES_H

#include "measure/measure.h"
#include "options.h"
#include "record/sheet.h"

typedef struct curve {
    const struct curve_kind *kind;
    const char *path;
    wi_sheet sheet;
    bool open;
} curve;

typedef struct curves {
    curve curve[OPTION_LIST_MAX];
    uint32_t count;
} curves;

// Takes "KIND=FILE" texts and asks in the options for what the curves need; `like` says whether there is another
// recording to compare with. False with a message on stderr.
bool curves_read(curves *made, const option_list *list, bool like, wi_measure_options *options);

// Whether no curve is written over that file; false after having said which.
bool curves_spare(const curves *all, const char *file);

// Starts the files. After a failure curves_abandon gives back what is open.
wend_result curves_open(curves *all, wend_error *error);
wend_result curves_finish(curves *all, wend_error *error); // gives each file its name
void curves_abandon(curves *all);

// Whoever looks on while something is measured, and writes them.
wi_measure_watch curves_watch(curves *all);

// For wi_like_options, with the curves as host.
void curves_like(void *host, double time, uint32_t agents, double distance);

#endif
