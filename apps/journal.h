// The journal of many runs: a line of text for each, added in one write when the run is done and with a checksum, so that
// a killed command loses only the runs it was at, and what a crash cut off is known for what it is.
#ifndef JOURNAL_H
#define JOURNAL_H

#include "wend/base.h"

#define JOURNAL_WIDTH_MAX 128

typedef struct journal {
    int file;
    char *path;
    uint32_t width; // numbers in a line
} journal;

typedef struct journal_line {
    uint64_t key;   // of the run
    uint64_t files; // hash of what its scenario consists of, or 0
    double value[JOURNAL_WIDTH_MAX];
} journal_line;

// Opens or makes it and keeps others out; false after having said what is wrong.
bool journal_open(journal *on, const char *path, uint32_t width);

// Lets others in, and removes it where it holds nothing.
void journal_close(journal *on);

// Hands over the lines of the runs with these keys; false after having said what is wrong. Lines that are not whole are
// passed over.
typedef void journal_take(void *host, uint32_t run, const journal_line *line);
bool journal_read(const journal *on, const uint64_t *keys, uint32_t count, journal_take *take, void *host);

// Adds a line and sees it to the disk; `about` says for a person which run it is.
bool journal_add(const journal *on, const journal_line *line, const char *about);

// Forgets everything: results of two versions of a scenario must not stand side by side.
bool journal_clear(const journal *on);

#endif
