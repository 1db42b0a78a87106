// What a study leaves behind: a page in Markdown, a table in CSV, and its line in the index of all studies.
#ifndef WI_STUDY_PAGE_H
#define WI_STUDY_PAGE_H

#include "study/matrix.h"

#include <stdio.h>

typedef struct wi_study_page {
    const wi_study *study;
    const wi_study_table *table;
    const char *command; // that makes it again
    const char *machine; // in words
    bool quick;
    const wi_study_matrix *matrix; // of the table: shown instead of it; NULL: the table
} wi_study_page;

// The same study, version and machine give the same bytes, but for measured times.
void wi_study_write_page(const wi_study_page *page, FILE *to);
void wi_study_write_csv(const wi_study_page *page, FILE *to);

// "| [title](link) | source | 3 met, 1 missed |", from the table in CSV; "not run" where that is NULL or no such table.
void wi_study_write_index_line(const wi_study *study, const char *link, FILE *csv, FILE *to);

#endif
