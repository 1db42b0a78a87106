// The matrix of a study for a person: a line for each test with what it comes to, and its figures below.
#include "study.h"

#include "drawing.h"

#include <stdlib.h>
#include <string.h>

// Twice over the same rows: first to find the widths, then to print.
typedef struct matrix_print {
    const wi_study_matrix *of;
    const char *plus_minus;
    uint32_t columns; // name, goal, models
    uint32_t column;  // the next
    int *width;
    bool measuring;
} matrix_print;

static void put_cell(matrix_print *on, const char *text) {
    const int width = study_width_of(text);
    const uint32_t at = on->column++;
    const bool last = on->column == on->columns;
    if (last) on->column = 0;
    if (on->measuring)
        on->width[at] = width > on->width[at] ? width : on->width[at];
    else
        printf("%s%s%*s%s", at ? "  " : "", text, last ? 0 : on->width[at] - width, "", last ? "\n" : "");
}

static void put_head(matrix_print *on) {
    put_cell(on, "");
    put_cell(on, "goal");
    for (uint32_t i = 0; i < on->of->model_count; i++) put_cell(on, wi_study_model_name(on->of->model[i]));
}

static void put_test(matrix_print *on, uint32_t test) {
    put_cell(on, wi_study_test_of(on->of->table->line[on->of->first[test]].row));
    put_cell(on, "");
    for (uint32_t i = 0; i < on->of->model_count; i++)
        put_cell(on, wi_study_matrix_word(on->of, test, on->of->model[i]));
}

static void put_figures(matrix_print *on, const wi_study_line *line) {
    char text[WI_STUDY_CELL];
    snprintf(text, sizeof text, "  %s", line->row->label);
    put_cell(on, text);
    wi_study_matrix_print(on->of, line->row, wi_study_print_goal, on->plus_minus, text);
    put_cell(on, text);
    for (uint32_t i = 0; i < on->of->model_count; i++) {
        wi_study_print_figure(wi_study_matrix_line(on->of, line->row, on->of->model[i]), text);
        put_cell(on, text);
    }
}

static bool is_part(const wi_study_matrix *matrix, uint32_t line, uint32_t test) {
    return strcmp(wi_study_test_of(matrix->table->line[line].row),
                  wi_study_test_of(matrix->table->line[matrix->first[test]].row)) == 0;
}

static void put_all(matrix_print *on, bool measuring) {
    const wi_study_table *table = on->of->table;
    on->measuring = measuring;
    put_head(on);
    for (uint32_t test = 0; test < on->of->test_count; test++) {
        put_test(on, test);
        for (uint32_t i = on->of->first[test]; i < table->count; i++) {
            bool again = i > 0 && table->line[i - 1].row == table->line[i].row;
            if (!again && is_part(on->of, i, test)) put_figures(on, &table->line[i]);
        }
    }
}

void study_print_matrix(const wi_study_page *page) {
    matrix_print on = {
        .of = page->matrix,
        .plus_minus = terminal_look().braille ? "\xc2\xb1" : "+-",
        .columns = page->matrix->model_count + 2,
    };
    on.width = calloc(on.columns, sizeof *on.width);
    if (!on.width) {
        fprintf(stderr, "wend: no memory to show the table.\n");
        return;
    }
    printf("%s\n%s\n", page->study->title, page->study->source);
    if (page->quick) printf("A quick look with short runs: the numbers mean nothing.\n");
    put_all(&on, true);
    put_all(&on, false);
    study_print_remarks(page->table);
    free(on.width);
}
