// The key figures for programs.
#include "base/json_write.h"
#include "measure/meter.h"
#include "report/figures.h"
#include "report/view.h"

#include <math.h>

static bool area_given(const wi_report *report) {
    const double *area = report->options.measure.area;
    return area[0] != 0.0 || area[1] != 0.0 || area[2] != 0.0 || area[3] != 0.0;
}

static void print_exits(FILE *to, const wi_report_run *run) {
    fprintf(to, "[");
    for (uint32_t i = 0; i < run->plan.goal_count; i++) {
        wi_exit_use use = wi_exit_used(run, i);
        char name[80];
        fprintf(to, "%s", i ? ", " : "");
        wi_json_object exit = wi_json_begin(to, 8);
        wi_json_put_text(&exit, "name", wi_goal_name(&run->plan, i, name));
        wi_json_put_number(&exit, "agents", use.agents, 0);
        wi_json_put_number(&exit, "width_m", wi_goal_width(&run->plan.goal[i]), 3);
        wi_json_put_number(&exit, "last_s", use.agents > 0.0 ? use.last : (double)NAN, 2);
        wi_json_put_number(&exit, "flow_per_s", use.flow, 4);
        wi_json_put_number(&exit, "flow_per_m_s", use.specific_flow, 4);
        wi_json_end(&exit);
    }
    fprintf(to, "]");
}

static void print_lines(FILE *to, const wi_report_run *run) {
    fprintf(to, "[");
    for (uint32_t i = 0; i < run->lines; i++) {
        const wi_report_line *line = &run->line[i];
        fprintf(to, "%s", i ? ", " : "");
        wi_json_object object = wi_json_begin(to, 8);
        wi_json_put_text(&object, "name", line->name);
        wi_json_put_number(&object, "length_m", hypot(line->at[2] - line->at[0], line->at[3] - line->at[1]), 3);
        wi_json_put_count(&object, "crossings_right", line->to_right);
        wi_json_put_count(&object, "crossings_left", line->count - line->to_right);
        wi_json_put_number(&object, "flow_mean_per_s", line->flow, 4);
        wi_json_end(&object);
    }
    fprintf(to, "]");
}

static void print_run(const wi_report *report, FILE *to, const wi_report_run *run) {
    uint32_t count;
    const wi_figure *figure = wi_figures_list(&count);
    wi_json_object object = wi_json_begin(to, 4);
    wi_json_put_text(&object, "file", run->path);
    wi_json_put_flag(&object, "whole", run->about.whole);
    wi_json_put_count(&object, "unsized", run->measures.unsized);
    for (uint32_t i = 0; i < count; i++) {
        if (!figure[i].with_area || area_given(report))
            wi_json_put_number(&object, figure[i].name, figure[i].of(run), figure[i].decimals);
    }
    wi_json_put_name(&object, "exits");
    print_exits(to, run);
    wi_json_put_name(&object, "lines");
    print_lines(to, run);
    wi_json_end(&object);
}

// Mean and half width of the interval of each figure, over runs of one scene.
static void print_means(const wi_report *report, FILE *to, const wi_report_part *part) {
    uint32_t count;
    const wi_figure *figure = wi_figures_list(&count);
    wi_json_object object = wi_json_begin(to, 4);
    wi_json_put_count(&object, "runs", part->runs);
    for (uint32_t i = 0; i < count; i++) {
        if (figure[i].with_area && !area_given(report)) continue;
        wi_interval over = wi_figure_over(&figure[i], part->run, part->runs);
        wi_json_put_name(&object, figure[i].name);
        wi_json_object pair = wi_json_begin(to, 6);
        wi_json_put_number(&pair, "mean", over.mean, 6);
        wi_json_put_number(&pair, "ci95", over.half, 6);
        wi_json_end(&pair);
    }
    wi_json_end(&object);
}

void wi_report_print_json(const wi_report *report, FILE *to) {
    wi_json_object object = wi_json_begin(to, 0);
    wi_json_put_text(&object, "title", report->title);
    wi_json_put_name(&object, "runs");
    for (uint32_t i = 0; i < report->runs; i++) {
        fprintf(to, "%s", i ? ", " : "[");
        print_run(report, to, &report->run[i]);
    }
    fprintf(to, "]");
    wi_json_put_name(&object, "scenes");
    for (uint32_t i = 0; i < report->parts; i++) {
        fprintf(to, "%s", i ? ", " : "[");
        print_means(report, to, &report->part[i]);
    }
    fprintf(to, "]");
    wi_json_end(&object);
    fprintf(to, "\n");
}
