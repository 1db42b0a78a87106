// What there is: the shipped studies, the numbers they may name, and what came of them.
#include "study.h"

#include <stdlib.h>
#include <string.h>

// The study, or NULL after having said what is wrong.
static wi_study *read_shipped(const char *name, study_place *place) {
    wi_problems problems = {0};
    wi_study *study = study_find(name, NULL, place) ? wi_study_read(place->file, &problems) : NULL;
    wi_problems_print(&problems, stderr);
    wi_problems_free(&problems);
    return study;
}

// Calls `show` for each shipped study; exit status.
static int for_each(void (*show)(const study_place *place, const wi_study *study)) {
    uint32_t count;
    char **names = study_names(&count);
    int status = names ? 0 : 1;
    for (uint32_t i = 0; names && i < count; i++) {
        study_place place;
        wi_study *study = read_shipped(names[i], &place);
        if (study) show(&place, study);
        if (!study) status = 3;
        wi_study_free(study);
    }
    study_names_free(names, count);
    return status;
}

static void show_title(const study_place *place, const wi_study *study) {
    printf("  %-22s%s\n  %-22s%s\n", place->name, study->title, "", study->source);
}

int study_list(void) { return for_each(show_title); }

static void show_result(const study_place *place, const wi_study *study) {
    char path[SHIPPED_PATH_MAX + 32], link[512];
    snprintf(path, sizeof path, "%s/result.csv", place->folder);
    FILE *csv = fopen(path, "r");
    snprintf(link, sizeof link, "../studies/%s/%s", place->name, csv ? "result.md" : "study.yaml");
    wi_study_write_index_line(study, link, csv, stdout);
    if (csv) fclose(csv);
}

int study_print_index(void) {
    printf("| study | source | verdicts |\n|---|---|---|\n");
    return for_each(show_result);
}

static void print_value(const wi_study_value *value) {
    printf("  %-24s%-8s%s\n", value->name, value->unit, value->meaning);
}

int study_list_measures(void) {
    wi_study_value value;
    printf("of a scenario\n");
    for (uint32_t i = 0; wi_study_value_at(i, &value); i++) print_value(&value);
    for (uint32_t i = 0; wi_study_program_at(i); i++) {
        const wi_study_program *program = wi_study_program_at(i);
        printf("of the program %s: %s\n", program->name, program->meaning);
        for (uint32_t k = 0; k < program->value_count; k++) print_value(&program->values[k]);
    }
    return 0;
}
