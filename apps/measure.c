// wend measure: numbers and curves from a recording of any format.
#include "commands.h"
#include "measure_options.h"
#include "measure_table.h"

#include <stdio.h>

typedef struct measure_command {
    option_list words;
    bool json;
    double fps; // 0: what the file says
    measure_options options;
} measure_command;

static option_answer read_options(int argc, char **argv, measure_command *asked) {
    option_row shared[MEASURE_OPTION_ROWS];
    measure_options_list(&asked->options, shared);
    const option_row own[] = {
        {"--seed", OPTION_SEED, &asked->options.shuffle, 0, 0, "N", NULL}, // what --shuffle was called
        {"--fps", OPTION_NUMBER, &asked->fps, 1e-6, 1e6, "N",
         "frames a second of FILE, where it says none or a wrong one"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the numbers as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend measure FILE [options]: numbers from the trajectories in a file of any format",
        .examples = "examples\n"
                    "  wend measure demo.h5\n"
                    "  wend measure corridor.sqlite --line 0,-2,0,2 --radius 0.2 --curve n-t=crossed.csv\n"
                    "  wend measure corridor.h5 --area 0,-2,1.8,0 --voronoi --curve diagram=diagram.csv\n"
                    "  wend measure two.h5 --pair 1,2 --curve mpd=mpd.csv --like people.txt\n"
                    "  wend measure tracked.csv --fps 10\n"
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

static wend_result open_file(const measure_command *asked, wi_reader **reader, wend_error *error) {
    wend_result result = wi_reader_open(asked->words.item[0], reader, error);
    if (result == WEND_OK && asked->fps > 0.0) (*reader)->about.fps = asked->fps;
    return result;
}

// What was assumed decides all seconds and speeds, so it is said wherever the numbers go.
static void tell_note(const char *file, const wi_recording *about, bool rate_given) {
    if (!about->whole)
        fprintf(stderr, "wend: '%s' was cut short; what could be read is measured%s%s.\n", file,
                about->note[0] ? ": " : "", about->note);
    else if (about->note[0])
        fprintf(stderr, "wend: '%s': %s%s.\n", file, about->note,
                rate_given ? " (--fps goes before what is assumed)" : "");
}

// Overlaps and times to collision are of these discs then.
static void tell_sizes(const char *file, const wi_measures *found, const measure_options *asked) {
    if (found->unsized > 0 && asked->radius < 0.0)
        fprintf(stderr,
                "wend: '%s' does not tell how large bodies are: discs of %g m assumed (--radius gives another).\n",
                file, asked->measure.radius);
}

static wend_result measure_file(measure_command *asked, wi_measures *found, wend_error *error) {
    const char *file = asked->words.item[0];
    const wi_measure_watch watch = curves_watch(&asked->options.curves);
    wi_reader *reader = NULL;
    wend_result result = open_file(asked, &reader, error);
    if (result != WEND_OK) return result;
    tell_note(file, &reader->about, asked->fps > 0.0);
    result = wi_measure_reader(file, reader, &asked->options.measure, &watch, found, error);
    wi_reader_close(reader);
    if (result == WEND_OK) tell_sizes(file, found, &asked->options);
    return result;
}

static wend_result compare(const measure_command *asked, wi_likeness *like, wend_error *error) {
    const measure_options *options = &asked->options;
    wi_reader *reader = NULL, *other = NULL;
    wend_result result = open_file(asked, &reader, error);
    if (result == WEND_OK) result = wi_reader_open(options->like, &other, error);
    if (result == WEND_OK) tell_note(options->like, &other->about, false);
    if (result == WEND_OK) result = wi_like_readers(reader, other, &options->like_options, like, error);
    wi_reader_close(reader);
    wi_reader_close(other);
    if (result != WEND_OK) return result;
    return wi_like_check(asked->words.item[0], options->like, &options->like_options, like, error);
}

static wend_result measure(measure_command *asked, wi_measures *found, wi_likeness *like, wend_error *error) {
    measure_options *options = &asked->options;
    wend_result result = curves_open(&options->curves, error);
    if (result == WEND_OK) result = measure_file(asked, found, error);
    if (result == WEND_OK && options->like) result = compare(asked, like, error);
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
    if (!curves_spare(&asked.options.curves, asked.words.item[0])) return 2;
    wi_measures found;
    wi_likeness like = {0};
    wend_error error = {0};
    wend_result result = measure(&asked, &found, &like, &error);
    if (result) return command_fail(&error);
    report(&asked, &found, &like);
    return 0;
}
