#include "study.h"

#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "study.yaml"

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

// The last part of a path, without slashes at its end and without ".yaml".
static void name_of(const char *path, char name[256]) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/') end--;
    size_t from = end;
    while (from > 0 && path[from - 1] != '/') from--;
    size_t length = end - from;
    if (length > 5 && memcmp(path + end - 5, ".yaml", 5) == 0) length -= 5;
    snprintf(name, 256, "%.*s", (int)(length < 255 ? length : 255), path + from);
}

static void folder_of(const char *file, char folder[SHIPPED_PATH_MAX]) {
    const char *slash = strrchr(file, '/');
    if (slash)
        snprintf(folder, SHIPPED_PATH_MAX, "%.*s", (int)(slash - file), file);
    else
        snprintf(folder, SHIPPED_PATH_MAX, ".");
}

static bool is_called(const char *file, const char *name) {
    const char *slash = strrchr(file, '/');
    return strcmp(slash ? slash + 1 : file, name) == 0;
}

// A study called study.yaml has the name of its folder.
static void name_study(const char *word, study_place *place) {
    char folder[SHIPPED_PATH_MAX], real[SHIPPED_PATH_MAX];
    name_of(word, place->name);
    folder_of(place->file, folder);
    if (is_called(place->file, FILE_NAME) && realpath(folder, real)) name_of(real, place->name);
}

// Beside it; several studies in one folder would write over each other's results and journals.
static bool place_results(const char *out, study_place *place) {
    char beside[SHIPPED_PATH_MAX];
    folder_of(place->file, beside);
    int length;
    if (out)
        length = snprintf(place->folder, SHIPPED_PATH_MAX, "%s/%s", out, place->name);
    else if (is_called(place->file, FILE_NAME))
        length = snprintf(place->folder, SHIPPED_PATH_MAX, "%s", beside);
    else
        length = snprintf(place->folder, SHIPPED_PATH_MAX, "%s/%s.results", beside, place->name);
    if (length < SHIPPED_PATH_MAX) return true;
    fprintf(stderr, "wend: the name of %s is too long.\n", out ? "--out" : "the study");
    return false;
}

static bool refuse(const char *word) {
    uint32_t count;
    char **names = study_names(&count);
    wi_nearest meant = wi_nearest_to(word);
    for (uint32_t i = 0; names && i < count; i++) wi_nearest_try(&meant, names[i]);
    if (meant.name)
        fprintf(stderr, "wend: there is no study '%s'. Did you mean '%s'?\n", word, meant.name);
    else
        fprintf(stderr, "wend: there is no study '%s'. 'wend study --list' lists them; a path to a %s is fine, too.\n",
                word, FILE_NAME);
    study_names_free(names, count);
    return false;
}

static bool find_file(const char *word, char file[SHIPPED_PATH_MAX]) {
    char folder[SHIPPED_PATH_MAX];
    int length = -1;
    if (is_folder(word))
        length = snprintf(file, SHIPPED_PATH_MAX, "%s/%s", word, FILE_NAME);
    else if (strchr(word, '/') || access(word, F_OK) == 0)
        length = snprintf(file, SHIPPED_PATH_MAX, "%s", word);
    else if (*word && shipped_folder("studies", folder))
        length = snprintf(file, SHIPPED_PATH_MAX, "%s/%s/%s", folder, word, FILE_NAME);
    return length > 0 && length < SHIPPED_PATH_MAX && access(file, F_OK) == 0;
}

bool study_find(const char *word, const char *out, study_place *place) {
    if (!find_file(word, place->file)) return refuse(word);
    name_study(word, place);
    return place_results(out, place);
}

// All of them ----------------------------------------------------------------------------------------------------------

static int has_study(const struct dirent *entry) {
    char folder[SHIPPED_PATH_MAX], path[SHIPPED_PATH_MAX];
    if (entry->d_name[0] == '.' || !shipped_folder("studies", folder)) return 0;
    int length = snprintf(path, sizeof path, "%s/%s/%s", folder, entry->d_name, FILE_NAME);
    return length < SHIPPED_PATH_MAX && access(path, F_OK) == 0;
}

char **study_names(uint32_t *count) {
    char folder[SHIPPED_PATH_MAX];
    struct dirent **found = NULL;
    int all = shipped_folder("studies", folder) ? scandir(folder, &found, has_study, alphasort) : 0;
    char **names = calloc(all > 0 ? (size_t)all : 1, sizeof *names);
    *count = 0;
    for (int i = 0; i < all; i++) {
        char *name = names ? strdup(found[i]->d_name) : NULL;
        if (name) names[(*count)++] = name;
        free(found[i]);
    }
    free(found);
    return names;
}

void study_names_free(char **names, uint32_t count) {
    for (uint32_t i = 0; names && i < count; i++) free(names[i]);
    free(names);
}

bool study_make_folder(const char *path) {
    char part[SHIPPED_PATH_MAX];
    size_t length = strlen(path);
    for (size_t i = 1; i <= length && length < sizeof part; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) == 0 || errno == EEXIST) continue;
        fprintf(stderr, "wend: cannot make the folder %s: %s.\n", part, strerror(errno));
        return false;
    }
    return true;
}
