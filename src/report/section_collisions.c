// Collisions: when and where they begin.
#include "report/chart.h"
#include "report/page.h"
#include "report/view.h"

#include <math.h>

#define DOTS_MAX 4000 // in a picture: more would be a blot, and a large file

static uint32_t all_collisions(const wi_report_part *part) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < part->runs; i++) count += part->run[i].collisions;
    return count;
}

// Of a mean run.
static wi_columns count_times(const wi_report_part *part, double end) {
    wi_columns columns = wi_columns_until(end, 40);
    for (uint32_t i = 0; i < part->runs; i++)
        for (uint32_t k = 0; k < part->run[i].collisions; k++)
            wi_columns_add(&columns, part->run[i].collision[k].time, 1.0 / part->runs);
    return columns;
}

static void print_times(wi_page *page, const wi_report_part *part) {
    wi_axis x = wi_axis_until("time, s", wi_part_length(part));
    wi_columns columns = count_times(part, x.high);
    wi_axis y = wi_axis_to(part->runs > 1 ? "collisions a run" : "collisions", columns.most);
    wi_chart chart = {page->to, x, y, 0, 220.0};
    wi_figure_begin(page);
    wi_chart_begin(&chart, "Collisions over time", "How many collisions begin over time.");
    wi_chart_columns(&chart, "hit", &columns);
    wi_chart_end(&chart);
    wi_figure_end(page, "Collisions that begin, in columns of %g s%s.", columns.step,
                  part->runs > 1 ? ", mean over runs" : "");
}

// Every so many, where there are too many to draw.
static void draw_dots(wi_view *view, const wi_report_part *part, uint32_t level, uint32_t every) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < part->runs; i++) {
        const wi_report_run *run = &part->run[i];
        for (uint32_t k = 0; k < run->collisions; k++) {
            const wi_collision *hit = &run->collision[k];
            if (wi_plan_level_at(&run->plan, hit->z) == level && number++ % every == 0)
                wi_view_dot(view, "hit-dot", hit->x, hit->y, 2.5);
        }
    }
}

static void print_places(wi_page *page, const wi_report_part *part, uint32_t level, uint32_t all) {
    const wi_plan *plan = &part->run[0].plan;
    uint32_t every = all / DOTS_MAX + 1;
    double box[4];
    wi_part_box(part, box);
    wi_figure_begin(page);
    wi_view view = wi_view_of(page->to, box);
    wi_view_begin(&view, "Where collisions begin", "Each dot is the place between two bodies that begin to overlap.");
    wi_view_floor(&view, plan, level);
    wi_view_walls(&view, plan, level);
    draw_dots(&view, part, level, every);
    wi_view_end(&view);
    if (every > 1)
        wi_figure_end(page, "Where collisions begin; one in %u is drawn.", (unsigned)every);
    else
        wi_figure_end(page, "Where collisions begin.");
}

static void print_assumed(wi_page *page, const wi_report_part *part) {
    uint32_t unsized = 0;
    for (uint32_t i = 0; i < part->runs; i++) unsized += part->run[i].measures.unsized > 0;
    if (unsized > 0)
        fprintf(page->to,
                "<p class=\"note\">%s how large bodies are: those are taken to be discs with a radius of %g m.</p>\n",
                part->runs == 1        ? "The recording does not tell"
                : unsized < part->runs ? "Some recordings do not tell"
                                       : "The recordings do not tell",
                page->report->options.measure.radius);
}

void wi_section_collisions(wi_page *page, const wi_report_part *part) {
    uint32_t all = all_collisions(part);
    fprintf(page->to, "<section><h2>Collisions</h2>\n");
    print_assumed(page, part);
    if (all == 0) {
        fprintf(page->to, "<p>There are none.</p></section>\n");
        return;
    }
    print_times(page, part);
    for (uint32_t level = 0; level < part->levels; level++) print_places(page, part, level, all);
    fprintf(page->to, "</section>\n");
}
