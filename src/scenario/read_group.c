// Groups of agents.
#include "scenario/sections.h"

#include <math.h>
#include <string.h>

#define AGENTS_MAX 10000000

static wi_key_read read_profile, read_spacing, read_schedule, read_known;
static void check_group(wi_key_reader *reader, const wi_node *node, void *into);
static void check_grid(wi_key_reader *reader, const wi_node *node, void *into);
static void check_source(wi_key_reader *reader, const wi_node *node, void *into);

// clang-format off
static const wi_key spacing_forms[] = {
    {.name = "", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1e6, .meaning = "between neighbours, both ways"},
    {.name = "", .type = WI_KEY_POINT, .unit = "m", .meaning = "between columns, between rows"},
};
static const wi_key_table spacing_table = {"spacing", "distance of neighbours", spacing_forms, WEND_COUNT(spacing_forms), NULL};

static const wi_key grid_rows[] = {
    {.name = "from", .type = WI_KEY_POINT, .unit = "m", .meaning = "the first agent's place; columns go along x, rows along y",
     .example = "[0, 0]", .offset = offsetof(wi_group, at), .flags = WI_KEY_REQUIRED},
    {.name = "columns", .type = WI_KEY_WHOLE, .min = 1, .max = AGENTS_MAX, .meaning = "agents along x", .example = "5",
     .offset = offsetof(wi_group, columns), .flags = WI_KEY_REQUIRED},
    {.name = "rows", .type = WI_KEY_WHOLE, .min = 1, .max = AGENTS_MAX, .meaning = "agents along y", .example = "4",
     .offset = offsetof(wi_group, rows), .flags = WI_KEY_REQUIRED},
    {.name = "spacing", .type = WI_KEY_FORMS, .unit = "m", .table = &spacing_table, .read = read_spacing,
     .meaning = "distance of neighbours: one number, or [along x, along y]", .example = "[1, 1.5]",
     .flags = WI_KEY_REQUIRED},
};
static const wi_key_table grid_keys = {"grid", "rows and columns of agents", grid_rows, WEND_COUNT(grid_rows), check_grid};

static const wi_key circle_rows[] = {
    {.name = "centre", .type = WI_KEY_POINT, .unit = "m", .initial = "[0, 0]", .meaning = "of the circle", .example = "[0, 0]",
     .offset = offsetof(wi_group, at)},
    {.name = "radius", .type = WI_KEY_NUMBER, .unit = "m", .min = 0.001, .max = 1e6, .meaning = "of the circle",
     .example = "20", .offset = offsetof(wi_group, radius), .flags = WI_KEY_REQUIRED},
    {.name = "count", .type = WI_KEY_WHOLE, .min = 1, .max = AGENTS_MAX, .meaning = "agents, evenly spaced",
     .example = "100", .offset = offsetof(wi_group, count), .flags = WI_KEY_REQUIRED},
    {.name = "start_deg", .type = WI_KEY_NUMBER, .unit = "deg", .min = -360, .max = 360, .initial = "0",
     .meaning = "where the first one stands, counter-clockwise from x", .example = "90",
     .offset = offsetof(wi_group, start_angle), .flags = WI_KEY_DEGREES},
};
static const wi_key_table circle_keys = {"circle", "agents on a circle", circle_rows, WEND_COUNT(circle_rows), NULL};

static const wi_key random_rows[] = {
    {.name = "region", .type = WI_KEY_REGION, .unit = "m", .meaning = "where they stand: [x0, y0, x1, y1] or corners",
     .example = "[0, 0, 20, 10]", .offset = offsetof(wi_group, region), .flags = WI_KEY_REQUIRED},
    {.name = "count", .type = WI_KEY_WHOLE, .min = 1, .max = AGENTS_MAX, .meaning = "how many", .example = "100",
     .offset = offsetof(wi_group, count), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "density", .type = WI_KEY_NUMBER, .unit = "1/m2", .min = 1e-9, .max = 1000, .meaning = "or how many for each square metre",
     .example = "1.5", .offset = offsetof(wi_group, density), .choice = 1, .flags = WI_KEY_REQUIRED},
};
static const wi_key_table random_keys = {"random", "agents anywhere in a region, without overlap", random_rows,
                                         WEND_COUNT(random_rows), NULL};

static const wi_key schedule_item[] = {{.name = "", .type = WI_KEY_RANGE, .unit = "s", .meaning = "a time and how many come then"}};
static const wi_key_table schedule_table = {"schedule", "times and counts", schedule_item, 1, NULL};

static const wi_key source_rows[] = {
    {.name = "region", .type = WI_KEY_REGION, .unit = "m", .meaning = "where they appear: [x0, y0, x1, y1] or corners",
     .example = "[0, 0, 1, 4]", .offset = offsetof(wi_group, region), .flags = WI_KEY_REQUIRED},
    {.name = "rate", .type = WI_KEY_NUMBER, .unit = "1/s", .min = 1e-9, .max = 1e6, .meaning = "how many in a second",
     .example = "2", .offset = offsetof(wi_group, rate), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "schedule", .type = WI_KEY_LIST, .unit = "s", .table = &schedule_table, .min = 1, .max = 1e6, .read = read_schedule,
     .meaning = "or when how many: pairs [time, count], times ascending", .example = "[[0, 5], [10, 20]]", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "table", .type = WI_KEY_FILE, .read = wi_read_source_table,
     .meaning = "or the same from a CSV file with the columns time, count", .example = "arrivals.csv", .choice = 1,
     .flags = WI_KEY_REQUIRED},
    {.name = "poisson", .type = WI_KEY_FLAG, .initial = "false", .meaning = "`rate` at random times instead of even ones",
     .example = "true", .offset = offsetof(wi_group, poisson)},
    {.name = "from", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = 1e9, .initial = "0", .meaning = "start of the `rate`",
     .example = "10", .offset = offsetof(wi_group, from)},
    {.name = "until", .type = WI_KEY_NUMBER, .unit = "s", .min = 0, .max = INFINITY, .initial = ".inf",
     .meaning = "end of the `rate`", .example = "60", .offset = offsetof(wi_group, until)},
    {.name = "most", .type = WI_KEY_WHOLE, .min = 0, .max = AGENTS_MAX, .initial = "0", .meaning = "how many in all; 0: no limit",
     .example = "100", .offset = offsetof(wi_group, most)},
};
static const wi_key_table source_keys = {"source", "agents that appear over time", source_rows, WEND_COUNT(source_rows),
                                         check_source};

static const wi_key known_item[] = {{.name = "", .type = WI_KEY_NAME, .meaning = "name of a goal"}};
static const wi_key_table known_list = {"known_goals", "names of goals", known_item, 1, NULL};
static const wi_key weight_item[] = {{.name = "", .type = WI_KEY_NUMBER, .min = 0, .max = 1e9, .meaning = "its weight"}};
static const wi_key_table weight_table = {"profile_weights", "profiles and weights", weight_item, 1, NULL};
static const wi_key profile_forms[] = {
    {.name = "", .type = WI_KEY_NAME, .meaning = "name of a profile"},
    {.name = "", .type = WI_KEY_NAMED, .table = &weight_table, .meaning = "names and weights"},
};
static const wi_key_table profile_table = {"profile_choice", "one profile or several by weight", profile_forms,
                                           WEND_COUNT(profile_forms), NULL};

static const wi_key group_rows[] = {
    {.name = "name", .type = WI_KEY_TEXT, .meaning = "for messages and summaries", .example = "left",
     .offset = offsetof(wi_group, name)},
    {.name = "at", .type = WI_KEY_POINT, .unit = "m", .meaning = "one agent, here", .example = "[0, 0]",
     .offset = offsetof(wi_group, at), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "grid", .type = WI_KEY_TABLE, .table = &grid_keys, .meaning = "rows and columns",
     .example = "{from: [0, 0], columns: 5, rows: 4, spacing: 1}", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "circle", .type = WI_KEY_TABLE, .table = &circle_keys, .meaning = "on a circle",
     .example = "{centre: [0, 0], radius: 20, count: 100}", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "random", .type = WI_KEY_TABLE, .table = &random_keys, .meaning = "anywhere in a region, without overlap",
     .example = "{region: [0, 0, 20, 10], density: 1.5}", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "csv", .type = WI_KEY_FILE,
     .meaning = "one agent for each row of a file: x, y and optionally vx, vy, speed, goal_x, goal_y, profile, level, time, group, place",
     .example = "people.csv", .offset = offsetof(wi_group, csv), .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "source", .type = WI_KEY_TABLE, .table = &source_keys, .meaning = "appear over time",
     .example = "{region: [0, 0, 1, 4], rate: 2, until: 60}", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "profile", .type = WI_KEY_FORMS, .table = &profile_table, .initial = "the first profile", .read = read_profile,
     .meaning = "what they are like: a profile, or several by weight", .example = "{walker: 3, child: 1}"},
    {.name = "level", .type = WI_KEY_NAME, .initial = "the first level", .meaning = "where they start", .example = "ground",
     .offset = offsetof(wi_group, level), .read = wi_read_level},
    {.name = "goal", .type = WI_KEY_FORMS, .table = &wi_plan_forms, .initial = "stay", .read = wi_read_plan,
     .meaning = "where they go: `stay`, `opposite`, a name, a point or a plan", .example = "exit",
     .offset = offsetof(wi_group, goal)},
    {.name = "behaviour", .type = WI_KEY_NAME, .meaning = "what they do, instead of `goal`: a name of `behaviours`",
     .example = "visitor", .read = wi_read_behaviour},
    {.name = "knows", .type = WI_KEY_LIST, .table = &known_list, .min = 0, .max = 1e5, .initial = "as `familiar` of the goals says", .read = read_known,
     .meaning = "of the goals among which they choose, those they know from the start; others once they see them", .example = "[exit]"},
    {.name = "company", .type = WI_KEY_TABLE, .table = &wi_company_keys, .meaning = "who of them walks together; see the habit `cohesion`",
     .example = "{sizes: {2: 3, 3: 1}}"},
    {.name = "leaves", .type = WI_KEY_FLAG, .meaning = "they are gone when the last goal is reached; true for sources, otherwise false",
     .example = "true", .offset = offsetof(wi_group, leaves)},
    {.name = "driven", .type = WI_KEY_FLAG, .initial = "false", .meaning = "they go straight on and avoid nobody",
     .example = "true", .offset = offsetof(wi_group, driven)},
    {.name = "heading_deg", .type = WI_KEY_QUANTITY, .unit = "deg", .min = -360, .max = 360, .initial = "towards the goal",
     .meaning = "which way they face at the start, counter-clockwise from x", .example = "90",
     .offset = offsetof(wi_group, heading), .flags = WI_KEY_DEGREES},
    {.name = "speed", .type = WI_KEY_QUANTITY, .unit = "m/s", .min = 0, .max = 100, .initial = "0",
     .meaning = "at the start, along the heading", .example = "1.3", .offset = offsetof(wi_group, speed)},
};
// clang-format on
static const wi_key_table group_keys = {"group", "agents that have something in common", group_rows,
                                        WEND_COUNT(group_rows), check_group};
static const wi_key group_item[] = {{.name = "", .type = WI_KEY_TABLE, .table = &group_keys}};
const wi_key_table wi_group_item = {"groups", "groups of agents", group_item, 1, NULL};

static void read_spacing(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_group *group = into;
    wi_key row = spacing_forms[0];
    row.name = key->name;
    double x, y;
    if (node->kind == WI_LIST) {
        if (!wi_value_is_list(reader, node, key->name, 2, 2)) return;
        bool good = wi_value_in_range(reader, node->value[0], &row, &x);
        if (!wi_value_in_range(reader, node->value[1], &row, &y) || !good) return;
    } else {
        if (!wi_value_in_range(reader, node, &row, &x)) return;
        y = x;
    }
    group->spacing = (wend_vec){(float)x, (float)y};
}

static void take_profiles(wi_key_reader *reader, wi_group *group, uint32_t count) {
    group->profile = WI_TAKE(reader->arena, uint32_t, count);
    group->profile_weight = WI_TAKE(reader->arena, double, count);
    group->profile_count = count;
    for (uint32_t i = 0; i < count; i++) group->profile_weight[i] = 1.0;
}

static void read_known(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_group *group = into;
    uint32_t goals = reader->scenario->goal_count;
    if (!wi_value_is_list(reader, node, key->name, 0, goals)) return;
    if (goals > WEND_SITES_UNKNOWN)
        wi_problem_add(reader->problems, node->place, "`%s` needs at most %d goals in the file; there are %u",
                       key->name, WEND_SITES_UNKNOWN, goals);
    group->told = true;
    for (uint32_t i = 0; i < goals && i < WEND_SITES_UNKNOWN; i++) group->unknown |= (uint64_t)1 << i;
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t goal;
        if (wi_names_find(reader, &reader->goals, node->value[i], "goal", &goal) && goal < WEND_SITES_UNKNOWN)
            group->unknown &= ~((uint64_t)1 << goal);
    }
}

static void read_profile(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_group *group = into;
    if (node->kind == WI_LIST || (node->kind == WI_MAP && node->count == 0)) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a name, or a map of profiles and weights",
                       key->name);
        return;
    }
    if (node->kind != WI_MAP) {
        wi_names_find(reader, &reader->profiles, node, key->name, &group->profile[0]);
        return;
    }
    take_profiles(reader, group, node->count);
    double sum = 0.0;
    for (uint32_t i = 0; i < node->count; i++) {
        wi_key row = weight_item[0];
        row.name = node->key[i]->text;
        wi_names_find(reader, &reader->profiles, node->key[i], key->name, &group->profile[i]);
        wi_value_in_range(reader, node->value[i], &row, &group->profile_weight[i]);
        sum += group->profile_weight[i];
    }
    if (!(sum > 0.0)) wi_problem_add(reader->problems, node->place, "the weights of `%s` are all 0", key->name);
}

static void read_schedule(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    static const wi_key count_key = {.name = "schedule", .min = 0, .max = AGENTS_MAX};
    static const wi_key time_key = {.name = "schedule", .unit = "s", .min = 0, .max = 1e9};
    wi_group *group = into;
    if (!wi_value_is_list(reader, node, key->name, 1, 1000000)) return;
    group->schedule = WI_TAKE(reader->arena, wi_time_count, node->count);
    double before = 0.0, time, count;
    for (uint32_t i = 0; i < node->count; i++) {
        const wi_node *pair = node->value[i];
        if (!wi_value_is_list(reader, pair, key->name, 2, 2) ||
            !wi_value_in_range(reader, pair->value[0], &time_key, &time) ||
            !wi_value_in_range(reader, pair->value[1], &count_key, &count))
            continue;
        if (time < before)
            wi_problem_add(reader->problems, pair->place,
                           "`%s` must have its times in ascending order: %g s is before %g s", key->name, time, before);
        if (floor(count) != count)
            wi_problem_add(reader->problems, pair->value[1]->place, "%g agents cannot come, only a whole number",
                           count);
        before = time;
        group->schedule[group->schedule_count++] = (wi_time_count){time, (uint32_t)count};
    }
}

static void check_grid(wi_key_reader *reader, const wi_node *node, void *into) {
    const wi_group *group = into;
    if ((uint64_t)group->columns * group->rows > AGENTS_MAX)
        wi_problem_add(reader->problems, node->place, "`grid` has more than 10 million agents");
}

static void check_source(wi_key_reader *reader, const wi_node *node, void *into) {
    static const char *const of_rates[] = {"poisson", "from", "until"};
    const wi_group *group = into;
    for (uint32_t i = 0; i < WEND_COUNT(of_rates); i++) {
        const wi_node *given = wi_node_get(node, of_rates[i]);
        if (given && !wi_node_get(node, "rate"))
            wi_problem_add(reader->problems, given->place, "`%s` goes with `rate` only", of_rates[i]);
    }
    const wi_node *until = wi_node_get(node, "until");
    if (until && group->until <= group->from)
        wi_problem_add(reader->problems, until->place, "`until` is %g s, must be after `from`, which is %g s",
                       group->until, group->from);
}

static wi_group_kind kind_of(const wi_node *node) {
    static const char *const keys[] = {[WI_GROUP_GRID] = "grid",
                                       [WI_GROUP_CIRCLE] = "circle",
                                       [WI_GROUP_RANDOM] = "random",
                                       [WI_GROUP_CSV] = "csv",
                                       [WI_GROUP_SOURCE] = "source"};
    for (uint32_t i = WI_GROUP_GRID; i < WEND_COUNT(keys); i++) {
        if (wi_node_get(node, keys[i])) return (wi_group_kind)i;
    }
    return WI_GROUP_SINGLE;
}

static void check_company(wi_key_reader *reader, const wi_node *node, const wi_group *group) {
    const wi_node *company = wi_node_get(node, "company");
    if (company && group->kind == WI_GROUP_SINGLE)
        wi_problem_add(reader->problems, company->place, "one agent alone has no company");
    if (company && group->kind == WI_GROUP_CSV)
        wi_problem_add(reader->problems, company->place,
                       "who walks together is said in the column `group` of the file");
}

static void check_group(wi_key_reader *reader, const wi_node *node, void *into) {
    wi_group *group = into;
    group->kind = kind_of(node);
    check_company(reader, node, group);
    const wi_node *goal = wi_node_get(node, "goal");
    const wi_node *knows = wi_node_get(node, "knows");
    if (goal && group->behaviour)
        wi_problem_add(reader->problems, goal->place, "`behaviour` says where they go; `goal` cannot stand beside it");
    if (group->goal.behaviour) group->behaviour = group->goal.behaviour;
    if (knows && !group->behaviour)
        wi_problem_add(reader->problems, knows->place,
                       "`knows` is of those who choose among goals: `nearest`, `quickest`, or a `behaviour`");
    if (!wi_node_get(node, "leaves")) group->leaves = group->kind == WI_GROUP_SOURCE;
    if (group->goal.kind != WI_GOAL_OPPOSITE || !isnan(group->goal.centre.x)) return;
    group->goal.centre = group->at;
    if (group->kind == WI_GROUP_CIRCLE) return;
    wi_problem_add(reader->problems, group->goal.place,
                   "only a circle has a centre to be opposite of; say {opposite: {centre: [x, y]}}");
}

void wi_read_groups(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_scenario *scenario = into;
    if (!wi_value_is_list(reader, node, key->name, 0, UINT32_MAX)) return;
    scenario->group = WI_TAKE(reader->arena, wi_group, node->count);
    scenario->group_count = node->count;
    for (uint32_t i = 0; i < node->count; i++) {
        wi_group *group = &scenario->group[i];
        group->place = node->value[i]->place;
        group->goal = (wi_goal_plan){.radius = WI_ARRIVAL_RADIUS, .place = node->value[i]->place};
        take_profiles(reader, group, 1);
        wi_key row = group_item[0];
        row.name = "agents";
        wi_key_read_value(reader, node->value[i], &row, group);
    }
}
