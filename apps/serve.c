// wend serve: runs a scenario while people watch it in their browsers and meddle.
#include "browser.h"
#include "commands.h"
#include "gauge.h"
#include "interrupt.h"
#include "journey.h"
#include "measure_options.h"
#include "measure_table.h"
#include "options.h"

#include "serve/live.h"
#include "serve/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUND 0.2 // s between looks for Ctrl-C

typedef struct serve_options {
    journey_options journey;
    option_list words, sets, origins;
    const char *address, *token;
    uint32_t port;
    bool paused, no_open, measured;
    measure_options measure;
} serve_options;

typedef struct serving {
    wi_live *live;
    wi_server *server;
    char folder[WI_FOLDER_MAX];               // of the viewer
    const char *origins[OPTION_LIST_MAX + 1]; // ends with NULL
    const wi_measure_options *measure;        // NULL: nothing is measured
    gauge measured;                           // the simulation thread's, while there is one
} serving;

// What the server asks for --------------------------------------------------------------------------------------------

static void answer_json(wi_answer *answer, wi_bytes body) {
    *answer = (wi_answer){.status = 200, .type = "application/json", .changing = true, .body = body};
}

static void get(void *host, const char *path, const char *query, wi_answer *answer) {
    (void)query;
    static const char runs[] = "{\"live\": true, \"runs\": []}\n";
    const serving *all = host;
    wi_bytes body = {0};
    if (strcmp(path, "/status.json") == 0 && wi_live_status(all->live, &body)) {
        answer_json(answer, body);
    } else if (strcmp(path, "/runs.json") == 0) {
        body.data = (unsigned char *)strdup(runs);
        body.size = body.data ? strlen(runs) : 0;
        answer_json(answer, body);
    } else {
        wi_pages_get(all->folder, path, answer);
    }
}

static bool came(void *host, wi_client *client) {
    wi_viewer *viewer = wi_live_join(((const serving *)host)->live);
    wi_client_set_own(client, viewer);
    return viewer != NULL;
}

static void message(void *host, wi_client *client, const char *text, size_t size) {
    wi_live_hear(((const serving *)host)->live, wi_client_own(client), text, size);
}

static bool next(void *host, wi_client *client, wi_bytes *body, bool *text) {
    return wi_live_next(((const serving *)host)->live, wi_client_own(client), body, text);
}

static void left(void *host, wi_client *client) { wi_live_leave(((const serving *)host)->live, wi_client_own(client)); }

static void changed(void *host) { wi_server_wake(((const serving *)host)->server); }

// Measures, of each run from its start ---------------------------------------------------------------------------------

// What cannot be measured is left out of the status; the simulation goes on.
static void look(void *host, const wi_run *run, bool fresh) {
    serving *all = host;
    if (fresh) gauge_end(&all->measured);
    wend_error error = {0};
    wend_result result =
        fresh ? gauge_start(&all->measured, run, all->measure, &error) : gauge_frame(&all->measured, run, &error);
    if (!result) return;
    fprintf(stderr, "wend: %s; nothing is measured until the next reset.\n", error.text);
    gauge_end(&all->measured);
}

static void add_measures(void *host, wi_json_object *status) {
    const gauge *measured = &((const serving *)host)->measured;
    if (!measured->meter) return;
    wi_measures found = wi_meter_result(measured->meter);
    wi_json_put_name(status, "measures");
    wi_json_object inner = wi_json_begin(status->to, status->indent + 2);
    wi_json_put_number(&inner, "density_now_per_m2", wi_meter_instant(measured->meter).density, 4);
    measures_put_json(&inner, &found, &measured->options);
    wi_json_end(&inner);
}

// Serving -------------------------------------------------------------------------------------------------------------

static wend_result open_server(const serve_options *asked, serving *all, wend_error *error) {
    for (uint32_t i = 0; i < asked->origins.count; i++) all->origins[i] = asked->origins.item[i];
    const wi_server_def def = {
        .address = asked->address,
        .port = (uint16_t)asked->port,
        .token = asked->token,
        .origins = all->origins,
        .host = all,
        .get = get,
        .came = came,
        .message = message,
        .next = next,
        .left = left,
    };
    return wi_server_open(&def, &all->server, error);
}

static wend_result open_live(const serve_options *asked, journey *on, serving *all, wend_error *error) {
    const wi_live_def def = {
        .scenario = on->scenario,
        .run = on->run,
        .threads = asked->journey.threads,
        .paused = asked->paused,
        .host = all,
        .changed = changed,
        .look = all->measure ? look : NULL,
        .add_status = add_measures,
    };
    wend_result result = wi_live_open(&def, &all->live, error);
    if (result == WEND_OK) on->run = NULL; // it is the live run's now
    return result;
}

static void tell_address(const serve_options *asked, const serving *all) {
    char address[512];
    bool six = strchr(asked->address, ':') != NULL;
    snprintf(address, sizeof address, "http://%s%s%s:%u/%s%s", six ? "[" : "", asked->address, six ? "]" : "",
             wi_server_port(all->server), asked->token ? "?token=" : "", asked->token ? asked->token : "");
    printf("%s\n", address);
    bool opened = !asked->no_open && browser_open(address);
    printf("%s; Ctrl-C ends it.\n", opened ? "This is opened in your browser" : "Open this in a browser");
    fflush(stdout);
}

// The server goes before the live run, whose viewers it has, and after its thread, which calls it.
static void close_all(serving *all) {
    if (all->live) wi_live_stop(all->live);
    wi_server_close(all->server);
    wi_live_close(all->live);
    gauge_end(&all->measured);
}

static int serve(const serve_options *asked, journey *on) {
    serving all = {.measure = asked->measured ? &asked->measure.measure : NULL};
    wend_error error = {0};
    // What cannot be measured is said now; the live run starts anew.
    wend_result result = all.measure ? gauge_start(&all.measured, on->run, all.measure, &error) : WEND_OK;
    if (!result) result = wi_pages_folder(all.folder, &error);
    if (!result) result = open_server(asked, &all, &error);
    if (!result) result = open_live(asked, on, &all, &error);
    if (!result) tell_address(asked, &all);
    while (!result && !interrupt_asked()) wi_server_serve(all.server, ROUND);
    close_all(&all);
    return result ? command_fail(&error) : 0;
}

static option_answer read_options(int argc, char **argv, serve_options *asked) {
    journey_options *travel = &asked->journey;
    option_row measures[MEASURE_OPTION_ROWS];
    measure_options_list(&asked->measure, measures);
    const option_row options[] = {
        {"--set", OPTION_LIST, &asked->sets, 0, 0, "NAME=VALUE", "a variable of the scenario; may be repeated"},
        {"--seed", OPTION_SEED, &travel->seed, 0, 0, "N", "of the random numbers (the scenario's)"},
        {"--threads", OPTION_COUNT, &travel->threads, 1, 256, "N", "of the simulation (1)"},
        {"--model", OPTION_TEXT, &travel->model, 0, 0, "NAME", "of steering for everyone, see 'wend models'"},
        {"--outside", OPTION_FLAG, &travel->outside, 0, 0, NULL, "allow files outside the scenario's folder"},
        {"--paused", OPTION_FLAG, &asked->paused, 0, 0, NULL, "begin when somebody presses play"},
        {"--measure", OPTION_FLAG, &asked->measured, 0, 0, NULL, "the status tells what 'wend measure' does, so far"},
        {"--port", OPTION_COUNT, &asked->port, 1, 65535, "N", "serve on this port (any that is free)"},
        {"--address", OPTION_TEXT, &asked->address, 0, 0, "ADDRESS",
         "serve others, too, at this address of the machine; needs --token (127.0.0.1)"},
        {"--token", OPTION_TEXT, &asked->token, 0, 0, "WORD", "a secret that viewers must know"},
        {"--origin", OPTION_LIST, &asked->origins, 0, 0, "URL", "pages from there may connect, too; may be repeated"},
        {"--no-open", OPTION_FLAG, &asked->no_open, 0, 0, NULL, "print the address, open no browser"},
    };
    const option_table table = {
        .usage = "wend serve FILE [options]: run a scenario live, to watch it in the browser and meddle",
        .examples = "FILE is a scenario file, or the name of one that comes with wend. Nothing is recorded. Only this\n"
                    "machine can connect unless --address says otherwise. Ctrl-C ends it.\n\n"
                    "examples\n"
                    "  wend serve scene.yaml\n"
                    "  wend serve antipodal-circle --set agents=500 --threads 4 --paused\n"
                    "  wend serve scene.yaml --address 192.168.1.20 --port 8080 --token a-word-nobody-guesses\n",
        .options = options,
        .count = WEND_COUNT(options),
        .more = {MEASURE_HEADING, measures, MEASURE_SERVED_ROWS, &asked->measured},
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

static int serve_file(serve_options *asked) {
    journey_sets sets;
    int status = journey_sets_read(&asked->sets, &sets);
    journey on = {0};
    if (status == 0) {
        asked->journey.file = asked->words.item[0];
        asked->journey.set = sets.set;
        asked->journey.set_count = sets.count;
        asked->journey.no_record = true;
        status = journey_open(&asked->journey, &on);
    }
    interrupt_watch();
    if (status == 0) status = serve(asked, &on);
    journey_close(&on);
    journey_sets_free(&sets);
    return status;
}

int cmd_serve(int argc, char **argv) {
    serve_options asked = {
        .journey = {.seed = JOURNEY_OWN_SEED}, .address = "127.0.0.1", .measure = measure_options_default()};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    return measure_options_take(&asked.measure, true) ? serve_file(&asked) : 2;
}
