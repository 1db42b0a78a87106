// The parts of wend study: where a study is and where its results go, one run, the table for a person.
#ifndef STUDY_H
#define STUDY_H

#include "pool.h"
#include "shipped.h"
#include "study/page.h"

// study_find.c ---------------------------------------------------------------------------------------------------------

typedef struct study_place {
    char name[256];
    char file[SHIPPED_PATH_MAX];   // its study.yaml
    char folder[SHIPPED_PATH_MAX]; // where its results go
} study_place;

// What a person called a study: a shipped one, a folder with a study.yaml, or such a file. out: the folder for results,
// each study in one of its own; NULL: beside the study, which is in a folder of its own if it is not called study.yaml.
// False after having said what is wrong.
bool study_find(const char *word, const char *out, study_place *place);

// The names of the shipped ones in the order of the alphabet, from malloc with *count names; NULL without memory.
char **study_names(uint32_t *count);
void study_names_free(char **names, uint32_t count);

// Makes the folder and those above it where they are missing; false after having said what is wrong.
bool study_make_folder(const char *path);

// study_check.c --------------------------------------------------------------------------------------------------------

// Reads all scenarios once, and says what is wrong with them, or with what the cases ask of them: that should not be found
// after an hour. files: by case, the hash of what its scenario consists of; 0 of a program.
void study_check_cases(const wi_study_plan *plan, uint64_t *files, wi_problems *problems);

// study_run.c ----------------------------------------------------------------------------------------------------------

// Runs one in this process, from scratch; exit status as of wend run, with messages on stderr.
// A program does not say how far it is.
int study_run(const wi_study_plan *plan, uint32_t run, pool_share *share, wi_study_result *result);

// study_print.c --------------------------------------------------------------------------------------------------------

void study_print(const wi_study_page *page);
void study_print_matrix(const wi_study_page *page); // study_matrix.c
void study_print_remarks(const wi_study_table *table);
int study_width_of(const char *text); // letters, not bytes
void study_print_json(const wi_study_page *page, const char *name, int indent);

// Whether both files could be written there, as far as that is known beforehand; false after having said what is wrong.
bool study_can_write(const char *folder);

// Writes both files beside and renames them; false after having said what is wrong.
bool study_write(const wi_study_page *page, const char *folder);

// "2 processors, Intel Xeon ...".
void study_machine(char text[160]);

// study_index.c --------------------------------------------------------------------------------------------------------

// Each returns an exit status: the names with their titles; the numbers that rows may name; the index of all results.
int study_list(bool json);
int study_list_measures(bool json);
int study_print_index(void);

#endif
