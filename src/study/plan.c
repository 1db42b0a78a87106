#include "study/plan.h"

#include "base/error.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static bool is_about(const wi_study_row *row, uint32_t of) {
    for (uint32_t i = 0; i < row->also_count; i++)
        if (row->also[i] == of) return true;
    return row->of == of;
}

// As many as make one experiment for every row.
static uint32_t least_seeds(const wi_study *study, uint32_t of) {
    uint32_t seeds = 1;
    for (uint32_t i = 0; i < study->row_count; i++)
        if (study->row[i].trials > seeds && is_about(&study->row[i], of)) seeds = study->row[i].trials;
    return seeds;
}

static uint32_t more(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t seeds_of(const wi_study *study, uint32_t of, uint32_t seeds, wi_study_extent extent) {
    const uint32_t usual = study->cases[of].seeds, least = least_seeds(study, of);
    if (seeds) return more(seeds, least);
    if (extent != WI_STUDY_QUICK) return usual;
    uint32_t quick = more(WI_STUDY_QUICK_SEEDS, least);
    return quick < usual ? quick : usual;
}

static uint32_t count_setups(const wi_study *study) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < study->case_count; i++) count += study->cases[i].models.count;
    return count;
}

static void add_setups(wi_study_plan *plan, uint32_t of, uint32_t seeds) {
    const wi_study_models *models = &plan->study->cases[of].models;
    const wi_study_program *program = plan->study->cases[of].program;
    bool ready = !program || !program->ready || program->ready();
    for (uint32_t i = 0; i < models->count; i++) {
        wi_study_setup *setup = &plan->setup[plan->setup_count++];
        const char *model = models->name[i];
        bool there = !model || wend_model_find(model);
        bool run = there && ready && !plan->study->cases[of].unattainable;
        *setup = (wi_study_setup){of, model, there, ready, plan->run_count, run ? seeds : 0};
        plan->run_count += setup->runs;
    }
}

wend_result wi_study_plan_make(const wi_study *study, uint32_t seeds, wi_study_extent extent, wi_study_plan *plan,
                               wend_error *error) {
    *plan = (wi_study_plan){.study = study, .extent = extent};
    plan->setup = calloc((size_t)count_setups(study) + 1, sizeof *plan->setup);
    if (!plan->setup) return wi_fail(error, WEND_NO_MEMORY, "no memory for the plan of %s", study->path);
    for (uint32_t i = 0; i < study->case_count; i++) {
        add_setups(plan, i, seeds_of(study, i, seeds, extent));
        if (plan->run_count <= WI_STUDY_RUNS_MAX) continue;
        wi_study_plan_free(plan);
        return wi_fail(error, WEND_BAD_ARGUMENT, "%s has more than %u runs; give fewer seeds, models or cases",
                       study->path, WI_STUDY_RUNS_MAX);
    }
    plan->result = calloc((size_t)plan->run_count + 1, sizeof *plan->result);
    if (plan->result) return WEND_OK;
    wi_study_plan_free(plan);
    return wi_fail(error, WEND_NO_MEMORY, "no memory for %u runs of %s", plan->run_count, study->path);
}

void wi_study_plan_free(wi_study_plan *plan) {
    free(plan->setup);
    free(plan->result);
    *plan = (wi_study_plan){0};
}

const wi_study_setup *wi_study_run_setup(const wi_study_plan *plan, uint32_t run) {
    uint32_t i = 0;
    while (run >= plan->setup[i].first + plan->setup[i].runs) i++;
    return &plan->setup[i];
}

uint64_t wi_study_run_seed(const wi_study_plan *plan, uint32_t run) {
    return run - wi_study_run_setup(plan, run)->first + 1;
}

static uint64_t hash_text(uint64_t hash, const char *text) { return wi_hash_bytes(hash, text, strlen(text) + 1); }

uint64_t wi_study_run_key(const wi_study_plan *plan, uint32_t run) {
    const wi_study_setup *setup = wi_study_run_setup(plan, run);
    uint64_t hash = hash_text(hash_text(plan->extent, wend_version()), plan->study->text);
    hash = hash_text(wi_hash_word(hash, setup->of), setup->model ? setup->model : "");
    return wi_hash_word(hash, wi_study_run_seed(plan, run));
}

double wi_study_case_limit(const wi_study_plan *plan, const wi_study_case *of) {
    return plan->extent == WI_STUDY_QUICK ? of->quick : of->limit;
}

const wi_study_set *wi_study_case_set(const wi_study_plan *plan, const wi_study_case *of) {
    return plan->extent == WI_STUDY_IN_FULL && of->slow.count > 0 ? &of->slow : &of->set;
}
