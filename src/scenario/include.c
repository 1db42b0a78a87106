// Files that a scenario includes: found, read, and merged below what includes them.
#include "scenario/document.h"
#include "scenario/files.h"

#include <string.h>

typedef struct including { // the files on the way from the main one, each with links followed
    const struct including *by;
    const char *real;
    uint32_t depth;
} including;

static wi_node *load_with_includes(wi_document *document, const char *file, const char *text, size_t size,
                                   const including *here);

static void append(wi_arena *arena, wi_node *map, uint32_t *capacity, wi_node *key, wi_node *value) {
    uint32_t keys = *capacity;
    map->key = wi_arena_grow(arena, map->key, map->count, &keys, sizeof(wi_node *));
    map->value = wi_arena_grow(arena, map->value, map->count, capacity, sizeof(wi_node *));
    map->key[map->count] = key;
    map->value[map->count++] = value;
}

// Maps merge key by key; anything else is replaced. Both stay as they are, for either may be shared.
static wi_node *merge(wi_document *document, wi_node *below, wi_node *above) {
    if (below->kind != WI_MAP || above->kind != WI_MAP) return above;
    wi_node *both = WI_TAKE(document->arena, wi_node, 1);
    *both = (wi_node){.kind = WI_MAP, .place = above->place, .whole = 1};
    uint32_t capacity = 0, at;
    for (uint32_t i = 0; i < below->count; i++) {
        bool over = wi_node_find(above, below->key[i]->text, &at);
        wi_node *value = over ? merge(document, below->value[i], above->value[at]) : below->value[i];
        append(document->arena, both, &capacity, over ? above->key[at] : below->key[i], value);
    }
    for (uint32_t i = 0; i < above->count; i++) {
        if (!wi_node_find(below, above->key[i]->text, &at))
            append(document->arena, both, &capacity, above->key[i], above->value[i]);
    }
    wi_node_index(document->arena, both, NULL);
    return both;
}

static bool is_on_the_way(const including *here, const char *real) {
    for (; here; here = here->by) {
        if (here->real && strcmp(here->real, real) == 0) return true;
    }
    return false;
}

static wi_node *include_file(wi_document *document, const wi_node *name, const including *here) {
    wi_arena *arena = document->arena;
    const char *why = "", *path = wi_file_path(arena, name->place.file, name->text);
    char *real = wi_file_allowed(arena, path, document->folder, &why);
    size_t size;
    char *text = NULL;
    if (real && is_on_the_way(here, real))
        why = "it includes itself, directly or through others";
    else if (here->depth == WI_INCLUDE_DEPTH_MAX)
        why = "files are included more than 8 deep";
    else if (document->files->count == WI_INCLUDE_FILES_MAX)
        why = "more than 16 files are included";
    else if (real)
        text = wi_text_file_read(arena, real, WI_FILE_SIZE_MAX, &size, &why);
    if (!text) {
        wi_problem_add(document->problems, name->place, "cannot include `%.200s`: %s", name->text, why);
        return NULL;
    }
    wi_file_list_add(arena, document->files, real);
    including next = {here, real, here->depth + 1};
    return load_with_includes(document, path, text, size, &next);
}

// One name or a list of names; later files come above earlier ones.
static wi_node *include_all(wi_document *document, wi_node *root, const wi_node *names, const including *here) {
    wi_node *below = NULL;
    uint32_t count = names->kind == WI_LIST ? names->count : 1;
    for (uint32_t i = 0; i < count; i++) {
        const wi_node *name = names->kind == WI_LIST ? names->value[i] : names;
        if (name->kind != WI_SCALAR) {
            wi_problem_add(document->problems, name->place, "`include` must be the name of a file or a list of names");
            continue;
        }
        wi_node *included = include_file(document, name, here);
        if (!included || included->kind == WI_NOTHING) continue;
        if (included->kind != WI_MAP)
            wi_problem_add(document->problems, included->place,
                           "an included file must be a map of keys, as a scenario");
        else
            below = below ? merge(document, below, included) : included;
    }
    return below ? merge(document, below, root) : root;
}

static wi_node *load_with_includes(wi_document *document, const char *file, const char *text, size_t size,
                                   const including *here) {
    wi_node *root = wi_document_parse(document, file, text, size);
    const wi_node *names = root ? wi_node_get(root, "include") : NULL;
    return names ? include_all(document, root, names, here) : root;
}

wi_node *wi_document_load(wi_document *document, const char *file, const char *text, size_t size) {
    const char *why;
    including here = {.real = wi_file_allowed(document->arena, file, NULL, &why)};
    return load_with_includes(document, file, text, size, &here);
}
