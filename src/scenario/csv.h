// Small tables from text files: a line of names, then lines of values, separated by commas, semicolons or tabs.
#ifndef WI_CSV_H
#define WI_CSV_H

#include "scenario/problems.h"

#define WI_CSV_COLUMNS 32

typedef struct wi_csv {
    const char *path;
    char *text;
    const char *name[WI_CSV_COLUMNS];
    uint32_t columns;
    // The present line.
    uint32_t line; // from 1
    const char *value[WI_CSV_COLUMNS];
    char *rest;
    char separator;
    uint32_t problems; // so far
} wi_csv;

// Opens a file and reads its names; lines that are empty or start with # are skipped. False with a problem at `place`.
bool wi_csv_open(wi_csv *csv, const char *path, wi_place place, wi_problems *problems);
void wi_csv_close(wi_csv *csv);

// The column of that name, or UINT32_MAX.
uint32_t wi_csv_column(const wi_csv *csv, const char *name);

// Goes to the next line of values; false at the end. A line with too few or too many values is a problem and passed over.
bool wi_csv_next(wi_csv *csv, wi_problems *problems);

// The present line's number in a column; NAN where the column is UINT32_MAX or the value is empty, and NAN with a problem
// where it is no number.
double wi_csv_number(wi_csv *csv, uint32_t column, wi_problems *problems);

// Adds a problem with the present line; after 20 of one file only once more, saying so.
__attribute__((format(printf, 3, 4))) void wi_csv_problem(wi_csv *csv, wi_problems *problems, const char *format, ...);

#endif
