// The evacuation curve: who is still inside over time.
#include "report/chart.h"
#include "report/page.h"

#include <math.h>
#include <stdlib.h>

#define SAMPLES 240

static double most_inside(const wi_report_part *part, double length) {
    double most = 0.0;
    for (uint32_t i = 0; i < part->runs; i++)
        for (uint32_t k = 0; k <= SAMPLES; k++)
            most = fmax(most, (double)wi_inside_at(&part->run[i], length * k / SAMPLES));
    return most;
}

static void draw_run(wi_chart *chart, const wi_report_run *run, const char *look) {
    wend_point point[SAMPLES + 1];
    for (uint32_t k = 0; k <= SAMPLES; k++) {
        double time = run->length * k / SAMPLES;
        point[k] = (wend_point){time, (double)wi_inside_at(run, time)};
    }
    wi_chart_steps(chart, look, point, SAMPLES + 1);
}

// The mean over runs, and the band that holds it with 95 % where there are runs enough.
static void draw_mean(wi_chart *chart, const wi_report_part *part, double length) {
    wend_point mean[SAMPLES + 1], low[SAMPLES + 1], high[SAMPLES + 1];
    for (uint32_t k = 0; k <= SAMPLES; k++) {
        double time = length * k / SAMPLES, inside[WI_REPORT_RUNS_MAX];
        for (uint32_t i = 0; i < part->runs; i++) inside[i] = (double)wi_inside_at(&part->run[i], time);
        wi_interval over = wi_interval_of_three(inside, part->runs);
        mean[k] = (wend_point){time, over.mean};
        low[k] = (wend_point){time, fmax(over.mean - over.half, 0.0)};
        high[k] = (wend_point){time, fmin(over.mean + over.half, chart->y.high)};
        if (!isfinite(over.half)) low[k].y = high[k].y = (double)NAN;
    }
    wi_chart_band(chart, "c0", low, high, SAMPLES + 1);
    wi_chart_line(chart, "bold c0", mean, SAMPLES + 1);
}

static double mean_share_out(const wi_report_part *part, double share) {
    double time[WI_REPORT_RUNS_MAX];
    for (uint32_t i = 0; i < part->runs; i++) {
        time[i] = wi_share_out(&part->run[i], share);
        if (!isfinite(time[i])) return (double)NAN; // a mean of those that got there would look too good
    }
    return wi_interval_of(time, part->runs).mean;
}

static void draw_chart(wi_page *page, const wi_report_part *part) {
    double length = wi_part_length(part);
    wi_chart chart = {page->to, wi_axis_until("time, s", length),
                      wi_axis_to("agents inside", most_inside(part, length)), 0, 0};
    wi_chart_begin(&chart, "Evacuation curve", "How many agents are still inside over time.");
    for (uint32_t i = 0; i < part->runs; i++) draw_run(&chart, &part->run[i], part->runs > 1 ? "thin ink" : "bold c0");
    if (part->runs > 1) draw_mean(&chart, part, length);
    wi_chart_mark(&chart, mean_share_out(part, 0.5), "50 %", 0);
    wi_chart_mark(&chart, mean_share_out(part, 0.95), "95 %", 1);
    wi_chart_mark(&chart, mean_share_out(part, 1.0), "100 %", 2);
    wi_chart_end(&chart);
}

static void print_legend(wi_page *page, uint32_t runs) {
    fprintf(page->to, "<ul class=\"legend\">");
    wi_page_key(page, "thin ink", "each run");
    wi_page_key(page, "c0", "mean");
    if (runs >= 3) wi_page_key(page, "band c0", "95 % confidence band of the mean (Student's t)");
    fprintf(page->to, "</ul>\n");
    if (runs < 3)
        fprintf(page->to, "<p class=\"note\">No confidence band: two runs are too few to tell how far the mean can be "
                          "trusted.</p>\n");
}

void wi_section_out(wi_page *page, const wi_report_part *part) {
    uint32_t out = 0;
    for (uint32_t i = 0; i < part->runs; i++) out += part->run[i].out_count;
    fprintf(page->to, "<section><h2>Evacuation</h2>\n");
    if (out == 0) fprintf(page->to, "<p class=\"note\">Nobody leaves the scene or comes to a goal to stay.</p>\n");
    wi_figure_begin(page);
    draw_chart(page, part);
    if (part->runs > 1) print_legend(page, part->runs);
    wi_figure_end(page, "Agents inside over time. Marks: when that share of all agents is out%s.",
                  part->runs > 1 ? ", mean over runs (no mark where a run does not get there)" : "");
    fprintf(page->to, "</section>\n");
}
