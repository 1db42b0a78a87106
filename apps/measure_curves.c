#include "measure_curves.h"

#include "measure/diagram.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// One kind of curve: a row a frame, or all of it at the end.
typedef struct curve_kind {
    const char *name, *header;
    const char *needs; // what is missing where `possible` says no
    bool (*possible)(wi_measure_options *options, bool like);
    void (*frame)(wi_sheet *sheet, const wi_instant *at);
    void (*end)(wi_sheet *sheet, wi_meter *meter);
} curve_kind;

// To a billionth of the unit: what is finer is noise of sums and products, such as 0.6599999999999999. Large numbers, as
// times since 1970 may be, are as they are.
static void put_figure(wi_sheet *sheet, double value) {
    static const wi_raster billionths = {.size = 1e-9, .per = 1e9};
    double figure = fabs(value) < 1e6 ? wi_raster_round(billionths, value) : value;
    wi_sheet_number(sheet, figure + 0.0); // no -0
}

// A line of numbers; what is not known is left out.
static void put_row(wi_sheet *sheet, const double *value, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) fputc(',', sheet->file);
        if (!isnan(value[i])) put_figure(sheet, value[i]);
    }
    fputc('\n', sheet->file);
}

#define PUT(sheet, ...) put_row(sheet, (const double[]){__VA_ARGS__}, WEND_COUNT(((const double[]){__VA_ARGS__})))

// Kinds ----------------------------------------------------------------------------------------------------------------

static bool with_area(wi_measure_options *options, bool like) {
    (void)like;
    return options->area[0] != options->area[2];
}

static void density_frame(wi_sheet *sheet, const wi_instant *at) {
    PUT(sheet, at->time, at->density, at->voronoi_density, at->voronoi_speed);
}

static bool with_cells(wi_measure_options *options, bool like) {
    options->voronoi = true;
    return with_area(options, like);
}

static void diagram_end(wi_sheet *sheet, wi_meter *meter) {
    const wi_diagram *diagram = wi_meter_diagram(meter);
    for (uint32_t i = 0; i < WI_DIAGRAM_BINS; i++) {
        double density = (i + 0.5) * WI_DIAGRAM_BIN, speed = wi_diagram_mean(diagram, i);
        if (diagram->count[i] == 0) continue;
        PUT(sheet, density, (double)diagram->count[i], speed, wi_diagram_quantile(diagram, i, 0.1),
            wi_diagram_quantile(diagram, i, 0.9), density * speed, wi_weidmann_speed(density));
    }
}

static bool with_lanes(wi_measure_options *options, bool like) {
    (void)like;
    if (!(options->lane_width > 0.0)) options->lane_width = 0.3;
    return true;
}

static void lanes_frame(wi_sheet *sheet, const wi_instant *at) {
    PUT(sheet, at->time, at->lane_order, at->lane_order_shuffled);
}

static bool with_line(wi_measure_options *options, bool like) {
    (void)like;
    return options->line[0] != options->line[2] || options->line[1] != options->line[3];
}

static void crossings_end(wi_sheet *sheet, wi_meter *meter) {
    uint32_t count;
    const wi_crossing *crossing = wi_meter_crossings(meter, &count);
    for (uint32_t i = 0; i < count; i++) {
        put_figure(sheet, crossing[i].time);
        // Ids may have more digits than a double.
        fprintf(sheet->file, ",%" PRIu32 ",%" PRIu64 ",%d\n", i + 1, crossing[i].id, crossing[i].back ? -1 : 1);
    }
}

static bool with_horizon(wi_measure_options *options, bool like) {
    (void)like;
    if (!(options->collision_horizon > 0.0)) options->collision_horizon = 3.0;
    return true;
}

static void collision_times_end(wi_sheet *sheet, wi_meter *meter) {
    wi_collision_times found = wi_meter_collision_times(meter);
    double below = 0.0;
    for (uint32_t i = 0; i < WI_COLLISION_TIME_STEPS; i++) {
        below += found.in[i];
        PUT(sheet, i * found.step, (i + 1) * found.step, found.in[i], below);
    }
}

static bool with_pair(wi_measure_options *options, bool like) {
    (void)like;
    return options->pair;
}

static void predictions_end(wi_sheet *sheet, wi_meter *meter) {
    uint32_t count;
    const wi_prediction *at = wi_meter_predictions(meter, &count);
    for (uint32_t i = 0; i < count; i++) PUT(sheet, at[i].time, at[i].normalised, at[i].distance, at[i].predicted);
}

static bool with_other(wi_measure_options *options, bool like) {
    (void)options;
    return like;
}

static const curve_kind kinds[] = {
    {"density", "time_s,density_per_m2,voronoi_density_per_m2,voronoi_speed_m_per_s", "--area", with_area,
     density_frame, NULL},
    {"diagram",
     "density_per_m2,frames,speed_m_per_s,speed_10_percent_m_per_s,speed_90_percent_m_per_s,specific_flow_per_m_s,"
     "weidmann_m_per_s",
     "--area", with_cells, NULL, diagram_end},
    {"lanes", "time_s,order,order_shuffled", "", with_lanes, lanes_frame, NULL},
    {"like", "time_s,agents,distance_mean_m", "--like", with_other, NULL, NULL},
    {"mpd", "time_s,normalised_time,distance_m,minimum_predicted_distance_m", "--pair", with_pair, NULL,
     predictions_end},
    {"n-t", "time_s,crossed,id,direction", "--line", with_line, NULL, crossings_end},
    {"ttc", "from_s,to_s,share,share_below", "", with_horizon, NULL, collision_times_end},
};

// Reading --------------------------------------------------------------------------------------------------------------

static const curve_kind *find_kind(const char *text, const char *end) {
    size_t length = (size_t)(end - text);
    for (uint32_t i = 0; i < WEND_COUNT(kinds); i++) {
        if (strlen(kinds[i].name) == length && strncmp(kinds[i].name, text, length) == 0) return &kinds[i];
    }
    return NULL;
}

static bool read_curve(curve *made, const char *text, bool like, wi_measure_options *options) {
    const char *equals = strchr(text, '=');
    const curve_kind *kind = equals && equals[1] ? find_kind(text, equals) : NULL;
    if (!kind) {
        fprintf(stderr, "wend: --curve needs KIND=FILE.csv, not '%s'. Kinds:", text);
        for (uint32_t i = 0; i < WEND_COUNT(kinds); i++) fprintf(stderr, " %s", kinds[i].name);
        fprintf(stderr, ".\n");
        return false;
    }
    *made = (curve){.kind = kind, .path = equals + 1};
    if (kind->possible(options, like)) return true;
    fprintf(stderr, "wend: --curve %s needs %s, too.\n", kind->name, kind->needs);
    return false;
}

bool curves_read(curves *made, const option_list *list, bool like, wi_measure_options *options) {
    made->count = list->count;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!read_curve(&made->curve[i], list->item[i], like, options)) return false;
        for (uint32_t k = 0; k < i; k++)
            if (!option_spares("--curve", made->curve[i].path, made->curve[k].path)) return false;
    }
    return true;
}

bool curves_spare(const curves *all, const char *file) {
    for (uint32_t i = 0; i < all->count; i++)
        if (!option_spares("--curve", all->curve[i].path, file)) return false;
    return true;
}

// Writing --------------------------------------------------------------------------------------------------------------

wend_result curves_open(curves *all, wend_error *error) {
    for (uint32_t i = 0; i < all->count; i++) {
        curve *one = &all->curve[i];
        wend_result result = wi_sheet_open(one->path, NULL, &one->sheet, error);
        if (result != WEND_OK) return result;
        one->open = true;
        fprintf(one->sheet.file, "%s\n", one->kind->header);
    }
    return WEND_OK;
}

static wend_result put_frame(void *host, const wi_meter *meter, wend_error *error) {
    curves *all = host;
    wi_instant at = wi_meter_instant(meter);
    for (uint32_t i = 0; i < all->count; i++) {
        curve *one = &all->curve[i];
        if (!one->kind->frame) continue;
        wi_sheet_begin(&one->sheet);
        one->kind->frame(&one->sheet, &at);
        wend_result result = wi_sheet_end(&one->sheet, error);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result put_end(void *host, wi_meter *meter, wend_error *error) {
    curves *all = host;
    for (uint32_t i = 0; i < all->count; i++) {
        curve *one = &all->curve[i];
        if (!one->kind->end) continue;
        wi_sheet_begin(&one->sheet);
        one->kind->end(&one->sheet, meter);
        wend_result result = wi_sheet_end(&one->sheet, error);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

wi_measure_watch curves_watch(curves *all) {
    return (wi_measure_watch){.host = all, .frame = put_frame, .end = put_end};
}

void curves_like(void *host, double time, uint32_t agents, double distance) {
    curves *all = host;
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->curve[i].kind->possible != with_other) continue;
        wi_sheet *sheet = &all->curve[i].sheet;
        wi_sheet_begin(sheet);
        PUT(sheet, time, (double)agents, distance);
        (void)wi_sheet_end(sheet, NULL); // curves_finish tells of what could not be written
    }
}

wend_result curves_finish(curves *all, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < all->count && result == WEND_OK; i++) {
        all->curve[i].open = false;
        result = wi_sheet_finish(&all->curve[i].sheet, error);
    }
    return result;
}

void curves_abandon(curves *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->curve[i].open) wi_sheet_abandon(&all->curve[i].sheet);
        all->curve[i].open = false;
    }
}
