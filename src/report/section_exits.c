// Exits and lines: how many came through, and when.
#include "report/chart.h"
#include "report/html.h"
#include "report/page.h"
#include "report/view.h"

#include <math.h>
#include <stdlib.h>

#define ROWS_MAX 24   // exits in the table
#define CURVES_MAX 10 // colours

// Exits in the order of use -------------------------------------------------------------------------------------------

typedef struct ranked {
    uint32_t goal;
    double agents;
} ranked;

static int by_use(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->agents != y->agents) return x->agents < y->agents ? 1 : -1;
    return (x->goal > y->goal) - (x->goal < y->goal);
}

// From malloc; NULL without memory.
static ranked *rank_goals(const wi_report_part *part) {
    uint32_t count = part->run[0].plan.goal_count;
    ranked *order = calloc((size_t)count + 1, sizeof *order);
    for (uint32_t i = 0; order && i < count; i++) order[i].goal = i;
    for (uint32_t k = 0; order && k < part->runs; k++) {
        for (uint32_t i = 0; i < part->run[k].walkers; i++) {
            uint32_t exit = part->run[k].walker[i].exit;
            if (exit < count) order[exit].agents++;
        }
    }
    if (order && count) qsort(order, count, sizeof *order, by_use);
    return order;
}

// Table ---------------------------------------------------------------------------------------------------------------

static void print_exit(wi_page *page, const wi_report_part *part, uint32_t goal) {
    double agents[WI_REPORT_RUNS_MAX], share[WI_REPORT_RUNS_MAX], last[WI_REPORT_RUNS_MAX], flow[WI_REPORT_RUNS_MAX],
        specific[WI_REPORT_RUNS_MAX];
    for (uint32_t i = 0; i < part->runs; i++) {
        wi_exit_use use = wi_exit_used(&part->run[i], goal);
        agents[i] = use.agents;
        share[i] = 100.0 * use.share;
        last[i] = use.last;
        flow[i] = use.flow;
        specific[i] = use.specific_flow;
    }
    const wi_plan *plan = &part->run[0].plan;
    char name[80];
    wi_page_text(page, "<tr><th class=\"name\">", wi_goal_name(plan, goal, name), "</th>");
    wi_page_number(page, wi_goal_width(&plan->goal[goal]), 2);
    int decimals = part->runs > 1 ? 1 : 0;
    wi_page_interval(page, wi_interval_of_three(agents, part->runs), decimals);
    wi_page_interval(page, wi_interval_of_three(share, part->runs), 1);
    wi_page_interval(page, wi_interval_of_three(last, part->runs), 1);
    wi_page_interval(page, wi_interval_of_three(flow, part->runs), 2);
    wi_page_interval(page, wi_interval_of_three(specific, part->runs), 2);
    fprintf(page->to, "</tr>\n");
}

// Goals on the way are nobody's last, and neither is an exit that nobody took: both are worth a sentence, not a row.
static void print_unused(wi_page *page, const wi_report_part *part, const ranked *order, uint32_t used) {
    const wi_plan *plan = &part->run[0].plan;
    if (used == plan->goal_count) return;
    fprintf(page->to, "<p class=\"note\">Goals where nobody was seen last (on the way, or not taken):");
    for (uint32_t i = used; i < plan->goal_count && i < used + ROWS_MAX; i++) {
        char name[80];
        wi_page_text(page, i == used ? " " : ", ", wi_goal_name(plan, order[i].goal, name), "");
    }
    fprintf(page->to, "%s.</p>\n", plan->goal_count > used + ROWS_MAX ? " and others" : "");
}

static void print_table(wi_page *page, const wi_report_part *part, const ranked *order) {
    uint32_t count = 0, goals = part->run[0].plan.goal_count;
    while (count < goals && order[count].agents > 0.0) count++;
    uint32_t shown = count < ROWS_MAX ? count : ROWS_MAX;
    fprintf(
        page->to,
        "<div class=\"wide\"><table><thead><tr><th>exit</th><th class=\"n\">width, m</th><th class=\"n\">agents</th>"
        "<th class=\"n\">share, %%</th><th class=\"n\">last, s</th><th class=\"n\">flow, 1/s</th>"
        "<th class=\"n\">flow per metre, 1/(m s)</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < shown; i++) print_exit(page, part, order[i].goal);
    fprintf(page->to, "</tbody></table></div>\n");
    if (shown < count)
        fprintf(page->to, "<p class=\"note\">The %u most used of %u exits.</p>\n", (unsigned)shown, (unsigned)count);
    print_unused(page, part, order, count);
}

// Curves --------------------------------------------------------------------------------------------------------------

// Each event is a step up by one.
static void draw_count(wi_chart *chart, const char *look, const double *time, uint32_t count, double end) {
    wend_point *point = calloc((size_t)count + 2, sizeof *point);
    if (!point) return;
    for (uint32_t i = 0; i < count; i++) point[i + 1] = (wend_point){time[i], i + 1.0};
    point[count + 1] = (wend_point){end, count};
    wi_chart_steps(chart, look, point, count + 2);
    free(point);
}

static const char *curve_look(const wi_report_part *part, uint32_t which, char text[16]) {
    (void)snprintf(text, 16, "%sc%u", part->runs > 1 ? "thin " : "", (unsigned)(which % CURVES_MAX));
    return text;
}

static double most_at_exits(const wi_report_part *part, const ranked *order, uint32_t curves) {
    double most = 0.0;
    for (uint32_t i = 0; i < part->runs; i++)
        for (uint32_t k = 0; k < curves; k++) most = fmax(most, wi_exit_used(&part->run[i], order[k].goal).agents);
    return most;
}

static void draw_exits(wi_page *page, const wi_report_part *part, const ranked *order, uint32_t curves) {
    wi_chart chart = {page->to, wi_axis_until("time, s", wi_part_length(part)),
                      wi_axis_to("agents out (N)", most_at_exits(part, order, curves)), 0, 0};
    wi_chart_begin(&chart, "Use of exits over time", "How many agents have come out at each exit over time.");
    for (uint32_t i = 0; i < part->runs; i++) {
        for (uint32_t k = 0; k < curves; k++) {
            uint32_t count;
            char look[16];
            double *time = wi_exit_times(&part->run[i], order[k].goal, &count);
            if (time) draw_count(&chart, curve_look(part, k, look), time, count, part->run[i].length);
            page->failed = page->failed || !time;
            free(time);
        }
    }
    wi_chart_end(&chart);
}

static void print_curves(wi_page *page, const wi_report_part *part, const ranked *order) {
    const wi_plan *plan = &part->run[0].plan;
    uint32_t curves = 0;
    while (curves < plan->goal_count && curves < CURVES_MAX && order[curves].agents > 0.0) curves++;
    if (curves == 0) return;
    wi_figure_begin(page);
    draw_exits(page, part, order, curves);
    fprintf(page->to, "<ul class=\"legend\">");
    for (uint32_t k = 0; k < curves; k++) {
        char look[8], name[80];
        (void)snprintf(look, sizeof look, "c%u", (unsigned)(k % CURVES_MAX));
        wi_page_key(page, look, wi_goal_name(plan, order[k].goal, name));
    }
    fprintf(page->to, "</ul>\n");
    wi_figure_end(page, "Agents out by exit over time (N-t curves)%s.", part->runs > 1 ? ", a line for each run" : "");
}

void wi_section_exits(wi_page *page, const wi_report_part *part) {
    fprintf(page->to, "<section><h2>Exits</h2>\n");
    ranked *order = rank_goals(part);
    if (!order) {
        page->failed = true;
    } else if (part->run[0].plan.goal_count == 0) {
        fprintf(page->to,
                "<p class=\"note\">The recording does not tell where its exits are, so who used which is not known. "
                "Flow over any line can be measured with <code>--line x0,y0,x1,y1</code>.</p>\n");
    } else {
        fprintf(page->to,
                "<p class=\"note\">An agent that is out counts for the goal nearest to where it was seen last. Width "
                "is the longer side of the goal's area; flow is the mean between the first and the last.</p>\n");
        print_table(page, part, order);
        print_curves(page, part, order);
    }
    free(order);
    fprintf(page->to, "</section>\n");
}

// Lines ---------------------------------------------------------------------------------------------------------------

static void print_line(wi_page *page, const wi_report_part *part, uint32_t which) {
    double right[WI_REPORT_RUNS_MAX], left[WI_REPORT_RUNS_MAX], flow[WI_REPORT_RUNS_MAX], specific[WI_REPORT_RUNS_MAX];
    const double *at = part->run[0].line[which].at;
    double width = hypot(at[2] - at[0], at[3] - at[1]);
    for (uint32_t i = 0; i < part->runs; i++) {
        const wi_report_line *line = &part->run[i].line[which];
        right[i] = line->to_right;
        left[i] = line->count - line->to_right;
        flow[i] = line->flow;
        specific[i] = line->flow / width;
    }
    int decimals = part->runs > 1 ? 1 : 0;
    wi_page_text(page, "<tr><th class=\"name\">", part->run[0].line[which].name, "</th>");
    wi_page_number(page, width, 2);
    wi_page_interval(page, wi_interval_of_three(right, part->runs), decimals);
    wi_page_interval(page, wi_interval_of_three(left, part->runs), decimals);
    wi_page_interval(page, wi_interval_of_three(flow, part->runs), 2);
    wi_page_interval(page, wi_interval_of_three(specific, part->runs), 2);
    fprintf(page->to, "</tr>\n");
}

static void draw_lines(wi_page *page, const wi_report_part *part) {
    double most = 0.0;
    for (uint32_t i = 0; i < part->runs; i++)
        for (uint32_t k = 0; k < part->run[i].lines; k++) most = fmax(most, part->run[i].line[k].count);
    wi_chart chart = {page->to, wi_axis_until("time, s", wi_part_length(part)), wi_axis_to("crossings (N)", most), 0,
                      0};
    wi_chart_begin(&chart, "Crossings of lines over time",
                   "How many agents have crossed each line, both ways together.");
    for (uint32_t i = 0; i < part->runs; i++) {
        for (uint32_t k = 0; k < part->run[i].lines; k++) {
            char look[16];
            const wi_report_line *line = &part->run[i].line[k];
            draw_count(&chart, curve_look(part, k, look), line->time, line->count, part->run[i].length);
        }
    }
    wi_chart_end(&chart);
}

void wi_section_lines(wi_page *page, const wi_report_part *part) {
    const wi_report_run *run = &part->run[0];
    if (run->lines == 0) return;
    fprintf(page->to, "<section><h2>Flow over lines</h2>\n<div class=\"wide\"><table><thead><tr><th>line</th><th "
                      "class=\"n\">width, m</th><th class=\"n\">to the right</th><th class=\"n\">to the left</th><th "
                      "class=\"n\">flow, 1/s</th><th class=\"n\">flow per metre, 1/(m s)</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < run->lines; i++) print_line(page, part, i);
    fprintf(page->to, "</tbody></table></div>\n");
    wi_figure_begin(page);
    draw_lines(page, part);
    fprintf(page->to, "<ul class=\"legend\">");
    for (uint32_t k = 0; k < run->lines; k++) {
        char look[8];
        (void)snprintf(look, sizeof look, "c%u", (unsigned)(k % CURVES_MAX));
        wi_page_key(page, look, run->line[k].name);
    }
    fprintf(page->to, "</ul>\n");
    wi_figure_end(page, "Crossings of lines over time, both ways together.");
    fprintf(page->to, "</section>\n");
}
