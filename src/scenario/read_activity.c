// Activities: the states of machines, the leaves of trees, the alternatives of choices.
#include <math.h>

#include "scenario/behaviour.h"

// What the table of a state reads before it goes into the tables.
typedef struct state_source {
    uint32_t walk;
    double direction;
    wi_quantity time, stay, distance, taken;
    double utility;
    bool final;
} state_source;

// clang-format off
static const char *const walk_words[] = {"to goal", "stand", "follow leader", NULL};
#define ACTIVITY_ROWS \
    {.name = "goal", .type = WI_KEY_FORMS, .table = &wi_chooser_forms, .read = wi_read_later, \
     .meaning = "where to go; as before", .example = "{nearest: [left, right]}"}, \
    {.name = "walk", .type = WI_KEY_WORD, .words = walk_words, .initial = "to goal", .meaning = "how one moves meanwhile", \
     .example = "stand", .offset = offsetof(state_source, walk)}, \
    {.name = "direction_deg", .type = WI_KEY_NUMBER, .unit = "deg", .min = -360, .max = 360, .flags = WI_KEY_DEGREES, \
     .meaning = "walk this way, counter-clockwise from x, instead of to a goal", .example = "90", \
     .offset = offsetof(state_source, direction)}, \
    {.name = "follow", .type = WI_KEY_NAME, .read = wi_read_later, .meaning = "walk after the nearest of this profile", .example = "guide"}, \
    {.name = "time", .type = WI_KEY_QUANTITY, .unit = "s", .min = 0, .max = 1e6, .meaning = "how long it takes, from its beginning", \
     .example = "{uniform: [10, 30]}", .offset = offsetof(state_source, time)}, \
    {.name = "stay", .type = WI_KEY_QUANTITY, .unit = "s", .min = 0, .max = 1e6, .meaning = "how long it takes, from the arrival at the goal", \
     .example = "20", .offset = offsetof(state_source, stay)}, \
    {.name = "within", .type = WI_KEY_NAME, .read = wi_read_later, .meaning = "a behaviour that runs meanwhile", .example = "shopping"}, \
    {.name = "during", .type = WI_KEY_NAMED, .table = &wi_during_table, .read = wi_read_later, \
     .meaning = "parameters and their values while it lasts", .example = "{preferred_speed: 0.6}"}, \
    {.name = "enter", .type = WI_KEY_LIST, .table = &wi_action_item, .min = 0, .max = 100, .read = wi_read_later, \
     .meaning = "what is done at its beginning", .example = "[{raise: alarm}]"}, \
    {.name = "leave", .type = WI_KEY_LIST, .table = &wi_action_item, .min = 0, .max = 100, .read = wi_read_later, \
     .meaning = "what is done at its end", .example = "[{set: {priority: 0}}]"}, \
    {.name = "final", .type = WI_KEY_FLAG, .initial = "false", .meaning = "the behaviour is over here, as soon as the goal is reached", \
     .example = "true", .offset = offsetof(state_source, final)}

static const wi_key state_rows[] = {
    ACTIVITY_ROWS,
    {.name = "next", .type = WI_KEY_FORMS, .table = &wi_next_forms, .read = wi_read_later,
     .meaning = "what comes next: a state when this one is done, or transitions", .example = "[{when: reached, to: wait}]"},
};
const wi_key_table wi_state_keys = {"state", "what an agent does for a while", state_rows, WEND_COUNT(state_rows), NULL};

static const wi_key crowd_item[] = {{.name = "", .type = WI_KEY_QUANTITY, .min = -1e6, .max = 1e6, .meaning = "utility for each agent in it"}};
static const wi_key_table crowd_table = {"crowds", "regions and weights", crowd_item, 1, NULL};
static const wi_key alternative_rows[] = {
    ACTIVITY_ROWS,
    {.name = "utility", .type = WI_KEY_NUMBER, .min = -1e6, .max = 1e6, .initial = "0", .meaning = "its utility as such", .example = "1",
     .offset = offsetof(state_source, utility)},
    {.name = "distance", .type = WI_KEY_QUANTITY, .min = -1e6, .max = 1e6, .meaning = "utility for each metre to its goal",
     .example = "-0.1", .offset = offsetof(state_source, distance)},
    {.name = "taken", .type = WI_KEY_QUANTITY, .min = -1e6, .max = 1e6, .meaning = "utility for the share of its goals that is taken",
     .example = "-2", .offset = offsetof(state_source, taken)},
    {.name = "crowd", .type = WI_KEY_NAMED, .table = &crowd_table, .read = wi_read_later, .meaning = "utility for each agent in a region",
     .example = "{hall: -0.05}"},
};
const wi_key_table wi_alternative_keys = {"alternative", "one of several things to do", alternative_rows,
                                              WEND_COUNT(alternative_rows), NULL};
// clang-format on

static void take_walk(wi_behaviour_reader *b, const wi_node *node, const state_source *read) {
    wend_activity *is = wi_activity_of(b);
    const wi_node *follow = wi_node_get(node, "follow");
    uint32_t profile;
    static const wend_walk walks[] = {WEND_WALK_TO_GOAL, WEND_WALK_STAND, WEND_WALK_FOLLOW};
    is->walk = walks[read->walk];
    if (!isnan(read->direction)) {
        is->walk = WEND_WALK_DIRECTION;
        is->direction = (wend_vec){wend_cos((float)read->direction), wend_sin((float)read->direction)};
    }
    if (!follow || !wi_names_find(b->reader, &b->reader->profiles, follow, "profile", &profile)) return;
    is->walk = WEND_WALK_FOLLOW;
    is->follows = profile + 1;
}

static void take_time(wi_behaviour_reader *b, const wi_node *node, const state_source *read) {
    wend_activity *is = wi_activity_of(b);
    const wi_node *stay = wi_node_get(node, "stay");
    if (read->time.given && read->stay.given)
        wi_problem_add(b->reader->problems, stay->place, "give `time` or `stay`, not both");
    if (read->stay.given && is->goal.kind == WEND_CHOOSE_NOTHING)
        wi_problem_add(b->reader->problems, stay->place,
                       "`stay` counts from the arrival at a goal, and there is none; say `time`, or give a `goal`");
    is->timed = read->time.given ? 1 : read->stay.given ? 2 : 0;
    if (is->timed) is->time = wi_amount_of(b, read->time.given ? &read->time : &read->stay);
}

static void take_within(wi_behaviour_reader *b, const wi_node *node) {
    uint32_t behaviour;
    if (!node || !wi_names_find(b->reader, &b->reader->behaviours, node, "behaviour", &behaviour)) return;
    wi_activity_of(b)->within = behaviour + 1;
}

static void take_terms(wi_behaviour_reader *b, const wi_node *node, const state_source *read) {
    const wi_node *crowd = wi_node_get(node, "crowd");
    uint32_t first = b->is->term_count;
    if (read->distance.given) wi_add_term(b, (wend_term){WEND_TERM_DISTANCE, 0, wi_amount_of(b, &read->distance)});
    if (read->taken.given) wi_add_term(b, (wend_term){WEND_TERM_HELD, 0, wi_amount_of(b, &read->taken)});
    for (uint32_t i = 0; crowd && crowd->kind == WI_MAP && i < crowd->count; i++) {
        wend_term term = {.kind = WEND_TERM_CROWD};
        wi_quantity weight = {0};
        if (!wi_names_find(b->reader, &b->reader->regions, crowd->key[i], "region", &term.index) ||
            !wi_value_quantity(b->reader, crowd->value[i], &crowd_item[0], NULL, &weight))
            continue;
        term.weight = wi_amount_of(b, &weight);
        wi_add_term(b, term);
    }
    if (crowd && crowd->kind != WI_MAP)
        wi_problem_add(b->reader->problems, crowd->place, "`crowd` must be a map of regions and weights");
    wi_activity_of(b)->utility = (float)read->utility;
    wi_activity_of(b)->next = (wend_range){first, b->is->term_count - first};
}

void wi_read_activity(wi_behaviour_reader *b, const wi_node *node, const wi_key_table *keys) {
    state_source read = {.direction = NAN};
    wi_key row = {.name = wi_activity_of(b)->name, .type = WI_KEY_TABLE, .table = keys};
    wi_key_read_value(b->reader, node, &row, &read);
    b->into->activity_place[b->activity] = node->place;
    b->activity_node = node;
    if (node->kind != WI_MAP) return;
    const wi_node *goal = wi_node_get(node, "goal"), *during = wi_node_get(node, "during");
    const wi_node *enter = wi_node_get(node, "enter"), *leave = wi_node_get(node, "leave");
    wend_chooser chooser;
    if (goal) {
        wi_read_chooser(b, goal, &chooser);
        wi_activity_of(b)->goal = chooser;
    }
    take_walk(b, node, &read);
    take_time(b, node, &read);
    take_within(b, wi_node_get(node, "within"));
    wend_range range = {b->is->action_count, 0};
    if (during) wi_read_during(b, during, &range);
    if (enter) wi_read_actions(b, enter, "enter", &range);
    wi_activity_of(b)->enter = range;
    range = (wend_range){b->is->action_count, 0};
    if (leave) wi_read_actions(b, leave, "leave", &range);
    wi_activity_of(b)->leave = range;
    wi_activity_of(b)->final = read.final;
    if (keys == &wi_alternative_keys) take_terms(b, node, &read);
}
