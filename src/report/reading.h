// A recording from its first frame to its last, with everybody's way from frame to frame.
#ifndef WI_READING_H
#define WI_READING_H

#include "measure/told.h"
#include "measure/tracks.h"
#include "report/report.h"

typedef struct wi_reading {
    const char *path;
    wi_reader *reader;
    const wi_report_options *options;
    wi_told told;
    wi_memory memory;
    wi_tracks tracks;
    double done, share; // of the whole work, 0 to 1: what was done before, and what this reading is
    double frames;      // how many are expected; 0: unknown
} wi_reading;

wend_result wi_reading_open(wi_reading *reading, const char *path, const wi_report_options *options, wend_error *error);
void wi_reading_close(wi_reading *reading);

// The options for measures with the sizes of bodies that the recording tells; good until the reading is closed.
wi_measure_options wi_reading_measures(const wi_reading *reading, const wi_report_options *options);

typedef wend_result wi_reading_frame(void *state, const wi_moment *now, const wi_frame *frame, wend_error *error);
wend_result wi_reading_all(wi_reading *reading, wi_reading_frame *each, void *state, wend_error *error);

#endif
