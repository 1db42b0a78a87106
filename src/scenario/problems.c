#include "scenario/problems.h"

#include "base/json_write.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LINE_LENGTH_MAX 200

static const char no_memory[] = "there is not enough memory";
static const char nowhere[] = "";

static bool grow(void **array, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) return true;
    uint32_t wanted = *capacity ? 2 * *capacity : 8;
    void *grown = realloc(*array, wanted * size);
    if (!grown) return false;
    *array = grown;
    *capacity = wanted;
    return true;
}

static wi_problem_file *find_file(wi_problems *problems, const char *name) {
    for (uint32_t i = 0; i < problems->file_count; i++) {
        if (strcmp(problems->file[i].name, name) == 0) return &problems->file[i];
    }
    if (!grow((void **)&problems->file, &problems->file_capacity, problems->file_count + 1, sizeof *problems->file))
        return NULL;
    char *copy = strdup(name);
    if (!copy) return NULL;
    problems->file[problems->file_count] = (wi_problem_file){.name = copy};
    return &problems->file[problems->file_count++];
}

void wi_problems_remember(wi_problems *problems, const char *file, const char *text, size_t size) {
    wi_problem_file *known = find_file(problems, file);
    char *copy = known && !known->text ? malloc(size + 1) : NULL;
    if (!copy) return;
    memcpy(copy, text, size);
    copy[size] = '\0';
    known->text = copy;
    known->size = size;
}

static char *copy_line(const char *line, size_t length) {
    if (length > LINE_LENGTH_MAX) length = LINE_LENGTH_MAX;
    while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == '\n')) length--;
    return strndup(line, length);
}

static char *line_of_text(const char *text, size_t size, uint32_t number) {
    const char *end = text + size;
    for (uint32_t i = 1; i < number; i++) {
        text = memchr(text, '\n', (size_t)(end - text));
        if (!text) return NULL;
        text++;
    }
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    return copy_line(text, (size_t)((stop ? stop : end) - text));
}

static char *line_of_file(const char *name, uint32_t number) {
    FILE *file = fopen(name, "r");
    if (!file) return NULL;
    char *line = NULL, *copy = NULL;
    size_t capacity = 0;
    ssize_t length = 0;
    for (uint32_t i = 0; i < number && length >= 0; i++) length = getline(&line, &capacity, file);
    if (length >= 0) copy = copy_line(line, (size_t)length);
    free(line);
    fclose(file);
    return copy;
}

static char *find_line(const wi_problem_file *file, wi_place place) {
    if (!file || place.line == 0) return NULL;
    if (file->text) return line_of_text(file->text, file->size, place.line);
    return line_of_file(file->name, place.line);
}

static bool same(const wi_problem *a, const wi_problem *b) {
    return a->place.line == b->place.line && a->place.column == b->place.column && a->text && b->text &&
           strcmp(a->place.file, b->place.file) == 0 && strcmp(a->text, b->text) == 0;
}

static void drop(wi_problem *problem) {
    free(problem->text);
    free(problem->line);
}

static void keep(wi_problems *problems, wi_problem problem) {
    for (uint32_t i = 0; i < problems->count; i++) {
        if (!same(&problems->problem[i], &problem)) continue;
        drop(&problem);
        return;
    }
    if (problems->problem == &problems->spare) {
        drop(&problem);
    } else if (grow((void **)&problems->problem, &problems->capacity, problems->count + 1, sizeof problem)) {
        problems->problem[problems->count++] = problem;
    } else if (problems->count == 0) { // a caller must see that something is wrong, whatever else fails
        problems->spare = problem;
        problems->problem = &problems->spare;
        problems->count = 1;
    } else {
        drop(&problem);
    }
}

void wi_problem_add(wi_problems *problems, wi_place place, const char *format, ...) {
    if (wi_problems_full(problems)) return;
    const wi_problem_file *file = find_file(problems, place.file ? place.file : "");
    wi_problem problem = {.place = {file ? file->name : nowhere, place.line, place.column}};
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    problem.text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (problem.text) vsnprintf(problem.text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    problem.line = find_line(file, place);
    keep(problems, problem);
}

bool wi_problems_full(const wi_problems *problems) { return problems->count >= WI_PROBLEMS_MAX; }

// Compares by line and column; files stay in order of first mention.
static int compare(const void *a, const void *b) {
    const wi_problem *const *x = a, *const *y = b;
    if ((*x)->place.line != (*y)->place.line) return (*x)->place.line < (*y)->place.line ? -1 : 1;
    if ((*x)->place.column != (*y)->place.column) return (*x)->place.column < (*y)->place.column ? -1 : 1;
    return *x < *y ? -1 : 1;
}

typedef void printer(const wi_problem *problem, uint32_t index, FILE *to);

static void each_in_order(const wi_problems *problems, printer *print, FILE *to) {
    const wi_problem **order = malloc((problems->count + 1) * sizeof *order);
    uint32_t printed = 0;
    for (uint32_t f = 0; order && f < problems->file_count; f++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < problems->count; i++) {
            if (problems->problem[i].place.file == problems->file[f].name) order[count++] = &problems->problem[i];
        }
        qsort(order, count, sizeof *order, compare);
        for (uint32_t i = 0; i < count; i++) print(order[i], printed++, to);
    }
    // Those whose file could not be kept, and all if there was no memory to sort them.
    for (uint32_t i = 0; i < problems->count; i++) {
        if (!order || problems->problem[i].place.file == nowhere) print(&problems->problem[i], printed++, to);
    }
    free(order);
}

// Under the line, a caret below the column; columns count characters, not bytes.
static void print_caret(const char *line, uint32_t column, FILE *to) {
    uint32_t at = 1;
    fputs("  ", to);
    for (; *line && at < column; line++) {
        if (((unsigned char)*line & 0xc0) == 0x80) continue;
        fputc(*line == '\t' ? '\t' : ' ', to);
        at++;
    }
    if (at == column)
        fputs("^\n", to);
    else
        fputc('\n', to);
}

static void print_one(const wi_problem *problem, uint32_t index, FILE *to) {
    (void)index;
    const wi_place *place = &problem->place;
    if (*place->file) fprintf(to, "%s:", place->file);
    if (place->line) fprintf(to, "%u:%u:", place->line, place->column);
    fprintf(to, "%serror: %s\n", *place->file ? " " : "", problem->text ? problem->text : no_memory);
    if (!problem->line) return;
    fprintf(to, "  %s\n", problem->line);
    print_caret(problem->line, place->column, to);
}

static void print_one_json(const wi_problem *problem, uint32_t index, FILE *to) {
    fputs(index ? ", {\"file\": " : "{\"file\": ", to);
    wi_json_print_text(to, problem->place.file);
    fprintf(to, ", \"line\": %u, \"column\": %u, \"text\": ", problem->place.line, problem->place.column);
    wi_json_print_text(to, problem->text ? problem->text : no_memory);
    fputs("}", to);
}

void wi_problems_print(const wi_problems *problems, FILE *to) {
    each_in_order(problems, print_one, to);
    if (wi_problems_full(problems)) fprintf(to, "There are more; these are the first %u.\n", WI_PROBLEMS_MAX);
}

void wi_problems_print_json(const wi_problems *problems, FILE *to) {
    fputs("[", to);
    each_in_order(problems, print_one_json, to);
    fputs("]", to);
}

void wi_problems_free(wi_problems *problems) {
    for (uint32_t i = 0; i < problems->count; i++) drop(&problems->problem[i]);
    if (problems->problem != &problems->spare) free(problems->problem);
    for (uint32_t i = 0; i < problems->file_count; i++) {
        free(problems->file[i].name);
        free(problems->file[i].text);
    }
    free(problems->file);
    *problems = (wi_problems){0};
}
