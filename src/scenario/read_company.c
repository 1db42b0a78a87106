// Who of the agents of a group walks together.
#include "scenario/sections.h"

#define SIZE_MAX_PARTY 1000

static wi_key_read read_sizes;

// clang-format off
static const wi_key weight_item[] = {{.name = "", .type = WI_KEY_NUMBER, .min = 0, .max = 1e9, .meaning = "its weight"}};
static const wi_key_table weight_table = {"size_weights", "sizes and weights", weight_item, 1, NULL};
static const wi_key size_forms[] = {
    {.name = "", .type = WI_KEY_WHOLE, .min = 1, .max = SIZE_MAX_PARTY, .meaning = "how many walk together"},
    {.name = "", .type = WI_KEY_NAMED, .table = &weight_table, .meaning = "sizes and weights"},
};
static const wi_key_table size_table = {"company_size", "one size or several by weight", size_forms, WEND_COUNT(size_forms), NULL};

static const wi_key company_rows[] = {
    {.name = "sizes", .type = WI_KEY_FORMS, .table = &size_table, .read = read_sizes,
     .meaning = "how many walk together: one size, or several by weight; 1 is alone", .example = "{1: 2, 2: 1.5, 3: 1}",
     .flags = WI_KEY_REQUIRED},
    {.name = "leader", .type = WI_KEY_FLAG, .initial = "false", .meaning = "the others follow the first of them",
     .example = "true", .offset = offsetof(wi_group, company.leader)},
};
// clang-format on
const wi_key_table wi_company_keys = {"company", "agents who walk together", company_rows, WEND_COUNT(company_rows),
                                      NULL};

static bool take_size(wi_key_reader *reader, const wi_node *node, const wi_key *key, uint32_t *size) {
    wi_key row = size_forms[0];
    row.name = key->name;
    double value;
    if (!wi_value_whole(reader, node, &row, &value)) return false;
    *size = (uint32_t)value;
    return true;
}

static void read_sizes(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    wi_company_source *company = &((wi_group *)into)->company;
    if (node->kind == WI_LIST || (node->kind == WI_MAP && node->count == 0)) {
        wi_problem_add(reader->problems, node->place, "`%s` must be a number, or a map of sizes and weights",
                       key->name);
        return;
    }
    bool map = node->kind == WI_MAP;
    uint32_t count = map ? node->count : 1;
    company->size = WI_TAKE(reader->arena, uint32_t, count);
    company->weight = WI_TAKE(reader->arena, double, count);
    company->weight[0] = 1.0;
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        wi_key row = weight_item[0];
        row.name = map ? node->key[i]->text : key->name;
        wi_node size = *(map ? node->key[i] : node);
        size.quoted &= !map; // in JSON keys cannot be but in quotes
        if (!take_size(reader, &size, key, &company->size[i])) return;
        if (map && !wi_value_in_range(reader, node->value[i], &row, &company->weight[i])) return;
        sum += company->weight[i];
    }
    company->count = count;
    if (!(sum > 0.0)) wi_problem_add(reader->problems, node->place, "the weights of `%s` are all 0", key->name);
}
