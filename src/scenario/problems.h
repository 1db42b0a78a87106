// Everything that is wrong with a file, collected and then shown at once.
#ifndef WI_PROBLEMS_H
#define WI_PROBLEMS_H

#include <stdio.h>

#include "wend/base.h"

// Where something stands: file as the user named it, line and column from 1; line 0 for the file as a whole.
typedef struct wi_place {
    const char *file;
    uint32_t line, column;
} wi_place;

typedef struct wi_problem {
    wi_place place;
    char *text; // what is wrong and what would be right
    char *line; // the offending line, or NULL
} wi_problem;

typedef struct wi_problem_file {
    char *name;
    char *text; // NULL: read from the disk when a line of it is wanted
    size_t size;
} wi_problem_file;

typedef struct wi_problems {
    wi_problem *problem;
    uint32_t count, capacity;
    wi_problem_file *file; // every file named so far, in order of first mention
    uint32_t file_count, file_capacity;
    wi_problem spare; // for when there is no memory for the list itself
} wi_problems;

// More are not kept: whoever has that many looks at the first ones.
#define WI_PROBLEMS_MAX 500

// Adds one; the place's file name is copied. The same text at the same place counts once.
__attribute__((format(printf, 3, 4))) void wi_problem_add(wi_problems *problems, wi_place place, const char *format,
                                                          ...);

// True when no more are kept, so that nobody need go on looking.
bool wi_problems_full(const wi_problems *problems);

// Keeps a copy of a file's text, so that its lines can be shown although the file is not on the disk, or no longer.
void wi_problems_remember(wi_problems *problems, const char *file, const char *text, size_t size);

// Prints them in order of place, as "file:line:column: error: text", the line, and a caret under the column.
void wi_problems_print(const wi_problems *problems, FILE *to);

// The same as a JSON array of objects with file, line, column and text, without a line end.
void wi_problems_print_json(const wi_problems *problems, FILE *to);
void wi_problems_free(wi_problems *problems);

#endif
