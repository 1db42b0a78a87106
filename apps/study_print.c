// The table of a study for a person, as JSON and as files.
#include "study.h"

#include "base/beside.h"
#include "base/json_write.h"
#include "drawing.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

// For a person ---------------------------------------------------------------------------------------------------------

enum { LABEL, MODEL, PUBLISHED, GOAL, OURS, VERDICT, COLUMNS };

typedef struct table_row {
    char cell[COLUMNS][WI_STUDY_CELL];
} table_row;

int study_width_of(const char *text) {
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static table_row make_row(const wi_study_line *line, const char *plus_minus) {
    table_row row;
    snprintf(row.cell[LABEL], WI_STUDY_CELL, "%s", line->row->label);
    snprintf(row.cell[MODEL], WI_STUDY_CELL, "%s", line->model ? line->model : "");
    wi_study_print_published(line, plus_minus, row.cell[PUBLISHED]);
    wi_study_print_goal(line, plus_minus, row.cell[GOAL]);
    wi_study_print_ours(line, plus_minus, row.cell[OURS]);
    snprintf(row.cell[VERDICT], WI_STUDY_CELL, "%s", wi_verdict_name(line->verdict));
    return row;
}

static void widen(const table_row *row, int widths[COLUMNS]) {
    for (uint32_t i = 0; i < COLUMNS; i++) {
        int width = study_width_of(row->cell[i]);
        if (width > widths[i]) widths[i] = width;
    }
}

static void print_row(const table_row *row, const int widths[COLUMNS]) {
    for (uint32_t i = 0; i < COLUMNS; i++) {
        int fill = widths[i] - study_width_of(row->cell[i]);
        bool number = i == PUBLISHED || i == GOAL || i == OURS;
        printf("  %*s%s%*s", number ? fill : 0, "", row->cell[i], number || i == VERDICT ? 0 : fill, "");
    }
    printf("\n");
}

void study_print_remarks(const wi_study_table *table) {
    for (uint32_t i = 0; i < table->count; i++) {
        char text[WI_STUDY_REMARK];
        const char *remark = wi_study_remark(table, i, text);
        if (remark) printf("  %s\n", remark);
    }
}

void study_print(const wi_study_page *page) {
    static const table_row head = {{"", "model", "published", "goal", "ours (seeds)", "verdict"}};
    const char *plus_minus = terminal_look().braille ? "\xc2\xb1" : "+-";
    int widths[COLUMNS] = {0};
    widen(&head, widths);
    for (uint32_t i = 0; i < page->table->count; i++) {
        table_row row = make_row(&page->table->line[i], plus_minus);
        widen(&row, widths);
    }
    if (page->matrix) {
        study_print_matrix(page);
        return;
    }
    printf("%s\n%s\n", page->study->title, page->study->source);
    if (page->quick) printf("A quick look with short runs: the numbers mean nothing.\n");
    print_row(&head, widths);
    for (uint32_t i = 0; i < page->table->count; i++) {
        table_row row = make_row(&page->table->line[i], plus_minus);
        print_row(&row, widths);
    }
    study_print_remarks(page->table);
}

// As JSON --------------------------------------------------------------------------------------------------------------

// What the study says, with the digits that it has there.
static void put_said(wi_json_object *object, const char *name, double value) {
    wi_json_put_name(object, name);
    wi_json_print_number(object->to, value);
}

// Its goal, as the table tells it.
static void print_json_goal(const wi_study_line *line, wi_json_object *object) {
    const wi_study_goal goal = wi_study_line_goal(line);
    wi_json_put_text(object, "goal", wi_study_goal_name(goal));
    put_said(object, "target", line->target);
    put_said(object, "margin", goal == WI_STUDY_WITHIN ? line->row->margin : (double)NAN);
}

static void print_json_line(const wi_study_table *table, uint32_t index, int indent) {
    const wi_study_line *line = &table->line[index];
    char text[WI_STUDY_REMARK];
    wi_json_object object = wi_json_begin(stdout, indent);
    wi_json_put_text(&object, "label", line->row->label);
    wi_json_put_text(&object, "model", line->model);
    wi_json_put_text(&object, "measure", line->value.name);
    wi_json_put_text(&object, "unit", line->value.unit);
    put_said(&object, "published", line->published);
    put_said(&object, "spread", line->row->spread);
    print_json_goal(line, &object);
    wi_json_put_number(&object, "mean", line->ours.mean, 6);
    wi_json_put_number(&object, "ci95", line->ours.half, 6);
    wi_json_put_count(&object, "seeds", line->ours.count);
    wi_json_put_count(&object, "runs", line->runs);
    wi_json_put_text(&object, "verdict", wi_verdict_name(line->verdict));
    wi_json_put_text(&object, "remark", wi_study_remark(table, index, text));
    wi_json_end(&object);
}

void study_print_json(const wi_study_page *page, const char *name, int indent) {
    wi_json_object object = wi_json_begin(stdout, indent);
    wi_json_put_text(&object, "study", name);
    wi_json_put_text(&object, "title", page->study->title);
    wi_json_put_text(&object, "source", page->study->source);
    wi_json_put_flag(&object, "quick", page->quick);
    wi_json_put_name(&object, "rows");
    printf("[");
    for (uint32_t i = 0; i < page->table->count; i++) {
        printf("%s\n%*s", i ? "," : "", indent + 4, "");
        print_json_line(page->table, i, indent + 4);
    }
    printf("\n%*s]", indent + 2, "");
    wi_json_end(&object);
}

// As files -------------------------------------------------------------------------------------------------------------

typedef void study_printer(const wi_study_page *page, FILE *to);

static const struct {
    const char *name;
    study_printer *print;
} files[] = {{"result.md", wi_study_write_page}, {"result.csv", wi_study_write_csv}};

typedef struct study_file {
    const wi_study_page *page;
    study_printer *print;
} study_file;

static wend_result print_file(FILE *to, const void *host, wend_error *error) {
    (void)error;
    const study_file *file = host;
    file->print(file->page, to);
    return WEND_OK;
}

static bool say_elsewhere(const wend_error *error) {
    fprintf(stderr, "wend: %s. Choose another folder with --out.\n", error->text);
    return false;
}

typedef char study_path[SHIPPED_PATH_MAX + 32];

static const char *path_in(const char *folder, const char *name, study_path path) {
    snprintf(path, sizeof(study_path), "%s/%s", folder, name);
    return path;
}

bool study_can_write(const char *folder) {
    study_path path;
    wend_error error;
    for (uint32_t i = 0; i < WEND_COUNT(files); i++)
        if (wi_beside_check(path_in(folder, files[i].name, path), &error) != WEND_OK) return say_elsewhere(&error);
    return true;
}

bool study_write(const wi_study_page *page, const char *folder) {
    study_path path;
    wend_error error;
    for (uint32_t i = 0; i < WEND_COUNT(files); i++) {
        const study_file file = {page, files[i].print};
        if (wi_text_write(path_in(folder, files[i].name, path), print_file, &file, &error) != WEND_OK)
            return say_elsewhere(&error);
    }
    return true;
}

void study_machine(char text[160]) {
    char line[256], name[128] = "";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !*name && fgets(line, sizeof line, file)) {
        if (sscanf(line, "model name : %127[^\n]", name) != 1) *name = '\0';
    }
    if (file) fclose(file);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(text, 160, "%ld processor%s%s%s", count, count == 1 ? "" : "s", *name ? ", " : "", name);
}
