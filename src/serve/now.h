// The time that real things take.
#ifndef WI_NOW_H
#define WI_NOW_H

#include <time.h>

// Seconds from some moment on; never goes back.
static inline double wi_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
