// wend render: a picture or a video of a recording.
#include "commands.h"
#include "interrupt.h"
#include "options.h"
#include "picture/picture.h"
#include "progress.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct render_command {
    wi_picture_options options;
    const char *colour, *theme;
    option_list words;
    bool quiet;
    progress shown;
} render_command;

static void tell(void *user, double share) {
    render_command *asked = user;
    if (!progress_due(&asked->shown)) return;
    char left[24], text[48];
    const char *pieces[] = {text};
    (void)snprintf(text, sizeof text, "%s left", progress_duration(progress_left(&asked->shown, share), left));
    progress_show(&asked->shown, share, pieces, WEND_COUNT(pieces));
}

static int refuse_word(const char *option, const char *word, const char *const *choices, uint32_t count) {
    wi_nearest meant = wi_nearest_to(word);
    for (uint32_t i = 0; i < count; i++) wi_nearest_try(&meant, choices[i]);
    fprintf(stderr, "wend: %s cannot be '%s'. ", option, word);
    if (meant.name) fprintf(stderr, "Did you mean '%s'? ", meant.name);
    fprintf(stderr, "It can be ");
    for (uint32_t i = 0; i < count; i++)
        fprintf(stderr, "%s%s", choices[i], i + 2 == count ? " or " : i + 1 == count ? ".\n" : ", ");
    return 2;
}

// 0, or 2 with a message.
static int read_words(render_command *asked) {
    static const char *const themes[] = {"light", "dark"};
    const char *colours[WI_COLOUR_BY_COUNT];
    for (uint32_t i = 0; i < WI_COLOUR_BY_COUNT; i++) colours[i] = wi_colour_by_name((wi_colour_by)i);
    asked->options.colour = wi_colour_by_named(asked->colour);
    if (asked->options.colour == WI_COLOUR_BY_COUNT)
        return refuse_word("--colour", asked->colour, colours, WI_COLOUR_BY_COUNT);
    asked->options.theme = strcmp(asked->theme, "dark") == 0 ? WI_DARK : WI_LIGHT;
    if (asked->options.theme == WI_LIGHT && strcmp(asked->theme, "light") != 0)
        return refuse_word("--theme", asked->theme, themes, WEND_COUNT(themes));
    return 0;
}

static option_answer read_options(int argc, char **argv, render_command *asked) {
    wi_picture_options *to = &asked->options;
    const option_row options[] = {
        {"--at", OPTION_NUMBER, &to->at, -1e12, 1e12, "S", "the picture at this time, s (the middle)"},
        {"--from", OPTION_NUMBER, &to->from, -1e12, 1e12, "S", "begin at this time, s (the start)"},
        {"--until", OPTION_NUMBER, &to->until, -1e12, 1e12, "S", "end at this time, s (the end)"},
        {"--time-lapse", OPTION_COUNT, &to->time_lapse, 2, 1000, "N",
         "everybody at N times in one picture, and the ways"},
        {"--colour", OPTION_TEXT, &asked->colour, 0, 0, "BY",
         "kind, plain, group, profile, model, agent, speed or time-to-goal"},
        {"--trail", OPTION_NUMBER, &to->trail, 0, 1e9, "S", "the way of the last S seconds behind everybody"},
        {"--velocity", OPTION_FLAG, &to->velocity, 0, 0, NULL, "arrows to where everybody will be in a second"},
        {"--density", OPTION_FLAG, &to->density, 0, 0, NULL, "a map of the density, averaged over the time chosen"},
        {"--level", OPTION_TEXT, &to->level, 0, 0, "NAME", "this level alone (all of them)"},
        {"--width", OPTION_COUNT, &to->width, 160, 16384, "PX", "of the picture (1200; video 1280, GIF 640)"},
        {"--theme", OPTION_TEXT, &asked->theme, 0, 0, "NAME", "light or dark"},
        {"--fps", OPTION_NUMBER, &to->fps, 0.1, 240, "N", "frames in a second of video (30; GIF 12.5)"},
        {"--speed", OPTION_NUMBER, &to->speed, 0.001, 1e6, "X", "seconds of the run in a second of video (1)"},
        {"--no-legend", OPTION_FLAG, &to->no_legend, 0, 0, NULL, "leave scale bar and legend out"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "say nothing unless it fails"},
    };
    const option_table table = {
        .usage = "wend render FILE PICTURE [options]: draw a recording, as a picture or as a video",
        .examples = "The extension of PICTURE says what it is: .png, .svg or .pdf, or .mp4, .webm or .gif.\n\n"
                    "examples\n"
                    "  wend render demo.h5 demo.png --at 12\n"
                    "  wend render demo.h5 paths.svg --time-lapse 8 --colour agent\n"
                    "  wend render demo.h5 crowding.png --density --colour speed\n"
                    "  wend render demo.h5 demo.mp4 --speed 2 --trail 3 --theme dark\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 2,
        .most_words = 2,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

static void report(const render_command *asked, const wi_picture_done *done) {
    if (!done->whole)
        fprintf(stderr, "wend: '%s' was cut short; what could be read is drawn%s%s.\n", asked->words.item[0],
                done->note[0] ? ": " : "", done->note);
    if (asked->quiet) return;
    printf("%s: %u x %u pixels, ", asked->words.item[1], done->width, done->height);
    if (done->codec)
        printf("%u frames, %.1f s to %.1f s, %s\n", done->frames, done->from, done->until, done->codec);
    else if (done->from < done->until)
        printf("%.1f s to %.1f s\n", done->from, done->until);
    else
        printf("at %.1f s\n", done->from);
}

static int explain(const wend_error *error) {
    int status = command_fail(error);
    return interrupt_asked() ? 130 : status;
}

int cmd_render(int argc, char **argv) {
    render_command asked = {.options = wi_picture_options_default(), .colour = "kind", .theme = "light"};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (read_words(&asked) != 0) return 2;
    asked.options.stopped = interrupt_asked;
    asked.options.tell = tell;
    asked.options.user = &asked;
    asked.shown = progress_start(asked.quiet, 0.0);
    wi_picture_done done;
    wend_error error = {0};
    interrupt_watch();
    wend_result result = wi_picture_write(asked.words.item[0], asked.words.item[1], &asked.options, &done, &error);
    progress_end(&asked.shown);
    if (result != WEND_OK) return explain(&error);
    report(&asked, &done);
    return 0;
}
