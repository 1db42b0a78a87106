// wend study: a published result run again, and one table of what was published and what we get.
#include "study.h"

#include "commands.h"
#include "errand.h"
#include "interrupt.h"
#include "options.h"
#include "shipped.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct study_options {
    option_list words;
    const char *out;
    uint32_t seeds, jobs;
    bool all, list, measures, index, quick, slow, fresh, quiet, json, matrix;
} study_options;

typedef struct campaign {
    const study_options *asked;
    uint32_t *printed; // studies whose tables are on stdout, of the whole command
    const study_place *place;
    wi_study_plan plan;
    uint64_t *files; // by case: hash of what its scenario consists of
    errand runs;
} campaign;

_Static_assert(sizeof(wi_study_result) <= POOL_RESULT_MAX, "a result is one write to a pipe");
_Static_assert(WI_STUDY_VALUES_MAX <= JOURNAL_WIDTH_MAX, "a result is one line of a journal");

// The journal ----------------------------------------------------------------------------------------------------------

// A quick look leaves nothing behind unless it is told where.
static bool leaves_files(const study_options *asked) { return !asked->quick || asked->out; }

static void take_line(void *host, uint32_t run, const journal_line *line) {
    wi_study_result *result = &((campaign *)host)->plan.result[run];
    result->done = true;
    memcpy(result->value, line->value, sizeof result->value);
}

static void note(const void *host, uint32_t run, journal_line *line) {
    const wi_study_result *result = &((const campaign *)host)->plan.result[run];
    memcpy(line->value, result->value, sizeof result->value);
}

// Results of a command that was interrupted.
static bool recall(campaign *on) {
    char path[SHIPPED_PATH_MAX + 32];
    errand *runs = &on->runs;
    if (!leaves_files(on->asked)) return true;
    snprintf(path, sizeof path, "%s/result.journal", on->place->folder);
    if (!study_make_folder(on->place->folder) || !study_can_write(on->place->folder) ||
        !journal_open(&runs->journal, path, WI_STUDY_VALUES_MAX))
        return false;
    if (on->asked->fresh && !journal_clear(&runs->journal)) return false;
    for (uint32_t i = 0; i < runs->count; i++)
        runs->keys[i] = wi_hash_word(wi_study_run_key(&on->plan, i), on->files[wi_study_run_setup(&on->plan, i)->of]);
    if (!journal_read(&runs->journal, runs->keys, runs->count, take_line, on)) return false;
    errand_recall(runs);
    return true;
}

// Results of another day may be those of another program: only a study whose results are not written has a journal.
static void drop_journal(const errand *runs) {
    if (runs->journal.file >= 0) unlink(runs->journal.path);
}

// Running --------------------------------------------------------------------------------------------------------------

static void describe_run(const void *host, uint32_t run, char text[ERRAND_TEXT]) {
    const campaign *on = host;
    const wi_study_setup *setup = wi_study_run_setup(&on->plan, run);
    snprintf(text, ERRAND_TEXT, "%.60s, %.60s%s%.60s, seed %llu", on->place->name,
             on->plan.study->cases[setup->of].name, setup->model ? ", " : "", setup->model ? setup->model : "",
             (unsigned long long)wi_study_run_seed(&on->plan, run));
}

static void take(void *host, uint32_t run, const void *result) {
    memcpy(&((campaign *)host)->plan.result[run], result, sizeof(wi_study_result));
}

static bool is_done(const void *host, uint32_t run) { return ((const campaign *)host)->plan.result[run].done; }

static bool is_alone(const campaign *on, uint32_t run) {
    return on->plan.study->cases[wi_study_run_setup(&on->plan, run)->of].alone;
}

// Where time is taken, nobody else is at work.
static bool may_start(const void *host, uint32_t run, uint32_t busy) {
    return busy == 0 || !(is_alone(host, run) || (run > 0 && is_alone(host, run - 1)));
}

static int work(const void *host, uint32_t run, pool_share *share, void *result) {
    return study_run(&((const campaign *)host)->plan, run, share, result);
}

static const errand_kind runs_of_a_study = {
    .work = work,
    .result_size = sizeof(wi_study_result),
    .describe = describe_run,
    .may_start = may_start,
    .take = take,
    .is_done = is_done,
    .note = note,
};

// One study ------------------------------------------------------------------------------------------------------------

// A study that fails has no table, and no comma either.
static void separate(const campaign *on) {
    if ((*on->printed)++) printf(on->asked->json ? ", " : "\n");
}

static bool show_and_write(const campaign *on, const wi_study_page *page, bool whole) {
    separate(on);
    if (on->asked->json)
        study_print_json(page, on->place->name, on->asked->all ? 2 : 0);
    else
        study_print(page);
    if (!whole || !leaves_files(on->asked)) return true;
    if (!study_write(page, on->place->folder)) {
        fprintf(stderr, "wend: all runs of %s are done and kept in %s: the same command only writes.\n",
                on->place->name, on->runs.journal.path);
        return false;
    }
    drop_journal(&on->runs);
    if (!on->asked->json && !on->asked->quiet) printf("\nwritten to %s/result.md and result.csv\n", on->place->folder);
    return true;
}

// A study's own form, or the one asked for. What is shown stays with the caller.
static wend_result arrange(const campaign *on, wi_study_table *table, wi_study_matrix *matrix, wi_study_page *page,
                           wend_error *error) {
    wend_result result = wi_study_table_make(&on->plan, table, error);
    page->table = table;
    if (result || (on->plan.study->form == WI_STUDY_TABLE && !on->asked->matrix)) return result;
    page->matrix = matrix;
    return wi_study_matrix_make(table, matrix, error);
}

static int report(const campaign *on) {
    char machine[160], line[400];
    wi_study_table table = {0};
    wi_study_matrix matrix = {0};
    wend_error error = {0};
    wi_study_page page = {.study = on->plan.study, .command = line, .machine = machine, .quick = on->asked->quick};
    study_machine(machine);
    int used = snprintf(line, sizeof line, "wend study %s%s", on->place->name, on->asked->slow ? " --slow" : "");
    if (on->asked->seeds) snprintf(line + used, sizeof line - (size_t)used, " --seeds %u", on->asked->seeds);
    bool whole = on->runs.done == on->runs.count;
    int status = whole ? 0 : 1;
    if (arrange(on, &table, &matrix, &page, &error))
        status = command_fail(&error);
    else if (!show_and_write(on, &page, whole))
        status = 1;
    wi_study_matrix_free(&matrix);
    wi_study_table_free(&table);
    if (!whole)
        fprintf(stderr, "wend: %u of %u runs of %s are done; nothing is written. The same command does the rest.\n",
                on->runs.done, on->runs.count, on->place->name);
    return interrupt_asked() ? 130 : status;
}

static int run_study(const study_options *asked, const study_place *place, const wi_study *study, uint32_t *printed,
                     wi_problems *problems) {
    campaign on = {.asked = asked, .printed = printed, .place = place};
    wend_error error = {0};
    int status = 1;
    wi_study_extent extent = asked->quick ? WI_STUDY_QUICK : asked->slow ? WI_STUDY_IN_FULL : WI_STUDY_USUAL;
    if (wi_study_plan_make(study, asked->seeds, extent, &on.plan, &error)) return command_fail(&error);
    on.runs = (errand){.kind = &runs_of_a_study,
                       .host = &on,
                       .name = place->name,
                       .count = on.plan.run_count,
                       .jobs = asked->jobs,
                       .quiet = asked->quiet || asked->json};
    on.files = calloc((size_t)study->case_count + 1, sizeof *on.files);
    bool open = errand_open(&on.runs) && on.files;
    if (open) study_check_cases(&on.plan, on.files, problems);
    if (problems->count > 0)
        status = 3;
    else if (open && recall(&on) && errand_run(&on.runs))
        status = report(&on);
    errand_close(&on.runs);
    free(on.files);
    wi_study_plan_free(&on.plan);
    return status;
}

static int read_and_run(const study_options *asked, const char *word, uint32_t *printed) {
    study_place place;
    wi_problems problems = {0};
    if (!study_find(word, asked->out, &place)) return 2;
    wi_study *study = wi_study_read(place.file, &problems);
    int status = study ? run_study(asked, &place, study, printed, &problems) : 3;
    wi_problems_print(&problems, stderr);
    wi_problems_free(&problems);
    wi_study_free(study);
    return status;
}

static int run_one(const study_options *asked) {
    uint32_t printed = 0;
    int status = read_and_run(asked, asked->words.item[0], &printed);
    if (asked->json && printed) printf("\n");
    return status;
}

// The worst of the statuses; a study that fails does not keep the others from running.
static int run_every(const study_options *asked) {
    uint32_t count, printed = 0;
    char **names = study_names(&count);
    int status = names ? 0 : 1;
    if (asked->json) printf("[");
    for (uint32_t i = 0; names && i < count && !interrupt_asked(); i++) {
        int one = read_and_run(asked, names[i], &printed);
        if (one > status) status = one;
    }
    if (asked->json) printf("]\n");
    study_names_free(names, count);
    return status;
}

// The command ----------------------------------------------------------------------------------------------------------

static option_answer read_options(int argc, char **argv, study_options *asked) {
    const option_row options[] = {
        {"--all", OPTION_FLAG, &asked->all, 0, 0, NULL, "all studies that come with wend"},
        {"--list", OPTION_FLAG, &asked->list, 0, 0, NULL, "only say which there are"},
        {"--measures", OPTION_FLAG, &asked->measures, 0, 0, NULL, "only say which numbers a study can name"},
        {"--index", OPTION_FLAG, &asked->index, 0, 0, NULL, "only print the index of results for docs/studies.md"},
        {"--seeds", OPTION_COUNT, &asked->seeds, 1, WI_STUDY_SEEDS_MAX, "N",
         "instead of as many as the study says; at least one experiment"},
        {"--quick", OPTION_FLAG, &asked->quick, 0, 0, NULL, "short runs with few seeds, to see that it works"},
        {"--slow", OPTION_FLAG, &asked->slow, 0, 0, NULL, "in full, where a study has it: may take an hour"},
        {"--jobs", OPTION_COUNT, &asked->jobs, 1, 256, "N", "runs at the same time (one a processor)"},
        {"--out", OPTION_TEXT, &asked->out, 0, 0, "DIR", "write to DIR/NAME (beside the study; a quick look nowhere)"},
        {"--fresh", OPTION_FLAG, &asked->fresh, 0, 0, NULL, "do all runs again after an interruption"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "no progress, only the table"},
        {"--matrix", OPTION_FLAG, &asked->matrix, 0, 0, NULL, "show tests by models, whatever form the study asks for"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the table, or the list, as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend study [NAME] [options]: run a published result again: published, ours, verdict",
        .examples =
            "NAME is a study that comes with wend, or a path to a study.yaml. The table has the mean over the\n"
            "seeds and the half width of its 95 % confidence interval; result.md and result.csv hold the same.\n\n"
            "examples\n"
            "  wend study --list\n"
            "  wend study lecture-oscillation\n"
            "  wend study --all --quick\n"
            "  wend study my/study.yaml --seeds 20 --out results --json\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 0,
        .most_words = 1,
        .word = "NAME",
    };
    return options_read(&table, argc, argv);
}

// What is said about runs says nothing where none are asked for.
static bool check_together(const study_options *asked, bool runs) {
    const struct {
        const char *option;
        bool given;
    } of_runs[] = {
        {"--seeds", asked->seeds > 0}, {"--quick", asked->quick}, {"--slow", asked->slow},
        {"--jobs", asked->jobs > 0},   {"--out", asked->out},     {"--fresh", asked->fresh},
        {"--matrix", asked->matrix},
    };
    for (uint32_t i = 0; i < WEND_COUNT(of_runs); i++)
        if (!option_belongs(of_runs[i].given, of_runs[i].option, runs, "a NAME or --all")) return false;
    return options_agree(asked->quick, "--quick", asked->slow, "--slow") &&
           options_agree(asked->matrix, "--matrix", asked->json, "--json") &&
           options_agree(asked->index, "--index", asked->json, "--json");
}

int cmd_study(int argc, char **argv) {
    study_options asked = {0};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    int wishes = asked.all + asked.list + asked.measures + asked.index + (asked.words.count > 0);
    if (wishes != 1) {
        fprintf(stderr, "wend: give a NAME, --all, --list, --measures or --index%s.\n", wishes ? ", only one" : "");
        return 2;
    }
    if (!check_together(&asked, asked.all || asked.words.count > 0)) return 2;
    if (asked.list) return study_list(asked.json);
    if (asked.measures) return study_list_measures(asked.json);
    if (asked.index) return study_print_index();
    if (!asked.jobs) asked.jobs = pool_jobs_default();
    interrupt_watch();
    return asked.all ? run_every(&asked) : run_one(&asked);
}
