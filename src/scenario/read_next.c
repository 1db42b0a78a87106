// What comes next: transitions of a state machine, with their conditions and branches.
#include <math.h>

#include "scenario/behaviour.h"

// clang-format off
static const wi_key branch_item[] = {{.name = "", .type = WI_KEY_NUMBER, .min = 0, .max = 1, .meaning = "its probability"}};
static const wi_key_table branch_table = {"branches", "states and probabilities", branch_item, 1, NULL};
static const wi_key to_forms[] = {
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a state"},
    {.name = "", .type = WI_KEY_NAMED, .table = &branch_table, .meaning = "states and probabilities"},
};
static const wi_key_table to_table = {"to", "a state or several by chance", to_forms, WEND_COUNT(to_forms), NULL};
static const wi_key transition_rows[] = {
    {.name = "when", .type = WI_KEY_FORMS, .table = &wi_condition_forms, .meaning = "the condition; `done` is everything that the state is for",
     .example = "reached", .read = wi_read_later, .initial = "done"},
    {.name = "to", .type = WI_KEY_FORMS, .table = &to_table, .meaning = "the state that comes next, or several by probability",
     .example = "{left: 0.3, right: 0.7}", .read = wi_read_later, .flags = WI_KEY_REQUIRED},
};
static const wi_key_table transition_keys = {"transition", "from one state to another", transition_rows,
                                             WEND_COUNT(transition_rows), NULL};
static const wi_key transition_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &transition_keys}};
static const wi_key_table transition_list = {"transitions", "ways out of a state", transition_item, 1, NULL};
static const wi_key next_forms[] = {
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a state"},
    {.name = "", .type = WI_KEY_LIST, .table = &transition_list, .min = 1, .max = 100, .meaning = "transitions, the first that holds counts"},
};
const wi_key_table wi_next_forms = {"next", "what comes next", next_forms, WEND_COUNT(next_forms), NULL};
// clang-format on

static void add_branch(wi_behaviour_reader *b, const wi_node *name, double weight, wend_range *branches) {
    uint32_t state;
    if (!wi_names_find(b->reader, &b->activities, name, "state", &state)) return;
    wi_add_branch(b, (wend_branch){b->is->behaviours[b->behaviour].activities.first + state, (float)weight});
    branches->count++;
}

static void read_to(wi_behaviour_reader *b, const wi_node *node, wend_range *branches) {
    *branches = (wend_range){b->is->branch_count, 0};
    if (node->kind != WI_MAP) {
        add_branch(b, node, 1.0, branches);
        return;
    }
    double sum = 0.0;
    for (uint32_t i = 0; i < node->count; i++) {
        wi_key row = branch_item[0];
        double share = 0.0;
        row.name = node->key[i]->text;
        if (!wi_value_in_range(b->reader, node->value[i], &row, &share)) return;
        add_branch(b, node->key[i], share, branches);
        sum += share;
    }
    if (!(fabs(sum - 1.0) <= 1e-3))
        wi_problem_add(b->reader->problems, node->place, "the probabilities add up to %.6g, must be 1", sum);
}

static void read_transition(wi_behaviour_reader *b, const wi_node *node, wend_range *next) {
    uint32_t before = b->reader->problems->count;
    wi_key row = transition_item[0];
    row.name = "next";
    wi_key_read_value(b->reader, node, &row, b); // only looks: every row is read later
    if (b->reader->problems->count > before || node->kind != WI_MAP) return;
    const wi_node *when = wi_node_get(node, "when"), *to = wi_node_get(node, "to");
    wend_transition transition = {0};
    if (when && !wi_read_condition(b, when, &transition.condition)) return;
    if (!when) transition.condition = wi_condition_done(b);
    read_to(b, to, &transition.branches);
    if (transition.branches.count == 0) return;
    wi_add_transition(b, transition, node->place);
    next->count++;
}

void wi_read_next(wi_behaviour_reader *b, const wi_node *node) {
    wend_range next = {b->is->transition_count, 0};
    if (node->kind == WI_LIST) {
        for (uint32_t i = 0; i < node->count; i++) read_transition(b, node->value[i], &next);
    } else {
        wend_transition transition = {.condition = wi_condition_done(b)};
        read_to(b, node, &transition.branches);
        if (transition.branches.count > 0) {
            wi_add_transition(b, transition, node->place);
            next.count = 1;
        }
    }
    wi_activity_of(b)->next = next;
}
