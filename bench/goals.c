// The goals that the library set itself, beside what was measured.
#include "bench.h"

#include <math.h>
#include <string.h>

// A measured figure: by the best step and by the median one. NAN: not measured.
typedef struct figure {
    double best, median;
} figure;

static const figure unknown = {NAN, NAN};

typedef struct goal {
    const char *text;
    const char *unit;
    figure (*measure)(const bench_report *report, float density, wend_isa isa);
    float density;
    wend_isa isa;
    bool at_least; // otherwise at most
    double bound;
} goal;

static const bench_result *find_box(const bench_report *report, uint32_t agents, float density, uint32_t threads,
                                    wend_isa isa) {
    for (uint32_t i = 0; i < report->result_count; i++) {
        const bench_case *what = &report->results[i].what;
        if (strcmp(what->scene, "box") == 0 && what->agents == agents && what->density == density &&
            what->threads == threads && what->isa == bench_isa(isa) && what->collisions)
            return &report->results[i];
    }
    return NULL;
}

static figure rate(const bench_report *report, float density, wend_isa isa) {
    const bench_result *box = find_box(report, 100000, density, 1, isa);
    if (!box) return unknown;
    return (figure){1e-6 * bench_rate(box, box->best), 1e-6 * bench_rate(box, box->median)};
}

static figure growth(const bench_report *report, float density, wend_isa isa) {
    const bench_result *small = find_box(report, 10000, density, 1, isa);
    const bench_result *large = find_box(report, 1000000, density, 1, isa);
    if (!small || !large) return unknown;
    return (figure){large->best / small->best / 100.0, large->median / small->median / 100.0};
}

static figure scaling(const bench_report *report, float density, wend_isa isa) {
    const bench_result *one = find_box(report, 100000, density, 1, isa);
    const bench_result *two = find_box(report, 100000, density, 2, isa);
    if (!one || !two) return unknown;
    return (figure){one->best / two->best, one->median / two->median};
}

static figure memory(const bench_report *report, float density, wend_isa isa) {
    const bench_result *box = find_box(report, 100000, density, 1, isa);
    return box ? (figure){box->bytes_per_agent, box->bytes_per_agent} : unknown;
}

static figure million(const bench_report *report, float density, wend_isa isa) {
    const bench_result *box = find_box(report, 1000000, density, 2, isa);
    return box ? (figure){1e3 * box->best, 1e3 * box->median} : unknown;
}

static figure instructions(const bench_report *report, float density, wend_isa isa) {
    (void)isa;
    for (uint32_t i = 0; i < report->count_count; i++) {
        const bench_count *count = &report->counts[i];
        if (count->density == density) return (figure){count->instructions, count->instructions};
    }
    return unknown;
}

// clang-format off
static const goal goals[] = {
    {"agent-steps a second and core, 100,000 at 0.5 per m2", "M", rate, 0.5f, WEND_ISA_AVX512, true, 8.0},
    {"agent-steps a second and core, 100,000 at 2 per m2", "M", rate, 2.0f, WEND_ISA_AVX512, true, 6.0},
    {"the same at 0.5 per m2 on AVX2", "M", rate, 0.5f, WEND_ISA_AVX2, true, 4.0},
    {"the same at 2 per m2 on AVX2", "M", rate, 2.0f, WEND_ISA_AVX2, true, 3.0},
    {"time an agent-step, 1,000,000 over 10,000, 0.5 per m2", "x", growth, 0.5f, WEND_ISA_AUTO, false, 1.3},
    {"time an agent-step, 1,000,000 over 10,000, 2 per m2", "x", growth, 2.0f, WEND_ISA_AUTO, false, 1.3},
    {"two threads over one, 100,000 at 0.5 per m2", "x", scaling, 0.5f, WEND_ISA_AUTO, true, 1.7},
    {"two threads over one, 100,000 at 2 per m2", "x", scaling, 2.0f, WEND_ISA_AUTO, true, 1.7},
    {"memory an agent, 100,000", "bytes", memory, 0.5f, WEND_ISA_AUTO, false, 200.0},
    {"a step of 1,000,000 on two threads, 0.5 per m2", "ms", million, 0.5f, WEND_ISA_AUTO, false, 100.0},
    {"a step of 1,000,000 on two threads, 2 per m2", "ms", million, 2.0f, WEND_ISA_AUTO, false, 100.0},
    {"instructions an agent-step on AVX2, 0.5 per m2", "", instructions, 0.5f, WEND_ISA_AVX2, false, 2000.0},
};
// clang-format on

static bool meets(const goal *set, double value) { return set->at_least ? value >= set->bound : value <= set->bound; }

static const char *verdict_of(const goal *set, figure value) {
    if (!wend_isa_available(set->isa)) return "skipped: this machine lacks the instruction set";
    if (meets(set, value.median)) return "met";
    return meets(set, value.best) ? "met by the best step only" : "missed";
}

static void put_number(char text[32], double value) {
    if (isnan(value))
        snprintf(text, 32, "-");
    else
        snprintf(text, 32, value < 100.0 ? "%.2f" : "%.0f", value);
}

static void print_goal(const goal *set, figure value, bool markdown) {
    char bound[32], best[32], median[32];
    snprintf(bound, sizeof bound, "%s %g %s", set->at_least ? ">=" : "<=", set->bound, set->unit);
    put_number(best, value.best);
    put_number(median, value.median);
    printf(markdown ? "| %s | %s | %s | %s | %s |\n" : "%-55s %-13s %9s %9s   %s\n", set->text, bound, best, median,
           verdict_of(set, value));
}

// Rows that differ in threads and instruction set alone must end in the same state.
static uint32_t print_hashes(const bench_report *report) {
    uint32_t pairs = 0, different = 0;
    for (uint32_t i = 0; i < report->result_count; i++) {
        const bench_result *a = &report->results[i];
        for (uint32_t j = i + 1; j < report->result_count; j++) {
            const bench_result *b = &report->results[j];
            if (strcmp(a->what.scene, b->what.scene) != 0 || a->what.agents != b->what.agents ||
                a->what.density != b->what.density || a->what.collisions != b->what.collisions)
                continue;
            pairs++;
            if (a->hash != b->hash) different++;
        }
    }
    if (pairs)
        printf("\nResults for any number of threads and instruction set: %s (%u pairs of rows compared).\n",
               different ? "DIFFERENT" : "the same bits", pairs);
    return different;
}

uint32_t bench_print_goals(const bench_report *report, bool markdown) {
    uint32_t missed = 0;
    printf(markdown ? "\n| %s | %s | %s | %s | %s |\n" : "\n%-55s %-13s %9s %9s   %s\n", "goal", "", "best", "median",
           "verdict");
    if (markdown) printf("|---|---|--:|--:|---|\n");
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < WEND_COUNT(goals); i++) {
        figure value = goals[i].measure(report, goals[i].density, goals[i].isa);
        if (isnan(value.best) && wend_isa_available(goals[i].isa)) {
            left_out++;
            continue;
        }
        print_goal(&goals[i], value, markdown);
        if (wend_isa_available(goals[i].isa) && !meets(&goals[i], value.best)) missed++;
    }
    if (left_out) printf("\n%u goals need figures that this run did not measure.\n", left_out);
    return missed + print_hashes(report);
}
