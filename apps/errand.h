// Many runs, done in a pool until none is missing or a person interrupts: what wend sweep and wend study have in common.
#ifndef ERRAND_H
#define ERRAND_H

#include "pool.h"

typedef struct errand {
    pool_def pool;
    uint32_t count;                                                               // of runs
    bool (*is_done)(const void *host, uint32_t run);                              // before, so it need not be run
    bool (*may_start)(const void *host, uint32_t run, uint32_t busy);             // NULL: whenever a process is free
    bool (*keep)(void *host, uint32_t run, const void *result, const char *said); // false: it cannot be kept
    void (*show)(void *host, uint32_t busy, double under_way); // processes, and how many runs they have done so far
} errand;

// `host` is what the functions get. False if a result could not be kept, or without memory, after having said so.
bool errand_run(const errand *what, void *host);

#endif
