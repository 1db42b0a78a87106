// wend report: a page about one or more recordings.
#include "commands.h"
#include "interrupt.h"
#include "options.h"
#include "places.h"
#include "progress.h"

#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct report_command {
    option_list words, lines;
    const char *out, *title, *area;
    bool json, quiet;
    double line[OPTION_LIST_MAX][4];
    wi_report_options options;
    progress shown;
} report_command;

static bool read_places(report_command *asked) {
    for (uint32_t i = 0; i < asked->lines.count; i++)
        if (!read_line(asked->lines.item[i], asked->line[i])) return false;
    asked->options.line = (const double(*)[4])asked->line;
    asked->options.line_count = asked->lines.count;
    return read_area(asked->area, asked->options.measure.area);
}

static bool show_progress(void *host, double share) {
    report_command *asked = host;
    if (progress_due(&asked->shown)) progress_show(&asked->shown, share, (const char *[]){"reading"}, 1);
    return !interrupt_asked();
}

// report.html beside the first recording, from malloc; NULL without memory.
static char *usual_path(const char *recording) {
    const char *slash = strrchr(recording, '/');
    size_t folder = slash ? (size_t)(slash - recording) + 1 : 0;
    char *path = malloc(folder + sizeof "report.html");
    if (!path) return NULL;
    memcpy(path, recording, folder);
    memcpy(path + folder, "report.html", sizeof "report.html");
    return path;
}

static wend_result write_page(const report_command *asked, const wi_report *report, wend_error *error) {
    char *usual = asked->out ? NULL : usual_path(asked->words.item[0]);
    const char *path = asked->out ? asked->out : usual;
    if (!path) {
        (void)snprintf(error->text, sizeof error->text, "no memory for a file name");
        return WEND_NO_MEMORY;
    }
    wend_result result = wi_report_write(report, path, error);
    if (result == WEND_OK && !asked->quiet) printf("written to %s\n", path);
    free(usual);
    return result;
}

static int fail(const wend_error *error) {
    if (interrupt_asked()) {
        fprintf(stderr, "wend: interrupted; nothing was written.\n");
        return 130;
    }
    return command_fail(error);
}

static option_answer read_options(int argc, char **argv, report_command *asked) {
    const option_row options[] = {
        {"--out", OPTION_TEXT, &asked->out, 0, 0, "FILE",
         "write the page here (report.html beside the first recording)"},
        {"-o", OPTION_TEXT, &asked->out, 0, 0, "FILE", NULL},
        {"--title", OPTION_TEXT, &asked->title, 0, 0, "TEXT", "of the page (that of the scenario)"},
        {"--line", OPTION_LIST, &asked->lines, 0, 0, "X0,Y0,X1,Y1", "measure the flow over this line, m; may repeat"},
        {"--area", OPTION_TEXT, &asked->area, 0, 0, "X0,Y0,X1,Y1", "count the density here too, m"},
        {"--radius", OPTION_NUMBER, &asked->options.measure.radius, 0.001, 100, "R",
         "of a body, m, where the file does not tell (0.25)"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "show no progress"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the key figures as JSON, and write no page"},
    };
    const option_table table = {
        .usage = "wend report FILE... [options]: a page about recordings, to read, print and hand in",
        .examples = "Several recordings of one scene are runs: the page has their means with confidence intervals.\n\n"
                    "examples\n"
                    "  wend report demo.h5\n"
                    "  wend report run1.h5 run2.h5 run3.h5 --title 'Hall, north door shut' --out hall.html\n"
                    "  wend report corridor.sqlite --line 0,-2,0,2 --line 5,-2,5,2\n"
                    "  wend report demo.h5 --json | jq '.runs[0].out_95_s'\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 1,
        .most_words = OPTION_LIST_MAX,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

int cmd_report(int argc, char **argv) {
    report_command asked = {.options = wi_report_options_default()};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!options_agree(asked.json, "--json", asked.out, "--out") || !read_places(&asked)) return 2;
    if (!option_spares_all("--out", asked.out, &asked.words)) return 2;
    wi_report *report = NULL;
    wend_error error = {0};
    interrupt_watch();
    asked.shown = progress_start(asked.quiet || asked.json, 0.0);
    asked.options.title = asked.title;
    asked.options.progress = show_progress, asked.options.host = &asked;
    wend_result result = wi_report_read(asked.words.item, asked.words.count, &asked.options, &report, &error);
    progress_end(&asked.shown);
    if (result == WEND_OK && asked.json)
        wi_report_print_json(report, stdout);
    else if (result == WEND_OK)
        result = write_page(&asked, report, &error);
    wi_report_free(report);
    return result == WEND_OK ? 0 : fail(&error);
}
