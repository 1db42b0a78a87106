// The parts of a sweep: which runs there are, what each gave, the journal that keeps results, the table made of them.
#ifndef SWEEP_H
#define SWEEP_H

#include "journal.h"
#include "options.h"
#include "pool.h"
#include "scenario/scenario.h"

#include <stdio.h>

// The plan -------------------------------------------------------------------------------------------------------------

// Points of a grid (or rows of a list), each run with every seed: run i is point i / seed_count, seed i % seed_count.
typedef struct sweep_plan {
    char **name; // of the variables
    uint32_t name_count;
    char **value; // point_count x name_count
    uint32_t point_count;
    uint64_t *seed;
    uint32_t seed_count;
} sweep_plan;

#define SWEEP_RUNS_MAX 1000000u

// From --vary texts ("agents=100,200", "speed=1:2:0.25"), --seeds ("1..10", "1,5,9") and --list (a CSV file with names
// in its first line; NULL without). Exit status: 0, or 2 or 3 after having said what is wrong.
int sweep_plan_make(const option_list *vary, const char *seeds, const char *list, sweep_plan *plan);
void sweep_plan_free(sweep_plan *plan);

static inline uint32_t sweep_run_count(const sweep_plan *plan) { return plan->point_count * plan->seed_count; }

// The variables of a run, pointing into the plan.
void sweep_plan_set(const sweep_plan *plan, uint32_t point, wi_variable *set);

// "agents=100 speed=1.5", for people.
void sweep_plan_describe(const sweep_plan *plan, uint32_t point, char *text, size_t size);

// Results --------------------------------------------------------------------------------------------------------------

enum { SWEEP_PLAIN = 7, SWEEP_MEASURES = 13 }; // always there; with those that --measure adds

typedef struct sweep_measure {
    const char *name; // with its unit, as in the table
    const char *head; // of the column for a person
    int decimals;
} sweep_measure;

extern const sweep_measure sweep_measures[SWEEP_MEASURES];

typedef struct sweep_result {
    bool done, measured;          // measured: with those of --measure
    double value[SWEEP_MEASURES]; // NAN: there is none
} sweep_result;

// The journal (see journal.h) ------------------------------------------------------------------------------------------

#define SWEEP_JOURNAL_WIDTH (1 + SWEEP_MEASURES)

// From a line to a result, and back less the hashes.
void sweep_journal_take(const journal_line *line, sweep_result *result);
void sweep_journal_note(const sweep_result *result, journal_line *line);

// Running --------------------------------------------------------------------------------------------------------------

// What every run of a sweep is told besides its variables and seed.
typedef struct sweep_setting {
    const char *file;
    const wi_variable *fixed; // from --set
    uint32_t fixed_count;
    double limit;     // s; 0: the scenario's
    uint32_t threads; // of each run
    bool outside, measure;
} sweep_setting;

// Runs one in this process, from scratch; exit status as of wend run, with messages on stderr.
int sweep_run(const sweep_setting *setting, const sweep_plan *plan, uint32_t run, pool_share *share,
              sweep_result *result);

// The table ------------------------------------------------------------------------------------------------------------

typedef struct sweep_table {
    const sweep_plan *plan;
    const sweep_result *results;
    uint32_t measures; // SWEEP_PLAIN or SWEEP_MEASURES
    const char *scenario;
} sweep_table;

void sweep_table_print(const sweep_table *table);
void sweep_table_print_json(const sweep_table *table);

// Writes CSV beside and renames; false after having said what is wrong.
bool sweep_table_write(const sweep_table *table, const char *path);

#endif
