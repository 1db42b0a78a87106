#include "gauge.h"

#include "base/error.h"
#include "world/scene.h"

#include <math.h>
#include <stdlib.h>

static bool take_bodies(gauge *made, const wi_run *run) {
    const wi_scenario *scenario = run->scenario;
    made->profile_shape = calloc((size_t)scenario->profile_count + 1, sizeof(wend_shape_kind));
    if (!made->profile_shape) return false;
    for (uint32_t i = 0; i < scenario->profile_count; i++)
        made->profile_shape[i] = run->scene->profiles[i].is.shape.kind;
    made->options.profile_shape = made->profile_shape;
    made->options.profile_count = scenario->profile_count;
    return true;
}

wend_result gauge_start_watched(gauge *made, const wi_run *run, const wi_measure_options *options,
                                const wi_measure_watch *watch, wi_comparison *like, wend_error *error) {
    double step = run->scenario->step, steps = 1.0 / (run->scenario->record.fps * step);
    *made = (gauge){
        .options = *options,
        .stride = steps > 1.0 ? (uint64_t)(steps + 0.5) : 1,
        .watch = *watch,
        .like = like,
    };
    made->fps = 1.0 / ((double)made->stride * step);
    if (!made->options.walkable) made->options.walkable = run->geometry, made->options.walls_will_do = true;
    if (take_bodies(made, run)) made->meter = wi_meter_create(&made->options, made->fps);
    if (!made->meter) return wi_fail(error, WEND_NO_MEMORY, "no memory for the measures");
    return gauge_frame(made, run, error);
}

wend_result gauge_start(gauge *made, const wi_run *run, const wi_measure_options *options, wend_error *error) {
    return gauge_start_watched(made, run, options, &(wi_measure_watch){0}, NULL, error);
}

static bool make_room(gauge *of, uint32_t count) {
    if (count <= of->room) return true;
    wi_spot *grown = realloc(of->spot, (size_t)count * sizeof *grown);
    if (!grown) return false;
    of->spot = grown;
    of->room = count;
    return true;
}

static wi_spot spot_of(const wend_view *view, uint32_t row, const wi_run *run) {
    wi_spot spot = wi_spot_in_view(view, row, run->scene->origin);
    spot.z = run->scenario->level_count ? run->scenario->level[view->role[row].level].height : 0.0;
    spot.profile = view->role[row].profile;
    return spot;
}

static int by_id(const void *a, const void *b) {
    uint64_t x = ((const wi_spot *)a)->id, y = ((const wi_spot *)b)->id;
    return (x > y) - (x < y);
}

wend_result gauge_frame(gauge *of, const wi_run *run, wend_error *error) {
    wend_view view;
    if (!of->meter || wend_world_stats(run->world).tick % of->stride) return WEND_OK;
    wend_result result = wend_world_view(run->world, &view, error);
    if (result) return result;
    if (!make_room(of, view.count)) return wi_fail(error, WEND_NO_MEMORY, "no memory for the measures");
    for (uint32_t i = 0; i < view.count; i++) of->spot[i] = spot_of(&view, i, run);
    if (view.count) qsort(of->spot, view.count, sizeof *of->spot, by_id);
    const wi_frame frame = {.number = (int64_t)(view.tick / of->stride), .spot = of->spot, .count = view.count};
    result = wi_meter_frame(of->meter, &frame, error);
    if (!result && of->watch.frame) result = of->watch.frame(of->watch.host, of->meter, error);
    if (!result && of->like) result = wi_comparison_frame(of->like, &frame, of->fps, error);
    return result;
}

wend_result gauge_finish(gauge *of, wend_error *error) {
    return of->meter && of->watch.end ? of->watch.end(of->watch.host, of->meter, error) : WEND_OK;
}

void gauge_end(gauge *of) {
    wi_meter_free(of->meter);
    free(of->profile_shape);
    free(of->spot);
    *of = (gauge){0};
}
