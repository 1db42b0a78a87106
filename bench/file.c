// The file of a benchmark: JSON with one row to a line, written by us and read back by the next run.
#include "bench.h"

#include "base/beside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_row(FILE *file, const bench_result *result, bool last) {
    const bench_case *what = &result->what;
    char name[96];
    bench_name(what, name);
    fprintf(file, "    {\"name\": \"%s\", \"best_ms\": %.6f, \"median_ms\": %.6f, ", name, 1e3 * result->best,
            1e3 * result->median);
    fprintf(file, "\"scene\": \"%s\", \"agents\": %u, \"density\": %g, \"threads\": %u, \"isa\": \"%s\", ", what->scene,
            what->agents, (double)what->density, what->threads, wend_isa_name(what->isa));
    fprintf(file, "\"collisions\": %s, \"steps\": %u, ", what->collisions ? "true" : "false", result->steps);
    fprintf(file, "\"agent_steps_per_second_and_core\": %.0f, \"bytes_per_agent\": %.1f, ",
            bench_rate(result, result->best), result->bytes_per_agent);
    for (uint32_t i = 0; i < WEND_PHASE_COUNT; i++)
        fprintf(file, "\"%s\": %.4f, ", wend_phase_name((wend_phase)i), result->share[i]);
    fprintf(file, "\"hash\": \"%016llx\"}%s\n", (unsigned long long)result->hash, last ? "" : ",");
}

static void write_counts(FILE *file, const bench_report *report) {
    fprintf(file, "  \"instructions_per_agent_step\": [");
    const char *comma = "";
    for (uint32_t i = 0; i < report->count_count; i++) {
        const bench_count *count = &report->counts[i];
        if (isnan(count->instructions)) continue;
        fprintf(file, "%s\n    {\"density\": %g, \"isa\": \"avx2\", \"instructions\": %.1f}", comma,
                (double)count->density, count->instructions);
        comma = ",";
    }
    fprintf(file, "\n  ]\n");
}

static wend_result print_report(FILE *file, const void *host, wend_error *error) {
    (void)error;
    const bench_report *report = host;
    fprintf(file, "{\n  \"machine\": \"");
    bench_print_machine(file);
    fprintf(file, "\",\n  \"rows\": [\n");
    for (uint32_t i = 0; i < report->result_count; i++)
        write_row(file, &report->results[i], i + 1 == report->result_count);
    fprintf(file, "  ],\n");
    write_counts(file, report);
    fprintf(file, "}\n");
    return WEND_OK;
}

bool bench_write(const char *path, const bench_report *report) {
    wend_error error;
    wend_result result = wi_text_write(path, print_report, report, &error);
    if (result) fprintf(stderr, "wend: %s\n", error.text);
    return !result;
}

bench_past bench_read(const char *path) {
    bench_past past = {0};
    FILE *file = fopen(path, "r");
    if (!file) return past;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size >= 0) past.text = malloc((size_t)size + 1);
    if (past.text) {
        rewind(file);
        past.text[fread(past.text, 1, (size_t)size, file)] = '\0';
    }
    fclose(file);
    return past;
}

void bench_forget(bench_past *past) {
    free(past->text);
    past->text = NULL;
}

double bench_past_best(const bench_past *past, const char *name) {
    if (!past->text) return 0.0;
    char key[128];
    snprintf(key, sizeof key, "\"name\": \"%s\", \"best_ms\": ", name);
    const char *found = strstr(past->text, key);
    double milliseconds = found ? strtod(found + strlen(key), NULL) : 0.0;
    return milliseconds > 0.0 ? 1e-3 * milliseconds : 0.0;
}
