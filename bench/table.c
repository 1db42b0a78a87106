#include "bench.h"

#include <string.h>
#include <unistd.h>

static void cpu_name(char name[96]) {
    snprintf(name, 96, "unknown processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file) return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(name, 96, "%.*s", (int)strcspn(colon + 2, "\n\"\\"), colon + 2);
        break;
    }
    fclose(file);
}

void bench_print_machine(FILE *file) {
    char name[96];
    cpu_name(name);
#if defined(__clang__)
    const char *compiler = "clang " __clang_version__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    fprintf(file, "%ld cores of %s, %s, wend %s", sysconf(_SC_NPROCESSORS_ONLN), name, compiler, wend_version());
}

// Every column: its head, its width, and whether figures or words stand in it.
typedef struct column {
    const char *head;
    int width; // negative: to the left
} column;

static const column columns[] = {
    {"scene", -6}, {"agents", 7},   {"per m2", 6},  {"threads", 7}, {"isa", -6},     {"best ms", 8},
    {"median", 8}, {"M/s/core", 8}, {"ns", 5},      {"bytes", 5},   {"sort", 4},     {"route", 5},
    {"steer", 5},  {"move", 4},     {"collide", 7}, {"rest", 4},    {"speed-up", 8},
};

static void print_cell(uint32_t index, const char *text, bool markdown) {
    if (markdown)
        printf("%s %s", index ? " |" : "|", text);
    else
        printf("%s%*s", index ? " " : "", columns[index].width, text);
}

static void print_cells(char cells[][32], bool markdown) {
    for (uint32_t i = 0; i < WEND_COUNT(columns); i++) print_cell(i, cells[i], markdown);
    printf(markdown ? " |\n" : "\n");
    fflush(stdout);
}

void bench_print_head(bool markdown) {
    char cells[WEND_COUNT(columns)][32];
    for (uint32_t i = 0; i < WEND_COUNT(columns); i++) snprintf(cells[i], 32, "%s", columns[i].head);
    print_cells(cells, markdown);
    if (!markdown) return;
    for (uint32_t i = 0; i < WEND_COUNT(columns); i++) printf(columns[i].width < 0 ? "|---" : "|--:");
    printf("|\n");
}

static void put_percent(char cell[32], double share) { snprintf(cell, 32, "%.0f%%", 100.0 * share); }

// What happens outside the phases: events put together, counters.
static double rest_share(const bench_result *result) {
    double rest = 1.0;
    for (uint32_t i = 0; i < WEND_PHASE_COUNT; i++) rest -= result->share[i];
    return rest > 0.0 ? rest : 0.0;
}

void bench_print_row(const bench_result *result, bool markdown) {
    const bench_case *what = &result->what;
    char cells[WEND_COUNT(columns)][32] = {{0}};
    snprintf(cells[0], 32, "%s", what->scene);
    snprintf(cells[1], 32, "%u", what->agents);
    if (what->density > 0.0f) snprintf(cells[2], 32, "%g", (double)what->density);
    snprintf(cells[3], 32, "%u", what->threads);
    snprintf(cells[4], 32, "%s", wend_isa_name(what->isa));
    snprintf(cells[5], 32, "%.3f", 1e3 * result->best);
    snprintf(cells[6], 32, "%.3f", 1e3 * result->median);
    snprintf(cells[7], 32, "%.2f", 1e-6 * bench_rate(result, result->best));
    snprintf(cells[8], 32, "%.0f", 1e9 * result->best / (double)what->agents);
    snprintf(cells[9], 32, "%.0f", result->bytes_per_agent);
    put_percent(cells[10], result->share[WEND_PHASE_SORT]);
    put_percent(cells[11], result->share[WEND_PHASE_ROUTE]);
    put_percent(cells[12], result->share[WEND_PHASE_STEER]);
    put_percent(cells[13], result->share[WEND_PHASE_MOVE]);
    if (what->collisions)
        put_percent(cells[14], result->share[WEND_PHASE_COLLIDE]);
    else
        snprintf(cells[14], 32, "off");
    put_percent(cells[15], rest_share(result));
    if (result->before > 0.0) snprintf(cells[16], 32, "%.2fx", result->before / result->best);
    print_cells(cells, markdown);
}
