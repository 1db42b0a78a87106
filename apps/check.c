// wend check: everything that is wrong with scenario files, without running them.
#include "commands.h"
#include "journey.h"
#include "options.h"
#include "shipped.h"

#include "base/beside.h"
#include "base/json_write.h"
#include "scenario/run_state.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct check_options {
    option_list files, sets;
    const char *mesh; // where to draw it, or NULL
    bool json, outside, quiet;
    wi_scenario_options reading;
} check_options;

static wend_result print_mesh(FILE *to, const void *host, wend_error *error) {
    (void)error;
    const wi_run *run = host;
    wi_mesh_print_svg(&wi_state(run)->mesh, run->scenario->level_count, to);
    return WEND_OK;
}

// Reads, and builds as a run would, so that overlaps and goals inside walls are found too. What the drawing has is an exit
// status of its own: the scenario is not to blame.
static int find_problems(const check_options *asked, const char *file, wi_problems *problems) {
    char path[SHIPPED_PATH_MAX];
    wi_scenario *scenario = wi_scenario_read(shipped_find(file, path), &asked->reading, problems);
    if (!scenario) return 3;
    const wi_run_options trial = {.threads = 1, .check_only = true};
    wi_run *run = wi_run_open(scenario, &trial, problems);
    wend_error error;
    bool unwritten = run && asked->mesh && wi_text_write(asked->mesh, print_mesh, run, &error) != WEND_OK;
    int status = problems->count ? 3 : unwritten ? command_fail(&error) : 0;
    if (run) wi_run_close(run);
    wi_scenario_free(scenario);
    return status;
}

static void report_json(const char *file, const wi_problems *problems, bool first) {
    printf("%s{\"file\": ", first ? "" : ",\n ");
    wi_json_print_text(stdout, file);
    printf(", \"ok\": %s, \"problems\": ", problems->count ? "false" : "true");
    wi_problems_print_json(problems, stdout);
    printf("}");
}

static int check_one(const check_options *asked, const char *file, bool first) {
    wi_problems problems = {0};
    int status = find_problems(asked, file, &problems);
    bool good = problems.count == 0;
    if (asked->json)
        report_json(file, &problems, first);
    else if (!good)
        wi_problems_print(&problems, stderr);
    else if (!asked->quiet)
        printf("%s: ok\n", file);
    wi_problems_free(&problems);
    return status;
}

static int check_all(const check_options *asked) {
    int worst = 0;
    if (asked->json) printf("[");
    for (uint32_t i = 0; i < asked->files.count; i++) {
        int status = check_one(asked, asked->files.item[i], i == 0);
        if (status > worst) worst = status;
    }
    if (asked->json) printf("]\n");
    return worst;
}

int cmd_check(int argc, char **argv) {
    check_options asked = {0};
    const option_row options[] = {
        {"--set", OPTION_LIST, &asked.sets, 0, 0, "NAME=VALUE", "a variable of the scenario; may be repeated"},
        {"--outside", OPTION_FLAG, &asked.outside, 0, 0, NULL, "files outside the scenario's folder may be read"},
        {"--mesh", OPTION_TEXT, &asked.mesh, 0, 0, "FILE", "draw the ground on which ways are found, as SVG"},
        {"--json", OPTION_FLAG, &asked.json, 0, 0, NULL, "a list of files with their problems, for programs"},
        {"--quiet", OPTION_FLAG, &asked.quiet, 0, 0, NULL, "say nothing about files that are right"},
    };
    const option_table table = {
        .usage = "wend check FILE...: say everything that is wrong with scenario files",
        .examples = "examples\n"
                    "  wend check scene.yaml\n"
                    "  wend check --set agents=500 scene.yaml\n"
                    "  wend check --mesh office.svg office\n"
                    "  wend check --json *.yaml\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked.files,
        .least_words = 1,
        .most_words = OPTION_LIST_MAX,
        .word = "FILE",
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (asked.mesh && asked.files.count > 1) {
        fprintf(stderr, "wend: --mesh draws one scenario: give one FILE.\n");
        return 2;
    }
    if (!option_spares_all("--mesh", asked.mesh, &asked.files)) return 2;
    journey_sets sets;
    int status = journey_sets_read(&asked.sets, &sets);
    asked.reading = journey_reading(&sets, asked.outside);
    if (status == 0) status = check_all(&asked);
    journey_sets_free(&sets);
    return status;
}
