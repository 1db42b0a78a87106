// Feeds the reader of studies with anything. What is wrong must be said with a place inside the text; what is right must
// be fit to be planned and shown.
#include "study/page.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

// libfyaml 0.7.12 loses a block after a text with many '' in it; the tests under asan suppress nothing.
const char *__lsan_default_suppressions(void) { return "leak:libfyaml\n"; }

static void must(bool good) {
    if (!good) abort();
}

static void show(const wi_study *study) {
    wi_study_plan plan;
    wi_study_table table;
    if (wi_study_plan_make(study, 0, WI_STUDY_QUICK, &plan, NULL)) return;
    if (!wi_study_table_make(&plan, &table, NULL)) {
        const wi_study_page page = {study, &table, "wend study", "a machine", true, NULL};
        FILE *nowhere = fopen("/dev/null", "w");
        if (nowhere) {
            wi_study_write_page(&page, nowhere);
            wi_study_write_csv(&page, nowhere);
            fclose(nowhere);
        }
        wi_study_table_free(&table);
    }
    wi_study_plan_free(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wi_problems problems = {0};
    wi_study *study = wi_study_read_text("/nonexistent/study.yaml", (const char *)data, size, &problems);
    if (study) {
        must(problems.count == 0 && study->title && study->source && study->case_count > 0 && study->row_count > 0);
        show(study);
    } else {
        must(problems.count > 0);
        for (uint32_t i = 0; i < problems.count; i++) must(problems.problem[i].place.line <= size + 1);
    }
    wi_problems_free(&problems);
    wi_study_free(study);
    return 0;
}
