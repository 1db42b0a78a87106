#include "browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

// In a process group of its own, so that Ctrl-C ends us and not the browser, whose talk nobody wants to read.
static bool start(const char *address) {
    char program[] = "xdg-open", *words[] = {program, (char *)(uintptr_t)address, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    pid_t child;
    if (posix_spawn_file_actions_init(&files) != 0) return false;
    bool ready = posix_spawnattr_init(&how) == 0;
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        (void)posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    if (ready) (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    bool started = ready && posix_spawnp(&child, program, &files, &how, words, environ) == 0;
    if (ready) (void)posix_spawnattr_destroy(&how);
    (void)posix_spawn_file_actions_destroy(&files);
    return started;
}

bool browser_open(const char *address) { return (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) && start(address); }
