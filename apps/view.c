// wend view: recordings in the browser, served from this machine or as one page.
#include "view.h"

#include "commands.h"
#include "interrupt.h"
#include "options.h"

#include <stdio.h>

#define PAGE_MOST 200.0 // MB

typedef struct view_command {
    option_list words;
    wi_replay_options frames;
    view_page_options page;
    uint32_t port;
    bool no_open;
} view_command;

static void close_runs(view_runs *runs) {
    for (uint32_t i = 0; i < runs->count; i++) wi_replay_close(runs->run[i]);
    runs->count = 0;
}

static wend_result open_runs(const view_command *asked, view_runs *runs, wend_error *error) {
    for (uint32_t i = 0; i < asked->words.count; i++) {
        wend_result result = wi_replay_open(asked->words.item[i], &asked->frames, &runs->run[i], error);
        if (result) return result;
        runs->count++;
    }
    return WEND_OK;
}

static option_answer read_options(int argc, char **argv, view_command *asked) {
    const option_row options[] = {
        {"--html", OPTION_TEXT, &asked->page.path, 0, 0, "FILE", "write one page that needs nothing else, and end"},
        {"--most", OPTION_NUMBER, &asked->page.most, 1, 1e6, "MB", "with --html: refuse to write a larger page (200)"},
        {"--every", OPTION_COUNT, &asked->frames.every, 1, 1e9, "N", "show every Nth frame"},
        {"--from", OPTION_NUMBER, &asked->frames.from, -1e12, 1e12, "S", "leave out frames before this time, s"},
        {"--until", OPTION_NUMBER, &asked->frames.until, -1e12, 1e12, "S", "leave out frames after this time, s"},
        {"--port", OPTION_COUNT, &asked->port, 1, 65535, "N", "serve on this port (any that is free)"},
        {"--no-open", OPTION_FLAG, &asked->no_open, 0, 0, NULL, "print the address, open no browser"},
        {"--quiet", OPTION_FLAG, &asked->page.quiet, 0, 0, NULL, "with --html: no progress"},
    };
    const option_table table = {
        .usage = "wend view FILE [FILE] [options]: look at recordings in the browser, two side by side",
        .examples = "Reads what 'wend convert' reads. The viewer is served to this machine alone, until Ctrl-C.\n\n"
                    "examples\n"
                    "  wend view run.h5\n"
                    "  wend view orca.h5 rvo.h5\n"
                    "  wend view run.h5 --html run.html\n"
                    "  wend view long.h5 --html piece.html --from 60 --until 90 --every 2\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 1,
        .most_words = VIEW_RUNS_MAX,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

// A page needs no server, and a server makes no page.
static bool check_together(const view_command *asked) {
    bool page = asked->page.path;
    return option_belongs(asked->page.most > 0.0, "--most", page, "--html") &&
           option_belongs(asked->page.quiet, "--quiet", page, "--html") &&
           options_agree(page, "--html", asked->port, "--port") &&
           options_agree(page, "--html", asked->no_open, "--no-open") &&
           option_spares_all("--html", asked->page.path, &asked->words);
}

int cmd_view(int argc, char **argv) {
    view_command asked = {.frames = wi_replay_options_default()};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!check_together(&asked)) return 2;
    if (asked.page.most == 0.0) asked.page.most = PAGE_MOST;
    if (!(asked.frames.from <= asked.frames.until)) {
        fprintf(stderr, "wend: --from %g is after --until %g.\n", asked.frames.from, asked.frames.until);
        return 2;
    }
    view_runs runs = {0};
    wend_error error = {0};
    interrupt_watch();
    int status = 0;
    if (open_runs(&asked, &runs, &error))
        status = command_fail(&error);
    else if (asked.page.path)
        status = view_page(&runs, &asked.page);
    else
        status = view_serve(&runs, (uint16_t)asked.port, !asked.no_open);
    close_runs(&runs);
    return status;
}
