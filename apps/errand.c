#include "errand.h"

#include "interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILURES_SHOWN 5u

bool errand_open(errand *on) {
    on->journal = (journal){.file = -1};
    on->keys = calloc((size_t)on->count + 1, sizeof *on->keys);
    if (!on->keys) fprintf(stderr, "wend: no memory for %u runs.\n", on->count);
    return on->keys != NULL;
}

void errand_close(errand *on) {
    journal_close(&on->journal);
    free(on->keys);
    on->keys = NULL;
}

void errand_recall(errand *on) {
    on->done = 0;
    for (uint32_t run = 0; run < on->count; run++) on->done += on->kind->is_done(on->host, run);
    if (on->done && !on->quiet)
        fprintf(stderr, "wend: %u of %u runs are already in %s; %u to go.\n", on->done, on->count, on->journal.path,
                on->count - on->done);
}

static void show_progress(errand *on, const pool *runs) {
    double share = ((double)(on->done + on->failed) + pool_under_way(runs)) / (double)on->count;
    if (!progress_due(&on->shown)) return;
    char many[48], going[32], left[40], took[40], duration[24];
    snprintf(many, sizeof many, "%u of %u runs", on->done, on->count);
    snprintf(going, sizeof going, "%u at work", pool_busy(runs));
    snprintf(left, sizeof left, "%s left", progress_duration(progress_left(&on->shown, share), duration));
    snprintf(took, sizeof took, "took %s", progress_duration(progress_seconds(&on->shown), duration));
    const char *const pieces[] = {on->name, many, left, going, took};
    uint32_t nameless = on->name ? 0 : 1;
    progress_show(&on->shown, share, pieces + nameless, WEND_COUNT(pieces) - nameless);
}

// Keeps a result, or says why there is none; false if it cannot be kept.
static bool keep(errand *on, uint32_t run, const void *result, const char *said) {
    char text[ERRAND_TEXT];
    on->kind->describe(on->host, run, text);
    on->kind->take(on->host, run, result);
    if (!on->kind->is_done(on->host, run)) {
        progress_end(&on->shown);
        if (on->failed++ < FAILURES_SHOWN) fprintf(stderr, "wend: failed: %s\n%s", text, said);
        return true;
    }
    on->done++;
    if (on->journal.file < 0) return true;
    journal_line line = {0};
    on->kind->note(on->host, run, &line);
    line.key = on->keys[run];
    return journal_add(&on->journal, &line, text);
}

static bool start(const errand *on, pool *runs, uint32_t run) {
    if (on->kind->is_done(on->host, run)) return true;
    if (on->kind->may_start && !on->kind->may_start(on->host, run, pool_busy(runs))) return false;
    return pool_start(runs, run);
}

// With others at work, one that cannot start yet waits for their end.
static bool complain(errand *on) {
    int reason = errno;
    progress_end(&on->shown);
    fprintf(stderr, "wend: cannot start a process for a run, with its temporary file: %s.\n", strerror(reason));
    return false;
}

static bool run_missing(errand *on, pool *runs) {
    uint32_t next = 0, ended;
    bool fine = true;
    while (fine && !interrupt_asked()) {
        while (next < on->count && start(on, runs, next)) next++;
        if (pool_busy(runs) == 0) return next == on->count || complain(on);
        _Alignas(max_align_t) unsigned char result[POOL_RESULT_MAX];
        char said[1024] = "";
        if (pool_wait(runs, &ended, result, said)) fine = keep(on, ended, result, said);
        show_progress(on, runs);
    }
    return fine;
}

bool errand_run(errand *on) {
    const errand_kind *kind = on->kind;
    pool *runs = pool_create(&(pool_def){on->jobs, kind->work, on->host, kind->result_size, on->journal.file});
    if (!runs) {
        fprintf(stderr, "wend: no memory for %u processes.\n", on->jobs);
        return false;
    }
    on->shown = progress_start(on->quiet, on->count ? (double)on->done / (double)on->count : 1.0);
    bool fine = run_missing(on, runs);
    progress_end(&on->shown);
    pool_destroy(runs);
    return fine;
}
