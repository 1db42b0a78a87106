// What there is: the shipped studies, the numbers they may name, and what came of them.
#include "study.h"

#include "base/json_write.h"

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

// Calls `show` for each shipped study, with how many came before it; exit status.
static int for_each(void (*show)(const study_place *place, const wi_study *study, uint32_t before)) {
    uint32_t count, shown = 0;
    char **names = study_names(&count);
    int status = names ? 0 : 1;
    for (uint32_t i = 0; names && i < count; i++) {
        study_place place;
        wi_study *study = read_shipped(names[i], &place);
        if (study) show(&place, study, shown++);
        if (!study) status = 3;
        wi_study_free(study);
    }
    study_names_free(names, count);
    return status;
}

static void show_title(const study_place *place, const wi_study *study, uint32_t before) {
    (void)before;
    printf("  %-22s%s\n  %-22s%s\n", place->name, study->title, "", study->source);
}

static void show_title_json(const study_place *place, const wi_study *study, uint32_t before) {
    printf("%s\n  ", before ? "," : "");
    wi_json_object row = wi_json_begin(stdout, 2);
    wi_json_put_text(&row, "study", place->name);
    wi_json_put_text(&row, "title", study->title);
    wi_json_put_text(&row, "source", study->source);
    wi_json_end(&row);
}

int study_list(bool json) {
    if (!json) return for_each(show_title);
    printf("[");
    int status = for_each(show_title_json);
    printf("\n]\n");
    return status;
}

static void show_result(const study_place *place, const wi_study *study, uint32_t before) {
    (void)before;
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

static void print_measures(void) {
    wi_study_value value;
    printf("of a scenario\n");
    for (uint32_t i = 0; wi_study_value_at(i, &value); i++) print_value(&value);
    for (uint32_t i = 0; wi_study_program_at(i); i++) {
        const wi_study_program *program = wi_study_program_at(i);
        printf("of the program %s: %s\n", program->name, program->meaning);
        for (uint32_t k = 0; k < program->value_count; k++) print_value(&program->values[k]);
    }
}

// `program` is null for what every scenario has.
static void print_value_json(const wi_study_value *value, const char *program, bool first) {
    printf("%s\n  ", first ? "" : ",");
    wi_json_object row = wi_json_begin(stdout, 2);
    wi_json_put_text(&row, "name", value->name);
    wi_json_put_text(&row, "unit", value->unit);
    wi_json_put_text(&row, "meaning", value->meaning);
    wi_json_put_text(&row, "program", program);
    wi_json_end(&row);
}

static void print_measures_json(void) {
    wi_study_value value;
    printf("[");
    for (uint32_t i = 0; wi_study_value_at(i, &value); i++) print_value_json(&value, NULL, i == 0);
    for (uint32_t i = 0; wi_study_program_at(i); i++) {
        const wi_study_program *program = wi_study_program_at(i);
        for (uint32_t k = 0; k < program->value_count; k++) print_value_json(&program->values[k], program->name, false);
    }
    printf("\n]\n");
}

int study_list_measures(bool json) {
    if (json)
        print_measures_json();
    else
        print_measures();
    return 0;
}
