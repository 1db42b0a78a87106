#include "journal.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool complain(const journal *on, const char *what) {
    fprintf(stderr, "wend: cannot %s the journal %s: %s.\n", what, on->path, strerror(errno));
    return false;
}

// Whether the path still leads to the file: who had it before may have removed it before letting go of the lock.
static bool is_in_place(const journal *on) {
    struct stat here, there;
    return fstat(on->file, &here) == 0 && stat(on->path, &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

static bool take_file(journal *on) {
    on->file = open(on->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (on->file < 0) return complain(on, "open");
    if (flock(on->file, LOCK_EX | LOCK_NB) == 0) return true;
    fprintf(stderr, "wend: another command is at work on %s. Wait for it, or choose another --out.\n", on->path);
    close(on->file);
    on->file = -1;
    return false;
}

bool journal_open(journal *on, const char *path, uint32_t width) {
    *on = (journal){.file = -1, .path = strdup(path), .width = width};
    if (!on->path || !take_file(on)) return false;
    if (is_in_place(on)) return true;
    close(on->file);
    return take_file(on);
}

static bool is_empty(int file) {
    struct stat about;
    return fstat(file, &about) == 0 && about.st_size == 0;
}

void journal_close(journal *on) {
    if (on->path && on->file >= 0) {
        if (is_empty(on->file) && is_in_place(on)) unlink(on->path); // while the lock still keeps others out
        close(on->file);
    }
    free(on->path);
    *on = (journal){.file = -1};
}

#define LINE_SIZE 4096 // 128 numbers of at most 25 letters, and the rest

// Key, hash of the scenario, the numbers, a checksum of all that, and the run for a person.
static int format_line(const journal *on, char *text, size_t size, const journal_line *line, const char *about) {
    size_t used = (size_t)snprintf(text, size, "%016" PRIx64 " %016" PRIx64, line->key, line->files);
    for (uint32_t i = 0; i < on->width; i++)
        used += (size_t)snprintf(text + used, size - used, " %.17g", line->value[i]);
    uint64_t check = wi_hash_bytes(0, text, used);
    used += (size_t)snprintf(text + used, size - used, " %016" PRIx64 " # %.300s\n", check, about);
    return (int)used;
}

static bool parse_line(const journal *on, const char *text, journal_line *line) {
    int at = 0;
    if (sscanf(text, "%16" SCNx64 " %16" SCNx64 "%n", &line->key, &line->files, &at) != 2) return false;
    for (uint32_t i = 0; i < on->width; i++) {
        int length = 0;
        if (sscanf(text + at, "%lf%n", &line->value[i], &length) != 1) return false;
        at += length;
    }
    uint64_t check = 0;
    return sscanf(text + at, "%16" SCNx64, &check) == 1 && check == wi_hash_bytes(0, text, (size_t)at);
}

typedef struct keyed {
    uint64_t key;
    uint32_t run;
} keyed;

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const keyed *)a)->key, y = ((const keyed *)b)->key;
    return (x > y) - (x < y);
}

bool journal_read(const journal *on, const uint64_t *keys, uint32_t count, journal_take *take, void *host) {
    keyed *index = malloc(((size_t)count + 1) * sizeof *index);
    int copy = dup(on->file);
    FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
    bool fine = index && file;
    for (uint32_t i = 0; fine && i < count; i++) index[i] = (keyed){keys[i], i};
    if (fine) {
        qsort(index, count, sizeof *index, by_key);
        rewind(file);
    }
    char *text = NULL;
    size_t size = 0;
    while (fine && getline(&text, &size, file) >= 0) {
        journal_line line;
        if (!parse_line(on, text, &line)) continue;
        const keyed wanted = {.key = line.key}, *found = bsearch(&wanted, index, count, sizeof *index, by_key);
        while (found && found > index && found[-1].key == line.key) found--;
        for (; found && found < index + count && found->key == line.key; found++) take(host, found->run, &line);
    }
    if (fine && ferror(file)) fine = false;
    if (!fine) complain(on, "read");
    free(text);
    free(index);
    if (file)
        fclose(file);
    else if (copy >= 0)
        close(copy);
    return fine;
}

// A line that a crash cut off must not swallow the next one.
static bool ends_whole(int file) {
    char last = '\n';
    off_t size = lseek(file, 0, SEEK_END);
    return size <= 0 || (pread(file, &last, 1, size - 1) == 1 && last == '\n');
}

// What is written in part is no error yet: the next write tells what is wrong.
static bool write_whole(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0) return false;
        text += written, length -= (size_t)written;
    }
    return true;
}

bool journal_add(const journal *on, const journal_line *line, const char *about) {
    char text[LINE_SIZE] = "\n";
    size_t skip = ends_whole(on->file) ? 0 : 1;
    int length = (int)skip + format_line(on, text + skip, sizeof text - skip, line, about);
    if (!write_whole(on->file, text, (size_t)length) || fdatasync(on->file) != 0) return complain(on, "write");
    return true;
}

bool journal_clear(const journal *on) { return ftruncate(on->file, 0) == 0 || complain(on, "empty"); }
