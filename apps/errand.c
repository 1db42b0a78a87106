#include "errand.h"

#include <stdio.h>

#include "interrupt.h"

static bool start(const errand *what, const void *host, pool *runs, uint32_t run) {
    if (what->is_done(host, run)) return true;
    if (what->may_start && !what->may_start(host, run, pool_busy(runs))) return false;
    return pool_start(runs, run);
}

static bool run_missing(const errand *what, void *host, pool *runs) {
    uint32_t next = 0, ended;
    bool fine = true;
    while (fine && !interrupt_asked()) {
        while (next < what->count && start(what, host, runs, next)) next++;
        if (next == what->count && pool_busy(runs) == 0) break;
        _Alignas(max_align_t) unsigned char result[POOL_RESULT_MAX];
        char said[1024] = "";
        if (pool_wait(runs, &ended, result, said)) fine = what->keep(host, ended, result, said);
        what->show(host, pool_busy(runs), pool_under_way(runs));
    }
    return fine;
}

bool errand_run(const errand *what, void *host) {
    pool *runs = pool_create(&what->pool);
    if (!runs) {
        fprintf(stderr, "wend: no memory for %u processes.\n", what->pool.jobs);
        return false;
    }
    bool fine = run_missing(what, host, runs);
    pool_destroy(runs);
    return fine;
}
