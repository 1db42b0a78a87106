#include "steer/ellipse_table.h"

#define PI 3.14159265358979323846
#define INTERVAL (PI / WI_TABLE_HEADINGS)
#define ROUNDING 1e-6 // rad: a heading may be counted to the interval beside its own by so much

static uint32_t pairs_of(uint32_t sizes) { return sizes * (sizes + 1) / 2; }

static size_t side_count(uint32_t sizes) { return (size_t)pairs_of(sizes) * WI_TABLE_HEADINGS * WI_SUM_HALF; }

// Where the sums of a pair begin whose first size does not exceed the second.
static size_t pair_at(uint32_t first, uint32_t second) {
    return ((size_t)second * (second + 1) / 2 + first) * WI_TABLE_HEADINGS * WI_SUM_HALF;
}

uint32_t wi_ellipse_table_find(const wi_ellipse_table *table, float along, float across) {
    for (uint32_t i = 0; i < table->size_count; i++)
        if (table->size[i].along == along && table->size[i].across == across) return i;
    return WI_TABLE_NO_SIZE;
}

static void add_size(wi_ellipse_table *table, wi_ellipse_size size) {
    if (table->size_count == WI_TABLE_SIZES_MAX) return;
    if (wi_ellipse_table_find(table, size.along, size.across) != WI_TABLE_NO_SIZE) return;
    table->size[table->size_count++] = size;
}

static void set_headings(wi_ellipse_table *table) {
    wi_dvec step = wi_dvec_at(INTERVAL);
    table->heading[0] = (wi_dvec){1.0, 0.0};
    for (uint32_t i = 1; i < WI_TABLE_HEADINGS; i++) table->heading[i] = wi_dturn(table->heading[i - 1], step);
}

// A body that turns through the interval from a heading on.
static void polygon_from(const wi_ellipse_table *table, uint32_t size, uint32_t heading, wi_polygon_side *side) {
    wi_dvec middle = wi_dturn(table->heading[heading], wi_dvec_at(0.5 * INTERVAL));
    double along = (double)table->size[size].along, across = (double)table->size[size].across;
    wi_polygon_about((wi_swept_ellipse){along, across, middle, 0.5 * INTERVAL + ROUNDING}, side);
}

static void make_pair(wi_ellipse_table *table, uint32_t first, uint32_t second) {
    wi_polygon_side of_first[WI_POLYGON_HALF], of_second[WI_POLYGON_HALF];
    polygon_from(table, first, 0, of_first);
    wi_polygon_side *sum = table->side + pair_at(first, second);
    for (uint32_t heading = 0; heading < WI_TABLE_HEADINGS; heading++, sum += WI_SUM_HALF) {
        polygon_from(table, second, heading, of_second);
        wi_polygon_sum(of_first, of_second, sum);
    }
}

bool wi_ellipse_table_make(wi_ellipse_table *table, wi_memory *memory, const wi_ellipse_size *sizes, uint32_t count) {
    *table = (wi_ellipse_table){0};
    for (uint32_t i = 0; i < count; i++) add_size(table, sizes[i]);
    set_headings(table);
    table->side = wi_memory_take(memory, side_count(table->size_count), sizeof *table->side);
    if (!table->side) return false;
    for (uint32_t second = 0; second < table->size_count; second++)
        for (uint32_t first = 0; first <= second; first++) make_pair(table, first, second);
    return true;
}

void wi_ellipse_table_free(wi_ellipse_table *table, wi_memory *memory) {
    wi_memory_give(memory, table->side, side_count(table->size_count), sizeof *table->side);
    *table = (wi_ellipse_table){0};
}

size_t wi_ellipse_table_bytes(const wi_ellipse_table *table) {
    return side_count(table->size_count) * sizeof *table->side;
}

static uint32_t interval_of(wend_vec heading) {
    double angle = (double)wend_atan2(heading.y, heading.x);
    if (angle < 0.0) angle += PI;
    uint32_t interval = (uint32_t)(angle / INTERVAL);
    return interval < WI_TABLE_HEADINGS ? interval : interval - WI_TABLE_HEADINGS;
}

wi_halfplane wi_ellipse_table_face(const wi_ellipse_table *table, wend_vec p, wi_tabled a, wi_tabled b, float horizon,
                                   float step, wend_vec w) {
    uint32_t of_a = interval_of(a.heading), of_b = interval_of(b.heading);
    bool alike = a.size == b.size && of_a == of_b;
    bool swap = a.size > b.size || (a.size == b.size && of_a > of_b) || (alike && wi_polygon_other_way(p, w));
    uint32_t first = swap ? b.size : a.size, second = swap ? a.size : b.size;
    uint32_t from = swap ? of_b : of_a, to = swap ? of_a : of_b;
    double sign = swap ? -1.0 : 1.0;

    // In the frame in which the first has heading 0.
    wi_dvec heading = table->heading[from], back = {heading[0], -heading[1]};
    uint32_t difference = (to + WI_TABLE_HEADINGS - from) % WI_TABLE_HEADINGS;
    wi_polygon sum = {table->side + pair_at(first, second) + difference * WI_SUM_HALF, WI_SUM_HALF};
    wi_dface face = wi_polygon_face(sum, wi_dturn(sign * wi_dvec_of(p), back), (double)horizon, (double)step,
                                    wi_dturn(sign * wi_dvec_of(w), back));
    return (wi_halfplane){wi_dvec_float(wi_dturn(sign * face.n, heading)), (float)face.distance};
}

void wi_ellipse_table_outline(const wi_ellipse_table *table, wi_tabled body, wi_polygon_side *side) {
    polygon_from(table, body.size, interval_of(body.heading), side);
}
