#include "study/table.h"

#include "base/error.h"
#include "measure/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *wi_verdict_name(wi_verdict verdict) {
    static const char *const names[WI_VERDICTS] = {
        [WI_MET] = "met",
        [WI_MISSED] = "missed",
        [WI_COMPARED] = "compared",
        [WI_NO_PUBLISHED] = "no published value",
        [WI_NOT_THERE] = "not there yet",
        [WI_NOT_RUN] = "not run",
        [WI_NO_RECORDINGS] = "not run: the recordings are not here",
        [WI_UNATTAINABLE] = "not attainable",
    };
    return names[verdict];
}

wi_study_goal wi_study_line_goal(const wi_study_line *line) {
    const wi_study_goal goal = line->row->goal;
    return isnan(line->target) && goal != WI_STUDY_LEAST ? WI_STUDY_NO_GOAL : goal;
}

// To the nine digits that result.csv has: the mean of ten times 11.4 is a little more than 11.4, and 6.95 - 6.85 than 0.1.
static bool meets(const wi_study_row *row, double target, double mean) {
    const double slack = 1e-9 * fmax(fabs(target), fabs(mean));
    switch (row->goal) {
    case WI_STUDY_AT_MOST:
        return mean <= target + slack;
    case WI_STUDY_AT_LEAST:
        return mean >= target - slack;
    case WI_STUDY_WITHIN:
        return fabs(mean - target) <= row->margin + slack;
    case WI_STUDY_LEAST:
        return mean < target - slack;
    case WI_STUDY_NO_GOAL:
        break;
    }
    return false;
}

wi_verdict wi_study_judge(const wi_study_row *row, double target, double published, double mean) {
    // Who gives no number is not the least, even if nobody else gives one to be less than.
    if (row->goal == WI_STUDY_LEAST && isnan(mean)) return WI_MISSED;
    if (row->goal == WI_STUDY_NO_GOAL || isnan(target)) return isnan(published) ? WI_NO_PUBLISHED : WI_COMPARED;
    return meets(row, target, mean) ? WI_MET : WI_MISSED;
}

static const wi_study_setup *find_setup(const wi_study_plan *plan, uint32_t of, const char *model) {
    for (uint32_t i = 0; i < plan->setup_count; i++) {
        const wi_study_setup *setup = &plan->setup[i];
        if (setup->of == of && (model ? setup->model && strcmp(setup->model, model) == 0 : !setup->model)) return setup;
    }
    return NULL;
}

static wi_study_value describe(const wi_study_plan *plan, const wi_study_row *row) {
    wi_study_value value = {.name = row->measure, .unit = ""};
    const wi_study_program *program = plan->study->cases[row->of].program;
    if (row->value == WI_STUDY_NO_VALUE) return value;
    if (program)
        value = program->values[row->value];
    else
        wi_study_value_at(row->value, &value);
    if (row->ratio_to != WI_STUDY_NO_CASE) value.unit = "", value.decimals = 3;
    return value;
}

// NULL: it is attainable. Of cases that count together each must be: the others alone are another number.
static const char *why_unattainable(const wi_study_plan *plan, const wi_study_row *row) {
    const wi_study_case *cases = plan->study->cases;
    const char *why = cases[row->of].unattainable;
    for (uint32_t i = 0; !why && i < row->also_count; i++) why = cases[row->also[i]].unattainable;
    if (why || row->ratio_to == WI_STUDY_NO_CASE) return why;
    return cases[row->ratio_to].unattainable;
}

// Some seeds may give no number, where somebody never arrives for example: a mean or median over the others meets no goal.
static wi_verdict judge_line(const wi_study_line *line, const wi_study_setup *setup, uint32_t wanted) {
    if (!setup->there || line->row->value == WI_STUDY_NO_VALUE) return WI_NOT_THERE;
    if (line->unattainable) return WI_UNATTAINABLE;
    if (!setup->ready) return WI_NO_RECORDINGS;
    if (line->runs < wanted) return WI_NOT_RUN;
    return wi_study_judge(line->row, line->target, line->published,
                          line->ours.count < line->runs ? NAN : line->ours.mean);
}

// The mean of all runs of a case; NAN where one gave no number, and where not all are done.
static double mean_of(const wi_study_plan *plan, const wi_study_setup *setup, uint32_t value) {
    double sum = 0.0;
    for (uint32_t i = 0; i < setup->runs; i++) {
        const wi_study_result *result = &plan->result[setup->first + i];
        sum += result->done ? result->value[value] : (double)NAN;
    }
    return setup->runs ? sum / setup->runs : (double)NAN;
}

// What the numbers of a line are divided by. A mean: ratios of seed to seed have a mean above 1 whichever way they go.
static double divisor(const wi_study_plan *plan, const wi_study_line *line) {
    const wi_study_row *row = line->row;
    if (row->ratio_to == WI_STUDY_NO_CASE) return 1.0;
    double mean = mean_of(plan, find_setup(plan, row->ratio_to, line->model), row->value);
    return mean == 0.0 ? (double)NAN : mean;
}

// NAN if either is.
static double larger(double a, double b) { return isnan(a) || a > b ? a : b; }

// The largest number of an experiment; false if not all of its trials are done.
static bool largest_of(const wi_study_result *trial, uint32_t trials, uint32_t value, double *largest) {
    *largest = -INFINITY;
    for (uint32_t i = 0; i < trials; i++) {
        if (!trial[i].done) return false;
        *largest = larger(*largest, trial[i].value[value]);
    }
    return true;
}

// Adds the experiments of a case to the numbers of a line; returns how many there should be. Seeds that are left over do
// not count.
static uint32_t take_runs(const wi_study_plan *plan, uint32_t of, double *values, wi_study_line *line) {
    const uint32_t value = line->row->value, trials = line->row->trials;
    const wi_study_setup *setup = find_setup(plan, of, line->model);
    const uint32_t experiments = setup->runs / trials;
    double largest, by = value == WI_STUDY_NO_VALUE ? 1.0 : divisor(plan, line);
    for (uint32_t i = 0; value != WI_STUDY_NO_VALUE && i < experiments; i++)
        if (largest_of(&plan->result[setup->first + i * trials], trials, value, &largest))
            values[line->runs++] = largest / by;
    return experiments;
}

// The middle of the finite ones; an interval about it is not given.
static wi_interval median_of(double *values, uint32_t count) {
    uint32_t finite = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (isfinite(values[i])) values[finite++] = values[i];
    }
    return (wi_interval){finite, wi_median(values, finite), (double)NAN};
}

// The numbers of a line, from the runs of all its cases; returns how many there should be.
static uint32_t take_numbers(const wi_study_plan *plan, double *values, wi_study_line *line) {
    const wi_study_row *row = line->row;
    uint32_t wanted = take_runs(plan, row->of, values, line);
    for (uint32_t i = 0; i < row->also_count; i++) wanted += take_runs(plan, row->also[i], values, line);
    line->ours = row->over == WI_STUDY_MEDIAN ? median_of(values, line->runs) : wi_interval_of(values, line->runs);
    return wanted;
}

static bool is_run_under(const wi_study_plan *plan, uint32_t of, const char *model) {
    const wi_study_setup *setup = find_setup(plan, of, model);
    return setup && setup->there;
}

// Whether the row could be about that model as well.
static bool is_rival(const wi_study_plan *plan, const wi_study_row *row, const char *model, const char *of_line) {
    bool rival = strcmp(model, of_line) != 0 && is_run_under(plan, row->of, model);
    for (uint32_t i = 0; i < row->also_count; i++) rival = rival && is_run_under(plan, row->also[i], model);
    return rival && (row->ratio_to == WI_STUDY_NO_CASE || is_run_under(plan, row->ratio_to, model));
}

// The least that another model gives, of those of which every run gave a number: a mean over the others is of the easier
// runs. NAN: none does. Adds to wanted what the others have still to run, as nobody is the least before.
static double least_of_others(const wi_study_plan *plan, const wi_study_line *line, double *values, uint32_t *wanted) {
    const wi_study_models *models = &plan->study->cases[line->row->of].models;
    double least = (double)NAN;
    for (uint32_t i = 0; i < models->count; i++) {
        if (!is_rival(plan, line->row, models->name[i], line->model)) continue;
        wi_study_line other = {.row = line->row, .model = models->name[i]};
        *wanted += take_numbers(plan, values, &other) - other.runs;
        if (other.runs > 0 && other.ours.count == other.runs) least = fmin(least, other.ours.mean);
    }
    return least;
}

static double target_of(const wi_study_plan *plan, const wi_study_line *line, double *values, uint32_t *wanted) {
    const wi_study_row *row = line->row;
    if (row->goal == WI_STUDY_NO_GOAL) return (double)NAN;
    if (row->goal == WI_STUDY_LEAST) return least_of_others(plan, line, values, wanted);
    return isnan(row->target) ? line->published : row->target;
}

static void fill_line(const wi_study_plan *plan, const wi_study_row *row, const char *model, double *values,
                      wi_study_line *line) {
    const wi_study_setup *setup = find_setup(plan, row->of, model);
    *line = (wi_study_line){
        .row = row,
        .model = model,
        .value = describe(plan, row),
        .published = wi_study_row_published(row, model),
        .unattainable = why_unattainable(plan, row),
    };
    uint32_t wanted = take_numbers(plan, values, line);
    line->target = target_of(plan, line, values, &wanted);
    line->verdict = judge_line(line, setup, wanted);
}

wend_result wi_study_table_make(const wi_study_plan *plan, wi_study_table *table, wend_error *error) {
    const wi_study *study = plan->study;
    uint32_t count = 0;
    for (uint32_t i = 0; i < study->row_count; i++) count += study->row[i].models.count;
    double *values = calloc((size_t)plan->run_count + 1, sizeof *values);
    *table = (wi_study_table){.line = calloc((size_t)count + 1, sizeof *table->line)};
    if (!values || !table->line) {
        free(values);
        wi_study_table_free(table);
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the table of %s", study->path);
    }
    for (uint32_t i = 0; i < study->row_count; i++) {
        const wi_study_row *row = &study->row[i];
        for (uint32_t k = 0; k < row->models.count; k++) {
            wi_study_line *line = &table->line[table->count++];
            fill_line(plan, row, row->models.name[k], values, line);
            table->verdicts[line->verdict]++;
        }
    }
    free(values);
    return WEND_OK;
}

void wi_study_table_free(wi_study_table *table) {
    free(table->line);
    *table = (wi_study_table){0};
}

// Cells ----------------------------------------------------------------------------------------------------------------

void wi_study_print_published(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]) {
    const char *unit = line->value.unit, *space = *unit ? " " : "";
    if (isnan(line->published))
        snprintf(text, WI_STUDY_CELL, "-");
    else if (isnan(line->row->spread))
        snprintf(text, WI_STUDY_CELL, "%.6g%s%s", line->published, space, unit);
    else
        snprintf(text, WI_STUDY_CELL, "%.6g %s %.6g%s%s", line->published, plus_minus, line->row->spread, space, unit);
}

void wi_study_print_goal(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]) {
    const wi_study_goal goal = wi_study_line_goal(line);
    const char *unit = line->value.unit, *space = *unit ? " " : "";
    double target = line->target;
    if (goal == WI_STUDY_LEAST)
        snprintf(text, WI_STUDY_CELL, "the least of the models");
    else if (goal == WI_STUDY_NO_GOAL)
        snprintf(text, WI_STUDY_CELL, "-");
    else if (goal == WI_STUDY_WITHIN)
        snprintf(text, WI_STUDY_CELL, "%.6g %s %.6g%s%s", target, plus_minus, line->row->margin, space, unit);
    else
        snprintf(text, WI_STUDY_CELL, "%s %.6g%s%s", wi_study_goal_name(goal), target, space, unit);
}

static int print_mean(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]) {
    const char *unit = line->value.unit, *space = *unit ? " " : "";
    int decimals = line->value.decimals;
    const char *median = line->row->over == WI_STUDY_MEDIAN ? "median " : "";
    if (isnan(line->ours.half))
        return snprintf(text, WI_STUDY_CELL, "%s%.*f%s%s", median, decimals, line->ours.mean, space, unit);
    return snprintf(text, WI_STUDY_CELL, "%.*f %s %.*f%s%s", decimals, line->ours.mean, plus_minus, decimals,
                    line->ours.half, space, unit);
}

static void print_runs(const wi_study_line *line, char *text, size_t room) {
    char trials[16] = "";
    if (line->row->trials > 1) snprintf(trials, sizeof trials, " x %u", line->row->trials);
    if (line->ours.count < line->runs)
        snprintf(text, room, " (%u of %u%s)", line->ours.count, line->runs, trials);
    else
        snprintf(text, room, " (%u%s)", line->runs, trials);
}

void wi_study_print_ours(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]) {
    if (line->runs == 0) {
        snprintf(text, WI_STUDY_CELL, "-");
        return;
    }
    if (line->ours.count == 0) {
        snprintf(text, WI_STUDY_CELL, "none (0 of %u)", line->runs);
        return;
    }
    size_t used = (size_t)print_mean(line, plus_minus, text);
    if (used < WI_STUDY_CELL) print_runs(line, text + used, WI_STUDY_CELL - used);
}

// Remarks --------------------------------------------------------------------------------------------------------------

static bool same_remark(const wi_study_line *a, const wi_study_line *b) {
    if (a->verdict != b->verdict) return false;
    if (a->verdict == WI_MISSED || a->verdict == WI_UNATTAINABLE) return a->row == b->row;
    bool measure = a->row->value == WI_STUDY_NO_VALUE;
    if (measure != (b->row->value == WI_STUDY_NO_VALUE)) return false;
    return strcmp(measure ? a->row->measure : a->model, measure ? b->row->measure : b->model) == 0;
}

static bool is_said(const wi_study_table *table, uint32_t index) {
    for (uint32_t i = 0; i < index; i++) {
        if (same_remark(&table->line[i], &table->line[index])) return true;
    }
    return false;
}

const char *wi_study_remark(const wi_study_table *table, uint32_t index, char text[WI_STUDY_REMARK]) {
    const wi_study_line *line = &table->line[index];
    bool missed = line->verdict == WI_MISSED && line->row->reason, awaited = line->verdict == WI_NOT_THERE;
    bool unattainable = line->verdict == WI_UNATTAINABLE;
    if ((!missed && !awaited && !unattainable) || is_said(table, index)) return NULL;
    if (missed)
        snprintf(text, WI_STUDY_REMARK, "%.100s, missed: %.380s", line->row->label, line->row->reason);
    else if (unattainable)
        snprintf(text, WI_STUDY_REMARK, "%.100s, not attainable: %.380s", line->row->label, line->unattainable);
    else if (line->row->value == WI_STUDY_NO_VALUE)
        snprintf(text, WI_STUDY_REMARK, "There is no measure `%.60s` yet.", line->row->measure);
    else
        snprintf(text, WI_STUDY_REMARK, "There is no model `%.60s` yet.", line->model);
    return text;
}
