// How far a long command is, on stderr: a bar that is drawn again and again on a terminal, lines now and then elsewhere.
#ifndef PROGRESS_H
#define PROGRESS_H

#include "wend/base.h"

typedef struct progress {
    bool silent, live;
    bool drawn;            // there is a bar to wipe
    double start, last;    // s of the clock: begun, last shown
    double looked;         // s of the clock: when progress_due was last true
    double share_at_start; // what was done before, and so says nothing about the speed
    double last_share;
} progress;

// Starts the clock; `share` is what is done already.
progress progress_start(bool silent, double share);

// True if it is time to look how far things are: ask before gathering what to show.
bool progress_due(progress *shown);

// Shows what there is to say, the most important first: what does not fit is left out. share: 0 to 1. In a pipe only if
// enough has happened since the last line.
void progress_show(progress *shown, double share, const char *const *pieces, uint32_t count);

// Wipes the bar. Do so before printing anything else.
void progress_end(progress *shown);

double progress_seconds(const progress *shown); // since the start

// Seconds to the end if it goes on like this; NAN while nobody knows.
double progress_left(const progress *shown, double share);

// "7 s", "1:05", "2:00:09", or "?" for what is not finite.
const char *progress_duration(double seconds, char text[24]);

#endif
