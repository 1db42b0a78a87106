// wend view, in three files: view.c reads the options, view_serve.c answers the browser, view_page.c writes a page.
#ifndef VIEW_H
#define VIEW_H

#include "replay/replay.h"

#define VIEW_RUNS_MAX 2

typedef struct view_runs {
    wi_replay *run[VIEW_RUNS_MAX];
    uint32_t count;
} view_runs;

// Serves the viewer on this machine alone until Ctrl-C; port 0: any that is free. Returns an exit status.
int view_serve(const view_runs *runs, uint16_t port, bool open_browser);

typedef struct view_page_options {
    const char *path;
    double most; // MB
    bool quiet;
} view_page_options;

// Writes a page that holds the viewer and the runs. Returns an exit status.
int view_page(const view_runs *runs, const view_page_options *options);

#endif
