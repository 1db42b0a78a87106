// Options of a command: one table serves reading, help and messages.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "wend/base.h"

typedef enum option_kind {
    OPTION_FLAG,   // bool, without a value
    OPTION_COUNT,  // uint32_t
    OPTION_SEED,   // uint64_t
    OPTION_NUMBER, // double
    OPTION_TEXT,   // const char *
} option_kind;

typedef struct option_row {
    const char *name; // with its dashes
    option_kind kind;
    void *to;            // where the value goes; what is there before is the default
    double min, max;     // of a count or number
    const char *value;   // what the help calls the value
    const char *meaning; // one line; NULL: not in the help
} option_row;

typedef struct option_table {
    const char *usage;    // first line of the help
    const char *examples; // last lines of the help
    const option_row *options;
    uint32_t count;
} option_table;

typedef enum option_answer { OPTIONS_READ, OPTIONS_HELPED, OPTIONS_WRONG } option_answer;

// Reads argv[1] and on; `--name value` and `--name=value`. --help prints the table. Mistakes are explained on stderr.
option_answer options_read(const option_table *table, int argc, char **argv);

#endif
