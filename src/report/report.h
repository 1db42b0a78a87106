// A page about one or more recordings, for whoever has to judge a building or an event by them: docs/report.md.
#ifndef WI_REPORT_H
#define WI_REPORT_H

#include "measure/measure.h"

#include <stdio.h>

typedef struct wi_report_options {
    const char *title;       // NULL: that of the first run
    const double (*line)[4]; // x0, y0, x1, y1 of lines where flow is measured, beside those of the plan
    uint32_t line_count;
    wi_measure_options measure; // its line is not used
    // Told now and then how far reading is, 0 to 1; false stops it. May be NULL.
    bool (*progress)(void *host, double share);
    void *host;
} wi_report_options;

// No title, no lines, measures as usual.
wi_report_options wi_report_options_default(void);

typedef struct wi_report wi_report;

// Reads every recording twice, frame by frame: memory grows with agents, collisions and the size of the place, not with
// frames. WEND_BAD_ARGUMENT with "stopped" where `progress` said so.
wend_result wi_report_read(const char *const *paths, uint32_t count, const wi_report_options *options,
                           wi_report **report, wend_error *error);
void wi_report_free(wi_report *report); // NULL is fine

// The page, written beside and renamed.
wend_result wi_report_write(const wi_report *report, const char *path, wend_error *error);

// The key figures on a stream as JSON.
void wi_report_print_json(const wi_report *report, FILE *to);

#endif
