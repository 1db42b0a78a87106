#include "scenario/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void wi_file_list_add(wi_arena *arena, wi_file_list *list, const char *path) {
    list->path = wi_arena_grow(arena, list->path, list->count, &list->room, sizeof *list->path);
    list->path[list->count++] = path;
}

char *wi_file_path(wi_arena *arena, const char *beside, const char *name) {
    const char *slash = strrchr(beside, '/');
    if (name[0] == '/' || !slash) return wi_arena_copy(arena, name, strlen(name));
    return wi_arena_print(arena, "%.*s%s", (int)(slash - beside + 1), beside, name);
}

static char *real_path(wi_arena *arena, const char *path) {
    char *found = realpath(path, NULL);
    if (!found) return NULL;
    char buffer[4096];
    size_t length = strlen(found);
    bool fits = length < sizeof buffer;
    if (fits) memcpy(buffer, found, length + 1);
    free(found); // before the arena may jump away
    return fits ? wi_arena_copy(arena, buffer, length) : NULL;
}

char *wi_file_folder(wi_arena *arena, const char *file) {
    const char *slash = strrchr(file, '/');
    if (!slash) return real_path(arena, ".");
    return real_path(arena, wi_arena_copy(arena, file, (size_t)(slash - file + 1)));
}

static bool lies_under(const char *path, const char *folder) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0) return false;
    return path[length] == '/' || (length > 0 && folder[length - 1] == '/');
}

char *wi_file_allowed(wi_arena *arena, const char *path, const char *folder, const char **why) {
    struct stat info;
    char *real = real_path(arena, path);
    if (!real || stat(real, &info) != 0) {
        *why = strerror(errno);
        return NULL;
    }
    if (folder && !lies_under(real, folder)) {
        *why = "it lies outside the scenario's folder; --outside allows that";
        return NULL;
    }
    if (!S_ISREG(info.st_mode)) {
        *why = "it is not a plain file";
        return NULL;
    }
    return real;
}

// Reads up to `room` bytes; -1 if that fails.
static ssize_t read_all(int file, char *text, size_t room) {
    size_t size = 0;
    while (size < room) {
        ssize_t got = read(file, text + size, room - size);
        if (got == 0) break;
        if (got < 0 && errno != EINTR) return -1;
        if (got > 0) size += (size_t)got;
    }
    return (ssize_t)size;
}

char *wi_text_file_read(wi_arena *arena, const char *path, size_t most, size_t *size, const char **why) {
    struct stat info;
    // A pipe does not say how long it is; pages of the arena that nobody touches cost nothing.
    bool known = stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= 0;
    size_t room = known && (size_t)info.st_size < most ? (size_t)info.st_size + 1 : most + 1;
    char *text = wi_arena_take(arena, room + 1, 1); // before the file is open: the arena may jump away
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read_all(file, text, room);
    if (got < 0) *why = strerror(errno);
    if (file >= 0) close(file);
    if (got < 0) return NULL;
    if ((size_t)got == room) {
        *why = room > most ? "it is larger than 16 MiB" : "it grew while it was read";
        return NULL;
    }
    text[got] = '\0';
    *size = (size_t)got;
    return text;
}

bool wi_file_below(const char *path) {
    if (path[0] == '/' || !*path) return false;
    for (const char *part = path; part; part = strchr(part, '/')) {
        if (*part == '/') part++;
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0')) return false;
    }
    return true;
}
