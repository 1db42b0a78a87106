// wend behaviour: the behaviours of a scenario as graphs.
#include "commands.h"
#include "journey.h"
#include "options.h"
#include "shipped.h"

#include "base/beside.h"
#include "base/error.h"
#include "scenario/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct behaviour_options {
    option_list files, sets;
    const char *machine, *svg;
    bool dot, outside;
    wi_scenario_options reading;
} behaviour_options;

static void print_plain(const wi_graph *graph) {
    printf("%s (%s)\n", graph->name, graph->kind);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const wi_graph_node *node = &graph->node[i];
        printf("  %s%s%s", node->name, node->start ? " (start)" : "", node->final ? " (final)" : "");
        for (uint32_t k = 0; k < 2; k++)
            if (node->detail[k][0]) printf(", %s", node->detail[k]);
        printf("\n");
        for (uint32_t e = 0; e < graph->edge_count; e++)
            if (graph->edge[e].from == i)
                printf("    %s -> %s\n", graph->edge[e].label, graph->node[graph->edge[e].to].name);
    }
}

static wend_result print_svg(FILE *to, const void *host, wend_error *error) {
    (void)error;
    wi_graph_print_svg(host, to);
    return WEND_OK;
}

static int show(const behaviour_options *asked, const wi_scenario *scenario, uint32_t which) {
    wi_graph graph;
    wend_error error;
    wend_result result = WEND_OK;
    if (!wi_graph_open(&graph, scenario, which) || (asked->svg && !wi_graph_place(&graph)))
        result = wi_fail(&error, WEND_NO_MEMORY, "no memory for a graph");
    else if (asked->svg)
        result = wi_text_write(asked->svg, print_svg, &graph, &error);
    else if (asked->dot)
        wi_graph_print_dot(&graph, stdout);
    else
        print_plain(&graph);
    wi_graph_close(&graph);
    return result ? command_fail(&error) : 0;
}

static bool is_asked(const behaviour_options *asked, const wend_behaviour *one) {
    return !asked->machine || strcmp(asked->machine, one->name) == 0;
}

static int refuse(const behaviour_options *asked, uint32_t found) {
    if (found > 1)
        fprintf(stderr, "wend: --svg draws one behaviour: say which with --machine NAME.\n");
    else if (asked->machine)
        fprintf(stderr, "wend: there is no behaviour '%s' in it.\n", asked->machine);
    else
        fprintf(stderr, "wend: there are no behaviours in it.\n");
    return found > 1 || asked->machine ? 2 : 1;
}

static int show_all(const behaviour_options *asked, const wi_scenario *scenario) {
    const wend_behaviours *all = &scenario->behaviours.is;
    uint32_t found = 0;
    int status = 0;
    for (uint32_t i = 0; i < all->behaviour_count; i++) found += is_asked(asked, &all->behaviours[i]);
    if (found == 0 || (asked->svg && found > 1)) return refuse(asked, found);
    for (uint32_t i = 0; i < all->behaviour_count && status == 0; i++)
        if (is_asked(asked, &all->behaviours[i])) status = show(asked, scenario, i);
    return status;
}

static int read_and_show(const behaviour_options *asked) {
    char path[SHIPPED_PATH_MAX];
    wi_problems problems = {0};
    wi_scenario *scenario = wi_scenario_read(shipped_find(asked->files.item[0], path), &asked->reading, &problems);
    wi_problems_print(&problems, stderr);
    wi_problems_free(&problems);
    if (!scenario) return 3;
    int status = show_all(asked, scenario);
    wi_scenario_free(scenario);
    return status;
}

int cmd_behaviour(int argc, char **argv) {
    behaviour_options asked = {0};
    const option_row options[] = {
        {"--machine", OPTION_TEXT, &asked.machine, 0, 0, "NAME", "only this behaviour"},
        {"--dot", OPTION_FLAG, &asked.dot, 0, 0, NULL, "print a graph for graphviz"},
        {"--svg", OPTION_TEXT, &asked.svg, 0, 0, "FILE", "draw a picture"},
        {"--set", OPTION_LIST, &asked.sets, 0, 0, "NAME=VALUE", "a variable of the scenario; may be repeated"},
        {"--outside", OPTION_FLAG, &asked.outside, 0, 0, NULL, "files outside the scenario's folder may be read"},
    };
    const option_table table = {
        .usage = "wend behaviour [options] FILE: show the behaviours of a scenario as graphs",
        .examples = "examples\n"
                    "  wend behaviour ticket-hall.yaml\n"
                    "  wend behaviour alarm.yaml --machine worker --svg worker.svg\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked.files,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!options_agree(asked.dot, "--dot", asked.svg, "--svg") || !option_spares_all("--svg", asked.svg, &asked.files))
        return 2;
    journey_sets sets;
    int status = journey_sets_read(&asked.sets, &sets);
    asked.reading = journey_reading(&sets, asked.outside);
    if (status == 0) status = read_and_show(&asked);
    journey_sets_free(&sets);
    return status;
}
