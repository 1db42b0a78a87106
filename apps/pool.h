// Runs, several at a time, each in a process of its own: one that crashes or eats all memory is a missing result and not
// the end of the others.
#ifndef POOL_H
#define POOL_H

#include "wend/base.h"

#include <stdatomic.h>

#define POOL_RESULT_MAX 4096

// How far a run is, 0 to 1: its process writes it, and the one that waits reads it.
typedef _Atomic float pool_share;

// In the process of the run: fills *result; exit status as of wend run, with messages on stderr.
typedef int pool_work(const void *host, uint32_t run, pool_share *share, void *result);

typedef struct pool_def {
    uint32_t jobs; // at the same time
    pool_work *work;
    const void *host;   // handed to it
    size_t result_size; // up to POOL_RESULT_MAX
    int close_in_child; // the journal: its lock must not live on in a process left behind
} pool_def;

typedef struct pool pool;

uint32_t pool_jobs_default(void); // one a processor

pool *pool_create(const pool_def *def); // NULL without memory

// Starts a run if a process is free; false otherwise.
bool pool_start(pool *on, uint32_t run);

// Waits a short time for a run to end. True: *run has ended, with its result, or with zeros there and a message in `text`.
bool pool_wait(pool *on, uint32_t *run, void *result, char text[1024]);

uint32_t pool_busy(const pool *on);

double pool_under_way(const pool *on); // runs that are done within those at work: two half done are one

// Ends what still runs. NULL is fine.
void pool_destroy(pool *on);

#endif
