// Help for the tests of scenario files: texts in memory, files in a folder of their own, and what is wrong with them.
#ifndef TEST_READING_H
#define TEST_READING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "scenario/scenario.h"

typedef struct folder {
    char path[64];
} folder;

static inline folder folder_make(void) {
    folder made = {"/tmp/wend_scenario_XXXXXX"};
    assert_non_null(mkdtemp(made.path));
    return made;
}

static inline const char *folder_file(const folder *in, const char *name) {
    static char path[4][256];
    static unsigned which;
    char *made = path[which++ % 4];
    (void)snprintf(made, sizeof path[0], "%s/%s", in->path, name);
    return made;
}

static inline void folder_write(const folder *in, const char *name, const char *text) {
    FILE *file = fopen(folder_file(in, name), "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline void folder_remove(const folder *in) {
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r '%s'", in->path);
    assert_int_equal(system(command), 0);
}

static inline wi_scenario *read_text(const char *text, wi_problems *problems) {
    return wi_scenario_read_text("test.yaml", text, strlen(text), NULL, problems);
}

// Reads what must be right.
static inline wi_scenario *read_good(const char *text) {
    wi_problems problems = {0};
    wi_scenario *scenario = read_text(text, &problems);
    wi_problems_print(&problems, stderr);
    assert_int_equal(problems.count, 0);
    assert_non_null(scenario);
    wi_problems_free(&problems);
    return scenario;
}

static inline bool has_problem(const wi_problems *problems, uint32_t line, uint32_t column, const char *words) {
    for (uint32_t i = 0; i < problems->count; i++) {
        const wi_problem *problem = &problems->problem[i];
        if (problem->place.line == line && problem->place.column == column && strstr(problem->text, words)) return true;
    }
    return false;
}

static inline void assert_problem(const wi_problems *problems, uint32_t line, uint32_t column, const char *words) {
    if (has_problem(problems, line, column, words)) return;
    fprintf(stderr, "no problem at %u:%u with \"%s\" among:\n", line, column, words);
    wi_problems_print(problems, stderr);
    fail();
}

#endif
