#include "scenario/csv.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/geometry.h"

#define PROBLEMS_MAX 20

void wi_csv_problem(wi_csv *csv, wi_problems *problems, const char *format, ...) {
    wi_place place = {csv->path, csv->line, 1};
    if (++csv->problems > PROBLEMS_MAX + 1) return;
    if (csv->problems == PROBLEMS_MAX + 1) {
        wi_problem_add(problems, place, "there are more problems in this file");
        return;
    }
    char text[400];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    wi_problem_add(problems, place, "%s", text);
}

// The next line that says something, cut off from the rest; NULL at the end.
static char *next_line(wi_csv *csv) {
    while (*csv->rest != '\0') {
        char *line = csv->rest, *end = strchr(line, '\n');
        csv->rest = end != NULL ? end + 1 : line + strlen(line);
        if (end != NULL) *end = '\0';
        csv->line++;
        line += strspn(line, " \t\r");
        if (*line != '\0' && *line != '#') return line;
    }
    return NULL;
}

static char *trim(char *value) {
    value += strspn(value, " \t\r\"");
    size_t length = strlen(value);
    while (length > 0 && (isspace((unsigned char)value[length - 1]) || value[length - 1] == '"')) length--;
    value[length] = '\0';
    return value;
}

// Cuts a line into values; returns how many there are, of which no more than the room for them are kept.
static uint32_t cut(const wi_csv *csv, char *line, const char **value) {
    uint32_t count = 0;
    for (char *at = line; at != NULL; count++) {
        char *end = strchr(at, csv->separator);
        if (end != NULL) *end = '\0';
        if (count < WI_CSV_COLUMNS) value[count] = trim(at);
        at = end != NULL ? end + 1 : NULL;
    }
    return count;
}

static char separator_of(const char *line) {
    return strchr(line, ',') != NULL ? ',' : strchr(line, ';') != NULL ? ';' : '\t';
}

bool wi_csv_open(wi_csv *csv, const char *path, wi_place place, wi_problems *problems) {
    char why[200];
    *csv = (wi_csv){.path = path, .text = wi_file_text(path, why, sizeof why)};
    if (csv->text == NULL) {
        wi_problem_add(problems, place, "%s %s", path, why);
        return false;
    }
    csv->rest = csv->text;
    if (strncmp(csv->rest, "\xef\xbb\xbf", 3) == 0) csv->rest += 3; // some programs write a mark first
    char *line = next_line(csv);
    if (line != NULL) {
        csv->separator = separator_of(line);
        csv->columns = cut(csv, line, csv->name);
    }
    if (csv->columns > 0 && csv->columns <= WI_CSV_COLUMNS) return true;
    wi_csv_problem(csv, problems, "the first line must name the columns, at most %d", WI_CSV_COLUMNS);
    wi_csv_close(csv);
    return false;
}

void wi_csv_close(wi_csv *csv) {
    free(csv->text);
    csv->text = NULL;
}

uint32_t wi_csv_column(const wi_csv *csv, const char *name) {
    for (uint32_t i = 0; i < csv->columns; i++)
        if (strcmp(csv->name[i], name) == 0) return i;
    return UINT32_MAX;
}

bool wi_csv_next(wi_csv *csv, wi_problems *problems) {
    for (char *line; (line = next_line(csv)) != NULL;) {
        uint32_t count = cut(csv, line, csv->value);
        if (count == csv->columns) return true;
        wi_csv_problem(csv, problems, "this line has %u values, the first line names %u", count, csv->columns);
    }
    return false;
}

double wi_csv_number(wi_csv *csv, uint32_t column, wi_problems *problems) {
    if (column == UINT32_MAX || csv->value[column][0] == '\0') return NAN;
    char *end;
    double number = strtod(csv->value[column], &end);
    if (*end == '\0' && isfinite(number)) return number;
    wi_csv_problem(csv, problems, "%s must be a number, not '%s'", csv->name[column], csv->value[column]);
    return NAN;
}
