// Numbers that may differ from agent to agent.
#include "scenario/keys.h"

#include <math.h>
#include <string.h>

typedef struct normal {
    double middle, width, min, max;
} normal;

// clang-format off
static const wi_key normal_rows[] = {
    {.name = "mean", .type = WI_KEY_NUMBER, .meaning = "middle of the distribution", .example = "1.34",
     .offset = offsetof(normal, middle), .flags = WI_KEY_REQUIRED},
    {.name = "sd", .type = WI_KEY_NUMBER, .min = 0, .max = 1e9, .meaning = "standard deviation", .example = "0.26",
     .offset = offsetof(normal, width), .flags = WI_KEY_REQUIRED},
    {.name = "min", .type = WI_KEY_NUMBER, .meaning = "what is below is drawn again; the lowest that the key allows",
     .example = "0.5", .offset = offsetof(normal, min)},
    {.name = "max", .type = WI_KEY_NUMBER, .meaning = "what is above is drawn again; the highest that the key allows",
     .example = "2", .offset = offsetof(normal, max)},
};
static const wi_key log_normal_rows[] = {
    {.name = "median", .type = WI_KEY_NUMBER, .min = 1e-9, .max = 1e9, .meaning = "half of all are below",
     .example = "1.3", .offset = offsetof(normal, middle), .flags = WI_KEY_REQUIRED},
    {.name = "sigma", .type = WI_KEY_NUMBER, .min = 0, .max = 10, .meaning = "standard deviation of the logarithm",
     .example = "0.2", .offset = offsetof(normal, width), .flags = WI_KEY_REQUIRED},
    {.name = "min", .type = WI_KEY_NUMBER, .meaning = "what is below is drawn again; the lowest that the key allows",
     .example = "0.5", .offset = offsetof(normal, min)},
    {.name = "max", .type = WI_KEY_NUMBER, .meaning = "what is above is drawn again; the highest that the key allows",
     .example = "2", .offset = offsetof(normal, max)},
};
static const wi_key_table normal_keys = {"normal", "a normal distribution, cut off at both ends", normal_rows,
                                         WEND_COUNT(normal_rows), NULL};
static const wi_key_table log_normal_keys = {"log_normal", "a log-normal distribution, cut off at both ends",
                                             log_normal_rows, WEND_COUNT(log_normal_rows), NULL};
static const wi_key weighted_row[] = {
    {.name = "", .type = WI_KEY_WEIGHTED, .meaning = "a value, or the name of one, and its weight", .example = "[1.5, 2]"},
};
static const wi_key_table weighted = {"weighted", "a value and its weight", weighted_row, 1, NULL};
static const wi_key distribution_rows[] = {
    {.name = "uniform", .type = WI_KEY_RANGE, .meaning = "anything between two values", .example = "[1, 1.5]",
     .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "normal", .type = WI_KEY_TABLE, .table = &normal_keys, .meaning = "normal, cut off at both ends",
     .example = "{mean: 1.34, sd: 0.26, min: 0.5, max: 2}", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "log_normal", .type = WI_KEY_TABLE, .table = &log_normal_keys, .meaning = "log-normal, cut off at both ends",
     .example = "{median: 1.3, sigma: 0.2}", .choice = 1, .flags = WI_KEY_REQUIRED},
    {.name = "choice", .type = WI_KEY_LIST, .table = &weighted, .min = 1, .max = 1000,
     .meaning = "one of several values, by weight", .example = "[[1.0, 1], [1.5, 2]]", .choice = 1,
     .flags = WI_KEY_REQUIRED},
};
// clang-format on

const wi_key_table wi_distribution_keys = {"distribution", "a number that is drawn for each agent", distribution_rows,
                                           WEND_COUNT(distribution_rows), NULL};

static bool read_choice_name(wi_key_reader *reader, const wi_node *node, const wi_key *key, const char *const *choices,
                             double *value) {
    const char *name;
    uint32_t count = 0;
    if (!wi_value_text(reader, node, key->name, &name)) return false;
    for (; choices[count] && count <= (uint32_t)key->max; count++) {
        if (strcmp(choices[count], name) != 0) continue;
        *value = count;
        return true;
    }
    const char *list = "";
    for (uint32_t i = 0; i < count; i++)
        list = wi_arena_print(reader->arena, "%s%s`%s`", list, i ? ", " : "", choices[i]);
    wi_problem_add(reader->problems, node->place, "`%s` is `%.60s`, must be one of %s%s", key->name, name, list,
                   wi_hint(reader, name, choices, count));
    return false;
}

static bool read_single(wi_key_reader *reader, const wi_node *node, const wi_key *key, const char *const *choices,
                        double *value) {
    if (choices) return read_choice_name(reader, node, key, choices, value);
    if (key->flags & WI_KEY_COUNT) return wi_value_whole(reader, node, key, value);
    return wi_value_in_range(reader, node, key, value);
}

static bool read_uniform(wi_key_reader *reader, const wi_node *node, const wi_key *key, wi_quantity *value) {
    if (!wi_value_is_list(reader, node, "uniform", 2, 2)) return false;
    bool low = wi_value_in_range(reader, node->value[0], key, &value->a);
    if (!wi_value_in_range(reader, node->value[1], key, &value->b) || !low) return false;
    value->spread = WI_UNIFORM;
    if (value->a <= value->b && isfinite(value->b)) return true;
    wi_problem_add(reader->problems, node->place, "`uniform` is [from, to]: the first must not be above the second");
    return false;
}

// The range of the key bounds the draws too, so that none of them can be refused later.
static bool read_normal(wi_key_reader *reader, const wi_node *node, const wi_key *key, const wi_key_table *table,
                        wi_quantity *value) {
    normal read = {NAN, NAN, -INFINITY, INFINITY};
    if (node->kind != WI_MAP) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a map with `%s` and `%s`", table->name,
                       table->key[0].name, table->key[1].name);
        return false;
    }
    uint32_t before = reader->problems->count;
    wi_keys_read(reader, node, table, &read);
    if (reader->problems->count > before || isnan(read.middle) || isnan(read.width)) return false;
    bool any = key->min == 0.0 && key->max == 0.0;
    value->low = any || read.min > key->min ? read.min : key->min;
    value->high = any || read.max < key->max ? read.max : key->max;
    value->spread = table == &normal_keys ? WI_NORMAL : WI_LOG_NORMAL;
    value->a = read.middle;
    value->b = read.width;
    if (value->low > value->high) {
        wi_problem_add(reader->problems, node->place, "no `%s` can be drawn: the lowest is %g and the highest %g",
                       key->name, value->low, value->high);
        return false;
    }
    if (value->low <= value->a && value->a <= value->high) return true;
    wi_problem_add(reader->problems, node->place, "`%s` of `%s` is %g, must lie between %g and %g", table->key[0].name,
                   key->name, value->a, value->low, value->high);
    return false;
}

static bool read_weighted(wi_key_reader *reader, const wi_node *node, const wi_key *key, const char *const *choices,
                          double *value, double *weight) {
    static const wi_key weight_key = {.name = "weight", .min = 0.0, .max = 1e9};
    if (!wi_value_is_list(reader, node, "choice", 2, 2)) return false;
    bool good = read_single(reader, node->value[0], key, choices, value);
    return wi_value_in_range(reader, node->value[1], &weight_key, weight) && good;
}

static bool read_choice(wi_key_reader *reader, const wi_node *node, const wi_key *key, const char *const *choices,
                        wi_quantity *value) {
    if (!wi_value_is_list(reader, node, "choice", 1, 1000)) return false;
    value->spread = WI_CHOICE;
    value->count = node->count;
    value->value = WI_TAKE(reader->arena, double, node->count);
    value->weight = WI_TAKE(reader->arena, double, node->count);
    bool good = true;
    double sum = 0.0;
    for (uint32_t i = 0; i < node->count; i++) {
        good &= read_weighted(reader, node->value[i], key, choices, &value->value[i], &value->weight[i]);
        sum += value->weight[i];
    }
    if (good && !(sum > 0.0)) wi_problem_add(reader->problems, node->place, "the weights of `choice` are all 0");
    return good && sum > 0.0;
}

// wi_keys_read serves only to find what is unknown, missing or given twice: values depend on the key above.
static void skip(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    (void)reader, (void)node, (void)key, (void)into;
}

static void check_distribution_keys(wi_key_reader *reader, const wi_node *node) {
    wi_key rows[WEND_COUNT(distribution_rows)];
    memcpy(rows, distribution_rows, sizeof rows);
    for (uint32_t i = 0; i < WEND_COUNT(rows); i++) rows[i].read = skip;
    const wi_key_table names = {"distribution", "", rows, WEND_COUNT(rows), NULL};
    wi_keys_read(reader, node, &names, NULL);
}

static bool read_distribution(wi_key_reader *reader, const wi_node *node, const wi_key *key, const char *const *choices,
                              wi_quantity *value) {
    check_distribution_keys(reader, node);
    const wi_node *given = wi_node_get(node, "choice");
    if (given) return read_choice(reader, given, key, choices, value);
    if (choices) {
        wi_problem_add(reader->problems, node->place, "`%s` takes names, so only `choice` can spread it", key->name);
        return false;
    }
    if ((given = wi_node_get(node, "uniform"))) return read_uniform(reader, given, key, value);
    if ((given = wi_node_get(node, "normal"))) return read_normal(reader, given, key, &normal_keys, value);
    if ((given = wi_node_get(node, "log_normal"))) return read_normal(reader, given, key, &log_normal_keys, value);
    return false;
}

bool wi_value_quantity(wi_key_reader *reader, const wi_node *node, const wi_key *key, const char *const *choices,
                       wi_quantity *value) {
    wi_quantity read = {.given = true, .low = -INFINITY, .high = INFINITY, .place = node->place};
    bool good = node->kind == WI_MAP ? read_distribution(reader, node, key, choices, &read)
                                     : read_single(reader, node, key, choices, &read.a);
    if (good) *value = read;
    return good;
}
