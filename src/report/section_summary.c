// What was run, and the key figures of it.
#include "report/html.h"
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define COLUMNS_MAX 6 // runs side by side on a sheet of paper

// What was run --------------------------------------------------------------------------------------------------------

static void print_row(wi_page *page, const char *name, const char *value) {
    fprintf(page->to, "<tr><th>%s</th>", name);
    wi_page_text(page, "<td class=\"name\">", value, "</td></tr>\n");
}

static const char *date_text(time_t time, char text[40]) {
    struct tm date;
    if (time == 0 || !localtime_r(&time, &date) || strftime(text, 40, "%Y-%m-%d %H:%M", &date) == 0)
        (void)snprintf(text, 40, "unknown");
    return text;
}

static void print_run(wi_page *page, const wi_report_run *run) {
    char text[256];
    const wi_recording *about = &run->about;
    fprintf(page->to, "<table><tbody>\n");
    print_row(page, "recording", wi_run_name(run));
    print_row(page, "scenario", run->plan.title && *run->plan.title ? run->plan.title : "unknown");
    if (about->has_seed)
        (void)snprintf(text, sizeof text, "%" PRIu64, about->seed);
    else
        (void)snprintf(text, sizeof text, "unknown");
    print_row(page, "seed", text);
    (void)snprintf(text, sizeof text, "%s%s", about->version ? "wend " : "",
                   about->version ? about->version : "not told");
    print_row(page, "made with", text);
    print_row(page, "file written", date_text(run->written, text));
    (void)snprintf(text, sizeof text, "%" PRIu32 " agents, %.1f s, %" PRIu64 " frames at %g a second", run->walkers,
                   run->measures.duration, run->measures.frames, about->fps);
    print_row(page, "holds", text);
    (void)snprintf(text, sizeof text, "%s%s%s", about->whole ? "yes" : "no: the run was cut short",
                   *about->note ? "; " : "", about->note);
    print_row(page, "whole", text);
    fprintf(page->to, "</tbody></table>\n");
}

static void print_list(wi_page *page) {
    fprintf(page->to,
            "<div class=\"wide\"><table><thead><tr><th>recording</th><th>scenario</th><th class=\"n\">seed</th>"
            "<th>wend</th><th>written</th><th class=\"n\">agents</th><th class=\"n\">s</th><th class=\"n\">fps</th>"
            "<th>whole</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < page->report->runs; i++) {
        const wi_report_run *run = &page->report->run[i];
        char text[40];
        wi_page_text(page, "<tr><td class=\"name\">", wi_run_name(run), "</td>");
        wi_page_text(page, "<td>", run->plan.title, "</td>");
        if (run->about.has_seed)
            fprintf(page->to, "<td class=\"n\">%" PRIu64 "</td>", run->about.seed);
        else
            fprintf(page->to, "<td class=\"n\">\u2013</td>");
        wi_page_text(page, "<td>", run->about.version, "</td>");
        fprintf(page->to, "<td>%s</td>", date_text(run->written, text));
        fprintf(page->to,
                "<td class=\"n\">%" PRIu32 "</td><td class=\"n\">%.1f</td><td class=\"n\">%g</td><td>%s</td></tr>\n",
                run->walkers, run->measures.duration, run->about.fps, run->about.whole ? "yes" : "no");
    }
    fprintf(page->to, "</tbody></table></div>\n");
}

static uint32_t cut_short(const wi_report *report) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->runs; i++) count += !report->run[i].about.whole;
    return count;
}

void wi_section_runs(wi_page *page) {
    fprintf(page->to, "<section><h2>What was run</h2>\n");
    if (page->report->runs == 1)
        print_run(page, &page->report->run[0]);
    else
        print_list(page);
    uint32_t short_runs = cut_short(page->report);
    if (short_runs)
        fprintf(page->to,
                "<p class=\"warning\">%" PRIu32 " of %" PRIu32 " recordings were cut short: times to the last exit "
                "and counts of those inside are those of the part that was saved.</p>\n",
                short_runs, page->report->runs);
    if (page->report->parts > 1)
        fprintf(page->to,
                "<p class=\"warning\">These recordings are of %" PRIu32 " different scenes (or do not tell their "
                "scene), so no means are taken across them: they stand side by side, and each scene has its own "
                "sections below.</p>\n",
                page->report->parts);
    fprintf(page->to, "</section>\n");
}

// Key figures ---------------------------------------------------------------------------------------------------------

static bool is_shown(const wi_page *page, const wi_figure *figure) {
    const double *area = page->report->options.measure.area;
    return !figure->with_area || area[0] != 0.0 || area[1] != 0.0 || area[2] != 0.0 || area[3] != 0.0;
}

static void print_figure(wi_page *page, const wi_figure *figure, const wi_report_run *run, uint32_t runs, bool mean) {
    fprintf(page->to, "<tr><th>%s</th>", figure->text);
    if (mean) wi_page_interval(page, wi_figure_over(figure, page->report->run, page->report->runs), figure->decimals);
    for (uint32_t i = 0; i < runs; i++) wi_page_number(page, figure->of(&run[i]), figure->decimals);
    fprintf(page->to, "<td>%s</td></tr>\n", figure->unit);
}

static void print_columns(wi_page *page, const wi_report_run *run, uint32_t runs, bool mean) {
    uint32_t count;
    const wi_figure *figure = wi_figures_list(&count);
    fprintf(page->to, "<div class=\"wide\"><table><thead><tr><th></th>");
    if (mean) fprintf(page->to, "<th class=\"n\">mean of %" PRIu32 "</th>", page->report->runs);
    for (uint32_t i = 0; i < runs; i++) {
        if (page->report->runs > 1)
            wi_page_text(page, "<th class=\"n name\">", wi_run_name(&run[i]), "</th>");
        else
            fprintf(page->to, "<th class=\"n\">value</th>");
    }
    fprintf(page->to, "<th>unit</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < count; i++)
        if (is_shown(page, &figure[i])) print_figure(page, &figure[i], run, runs, mean);
    fprintf(page->to, "</tbody></table></div>\n");
}

// The four numbers that are asked for first.
static void print_headline(wi_page *page) {
    static const char *const wanted[] = {"out_100_s", "out_95_s", "travel_mean_s", "density_largest_per_m2"};
    uint32_t count;
    const wi_figure *figure = wi_figures_list(&count);
    fprintf(page->to, "<ul class=\"headline\">\n");
    for (uint32_t k = 0; k < WEND_COUNT(wanted); k++) {
        for (uint32_t i = 0; i < count; i++) {
            if (strcmp(figure[i].name, wanted[k]) != 0) continue;
            char text[40] = "not reached";
            double value = wi_figure_over(&figure[i], page->report->run, page->report->runs).mean;
            if (isfinite(value)) wi_html_number(text, value, figure[i].decimals);
            fprintf(page->to, "<li><b>%s %s</b><span>%s</span></li>\n", text, isfinite(value) ? figure[i].unit : "",
                    figure[i].text);
        }
    }
    fprintf(page->to, "</ul>\n");
}

void wi_section_key_figures(wi_page *page) {
    const wi_report *report = page->report;
    bool mean = report->parts == 1 && report->runs > 1;
    fprintf(page->to, "<section><h2>Key figures</h2>\n");
    if (report->parts == 1) print_headline(page);
    for (uint32_t i = 0; i < report->runs; i += COLUMNS_MAX) {
        uint32_t left = report->runs - i;
        print_columns(page, &report->run[i], left < COLUMNS_MAX ? left : COLUMNS_MAX, mean && i == 0);
    }
    if (report->parts == 1 && report->runs == 2)
        fprintf(page->to,
                "<p class=\"note\">No confidence intervals: with two runs they would be so wide that they say "
                "nothing. Three are the least, ten are better.</p>\n");
    fprintf(page->to, "</section>\n");
}
