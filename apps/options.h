// Options of a command: one table serves reading, help, messages, shell completion and the manual page.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "wend/base.h"

#define OPTION_LIST_MAX 64

// What may be given more than once; the texts are those of argv.
typedef struct option_list {
    const char *item[OPTION_LIST_MAX];
    uint32_t count;
} option_list;

typedef enum option_kind {
    OPTION_FLAG,   // bool, without a value
    OPTION_COUNT,  // uint32_t
    OPTION_SEED,   // uint64_t
    OPTION_NUMBER, // double
    OPTION_TEXT,   // const char *
    OPTION_LIST,   // option_list: each use adds one
} option_kind;

typedef struct option_row {
    const char *name; // with its dashes
    option_kind kind;
    void *to;            // where the value goes; what is there before is the default
    double min, max;     // of a count or number
    const char *value;   // what the help calls the value; "FILE" is completed as one
    const char *meaning; // one line; NULL: not in the help
} option_row;

// Options that belong together, for example those that several commands share.
typedef struct option_group {
    const char *heading; // in the help; NULL: none
    const option_row *options;
    uint32_t count;
    bool *given; // becomes true where one of them is given; NULL: nobody asks
} option_group;

typedef struct option_table {
    const char *usage;    // first line of the help: "wend word ...: what it does"
    const char *examples; // last lines of the help
    const option_row *options;
    uint32_t count;
    option_group more; // after these; all zero: none
    // Words without dashes, for example files; those after "--" are words whatever they look like.
    option_list *words; // NULL: none
    uint32_t least_words, most_words;
    const char *word; // what the help calls one
} option_table;

typedef enum option_answer { OPTIONS_READ, OPTIONS_HELPED, OPTIONS_WRONG } option_answer;

// Reads argv[1] and on; `--name value` and `--name=value`. --help prints the table, and so does --help=FORM in a form
// for machines. Mistakes are explained on stderr.
option_answer options_read(const option_table *table, int argc, char **argv);

// Whether options fit together; false after having said what does not. Those that say how something is done need that
// something; two of which one undoes the other are not both given.
bool option_belongs(bool given, const char *option, bool to, const char *what);
bool options_agree(bool given, const char *option, bool too, const char *other);

// Whether what the option writes is another file than one that the command needs, too; false after having said that it is
// not. Either may be NULL, and need not be there.
bool option_spares(const char *option, const char *output, const char *other);
bool option_spares_all(const char *option, const char *output, const option_list *others);

// The options of the table, then those of its group, counted from 0; NULL after the last.
const option_row *option_at(const option_table *table, uint32_t index);

// Prints the table on stdout as "text" for a person, or as what "bash", "zsh" or "man" need of it; false: unknown form.
bool options_print(const option_table *table, const char *form);

#endif
