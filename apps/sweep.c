// wend sweep: one scenario with many values of its variables and many seeds, and one table of what came of it.
#include "sweep.h"

#include "commands.h"
#include "errand.h"
#include "interrupt.h"
#include "journey.h"
#include "shipped.h"

#include "base/beside.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct sweep_options {
    option_list words, sets, vary;
    const char *seeds, *list, *out;
    uint32_t jobs;
    bool quiet, json, fresh;
    sweep_setting setting;
} sweep_options;

typedef struct sweep {
    const sweep_options *asked;
    sweep_plan plan;
    sweep_result *results;
    uint64_t *files; // by point: hash of what the scenario consists of
    bool changed;    // the journal is about other files
    errand runs;
} sweep;

// Before running -------------------------------------------------------------------------------------------------------

static uint64_t hash_text(uint64_t hash, const char *text) { return wi_hash_bytes(hash, text, strlen(text) + 1); }

// Of everything a result depends on that is known before anything is built.
static uint64_t hash_setting(const sweep_setting *setting, const char *scenario) {
    uint64_t hash = hash_text(hash_text(0, wend_version()), scenario), limit;
    memcpy(&limit, &setting->limit, sizeof limit);
    hash = wi_hash_word(hash, limit);
    for (uint32_t i = 0; i < setting->fixed_count; i++)
        hash = hash_text(hash_text(hash, setting->fixed[i].name), setting->fixed[i].value);
    return hash;
}

static void make_keys(sweep *on, uint64_t base) {
    for (uint32_t run = 0; run < on->runs.count; run++) {
        wi_variable set[OPTION_LIST_MAX];
        uint64_t key = base;
        sweep_plan_set(&on->plan, run / on->plan.seed_count, set);
        for (uint32_t i = 0; i < on->plan.name_count; i++) key = hash_text(hash_text(key, set[i].name), set[i].value);
        on->runs.keys[run] = wi_hash_word(key, on->plan.seed[run % on->plan.seed_count]);
    }
}

// Reads the scenario once for each point, so that a mistake shows now and not in the night. Status 0 or 3; *base is the
// hash of what is common to all.
static int check_points(sweep *on, uint64_t *base) {
    const sweep_setting *setting = &on->asked->setting;
    char path[SHIPPED_PATH_MAX], near[256];
    const char *file = shipped_find(setting->file, path);
    for (uint32_t point = 0; point < on->plan.point_count; point++) {
        wi_variable set[2 * OPTION_LIST_MAX];
        memcpy(set, setting->fixed, setting->fixed_count * sizeof *set);
        sweep_plan_set(&on->plan, point, set + setting->fixed_count);
        const wi_scenario_options options = {
            .set = set, .set_count = setting->fixed_count + on->plan.name_count, .outside = setting->outside};
        wi_problems problems = {0};
        wi_scenario *scenario = wi_scenario_read(file, &options, &problems);
        bool fine = scenario != NULL;
        if (fine) {
            if (point == 0) *base = hash_setting(setting, scenario->text);
            on->files[point] = wi_scenario_hash(scenario);
            wi_scenario_free(scenario);
        } else {
            char which[256];
            sweep_plan_describe(&on->plan, point, which, sizeof which);
            wi_problems_print(&problems, stderr);
            if (access(file, F_OK) != 0 && shipped_nearest(file, near))
                fprintf(stderr, "wend: there is a scenario '%s'. Did you mean that?\n", near);
            else if (which[0])
                fprintf(stderr, "wend: that is with %s. Nothing was run.\n", which);
        }
        wi_problems_free(&problems);
        if (!fine) return 3;
    }
    return 0;
}

// Results of before ----------------------------------------------------------------------------------------------------

static bool forget_results(sweep *on) {
    for (uint32_t i = 0; i < on->runs.count; i++) on->results[i] = (sweep_result){0};
    return journal_clear(&on->runs.journal);
}

// What the scenario includes and names is not in the keys: a change of it is to be noticed, not to look like other runs.
static void take_line(void *host, uint32_t run, const journal_line *line) {
    sweep *on = host;
    if (line->files == on->files[run / on->plan.seed_count])
        sweep_journal_take(line, &on->results[run]);
    else
        on->changed = true;
}

static bool recall(sweep *on, const char *path) {
    errand *runs = &on->runs;
    if (!journal_open(&runs->journal, path, SWEEP_JOURNAL_WIDTH) ||
        !journal_read(&runs->journal, runs->keys, runs->count, take_line, on))
        return false;
    if (on->changed && !on->asked->fresh)
        fprintf(stderr, "wend: the scenario has changed since %s was written; all runs are done again.\n", path);
    if ((on->changed || on->asked->fresh) && !forget_results(on)) return false;
    for (uint32_t i = 0; i < runs->count; i++)
        if (on->asked->setting.measure && !on->results[i].measured) on->results[i].done = false;
    errand_recall(runs);
    return true;
}

// Running --------------------------------------------------------------------------------------------------------------

static void describe_run(const void *host, uint32_t run, char text[ERRAND_TEXT]) {
    const sweep *on = host;
    sweep_plan_describe(&on->plan, run / on->plan.seed_count, text, ERRAND_TEXT - 30);
    size_t used = strlen(text);
    snprintf(text + used, ERRAND_TEXT - used, "%sseed %llu", used ? " " : "",
             (unsigned long long)on->plan.seed[run % on->plan.seed_count]);
}

static void take(void *host, uint32_t run, const void *result) {
    memcpy(&((sweep *)host)->results[run], result, sizeof(sweep_result));
}

static bool is_done(const void *host, uint32_t run) { return ((const sweep *)host)->results[run].done; }

static void note(const void *host, uint32_t run, journal_line *line) {
    const sweep *on = host;
    sweep_journal_note(&on->results[run], line);
    line->files = on->files[run / on->plan.seed_count];
}

static int work(const void *host, uint32_t run, pool_share *share, void *result) {
    const sweep *on = host;
    return sweep_run(&on->asked->setting, &on->plan, run, share, result);
}

static const errand_kind runs_of_a_sweep = {
    .work = work,
    .result_size = sizeof(sweep_result),
    .describe = describe_run,
    .take = take,
    .is_done = is_done,
    .note = note,
};

// After running --------------------------------------------------------------------------------------------------------

static int report(const sweep *on, const char *out) {
    const sweep_table table = {
        .plan = &on->plan,
        .results = on->results,
        .measures = on->asked->setting.measure ? SWEEP_MEASURES : SWEEP_PLAIN,
        .scenario = on->asked->setting.file,
    };
    const bool nothing = interrupt_asked() && on->runs.done == 0; // must not take the place of a table of before
    bool written = !nothing && sweep_table_write(&table, out);
    if (on->asked->json)
        sweep_table_print_json(&table);
    else
        sweep_table_print(&table);
    const errand *runs = &on->runs;
    if (written && !on->asked->json && !on->asked->quiet) printf("\nwritten to %s\n", out);
    if (runs->failed)
        fprintf(stderr, "wend: %u of %u runs failed. The same command tries them again.\n", runs->failed, runs->count);
    if (interrupt_asked()) {
        fprintf(stderr, "wend: interrupted with %u of %u runs done. The same command does the rest.\n", runs->done,
                runs->count);
        return 130;
    }
    return written && !runs->failed ? 0 : 1;
}

static int sweep_points(sweep *on, const char *out, const char *beside) {
    uint64_t base = 0;
    on->runs = (errand){.kind = &runs_of_a_sweep,
                        .host = on,
                        .count = sweep_run_count(&on->plan),
                        .jobs = on->asked->jobs,
                        .quiet = on->asked->quiet || on->asked->json};
    if (!errand_open(&on->runs)) return 1;
    on->results = calloc((size_t)on->runs.count + 1, sizeof *on->results);
    on->files = calloc((size_t)on->plan.point_count + 1, sizeof *on->files);
    if (!on->results || !on->files) {
        fprintf(stderr, "wend: no memory for %u runs.\n", on->runs.count);
        return 1;
    }
    int status = check_points(on, &base);
    if (status) return status;
    wend_error error;
    if (wi_beside_check(out, &error) != WEND_OK) return command_fail(&error); // not after a night of runs
    make_keys(on, base);
    if (!recall(on, beside)) return 1;
    interrupt_watch();
    return errand_run(&on->runs) ? report(on, out) : 1;
}

// The command ----------------------------------------------------------------------------------------------------------

// "circle.yaml" -> "circle-sweep.csv" in the current directory.
static void default_out(const char *file, char out[SHIPPED_PATH_MAX]) {
    const char *slash = strrchr(file, '/'), *last = slash ? slash + 1 : file;
    const char *dot = strrchr(last, '.');
    snprintf(out, SHIPPED_PATH_MAX, "%.*s-sweep.csv", dot ? (int)(dot - last) : (int)strlen(last), last);
}

static option_answer read_options(int argc, char **argv, sweep_options *asked) {
    sweep_setting *setting = &asked->setting;
    const option_row options[] = {
        {"--vary", OPTION_LIST, &asked->vary, 0, 0, "NAME=VALUES",
         "a,b,c or from:to:step; repeated, all combinations are run"},
        {"--list", OPTION_TEXT, &asked->list, 0, 0, "FILE", "CSV: names of variables, then a row for each point"},
        {"--seeds", OPTION_TEXT, &asked->seeds, 0, 0, "A..B", "or a,b,c: each point is run with each (1..10)"},
        {"--set", OPTION_LIST, &asked->sets, 0, 0, "NAME=VALUE", "a variable that stays the same; may be repeated"},
        {"--limit", OPTION_NUMBER, &setting->limit, 0.001, 1e9, "S", "stop each run after so many simulated seconds"},
        {"--measure", OPTION_FLAG, &setting->measure, 0, 0, NULL, "add path, density, energy and smoothness"},
        {"--jobs", OPTION_COUNT, &asked->jobs, 1, 256, "N", "runs at the same time (one a processor)"},
        {"--threads", OPTION_COUNT, &setting->threads, 1, 256, "N", "of each run (1)"},
        {"--out", OPTION_TEXT, &asked->out, 0, 0, "FILE",
         "the table as CSV (NAME-sweep.csv), with FILE.journal beside it"},
        {"--fresh", OPTION_FLAG, &asked->fresh, 0, 0, NULL, "do all runs again, whatever the journal has"},
        {"--outside", OPTION_FLAG, &setting->outside, 0, 0, NULL, "allow files outside the scenario's folder"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "no progress, only the table"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the table as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend sweep FILE [options]: run a scenario with many values and seeds, and make one table of it",
        .examples =
            "The table has the mean over the seeds and the half width of its 95 % confidence interval.\n"
            "Called again, the command runs only what is missing.\n\n"
            "examples\n"
            "  wend sweep antipodal-circle --vary agents=20,50,100\n"
            "  wend sweep scene.yaml --vary agents=100,200 --vary speed=1:2:0.25 --seeds 1..20 --out table.csv\n"
            "  wend sweep scene.yaml --list rows.csv --jobs 2 --measure --json\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

// A variable that varies has no value of its own.
static int check_fixed(const sweep_setting *setting, const sweep_plan *plan) {
    for (uint32_t i = 0; i < setting->fixed_count; i++)
        for (uint32_t k = 0; k < plan->name_count; k++) {
            if (strcmp(setting->fixed[i].name, plan->name[k]) != 0) continue;
            fprintf(stderr, "wend: --set %s says nothing: the sweep gives it other values.\n", plan->name[k]);
            return 2;
        }
    return 0;
}

static int sweep_file(sweep_options *asked) {
    char own[SHIPPED_PATH_MAX], beside[SHIPPED_PATH_MAX + 16];
    if (!asked->out) {
        default_out(asked->words.item[0], own);
        asked->out = own;
    }
    snprintf(beside, sizeof beside, "%.4095s.journal", asked->out);
    sweep on = {.asked = asked};
    int status = sweep_plan_make(&asked->vary, asked->seeds, asked->list, &on.plan);
    if (status == 0) status = check_fixed(&asked->setting, &on.plan);
    if (status == 0) status = sweep_points(&on, asked->out, beside);
    errand_close(&on.runs);
    sweep_plan_free(&on.plan);
    free(on.results);
    free(on.files);
    return status;
}

int cmd_sweep(int argc, char **argv) {
    sweep_options asked = {.seeds = "1..10", .jobs = pool_jobs_default()};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!option_spares("--out", asked.out, asked.words.item[0]) || !option_spares("--out", asked.out, asked.list))
        return 2;
    journey_sets sets;
    int status = journey_sets_read(&asked.sets, &sets);
    asked.setting.file = asked.words.item[0];
    asked.setting.fixed = sets.set;
    asked.setting.fixed_count = sets.count;
    if (status == 0) status = sweep_file(&asked);
    journey_sets_free(&sets);
    return status;
}
