// wend measure: numbers from a recording of any format.
#include "base/json_write.h"
#include "commands.h"
#include "options.h"
#include "places.h"

#include "measure/measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct measure_command {
    option_list words;
    const char *line, *area;
    bool json;
    wi_measure_options options;
} measure_command;

// A row of the table that is printed.
typedef struct measured {
    const char *name, *unit, *meaning;
    double value;
    int decimals;
} measured;

#define ROWS_MAX 24

static uint32_t list_results(const wi_measures *found, bool line, measured rows[ROWS_MAX]) {
    const measured all[] = {
        {"duration", "s", "from the first frame to the last", found->duration, 2},
        {"frames", "", "", (double)found->frames, 0},
        {"agents", "", "", (double)found->agents, 0},
        {"colliding_pairs", "", "pairs of bodies that ever overlapped", (double)found->colliding_pairs, 0},
        {"collisions", "", "overlaps that began", (double)found->collisions, 0},
        {"mean_depth", "m", "of overlaps, while they last", found->mean_depth, 4},
        {"max_depth", "m", "of overlaps", found->max_depth, 4},
        {"mean_penetration", "m", "deepest overlap of an agent, over agents and frames", found->mean_penetration, 6},
        {"travel_mean", "s", "from an agent's first frame to its last", found->travel_mean, 2},
        {"travel_median", "s", "", found->travel_median, 2},
        {"travel_max", "s", "", found->travel_max, 2},
        {"path_mean", "m", "length walked by an agent", found->path_mean, 3},
        {"speed_mean", "m/s", "over agents and frames", found->speed_mean, 3},
        {"density_mean", "1/m2", "agents in the area over its size", found->density_mean, 4},
        {"density_peak", "1/m2", "", found->density_peak, 4},
        {"energy_mean", "J", "spent by an agent: mass x integral of 2.23 + 1.26 v2", found->energy_mean, 1},
        {"smoothness", "", "1 - mean acceleration in m/s2", found->smoothness, 4},
        {"flow_mean", "1/s", "over the line, from the first crossing to the last", found->flow_mean, 4},
        {"crossings_right", "", "of the line, from its left to its right", (double)found->crossings[0], 0},
        {"crossings_left", "", "of the line, from its right to its left", (double)found->crossings[1], 0},
    };
    uint32_t count = WEND_COUNT(all) - (line ? 0 : 3);
    memcpy(rows, all, count * sizeof *rows);
    return count;
}

static void print_table(const measured *rows, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        char value[32] = "-";
        if (isfinite(rows[i].value)) snprintf(value, sizeof value, "%.*f", rows[i].decimals, rows[i].value);
        printf("  %-18s%12s %-6s%s\n", rows[i].name, value, rows[i].unit, rows[i].meaning);
    }
}

// The unit is part of the name: "path_mean_m", "flow_mean_per_s".
static void print_json(const char *file, const measured *rows, uint32_t count) {
    static const char *const units[][2] = {
        {"s", "_s"}, {"m", "_m"}, {"m/s", "_m_per_s"}, {"1/m2", "_per_m2"}, {"1/s", "_per_s"}, {"J", "_j"}, {"", ""}};
    wi_json_object object = wi_json_begin(stdout, 0);
    wi_json_put_text(&object, "file", file);
    for (uint32_t i = 0; i < count; i++) {
        char name[64];
        const char *unit = "";
        for (uint32_t k = 0; k < WEND_COUNT(units); k++) {
            if (strcmp(units[k][0], rows[i].unit) == 0) unit = units[k][1];
        }
        snprintf(name, sizeof name, "%s%s", rows[i].name, unit);
        wi_json_put_number(&object, name, rows[i].value, rows[i].decimals);
    }
    wi_json_end(&object);
    printf("\n");
}

static option_answer read_options(int argc, char **argv, measure_command *asked) {
    const option_row options[] = {
        {"--line", OPTION_TEXT, &asked->line, 0, 0, "X0,Y0,X1,Y1", "measure the flow over this line, m"},
        {"--area", OPTION_TEXT, &asked->area, 0, 0, "X0,Y0,X1,Y1",
         "measure the density here, m (the box around everything)"},
        {"--radius", OPTION_NUMBER, &asked->options.radius, 0.001, 100, "R",
         "of a body, m, where the file does not tell (0.25)"},
        {"--mass", OPTION_NUMBER, &asked->options.mass, 0.001, 1e6, "KG", "of a body, for energy (70)"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the numbers as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend measure FILE [options]: numbers from the trajectories in a file of any format",
        .examples = "examples\n"
                    "  wend measure demo.h5\n"
                    "  wend measure corridor.sqlite --line 0,-2,0,2 --radius 0.2\n"
                    "  wend measure demo.h5 --json | jq .collisions\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

int cmd_measure(int argc, char **argv) {
    measure_command asked = {.options = wi_measure_options_default()};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!read_line(asked.line, asked.options.line) || !read_area(asked.area, asked.options.area)) return 2;
    wi_measures found;
    wend_error error = {0};
    wend_result result = wi_measure_file(asked.words.item[0], &asked.options, &found, &error);
    if (result) {
        fprintf(stderr, "wend: %s\n", error.text);
        return result == WEND_BAD_FILE || result == WEND_NOT_FOUND ? 3 : 1;
    }
    measured rows[ROWS_MAX];
    uint32_t count = list_results(&found, asked.line != NULL, rows);
    if (asked.json)
        print_json(asked.words.item[0], rows, count);
    else
        print_table(rows, count);
    return 0;
}
