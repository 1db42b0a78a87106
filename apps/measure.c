// wend measure: numbers and curves from a recording of any format.
#include "commands.h"
#include "measure_options.h"
#include "measure_table.h"

#include <stdio.h>

typedef struct measure_command {
    option_list words;
    bool json;
    measure_options options;
} measure_command;

static option_answer read_options(int argc, char **argv, measure_command *asked) {
    option_row shared[MEASURE_OPTION_ROWS];
    measure_options_list(&asked->options, shared);
    const option_row own[] = {
        {"--seed", OPTION_SEED, &asked->options.shuffle, 0, 0, "N", NULL}, // what --shuffle was called
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the numbers as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend measure FILE [options]: numbers from the trajectories in a file of any format",
        .examples = "examples\n"
                    "  wend measure demo.h5\n"
                    "  wend measure corridor.sqlite --line 0,-2,0,2 --radius 0.2 --curve n-t=crossed.csv\n"
                    "  wend measure corridor.h5 --area 0,-2,1.8,0 --voronoi --curve diagram=diagram.csv\n"
                    "  wend measure two.h5 --pair 1,2 --curve mpd=mpd.csv --like people.txt\n"
                    "  wend measure demo.h5 --json | jq .collisions\n",
        .options = shared,
        .count = WEND_COUNT(shared),
        .more = {.options = own, .count = WEND_COUNT(own)},
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

static wend_result measure(measure_command *asked, wi_measures *found, wi_likeness *like, wend_error *error) {
    const char *file = asked->words.item[0];
    measure_options *options = &asked->options;
    const wi_measure_watch watch = curves_watch(&options->curves);
    wend_result result = curves_open(&options->curves, error);
    if (result == WEND_OK) result = wi_measure_watched(file, &options->measure, &watch, found, error);
    if (result == WEND_OK && options->like) result = wi_like(file, options->like, &options->like_options, like, error);
    if (result == WEND_OK) result = curves_finish(&options->curves, error);
    curves_abandon(&options->curves);
    return result;
}

static void report(const measure_command *asked, const wi_measures *found, const wi_likeness *like) {
    const measure_options *options = &asked->options;
    if (!asked->json) {
        measures_print(found, &options->measure);
        if (options->like) likeness_print(like, options->like);
        return;
    }
    wi_json_object object = wi_json_begin(stdout, 0);
    wi_json_put_text(&object, "file", asked->words.item[0]);
    measures_put_json(&object, found, &options->measure);
    if (options->like) likeness_put_json(&object, like, options->like);
    wi_json_end(&object);
    printf("\n");
}

int cmd_measure(int argc, char **argv) {
    measure_command asked = {.options = measure_options_default()};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!measure_options_take(&asked.options, false)) return 2;
    wi_measures found;
    wi_likeness like = {0};
    wend_error error = {0};
    wend_result result = measure(&asked, &found, &like, &error);
    if (result) return command_fail(&error);
    report(&asked, &found, &like);
    return 0;
}
