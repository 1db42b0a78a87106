// Conditions of behaviours: a word, or a map with one key, which may hold further conditions.
#include <math.h>
#include <string.h>

#include "scenario/behaviour.h"

static const char *const condition_words[] = {"always",  "reached", "timeout", "finished", "called",
                                              "granted", "refused", "done",    NULL};
static const char *const attribute_words[] = {"speed",   "preferred_speed", "radius",  "priority", "distance",
                                              "time",    "level",           "profile", "group",    "leads",
                                              "waiting", "stress",          NULL};
_Static_assert(WEND_COUNT(attribute_words) == WEND_ATTRIBUTE_COUNT + 1, "a word for each attribute");

// Read by the tables below, then put into a wend_condition.
typedef struct limits {
    uint32_t attribute;
    double least, most, distance, ahead, width;
} limits;

// clang-format off
static const wi_key count_rows[] = {
    {.name = "region", .type = WI_KEY_NAME, .meaning = "who is in it counts", .example = "hall", .read = wi_read_later,
     .flags = WI_KEY_REQUIRED},
    {.name = "at_least", .type = WI_KEY_NUMBER, .min = 0, .max = 1e9, .meaning = "so many or more", .example = "10",
     .offset = offsetof(limits, least)},
    {.name = "at_most", .type = WI_KEY_NUMBER, .min = 0, .max = 1e9, .meaning = "so many or fewer", .example = "5",
     .offset = offsetof(limits, most)},
};
static const wi_key_table count_keys = {"count", "how many are in a region", count_rows, WEND_COUNT(count_rows), NULL};
static const wi_key attribute_rows[] = {
    {.name = "attribute", .type = WI_KEY_WORD, .words = attribute_words, .meaning = "what is looked at", .example = "speed",
     .offset = offsetof(limits, attribute), .flags = WI_KEY_REQUIRED},
    {.name = "at_least", .type = WI_KEY_NUMBER, .min = -1e9, .max = 1e9, .meaning = "so much or more", .example = "1",
     .offset = offsetof(limits, least)},
    {.name = "at_most", .type = WI_KEY_NUMBER, .min = -1e9, .max = 1e9, .meaning = "so much or less", .example = "0.1",
     .offset = offsetof(limits, most)},
};
static const wi_key_table attribute_keys = {"attribute_test", "a number that belongs to the agent", attribute_rows,
                                            WEND_COUNT(attribute_rows), NULL};
static const wi_key near_rows[] = {
    {.name = "distance", .type = WI_KEY_NUMBER, .unit = "m", .min = 0, .max = 1000, .meaning = "how near, between centres",
     .example = "2", .offset = offsetof(limits, distance), .flags = WI_KEY_REQUIRED},
    {.name = "profile", .type = WI_KEY_NAME, .meaning = "only those of this profile", .example = "staff", .read = wi_read_later},
    {.name = "behaviour", .type = WI_KEY_NAME, .meaning = "only those with this behaviour", .example = "helper", .read = wi_read_later},
};
static const wi_key_table near_keys = {"near", "somebody else is near", near_rows, WEND_COUNT(near_rows), NULL};
static const wi_key clear_rows[] = {
    {.name = "ahead", .type = WI_KEY_NUMBER, .unit = "m", .min = 0, .max = 100, .meaning = "how far ahead of the body",
     .example = "1", .offset = offsetof(limits, ahead), .flags = WI_KEY_REQUIRED},
    {.name = "width", .type = WI_KEY_NUMBER, .unit = "m", .min = 0, .max = 100, .initial = "0.5", .meaning = "across the way",
     .example = "0.6", .offset = offsetof(limits, width)},
};
static const wi_key_table clear_keys = {"clear", "nobody stands ahead", clear_rows, WEND_COUNT(clear_rows), NULL};

static const wi_key_table condition_keys;
static const wi_key part_item[] = {{.name = "", .type = WI_KEY_FORMS, .table = &wi_condition_forms}};
static const wi_key_table part_list = {"conditions", "conditions", part_item, 1, NULL};
static const wi_key condition_rows[] = {
    {.name = "inside", .type = WI_KEY_NAME, .meaning = "stands in a region", .example = "hall", .read = wi_read_later, .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "outside", .type = WI_KEY_NAME, .meaning = "does not stand in a region", .example = "hall", .read = wi_read_later,
     .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "count", .type = WI_KEY_TABLE, .table = &count_keys, .meaning = "how many are in a region",
     .example = "{region: hall, at_most: 5}", .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "clear", .type = WI_KEY_TABLE, .table = &clear_keys, .meaning = "nobody stands ahead", .example = "{ahead: 1}",
     .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "near", .type = WI_KEY_TABLE, .table = &near_keys, .meaning = "somebody else is near",
     .example = "{distance: 2, profile: staff}", .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "together", .type = WI_KEY_NUMBER, .unit = "m", .min = 0, .max = 1000, .meaning = "all of its group are within this distance",
     .example = "3", .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "rate", .type = WI_KEY_NUMBER, .unit = "1/s", .min = 0, .max = 1e6, .meaning = "by chance, so often in a second",
     .example = "0.1", .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "is", .type = WI_KEY_TABLE, .table = &attribute_keys, .meaning = "a number that belongs to the agent",
     .example = "{attribute: speed, at_most: 0.1}", .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "event", .type = WI_KEY_NAME, .meaning = "hears it", .example = "alarm", .read = wi_read_later, .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "all", .type = WI_KEY_LIST, .table = &part_list, .min = 1, .max = 100, .meaning = "all of these hold",
     .example = "[reached, {event: alarm}]", .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "any", .type = WI_KEY_LIST, .table = &part_list, .min = 1, .max = 100, .meaning = "at least one of these holds",
     .example = "[timeout, {event: alarm}]", .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "not", .type = WI_KEY_FORMS, .table = &wi_condition_forms, .meaning = "this does not hold", .example = "{inside: hall}",
     .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED},
};
// clang-format on
static const wi_key_table condition_keys = {"condition", "what can be asked", condition_rows,
                                            WEND_COUNT(condition_rows), NULL};
static const wi_key condition_forms[] = {
    {.name = "", .type = WI_KEY_WORD, .words = condition_words, .meaning = "what the agent itself has come to"},
    {.name = "", .type = WI_KEY_TABLE, .table = &condition_keys, .meaning = "something else"},
};
const wi_key_table wi_condition_forms = {"condition_forms", "a condition", condition_forms, WEND_COUNT(condition_forms),
                                         NULL};

static wend_condition simple(wend_condition_kind kind) { return (wend_condition){.kind = kind, .size = 1}; }

uint32_t wi_condition_done(wi_behaviour_reader *b) {
    const wend_activity *is = wi_activity_of(b);
    uint32_t index = wi_add_condition(b, simple(WEND_IF_ALL));
    wend_chooser_kind goal = is->goal.kind;
    uint32_t timed = is->timed, within = is->within;
    if (goal == WEND_CHOOSE_QUEUE)
        wi_add_condition(b, simple(WEND_IF_CALLED));
    else if (goal != WEND_CHOOSE_NOTHING && timed != 2)
        wi_add_condition(b, simple(WEND_IF_REACHED));
    if (timed) wi_add_condition(b, simple(WEND_IF_TIMEOUT));
    if (within) wi_add_condition(b, simple(WEND_IF_FINISHED));
    ((wend_condition *)(uintptr_t)b->is->conditions)[index].size = b->is->condition_count - index;
    return index;
}

static bool read_word(wi_behaviour_reader *b, const wi_node *node, uint32_t *condition) {
    static const wend_condition_kind kinds[] = {WEND_IF_ALWAYS, WEND_IF_REACHED, WEND_IF_TIMEOUT, WEND_IF_FINISHED,
                                                WEND_IF_CALLED, WEND_IF_GRANTED, WEND_IF_REFUSED};
    const wend_activity *is = wi_activity_of(b);
    uint32_t which = UINT32_MAX;
    wi_key row = condition_forms[0];
    row.name = "when";
    wi_key_read_value(b->reader, node, &row, &which);
    if (which == UINT32_MAX) return false;
    if (which == WEND_COUNT(kinds)) {
        *condition = wi_condition_done(b);
        return true;
    }
    const char *lacks = kinds[which] == WEND_IF_TIMEOUT && !is->timed                          ? "`time` or `stay`"
                        : kinds[which] == WEND_IF_FINISHED && !is->within                      ? "`within`"
                        : kinds[which] == WEND_IF_CALLED && is->goal.kind != WEND_CHOOSE_QUEUE ? "queue as `goal`"
                                                                                               : NULL;
    if (lacks)
        wi_problem_add(b->reader->problems, node->place, "`%s` can never hold here: `%.60s` has no %s", node->text,
                       is->name, lacks);
    *condition = wi_add_condition(b, simple(kinds[which]));
    return lacks == NULL;
}

static bool read_parts(wi_behaviour_reader *b, const wi_node *node, const char *what, wend_condition_kind kind,
                       uint32_t *condition) {
    if (b->depth >= WI_DEEP) {
        wi_problem_add(b->reader->problems, node->place, "conditions may stand at most %d deep within each other",
                       WI_DEEP);
        return false;
    }
    if (kind != WEND_IF_NOT && !wi_value_is_list(b->reader, node, what, 1, 100)) return false;
    uint32_t index = *condition = wi_add_condition(b, simple(kind)), part;
    bool good = true;
    b->depth++;
    if (kind == WEND_IF_NOT)
        good = wi_read_condition(b, node, &part);
    else
        for (uint32_t i = 0; i < node->count; i++) good &= wi_read_condition(b, node->value[i], &part);
    b->depth--;
    ((wend_condition *)(uintptr_t)b->is->conditions)[index].size = b->is->condition_count - index;
    return good;
}

static bool read_inside(wi_behaviour_reader *b, const wi_node *node, bool outside, uint32_t *condition) {
    wend_condition is = simple(WEND_IF_INSIDE);
    if (!wi_names_find(b->reader, &b->reader->regions, node, "region", &is.a)) return false;
    if (outside) *condition = wi_add_condition(b, (wend_condition){.kind = WEND_IF_NOT, .size = 2});
    uint32_t index = wi_add_condition(b, is);
    if (!outside) *condition = index;
    return true;
}

static bool find_optional(wi_behaviour_reader *b, const wi_names *names, const wi_node *map, const char *key,
                          uint32_t *index) {
    const wi_node *node = wi_node_get(map, key);
    uint32_t found;
    if (!node) return true;
    if (!wi_names_find(b->reader, names, node, key, &found)) return false;
    *index = found + 1;
    return true;
}

// A condition with limits, as its table says.
static bool read_limits(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, wend_condition_kind kind,
                        uint32_t *condition) {
    limits read = {.least = -INFINITY, .most = INFINITY};
    uint32_t before = b->reader->problems->count;
    wi_key row = *key;
    row.read = NULL;
    wi_key_read_value(b->reader, node, &row, &read);
    if (b->reader->problems->count > before || node->kind != WI_MAP) return false;
    wend_condition is = {kind, 1, read.attribute, 0, (float)read.least, (float)read.most};
    if (kind == WEND_IF_NEAR) is = (wend_condition){kind, 1, 0, 0, 0.0f, (float)read.distance};
    if (kind == WEND_IF_CLEAR) is = (wend_condition){kind, 1, 0, 0, (float)read.ahead, (float)read.width};
    bool good = true;
    if (kind == WEND_IF_NEAR)
        good = find_optional(b, &b->reader->profiles, node, "profile", &is.a) &&
               find_optional(b, &b->reader->behaviours, node, "behaviour", &is.b);
    if (kind == WEND_IF_COUNT)
        good = wi_names_find(b->reader, &b->reader->regions, wi_node_get(node, "region"), "region", &is.a);
    bool open = (kind == WEND_IF_COUNT || kind == WEND_IF_ATTRIBUTE) && isinf(read.least) && isinf(read.most);
    if (open) wi_problem_add(b->reader->problems, node->place, "`%s` needs `at_least` or `at_most`", key->name);
    *condition = wi_add_condition(b, is);
    return good && !open;
}

static bool read_number(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, wend_condition_kind kind,
                        uint32_t *condition) {
    double value;
    if (!wi_value_in_range(b->reader, node, key, &value)) return false;
    *condition = wi_add_condition(b, (wend_condition){kind, 1, 0, 0, (float)value, (float)value});
    return true;
}

static bool read_event(wi_behaviour_reader *b, const wi_node *node, uint32_t *condition) {
    wend_condition is = simple(WEND_IF_EVENT);
    if (!wi_names_find(b->reader, &b->reader->events, node, "event", &is.a)) return false;
    *condition = wi_add_condition(b, is);
    return true;
}

static bool read_keyed(wi_behaviour_reader *b, const wi_node *node, const wi_key *key, uint32_t *condition) {
    if (strcmp(key->name, "inside") == 0) return read_inside(b, node, false, condition);
    if (strcmp(key->name, "outside") == 0) return read_inside(b, node, true, condition);
    if (strcmp(key->name, "count") == 0) return read_limits(b, node, key, WEND_IF_COUNT, condition);
    if (strcmp(key->name, "clear") == 0) return read_limits(b, node, key, WEND_IF_CLEAR, condition);
    if (strcmp(key->name, "near") == 0) return read_limits(b, node, key, WEND_IF_NEAR, condition);
    if (strcmp(key->name, "is") == 0) return read_limits(b, node, key, WEND_IF_ATTRIBUTE, condition);
    if (strcmp(key->name, "together") == 0) return read_number(b, node, key, WEND_IF_TOGETHER, condition);
    if (strcmp(key->name, "rate") == 0) return read_number(b, node, key, WEND_IF_RATE, condition);
    if (strcmp(key->name, "event") == 0) return read_event(b, node, condition);
    wend_condition_kind kind = strcmp(key->name, "all") == 0   ? WEND_IF_ALL
                               : strcmp(key->name, "any") == 0 ? WEND_IF_ANY
                                                               : WEND_IF_NOT;
    return read_parts(b, node, key->name, kind, condition);
}

bool wi_read_condition(wi_behaviour_reader *b, const wi_node *node, uint32_t *condition) {
    if (wi_node_is_wrong(node)) return false;
    if (node->kind != WI_MAP) return read_word(b, node, condition);
    uint32_t before = b->reader->problems->count;
    wi_keys_read(b->reader, node, &condition_keys, NULL);
    if (b->reader->problems->count > before) return false;
    for (uint32_t i = 0; i < condition_keys.count; i++) {
        const wi_node *value = wi_node_get(node, condition_keys.key[i].name);
        if (value) return read_keyed(b, value, &condition_keys.key[i], condition);
    }
    return false;
}
