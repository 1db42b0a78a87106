// Rows of an SQLite file, by one query that only reads. A scenario may come from anywhere, so the query can neither change
// nor attach anything, run for ever, or give other rows the next time.
#ifndef WI_QUERY_H
#define WI_QUERY_H

#include "scenario/problems.h"

#define WI_QUERY_ROWS 100000

typedef struct wi_query {
    const char *path;
    struct sqlite3 *base;
    struct sqlite3_stmt *rows;
    wi_place place;
    uint32_t row;   // from 1, the present one
    uint32_t spent; // of the work that it may do
    char refused[80];
} wi_query;

// Opens the file and asks; false with a problem at `place`. Close it in either case.
bool wi_query_open(wi_query *query, const char *path, const char *sql, wi_place place, wi_problems *problems);
void wi_query_close(wi_query *query);

// The column of that name in the answer, or UINT32_MAX.
uint32_t wi_query_column(const wi_query *query, const char *name);
uint32_t wi_query_columns(const wi_query *query);

// Goes to the next row; false at the end, or with a problem.
bool wi_query_next(wi_query *query, wi_problems *problems);

// A value of the present row. The text holds until the next row; "" for none. NAN where there is no number.
const char *wi_query_text(const wi_query *query, uint32_t column);
double wi_query_number(const wi_query *query, uint32_t column);

#endif
