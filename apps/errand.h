// Many runs, done in a pool until none is missing or a person interrupts, each result noted in a journal as it comes: what
// wend sweep and wend study have in common.
#ifndef ERRAND_H
#define ERRAND_H

#include "journal.h"
#include "pool.h"
#include "progress.h"

#define ERRAND_TEXT 300

// What runs are and where their results go. `host` is that of the errand.
typedef struct errand_kind {
    pool_work *work;
    size_t result_size;
    void (*describe)(const void *host, uint32_t run, char text[ERRAND_TEXT]);
    bool (*may_start)(const void *host, uint32_t run, uint32_t busy); // NULL: whenever a process is free
    void (*take)(void *host, uint32_t run, const void *result);       // as it came from the process, done or not
    bool (*is_done)(const void *host, uint32_t run);                  // it has a result, of now or of before
    void (*note)(const void *host, uint32_t run, journal_line *line); // that result, less the key
} errand_kind;

typedef struct errand {
    const errand_kind *kind;
    void *host;
    const char *name; // begins the line of progress; NULL: nothing does
    uint32_t count;   // of runs
    uint32_t jobs;    // at the same time
    bool quiet;       // not a word but of failures
    uint64_t *keys;   // of runs, for the journal
    journal journal;
    uint32_t done, failed;
    progress shown;
} errand;

// One without a journal; its keys are yet to be filled in. False without memory, after having said so. Close it in any case.
bool errand_open(errand *on);
void errand_close(errand *on);

// Counts the results of before, and says how many there are.
void errand_recall(errand *on);

// False if a result could not be kept, or without memory, after having said so.
bool errand_run(errand *on);

#endif
