#include "study/page.h"

#include "base/csv_write.h"

#include <string.h>

#define PLUS_MINUS "\xc2\xb1"

// A text in a cell of a table: one line, and no bar that would end the cell.
static void put_cell(FILE *to, const char *text) {
    for (; *text; text++) {
        if (*text == '|') fputc('\\', to);
        fputc(*text == '\n' ? ' ' : *text, to);
    }
}

static void put_line(const wi_study_line *line, FILE *to) {
    char published[WI_STUDY_CELL], goal[WI_STUDY_CELL], ours[WI_STUDY_CELL];
    wi_study_print_published(line, PLUS_MINUS, published);
    wi_study_print_goal(line, PLUS_MINUS, goal);
    wi_study_print_ours(line, PLUS_MINUS, ours);
    fprintf(to, "| ");
    put_cell(to, line->row->label);
    fprintf(to, " | %s | %s | %s | %s | %s |\n", line->model ? line->model : "", published, goal, ours,
            wi_verdict_name(line->verdict));
}

static void put_lines(const wi_study_table *table, FILE *to) {
    fprintf(to, "\n| number | model | published | goal | ours | verdict |\n|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < table->count; i++) put_line(&table->line[i], to);
}

// As a matrix ----------------------------------------------------------------------------------------------------------

static void put_head(const wi_study_matrix *matrix, const char *first, FILE *to) {
    fprintf(to, "\n| %s |", first);
    for (uint32_t i = 0; i < matrix->model_count; i++) fprintf(to, " %s |", wi_study_model_name(matrix->model[i]));
    fprintf(to, "\n|---|");
    for (const char *c = strchr(first, '|'); c; c = strchr(c + 1, '|')) fprintf(to, "---|");
    for (uint32_t i = 0; i < matrix->model_count; i++) fprintf(to, "---|");
    fprintf(to, "\n");
}

static void put_words(const wi_study_matrix *matrix, FILE *to) {
    put_head(matrix, "test", to);
    for (uint32_t i = 0; i < matrix->test_count; i++) {
        fprintf(to, "| ");
        put_cell(to, wi_study_test_of(matrix->table->line[matrix->first[i]].row));
        for (uint32_t k = 0; k < matrix->model_count; k++)
            fprintf(to, " | %s", wi_study_matrix_word(matrix, i, matrix->model[k]));
        fprintf(to, " |\n");
    }
}

static void put_figures(const wi_study_matrix *matrix, FILE *to) {
    const wi_study_row *row = NULL;
    put_head(matrix, "test | number | published | goal", to);
    for (uint32_t i = 0; i < matrix->table->count; i++) {
        const wi_study_line *line = &matrix->table->line[i];
        char cell[WI_STUDY_CELL];
        if (line->row == row) continue;
        row = line->row;
        fprintf(to, "| ");
        put_cell(to, wi_study_test_of(row));
        fprintf(to, " | ");
        put_cell(to, row->label);
        wi_study_matrix_print(matrix, row, wi_study_print_published, PLUS_MINUS, cell);
        fprintf(to, " | %s", cell);
        wi_study_matrix_print(matrix, row, wi_study_print_goal, PLUS_MINUS, cell);
        fprintf(to, " | %s", cell);
        for (uint32_t k = 0; k < matrix->model_count; k++) {
            wi_study_print_figure(wi_study_matrix_line(matrix, row, matrix->model[k]), cell);
            fprintf(to, " | %s", cell);
        }
        fprintf(to, " |\n");
    }
}

static void put_matrix(const wi_study_matrix *matrix, FILE *to) {
    put_words(matrix, to);
    fprintf(to, "\nA test passes where all its numbers do. Documented: there is no limit to pass or fail.\n");
    put_figures(matrix, to);
}

// The page -------------------------------------------------------------------------------------------------------------

static void put_remarks(const wi_study_table *table, FILE *to) {
    const wi_study_row *noted = NULL;
    for (uint32_t i = 0; i < table->count; i++) {
        char text[WI_STUDY_REMARK];
        const char *remark = wi_study_remark(table, i, text);
        const wi_study_row *row = table->line[i].row;
        if (remark) fprintf(to, "- %s\n", remark);
        if (row->note && row != noted) fprintf(to, "- %s: %s\n", row->label, row->note);
        noted = row;
    }
}

static void put_counts(const uint32_t *verdicts, FILE *to) {
    bool any = false;
    for (uint32_t i = 0; i < WI_VERDICTS; i++) {
        if (!verdicts[i]) continue;
        fprintf(to, "%s%u %s", any ? ", " : "", verdicts[i], wi_verdict_name((wi_verdict)i));
        any = true;
    }
    if (!any) fprintf(to, "not run");
}

static bool has_trials(const wi_study *study) {
    for (uint32_t i = 0; i < study->row_count; i++)
        if (study->row[i].trials > 1) return true;
    return false;
}

void wi_study_write_page(const wi_study_page *page, FILE *to) {
    const wi_study *study = page->study;
    fprintf(to, "# %s\n\nSource: %s\n", study->title, study->source);
    if (study->about && *study->about)
        fprintf(to, "\n%s%s", study->about, study->about[strlen(study->about) - 1] == '\n' ? "" : "\n");
    if (page->quick) fprintf(to, "\n**A quick look with short runs: the numbers mean nothing.**\n");
    if (page->matrix)
        put_matrix(page->matrix, to);
    else
        put_lines(page->table, to);
    fprintf(to, "\nVerdicts: ");
    put_counts(page->table->verdicts, to);
    fprintf(to,
            ".\n\nOurs is the mean over the seeds%s, with the number of seeds;\n\"7 of 10\" where only seven gave a "
            "number. A goal without a published value is ours.\n%s\n",
            page->matrix ? "" : " " PLUS_MINUS " half the width of its 95 % confidence interval",
            has_trials(study) ? "\"20 x 3\": of 20 experiments with three seeds each, the largest of the three.\n"
                              : "");
    put_remarks(page->table, to);
    fprintf(to, "\nMade by `%s` with wend %s on %s.\n", page->command, wend_version(), page->machine);
}

// CSV ------------------------------------------------------------------------------------------------------------------

void wi_study_write_csv(const wi_study_page *page, FILE *to) {
    fprintf(to, "label,model,measure,unit,published,spread,goal,target,mean,ci95,seeds,runs,verdict\n");
    for (uint32_t i = 0; i < page->table->count; i++) {
        const wi_study_line *line = &page->table->line[i];
        wi_csv_put_text(to, line->row->label);
        fputc(',', to);
        wi_csv_put_text(to, line->model ? line->model : "");
        fputc(',', to);
        wi_csv_put_text(to, line->value.name);
        fprintf(to, ",%s", line->value.unit);
        wi_csv_put_number(to, line->published);
        wi_csv_put_number(to, line->row->spread);
        fprintf(to, ",%s", wi_study_goal_name(wi_study_line_goal(line)));
        wi_csv_put_number(to, line->target);
        wi_csv_put_number(to, line->ours.mean);
        wi_csv_put_number(to, line->ours.half);
        fprintf(to, ",%u,%u,%s\n", line->ours.count, line->runs, wi_verdict_name(line->verdict));
    }
}

// The index ------------------------------------------------------------------------------------------------------------

// The verdict is what stands after the last comma of a line.
static void count_verdicts(FILE *csv, uint32_t verdicts[WI_VERDICTS]) {
    char line[1024];
    while (fgets(line, sizeof line, csv)) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *last = strrchr(line, ',');
        for (uint32_t i = 0; last && i < WI_VERDICTS; i++)
            verdicts[i] += strcmp(last + 1, wi_verdict_name((wi_verdict)i)) == 0;
    }
}

void wi_study_write_index_line(const wi_study *study, const char *link, FILE *csv, FILE *to) {
    uint32_t verdicts[WI_VERDICTS] = {0};
    if (csv) count_verdicts(csv, verdicts);
    fprintf(to, "| [");
    put_cell(to, study->title);
    fprintf(to, "](%s) | ", link);
    put_cell(to, study->source);
    fprintf(to, " | ");
    put_counts(verdicts, to);
    fprintf(to, " |\n");
}
