// The journal of a sweep: lines of text, each with a checksum, so that what a crash cut off is known for what it is.
#include "sweep.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool complain(const sweep_journal *journal, const char *what) {
    fprintf(stderr, "wend: cannot %s the journal %s: %s.\n", what, journal->path, strerror(errno));
    return false;
}

bool sweep_journal_open(sweep_journal *journal, const char *path) {
    *journal = (sweep_journal){.file = -1, .path = strdup(path)};
    if (!journal->path) return false;
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal->file < 0) return complain(journal, "open");
    if (flock(journal->file, LOCK_EX | LOCK_NB) == 0) return true;
    fprintf(stderr, "wend: another sweep is at work on %s. Wait for it, or choose another --out.\n", path);
    return false;
}

void sweep_journal_close(sweep_journal *journal) {
    if (journal->path && journal->file >= 0) close(journal->file); // gives the lock back, too
    free(journal->path);
    *journal = (sweep_journal){.file = -1};
}

// A line: key, hash of the start, whether measured, the values, a checksum of all that, and the run for a person.
static int format_line(char *line, size_t size, uint64_t key, const sweep_result *result, const char *text) {
    size_t used =
        (size_t)snprintf(line, size, "%016" PRIx64 " %016" PRIx64 " %d", key, result->start, result->measured);
    for (uint32_t i = 0; i < SWEEP_MEASURES; i++)
        used += (size_t)snprintf(line + used, size - used, " %.17g", result->value[i]);
    uint64_t check = wi_hash_bytes(0, line, used);
    used += (size_t)snprintf(line + used, size - used, " %016" PRIx64 " # %.300s\n", check, text);
    return (int)used;
}

static bool parse_line(const char *line, uint64_t *key, sweep_result *result) {
    int at = 0, measured = 0;
    if (sscanf(line, "%16" SCNx64 " %16" SCNx64 " %d%n", key, &result->start, &measured, &at) != 3) return false;
    for (uint32_t i = 0; i < SWEEP_MEASURES; i++) {
        int length = 0;
        if (sscanf(line + at, "%lf%n", &result->value[i], &length) != 1) return false;
        at += length;
    }
    uint64_t check = 0;
    if (sscanf(line + at, "%16" SCNx64, &check) != 1) return false;
    result->measured = measured != 0;
    result->done = true;
    return check == wi_hash_bytes(0, line, (size_t)at);
}

typedef struct keyed {
    uint64_t key;
    uint32_t run;
} keyed;

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const keyed *)a)->key, y = ((const keyed *)b)->key;
    return (x > y) - (x < y);
}

bool sweep_journal_read(const sweep_journal *journal, const uint64_t *keys, uint32_t count, sweep_result *results) {
    keyed *index = malloc(((size_t)count + 1) * sizeof *index);
    int copy = dup(journal->file);
    FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
    bool fine = index && file;
    for (uint32_t i = 0; fine && i < count; i++) index[i] = (keyed){keys[i], i};
    if (fine) {
        qsort(index, count, sizeof *index, by_key);
        rewind(file);
    }
    char *line = NULL;
    size_t size = 0;
    while (fine && getline(&line, &size, file) >= 0) {
        keyed wanted;
        sweep_result result;
        if (!parse_line(line, &wanted.key, &result)) continue;
        const keyed *found = bsearch(&wanted, index, count, sizeof *index, by_key);
        if (found) results[found->run] = result;
    }
    if (fine && ferror(file)) fine = false;
    if (!fine) complain(journal, "read");
    free(line);
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

bool sweep_journal_add(const sweep_journal *journal, uint64_t key, const sweep_result *result, const char *text) {
    char line[1024] = "\n";
    size_t skip = ends_whole(journal->file) ? 0 : 1;
    int length = (int)skip + format_line(line + skip, sizeof line - skip, key, result, text);
    ssize_t written = write(journal->file, line, (size_t)length);
    if (written != length || fdatasync(journal->file) != 0) return complain(journal, "write");
    return true;
}

bool sweep_journal_clear(const sweep_journal *journal) {
    return ftruncate(journal->file, 0) == 0 || complain(journal, "empty");
}
