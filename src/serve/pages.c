// The viewer's own files. They are a component of their own, since building them needs node.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "serve/server.h"

#ifndef WEND_VIEWER_DIR
#define WEND_VIEWER_DIR "build/viewer"
#endif

typedef struct page {
    const char *path, *file, *type;
} page;

// Only these are ever sent, so no path leads elsewhere.
static const page pages[] = {
    {"/", "viewer.html", "text/html; charset=utf-8"},
    {"/viewer.js", "viewer.js", "text/javascript; charset=utf-8"},
    {"/viewer.css", "viewer.css", "text/css; charset=utf-8"},
    {"/h5.js", "h5.js", "text/javascript; charset=utf-8"},
};

static bool holds_viewer(const char *folder) {
    char file[PATH_MAX];
    int length = snprintf(file, sizeof file, "%s/%s", folder, pages[0].file);
    return length < PATH_MAX && access(file, R_OK) == 0;
}

// bin/wend and share/wend/viewer move together when an installed tree is moved.
static bool beside_command(char folder[PATH_MAX]) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return false;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash) return false;
    int written = snprintf(folder, PATH_MAX, "%.*s/../share/wend/viewer", (int)(slash - self), self);
    return written < PATH_MAX && holds_viewer(folder);
}

static bool find_folder(char folder[PATH_MAX]) {
    const char *named = getenv("WEND_VIEWER_DIR");
    if (!named && beside_command(folder)) return true;
    int length = snprintf(folder, PATH_MAX, "%s", named ? named : WEND_VIEWER_DIR);
    return length < PATH_MAX && holds_viewer(folder);
}

// The launcher names a file in WEND_MISSING, reads there what is missing, and adds it.
static void tell_launcher(void) {
    const char *path = getenv("WEND_MISSING");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fputs("viewer\n", file);
    fclose(file);
}

wend_result wi_pages_folder(char folder[WI_FOLDER_MAX], wend_error *error) {
    _Static_assert(WI_FOLDER_MAX >= PATH_MAX, "a folder's name fits");
    if (find_folder(folder)) return WEND_OK;
    tell_launcher();
    return wi_fail(error, WEND_FILE_ERROR,
                   "the viewer has not been built: install it with `./wend component viewer`, or name the folder that "
                   "holds viewer.html in WEND_VIEWER_DIR");
}

bool wi_pages_get(const char *folder, const char *path, wi_answer *answer) {
    for (uint32_t i = 0; i < WEND_COUNT(pages); i++) {
        if (strcmp(pages[i].path, path) != 0) continue;
        char file[WI_FOLDER_MAX + 16];
        snprintf(file, sizeof file, "%s/%s", folder, pages[i].file);
        *answer = (wi_answer){.status = 200, .type = pages[i].type, .file = strdup(file)};
        if (!answer->file) answer->status = 503;
        return true;
    }
    return false;
}
