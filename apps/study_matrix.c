// The matrix of a study for a person: a line for each test with what it comes to, and its figures below.
#include "study.h"

#include "drawing.h"

#include <string.h>

#define COLUMNS_MAX (WI_STUDY_MATRIX_MODELS + 2u) // name, goal, models

typedef struct matrix_row {
    char cell[COLUMNS_MAX][WI_STUDY_CELL];
} matrix_row;

// Twice over the same rows: first to find the widths, then to print.
typedef struct matrix_print {
    const wi_study_matrix *of;
    const char *plus_minus;
    uint32_t columns;
    int width[COLUMNS_MAX];
    bool measuring;
} matrix_print;

static void put_row(matrix_print *on, const matrix_row *row) {
    for (uint32_t i = 0; i < on->columns; i++) {
        int width = study_width_of(row->cell[i]);
        if (on->measuring && width > on->width[i]) on->width[i] = width;
        if (!on->measuring)
            printf("%s%s%*s", i ? "  " : "", row->cell[i], i + 1 < on->columns ? on->width[i] - width : 0, "");
    }
    if (!on->measuring) printf("\n");
}

static void put_head(matrix_print *on) {
    matrix_row row = {{"", "goal"}};
    for (uint32_t i = 0; i < on->of->model_count; i++)
        snprintf(row.cell[i + 2], WI_STUDY_CELL, "%s", wi_study_model_name(on->of->model[i]));
    put_row(on, &row);
}

static void put_test(matrix_print *on, uint32_t test) {
    matrix_row row = {{""}};
    snprintf(row.cell[0], WI_STUDY_CELL, "%s", wi_study_test_of(on->of->table->line[on->of->first[test]].row));
    for (uint32_t i = 0; i < on->of->model_count; i++)
        snprintf(row.cell[i + 2], WI_STUDY_CELL, "%s", wi_study_matrix_word(on->of, test, on->of->model[i]));
    put_row(on, &row);
}

static void put_figures(matrix_print *on, const wi_study_line *line) {
    matrix_row row;
    snprintf(row.cell[0], WI_STUDY_CELL, "  %s", line->row->label);
    wi_study_matrix_print(on->of, line->row, wi_study_print_goal, on->plus_minus, row.cell[1]);
    for (uint32_t i = 0; i < on->of->model_count; i++)
        wi_study_print_figure(wi_study_matrix_line(on->of, line->row, on->of->model[i]), row.cell[i + 2]);
    put_row(on, &row);
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
    printf("%s\n%s\n", page->study->title, page->study->source);
    if (page->quick) printf("A quick look with short runs: the numbers mean nothing.\n");
    put_all(&on, true);
    put_all(&on, false);
    study_print_remarks(page->table);
}
