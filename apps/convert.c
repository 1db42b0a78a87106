// wend convert: a recording in another format, and what that format could not hold.
#include "record/convert.h"
#include "base/json_write.h"
#include "commands.h"
#include "interrupt.h"
#include "options.h"

#include <stdio.h>

typedef struct convert_command {
    wi_convert_options options;
    option_list words;
    bool quiet, json;
} convert_command;

// "velocity, heading and z"
static void print_list(FILE *to, uint32_t bits) {
    for (uint32_t i = 0, bit = 1; i < WI_HOLDS_KINDS; i++, bit *= 2) {
        if (!(bits & bit)) continue;
        uint32_t rest = bits & ~(2 * bit - 1);
        bool last = (rest & (rest - 1)) == 0;
        fprintf(to, "%s%s", wi_holds_name(bit), rest == 0 ? "" : last ? " and " : ", ");
    }
}

static void print_json_list(wi_json_object *object, const char *name, uint32_t bits) {
    const char *between = "";
    wi_json_put_name(object, name);
    printf("[");
    for (uint32_t i = 0, bit = 1; i < WI_HOLDS_KINDS; i++, bit *= 2) {
        if (!(bits & bit)) continue;
        printf("%s", between);
        wi_json_print_text(stdout, wi_holds_name(bit));
        between = ", ";
    }
    printf("]");
}

static void print_json(const convert_command *asked, const wi_conversion *done) {
    wi_json_object object = wi_json_begin(stdout, 0);
    wi_json_put_text(&object, "from", asked->words.item[0]);
    wi_json_put_text(&object, "from_format", done->from->name);
    wi_json_put_text(&object, "to", asked->words.item[1]);
    wi_json_put_text(&object, "to_format", done->to->name);
    wi_json_put_flag(&object, "whole", done->whole);
    wi_json_put_text(&object, "note", done->note[0] ? done->note : NULL);
    wi_json_put_count(&object, "frames", done->frames);
    wi_json_put_count(&object, "rows", done->spots);
    wi_json_put_number(&object, "fps", done->fps, 6);
    print_json_list(&object, "lost", done->lost);
    wi_json_end(&object);
    printf("\n");
}

// Warnings go to stderr, so that they are seen whatever becomes of the output.
static void warn(const convert_command *asked, const wi_conversion *done) {
    const char *from = asked->words.item[0];
    if (!done->whole)
        fprintf(stderr, "wend: '%s' was cut short; what could be read is converted%s%s.\n", from,
                done->note[0] ? ": " : "", done->note);
    else if (done->note[0])
        fprintf(stderr, "wend: '%s': %s%s.\n", from, done->note,
                asked->options.fps > 0.0 ? " (--fps goes before what is assumed)" : "");
    if (!done->lost) return;
    fprintf(stderr, "wend: not in '%s', since %s has no place for it: ", asked->words.item[1], done->to->name);
    print_list(stderr, done->lost);
    fprintf(stderr, ".\n");
}

static void report(const convert_command *asked, const wi_conversion *done) {
    if (asked->json) {
        print_json(asked, done);
        return;
    }
    if (asked->quiet) {
        if (!done->whole) fprintf(stderr, "wend: '%s' was cut short.\n", asked->words.item[0]);
        return;
    }
    warn(asked, done);
    printf("%s: %llu frames, %llu rows at %g frames a second, %s from %s\n", asked->words.item[1],
           (unsigned long long)done->frames, (unsigned long long)done->spots, done->fps, done->to->name,
           done->from->name);
}

static option_answer read_options(int argc, char **argv, convert_command *asked) {
    const option_row options[] = {
        {"--precision", OPTION_NUMBER, &asked->options.write.precision, 0, 10, "M",
         "round positions to multiples of this, m (0: as they are)"},
        {"--fps", OPTION_NUMBER, &asked->options.fps, 1e-6, 1e6, "N",
         "frames a second, where the file says none or a wrong one"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "say only if the recording was cut short"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print what was done as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend convert FROM TO [options]: write a recording in the format of the new file's extension",
        .examples =
            "Read: HDF5, SQLite, text, CSV, observation matrices, and the .part file of a run that was killed.\n"
            "Written: .h5, .sqlite, .txt, .csv. What the new format has no place for is named on stderr.\n\n"
            "examples\n"
            "  wend convert demo.h5 demo.sqlite\n"
            "  wend convert demo.h5.part saved.h5\n"
            "  wend convert recorded.txt metres.csv --fps 16 --precision 0.001\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 2,
        .most_words = 2,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

int cmd_convert(int argc, char **argv) {
    convert_command asked = {.options.stopped = interrupt_asked};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    wi_conversion done;
    wend_error error = {0};
    interrupt_watch();
    wend_result result = wi_convert(asked.words.item[0], asked.words.item[1], &asked.options, &done, &error);
    if (result) return command_fail(&error);
    report(&asked, &done);
    return 0;
}
