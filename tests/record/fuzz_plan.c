// Reads anything as a plan, or as WKT where the first byte is even; what is accepted must print and read back the same.
#include "fuzz_input.h"

#include "record/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_plan(const wi_plan *plan) {
    must(plan->level_count > 0, "no level");
    for (uint32_t i = 0; i < plan->wall_count; i++) must(plan->wall[i].level < plan->level_count, "no such level");
    char *text = wi_plan_text(plan);
    must(text != NULL, "cannot be printed");
    wi_recording about = {.plan = text};
    wi_plan again;
    must(wi_plan_read(&about, &again, NULL) == WEND_OK, "cannot be read back");
    char *same = wi_plan_text(&again);
    must(same && strcmp(text, same) == 0, "reads back as something else");
    wi_plan_free(&again);
    free(same);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    char *text = strndup((const char *)data + 1, size - 1);
    wi_recording about = {0};
    *(data[0] % 2 ? &about.plan : &about.geometry) = text;
    wi_plan plan;
    wend_error error = {0};
    wend_result result = wi_plan_read(&about, &plan, &error);
    must(result == WEND_OK || (result == error.result && error.text[0]), "a failure without a message");
    if (result == WEND_OK) check_plan(&plan);
    wi_plan_free(&plan);
    free(text);
    return 0;
}
