// The public interface: definitions, frames and numbers in the terms of a host, measured by a wi_meter.
#include "measure/host.h"

#include "base/error.h"
#include "base/sort.h"
#include "measure/diagram.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// Definitions ----------------------------------------------------------------------------------------------------------

// What has one name and one layout here and there.
#define SHARED_FIELDS(X) \
    X(after)             \
    X(radius)            \
    X(mass)              \
    X(collision_depth)   \
    X(turn)              \
    X(area)              \
    X(line)              \
    X(discs)             \
    X(from_places)       \
    X(collision_horizon) \
    X(lane_width)        \
    X(lane_axis)         \
    X(seed)              \
    X(voronoi)           \
    X(cell_reach)        \
    X(walkable)          \
    X(curve)             \
    X(watch)             \
    X(watch_id)          \
    X(pair)              \
    X(pair_id)           \
    X(pair_start)        \
    X(allocator)

#define COPY_FIELD(field)                                                             \
    _Static_assert(sizeof to.field == sizeof from->field, "a field of another size"); \
    memcpy(&to.field, &from->field, sizeof to.field);

static wend_meter_def def_from(const wi_measure_options *from) {
    wend_meter_def to = {0};
    SHARED_FIELDS(COPY_FIELD)
    return to;
}

// Every spot tells its own shape, so that its kind takes the place of a profile.
static wi_measure_options options_from(const wend_meter_def *from) {
    static const wend_shape_kind kinds[] = {
        [WEND_DISC] = WEND_DISC, [WEND_ELLIPSE] = WEND_ELLIPSE, [WEND_BOX] = WEND_BOX};
    wi_measure_options to = {.profile_shape = kinds, .profile_count = WEND_COUNT(kinds)};
    SHARED_FIELDS(COPY_FIELD)
    return to;
}

void wi_host_set_shape(wi_spot *spot, wend_shape shape) {
    spot->half_length = shape.half_length, spot->half_width = shape.half_width;
    spot->profile = (uint32_t)shape.kind;
}

wend_meter_def wend_meter_default(double fps) {
    const wi_measure_options initial = wi_measure_options_default();
    wend_meter_def def = def_from(&initial);
    def.fps = fps;
    def.storey = 3.0;
    def.cookie = WI_COOKIE;
    return def;
}

// Life -----------------------------------------------------------------------------------------------------------------

wend_result wend_meter_create(const wend_meter_def *def, wend_meter **meter, wend_error *error) {
    if (meter == NULL) return wi_fail(error, WEND_BAD_ARGUMENT, "there is no place to put the meter");
    *meter = NULL;
    if (def == NULL || def->cookie != WI_COOKIE)
        return wi_fail(error, WEND_BAD_ARGUMENT, "start from wend_meter_default()");
    if (!isfinite(def->storey)) return wi_fail(error, WEND_BAD_ARGUMENT, "storey is %g m; take a number", def->storey);
    wi_memory memory = wi_memory_from(def->allocator);
    wend_meter *made = wi_memory_take(&memory, 1, sizeof *made);
    if (!made) return wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    const wi_measure_options options = options_from(def);
    *made = (wend_meter){.memory = memory, .fps = def->fps, .storey = def->storey};
    made->inner = wi_meter_create(&options, def->fps);
    wend_result result =
        made->inner ? wi_meter_begin(made->inner, error) : wi_fail(error, WEND_NO_MEMORY, "no memory for a meter");
    if (result == WEND_OK)
        *meter = made;
    else
        wend_meter_destroy(made);
    return result;
}

void wend_meter_destroy(wend_meter *meter) {
    if (!meter) return;
    wi_memory memory = meter->memory;
    wi_meter_free(meter->inner);
    wi_memory_give(&memory, meter->spot, meter->spot_room, sizeof *meter->spot);
    wi_memory_give(&memory, meter->scratch, meter->scratch_room, sizeof *meter->scratch);
    wi_memory_give(&memory, meter, 1, sizeof *meter);
}

// Frames ---------------------------------------------------------------------------------------------------------------

wend_result wi_host_reserve(wend_meter *meter, uint32_t count, wend_error *error) {
    wi_memory *memory = &meter->memory;
    if (wi_memory_grow(memory, (void **)&meter->spot, &meter->spot_room, count, sizeof *meter->spot) &&
        wi_memory_grow(memory, (void **)&meter->scratch, &meter->scratch_room, count, sizeof *meter->scratch))
        return WEND_OK;
    return wi_fail(error, WEND_NO_MEMORY, "no memory to measure %" PRIu32 " agents", count);
}

wend_result wi_host_take(wend_meter *meter, int64_t number, uint32_t count, wend_error *error) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < count; i++) largest = meter->spot[i].id > largest ? meter->spot[i].id : largest;
    wi_sort_by_number(meter->spot, meter->scratch, count, sizeof *meter->spot, offsetof(wi_spot, id), largest);
    return wi_meter_frame(meter->inner, &(wi_frame){number, meter->spot, count}, error);
}

wend_spot wend_spot_at(uint64_t id, double x, double y) {
    return (wend_spot){id, x, y, (double)NAN, NAN, NAN, NAN, {WEND_DISC, NAN, NAN}};
}

static wi_spot spot_from(const wend_spot *from) {
    wi_spot spot = wi_spot_at(from->id, from->x, from->y);
    spot.z = from->z;
    spot.vx = from->vx, spot.vy = from->vy;
    spot.heading = from->heading;
    wi_host_set_shape(&spot, from->shape);
    return spot;
}

wend_result wend_meter_frame(wend_meter *meter, int64_t number, const wend_spot *spots, uint32_t count,
                             wend_error *error) {
    wend_result result = wi_host_reserve(meter, count, error);
    if (result) return result;
    for (uint32_t i = 0; i < count; i++) meter->spot[i] = spot_from(&spots[i]);
    return wi_host_take(meter, number, count, error);
}

// Numbers --------------------------------------------------------------------------------------------------------------

uint32_t wend_measure_count(void) {
    uint32_t count = 0;
    while (wi_measure_value_at(count)) count++;
    return count;
}

wend_measure wend_measure_at(uint32_t index) {
    const wi_measure_value *value = wi_measure_value_at(index);
    if (!value) return (wend_measure){0};
    return (wend_measure){value->name, value->unit, value->meaning, value->count, value->decimals};
}

uint32_t wend_measure_find(const char *name) {
    const wi_measure_value *value;
    for (uint32_t i = 0; (value = wi_measure_value_at(i)); i++) {
        if (strcmp(value->name, name) == 0) return i;
    }
    return UINT32_MAX;
}

bool wend_meter_measures(const wend_meter *meter, uint32_t index) {
    return wi_measure_value_asked(index, wi_meter_options(meter->inner));
}

void wend_meter_read(wend_meter *meter, double *values, uint32_t count) {
    const wi_measures found = wi_meter_result(meter->inner);
    const wi_measure_value *value;
    for (uint32_t i = 0; i < count && (value = wi_measure_value_at(i)); i++) values[i] = wi_measure_read(&found, value);
}

wend_result wend_meter_value(wend_meter *meter, const char *name, double *value, wend_error *error) {
    uint32_t index = wend_measure_find(name);
    if (index == UINT32_MAX)
        return wi_fail(error, WEND_NOT_FOUND, "there is no measure `%.100s`; wend_measure_at() tells which there are",
                       name);
    const wi_measures found = wi_meter_result(meter->inner);
    *value = wi_measure_read(&found, wi_measure_value_at(index));
    return WEND_OK;
}

wend_instant wend_meter_instant(const wend_meter *meter) { return wi_meter_instant(meter->inner); }

// Lists and curves -----------------------------------------------------------------------------------------------------

const wend_crossing *wend_meter_crossings(wend_meter *meter, uint32_t *count) {
    return wi_meter_crossings(meter->inner, count);
}

const wend_collision *wend_meter_collisions(wend_meter *meter, uint32_t *count) {
    return wi_meter_collisions(meter->inner, count);
}

const wend_prediction *wend_meter_predictions(wend_meter *meter, uint32_t *count) {
    return wi_meter_predictions(meter->inner, count);
}

wend_diagram_bin wend_meter_diagram(const wend_meter *meter, uint32_t bin) {
    _Static_assert(WEND_DIAGRAM_BINS == WI_DIAGRAM_BINS, "as many bins here as there");
    const wi_diagram *diagram = wi_meter_diagram(meter->inner);
    wend_diagram_bin made = {.density = (bin + 0.5) * WI_DIAGRAM_BIN};
    made.speed = made.speed_low = made.speed_high = (double)NAN;
    if (bin >= WI_DIAGRAM_BINS) return made;
    made.frames = diagram->count[bin];
    made.speed = wi_diagram_mean(diagram, bin);
    made.speed_low = wi_diagram_quantile(diagram, bin, 0.1);
    made.speed_high = wi_diagram_quantile(diagram, bin, 0.9);
    return made;
}

wend_collision_times wend_meter_collision_times(const wend_meter *meter) {
    return wi_meter_collision_times(meter->inner);
}
