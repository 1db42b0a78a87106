// The time that real things take.
#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

// Seconds from some moment on; never goes back.
static inline double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Processor time of the whole process, s: what other programs do shows less in it.
static inline double clock_processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void clock_sleep(double seconds) {
    if (!(seconds > 0.0)) return;
    struct timespec wait = {.tv_sec = (time_t)seconds};
    wait.tv_nsec = (long)(1e9 * (seconds - (double)wait.tv_sec));
    nanosleep(&wait, NULL); // cut short by a signal: the caller looks
}

#endif
