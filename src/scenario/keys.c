#include "scenario/keys.h"

#include "base/angle.h"
#include "base/bisect.h"
#include "base/text.h"
#include "scenario/expression.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The first that the word begins, from three letters on; NULL: none.
static const char *begun_by(const char *word, const char *const *known, uint32_t count) {
    size_t length = strlen(word);
    for (uint32_t i = 0; length >= 3 && i < count; i++) {
        if (strncmp(known[i], word, length) == 0) return known[i];
    }
    return NULL;
}

const char *wi_hint(wi_key_reader *reader, const char *word, const char *const *known, uint32_t count) {
    if (wi_problems_full(reader->problems)) return ""; // nobody will see it
    wi_nearest meant = wi_nearest_to(word);
    for (uint32_t i = 0; i < count; i++) wi_nearest_try(&meant, known[i]);
    const char *nearest = meant.name ? meant.name : begun_by(word, known, count);
    return nearest ? wi_arena_print(reader->arena, "; did you mean `%.60s`?", nearest) : "";
}

void wi_names_sort(wi_key_reader *reader, wi_names *names) {
    names->order = wi_text_order(reader->arena, names->name, names->count);
}

static bool name_below(const void *names, uint32_t i, const void *name) {
    const wi_names *of = names;
    return strcmp(of->name[of->order[i]], name) < 0;
}

bool wi_names_find(wi_key_reader *reader, const wi_names *names, const wi_node *node, const char *what,
                   uint32_t *index) {
    const char *name;
    if (!wi_value_text(reader, node, what, &name)) return false;
    uint32_t at = wi_bisect(names, names->count, name_below, name);
    if (at < names->count && strcmp(names->name[names->order[at]], name) == 0) {
        *index = names->order[at];
        return true;
    }
    wi_problem_add(reader->problems, node->place, "there is no %s `%.60s`%s", what, name,
                   wi_hint(reader, name, names->name, names->count));
    return false;
}

static void *field(void *into, const wi_key *key) { return (unsigned char *)into + key->offset; }

static void read_number(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    double value;
    if (!wi_value_in_range(reader, node, key, &value)) return;
    *(double *)field(into, key) = key->flags & WI_KEY_DEGREES ? value * WI_DEGREE : value;
}

static void read_whole(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    double value;
    if (wi_value_whole(reader, node, key, &value)) *(uint32_t *)field(into, key) = (uint32_t)value;
}

static void read_seed(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    if (wi_node_is_wrong(node)) return;
    bool digits = node->kind == WI_SCALAR && !node->quoted && *node->text &&
                  strspn(node->text, "0123456789") == strlen(node->text);
    errno = 0;
    uint64_t value = digits ? strtoull(node->text, NULL, 10) : 0;
    if (digits && errno == 0)
        *(uint64_t *)field(into, key) = value;
    else
        wi_problem_add(reader->problems, node->place,
                       "`%s` must be a whole number from 0 to 18446744073709551615, not %s", key->name,
                       wi_node_describe(reader->arena, node));
}

static void read_flag(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    static const char *const words[] = {"false", "False", "FALSE", "true", "True", "TRUE"};
    if (wi_node_is_wrong(node)) return;
    for (uint32_t i = 0; node->kind == WI_SCALAR && !node->quoted && i < WEND_COUNT(words); i++) {
        if (strcmp(node->text, words[i]) != 0) continue;
        *(bool *)field(into, key) = i >= 3;
        return;
    }
    wi_problem_add(reader->problems, node->place, "`%s` must be true or false, not %s", key->name,
                   wi_node_describe(reader->arena, node));
}

static void read_text(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_value_text(reader, node, key->name, field(into, key));
}

static void read_word(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    const char *word;
    uint32_t count = 0;
    if (!wi_value_text(reader, node, key->name, &word)) return;
    char list[200] = "";
    for (size_t used = 0; key->words[count]; count++) {
        if (strcmp(key->words[count], word) == 0) {
            *(uint32_t *)field(into, key) = count;
            return;
        }
        used += (size_t)snprintf(list + used, sizeof list - used, "%s`%s`", count ? ", " : "", key->words[count]);
        if (used >= sizeof list) used = sizeof list - 1;
    }
    wi_problem_add(reader->problems, node->place, "`%s` is `%.60s`, must be one of %s%s", key->name, word, list,
                   wi_hint(reader, word, key->words, count));
}

static void read_file(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_value_file(reader, node, key->name, field(into, key));
}

static void read_point(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_value_point(reader, node, key->name, field(into, key));
}

static void read_ring(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_value_ring(reader, node, key->name, key->min > 2.0 ? (uint32_t)key->min : 2, field(into, key));
}

static void read_region(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_value_region(reader, node, key->name, field(into, key));
}

static void read_quantity(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_quantity *value = field(into, key);
    if (!wi_value_quantity(reader, node, key, NULL, value) || !(key->flags & WI_KEY_DEGREES)) return;
    value->a *= WI_DEGREE;
    if (value->spread != WI_LOG_NORMAL) value->b *= WI_DEGREE; // sigma is a pure number
    value->low *= WI_DEGREE;
    value->high *= WI_DEGREE;
    for (uint32_t i = 0; i < value->count; i++) value->value[i] *= WI_DEGREE;
}

static void read_table(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    if (node->kind == WI_MAP)
        wi_keys_read(reader, node, key->table, field(into, key));
    else if (!wi_node_is_wrong(node))
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of keys such as `%s`, not %s", key->name,
                       key->table->key[0].name, wi_node_describe(reader->arena, node));
}

void wi_key_read_value(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    static wi_key_read *const readers[WI_KEY_TYPES] = {
        [WI_KEY_NUMBER] = read_number, [WI_KEY_WHOLE] = read_whole,       [WI_KEY_SEED] = read_seed,
        [WI_KEY_FLAG] = read_flag,     [WI_KEY_TEXT] = read_text,         [WI_KEY_WORD] = read_word,
        [WI_KEY_FILE] = read_file,     [WI_KEY_POINT] = read_point,       [WI_KEY_RING] = read_ring,
        [WI_KEY_REGION] = read_region, [WI_KEY_QUANTITY] = read_quantity, [WI_KEY_TABLE] = read_table,
    };
    wi_key_read *read = key->read ? key->read : readers[key->type];
    if (read) read(reader, node, key, into);
}

static void refuse_key(wi_key_reader *reader, const wi_node *node, const wi_key_table *table) {
    const char *known[64];
    uint32_t count = 0;
    for (; count < table->count && count < WEND_COUNT(known); count++) known[count] = table->key[count].name;
    wi_problem_add(reader->problems, node->place, "there is no key `%.60s` here%s", node->text,
                   wi_hint(reader, node->text, known, count));
}

static bool is_known(const wi_key_table *table, const char *name) {
    for (uint32_t i = 0; i < table->count; i++) {
        if (strcmp(table->key[i].name, name) == 0) return true;
    }
    return false;
}

// "`a`, `b` or `c`": the rows of one choice.
static const char *list_choice(wi_key_reader *reader, const wi_key_table *table, unsigned choice) {
    const char *list = "";
    uint32_t count = 0, seen = 0;
    for (uint32_t i = 0; i < table->count; i++) count += table->key[i].choice == choice;
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->key[i].choice != choice) continue;
        const char *join = seen == 0 ? "" : seen + 1 == count ? " or " : ", ";
        list = wi_arena_print(reader->arena, "%s%s`%s`", list, join, table->key[i].name);
        seen++;
    }
    return list;
}

// Of the rows with one number only the first that is given counts.
static void check_choice(wi_key_reader *reader, const wi_node *map, const wi_key_table *table, unsigned choice,
                         bool required) {
    const wi_key *first = NULL;
    for (uint32_t i = 0; i < table->count; i++) {
        const wi_key *key = &table->key[i];
        const wi_node *node = key->choice == choice ? wi_node_get(map, key->name) : NULL;
        if (node && first)
            wi_problem_add(reader->problems, node->place, "give only one of %s: `%s` stands in line %u",
                           list_choice(reader, table, choice), first->name, wi_node_get(map, first->name)->place.line);
        if (node && !first) first = key;
    }
    if (!first && required)
        wi_problem_add(reader->problems, map->place, "one of %s is missing here", list_choice(reader, table, choice));
}

static void check_choices(wi_key_reader *reader, const wi_node *map, const wi_key_table *table) {
    unsigned done = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const wi_key *key = &table->key[i];
        if (key->choice == 0 || done & (1u << key->choice)) continue;
        check_choice(reader, map, table, key->choice, key->flags & WI_KEY_REQUIRED);
        done |= 1u << key->choice;
    }
}

static bool is_simple(wi_key_type type) { return type <= WI_KEY_WORD; }

// Defaults of simple types are read like anything else, so that the table cannot say one thing and do another.
static void read_initial(wi_key_reader *reader, const wi_node *map, const wi_key *key, void *into) {
    if (!key->initial || key->read || !is_simple(key->type)) return;
    wi_node node = {.kind = WI_SCALAR, .place = map->place, .text = key->initial, .whole = 1};
    wi_key_read_value(reader, &node, key, into);
}

void wi_keys_read(wi_key_reader *reader, const wi_node *map, const wi_key_table *table, void *into) {
    for (uint32_t i = 0; i < map->count; i++) {
        if (!is_known(table, map->key[i]->text)) refuse_key(reader, map->key[i], table);
    }
    check_choices(reader, map, table);
    for (uint32_t i = 0; i < table->count; i++) {
        const wi_key *key = &table->key[i];
        const wi_node *node = wi_node_get(map, key->name);
        if (node)
            wi_key_read_value(reader, node, key, into);
        else
            read_initial(reader, map, key, into);
        if (!node && key->flags & WI_KEY_REQUIRED && !key->choice)
            wi_problem_add(reader->problems, map->place, "`%s` is missing here (%s)", key->name, key->meaning);
    }
    if (table->check) table->check(reader, map, into);
}

void wi_read_version(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    double version;
    (void)into;
    if (!wi_value_number(reader, node, key->name, &version) || version == 1.0) return;
    wi_problem_add(reader->problems, node->place, "`wend` is %g, but this program reads version 1", version);
}
