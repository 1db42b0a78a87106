// Reading the recordings of a report, and sorting them by scene.
#include "report/report.h"

#include "base/error.h"
#include "base/json_write.h"
#include "report/figures.h"
#include "report/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

wi_report_options wi_report_options_default(void) {
    return (wi_report_options){.measure = wi_measure_options_default()};
}

// Parts ---------------------------------------------------------------------------------------------------------------

static bool same_scene(const wi_report_run *a, const wi_report_run *b) { return a->scene != 0 && a->scene == b->scene; }

// Brings runs of one scene together, the scenes in the order in which they first appear.
static void gather_scenes(wi_report *report) {
    for (uint32_t i = 0; i < report->runs;) {
        uint32_t end = i + 1;
        for (uint32_t k = end; k < report->runs; k++) {
            if (!same_scene(&report->run[i], &report->run[k])) continue;
            wi_report_run moved = report->run[k];
            memmove(&report->run[end + 1], &report->run[end], (k - end) * sizeof moved);
            report->run[end++] = moved;
        }
        report->part[report->parts++] = (wi_report_part){.run = &report->run[i], .runs = end - i};
        i = end;
    }
}

static wend_result read_parts(wi_report *report, wend_error *error) {
    gather_scenes(report);
    double done = 0.5;
    for (uint32_t i = 0; i < report->parts; i++) {
        double share = 0.5 * report->part[i].runs / report->runs;
        wend_result result = wi_report_part_read(&report->part[i], &report->options, done, share, error);
        if (result != WEND_OK) return result;
        done += share;
    }
    return WEND_OK;
}

// Reports -------------------------------------------------------------------------------------------------------------

static const char *first_title(const wi_report *report) {
    if (report->options.title) return report->options.title;
    const char *title = report->run[0].plan.title;
    return title && *title ? title : wi_run_name(&report->run[0]);
}

static wend_result read_runs(wi_report *report, const char *const *paths, uint32_t count, wend_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        report->runs++;
        double each = 0.5 / count;
        wend_result result = wi_survey_run(&report->run[i], paths[i], &report->options, i * each, each, error);
        if (result != WEND_OK) return result;
    }
    wend_result result = read_parts(report, error);
    if (result != WEND_OK) return result;
    report->title = strdup(first_title(report));
    return report->title ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for a title");
}

static wi_report *make(const wi_report_options *options, uint32_t count) {
    wi_report *report = calloc(1, sizeof *report);
    if (!report) return NULL;
    report->options = *options;
    report->run = calloc(count, sizeof *report->run);
    report->part = calloc(count, sizeof *report->part);
    if (report->run && report->part) return report;
    wi_report_free(report);
    return NULL;
}

wend_result wi_report_read(const char *const *paths, uint32_t count, const wi_report_options *options,
                           wi_report **report, wend_error *error) {
    *report = NULL;
    if (count == 0 || count > WI_REPORT_RUNS_MAX) {
        return wi_fail(error, WEND_BAD_ARGUMENT, "%" PRIu32 " recordings; a report is about 1 to %d", count,
                       WI_REPORT_RUNS_MAX);
    }
    wi_report *made = make(options, count);
    if (!made) return wi_fail(error, WEND_NO_MEMORY, "no memory for a report");
    wend_result result = read_runs(made, paths, count, error);
    if (result == WEND_OK)
        *report = made;
    else
        wi_report_free(made);
    return result;
}

void wi_report_free(wi_report *report) {
    if (!report) return;
    for (uint32_t i = 0; i < report->parts; i++) wi_report_part_free(&report->part[i]);
    for (uint32_t i = 0; i < report->runs; i++) wi_report_run_free(&report->run[i]);
    free(report->part);
    free(report->run);
    free(report->title);
    free(report);
}
