// Results of a sweep as lines of its journal: whether measured, then the values.
#include "sweep.h"

#include <string.h>

void sweep_journal_take(const journal_line *line, sweep_result *result) {
    *result = (sweep_result){.done = true, .measured = line->value[0] != 0.0};
    memcpy(result->value, line->value + 1, sizeof result->value);
}

void sweep_journal_note(const sweep_result *result, journal_line *line) {
    line->value[0] = result->measured ? 1.0 : 0.0;
    memcpy(line->value + 1, result->value, sizeof result->value);
}
