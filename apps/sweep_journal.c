// Results of a sweep as lines of its journal: whether measured, then the values.
#include "sweep.h"

#include <string.h>

bool sweep_journal_open(journal *made, const char *path) { return journal_open(made, path, 1 + SWEEP_MEASURES); }

static void take(void *host, uint32_t run, const journal_line *line) {
    sweep_result *result = (sweep_result *)host + run;
    *result = (sweep_result){.done = true, .measured = line->value[0] != 0.0, .start = line->start};
    memcpy(result->value, line->value + 1, sizeof result->value);
}

bool sweep_journal_read(const journal *from, const uint64_t *keys, uint32_t count, sweep_result *results) {
    return journal_read(from, keys, count, take, results);
}

bool sweep_journal_add(const journal *to, uint64_t key, const sweep_result *result, const char *about) {
    journal_line line = {.key = key, .start = result->start, .value = {result->measured ? 1.0 : 0.0}};
    memcpy(line.value + 1, result->value, sizeof result->value);
    return journal_add(to, &line, about);
}
