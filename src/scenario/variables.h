// The variables of a scenario, and ${...} in its texts.
#ifndef WI_VARIABLES_H
#define WI_VARIABLES_H

#include "scenario/node.h"
#include "scenario/scenario.h"

typedef struct wi_variables {
    wi_arena *arena;
    wi_problems *problems;
    const wi_node **node; // of each; NULL where the command set it
    wi_variable *variable;
    unsigned char *state; // of each: not yet looked at, being worked out, known
    uint32_t count;
    uint32_t depth; // of those being worked out
} wi_variables;

#define WI_VARIABLES_MAX 1000
#define WI_TEXT_MAX 65536 // letters of a text once its variables are in

// Collects the variables of a map (NULL: none), with `set` above them. Setting one that the file does not have is a
// problem with the file as a whole. Values may use other variables.
wi_variables *wi_variables_collect(wi_arena *arena, wi_problems *problems, const char *file, const wi_node *map,
                                   const wi_variable *set, uint32_t set_count);

// The text with every ${...} replaced; NULL, with problems at `place`, if one makes no sense.
const char *wi_variables_replace(wi_variables *variables, const char *text, wi_place place);

// Replaces ${...} in all scalars of a tree but its keys.
void wi_variables_replace_all(wi_variables *variables, wi_node *tree);

#endif
