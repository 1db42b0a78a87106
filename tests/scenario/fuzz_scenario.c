// Feeds the reader of scenarios with anything. What is wrong must be said with a place inside the text; what is right
// must have what every scenario has. Files cannot be reached: the folder does not exist.
#include "scenario/scenario.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

// libfyaml 0.7.12 loses a block after a text with many '' in it. That our own part gives everything back is seen by the
// tests under asan, which suppress nothing.
const char *__lsan_default_suppressions(void) { return "leak:libfyaml\n"; }

static void must(bool good) {
    if (!good) abort();
}

static void check_problems(const wi_problems *problems, size_t size) {
    must(problems->count > 0);
    for (uint32_t i = 0; i < problems->count; i++) {
        must(problems->problem[i].text && *problems->problem[i].text);
        must(problems->problem[i].place.line <= size + 1);
    }
}

static void check_scenario(const wi_scenario *scenario) {
    must(scenario->limit > 0.0 && scenario->step > 0.0 && scenario->level_count > 0 && scenario->profile_count > 0);
    for (uint32_t i = 0; i < scenario->profile_count; i++)
        must(scenario->profile[i].name && scenario->profile[i].model && scenario->profile[i].preset);
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        const wi_group *group = &scenario->group[i];
        must(group->profile_count > 0 && group->profile[0] < scenario->profile_count);
        must(group->level < scenario->level_count);
        must(group->goal.kind != WI_GOAL_WAY || group->goal.way_count > 0);
        must(group->kind != WI_GROUP_RANDOM ||
             (group->region.count >= 3 && (group->count > 0 || group->density > 0.0)));
    }
    for (uint32_t i = 0; i < scenario->shape_count; i++)
        must(scenario->shape[i].ring_count > 0 || scenario->shape[i].wkt || scenario->shape[i].file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const wi_variable set[] = {{.name = "n", .value = "5"}};
    const wi_scenario_options options = {.set = set, .set_count = size > 0 && data[0] == ' '};
    wi_problems problems = {0};
    wi_scenario *scenario =
        wi_scenario_read_text("/nonexistent/fuzz.yaml", (const char *)data, size, &options, &problems);
    if (scenario) {
        must(problems.count == 0);
        check_scenario(scenario);
    } else {
        check_problems(&problems, size);
    }
    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere) {
        wi_problems_print(&problems, nowhere);
        wi_problems_print_json(&problems, nowhere);
        fclose(nowhere);
    }
    wi_problems_free(&problems);
    wi_scenario_free(scenario);
    return 0;
}
