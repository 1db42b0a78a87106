// How fast people walk where it is how full, and how long their ways take.
#include "report/chart.h"
#include "report/page.h"

#include <math.h>
#include <stdlib.h>

// The fundamental diagram ---------------------------------------------------------------------------------------------

#define BIN_LEAST 20 // observations, for a bin to say something

static uint32_t bins_shown(const wi_diagram *diagram) {
    uint32_t end = 0;
    for (uint32_t i = 0; i < WI_DIAGRAM_BINS; i++)
        if (diagram->count[i] >= BIN_LEAST) end = i + 1;
    return end;
}

static void draw_weidmann(wi_chart *chart) {
    wend_point point[101];
    for (uint32_t i = 0; i <= 100; i++) {
        double density = chart->x.high * i / 100.0;
        point[i] = (wend_point){density, wi_weidmann_speed(density)};
    }
    wi_chart_line(chart, "dashed c1", point, 101);
}

static void draw_bins(wi_chart *chart, const wi_diagram *diagram, uint32_t bins) {
    wend_point low[WI_DIAGRAM_BINS] = {0}, high[WI_DIAGRAM_BINS] = {0}, mean[WI_DIAGRAM_BINS] = {0};
    for (uint32_t i = 0; i < bins; i++) {
        double density = (i + 0.5) * WI_DIAGRAM_BIN;
        bool enough = diagram->count[i] >= BIN_LEAST;
        mean[i] = (wend_point){density, enough ? wi_diagram_mean(diagram, i) : (double)NAN};
        low[i] = (wend_point){density, enough ? wi_diagram_quantile(diagram, i, 0.1) : (double)NAN};
        high[i] = (wend_point){density, enough ? wi_diagram_quantile(diagram, i, 0.9) : (double)NAN};
    }
    wi_chart_band(chart, "c0", low, high, bins);
    wi_chart_line(chart, "c0", mean, bins);
    for (uint32_t i = 0; i < bins; i++) wi_chart_dot(chart, "c0", mean[i]);
}

static double fastest(const wi_diagram *diagram, uint32_t bins) {
    double most = 1.4;
    for (uint32_t i = 0; i < bins; i++)
        if (diagram->count[i] >= BIN_LEAST) most = fmax(most, wi_diagram_quantile(diagram, i, 0.9));
    return most;
}

void wi_section_walking(wi_page *page, const wi_report_part *part) {
    const wi_diagram *diagram = part->diagram;
    uint32_t bins = bins_shown(diagram);
    fprintf(page->to, "<section><h2>Speed against density</h2>\n");
    if (bins == 0) {
        fprintf(page->to,
                "<p class=\"note\">Too few observations of walking agents for a fundamental diagram.</p></section>\n");
        return;
    }
    wi_chart chart = {page->to, wi_axis_to("local density, 1/m\u00b2", fmax(bins * WI_DIAGRAM_BIN, 4.0)),
                      wi_axis_to("speed, m/s", fastest(diagram, bins)), 0, 0};
    wi_figure_begin(page);
    wi_chart_begin(&chart, "Fundamental diagram", "Speed against local density, beside Weidmann's curve.");
    draw_bins(&chart, diagram, bins);
    draw_weidmann(&chart);
    wi_chart_end(&chart);
    fprintf(page->to, "<ul class=\"legend\">");
    wi_page_key(page, "c0", "mean of each density");
    wi_page_key(page, "band c0", "where 80 % lie (10 % to 90 %)");
    wi_page_key(page, "dashed c1", "Weidmann (1993)");
    fprintf(page->to, "</ul>\n");
    wi_figure_end(
        page,
        "Fundamental diagram: speed of walking agents against the density at their place, over all frames, in "
        "bins of %g per m\u00b2 with at least %d observations. Weidmann: v = 1.34 (1 \u2212 exp(\u22121.913 "
        "(1/\u03c1 \u2212 1/5.4))).",
        WI_DIAGRAM_BIN, BIN_LEAST);
    fprintf(page->to, "</section>\n");
}

// Travel times --------------------------------------------------------------------------------------------------------

static double travel_time(const wi_walker *walker) { return walker->seen - walker->entered; }

static double longest_travel(const wi_report_part *part) {
    double most = 0.0;
    for (uint32_t i = 0; i < part->runs; i++)
        for (uint32_t k = 0; k < part->run[i].walkers; k++) most = fmax(most, travel_time(&part->run[i].walker[k]));
    return most;
}

// Of a mean run.
static wi_columns count_travel(const wi_report_part *part, double end) {
    wi_columns columns = wi_columns_until(end, 24);
    for (uint32_t i = 0; i < part->runs; i++)
        for (uint32_t k = 0; k < part->run[i].walkers; k++)
            wi_columns_add(&columns, travel_time(&part->run[i].walker[k]), 1.0 / part->runs);
    return columns;
}

void wi_section_travel(wi_page *page, const wi_report_part *part) {
    wi_axis x = wi_axis_to("travel time, s", longest_travel(part));
    wi_columns columns = count_travel(part, x.high);
    wi_chart chart = {page->to, x, wi_axis_to(part->runs > 1 ? "agents a run" : "agents", columns.most), 0, 0};
    fprintf(page->to, "<section><h2>Travel times</h2>\n");
    wi_figure_begin(page);
    wi_chart_begin(&chart, "Travel times", "How many agents took how long from their first frame to their last.");
    wi_chart_columns(&chart, "c0", &columns);
    wi_chart_end(&chart);
    wi_figure_end(page, "Travel times in columns of %g s%s.", columns.step, part->runs > 1 ? ", mean over runs" : "");
    fprintf(page->to, "</section>\n");
}
