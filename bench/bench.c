// wend bench: measures the speed of a step over a table of scenes, compares with the last time, judges the goals.
#include "bench.h"

#include "commands.h"
#include "options.h"
#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct row {
    bench_case what;
    bool quick; // measured by --quick too
} row;

// clang-format off
static const row rows[] = {
    {{"box",      1000, 0.5f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",      1000, 0.5f, 2, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",     10000, 0.5f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",     10000, 0.5f, 2, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",    100000, 0.5f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",    100000, 0.5f, 2, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",   1000000, 0.5f, 1, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",   1000000, 0.5f, 2, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",      1000, 2.0f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",      1000, 2.0f, 2, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",     10000, 2.0f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",     10000, 2.0f, 2, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",    100000, 2.0f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",    100000, 2.0f, 2, WEND_ISA_AUTO, true, NULL}, true},
    {{"box",   1000000, 2.0f, 1, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",   1000000, 2.0f, 2, WEND_ISA_AUTO, true, NULL}, false},
    {{"box",    100000, 0.5f, 1, WEND_ISA_AUTO, false, NULL}, false},
    {{"box",    100000, 0.5f, 1, WEND_ISA_AVX2, true, NULL}, true},
    {{"box",    100000, 2.0f, 1, WEND_ISA_AVX2, true, NULL}, true},
    {{"box",    100000, 0.5f, 1, WEND_ISA_BASE, true, NULL}, false},
    {{"box",    100000, 2.0f, 1, WEND_ISA_BASE, true, NULL}, false},
    {{"circle",    250, 0.0f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"circle",   1000, 0.0f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"circle",  10000, 0.0f, 1, WEND_ISA_AUTO, true, NULL}, false},
    {{"blocks",   1000, 0.0f, 1, WEND_ISA_AUTO, true, NULL}, true},
    {{"blocks",  10000, 0.0f, 1, WEND_ISA_AUTO, true, NULL}, false},
};
// clang-format on

typedef struct bench_options {
    bool quick, markdown, no_count;
    const char *json, *compare, *filter;
    uint32_t target_steps;
    double target_density;
} bench_options;

static option_answer read_options(int argc, char **argv, bench_options *asked) {
    const option_row options[] = {
        {"--quick", OPTION_FLAG, &asked->quick, 0, 0, NULL, "fewer rows, shorter, nothing counted"},
        {"--filter", OPTION_TEXT, &asked->filter, 0, 0, "WORD", "only rows with this in their name: box, 2T, avx2 ..."},
        {"--json", OPTION_TEXT, &asked->json, 0, 0, "FILE", "write the figures there"},
        {"--compare", OPTION_TEXT, &asked->compare, 0, 0, "FILE", "compare with that file"},
        {"--markdown", OPTION_FLAG, &asked->markdown, 0, 0, NULL, "print tables for a document"},
        {"--no-count", OPTION_FLAG, &asked->no_count, 0, 0, NULL, "do not count instructions under valgrind"},
        {"--callgrind-target", OPTION_COUNT, &asked->target_steps, 1, 100000, "N", NULL},
        {"--callgrind-density", OPTION_NUMBER, &asked->target_density, 0.001, 3, "D", NULL},
    };
    const option_table table = {
        .usage =
            "wend bench [options]: measure the speed of a step\n"
            "wend bench --soak [options]: a day of simulated time with agents coming and going; see --soak --help\n"
            "wend bench --record [options]: what recording costs a run; see --record --help\n"
            "wend bench --models [options]: what each steering model costs beside orca; see --models --help\n"
            "wend bench --routes [options]: ways a second, and what they cost a crowd; see --routes --help\n"
            "wend bench --minds [options]: what behaviours cost; see --minds --help\n"
            "wend bench --mesh: how long it takes to make the navigation mesh of a floor",
        .examples =
            "A whole run writes build/bench.json (bench.json where there is no folder build) and compares with\n"
            "the one before; part of a run writes only where --json says. Other work on the machine shows in\n"
            "the figures: the best step suffers least.\n"
            "\nexamples\n"
            "  wend bench\n"
            "  wend bench --quick\n"
            "  wend bench --filter 'box 100000 0.5' --compare before.json\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    return options_read(&table, argc, argv);
}

static const char *default_file(void) {
    struct stat found;
    return stat("build", &found) == 0 && S_ISDIR(found.st_mode) ? "build/bench.json" : "bench.json";
}

static bool is_whole(const bench_options *asked) { return !asked->quick && !asked->filter; }

// Instruction sets -----------------------------------------------------------------------------------------------------

// Without wider instructions AUTO is one of the others, which then need no row of their own.
static bool is_repeated(const bench_case *what) {
    return what->isa != WEND_ISA_AUTO && bench_isa(WEND_ISA_AUTO) == what->isa;
}

static bool is_wanted(const bench_options *asked, const row *one) {
    bench_case what = one->what;
    if ((asked->quick && !one->quick) || is_repeated(&what)) return false;
    what.isa = bench_isa(what.isa);
    char name[96];
    bench_name(&what, name);
    return !asked->filter || strstr(name, asked->filter);
}

// Measuring ------------------------------------------------------------------------------------------------------------

// Returns false if the row could not be measured although the machine has what it needs.
static bool measure_row(const bench_options *asked, const row *one, const bench_past *past, bench_report *report) {
    char name[96];
    bench_name(&one->what, name);
    if (!wend_isa_available(one->what.isa)) {
        printf("%s: skipped, this machine has no %s\n", name, wend_isa_name(one->what.isa));
        return true;
    }
    bench_result *result = &report->results[report->result_count];
    wend_error error;
    if (bench_measure(&one->what, asked->quick ? 0.2 : 1.0, result, &error)) {
        fprintf(stderr, "wend: %s: %s\n", name, error.text);
        return false;
    }
    bench_name(&result->what, name);
    result->before = bench_past_best(past, name);
    report->result_count++;
    bench_print_row(result, asked->markdown);
    return true;
}

static void count_instructions(bench_report *report) {
    static const float densities[] = {0.5f, 2.0f};
    printf("\n");
    for (uint32_t i = 0; i < WEND_COUNT(densities); i++) {
        bench_count count = bench_count_instructions(densities[i]);
        report->counts[report->count_count++] = count;
        if (isnan(count.instructions))
            printf("Instructions an agent-step at %g per m2: skipped, %s.\n", (double)count.density, count.why);
        else
            printf("Instructions an agent-step at %g per m2 (callgrind, 10,000 agents, avx2): %.0f\n",
                   (double)count.density, count.instructions);
    }
}

// Returns how many rows were wanted; *failed says how many of them could not be measured.
static uint32_t measure_rows(const bench_options *asked, const bench_past *past, bench_report *report,
                             uint32_t *failed) {
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < WEND_COUNT(rows); i++) {
        if (!is_wanted(asked, &rows[i])) continue;
        if (wanted++ == 0) bench_print_head(asked->markdown);
        if (!measure_row(asked, &rows[i], past, report)) ++*failed;
    }
    return wanted;
}

static void warn_of_other_work(void) {
    double load;
    if (getloadavg(&load, 1) == 1 && load > 0.5)
        printf("The load of this machine is %.1f: other work is going on, and the figures will suffer.\n\n", load);
}

static int run_bench(const bench_options *asked) {
    bench_result results[WEND_COUNT(rows)];
    bench_report report = {.results = results};
    const char *file = asked->json ? asked->json : default_file();
    bench_past past = bench_read(asked->compare ? asked->compare : file);
    if (asked->compare && !past.text) {
        fprintf(stderr, "wend: cannot read %s, the file to compare with.\n", asked->compare);
        return 1;
    }
    bench_print_machine(stdout);
    printf("\n\n");
    warn_of_other_work();
    uint32_t failed = 0, wanted = measure_rows(asked, &past, &report, &failed);
    bench_forget(&past);
    if (wanted == 0) {
        fprintf(stderr, "wend: no row has '%s' in its name. Names look like 'box 100000 0.5/m2 2T avx2'.\n",
                asked->filter);
        return 2;
    }
    if (is_whole(asked) && !asked->no_count) count_instructions(&report);
    bench_print_goals(&report, asked->markdown);
    if (asked->json || is_whole(asked)) {
        if (!bench_write(file, &report)) return 1;
        printf("\nWritten to %s.\n", file);
    }
    return failed ? 1 : 0;
}

int cmd_bench(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--soak") == 0) return bench_soak(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "--record") == 0) return bench_record(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "--mesh") == 0) return bench_mesh(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "--models") == 0) return bench_models(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "--routes") == 0) return bench_routes(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "--minds") == 0) return bench_minds(argc - 1, argv + 1);
    bench_options asked = {.target_density = 0.5};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (asked.target_steps) return bench_count_target(asked.target_steps, asked.target_density);
    return run_bench(&asked);
}
