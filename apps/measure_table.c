#include "measure_table.h"

#include <math.h>
#include <string.h>

static void print_row(const char *name, const char *unit, const char *meaning, double value, int decimals) {
    char text[32] = "-";
    if (isfinite(value)) snprintf(text, sizeof text, "%.*f", decimals, value);
    printf("  %-22s%12s %-6s%s\n", name, text, unit, meaning);
}

void measures_print(const wi_measures *found, const wi_measure_options *options) {
    const wi_measure_value *value;
    for (uint32_t i = 0; (value = wi_measure_value_at(i)) != NULL; i++) {
        if (wi_measure_value_asked(i, options))
            print_row(value->name, value->unit, value->meaning, wi_measure_read(found, value), value->decimals);
    }
}

// The unit is part of the name: "path_mean_m", "flow_mean_per_s".
static void put_row(wi_json_object *object, const char *name, const char *unit, double value, int decimals) {
    static const char *const units[][2] = {{"s", "_s"},       {"m", "_m"}, {"m/s", "_m_per_s"}, {"1/m2", "_per_m2"},
                                           {"1/s", "_per_s"}, {"J", "_j"}, {"deg", "_deg"},     {"", ""}};
    char full[64];
    const char *ending = "";
    for (uint32_t k = 0; k < WEND_COUNT(units); k++) {
        if (strcmp(units[k][0], unit) == 0) ending = units[k][1];
    }
    snprintf(full, sizeof full, "%s%s", name, ending);
    wi_json_put_number(object, full, value, decimals);
}

void measures_put_json(wi_json_object *object, const wi_measures *found, const wi_measure_options *options) {
    const wi_measure_value *value;
    for (uint32_t i = 0; (value = wi_measure_value_at(i)) != NULL; i++) {
        if (wi_measure_value_asked(i, options))
            put_row(object, value->name, value->unit, wi_measure_read(found, value), value->decimals);
    }
}

// Likeness -------------------------------------------------------------------------------------------------------------

typedef struct likeness_row {
    const char *name, *unit, *meaning;
    double value;
    int decimals;
} likeness_row;

#define LIKENESS_ROWS 5

static void list_likeness(const wi_likeness *found, likeness_row rows[LIKENESS_ROWS]) {
    const likeness_row all[LIKENESS_ROWS] = {
        {"like_agents", "", "compared, at most at a time", (double)found->agents, 0},
        {"like_duration", "s", "from the first comparison to the last", found->duration, 2},
        {"like_distance_mean", "m", "distance at equal times, over agents and frames", found->distance_mean, 4},
        {"like_distance_max", "m", "the largest", found->distance_max, 4},
        {"like_within", "", "share of agents' time within the radius", found->within, 4},
    };
    memcpy(rows, all, sizeof all);
}

void likeness_print(const wi_likeness *found, const char *other) {
    likeness_row rows[LIKENESS_ROWS];
    list_likeness(found, rows);
    printf("beside %s\n", other);
    for (uint32_t i = 0; i < LIKENESS_ROWS; i++)
        print_row(rows[i].name, rows[i].unit, rows[i].meaning, rows[i].value, rows[i].decimals);
}

void likeness_put_json(wi_json_object *object, const wi_likeness *found, const char *other) {
    likeness_row rows[LIKENESS_ROWS];
    list_likeness(found, rows);
    wi_json_put_text(object, "like", other);
    for (uint32_t i = 0; i < LIKENESS_ROWS; i++)
        put_row(object, rows[i].name, rows[i].unit, rows[i].value, rows[i].decimals);
}
