// The time that real things take.
#ifndef WI_CLOCK_H
#define WI_CLOCK_H

#include <time.h>

static inline double wi_clock_read(clockid_t which) {
    struct timespec now;
    clock_gettime(which, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Seconds from some moment on; never goes back.
static inline double wi_clock_seconds(void) { return wi_clock_read(CLOCK_MONOTONIC); }

// Processor time of the whole process, or of this thread, s: what other programs do shows less in it.
static inline double wi_clock_processor_seconds(void) { return wi_clock_read(CLOCK_PROCESS_CPUTIME_ID); }
static inline double wi_clock_thread_seconds(void) { return wi_clock_read(CLOCK_THREAD_CPUTIME_ID); }

static inline void wi_clock_sleep(double seconds) {
    if (!(seconds > 0.0)) return;
    struct timespec wait = {.tv_sec = (time_t)seconds};
    wait.tv_nsec = (long)(1e9 * (seconds - (double)wait.tv_sec));
    nanosleep(&wait, NULL); // cut short by a signal: the caller looks
}

#endif
