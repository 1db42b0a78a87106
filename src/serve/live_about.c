// The description of a live run, for viewers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "replay/about.h"
#include "scenario/describe.h"
#include "serve/live_state.h"

// Whoever draws it needs room around everyone, too.
static void include_agents(const wi_run *run, wi_plan *plan) {
    wend_view view;
    if (wend_world_view(run->world, &view, NULL) != WEND_OK) return;
    double *b = plan->bounds;
    for (uint32_t i = 0; i < view.count; i++) {
        double x = (double)view.x[i], y = (double)view.y[i];
        bool first = !(b[0] <= b[2]);
        b[0] = first ? x : fmin(b[0], x), b[1] = first ? y : fmin(b[1], y);
        b[2] = first ? x : fmax(b[2], x), b[3] = first ? y : fmax(b[3], y);
    }
}

static void print_about(FILE *to, const wi_run *run, const wi_plan *plan) {
    const char *path = run->scenario->path, *slash = path ? strrchr(path, '/') : NULL;
    fprintf(to, "{\"say\": \"about\", \"about\": {\"format\": 1, \"wend\": \"%s\", \"live\": true, \"source\": ",
            wend_version());
    wi_json_print_text(to, slash ? slash + 1 : path ? path : "");
    fputs(", \"fps\": ", to);
    wi_json_print_number(to, 1.0 / run->scenario->step);
    fprintf(to, ", \"seed\": \"%llu\", \"whole\": true,\n", (unsigned long long)run->seed);
    wi_plan_print(plan, to);
    fputs(",\n\"models\": ", to);
    wi_about_models(to);
    fputs(",\n\"scenario\": ", to);
    wi_json_print_text(to, run->scenario->text ? run->scenario->text : "");
    fputs("}}", to);
}

static wi_parcel *parcel_of(const char *text, size_t size) {
    wi_parcel *parcel = wi_parcel_make(size);
    if (parcel) memcpy(parcel->data, text, size);
    return parcel;
}

wi_parcel *wi_live_about(const wi_run *run, double bounds[4]) {
    wi_plan plan;
    char *text = NULL;
    size_t size = 0;
    if (!wi_run_plan(run, &plan)) return NULL;
    include_agents(run, &plan);
    memcpy(bounds, plan.bounds, sizeof plan.bounds);
    FILE *to = open_memstream(&text, &size);
    if (to) print_about(to, run, &plan);
    wi_plan_free(&plan);
    bool good = to && !ferror(to);
    if (to && fclose(to) != 0) good = false;
    wi_parcel *parcel = good ? parcel_of(text, size) : NULL;
    free(text);
    return parcel;
}
