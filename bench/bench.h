// The parts of the benchmark: what is measured, one measurement, the report, the goals.
#ifndef BENCH_H
#define BENCH_H

#include "wend/wend.h"

#include <stdio.h>

// How people walk: a model with its default preset, but for these parameters.
typedef struct bench_walkers {
    const wend_model *model;
    const wend_setting *settings;
    uint32_t setting_count;
} bench_walkers;

typedef struct bench_case {
    const char *scene;
    uint32_t agents;
    float density; // agents per m2, 0: as the scene has it
    uint32_t threads;
    wend_isa isa;
    bool collisions;         // looked for, as a world does unless told otherwise
    const bench_walkers *by; // NULL: as the scene has them
} bench_case;

typedef struct bench_result {
    bench_case what;     // with the instruction set that was used
    uint32_t steps;      // measured
    double best, median; // s per step
    double bytes_per_agent;
    double share[WEND_PHASE_COUNT]; // of the time in a step
    uint64_t hash;                  // of the world at the end: equal for any threads and instruction set
    double before;                  // best of the run compared with, s; 0 without one
} bench_result;

// Instructions an agent-step at one density, or why there is no number.
typedef struct bench_count {
    float density;
    double instructions; // NAN: not counted
    char why[96];
} bench_count;

typedef struct bench_report {
    bench_result *results;
    uint32_t result_count;
    bench_count counts[2];
    uint32_t count_count;
} bench_report;

// AUTO as the instruction set that it stands for on this machine.
wend_isa bench_isa(wend_isa wish);

// Steps the scene past its beginning, then times its steps; again from the start until `seconds` were measured.
wend_result bench_measure(const bench_case *what, double seconds, bench_result *result, wend_error *error);

// "box 100000 0.5/m2 2T avx2"; the name of a row in the file.
void bench_name(const bench_case *what, char name[96]);

static inline double bench_rate(const bench_result *result, double seconds) {
    return (double)result->what.agents / seconds / (double)result->what.threads;
}

// Counts instructions under callgrind by the difference of a long and a short run of this program.
bench_count bench_count_instructions(float density);

// What those runs do.
int bench_count_target(uint32_t steps, double density);

// Table ----------------------------------------------------------------------------------------------------------------

void bench_print_machine(FILE *file);
void bench_print_head(bool markdown);
void bench_print_row(const bench_result *result, bool markdown);

// File -----------------------------------------------------------------------------------------------------------------

// Writes beside and renames; false with a message on stderr.
bool bench_write(const char *path, const bench_report *report);

typedef struct bench_past {
    char *text; // of the file; NULL: none
} bench_past;

bench_past bench_read(const char *path);
void bench_forget(bench_past *past);

// The best time of the row of that name, s; 0 if the file has none.
double bench_past_best(const bench_past *past, const char *name);

// Goals ----------------------------------------------------------------------------------------------------------------

// Prints each goal beside what was measured. Returns how many were missed.
uint32_t bench_print_goals(const bench_report *report, bool markdown);

// Models ---------------------------------------------------------------------------------------------------------------

// `wend bench --models [options]`; argv[0] is "--models". Returns an exit status.
int bench_models(int argc, char **argv);

// `wend bench --mesh`; argv[0] is "--mesh". Returns an exit status.
int bench_mesh(int argc, char **argv);

// `wend bench --routes [options]`; argv[0] is "--routes". Returns an exit status.
int bench_routes(int argc, char **argv);
// Minds ----------------------------------------------------------------------------------------------------------------

// `wend bench --minds [options]`; argv[0] is "--minds". Returns an exit status.
int bench_minds(int argc, char **argv);

// Soak -----------------------------------------------------------------------------------------------------------------

int bench_soak(int argc, char **argv);

#endif
