// Help for the tests of studies: texts in memory, and what is wrong with them.
#ifndef TEST_STUDYING_H
#define TEST_STUDYING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "study/page.h"

static inline wi_study *study_of(const char *text) {
    wi_problems problems = {0};
    wi_study *study = wi_study_read_text("test/study.yaml", text, strlen(text), &problems);
    wi_problems_print(&problems, stderr);
    assert_int_equal(problems.count, 0);
    assert_non_null(study);
    wi_problems_free(&problems);
    return study;
}

// What a function prints, from malloc.
static inline char *printed(void (*print)(const wi_study_page *page, FILE *to), const wi_study_page *page) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    print(page, to);
    assert_int_equal(fclose(to), 0);
    return text;
}

#endif
