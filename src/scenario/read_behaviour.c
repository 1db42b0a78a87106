// Behaviours by name: machines, trees and choices.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "decide/program.h"
#include "scenario/behaviour.h"

// clang-format off
static const wi_key state_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &wi_state_keys}};
static const wi_key_table state_table = {"states", "states by name", state_item, 1, NULL};
static const wi_key alternative_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &wi_alternative_keys}};
static const wi_key_table alternative_table = {"alternatives", "alternatives by name", alternative_item, 1, NULL};
static const wi_key behaviour_rows[] = {
    {.name = "states", .type = WI_KEY_NAMED, .table = &state_table, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a state machine: its states by name", .example = "{leave: {goal: exit, final: true}}"},
    {.name = "tree", .type = WI_KEY_FORMS, .table = &wi_tree_forms, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a behaviour tree", .example = "{sequence: [{do: {goal: desk}}, {do: {goal: exit, final: true}}]}"},
    {.name = "alternatives", .type = WI_KEY_NAMED, .table = &alternative_table, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "a choice by utility: its alternatives by name", .example = "{left: {goal: left, distance: -0.1}}"},
    {.name = "start", .type = WI_KEY_NAME, .initial = "the first state", .read = wi_read_later, .meaning = "of a machine: where it starts",
     .example = "wait"},
    {.name = "every", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e6, .read = wi_read_later,
     .meaning = "of a choice: how often one chooses again on the way; once", .example = "5"},
};
// clang-format on
static const wi_key_table behaviour_keys = {"behaviour", "what agents do one after the other", behaviour_rows,
                                            WEND_COUNT(behaviour_rows), NULL};
static const wi_key behaviour_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &behaviour_keys}};
const wi_key_table wi_behaviour_item = {"behaviours", "behaviours by name", behaviour_item, 1, NULL};

// Machines -----------------------------------------------------------------------------------------------------------

static void read_machine(wi_behaviour_reader *b, const wi_node *states, const wi_node *start) {
    wend_behaviour *is = (wend_behaviour *)(uintptr_t)&b->is->behaviours[b->behaviour];
    is->decider = &wend_decider_machine;
    for (uint32_t i = 0; i < states->count; i++) {
        b->activity = is->activities.first + i;
        wi_read_activity(b, states->value[i], &wi_state_keys);
        const wi_node *next = states->value[i]->kind == WI_MAP ? wi_node_get(states->value[i], "next") : NULL;
        if (next) wi_read_next(b, next);
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
        wi_read_activity(b, alternatives->value[i], &wi_alternative_keys);
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
    wi_key_read_value(b->reader, node, &row, b); // only looks: every row is read later
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
                                .capacity = goal->capacity,
                                .unknown_to = (float)(1.0 - goal->familiar)},
                    goal->name);
        if (goal->familiar < 1.0 && i >= WEND_SITES_UNKNOWN)
            wi_problem_add(b->reader->problems, goal->place, "only the first %d goals of a file can be unfamiliar",
                           WEND_SITES_UNKNOWN);
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

void wi_read_behaviours(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
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

// Tables that were laid out in one go, with room for one more.
static void add_behaviour(wi_behaviour_reader *b, wend_behaviour behaviour, wend_activity activity, wi_place place) {
    wi_arena *arena = b->reader->arena;
    uint32_t behaviours = b->is->behaviour_count, activities = b->is->activity_count;
    wend_behaviour *all = WI_TAKE(arena, wend_behaviour, behaviours + 1);
    wend_activity *acts = WI_TAKE(arena, wend_activity, activities + 1);
    wi_place *place_of = WI_TAKE(arena, wi_place, behaviours + 1),
             *act_place = WI_TAKE(arena, wi_place, activities + 1);
    for (uint32_t i = 0; i < behaviours; i++) all[i] = b->is->behaviours[i], place_of[i] = b->into->behaviour_place[i];
    for (uint32_t i = 0; i < activities; i++) acts[i] = b->is->activities[i], act_place[i] = b->into->activity_place[i];
    all[behaviours] = behaviour;
    acts[activities] = activity;
    place_of[behaviours] = act_place[activities] = place;
    b->is->behaviours = all;
    b->is->activities = acts;
    b->into->behaviour_place = place_of;
    b->into->activity_place = act_place;
    b->is->behaviour_count++;
    b->is->activity_count++;
}

uint32_t wi_read_best_goal(wi_key_reader *reader, const wi_node *node, const char *rule) {
    wi_behaviours_source *all = &reader->scenario->behaviours;
    wi_behaviour_reader b = {.reader = reader, .into = all, .is = &all->is};
    uint32_t before = reader->problems->count, first = all->is.activity_count;
    if (!wi_value_is_list(reader, node, rule, 1, 10000)) return 0;
    if (all->is.site_count == 0) take_sites(&b);
    wend_chooser goal = {.kind = strcmp(rule, "nearest") == 0 ? WEND_CHOOSE_NEAREST : WEND_CHOOSE_QUICKEST,
                         .sites = {all->is.list_count, node->count}};
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t site = 0;
        wi_names_find(reader, &reader->goals, node->value[i], "goal", &site);
        wi_add_listed(&b, (wend_listed){site, 1.0f});
    }
    if (reader->problems->count > before) return 0;
    char name[40];
    int length = snprintf(name, sizeof name, "%s goal, %u:%u", rule, node->place.line, node->place.column);
    wend_behaviour behaviour = {.name = wi_arena_copy(reader->arena, name, (size_t)length),
                                .decider = &wend_decider_machine,
                                .activities = {first, 1},
                                .start = first};
    add_behaviour(&b, behaviour, (wend_activity){.name = "go", .goal = goal, .final = 1}, node->place);
    return all->is.behaviour_count;
}

void wi_read_behaviour(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_group *group = into;
    uint32_t index;
    if (wi_names_find(reader, &reader->behaviours, node, key->name, &index)) group->behaviour = index + 1;
}
