#include "scenario/node.h"

#include "base/bisect.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    const char *text;
    uint32_t at;
} entry;

static int compare(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->at < y->at ? -1 : x->at > y->at);
}

uint32_t *wi_text_order(wi_arena *arena, const char *const *text, uint32_t count) {
    entry *entries = WI_TAKE(arena, entry, count);
    uint32_t *order = WI_TAKE(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) entries[i] = (entry){text[i], i};
    if (count > 1) qsort(entries, count, sizeof *entries, compare);
    for (uint32_t i = 0; i < count; i++) order[i] = entries[i].at;
    return order;
}

void wi_node_index(wi_arena *arena, wi_node *map, wi_problems *problems) {
    const char **text = WI_TAKE(arena, const char *, map->count);
    for (uint32_t i = 0; i < map->count; i++) text[i] = map->key[i]->text;
    map->order = wi_text_order(arena, text, map->count);
    for (uint32_t i = 1; problems && i < map->count; i++) {
        const wi_node *first = map->key[map->order[i - 1]], *again = map->key[map->order[i]];
        if (strcmp(first->text, again->text) != 0) continue;
        wi_problem_add(problems, again->place, "`%.60s` is given twice; the first is in line %u", again->text,
                       first->place.line);
    }
}

static bool key_below(const void *map, uint32_t i, const void *key) {
    const wi_node *of = map;
    return strcmp(of->key[of->order[i]]->text, key) < 0;
}

bool wi_node_find(const wi_node *map, const char *key, uint32_t *at) {
    uint32_t found = wi_bisect(map, map->count, key_below, key);
    if (found == map->count || strcmp(map->key[map->order[found]]->text, key) != 0) return false;
    *at = map->order[found];
    return true;
}

const wi_node *wi_node_get(const wi_node *map, const char *key) {
    uint32_t at;
    if (map->kind != WI_MAP || !wi_node_find(map, key, &at)) return NULL;
    return map->value[at]->kind == WI_NOTHING ? NULL : map->value[at];
}

const char *wi_node_describe(wi_arena *arena, const wi_node *node) {
    switch (node->kind) {
    case WI_NOTHING:
        return "nothing";
    case WI_LIST:
        return "a list";
    case WI_MAP:
        return "a map";
    case WI_SCALAR:
        break;
    }
    return wi_arena_print(arena, "%s`%.60s`", node->quoted ? "the text " : "", node->text);
}
