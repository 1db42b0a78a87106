// Maps of density and speed.
#include "report/page.h"
#include "report/view.h"

#include <math.h>

typedef struct sheet {
    wi_heat_kind kind;
    const char *title, *description, *caption;
} sheet;

static const sheet mean_sheet = {WI_HEAT_DENSITY, "Mean density",
                                 "Density averaged over all frames, as colours on the plan.",
                                 "Mean density over all frames"};
static const sheet peak_sheet = {
    WI_HEAT_PEAK, "Peak density",
    "The largest density in any frame, as colours on the plan; the ring is the largest of all.",
    "Largest density in any frame (ring: the very largest)"};
static const sheet speed_sheet = {WI_HEAT_SPEED, "Mean speed", "Mean speed of those who pass, as colours on the plan.",
                                  "Mean speed of those who pass, blank where hardly anybody does"};

static double most_of(const wi_report_part *part, wi_heat_kind kind) {
    double most = 0.0;
    for (uint32_t i = 0; i < part->levels; i++) most = fmax(most, wi_heat_most(&part->field[i], kind));
    return most;
}

static void ring_peak(wi_view *view, const wi_report_part *part, uint32_t level) {
    const wi_report_run *fullest = &part->run[0];
    for (uint32_t i = 1; i < part->runs; i++)
        if (part->run[i].peak_density > fullest->peak_density) fullest = &part->run[i];
    if (fullest->peak_level == level && fullest->peak_density > 0.0)
        wi_view_dot(view, "peak", fullest->peak_x, fullest->peak_y, 7.0);
}

static void print_map(wi_page *page, const wi_report_part *part, const sheet *shown, uint32_t level) {
    const wi_plan *plan = &part->run[0].plan;
    double box[4], most = most_of(part, shown->kind);
    wi_part_box(part, box);
    wi_figure_begin(page);
    wi_view view = wi_view_of(page->to, box);
    wi_view_begin(&view, shown->title, shown->description);
    wi_view_floor(&view, plan, level);
    if (!wi_view_heat(&view, &part->field[level], shown->kind, most)) page->failed = true;
    wi_view_walls(&view, plan, level);
    if (shown->kind == WI_HEAT_PEAK) ring_peak(&view, part, level);
    wi_view_end(&view);
    wi_view_heat_key(page->to, shown->kind, most);
    const char *name = part->levels > 1 ? plan->level[level].name : NULL;
    wi_figure_end(page, "%s%s%s%s. Gaussian, R = %g m; cells of %g m.", shown->caption,
                  part->runs > 1 ? ", all runs" : "", name ? ", level " : "", name ? name : "",
                  part->field[level].reach, part->field[level].cell);
}

static void print_levels(wi_page *page, const wi_report_part *part, const sheet *shown) {
    for (uint32_t level = 0; level < part->levels; level++) print_map(page, part, shown, level);
}

void wi_section_maps(wi_page *page, const wi_report_part *part) {
    fprintf(page->to, "<section><h2>Density</h2>\n");
    print_levels(page, part, &mean_sheet);
    print_levels(page, part, &peak_sheet);
    fprintf(page->to, "</section>\n<section><h2>Speed</h2>\n");
    print_levels(page, part, &speed_sheet);
    fprintf(page->to, "</section>\n");
}
