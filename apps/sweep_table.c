// The table of a sweep: mean and confidence interval over the seeds, for each point.
#include "sweep.h"

#include "base/beside.h"
#include "base/csv_write.h"
#include "base/json_write.h"
#include "drawing.h"
#include "measure/interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const sweep_measure sweep_measures[SWEEP_MEASURES] = {
    {"arrived", "arrived", 1},
    {"last_arrival_s", "last arrival s", 2},
    {"median_travel_s", "median travel s", 2},
    {"collisions", "collisions", 1},
    {"deepest_overlap_m", "deepest m", 4},
    {"mean_speed_m_per_s", "speed m/s", 3},
    {"real_s", "real s", 2},
    {"path_mean_m", "path m", 2},
    {"density_mean_per_m2", "density 1/m2", 3},
    {"density_peak_per_m2", "peak 1/m2", 3},
    {"mean_penetration_m", "penetration m", 5},
    {"energy_mean_j", "energy J", 0},
    {"smoothness", "smoothness", 3},
};

// Over the runs of a point that are done; *done says how many.
static wi_interval mean_at(const sweep_table *table, uint32_t point, uint32_t measure, uint32_t *done) {
    const sweep_plan *plan = table->plan;
    double *values = malloc(((size_t)plan->seed_count + 1) * sizeof *values);
    *done = 0;
    for (uint32_t i = 0; values && i < plan->seed_count; i++) {
        const sweep_result *result = &table->results[(size_t)point * plan->seed_count + i];
        if (result->done) values[(*done)++] = result->value[measure];
    }
    wi_interval made = wi_interval_of(values, *done);
    free(values);
    return made;
}

static const char *value_at(const sweep_plan *plan, uint32_t point, uint32_t name) {
    return plan->value[(size_t)point * plan->name_count + name];
}

// For a person ---------------------------------------------------------------------------------------------------------

typedef struct cell {
    char text[48];
    int width; // in letters: the sign between mean and interval may be two bytes
} cell;

static cell mean_cell(const sweep_table *table, uint32_t point, uint32_t measure, bool utf8) {
    uint32_t done;
    cell made = {.text = "-", .width = 1};
    wi_interval mean = mean_at(table, point, measure, &done);
    int decimals = sweep_measures[measure].decimals;
    if (isfinite(mean.half)) {
        int bytes = snprintf(made.text, sizeof made.text, "%.*f %s %.*f", decimals, mean.mean, utf8 ? "\xc2\xb1" : "+-",
                             decimals, mean.half);
        made.width = bytes - (utf8 ? 1 : 0);
    } else if (isfinite(mean.mean)) {
        made.width = snprintf(made.text, sizeof made.text, "%.*f", decimals, mean.mean);
    }
    return made;
}

static int widest(const sweep_table *table, uint32_t measure, bool utf8) {
    int width = (int)strlen(sweep_measures[measure].head);
    for (uint32_t point = 0; point < table->plan->point_count; point++) {
        int here = mean_cell(table, point, measure, utf8).width;
        if (here > width) width = here;
    }
    return width;
}

static int widest_value(const sweep_plan *plan, uint32_t name) {
    size_t width = strlen(plan->name[name]);
    for (uint32_t point = 0; point < plan->point_count; point++) {
        size_t here = strlen(value_at(plan, point, name));
        if (here > width) width = here;
    }
    return (int)width;
}

static void print_row(const sweep_table *table, uint32_t point, const int *widths, bool utf8) {
    const sweep_plan *plan = table->plan;
    uint32_t done;
    mean_at(table, point, 0, &done);
    for (uint32_t i = 0; i < plan->name_count; i++) printf("%*s  ", widest_value(plan, i), value_at(plan, point, i));
    printf("%4u", done);
    for (uint32_t i = 0; i < table->measures; i++) {
        cell shown = mean_cell(table, point, i, utf8);
        printf("  %*s%s", widths[i] - shown.width, "", shown.text);
    }
    printf("\n");
}

void sweep_table_print(const sweep_table *table) {
    const sweep_plan *plan = table->plan;
    bool utf8 = terminal_look().braille;
    int widths[SWEEP_MEASURES];
    for (uint32_t i = 0; i < plan->name_count; i++) printf("%*s  ", widest_value(plan, i), plan->name[i]);
    printf("runs");
    for (uint32_t i = 0; i < table->measures; i++) {
        widths[i] = widest(table, i, utf8);
        printf("  %*s", widths[i], sweep_measures[i].head);
    }
    printf("\n");
    for (uint32_t point = 0; point < plan->point_count; point++) print_row(table, point, widths, utf8);
}

// As JSON --------------------------------------------------------------------------------------------------------------

static void print_json_point(const sweep_table *table, uint32_t point) {
    const sweep_plan *plan = table->plan;
    uint32_t done;
    mean_at(table, point, 0, &done);
    wi_json_object row = wi_json_begin(stdout, 4);
    wi_json_put_name(&row, "set");
    wi_json_object set = wi_json_begin(stdout, 6);
    for (uint32_t i = 0; i < plan->name_count; i++) wi_json_put_text(&set, plan->name[i], value_at(plan, point, i));
    wi_json_end(&set);
    wi_json_put_count(&row, "runs", done);
    for (uint32_t i = 0; i < table->measures; i++) {
        wi_interval mean = mean_at(table, point, i, &done);
        wi_json_put_name(&row, sweep_measures[i].name);
        wi_json_object pair = wi_json_begin(stdout, 6);
        wi_json_put_number(&pair, "mean", mean.mean, 6);
        wi_json_put_number(&pair, "ci95", mean.half, 6);
        wi_json_end(&pair);
    }
    wi_json_end(&row);
}

void sweep_table_print_json(const sweep_table *table) {
    wi_json_object object = wi_json_begin(stdout, 0);
    wi_json_put_text(&object, "scenario", table->scenario);
    wi_json_put_count(&object, "seeds", table->plan->seed_count);
    wi_json_put_name(&object, "points");
    printf("[");
    for (uint32_t point = 0; point < table->plan->point_count; point++) {
        printf("%s\n    ", point ? "," : "");
        print_json_point(table, point);
    }
    printf("\n  ]");
    wi_json_end(&object);
    printf("\n");
}

// As CSV ---------------------------------------------------------------------------------------------------------------

static wend_result print_rows(FILE *file, const void *host, wend_error *error) {
    (void)error;
    const sweep_table *table = host;
    const sweep_plan *plan = table->plan;
    for (uint32_t i = 0; i < plan->name_count; i++) {
        wi_csv_put_text(file, plan->name[i]);
        fputc(',', file);
    }
    fprintf(file, "runs");
    for (uint32_t i = 0; i < table->measures; i++)
        fprintf(file, ",%s,%s_ci95", sweep_measures[i].name, sweep_measures[i].name);
    fprintf(file, "\n");
    for (uint32_t point = 0; point < plan->point_count; point++) {
        uint32_t done;
        mean_at(table, point, 0, &done);
        for (uint32_t i = 0; i < plan->name_count; i++) {
            wi_csv_put_text(file, value_at(plan, point, i));
            fputc(',', file);
        }
        fprintf(file, "%u", done);
        for (uint32_t i = 0; i < table->measures; i++) {
            wi_interval mean = mean_at(table, point, i, &done);
            wi_csv_put_number(file, mean.mean);
            wi_csv_put_number(file, mean.half);
        }
        fprintf(file, "\n");
    }
    return WEND_OK;
}

bool sweep_table_write(const sweep_table *table, const char *path) {
    wend_error error;
    wend_result result = wi_text_write(path, print_rows, table, &error);
    if (result) fprintf(stderr, "wend: %s.\n", error.text);
    return !result;
}
