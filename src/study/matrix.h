// Results as tests by models: a test is the rows of a study that have its name, and passes where all of them do.
#ifndef WI_STUDY_MATRIX_H
#define WI_STUDY_MATRIX_H

#include "study/table.h"

typedef struct wi_study_matrix {
    const wi_study_table *table; // must outlive the matrix
    const char **model;          // in the order in which lines name them; NULL: the scenario's
    uint32_t model_count;
    uint32_t *first; // of each test, the first of its lines
    uint32_t test_count;
} wi_study_matrix;

wend_result wi_study_matrix_make(const wi_study_table *table, wi_study_matrix *matrix, wend_error *error);
void wi_study_matrix_free(wi_study_matrix *matrix);

// What a row is a part of.
const char *wi_study_test_of(const wi_study_row *row);

// Of a column; "as written" of NULL.
const char *wi_study_model_name(const char *model);

// The line of a row under a model, NULL if the row is not about it.
const wi_study_line *wi_study_matrix_line(const wi_study_matrix *matrix, const wi_study_row *row, const char *model);

// wi_study_print_published or wi_study_print_goal, of a row; "by model" where its lines differ.
typedef void wi_study_print(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]);
void wi_study_matrix_print(const wi_study_matrix *matrix, const wi_study_row *row, wi_study_print *print,
                           const char *plus_minus, char text[WI_STUDY_CELL]);

// "pass", "fail", "documented", "not attainable", ... of a test under a model: the worst of its rows; "-" without any.
const char *wi_study_matrix_word(const wi_study_matrix *matrix, uint32_t test, const char *model);

// The same with the figure, of one line: "pass 29.9 s"; "-" of NULL.
void wi_study_print_figure(const wi_study_line *line, char text[WI_STUDY_CELL]);

#endif
