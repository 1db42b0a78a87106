#include "study/matrix.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

const char *wi_study_test_of(const wi_study_row *row) { return row->test ? row->test : row->label; }

const char *wi_study_model_name(const char *model) { return model ? model : "as written"; }

static bool same_model(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static void add_model(wi_study_matrix *matrix, const char *model) {
    for (uint32_t i = 0; i < matrix->model_count; i++) {
        if (same_model(matrix->model[i], model)) return;
    }
    matrix->model[matrix->model_count++] = model;
}

static void add_test(wi_study_matrix *matrix, uint32_t line) {
    const char *name = wi_study_test_of(matrix->table->line[line].row);
    for (uint32_t i = 0; i < matrix->test_count; i++) {
        if (strcmp(wi_study_test_of(matrix->table->line[matrix->first[i]].row), name) == 0) return;
    }
    matrix->first[matrix->test_count++] = line;
}

wend_result wi_study_matrix_make(const wi_study_table *table, wi_study_matrix *matrix, wend_error *error) {
    const size_t room = (size_t)table->count + 1;
    *matrix = (wi_study_matrix){.table = table,
                                .model = calloc(room, sizeof *matrix->model),
                                .first = calloc(room, sizeof *matrix->first)};
    if (!matrix->model || !matrix->first) {
        wi_study_matrix_free(matrix);
        return wi_fail(error, WEND_NO_MEMORY, "no memory for a matrix of %u lines", table->count);
    }
    for (uint32_t i = 0; i < table->count; i++) {
        add_model(matrix, table->line[i].model);
        add_test(matrix, i);
    }
    return WEND_OK;
}

void wi_study_matrix_free(wi_study_matrix *matrix) {
    free(matrix->model);
    free(matrix->first);
    *matrix = (wi_study_matrix){0};
}

const wi_study_line *wi_study_matrix_line(const wi_study_matrix *matrix, const wi_study_row *row, const char *model) {
    for (uint32_t i = 0; i < matrix->table->count; i++) {
        const wi_study_line *line = &matrix->table->line[i];
        if (line->row == row && same_model(line->model, model)) return line;
    }
    return NULL;
}

void wi_study_matrix_print(const wi_study_matrix *matrix, const wi_study_row *row, wi_study_print *print,
                           const char *plus_minus, char text[WI_STUDY_CELL]) {
    char one[WI_STUDY_CELL];
    text[0] = '\0';
    for (uint32_t i = 0; i < matrix->table->count; i++) {
        if (matrix->table->line[i].row != row) continue;
        print(&matrix->table->line[i], plus_minus, one);
        snprintf(text, WI_STUDY_CELL, "%s", *text && strcmp(text, one) != 0 ? "by model" : one);
    }
}

// Words ----------------------------------------------------------------------------------------------------------------

static const char *word_of(wi_verdict verdict) {
    switch (verdict) {
    case WI_MET:
        return "pass";
    case WI_MISSED:
        return "fail";
    case WI_COMPARED:
    case WI_NO_PUBLISHED:
        return "documented";
    default:
        return wi_verdict_name(verdict);
    }
}

// What a test comes to if its lines differ: the first of these that one of them has.
static const wi_verdict worst_first[] = {WI_MISSED, WI_NOT_RUN,  WI_NOT_THERE,    WI_NO_RECORDINGS,
                                         WI_MET,    WI_COMPARED, WI_NO_PUBLISHED, WI_UNATTAINABLE};
_Static_assert(WEND_COUNT(worst_first) == WI_VERDICTS, "every verdict has its place");

const char *wi_study_matrix_word(const wi_study_matrix *matrix, uint32_t test, const char *model) {
    const char *name = wi_study_test_of(matrix->table->line[matrix->first[test]].row);
    bool found[WI_VERDICTS] = {0};
    for (uint32_t i = 0; i < matrix->table->count; i++) {
        const wi_study_line *line = &matrix->table->line[i];
        if (same_model(line->model, model) && strcmp(wi_study_test_of(line->row), name) == 0)
            found[line->verdict] = true;
    }
    for (uint32_t i = 0; i < WEND_COUNT(worst_first); i++) {
        if (found[worst_first[i]]) return word_of(worst_first[i]);
    }
    return "-";
}

void wi_study_print_figure(const wi_study_line *line, char text[WI_STUDY_CELL]) {
    if (!line) {
        snprintf(text, WI_STUDY_CELL, "-");
        return;
    }
    const char *word = word_of(line->verdict), *unit = line->value.unit;
    if (line->runs == 0)
        snprintf(text, WI_STUDY_CELL, "%s", word);
    else if (line->ours.count == 0)
        snprintf(text, WI_STUDY_CELL, "%s (0 of %u)", word, line->runs);
    else if (line->ours.count < line->runs)
        snprintf(text, WI_STUDY_CELL, "%s %.*f%s%s (%u of %u)", word, line->value.decimals, line->ours.mean,
                 *unit ? " " : "", unit, line->ours.count, line->runs);
    else
        snprintf(text, WI_STUDY_CELL, "%s %.*f%s%s", word, line->value.decimals, line->ours.mean, *unit ? " " : "",
                 unit);
}
