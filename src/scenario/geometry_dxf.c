// DXF drawings are read by a program of their own, wend-dxf, because the library behind it is large and few need it.
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenario/geometry.h"
#include "scenario/room.h"

#define HELPER "wend-dxf"
#define OUTPUT_MAX (256u << 20) // bytes

extern char **environ;

static bool helper_in(const char *folder, size_t length, char path[PATH_MAX]) {
    int written = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folder, HELPER);
    return written > 0 && written < PATH_MAX && access(path, X_OK) == 0;
}

static bool beside_program(char path[PATH_MAX]) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return false;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    return slash != NULL && helper_in(self, (size_t)(slash - self), path);
}

static bool on_path(char path[PATH_MAX]) {
    const char *at = getenv("PATH");
    while (at != NULL && *at != '\0') {
        size_t length = strcspn(at, ":");
        if (length > 0 && helper_in(at, length, path)) return true;
        at += length + (at[length] == ':');
    }
    return false;
}

// WEND_DXF names the helper, or, empty, says that there is none; otherwise it is looked for.
static bool find_helper(char path[PATH_MAX]) {
    const char *named = getenv("WEND_DXF");
    if (named == NULL) return beside_program(path) || on_path(path);
    int written = snprintf(path, PATH_MAX, "%s", named);
    return written > 0 && written < PATH_MAX && access(path, X_OK) == 0;
}

// Starts the helper with its output going to *output.
static bool start(const char *helper, const char *file, pid_t *child, int *output) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    char *arguments[] = {(char *)(uintptr_t)helper, (char *)(uintptr_t)file, NULL};
    int failed = posix_spawn(child, helper, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    *output = ends[0];
    if (failed != 0) close(ends[0]);
    errno = failed;
    return failed == 0;
}

static char *read_output(int from) {
    uint32_t size = 0, room = 0;
    char *text = NULL;
    for (;;) {
        if (size > OUTPUT_MAX || !wi_room(&text, &room, size + 65536, 1)) break;
        ssize_t got = read(from, text + size, room - size - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) break;
        if (got == 0) {
            text[size] = '\0';
            return text;
        }
        size += (uint32_t)got;
    }
    free(text);
    return NULL;
}

// The launcher names a file in WEND_MISSING, reads there what is missing, and adds it.
static void tell_launcher(void) {
    const char *path = getenv("WEND_MISSING");
    FILE *file = path == NULL ? NULL : fopen(path, "w");
    if (file == NULL) return;
    fputs("dxf\n", file);
    fclose(file);
}

char *wi_dxf_to_wkt(const char *path, char *why, size_t why_size) {
    char helper[PATH_MAX];
    if (!find_helper(helper)) {
        tell_launcher();
        snprintf(why, why_size,
                 "DXF drawings need the component dxf: install it with `./wend component dxf`, or save the drawing as "
                 "WKT or GeoJSON");
        return NULL;
    }
    pid_t child;
    int output, status = 0;
    if (!start(helper, path, &child, &output)) {
        snprintf(why, why_size, "cannot start " HELPER ": %s", strerror(errno));
        return NULL;
    }
    char *text = read_output(output);
    close(output);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (text != NULL && WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
    free(text);
    snprintf(why, why_size, HELPER " could not read the drawing (see its message above)");
    return NULL;
}
