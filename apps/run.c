// wend run: runs a scenario file to its end, records it and says what happened.
#include "commands.h"
#include "gauge.h"
#include "interrupt.h"
#include "journey.h"
#include "measure_options.h"
#include "measure_table.h"
#include "options.h"
#include "progress.h"
#include "world/tables.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct run_options {
    journey_options journey;
    option_list words, sets;
    bool quiet, json, measured;
    measure_options measure;
    wi_comparison *like; // with another recording; NULL: none
} run_options;

static void show_progress(const journey *on, progress *shown) {
    if (!progress_due(shown)) return;
    double share = journey_share(on);
    char simulated[32], factor[32], agents[32], arrived[32], real[40], left[40], duration[24];
    wend_stats stats = wend_world_stats(on->run->world);
    double seconds = progress_seconds(shown);
    snprintf(simulated, sizeof simulated, "%.1f s simulated", stats.time);
    double times = stats.time / seconds;
    snprintf(factor, sizeof factor, "%.*fx real time", times < 10.0 ? 1 : 0, times);
    snprintf(agents, sizeof agents, "%u agents", stats.agents);
    snprintf(arrived, sizeof arrived, "%u arrived", journey_arrived(on));
    snprintf(real, sizeof real, "took %s", progress_duration(seconds, duration));
    // Until everyone has arrived it may be any time; the limit is the latest.
    const char *most = on->scenario->stop ? "at most " : "";
    snprintf(left, sizeof left, "%s%s left", most, progress_duration(progress_left(shown, share), duration));
    const char *const pieces[] = {simulated, arrived, factor, agents, left, real};
    progress_show(shown, share, pieces, WEND_COUNT(pieces));
}

// Turning the part file into the format that was asked for may take a while.
static void show_writing(const journey *on, progress *shown) {
    char writing[128];
    if (!on->recorder || !shown->live) return;
    snprintf(writing, sizeof writing, "writing %s", on->record);
    const char *const pieces[] = {writing};
    progress_show(shown, 1.0, pieces, 1);
}

static wend_result walk(journey *on, gauge *measured, progress *shown, wend_error *error) {
    wend_result result = WEND_OK;
    while (!result && on->end == WI_RUN_GOES_ON && !interrupt_asked()) {
        result = journey_step(on, error);
        if (!result) result = gauge_frame(measured, on->run, error);
        show_progress(on, shown);
    }
    return result;
}

// Measures -------------------------------------------------------------------------------------------------------------

// What is needed besides the run, opened before it begins: a mistake should not cost the recording of the run before.
static wend_result open_measures(run_options *asked, wend_error *error) {
    measure_options *options = &asked->measure;
    wend_result result = curves_open(&options->curves, error);
    if (!result && options->like)
        result = wi_comparison_open(options->like, &options->like_options, &asked->like, error);
    return result;
}

static wend_result start_measuring(run_options *asked, const journey *on, gauge *made, wend_error *error) {
    const wi_measure_watch watch = curves_watch(&asked->measure.curves);
    if (!asked->measured) return WEND_OK;
    return gauge_start_watched(made, on->run, &asked->measure.measure, &watch, asked->like, error);
}

static wi_likeness likeness_of(const run_options *asked) {
    return asked->like ? wi_comparison_result(asked->like) : (wi_likeness){0};
}

// Who was asked for may come at any time, so that nobody came is known only at the end.
static wend_result check_measured(const run_options *asked, const gauge *measured, wend_error *error) {
    wend_result result = measured->meter ? wi_meter_check_seen(measured->meter, error) : WEND_OK;
    if (result || !asked->like || likeness_of(asked).spots > 0) return result;
    return wi_fail(error, WEND_NOT_FOUND, "nobody whom %s knows was there at the same time after the start",
                   asked->measure.like);
}

static void put_measures(wi_json_object *object, const run_options *asked, const gauge *measured) {
    wi_measures found = wi_meter_result(measured->meter);
    wi_likeness like = likeness_of(asked);
    wi_json_put_name(object, "measures");
    wi_json_object inner = wi_json_begin(object->to, object->indent + 2);
    measures_put_json(&inner, &found, &measured->options);
    if (asked->like) likeness_put_json(&inner, &like, asked->measure.like);
    wi_json_end(&inner);
}

static void print_measures(const run_options *asked, const gauge *measured) {
    wi_measures found = wi_meter_result(measured->meter);
    wi_likeness like = likeness_of(asked);
    printf("measures\n");
    measures_print(&found, &measured->options);
    if (asked->like) likeness_print(&like, asked->measure.like);
}

// The run --------------------------------------------------------------------------------------------------------------

static void report(const run_options *asked, const journey *on, const gauge *measured, const run_summary *summary) {
    const char *title = on->scenario->title;
    if (asked->json) {
        wi_json_object object = wi_json_begin(stdout, 0);
        wi_json_put_text(&object, "scenario", asked->journey.file);
        wi_json_put_text(&object, "title", title);
        summary_print_json(summary, &object);
        if (measured->meter) put_measures(&object, asked, measured);
        wi_json_end(&object);
        printf("\n");
        return;
    }
    printf("%s%s%s, seed %llu\n", asked->journey.file, title ? ": " : "", title ? title : "",
           (unsigned long long)summary->seed);
    summary_print(summary);
    if (on->record && fabs(on->fps - on->scenario->record.fps) > 1e-6)
        printf("  %-14s%g frames a second, not %g: a frame is a whole number of steps of %g s\n", "recorded at",
               on->fps, on->scenario->record.fps, on->scenario->step);
    if (measured->meter) print_measures(asked, measured);
}

// A table that cannot be used is replaced at the end, if it can be.
static wend_result tell_tables(const journey *on, const char *file, wend_error *error) {
    wend_result result = on->run->tables;
    if (!file || !result || result == WEND_NOT_FOUND) return WEND_OK;
    result = wi_tables_check_file(file, error);
    if (!result) fprintf(stderr, "wend: %s: %s. The sums are made anew.\n", file, on->run->no_tables.text);
    return result;
}

// What was read is written again only if more sums were made since.
static wend_result keep_tables(const journey *on, const char *file, wend_error *error) {
    const wi_run *run = on->run;
    if (!file) return WEND_OK;
    if (!wi_world_uses_tables(run->world)) {
        fprintf(stderr,
                "wend: --tables has no effect: nobody steers by 'method: table' or 'swept'. %s is not written.\n",
                file);
        return WEND_OK;
    }
    if (!run->tables && !wi_world_made_tables(run->world)) return WEND_OK;
    return wend_world_save_tables(run->world, file, error);
}

// When the summary is printed: a disk that is full should not cost it.
static wend_result keep_files(run_options *asked, const journey *on, wend_error *error) {
    wend_error late = {0};
    wend_result drawn = curves_finish(&asked->measure.curves, error);
    wend_result kept = keep_tables(on, asked->journey.tables, &late);
    if (!drawn && kept) *error = late;
    return drawn ? drawn : kept;
}

static wend_result run_to_the_end(run_options *asked, journey *on, gauge *measured, wend_error *error) {
    progress shown = progress_start(asked->quiet || asked->json, 0.0);
    interrupt_watch();
    wend_result result = tell_tables(on, asked->journey.tables, error);
    if (!result) result = start_measuring(asked, on, measured, error);
    if (result) return result;
    result = walk(on, measured, &shown, error);
    bool whole = !result && on->end != WI_RUN_GOES_ON;
    run_summary summary;
    if (!result) result = gauge_finish(measured, error);
    if (!result) result = summary_make(on->run, &on->tally, on->end, progress_seconds(&shown), &summary, error);
    show_writing(on, &shown);
    // What was simulated before it failed is kept, too.
    wend_error closing = {0};
    wend_result closed = journey_finish(on, whole, &closing);
    progress_end(&shown);
    if (!result && closed) *error = closing, result = closed;
    if (result) return result;
    summary.interrupted = !whole;
    journey_tell_file(on, &summary);
    report(asked, on, measured, &summary);
    result = keep_files(asked, on, error);
    return result == WEND_OK && whole ? check_measured(asked, measured, error) : result;
}

static option_answer read_options(int argc, char **argv, run_options *asked) {
    journey_options *travel = &asked->journey;
    option_row measures[MEASURE_OPTION_ROWS];
    measure_options_list(&asked->measure, measures);
    const option_row options[] = {
        {"--set", OPTION_LIST, &asked->sets, 0, 0, "NAME=VALUE", "a variable of the scenario; may be repeated"},
        {"--seed", OPTION_SEED, &travel->seed, 0, 0, "N", "of the random numbers (the scenario's)"},
        {"--threads", OPTION_COUNT, &travel->threads, 1, 256, "N", "of the simulation (1)"},
        {"--model", OPTION_TEXT, &travel->model, 0, 0, "NAME", "of steering for everyone, see 'wend models'"},
        {"--record", OPTION_TEXT, &travel->record, 0, 0, "FILE",
         "trajectories: .h5, .sqlite, .txt or .csv (the scenario's)"},
        {"--no-record", OPTION_FLAG, &travel->no_record, 0, 0, NULL, "record nothing"},
        {"--limit", OPTION_NUMBER, &travel->limit, 0.001, 1e9, "S", "stop after so many simulated seconds"},
        {"--tables", OPTION_TEXT, &travel->tables, 0, 0, "FILE",
         "keep the sums of ellipses of 'method: table' here from run to run"},
        {"--outside", OPTION_FLAG, &travel->outside, 0, 0, NULL, "allow files outside the scenario's folder"},
        {"--measure", OPTION_FLAG, &asked->measured, 0, 0, NULL, "add what 'wend measure' tells, without a recording"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "no progress, only the summary"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the summary as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend run FILE [options]: run a scenario, record it and say what happened",
        .examples = "FILE is a scenario file, or the name of one that comes with wend.\n\n"
                    "examples\n"
                    "  wend run scene.yaml\n"
                    "  wend run antipodal-circle --set agents=50 --seed 7 --record circle.h5\n"
                    "  wend run scene.yaml --no-record --json | jq .last_arrival_s\n"
                    "  wend run scene.yaml --no-record --line 0,-2,0,2 --curve n-t=crossed.csv\n",
        .options = options,
        .count = WEND_COUNT(options),
        .more = {MEASURE_HEADING, measures, WEND_COUNT(measures), &asked->measured},
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

// Before anything is simulated, so that a slip costs nothing. A table that is there may hold all that the run needs, and
// then it does not matter that it cannot be written.
static int check_tables(const char *file) {
    wend_error error = {0};
    if (!file || wi_tables_are_there(file)) return 0;
    return wi_tables_check_file(file, &error) == WEND_OK ? 0 : command_fail(&error);
}

static int run_journey(run_options *asked) {
    journey on = {0};
    gauge measured = {0};
    wend_error error = {0};
    int status = journey_open(&asked->journey, &on);
    if (status == 0 && run_to_the_end(asked, &on, &measured, &error)) status = command_fail(&error);
    if (status == 0 && interrupt_asked()) status = 130;
    gauge_end(&measured);
    journey_close(&on);
    return status;
}

static int run_file(run_options *asked) {
    journey_sets sets;
    int status = journey_sets_read(&asked->sets, &sets);
    wend_error error = {0};
    if (status == 0) {
        asked->journey.file = asked->words.item[0];
        asked->journey.set = sets.set;
        asked->journey.set_count = sets.count;
        status = check_tables(asked->journey.tables);
        if (status == 0) status = open_measures(asked, &error) ? command_fail(&error) : run_journey(asked);
    }
    wi_comparison_close(asked->like);
    curves_abandon(&asked->measure.curves);
    journey_sets_free(&sets);
    return status;
}

// A recording that the scenario asks for is known later, and not looked at.
static bool spares_files(const run_options *asked) {
    const char *record = asked->journey.record, *file = asked->words.item[0], *tables = asked->journey.tables;
    const curves *written = &asked->measure.curves;
    return option_spares("--record", record, file) && option_spares("--record", record, asked->measure.like) &&
           option_spares("--tables", tables, record) && curves_spare(written, file) && curves_spare(written, record) &&
           curves_spare(written, tables);
}

int cmd_run(int argc, char **argv) {
    run_options asked = {.journey = {.seed = JOURNEY_OWN_SEED}, .measure = measure_options_default()};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!options_agree(asked.journey.record, "--record", asked.journey.no_record, "--no-record")) return 2;
    return measure_options_take(&asked.measure, true) && spares_files(&asked) ? run_file(&asked) : 2;
}
