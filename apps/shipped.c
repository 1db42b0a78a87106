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

bool shipped_nearest(const char *path, char name[256]) {
    char folder[SHIPPED_PATH_MAX], wanted[256], stem[256];
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    if (strlen(last) > 255 || !shipped_folder("scenarios", folder)) return false;
    if (!stem_of(last, wanted)) snprintf(wanted, sizeof wanted, "%s", last);
    DIR *list = opendir(folder);
    if (!list) return false;
    const uint32_t too_far = wi_text_too_far(wanted);
    uint32_t least = too_far;
    for (const struct dirent *entry = readdir(list); entry; entry = readdir(list)) {
        if (!stem_of(entry->d_name, stem)) continue;
        uint32_t distance = wi_text_distance(stem, wanted);
        // The first in the alphabet among equals: the order of a folder is nobody's.
        if (distance > least || (distance == least && (least == too_far || strcmp(stem, name) > 0))) continue;
        least = distance;
        snprintf(name, 256, "%s", stem);
    }
    closedir(list);
    return least < too_far;
}
