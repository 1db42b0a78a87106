// Tables of keys: one row per key drives reading, the JSON Schema and the reference.
#ifndef WI_KEYS_H
#define WI_KEYS_H

#include "scenario/files.h"
#include "scenario/node.h"
#include "scenario/scenario.h"

typedef struct wi_key wi_key;
typedef struct wi_key_table wi_key_table;

// Names that things of a scenario have, sorted for looking up.
typedef struct wi_names {
    const char **name;
    uint32_t *order;
    uint32_t count;
} wi_names;

typedef struct wi_key_reader {
    wi_arena *arena;
    wi_problems *problems;
    wi_scenario *scenario;
    const char *folder; // see wi_document
    wi_file_list files; // that are read besides the scenario's own
    wi_names levels, profiles, goals, regions, queues, events, behaviours;
} wi_key_reader;

typedef enum wi_key_type {
    WI_KEY_NUMBER,   // double
    WI_KEY_WHOLE,    // uint32_t
    WI_KEY_SEED,     // uint64_t
    WI_KEY_FLAG,     // bool
    WI_KEY_TEXT,     // const char *
    WI_KEY_WORD,     // uint32_t: which of the words
    WI_KEY_NAME,     // the name of something in the scenario; `read` looks it up
    WI_KEY_FILE,     // const char *: the path of a file to read
    WI_KEY_POINT,    // wend_point
    WI_KEY_RANGE,    // two numbers; `read` takes them
    WI_KEY_WEIGHTED, // a value or name, and its weight; `read` takes them
    WI_KEY_BOX,      // x0, y0, x1, y1; `read` takes them
    WI_KEY_RING,     // wi_ring: points
    WI_KEY_REGION,   // wi_ring: a box or points
    WI_KEY_QUANTITY, // wi_quantity: a number or a distribution
    WI_KEY_TABLE,    // a map with the keys of `table`, into the same struct
    WI_KEY_LIST,     // a list of what table->key[0] says, min to max long; `read` takes them
    WI_KEY_NAMED,    // a map from names to what table->key[0] says; `read` takes them
    WI_KEY_FORMS,    // what one of the rows of `table` says; `read` tells which
    WI_KEY_SETTINGS, // the parameters of a profile's model
    WI_KEY_HABITS,   // a preset of habits, or a map of them
    WI_KEY_TYPES,
} wi_key_type;

enum {
    WI_KEY_REQUIRED = 1,
    WI_KEY_DEGREES = 2, // written in degrees, kept in radians
    WI_KEY_COUNT = 4,   // of a quantity: its values are whole numbers
};

typedef void wi_key_read(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into);

struct wi_key {
    const char *name;
    wi_key_type type;
    const char *unit;    // NULL: a pure number or no number
    double min, max;     // of numbers, in the unit written; both 0: any
    const char *initial; // what holds without the key, as it would be written; NULL: nothing, or it is required
    const char *meaning;
    const char *example;
    size_t offset;             // of the value in the struct
    const wi_key_table *table; // see the types
    const char *const *words;  // of WI_KEY_WORD, ending with NULL
    wi_key_read *read;         // instead of the one of the type
    unsigned flags;            // WI_KEY_...
    unsigned choice;           // of the rows with the same number (not 0) one may be given, or must if required
};

struct wi_key_table {
    const char *name;    // one word, for the schema and the headings of the reference
    const char *meaning; // one line
    const wi_key *key;
    uint32_t count;
    // Looks at what no single row can; `node` is the map. May be NULL.
    void (*check)(wi_key_reader *reader, const wi_node *node, void *into);
};

extern const wi_key_table wi_scenario_keys, wi_distribution_keys;

// Every table of maps that can be reached from the root, the root first; returns how many there are.
uint32_t wi_key_tables(const wi_key_table **table, uint32_t most);
#define WI_KEY_TABLES_MAX 64

#define WI_COORDINATE_MAX 1e9

// Reads a map by its table. Rows are read in the table's order, defaults of simple types put in.
void wi_keys_read(wi_key_reader *reader, const wi_node *map, const wi_key_table *table, void *into);

// Reads a value as one row says it, at its place in the struct.
void wi_key_read_value(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into);

// The key `wend` of a file: the version of its format.
wi_key_read wi_read_version;

// "; did you mean `radius`?", or "" where nothing is near.
const char *wi_hint(wi_key_reader *reader, const char *word, const char *const *known, uint32_t count);

// Looks a name up; a problem and false if there is none.
void wi_names_sort(wi_key_reader *reader, wi_names *names);
bool wi_names_find(wi_key_reader *reader, const wi_names *names, const wi_node *node, const char *what,
                   uint32_t *index);

// Values. Each says what is wrong and returns false. `what` names the value in messages.
bool wi_value_number(wi_key_reader *reader, const wi_node *node, const char *what, double *value);
bool wi_value_in_range(wi_key_reader *reader, const wi_node *node, const wi_key *key, double *value);
bool wi_value_whole(wi_key_reader *reader, const wi_node *node, const wi_key *key, double *value);
bool wi_value_numbers(wi_key_reader *reader, const wi_node *node, const char *what, double *value, uint32_t count);
bool wi_value_text(wi_key_reader *reader, const wi_node *node, const char *what, const char **value);
bool wi_value_point(wi_key_reader *reader, const wi_node *node, const char *what, wend_point *value);
bool wi_value_ring(wi_key_reader *reader, const wi_node *node, const char *what, uint32_t least, wi_ring *value);
bool wi_value_box(wi_key_reader *reader, const wi_node *node, const char *what, double box[4]);
bool wi_value_region(wi_key_reader *reader, const wi_node *node, const char *what, wi_ring *value);
bool wi_value_file(wi_key_reader *reader, const wi_node *node, const char *what, const char **path);

// A number or a distribution. With `choices` (see wend_param) values are names instead of numbers.
bool wi_value_quantity(wi_key_reader *reader, const wi_node *node, const wi_key *key, const char *const *choices,
                       wi_quantity *value);

// True if the node holds a ${...} that made no sense: that has been said already.
bool wi_node_is_wrong(const wi_node *node);

// True, or a problem and false.
bool wi_value_is_list(wi_key_reader *reader, const wi_node *node, const char *what, uint32_t least, uint32_t most);

#endif
