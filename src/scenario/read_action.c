// Actions of activities, and the settings that hold while one lasts.
#include <math.h>
#include <string.h>

#include "scenario/behaviour.h"
#include "world/block.h"

// clang-format off
static const wi_key value_item[] = {{.name = "", .type = WI_KEY_QUANTITY, .min = -1e9, .max = 1e9, .meaning = "its value"}};
static const wi_key_table value_table = {"settings", "names and values", value_item, 1, NULL};
const wi_key_table wi_during_table = {"during", "names and values", value_item, 1, NULL};
static const wi_key action_rows[] = {
    {.name = "set", .type = WI_KEY_NAMED, .table = &value_table, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "parameters: preferred_speed, max_speed, max_acceleration, priority, radius, those of models, habits",
     .example = "{preferred_speed: 2}"},
    {.name = "scale", .type = WI_KEY_NAMED, .table = &value_table, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "the same, by a factor", .example = "{preferred_speed: 1.5}"},
    {.name = "raise", .type = WI_KEY_NAME, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "an event: everywhere, or `within` a distance, or `in` a region", .example = "alarm"},
    {.name = "profile", .type = WI_KEY_NAME, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "become one of a profile, with its parameters, speeds and body", .example = "runner"},
    {.name = "group", .type = WI_KEY_WHOLE, .min = 0, .max = 1e6, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "walk with those of this number from now on; 0: alone", .example = "7"},
    {.name = "release", .type = WI_KEY_FLAG, .read = wi_read_later, .choice = 1, .flags = WI_KEY_REQUIRED,
     .meaning = "give up the goal that was chosen", .example = "true"},
    {.name = "for", .type = WI_KEY_NUMBER, .unit = "s", .min = 0.001, .max = 1e6, .read = wi_read_later,
     .meaning = "of `set` and `scale`: how long it holds; for good", .example = "10"},
    {.name = "within", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1000, .read = wi_read_later,
     .meaning = "of `raise`: who is nearer hears it", .example = "5"},
    {.name = "in", .type = WI_KEY_NAME, .read = wi_read_later, .meaning = "of `raise`: who is in this region hears it",
     .example = "hall"},
};
// clang-format on
static const wi_key_table action_keys = {"action", "what is done", action_rows, WEND_COUNT(action_rows), NULL};
static const wi_key action_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &action_keys}};
const wi_key_table wi_action_item = {"actions", "what is done", action_item, 1, NULL};

static const char *const own_names[] = {"preferred_speed", "max_speed", "max_acceleration",
                                        "priority",        "radius",    "stressor"};

static bool is_own(const char *name) {
    for (uint32_t i = 0; i < WEND_COUNT(own_names); i++)
        if (strcmp(own_names[i], name) == 0) return true;
    return false;
}

static const wend_param *find_habit(const char *name) {
    uint32_t count;
    const wend_param *habits = wend_habits(&count);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(habits[i].name, name) == 0) return &habits[i];
    return NULL;
}

// Of any profile of the scenario.
static const wend_param *find_parameter(const wi_behaviour_reader *b, const char *name) {
    const wi_scenario *scenario = b->reader->scenario;
    for (uint32_t i = 0; i < scenario->profile_count; i++) {
        const wend_param *param = wend_model_param(scenario->profile[i].model, name, NULL);
        if (param) return param;
    }
    return find_habit(name);
}

static void add_setting(wi_behaviour_reader *b, const wi_node *name, const wi_node *node, wend_action action) {
    const wend_param *param = find_parameter(b, name->text);
    if (!param && !is_own(name->text)) {
        wi_problem_add(b->reader->problems, name->place, "no profile has a parameter `%.60s`%s", name->text,
                       wi_hint(b->reader, name->text, own_names, WEND_COUNT(own_names)));
        return;
    }
    wi_key row = value_item[0];
    wi_quantity value = {0};
    row.name = name->text;
    if (param && wi_param_is_whole(param) && action.kind == WEND_DO_SET) row.flags = WI_KEY_COUNT;
    if (!wi_value_quantity(b->reader, node, &row, NULL, &value)) return;
    action.index = wi_add_parameter(b, name->text);
    action.amount = wi_amount_of(b, &value);
    wi_add_action(b, action);
}

static void add_settings(wi_behaviour_reader *b, const wi_node *node, const char *what, wend_action action) {
    if (node->kind != WI_MAP || node->count == 0) {
        wi_problem_add(b->reader->problems, node->place, "`%s` must be a map of parameters and values", what);
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) add_setting(b, node->key[i], node->value[i], action);
}

static double number_of(wi_behaviour_reader *b, const wi_node *map, const char *name, double otherwise) {
    const wi_node *node = wi_node_get(map, name);
    double value;
    for (uint32_t i = 0; node && i < action_keys.count; i++) {
        const wi_key *key = &action_keys.key[i];
        bool whole = key->type == WI_KEY_WHOLE;
        if (strcmp(key->name, name) == 0 && (whole ? wi_value_whole : wi_value_in_range)(b->reader, node, key, &value))
            return value;
    }
    return otherwise;
}

static void refuse_beside(wi_behaviour_reader *b, const wi_node *map, const char *name, const char *with, bool fits) {
    const wi_node *node = wi_node_get(map, name);
    if (node && !fits) wi_problem_add(b->reader->problems, node->place, "`%s` goes with %s only", name, with);
}

static void add_raise(wi_behaviour_reader *b, const wi_node *map, const wi_node *event) {
    wend_action action = {.kind = WEND_DO_RAISE, .radius = (float)number_of(b, map, "within", 0.0)};
    const wi_node *in = wi_node_get(map, "in");
    uint32_t region = 0;
    bool good = wi_names_find(b->reader, &b->reader->events, event, "event", &action.index);
    if (in) good &= wi_names_find(b->reader, &b->reader->regions, in, "region", &region);
    if (in && action.radius > 0.0f) wi_problem_add(b->reader->problems, in->place, "give `within` or `in`, not both");
    action.region = in ? region + 1 : 0;
    if (good) wi_add_action(b, action);
}

static void read_action(wi_behaviour_reader *b, const wi_node *map) {
    const wi_node *set = wi_node_get(map, "set"), *scale = wi_node_get(map, "scale");
    const wi_node *raise = wi_node_get(map, "raise"), *profile = wi_node_get(map, "profile");
    wend_action action = {.seconds = (float)number_of(b, map, "for", 0.0)};
    refuse_beside(b, map, "for", "`set` and `scale`", set || scale);
    refuse_beside(b, map, "within", "`raise`", raise);
    refuse_beside(b, map, "in", "`raise`", raise);
    if (set || scale) {
        action.kind = set ? WEND_DO_SET : WEND_DO_SCALE;
        add_settings(b, set ? set : scale, set ? "set" : "scale", action);
    } else if (raise) {
        add_raise(b, map, raise);
    } else if (profile) {
        action.kind = WEND_DO_PROFILE;
        if (wi_names_find(b->reader, &b->reader->profiles, profile, "profile", &action.index)) wi_add_action(b, action);
    } else if (wi_node_get(map, "group")) {
        action.kind = WEND_DO_GROUP;
        action.index = (uint32_t)number_of(b, map, "group", 0.0);
        wi_add_action(b, action);
    } else {
        bool release = false;
        wi_key row = {.name = "release", .type = WI_KEY_FLAG};
        wi_key_read_value(b->reader, wi_node_get(map, "release"), &row, &release);
        if (release) wi_add_action(b, (wend_action){.kind = WEND_DO_RELEASE});
    }
}

void wi_read_actions(wi_behaviour_reader *b, const wi_node *node, const char *what, wend_range *range) {
    if (range->count == 0) range->first = b->is->action_count;
    if (!wi_value_is_list(b->reader, node, what, 0, 100)) return;
    for (uint32_t i = 0; i < node->count; i++) {
        const wi_node *map = node->value[i];
        uint32_t before = b->reader->problems->count;
        wi_key row = action_item[0];
        row.name = what;
        wi_key_read_value(b->reader, map, &row, b); // only looks: every row is read later
        if (b->reader->problems->count == before) read_action(b, map);
    }
    range->count = b->is->action_count - range->first;
}

void wi_read_during(wi_behaviour_reader *b, const wi_node *node, wend_range *range) {
    range->first = b->is->action_count;
    add_settings(b, node, "during", (wend_action){.kind = WEND_DO_SET, .seconds = WEND_WHILE_THERE});
    range->count = b->is->action_count - range->first;
}
