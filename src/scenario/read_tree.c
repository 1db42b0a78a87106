// Behaviour trees: sequences, alternatives, and leaves that do something.
#include <string.h>

#include "scenario/behaviour.h"

// clang-format off
static const wi_key child_item[] = {{.name = "", .type = WI_KEY_FORMS, .table = &wi_tree_forms}};
static const wi_key_table child_list = {"nodes", "nodes of a tree", child_item, 1, NULL};
static const wi_key node_rows[] = {
    {.name = "sequence", .type = WI_KEY_LIST, .table = &child_list, .min = 1, .max = 100, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "one after the other, until one fails", .example = "[{do: {goal: desk}}, {do: {goal: exit, final: true}}]"},
    {.name = "first", .type = WI_KEY_LIST, .table = &child_list, .min = 1, .max = 100, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "the first that does not fail", .example = "[{when: {event: alarm}, do: {goal: exit, final: true}}, {do: {goal: desk}}]"},
    {.name = "do", .type = WI_KEY_TABLE, .table = &wi_state_keys, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "something, as a state has it (without `next`)", .example = "{goal: desk, stay: 10}"},
    {.name = "name", .type = WI_KEY_TEXT, .read = wi_read_later, .meaning = "of what is done; by number", .example = "pay"},
    {.name = "when", .type = WI_KEY_FORMS, .table = &wi_condition_forms, .read = wi_read_later, .meaning = "fails unless this holds",
     .example = "{event: alarm}"},
    {.name = "until", .type = WI_KEY_FORMS, .table = &wi_condition_forms, .read = wi_read_later, .initial = "done",
     .meaning = "of `do`: has succeeded when this holds", .example = "{inside: hall}"},
};
// clang-format on
static const wi_key_table node_keys = {"node", "a node of a behaviour tree", node_rows, WEND_COUNT(node_rows), NULL};
static const wi_key tree_forms[] = {{.name = "", .type = WI_KEY_TABLE, .table = &node_keys, .meaning = "a node"}};
const wi_key_table wi_tree_forms = {"tree", "a behaviour tree", tree_forms, 1, NULL};

static wend_node *node_at(wi_behaviour_reader *b, uint32_t index) {
    return (wend_node *)(uintptr_t)&b->is->nodes[index];
}

static void read_node(wi_behaviour_reader *b, const wi_node *node);

static void read_leaf(wi_behaviour_reader *b, const wi_node *map, const wi_node *does, uint32_t index) {
    const wi_node *name = wi_node_get(map, "name"), *until = wi_node_get(map, "until");
    wend_activity *is = wi_activity_of(b);
    uint32_t number = b->activity - b->is->behaviours[b->behaviour].activities.first, done = 0;
    is->name = wi_arena_print(b->reader->arena, "%u", number + 1);
    if (name) wi_value_text(b->reader, name, "name", &is->name);
    wi_read_activity(b, does, &wi_state_keys);
    const wi_node *next = does->kind == WI_MAP ? wi_node_get(does, "next") : NULL;
    if (next) wi_problem_add(b->reader->problems, next->place, "the tree says what comes next, not `next`");
    if (!until || !wi_read_condition(b, until, &done)) done = wi_condition_done(b);
    node_at(b, index)->done = done;
    node_at(b, index)->activity = b->activity;
}

static void read_children(wi_behaviour_reader *b, const wi_node *list, const char *what) {
    if (b->depth >= WI_DEEP) {
        wi_problem_add(b->reader->problems, list->place, "a tree may be at most %d deep", WI_DEEP);
        return;
    }
    if (!wi_value_is_list(b->reader, list, what, 1, 100)) return;
    b->depth++;
    for (uint32_t i = 0; i < list->count; i++) read_node(b, list->value[i]);
    b->depth--;
}

static void read_node(wi_behaviour_reader *b, const wi_node *map) {
    uint32_t before = b->reader->problems->count, when;
    wi_key row = tree_forms[0];
    row.name = "tree";
    wi_key_read_value(b->reader, map, &row, b); // only looks: every row is read later
    if (b->reader->problems->count > before || map->kind != WI_MAP) return;
    const wi_node *sequence = wi_node_get(map, "sequence"), *first = wi_node_get(map, "first");
    const wi_node *does = wi_node_get(map, "do"), *needs = wi_node_get(map, "when"), *until = wi_node_get(map, "until");
    uint32_t index = wi_add_node(b, (wend_node){.kind = sequence ? WEND_NODE_SEQUENCE
                                                        : first  ? WEND_NODE_FIRST
                                                                 : WEND_NODE_DO});
    if (until && !does) wi_problem_add(b->reader->problems, until->place, "`until` goes with `do` only");
    if (does) read_leaf(b, map, does, index);
    if (needs && wi_read_condition(b, needs, &when)) node_at(b, index)->when = when + 1;
    if (does) b->activity++;
    if (sequence) read_children(b, sequence, "sequence");
    if (first) read_children(b, first, "first");
    node_at(b, index)->size = b->is->node_count - index;
}

void wi_read_tree(wi_behaviour_reader *b, const wi_node *node) {
    wend_behaviour *is = (wend_behaviour *)(uintptr_t)&b->is->behaviours[b->behaviour];
    is->decider = &wend_decider_tree;
    if (is->activities.count == 0) {
        wi_problem_add(b->reader->problems, node->place, "a tree must have at least one `do`");
        return;
    }
    b->activity = is->start = is->activities.first;
    b->depth = 0;
    is->nodes.first = b->is->node_count;
    read_node(b, node);
    is->nodes.count = b->is->node_count - is->nodes.first;
}
