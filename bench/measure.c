#include "bench.h"

#include "base/clock.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// Every size is measured over the same simulated time, so that 10,000 and 1,000,000 agents do the same work each.
#define WINDOW 40u
#define ROUNDS_MAX 25u

typedef struct samples {
    double seconds[WINDOW * ROUNDS_MAX];
    uint32_t count;
    double total;
    double phase[WEND_PHASE_COUNT];
} samples;

wend_isa bench_isa(wend_isa wish) {
    if (wish != WEND_ISA_AUTO) return wish;
    for (uint32_t isa = WEND_ISA_COUNT - 1; isa > WEND_ISA_BASE; isa--) {
        if (wend_isa_available((wend_isa)isa)) return (wend_isa)isa;
    }
    return WEND_ISA_BASE;
}

void bench_name(const bench_case *what, char name[96]) {
    int used = snprintf(name, 96, "%s %u", what->scene, what->agents);
    if (what->density > 0.0f) used += snprintf(name + used, 96 - (size_t)used, " %g/m2", (double)what->density);
    snprintf(name + used, 96 - (size_t)used, " %uT %s%s", what->threads, wend_isa_name(what->isa),
             what->collisions ? "" : " without collisions");
}

static wend_result open_case(const bench_case *what, scene_run *run, wend_error *error) {
    scene_options options = scene_default_options();
    options.agents = what->agents;
    options.density = what->density;
    options.threads = what->threads;
    options.isa = what->isa;
    options.collisions = what->collisions;
    if (what->by) {
        options.model = what->by->model;
        options.settings = what->by->settings;
        options.setting_count = what->by->setting_count;
    }
    options.clock = wi_clock_seconds;
    return scene_open(what->scene, &options, run, error);
}

static wend_result warm_up(scene_run *run, wend_error *error) {
    wend_result result = WEND_OK;
    uint32_t steps = (uint32_t)ceilf(run->crowded / run->options.step);
    for (uint32_t i = 0; i < steps && !result; i++) result = scene_step(run, error);
    return result;
}

static wend_result time_steps(scene_run *run, samples *taken, wend_error *error) {
    wend_stats before = wend_world_stats(run->world);
    for (uint32_t i = 0; i < WINDOW; i++) {
        double start = wi_clock_seconds();
        wend_result result = wend_world_step(run->world, error);
        double seconds = wi_clock_seconds() - start;
        if (!result) result = scene_renew_goals(run, error);
        if (result) return result;
        taken->seconds[taken->count++] = seconds;
        taken->total += seconds;
    }
    wend_stats after = wend_world_stats(run->world);
    for (uint32_t i = 0; i < WEND_PHASE_COUNT; i++) taken->phase[i] += after.seconds[i] - before.seconds[i];
    return WEND_OK;
}

static wend_result one_round(const bench_case *what, samples *taken, bench_result *result, wend_error *error) {
    scene_run run;
    wend_result answer = open_case(what, &run, error);
    if (answer) return answer;
    answer = warm_up(&run, error);
    if (!answer) answer = time_steps(&run, taken, error);
    wend_stats stats = wend_world_stats(run.world);
    result->bytes_per_agent = (double)stats.bytes / (double)stats.agents;
    result->hash = wend_world_hash(run.world);
    scene_close(&run);
    return answer;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarize(samples *taken, bench_result *result) {
    qsort(taken->seconds, taken->count, sizeof *taken->seconds, by_size);
    result->steps = taken->count;
    result->best = taken->seconds[0];
    result->median = taken->seconds[taken->count / 2];
    for (uint32_t i = 0; i < WEND_PHASE_COUNT; i++) result->share[i] = taken->phase[i] / taken->total;
}

// Every world gets memory that nobody had before it, as the only one of a run does: what an earlier case gave back would
// have small pages, and blocks that are read at random need huge ones.
static void take_fresh_memory(void) {
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}

wend_result bench_measure(const bench_case *what, double seconds, bench_result *result, wend_error *error) {
    samples taken = {0};
    *result = (bench_result){.what = *what};
    result->what.isa = bench_isa(what->isa);
    take_fresh_memory();
    double start = wi_clock_seconds();
    for (uint32_t round = 0; round < ROUNDS_MAX; round++) {
        wend_result answer = one_round(&result->what, &taken, result, error);
        if (answer) return answer;
        // A long way to where it gets crowded is not walked again and again.
        if (taken.total >= seconds || wi_clock_seconds() - start >= 4.0 * seconds) break;
    }
    summarize(&taken, result);
    return WEND_OK;
}
