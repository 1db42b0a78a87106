// wend view: what the browser asks for (docs/replay-protocol.md, "Over HTTP").
#include "browser.h"
#include "commands.h"
#include "interrupt.h"
#include "view.h"

#include "base/json_write.h"
#include "serve/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_SECONDS 0.25 // between looks for Ctrl-C
#define BYTES "application/octet-stream"
#define JSON "application/json"

typedef struct view_host {
    const view_runs *runs;
    char folder[WI_FOLDER_MAX]; // of the viewer
} view_host;

// Answers --------------------------------------------------------------------------------------------------------------

static void answer_with(wi_answer *answer, const char *type, wend_result result, wi_bytes body,
                        const wend_error *error) {
    *answer = (wi_answer){.status = 200, .type = type, .body = body, .changing = true};
    if (result == WEND_OK) return;
    *answer = (wi_answer){
        .status = result == WEND_NOT_FOUND ? 404 : 500, .type = "text/plain; charset=utf-8", .changing = true};
    answer->body.data = (unsigned char *)strdup(error->text);
    answer->body.size = answer->body.data ? strlen(error->text) : 0;
}

// What `print` prints, as JSON.
static void answer_json(wi_answer *answer, void (*print)(wi_json_object *to, const void *of), const void *of) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    *answer = (wi_answer){.status = 503, .changing = true};
    if (!to) return;
    wi_json_object object = wi_json_begin(to, 0);
    print(&object, of);
    wi_json_end(&object);
    if (fclose(to) == 0)
        *answer = (wi_answer){.status = 200, .type = JSON, .body = {(unsigned char *)text, size}, .changing = true};
}

static void print_runs(wi_json_object *to, const void *of) {
    const view_runs *runs = of;
    wi_json_put_flag(to, "live", false);
    wi_json_put_name(to, "runs");
    fputc('[', to->to);
    for (uint32_t i = 0; i < runs->count; i++) {
        if (i) fputs(", ", to->to);
        wi_json_print_text(to->to, wi_replay_source(runs->run[i]));
    }
    fputc(']', to->to);
}

static void print_progress(wi_json_object *to, const void *of) {
    const wi_replay_progress *progress = of;
    wi_json_put_count(to, "frames", progress->frames);
    wi_json_put_count(to, "blocks", progress->blocks);
    wi_json_put_count(to, "agents", progress->agents);
    wi_json_put_flag(to, "done", progress->done);
    wi_json_put_text(to, "error", progress->error.text);
}

// Requests -------------------------------------------------------------------------------------------------------------

typedef struct table_part {
    const char *name;
    wend_result (*read)(wi_replay *run, uint32_t from, wi_bytes *bytes, wend_error *error);
} table_part;

static const table_part parts[] = {
    {"index", wi_replay_index},
    {"agents", wi_replay_agents},
    {"timeline", wi_replay_timeline},
};

// A whole number that ends where `end` does.
static bool read_number(const char *text, const char *end, uint32_t *number) {
    char *stop;
    if (*text < '0' || *text > '9') return false;
    unsigned long value = strtoul(text, &stop, 10);
    *number = (uint32_t)value;
    return stop == end && value <= UINT32_MAX;
}

static uint32_t from_of(const char *query) {
    uint32_t from = 0;
    bool given = strncmp(query, "from=", 5) == 0 && read_number(query + 5, query + strcspn(query, "&"), &from);
    return given ? from : 0;
}

static void get_part(wi_replay *run, const char *name, const char *query, wi_answer *answer) {
    wend_error error = {0};
    wi_bytes bytes = {0};
    uint32_t block;
    if (strcmp(name, "about.json") == 0) {
        wend_result result = wi_replay_about(run, &bytes, &error);
        answer_with(answer, JSON, result, bytes, &error);
    } else if (strcmp(name, "progress.json") == 0) {
        wi_replay_progress progress = wi_replay_get_progress(run);
        answer_json(answer, print_progress, &progress);
    } else if (strncmp(name, "block/", 6) == 0 && read_number(name + 6, name + strlen(name), &block)) {
        wend_result result = wi_replay_block(run, block, &bytes, &error);
        answer_with(answer, BYTES, result, bytes, &error);
    }
    for (uint32_t i = 0; i < WEND_COUNT(parts); i++) {
        if (strcmp(name, parts[i].name) != 0) continue;
        wend_result result = parts[i].read(run, from_of(query), &bytes, &error);
        answer_with(answer, BYTES, result, bytes, &error);
    }
}

static void get(void *of, const char *path, const char *query, wi_answer *answer) {
    view_host *host = of;
    const char *name = strncmp(path, "/run/", 5) == 0 ? strchr(path + 5, '/') : NULL;
    uint32_t run;
    if (wi_pages_get(host->folder, path, answer)) return;
    if (strcmp(path, "/runs.json") == 0)
        answer_json(answer, print_runs, host->runs);
    else if (name && read_number(path + 5, name, &run) && run < host->runs->count)
        get_part(host->runs->run[run], name + 1, query, answer);
}

// Serving --------------------------------------------------------------------------------------------------------------

static void tell_address(uint16_t port, bool open_browser) {
    char address[64];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/", port);
    printf("%s\n", address);
    printf("%s; Ctrl-C ends it.\n", open_browser && browser_open(address) ? "This is opened in your browser"
                                                                          : "Open this in a browser on this machine");
    fflush(stdout);
}

int view_serve(const view_runs *runs, uint16_t port, bool open_browser) {
    view_host host = {.runs = runs};
    wend_error error = {0};
    wi_server *server;
    if (wi_pages_folder(host.folder, &error)) return command_fail(&error);
    const wi_server_def def = {.address = "127.0.0.1", .port = port, .host = &host, .get = get};
    if (wi_server_open(&def, &server, &error)) return command_fail(&error);
    tell_address(wi_server_port(server), open_browser);
    while (!interrupt_asked()) wi_server_serve(server, WAIT_SECONDS);
    wi_server_close(server);
    return 0;
}
