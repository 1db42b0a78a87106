// Behaviours: the states of machines, the alternatives of choices, the leaves of trees.
#include <math.h>
#include <string.h>

#include "decide/program.h"
#include "scenario/behaviour.h"

static wi_key_read skip;

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
static const wi_key branch_item[] = {{.name = "", .type = WI_KEY_NUMBER, .min = 0, .max = 1, .meaning = "its probability"}};
static const wi_key_table branch_table = {"branches", "states and probabilities", branch_item, 1, NULL};
static const wi_key to_forms[] = {
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a state"},
    {.name = "", .type = WI_KEY_NAMED, .table = &branch_table, .meaning = "states and probabilities"},
};
static const wi_key_table to_table = {"to", "a state or several by chance", to_forms, WEND_COUNT(to_forms), NULL};
static const wi_key transition_rows[] = {
    {.name = "when", .type = WI_KEY_FORMS, .table = &wi_condition_forms, .meaning = "the condition; `done` is everything that the state is for",
     .example = "reached", .read = skip, .initial = "done"},
    {.name = "to", .type = WI_KEY_FORMS, .table = &to_table, .meaning = "the state that comes next, or several by probability",
     .example = "{left: 0.3, right: 0.7}", .read = skip, .flags = WI_KEY_REQUIRED},
};
static const wi_key_table transition_keys = {"transition", "from one state to another", transition_rows,
                                             WEND_COUNT(transition_rows), NULL};
static const wi_key transition_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &transition_keys}};
static const wi_key_table transition_list = {"transitions", "ways out of a state", transition_item, 1, NULL};
static const wi_key next_forms[] = {
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a state"},
    {.name = "", .type = WI_KEY_LIST, .table = &transition_list, .min = 1, .max = 100, .meaning = "transitions, the first that holds counts"},
};
static const wi_key_table next_table = {"next", "what comes next", next_forms, WEND_COUNT(next_forms), NULL};

#define ACTIVITY_ROWS \
    {.name = "goal", .type = WI_KEY_FORMS, .table = &wi_chooser_forms, .read = skip, \
     .meaning = "where to go; as before", .example = "{nearest: [left, right]}"}, \
    {.name = "walk", .type = WI_KEY_WORD, .words = walk_words, .initial = "to goal", .meaning = "how one moves meanwhile", \
     .example = "stand", .offset = offsetof(state_source, walk)}, \
    {.name = "direction_deg", .type = WI_KEY_NUMBER, .unit = "deg", .min = -360, .max = 360, .flags = WI_KEY_DEGREES, \
     .meaning = "walk this way, counter-clockwise from x, instead of to a goal", .example = "90", \
     .offset = offsetof(state_source, direction)}, \
    {.name = "follow", .type = WI_KEY_NAME, .read = skip, .meaning = "walk after the nearest of this profile", .example = "guide"}, \
    {.name = "time", .type = WI_KEY_QUANTITY, .unit = "s", .min = 0, .max = 1e6, .meaning = "how long it takes, from its beginning", \
     .example = "{uniform: [10, 30]}", .offset = offsetof(state_source, time)}, \
    {.name = "stay", .type = WI_KEY_QUANTITY, .unit = "s", .min = 0, .max = 1e6, .meaning = "how long it takes, from the arrival at the goal", \
     .example = "20", .offset = offsetof(state_source, stay)}, \
    {.name = "within", .type = WI_KEY_NAME, .read = skip, .meaning = "a behaviour that runs meanwhile", .example = "shopping"}, \
    {.name = "during", .type = WI_KEY_NAMED, .table = &wi_during_table, .read = skip, \
     .meaning = "parameters and their values while it lasts", .example = "{preferred_speed: 0.6}"}, \
    {.name = "enter", .type = WI_KEY_LIST, .table = &wi_action_item, .min = 0, .max = 100, .read = skip, \
     .meaning = "what is done at its beginning", .example = "[{raise: alarm}]"}, \
    {.name = "leave", .type = WI_KEY_LIST, .table = &wi_action_item, .min = 0, .max = 100, .read = skip, \
     .meaning = "what is done at its end", .example = "[{set: {priority: 0}}]"}, \
    {.name = "final", .type = WI_KEY_FLAG, .initial = "false", .meaning = "the behaviour is over here, as soon as the goal is reached", \
     .example = "true", .offset = offsetof(state_source, final)}

static const wi_key state_rows[] = {
    ACTIVITY_ROWS,
    {.name = "next", .type = WI_KEY_FORMS, .table = &next_table, .read = skip,
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
    {.name = "crowd", .type = WI_KEY_NAMED, .table = &crowd_table, .read = skip, .meaning = "utility for each agent in a region",
     .example = "{hall: -0.05}"},
};
static const wi_key_table alternative_keys = {"alternative", "one of several things to do", alternative_rows,
                                              WEND_COUNT(alternative_rows), NULL};

static const wi_key state_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &wi_state_keys}};
static const wi_key_table state_table = {"states", "states by name", state_item, 1, NULL};
static const wi_key alternative_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &alternative_keys}};
static const wi_key_table alternative_table = {"alternatives", "alternatives by name", alternative_item, 1, NULL};
static const wi_key behaviour_rows[] = {
    {.name = "states", .type = WI_KEY_NAMED, .table = &state_table, .read = skip, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a state machine: its states by name", .example = "{leave: {goal: exit, final: true}}"},
    {.name = "tree", .type = WI_KEY_FORMS, .table = &wi_tree_forms, .read = skip, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a behaviour tree", .example = "{sequence: [{do: {goal: desk}}, {do: {goal: exit, final: true}}]}"},
    {.name = "alternatives", .type = WI_KEY_NAMED, .table = &alternative_table, .read = skip, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a choice by utility: its alternatives by name", .example = "{left: {goal: left, distance: -0.1}}"},
    {.name = "start", .type = WI_KEY_NAME, .initial = "the first state", .read = skip, .meaning = "of a machine: where it starts",
     .example = "wait"},
    {.name = "every", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e6, .read = skip,
     .meaning = "of a choice: how often one chooses again on the way; once", .example = "5"},
};
// clang-format on
static const wi_key_table behaviour_keys = {"behaviour", "what agents do one after the other", behaviour_rows,
                                            WEND_COUNT(behaviour_rows), NULL};
static const wi_key behaviour_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &behaviour_keys}};
const wi_key_table wi_behaviour_item = {"behaviours", "behaviours by name", behaviour_item, 1, NULL};

// Values are read below: they need to know more than the table.
static void skip(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)reader, (void)node, (void)key, (void)into;
}

// Activities ---------------------------------------------------------------------------------------------------------

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
    if (keys == &alternative_keys) take_terms(b, node, &read);
}

// Machines -----------------------------------------------------------------------------------------------------------

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
    wi_key_read_value(b->reader, node, &row, NULL);
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

static void read_next(wi_behaviour_reader *b, const wi_node *node) {
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

static void read_machine(wi_behaviour_reader *b, const wi_node *states, const wi_node *start) {
    wend_behaviour *is = (wend_behaviour *)(uintptr_t)&b->is->behaviours[b->behaviour];
    is->decider = &wend_decider_machine;
    for (uint32_t i = 0; i < states->count; i++) {
        b->activity = is->activities.first + i;
        wi_read_activity(b, states->value[i], &wi_state_keys);
        const wi_node *next = states->value[i]->kind == WI_MAP ? wi_node_get(states->value[i], "next") : NULL;
        if (next) read_next(b, next);
    }
    uint32_t first = 0;
    if (start) wi_names_find(b->reader, &b->activities, start, "state", &first);
    is->start = is->activities.first + first;
}

// Choices ------------------------------------------------------------------------------------------------------------

// The first activity is where one stands until one has chosen.
static void read_choice(wi_behaviour_reader *b, const wi_node *alternatives, const wi_node *every) {
    wend_behaviour *is = (wend_behaviour *)(uintptr_t)&b->is->behaviours[b->behaviour];
    double seconds = 0.0;
    is->decider = &wend_decider_choice;
    is->start = is->activities.first;
    for (uint32_t i = 0; i < alternatives->count; i++) {
        b->activity = is->activities.first + 1 + i;
        wi_read_activity(b, alternatives->value[i], &alternative_keys);
    }
    if (every && wi_value_in_range(b->reader, every, &behaviour_rows[4], &seconds)) is->every = (float)seconds;
}

// All of them --------------------------------------------------------------------------------------------------------

// Every behaviour's activities stand together, those of trees behind as many as there are nodes.
static uint32_t leaves_of(const wi_node *node, uint32_t depth) {
    uint32_t count = 0;
    if (!node || depth > WI_DEEP) return 0;
    if (node->kind == WI_MAP && wi_node_get(node, "do")) return 1;
    for (uint32_t i = 0; i < node->count && node->kind != WI_SCALAR; i++) count += leaves_of(node->value[i], depth + 1);
    return count;
}

static const wi_node *activities_of(const wi_node *behaviour) {
    const wi_node *states = wi_node_get(behaviour, "states");
    return states ? states : wi_node_get(behaviour, "alternatives");
}

static uint32_t activity_count(const wi_node *behaviour) {
    if (behaviour->kind != WI_MAP) return 0;
    const wi_node *listed = activities_of(behaviour);
    if (!listed) return leaves_of(wi_node_get(behaviour, "tree"), 0);
    bool choice = !wi_node_get(behaviour, "states");
    return listed->kind == WI_MAP ? listed->count + choice : 0;
}

static bool lay_out(wi_behaviour_reader *b, const wi_node *node) {
    wi_arena *arena = b->reader->arena;
    uint32_t sum = 0;
    wend_behaviour *behaviour = WI_TAKE(arena, wend_behaviour, node->count);
    b->into->behaviour_place = WI_TAKE(arena, wi_place, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t count = activity_count(node->value[i]);
        behaviour[i] = (wend_behaviour){.name = node->key[i]->text, .activities = {sum, count}};
        b->into->behaviour_place[i] = node->key[i]->place;
        sum += count;
        if (sum > UINT16_MAX) {
            wi_problem_add(b->reader->problems, node->place, "there are more than %d states in all", UINT16_MAX);
            return false;
        }
    }
    b->is->behaviours = behaviour;
    b->is->behaviour_count = node->count;
    wend_activity *activity = WI_TAKE(arena, wend_activity, sum);
    b->into->activity_place = WI_TAKE(arena, wi_place, sum);
    b->is->activities = activity;
    b->is->activity_count = sum;
    return true;
}

static void name_activities(wi_behaviour_reader *b, const wi_node *listed, uint32_t first) {
    b->activities.count = listed->count;
    b->activities.name = WI_TAKE(b->reader->arena, const char *, listed->count);
    for (uint32_t i = 0; i < listed->count; i++) {
        b->activities.name[i] = listed->key[i]->text;
        ((wend_activity *)(uintptr_t)b->is->activities)[first + i].name = listed->key[i]->text;
    }
    wi_names_sort(b->reader, &b->activities);
}

static void read_behaviour(wi_behaviour_reader *b, const wi_node *node) {
    uint32_t before = b->reader->problems->count;
    wi_key row = behaviour_item[0];
    row.name = b->is->behaviours[b->behaviour].name;
    wi_key_read_value(b->reader, node, &row, NULL);
    if (b->reader->problems->count > before || node->kind != WI_MAP) return;
    const wi_node *listed = activities_of(node), *start = wi_node_get(node, "start");
    const wi_node *states = wi_node_get(node, "states"), *every = wi_node_get(node, "every");
    uint32_t first = b->is->behaviours[b->behaviour].activities.first;
    if (start && !states) wi_problem_add(b->reader->problems, start->place, "`start` goes with `states` only");
    if (every && (states || !listed))
        wi_problem_add(b->reader->problems, every->place, "`every` goes with `alternatives` only");
    if (listed && (listed->kind != WI_MAP || listed->count == 0)) {
        wi_problem_add(b->reader->problems, listed->place, "there must be a map of names here, with at least one");
        return;
    }
    if (!listed) {
        wi_read_tree(b, wi_node_get(node, "tree"));
    } else if (states) {
        name_activities(b, listed, first);
        read_machine(b, listed, start);
    } else {
        ((wend_activity *)(uintptr_t)b->is->activities)[first].name = "choosing";
        b->into->activity_place[first] = listed->place;
        name_activities(b, listed, first + 1);
        read_choice(b, listed, every);
    }
    if (b->reader->problems->count == before) wi_check_behaviour(b);
}

static void take_sites(wi_behaviour_reader *b) {
    const wi_scenario *scenario = b->reader->scenario;
    for (uint32_t i = 0; i < scenario->goal_count; i++) {
        const wi_goal_source *goal = &scenario->goal[i];
        wi_add_site(b,
                    (wend_site){.at = goal->at,
                                .half = goal->half,
                                .radius = (float)goal->radius,
                                .level = goal->on_level,
                                .capacity = goal->capacity},
                    goal->name);
    }
}

static void check_depth(wi_behaviour_reader *b) {
    uint32_t *depth = WI_TAKE(b->reader->arena, uint32_t, b->is->behaviour_count);
    if (wi_behaviours_depth(b->is, depth) <= WEND_FRAMES_MAX) return;
    for (uint32_t i = 0; i < b->is->behaviour_count; i++)
        if (depth[i] > WEND_FRAMES_MAX)
            wi_problem_add(b->reader->problems, b->into->behaviour_place[i],
                           "behaviours may stand at most %d deep within each other, and never within themselves",
                           WEND_FRAMES_MAX);
}

void wi_read_behaviours(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)into;
    wi_behaviours_source *all = &reader->scenario->behaviours;
    wi_behaviour_reader b = {.reader = reader, .into = all, .is = &all->is};
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of names and behaviours", key->name);
        return;
    }
    reader->behaviours.count = node->count;
    reader->behaviours.name = WI_TAKE(reader->arena, const char *, node->count);
    for (uint32_t i = 0; i < node->count; i++) reader->behaviours.name[i] = node->key[i]->text;
    wi_names_sort(reader, &reader->behaviours);
    take_sites(&b);
    if (!lay_out(&b, node)) return;
    for (b.behaviour = 0; b.behaviour < node->count; b.behaviour++) read_behaviour(&b, node->value[b.behaviour]);
    check_depth(&b);
}

void wi_read_behaviour(wi_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_group *group = into;
    uint32_t index;
    if (wi_names_find(reader, &reader->behaviours, node, key->name, &index)) group->behaviour = index + 1;
}
