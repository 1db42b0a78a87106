// Goals, and the plans of groups: which goals its agents go to.
#include "scenario/sections.h"

#include <math.h>
#include <string.h>

static wi_key_read read_best, read_place_box, read_goal_level, read_place, read_way, read_choice, read_opposite,
    read_mirrored, read_random;
static void check_plan(wi_key_reader *reader, const wi_node *node, void *into);

// clang-format off
static const wi_key goal_rows[] = {
    {.name = "at", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point", .example = "[10, 0]",
     .offset = offsetof(wi_goal_source, at), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "region", .type = WI_KEY_BOX, .unit = "m", .meaning = "a rectangle [x0, y0, x1, y1]: anywhere in it will do",
     .example = "[10, -1, 12, 1]", .read = read_place_box, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1000, .initial = "0.3",
     .meaning = "this near is there", .example = "0.5", .offset = offsetof(wi_goal_source, radius)},
    {.name = "level", .type = WI_KEY_NAME, .initial = "where the agent is", .meaning = "on which level it is",
     .example = "first", .read = read_goal_level, .offset = offsetof(wi_goal_source, on_level)},
    {.name = "headway", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e6, .initial = "0",
     .meaning = "on a `way`: those who are there go on one after the other, so much time apart", .example = "0.75",
     .offset = offsetof(wi_goal_source, headway)},
    {.name = "capacity", .type = WI_KEY_WHOLE, .min = 0, .max = 1e6, .initial = "0",
     .meaning = "so many agents with behaviours may go to it or be there at a time; 0: any number", .example = "1",
     .offset = offsetof(wi_goal_source, capacity)},
    {.name = "familiar", .type = WI_KEY_NUMBER, .min = 0, .max = 1, .initial = "1",
     .meaning = "share of those who choose among several goals that know this one from the start; the others once they see it",
     .example = "0.3", .offset = offsetof(wi_goal_source, familiar)},
};
static const wi_key_table goal_keys = {"goal", "a place to go to", goal_rows, WEND_COUNT(goal_rows), NULL};
static const wi_key goal_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &goal_keys}};
const wi_key_table wi_goal_item = {"goals", "goals by name", goal_item, 1, NULL};

static const wi_key stop_forms[] = {
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a goal"},
    {.name = "", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point"},
    {.name = "", .type = WI_KEY_TABLE, .table = &goal_keys, .meaning = "a goal written in place"},
};
static const wi_key_table stop_table = {"place", "a place on the way", stop_forms, WEND_COUNT(stop_forms), NULL};
static const wi_key way_item[] = {{.name = "", .type = WI_KEY_FORMS, .table = &stop_table}};
static const wi_key_table way_table = {"way", "places, one after the other", way_item, 1, NULL};
static const wi_key name_item[] = {{.name = "", .type = WI_KEY_NAME, .meaning = "name of a goal"}};
static const wi_key_table name_list = {"several_goals", "names of goals", name_item, 1, NULL};
static const wi_key weight_item[] = {{.name = "", .type = WI_KEY_NUMBER, .min = 0, .max = 1e9, .meaning = "its weight"}};
static const wi_key_table weight_table = {"weights", "names and weights", weight_item, 1, NULL};

static const wi_key opposite_rows[] = {
    {.name = "centre", .type = WI_KEY_POINT, .unit = "m", .initial = "the centre of the group's circle",
     .meaning = "the point halfway", .example = "[0, 0]", .offset = offsetof(wi_goal_plan, centre)},
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1000, .initial = "0.3",
     .meaning = "this near is there", .example = "0.5", .offset = offsetof(wi_goal_plan, radius)},
};
static const wi_key mirrored_rows[] = {
    {.name = "centre", .type = WI_KEY_POINT, .unit = "m", .initial = "[0, 0]", .meaning = "a point of the mirror",
     .example = "[0, 0]", .offset = offsetof(wi_goal_plan, centre)},
    {.name = "axis_deg", .type = WI_KEY_NUMBER, .unit = "deg", .min = -360, .max = 360,
     .meaning = "direction of the mirror, counter-clockwise from x", .example = "90",
     .offset = offsetof(wi_goal_plan, axis), .flags = WI_KEY_REQUIRED | WI_KEY_DEGREES},
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1000, .initial = "0.3",
     .meaning = "this near is there", .example = "0.5", .offset = offsetof(wi_goal_plan, radius)},
};
static const wi_key random_rows[] = {
    {.name = "region", .type = WI_KEY_REGION, .unit = "m", .meaning = "where the goals lie: [x0, y0, x1, y1] or corners",
     .example = "[0, 0, 20, 10]", .offset = offsetof(wi_goal_plan, region), .flags = WI_KEY_REQUIRED},
    {.name = "again", .type = WI_KEY_FLAG, .initial = "false", .meaning = "a new goal on every arrival", .example = "true",
     .offset = offsetof(wi_goal_plan, again)},
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1000, .initial = "0.3",
     .meaning = "this near is there", .example = "0.5", .offset = offsetof(wi_goal_plan, radius)},
};
static const wi_key_table opposite_keys = {"opposite", "the point opposite", opposite_rows, WEND_COUNT(opposite_rows), NULL};
static const wi_key_table mirrored_keys = {"mirrored", "the point mirrored in a line", mirrored_rows, WEND_COUNT(mirrored_rows), NULL};
static const wi_key_table random_keys = {"random_goal", "a point of a region", random_rows, WEND_COUNT(random_rows), NULL};

// The keys of a goal written in place stand here too; see read_place.
static const wi_key plan_rows[] = {
    {.name = "at", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point, as in `goals`", .example = "[10, 0]",
     .read = read_place, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "region", .type = WI_KEY_BOX, .unit = "m", .meaning = "a rectangle, as in `goals`", .example = "[10, -1, 12, 1]",
     .read = read_place, .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "way", .type = WI_KEY_LIST, .table = &way_table, .min = 1, .max = 10000, .read = read_way,
     .meaning = "goals, one after the other: names, points or goals in place", .example = "[door, [5, 2], exit]",
     .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "choice", .type = WI_KEY_NAMED, .table = &weight_table, .read = read_choice,
     .meaning = "one of several goals for each agent, by weight", .example = "{left: 1, right: 2}", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "nearest", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 10000, .read = read_best,
     .meaning = "of several goals, the one to which the way is shortest", .example = "[left, right]", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "quickest", .type = WI_KEY_LIST, .table = &name_list, .min = 1, .max = 10000, .read = read_best,
     .meaning = "of several goals, the one that takes the least time to get to, with queues on the way; they look again every 2 s",
     .example = "[left, right]", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "opposite", .type = WI_KEY_TABLE, .table = &opposite_keys, .read = read_opposite,
     .meaning = "the point opposite of where the agent starts", .example = "{centre: [0, 0], radius: 0.5}", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "mirrored", .type = WI_KEY_TABLE, .table = &mirrored_keys, .read = read_mirrored,
     .meaning = "the start, mirrored in a line", .example = "{centre: [5, 0], axis_deg: 90}", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "random", .type = WI_KEY_TABLE, .table = &random_keys, .read = read_random,
     .meaning = "anywhere in a region", .example = "{region: [0, 0, 20, 10], again: true}", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1000, .meaning = "of `at` and `region`: this near is there; 0.3",
     .example = "0.5", .offset = offsetof(wi_goal_plan, radius)},
    {.name = "level", .type = WI_KEY_NAME, .initial = "where the agent is", .meaning = "of `at` and `region`: on which level it is",
     .example = "first", .read = read_goal_level, .offset = offsetof(wi_goal_plan, on_level)},
    {.name = "again", .type = WI_KEY_FLAG, .meaning = "of `way`: round and round", .example = "true",
     .offset = offsetof(wi_goal_plan, again)},
};
// clang-format on
static const wi_key_table plan_keys = {"plan", "where the agents of a group go", plan_rows, WEND_COUNT(plan_rows),
                                       check_plan};
static const char *const plan_words[] = {"stay", "opposite", NULL};
static const wi_key plan_forms[] = {
    {.name = "", .type = WI_KEY_WORD, .words = plan_words, .meaning = "nowhere; to the point opposite on the circle"},
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a goal"},
    {.name = "", .type = WI_KEY_POINT, .unit = "m", .meaning = "a point"},
    {.name = "", .type = WI_KEY_TABLE, .table = &plan_keys, .meaning = "a plan"},
};
const wi_key_table wi_plan_forms = {"plans", "where the agents of a group go", plan_forms, WEND_COUNT(plan_forms),
                                    NULL};

static void read_place_box(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_goal_source *goal = into;
    double box[4];
    if (!wi_value_box(reader, node, key->name, box)) return;
    goal->at = (wend_point){0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3])};
    goal->half = (wend_vec){(float)(0.5 * (box[2] - box[0])), (float)(0.5 * (box[3] - box[1]))};
}

static void read_goal_level(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    uint32_t *on_level = (uint32_t *)((unsigned char *)into + key->offset), level;
    if (wi_names_find(reader, &reader->levels, node, "level", &level)) *on_level = level + 1;
}

void wi_read_goals(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of names and goals", key->name);
        return;
    }
    scenario->goal = WI_TAKE(reader->arena, wi_goal_source, node->count);
    scenario->goal_count = reader->goals.count = node->count;
    reader->goals.name = WI_TAKE(reader->arena, const char *, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        const wi_node *name = node->key[i];
        scenario->goal[i] = (wi_goal_source){.name = name->text, .place = node->value[i]->place};
        reader->goals.name[i] = name->text;
        if (strcmp(name->text, "stay") == 0 || strcmp(name->text, "opposite") == 0)
            wi_problem_add(reader->problems, name->place,
                           "a goal cannot be called `%s`: the word has a meaning of its own", name->text);
        wi_key row = goal_item[0];
        row.name = name->text;
        wi_key_read_value(reader, node->value[i], &row, &scenario->goal[i]);
    }
    wi_names_sort(reader, &reader->goals);
}

static bool point_goal(wi_key_reader *reader, const wi_node *node, wi_goal_source *goal) {
    *goal = (wi_goal_source){.radius = WI_ARRIVAL_RADIUS, .place = node->place};
    return wi_value_point(reader, node, "goal", &goal->at);
}

static bool named_goal(wi_key_reader *reader, const wi_node *node, wi_goal_source *goal) {
    uint32_t index;
    if (!wi_names_find(reader, &reader->goals, node, "goal", &index)) return false;
    *goal = reader->scenario->goal[index];
    return true;
}

// A name, a point, or a goal written in place.
static bool read_stop(wi_key_reader *reader, const wi_node *node, wi_goal_source *goal) {
    if (node->kind == WI_LIST) return point_goal(reader, node, goal);
    if (node->kind == WI_SCALAR) return named_goal(reader, node, goal);
    *goal = (wi_goal_source){.place = node->place};
    wi_key row = goal_item[0];
    row.name = "goal";
    wi_key_read_value(reader, node, &row, goal);
    return true;
}

static void take_way(wi_key_reader *reader, wi_goal_plan *plan, uint32_t count) {
    plan->way = WI_TAKE(reader->arena, wi_goal_source, count);
    plan->way_count = count;
}

// `at` and `region` in a plan make a way of one goal; the radius beside them is put in at the end.
static void read_place(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_goal_plan *plan = into;
    plan->kind = WI_GOAL_WAY;
    take_way(reader, plan, 1);
    plan->way[0].place = node->place;
    if (strcmp(key->name, "at") == 0)
        wi_value_point(reader, node, key->name, &plan->way[0].at);
    else
        read_place_box(reader, node, key, &plan->way[0]);
}

static void read_way(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_goal_plan *plan = into;
    plan->kind = WI_GOAL_WAY;
    if (!wi_value_is_list(reader, node, key->name, 1, 10000)) return;
    take_way(reader, plan, node->count);
    for (uint32_t i = 0; i < node->count; i++) read_stop(reader, node->value[i], &plan->way[i]);
}

static void read_choice(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_goal_plan *plan = into;
    plan->kind = WI_GOAL_CHOICE;
    if (node->kind != WI_MAP || node->count == 0) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map of goals and weights", key->name);
        return;
    }
    take_way(reader, plan, node->count);
    plan->weight = WI_TAKE(reader->arena, double, node->count);
    double sum = 0.0;
    for (uint32_t i = 0; i < node->count; i++) {
        wi_key row = weight_item[0];
        row.name = node->key[i]->text;
        named_goal(reader, node->key[i], &plan->way[i]);
        if (!wi_value_in_range(reader, node->value[i], &row, &plan->weight[i])) plan->weight[i] = 1.0;
        sum += plan->weight[i];
    }
    if (!(sum > 0.0)) wi_problem_add(reader->problems, node->place, "the weights of `%s` are all 0", key->name);
}

// One who chooses again and again has a behaviour.
static void read_best(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_goal_plan *plan = into;
    plan->behaviour = wi_read_best_goal(reader, node, key->name);
}

static void read_computed(wi_key_reader *reader, const wi_node *node, const wi_key *key, wi_goal_plan *plan,
                          wi_goal_kind kind, wend_point centre) {
    wi_key row = *key;
    row.read = NULL;
    plan->kind = kind;
    plan->centre = centre;
    wi_key_read_value(reader, node, &row, plan);
}

// Without a centre it is that of the group's circle; see read_group.c.
static void read_opposite(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    read_computed(reader, node, key, into, WI_GOAL_OPPOSITE, (wend_point){NAN, NAN});
}

static void read_mirrored(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    read_computed(reader, node, key, into, WI_GOAL_MIRRORED, (wend_point){0});
}

static void read_random(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    read_computed(reader, node, key, into, WI_GOAL_RANDOM, (wend_point){0});
}

static void check_plan(wi_key_reader *reader, const wi_node *node, void *into) {
    wi_goal_plan *plan = into;
    const wi_node *again = wi_node_get(node, "again"), *radius = wi_node_get(node, "radius"),
                  *level = wi_node_get(node, "level");
    bool in_place = wi_node_get(node, "at") || wi_node_get(node, "region");
    if (again && !wi_node_get(node, "way"))
        wi_problem_add(reader->problems, again->place, "`again` stands beside `way`, or within `random`");
    if (radius && !in_place)
        wi_problem_add(reader->problems, radius->place,
                       "`radius` stands beside `at` or `region`, or with the goal that it is of");
    if (level && !in_place)
        wi_problem_add(reader->problems, level->place,
                       "`level` stands beside `at` or `region`, or with the goal that it is of");
    if (!in_place || plan->way_count == 0) return;
    plan->way[0].radius = plan->radius;
    plan->way[0].on_level = plan->on_level;
}

static void read_word(wi_key_reader *reader, const wi_node *node, wi_goal_plan *plan) {
    if (strcmp(node->text, "stay") == 0) return;
    if (strcmp(node->text, "opposite") == 0) {
        plan->kind = WI_GOAL_OPPOSITE;
        plan->centre = (wend_point){NAN, NAN};
        return;
    }
    plan->kind = WI_GOAL_WAY;
    take_way(reader, plan, 1);
    named_goal(reader, node, &plan->way[0]);
}

void wi_read_plan(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_goal_plan *plan = (wi_goal_plan *)((unsigned char *)into + key->offset);
    *plan = (wi_goal_plan){.kind = WI_GOAL_STAY, .radius = WI_ARRIVAL_RADIUS, .place = node->place};
    if (node->kind == WI_SCALAR) {
        read_word(reader, node, plan);
    } else if (node->kind == WI_LIST) {
        plan->kind = WI_GOAL_WAY;
        take_way(reader, plan, 1);
        point_goal(reader, node, &plan->way[0]);
    } else {
        wi_key row = {.name = key->name, .type = WI_KEY_TABLE, .table = &plan_keys};
        wi_key_read_value(reader, node, &row, plan);
    }
}
