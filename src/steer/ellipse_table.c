#include "steer/ellipse_table.h"

#include "base/angle.h"

#define INTERVAL (WI_PI / WI_TABLE_HEADINGS)
#define ROUNDING 1e-6 // rad: a heading may be counted to the interval beside its own by so much

static bool same_size(wi_ellipse_size a, wi_ellipse_size b) {
    return a.along == b.along && a.across == b.across && a.sweep == b.sweep;
}

uint32_t wi_ellipse_table_find(const wi_ellipse_table *table, wi_ellipse_size size) {
    uint32_t i = 0;
    while (i < table->size_count && !same_size(table->size[i], size)) i++;
    return i;
}

wi_ellipse_table wi_ellipse_table_empty(void) {
    wi_ellipse_table table = {.heading = {{1.0, 0.0}}};
    const wi_dvec step = wi_dvec_at(INTERVAL);
    for (uint32_t i = 1; i < WI_TABLE_HEADINGS; i++) table.heading[i] = wi_dturn(table.heading[i - 1], step);
    return table;
}

// A body that turns through the interval from a heading on, and by its sweep to either side of that.
static void polygon_from(wi_ellipse_size size, wi_dvec heading, wi_polygon_side *side) {
    wi_dvec middle = wi_dturn(heading, wi_dvec_at(0.5 * INTERVAL));
    double sweep = 0.5 * INTERVAL + ROUNDING + size.sweep * WI_DEGREE;
    wi_polygon_about((wi_swept_ellipse){(double)size.along, (double)size.across, middle, sweep}, side);
}

static void make_sum(wi_ellipse_size first, wi_ellipse_size second, wi_dvec heading, wi_polygon_side *sum) {
    wi_polygon_side of_first[WI_POLYGON_HALF], of_second[WI_POLYGON_HALF];
    polygon_from(first, (wi_dvec){1.0, 0.0}, of_first);
    polygon_from(second, heading, of_second);
    wi_polygon_sum(of_first, of_second, sum);
}

// Of two sizes the one that is the first of a sum, whatever their numbers: 1: the second, -1: the first, 0: they are alike.
static int size_order(wi_ellipse_size a, wi_ellipse_size b) {
    if (a.along != b.along) return a.along > b.along ? 1 : -1;
    if (a.across != b.across) return a.across > b.across ? 1 : -1;
    return a.sweep == b.sweep ? 0 : a.sweep > b.sweep ? 1 : -1;
}

static void make_pair(wi_ellipse_table *table, wi_memory *memory, uint32_t a, uint32_t b) {
    if (table->sums[wi_ellipse_table_pair(a, b)]) return;
    wi_polygon_side *sum = wi_memory_take(memory, WI_TABLE_SIDES, sizeof *sum);
    if (!sum) return;
    table->sums[wi_ellipse_table_pair(a, b)] = sum;
    table->made++;
    bool swap = size_order(table->size[a], table->size[b]) > 0;
    wi_ellipse_size first = table->size[swap ? b : a], second = table->size[swap ? a : b];
    for (uint32_t i = 0; i < WI_TABLE_HEADINGS; i++) make_sum(first, second, table->heading[i], sum + i * WI_SUM_HALF);
}

static void drop_last(wi_ellipse_table *table, wi_memory *memory) {
    uint32_t last = --table->size_count;
    for (uint32_t other = 0; other <= last; other++) {
        wi_polygon_side **sums = &table->sums[wi_ellipse_table_pair(other, last)];
        wi_memory_give(memory, *sums, WI_TABLE_SIDES, sizeof **sums);
        *sums = NULL;
    }
}

// The number that a size had before that of number `from` came forward to `to`, and those between made way.
static uint32_t before_move(uint32_t number, uint32_t from, uint32_t to) {
    if (number == to) return from;
    return number > to && number <= from ? number - 1 : number;
}

static void move_forward(wi_ellipse_table *table, uint32_t from, uint32_t to) {
    const wi_ellipse_table old = *table;
    for (uint32_t b = 0; b < table->size_count; b++) {
        uint32_t old_b = before_move(b, from, to);
        table->size[b] = old.size[old_b];
        for (uint32_t a = 0; a <= b; a++)
            table->sums[wi_ellipse_table_pair(a, b)] = old.sums[wi_ellipse_table_pair(before_move(a, from, to), old_b)];
    }
}

// The number of a size, which is now in use; WI_TABLE_SIZES_MAX if all the room is. The last of those that nobody uses
// gives way: the others were in use later, since what comes into use goes before them and is saved so.
static uint32_t use_size(wi_ellipse_table *table, wi_memory *memory, wi_ellipse_size size) {
    uint32_t number = wi_ellipse_table_find(table, size);
    if (number < table->used) return number;
    if (table->used == WI_TABLE_SIZES_MAX) return WI_TABLE_SIZES_MAX;
    if (number == WI_TABLE_SIZES_MAX) drop_last(table, memory), number--;
    if (number == table->size_count) table->size[table->size_count++] = size;
    move_forward(table, number, table->used);
    return table->used++;
}

void wi_ellipse_table_add(wi_ellipse_table *table, wi_memory *memory, wi_ellipse_size size) {
    uint32_t number = use_size(table, memory, size);
    if (number == WI_TABLE_SIZES_MAX) return;
    for (uint32_t other = 0; other < table->used; other++) make_pair(table, memory, other, number);
}

void wi_ellipse_table_free(wi_ellipse_table *table, wi_memory *memory) {
    for (uint32_t i = 0; i < WI_TABLE_PAIRS_MAX; i++)
        wi_memory_give(memory, table->sums[i], WI_TABLE_SIDES, sizeof *table->sums[i]);
    *table = wi_ellipse_table_empty();
}

// Of the pairs of the first sizes.
static size_t bytes_of(const wi_ellipse_table *table, uint32_t sizes) {
    size_t pairs = 0;
    for (uint32_t i = 0; i < sizes * (sizes + 1) / 2; i++) pairs += table->sums[i] != NULL;
    return pairs * WI_TABLE_SIDES * sizeof(wi_polygon_side);
}

size_t wi_ellipse_table_bytes(const wi_ellipse_table *table) { return bytes_of(table, table->size_count); }
size_t wi_ellipse_table_bytes_used(const wi_ellipse_table *table) { return bytes_of(table, table->used); }

static uint32_t interval_of(wend_vec heading) {
    double angle = (double)wend_atan2(heading.y, heading.x);
    if (angle < 0.0) angle += WI_PI;
    uint32_t interval = (uint32_t)(angle / INTERVAL);
    return interval < WI_TABLE_HEADINGS ? interval : interval - WI_TABLE_HEADINGS;
}

// The sums of a pair, or NULL.
static const wi_polygon_side *sums_of(const wi_ellipse_table *table, wi_ellipse_size a, wi_ellipse_size b) {
    uint32_t of_a = wi_ellipse_table_find(table, a), of_b = wi_ellipse_table_find(table, b);
    if (of_a == table->size_count || of_b == table->size_count) return NULL;
    return table->sums[wi_ellipse_table_pair(of_a, of_b)];
}

wi_halfplane wi_ellipse_table_face(const wi_ellipse_table *table, wend_vec p, wi_tabled a, wi_tabled b, float horizon,
                                   float step, wend_vec w, bool *apart) {
    uint32_t of_a = interval_of(a.heading), of_b = interval_of(b.heading);
    int order = size_order(a.size, b.size);
    bool swap = order > 0 || (order == 0 && (of_a > of_b || (of_a == of_b && wi_polygon_other_way(p, w))));
    uint32_t from = swap ? of_b : of_a, to = swap ? of_a : of_b;
    double sign = swap ? -1.0 : 1.0;

    // In the frame in which the first has heading 0.
    wi_dvec heading = table->heading[from], back = {heading[0], -heading[1]};
    uint32_t difference = (to + WI_TABLE_HEADINGS - from) % WI_TABLE_HEADINGS;
    const wi_polygon_side *sums = sums_of(table, a.size, b.size);
    wi_polygon_side made[WI_SUM_HALF];
    if (!sums) make_sum(swap ? b.size : a.size, swap ? a.size : b.size, table->heading[difference], made);
    wi_polygon sum = {sums ? sums + difference * WI_SUM_HALF : made, WI_SUM_HALF};
    wi_dvec seen = wi_dturn(sign * wi_dvec_of(p), back);
    wi_dface face = wi_polygon_face(sum, seen, (double)horizon, (double)step, wi_dturn(sign * wi_dvec_of(w), back));
    if (apart) *apart = face.apart;
    return (wi_halfplane){wi_dvec_float(wi_dturn(sign * face.n, heading)), (float)face.distance};
}

void wi_ellipse_table_outline(const wi_ellipse_table *table, wi_tabled body, wi_polygon_side *side) {
    polygon_from(body.size, table->heading[interval_of(body.heading)], side);
}
