// The built viewer as one page: its style sheet and script inside, and a place for data between.
#ifndef VIEWER_PAGE_H
#define VIEWER_PAGE_H

#include "wend/base.h"

#include <stdio.h>

typedef struct viewer_page {
    char *page, *script, *style;                                                    // whole files
    const char *style_tag, *style_tag_end, *script_tag, *script_tag_end, *body_end; // in `page`
} viewer_page;

// To be freed after a failure too.
wend_result viewer_page_read(viewer_page *viewer, wend_error *error);
void viewer_page_free(viewer_page *viewer);

// All before the data, and all behind it: the script comes last, so that everything is there when it runs.
void viewer_page_begin(const viewer_page *viewer, FILE *to);
void viewer_page_end(const viewer_page *viewer, FILE *to);

#endif
