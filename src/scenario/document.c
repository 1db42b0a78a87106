// Parsing: events of libfyaml become nodes. The library's own documents are not used: they would be built in full
// before anything could be counted.
#include "scenario/document.h"

#include <libfyaml.h>
#include <string.h>

typedef struct anchor {
    const char *name;
    wi_node *node;
} anchor;

typedef struct open_node { // a list or map whose end is not yet seen
    wi_node *node;
    const char *anchor;
    wi_node *key;      // of a map: has been read, its value comes next
    uint32_t capacity; // of node->value, and of node->key in a map
} open_node;

typedef struct builder {
    wi_document *document;
    const char *file;
    open_node open[WI_DEPTH_MAX];
    uint32_t depth;
    wi_node *root;
    anchor *anchors;
    uint32_t anchor_count, anchor_capacity;
    bool failed;
} builder;

typedef struct parsing { // what must be given back whatever happens
    struct fy_parser *parser;
    struct fy_diag *diag;
    struct fy_event *event;
} parsing;

void wi_document_abandon(wi_document *document) {
    parsing *now = document->parser;
    document->parser = NULL;
    if (!now) return;
    if (now->event) fy_parser_event_free(now->parser, now->event);
    if (now->parser) fy_parser_destroy(now->parser);
    if (now->diag) fy_diag_destroy(now->diag);
}

static wi_place place_of(const builder *build, const struct fy_mark *mark) {
    if (!mark) return (wi_place){build->file, 0, 0};
    return (wi_place){build->file, (uint32_t)mark->line + 1, (uint32_t)mark->column + 1};
}

static void refuse(builder *build, wi_place place, const char *text) {
    wi_problem_add(build->document->problems, place, "%s", text);
    build->failed = true;
}

// Counts what a node adds to the tree; aliases add all that they stand for.
static bool count_nodes(builder *build, wi_place place, uint32_t more) {
    wi_document *document = build->document;
    if (more > WI_NODES_MAX - document->nodes) {
        refuse(build, place, "this is more than 2 million values in all, with aliases counted each time they are used");
        return false;
    }
    document->nodes += more;
    return true;
}

static char *copy_token(builder *build, struct fy_token *token) {
    size_t length = 0;
    const char *text = token ? fy_token_get_text(token, &length) : NULL;
    return wi_arena_copy(build->document->arena, text ? text : "", text ? length : 0);
}

static void attach_to_map(builder *build, open_node *parent, wi_node *node) {
    wi_arena *arena = build->document->arena;
    wi_node *map = parent->node;
    if (!parent->key) {
        if (node->kind == WI_LIST || node->kind == WI_MAP) {
            refuse(build, node->place,
                   "a key must be a word, not a list or a map; a text with ${...} within { } or "
                   "[ ] needs quotes");
            return;
        }
        parent->key = node;
        return;
    }
    uint32_t capacity = parent->capacity;
    map->key = wi_arena_grow(arena, map->key, map->count, &capacity, sizeof(wi_node *));
    map->value = wi_arena_grow(arena, map->value, map->count, &parent->capacity, sizeof(wi_node *));
    map->key[map->count] = parent->key;
    map->value[map->count++] = node;
    map->whole += 1 + node->whole;
    parent->key = NULL;
}

static void attach(builder *build, wi_node *node) {
    if (build->depth == 0) {
        build->root = node;
        return;
    }
    open_node *parent = &build->open[build->depth - 1];
    wi_node *into = parent->node;
    if (into->kind == WI_MAP) {
        attach_to_map(build, parent, node);
        return;
    }
    into->value = wi_arena_grow(build->document->arena, into->value, into->count, &parent->capacity, sizeof(wi_node *));
    into->value[into->count++] = node;
    into->whole += node->whole;
}

static void remember_anchor(builder *build, const char *name, wi_node *node) {
    if (!name) return;
    build->anchors = wi_arena_grow(build->document->arena, build->anchors, build->anchor_count, &build->anchor_capacity,
                                   sizeof *build->anchors);
    build->anchors[build->anchor_count++] = (anchor){name, node};
}

#define ANCHORS_MAX 1000 // they are searched one by one

static const char *anchor_name(builder *build, struct fy_token *token, wi_place place) {
    if (!token) return NULL;
    if (build->anchor_count + build->depth >= ANCHORS_MAX) refuse(build, place, "there are more than 1000 anchors");
    return copy_token(build, token);
}

static wi_node *new_node(builder *build, wi_node_kind kind, wi_place place) {
    wi_node *node = WI_TAKE(build->document->arena, wi_node, 1);
    *node = (wi_node){.kind = kind, .place = place, .whole = 1};
    return node;
}

static void open_collection(builder *build, wi_node_kind kind, wi_place place, struct fy_token *name) {
    if (build->depth == WI_DEPTH_MAX) {
        refuse(build, place, "lists and maps are nested more than 64 deep");
        return;
    }
    if (!count_nodes(build, place, 1)) return;
    const char *anchor_text = anchor_name(build, name, place);
    build->open[build->depth++] = (open_node){.node = new_node(build, kind, place), .anchor = anchor_text};
}

static void close_collection(builder *build) {
    if (build->depth == 0) return;
    open_node *closed = &build->open[--build->depth];
    if (closed->node->kind == WI_MAP) wi_node_index(build->document->arena, closed->node, build->document->problems);
    remember_anchor(build, closed->anchor, closed->node);
    attach(build, closed->node);
}

static bool is_nothing(const char *text) {
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};
    for (uint32_t i = 0; i < WEND_COUNT(words); i++) {
        if (strcmp(text, words[i]) == 0) return true;
    }
    return false;
}

static void add_scalar(builder *build, const struct fy_event *event, wi_place place) {
    if (!count_nodes(build, place, 1)) return;
    wi_node *node = new_node(build, WI_SCALAR, place);
    struct fy_token *value = event->scalar.value;
    enum fy_scalar_style style = value ? fy_token_scalar_style(value) : FYSS_PLAIN;
    node->text = copy_token(build, value);
    node->quoted = style != FYSS_PLAIN;
    bool marked = style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
    if (marked && node->place.column > 1) node->place.column--; // the quotation mark itself
    bool is_key =
        build->depth > 0 && build->open[build->depth - 1].node->kind == WI_MAP && !build->open[build->depth - 1].key;
    if (!is_key && !node->quoted && is_nothing(node->text)) node->kind = WI_NOTHING;
    remember_anchor(build, anchor_name(build, event->scalar.anchor, place), node);
    attach(build, node);
}

static void add_alias(builder *build, const struct fy_event *event, wi_place place) {
    const char *name = copy_token(build, event->alias.anchor);
    if (place.column > 1) place.column--; // the star itself
    for (uint32_t i = build->anchor_count; i-- > 0;) {
        if (strcmp(build->anchors[i].name, name) != 0) continue;
        if (count_nodes(build, place, build->anchors[i].node->whole)) attach(build, build->anchors[i].node);
        return;
    }
    wi_problem_add(build->document->problems, place, "no anchor `&%.60s` stands before this alias", name);
    build->failed = true;
}

static bool has_tag(const struct fy_event *event) {
    switch (event->type) {
    case FYET_SCALAR:
        return event->scalar.tag;
    case FYET_SEQUENCE_START:
        return event->sequence_start.tag;
    case FYET_MAPPING_START:
        return event->mapping_start.tag;
    default:
        return false;
    }
}

static void take_event(builder *build, struct fy_event *event) {
    wi_place place = place_of(build, fy_event_start_mark(event));
    if (has_tag(event)) refuse(build, place, "tags (!...) are not used in scenarios");
    switch (event->type) {
    case FYET_DOCUMENT_START:
        if (build->root) refuse(build, place, "a file holds one document; a second one starts here");
        break;
    case FYET_SCALAR:
        add_scalar(build, event, place);
        break;
    case FYET_ALIAS:
        add_alias(build, event, place);
        break;
    case FYET_SEQUENCE_START:
        open_collection(build, WI_LIST, place, event->sequence_start.anchor);
        break;
    case FYET_MAPPING_START:
        open_collection(build, WI_MAP, place, event->mapping_start.anchor);
        break;
    case FYET_SEQUENCE_END:
    case FYET_MAPPING_END:
        close_collection(build);
        break;
    default:
        break;
    }
}

static bool has_bare_variable(const char *line) {
    const char *at = line ? strstr(line, "${") : NULL;
    return at && at > line && at[-1] != '"' && at[-1] != '\'' && strpbrk(line, "{[") < at;
}

static void report_syntax(builder *build, struct fy_diag *diag) {
    void *next = NULL;
    struct fy_diag_error *error;
    wi_problems *problems = build->document->problems;
    while ((error = fy_diag_errors_iterate(diag, &next)) != NULL) {
        wi_place place = {build->file, error->line > 0 ? (uint32_t)error->line : 0,
                          error->column > 0 ? (uint32_t)error->column : 1};
        uint32_t before = problems->count;
        wi_problem_add(problems, place, "%s", error->msg ? error->msg : "this is not YAML");
        if (problems->count > before && has_bare_variable(problems->problem[before].line))
            wi_problem_add(problems, place, "within { } and [ ], ${...} needs quotes: \"${...}\"");
        build->failed = true;
    }
    if (build->failed) return;
    refuse(build, (wi_place){build->file, 0, 0}, "this is not YAML");
}

// How many bytes the letter at `text` has in UTF-8; 0 if it is none that a text file has.
static size_t letter_length(const unsigned char *text, size_t left) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (*text < 0x80) return *text >= 0x20 ? *text != 0x7f : strchr("\n\r\t", *text) && *text;
    size_t length = *text >= 0xf8 ? 0 : *text >= 0xf0 ? 4 : *text >= 0xe0 ? 3 : *text >= 0xc0 ? 2 : 0;
    if (length == 0 || length > left) return 0;
    uint32_t letter = *text & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
        letter = letter << 6 | (text[i] & 0x3fu);
    }
    bool surrogate = letter >= 0xd800 && letter < 0xe000;
    bool control = letter >= 0x80 && letter < 0xa0 && letter != 0x85; // YAML excludes them, too
    return letter < least[length] || letter > 0x10ffff || surrogate || control || (letter & 0xfffe) == 0xfffe ? 0
                                                                                                              : length;
}

// The library goes round and round at some bytes that are not UTF-8, and says of others nothing a person could use.
static bool check_letters(builder *build, const char *text, size_t size) {
    uint32_t line = 1, column = 1;
    for (size_t i = 0, length; i < size; i += length, column++) {
        length = letter_length((const unsigned char *)text + i, size - i);
        if (length == 0) {
            wi_problem_add(build->document->problems, (wi_place){build->file, line, column},
                           "a byte %u stands here, which is no letter in UTF-8", (unsigned char)text[i]);
            return false;
        }
        if (text[i] != '\n') continue;
        line++;
        column = 0;
    }
    return true;
}

static bool start_parser(parsing *now, const char *text, size_t size) {
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    quiet.output_fn = NULL;
    now->diag = fy_diag_create(&quiet);
    if (!now->diag) return false;
    fy_diag_set_collect_errors(now->diag, true);
    struct fy_parse_cfg config = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2 |
                                           FYPCF_SLOPPY_FLOW_INDENTATION | FYPCF_JSON_NONE,
                                  .diag = now->diag};
    now->parser = fy_parser_create(&config);
    return now->parser && fy_parser_set_string(now->parser, text, size) == 0;
}

static void parse_events(builder *build, parsing *now) {
    while (!build->failed && (now->event = fy_parser_parse(now->parser)) != NULL) {
        take_event(build, now->event);
        fy_parser_event_free(now->parser, now->event);
        now->event = NULL;
    }
    if (!build->failed && fy_parser_get_stream_error(now->parser)) report_syntax(build, now->diag);
}

wi_node *wi_document_parse(wi_document *document, const char *file, const char *text, size_t size) {
    builder *build = WI_TAKE(document->arena, builder, 1);
    parsing *now = WI_TAKE(document->arena, parsing, 1);
    *build = (builder){.document = document, .file = file};
    wi_problems_remember(document->problems, file, text, size);
    if (!check_letters(build, text, size)) return NULL;
    document->parser = now;
    if (start_parser(now, text, size))
        parse_events(build, now);
    else
        refuse(build, (wi_place){file, 0, 0}, "there is not enough memory");
    wi_document_abandon(document);
    if (build->failed) return NULL;
    if (!build->root) build->root = new_node(build, WI_NOTHING, (wi_place){file, 1, 1});
    return build->root;
}
