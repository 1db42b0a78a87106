// Which runs a study consists of, and what came of them.
#ifndef WI_STUDY_PLAN_H
#define WI_STUDY_PLAN_H

#include "study/study.h"

// A case under one of its models.
typedef struct wi_study_setup {
    uint32_t of; // the case
    const char *model;
    bool there;           // otherwise the model is awaited, and nothing is run
    bool ready;           // otherwise the recordings that the program needs are not here, and nothing is run
    uint32_t first, runs; // seeds 1, 2, ...
} wi_study_setup;

typedef struct wi_study_result {
    bool done;
    double value[WI_STUDY_VALUES_MAX]; // NAN: there is none
} wi_study_result;

// A quick look has few seeds and short runs; in full, cases are as large as their `slow` says.
typedef enum wi_study_extent { WI_STUDY_USUAL, WI_STUDY_QUICK, WI_STUDY_IN_FULL } wi_study_extent;

typedef struct wi_study_plan {
    const wi_study *study; // must outlive the plan
    wi_study_extent extent;
    wi_study_setup *setup;
    uint32_t setup_count;
    wi_study_result *result; // of each run
    uint32_t run_count;
} wi_study_plan;

#define WI_STUDY_RUNS_MAX 100000u
#define WI_STUDY_QUICK_SEEDS 2u // an interval needs two; an experiment as many as it has trials

// seeds: instead of those of every case; 0: as the study says.
wend_result wi_study_plan_make(const wi_study *study, uint32_t seeds, wi_study_extent extent, wi_study_plan *plan,
                               wend_error *error);
void wi_study_plan_free(wi_study_plan *plan);

const wi_study_setup *wi_study_run_setup(const wi_study_plan *plan, uint32_t run);
uint64_t wi_study_run_seed(const wi_study_plan *plan, uint32_t run);

// A number that differs where a result would: by the study, the version, the case, its model, the limit, the seed;
// what the scenario says is not looked at.
uint64_t wi_study_run_key(const wi_study_plan *plan, uint32_t run);

// The variables that a case sets.
const wi_study_set *wi_study_case_set(const wi_study_plan *plan, const wi_study_case *of);

// s; 0: the scenario's.
double wi_study_case_limit(const wi_study_plan *plan, const wi_study_case *of);

#endif
