// Parallel loops: the world's own pool of threads, or the host's job system.
#ifndef WI_JOBS_H
#define WI_JOBS_H

#include "base/memory.h"

typedef struct wi_pool wi_pool;

// Starts threads - 1 threads (the caller of a loop is the last worker). NULL without memory or threads.
wi_pool *wi_pool_create(wi_memory *memory, uint32_t threads);
void wi_pool_destroy(wi_memory *memory, wi_pool *pool);

// The pool as a job system.
wend_jobs wi_pool_jobs(wi_pool *pool);

// Runs job(work, i, worker) for every i below count; inline when one worker or one piece is all there is.
void wi_jobs_run(const wend_jobs *jobs, uint32_t count, wend_job *job, void *work);

#endif
