// A document as a tree of nodes, each with its place for messages.
#ifndef WI_NODE_H
#define WI_NODE_H

#include "scenario/arena.h"
#include "scenario/problems.h"

typedef enum wi_node_kind { WI_NOTHING, WI_SCALAR, WI_LIST, WI_MAP } wi_node_kind;

// Nodes may be shared (aliases), so a tree is walked without changing it.
typedef struct wi_node wi_node;
struct wi_node {
    wi_node_kind kind;
    bool quoted;   // a scalar that was written as text
    bool replaced; // variables have been put in
    wi_place place;
    const char *text;       // of a scalar
    wi_node **key, **value; // of a map, in the order of the file; of a list only values
    uint32_t *order;        // of a map: positions sorted by key, for looking up
    uint32_t count;
    uint32_t whole; // nodes in all, shared ones counted each time they appear
};

// The value of a key; NULL if the map does not have it, or has nothing (null) there.
const wi_node *wi_node_get(const wi_node *map, const char *key);

// The position of a key in a map; false if it is not there.
bool wi_node_find(const wi_node *map, const char *key, uint32_t *at);

// Sorts a map's keys for wi_node_get. Keys that appear twice are problems; the first one counts.
void wi_node_index(wi_arena *arena, wi_node *map, wi_problems *problems);

// The positions of texts in the order of the alphabet, equal ones as they stand.
uint32_t *wi_text_order(wi_arena *arena, const char *const *text, uint32_t count);

// What a node is, for messages: "a list", "the text `abc`".
const char *wi_node_describe(wi_arena *arena, const wi_node *node);

#endif
