#include "shipped.h"

#include "base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef WEND_SOURCE_DIR
#define WEND_SOURCE_DIR "."
#endif

// The folder of the running command, with its slash; false where the system does not tell.
static bool command_folder(char path[SHIPPED_PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", path, SHIPPED_PATH_MAX - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash) return false;
    slash[1] = '\0';
    return true;
}

// bin/wend and share/wend move together when an installed tree is moved.
bool shipped_folder(const char *what, char path[SHIPPED_PATH_MAX]) {
    char folder[SHIPPED_PATH_MAX];
    if (command_folder(folder)) {
        int length = snprintf(path, SHIPPED_PATH_MAX, "%s../share/wend/%s", folder, what);
        if (length < SHIPPED_PATH_MAX && access(path, R_OK) == 0) return true;
    }
    snprintf(path, SHIPPED_PATH_MAX, "%s/%s", WEND_SOURCE_DIR, what);
    return access(path, R_OK) == 0;
}

const char *shipped_find(const char *name, char path[SHIPPED_PATH_MAX]) {
    static const char *const endings[] = {"", ".yaml"};
    char folder[SHIPPED_PATH_MAX];
    if (access(name, F_OK) == 0 || strchr(name, '/') || !*name || !shipped_folder("scenarios", folder)) return name;
    for (uint32_t i = 0; i < WEND_COUNT(endings); i++) {
        int length = snprintf(path, SHIPPED_PATH_MAX, "%s/%s%s", folder, name, endings[i]);
        if (length < SHIPPED_PATH_MAX && access(path, R_OK) == 0) return path;
    }
    return name;
}

// A file name without ".yaml", or false if it is none.
static bool stem_of(const char *file, char stem[256]) {
    size_t length = strlen(file);
    if (length <= 5 || length > 255 || strcmp(file + length - 5, ".yaml") != 0) return false;
    memcpy(stem, file, length - 5);
    stem[length - 5] = '\0';
    return true;
}

// The scenario that somebody meant, looked for in one folder after the other.
typedef struct guess {
    char wanted[256];  // the last part of a path, without ".yaml"
    uint32_t distance; // a name must be nearer than this
    char *name;        // the nearest so far
    bool found;
} guess;

static bool guess_of(const char *path, char name[256], guess *made) {
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    if (strlen(last) > 255) return false;
    *made = (guess){.name = name};
    if (!stem_of(last, made->wanted)) snprintf(made->wanted, sizeof made->wanted, "%s", last);
    made->distance = wi_text_too_far(made->wanted);
    return true;
}

// Whether a name of this folder is nearer than those of the folders before it.
static bool look_in(guess *at, const char *folder) {
    char stem[256];
    bool here = false;
    DIR *list = opendir(folder);
    if (!list) return false;
    for (const struct dirent *entry = readdir(list); entry; entry = readdir(list)) {
        if (!stem_of(entry->d_name, stem)) continue;
        uint32_t distance = wi_text_distance(stem, at->wanted);
        // The first in the alphabet among equals: the order of a folder is nobody's.
        if (distance > at->distance || (distance == at->distance && !(here && strcmp(stem, at->name) < 0))) continue;
        at->distance = distance;
        at->found = here = true;
        snprintf(at->name, 256, "%s", stem);
    }
    closedir(list);
    return here;
}

static bool look_in_shipped(guess *at) {
    char folder[SHIPPED_PATH_MAX];
    return shipped_folder("scenarios", folder) && look_in(at, folder);
}

bool shipped_nearest(const char *path, char name[256]) {
    guess at;
    return guess_of(path, name, &at) && look_in_shipped(&at);
}

// The letters of a path up to its last slash, with it.
static int folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash + 1 - path) : 0;
}

bool shipped_nearest_from(const char *file, const char *name, char meant[256]) {
    char folder[SHIPPED_PATH_MAX], stem[256];
    guess at;
    if (!guess_of(name, stem, &at)) return false;
    // With a dot at the end it is a folder even where both are names alone.
    int length = snprintf(folder, sizeof folder, "%.*s%.*s.", *name == '/' ? 0 : folder_length(file), file,
                          folder_length(name), name);
    bool beside = length < (int)sizeof folder && look_in(&at, folder);
    if (look_in_shipped(&at)) beside = false;
    if (!at.found) return false;
    return snprintf(meant, 256, "%.*s%s%s", beside ? folder_length(name) : 0, name, stem, beside ? ".yaml" : "") < 256;
}
