// The page as a whole, and what its sections share.
#include "report/page.h"

#include "base/beside.h"
#include "base/error.h"
#include "report/html.h"
#include "wend/wend.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Pieces --------------------------------------------------------------------------------------------------------------

void wi_page_text(wi_page *page, const char *before, const char *text, const char *after) {
    fputs(before, page->to);
    wi_html_text(page->to, text);
    fputs(after, page->to);
}

void wi_figure_begin(wi_page *page) {
    page->figures++;
    fprintf(page->to, "<figure>\n");
}

void wi_figure_end(wi_page *page, const char *caption, ...) {
    char text[1024];
    va_list values;
    va_start(values, caption);
    (void)vsnprintf(text, sizeof text, caption, values);
    va_end(values);
    fprintf(page->to, "<figcaption>Figure %u. ", (unsigned)page->figures);
    wi_page_text(page, "", text, "</figcaption></figure>\n");
}

void wi_page_number(wi_page *page, double value, int decimals) {
    char text[40];
    fprintf(page->to, "<td class=\"n\">%s</td>", wi_html_number(text, value, decimals));
}

void wi_page_interval(wi_page *page, wi_interval interval, int decimals) {
    char text[40];
    fprintf(page->to, "<td class=\"n mean\">%s", wi_html_number(text, interval.mean, decimals));
    if (isfinite(interval.half)) fprintf(page->to, " \u00b1 %s", wi_html_number(text, interval.half, decimals));
    fprintf(page->to, "</td>");
}

void wi_page_key(wi_page *page, const char *look, const char *text) {
    fprintf(page->to, "<li><i class=\"%s\"></i>", look);
    wi_page_text(page, "", text, "</li>");
}

const char *wi_run_name(const wi_report_run *run) {
    const char *slash = strrchr(run->path, '/');
    return slash && slash[1] ? slash + 1 : run->path;
}

double wi_part_length(const wi_report_part *part) {
    double length = 0.0;
    for (uint32_t i = 0; i < part->runs; i++) length = fmax(length, part->run[i].length);
    return length;
}

void wi_part_box(const wi_report_part *part, double box[4]) {
    const wi_field *field = &part->field[0];
    box[0] = field->low_x + field->reach, box[1] = field->low_y + field->reach;
    box[2] = field->low_x + field->columns * field->cell - field->reach;
    box[3] = field->low_y + field->rows * field->cell - field->reach;
}

// The page ------------------------------------------------------------------------------------------------------------

static void print_head(wi_page *page) {
    fprintf(page->to, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n");
    fprintf(page->to, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                      "style-src 'unsafe-inline'\">\n");
    wi_page_text(page, "<title>", page->report->title, "</title>\n");
    wi_page_style(page->to);
    fprintf(page->to, "</head>\n<body>\n<header>\n");
    wi_page_text(page, "<h1>", page->report->title, "</h1>\n");
    char today[32] = "";
    time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date)) (void)strftime(today, sizeof today, "%Y-%m-%d", &date);
    fprintf(page->to, "<p class=\"quiet\">Report of %u %s, made with wend %s on %s.</p>\n</header>\n",
            (unsigned)page->report->runs, page->report->runs == 1 ? "recording" : "recordings", wend_version(), today);
}

static void print_part(wi_page *page, const wi_report_part *part) {
    wi_section_scene(page, part);
    wi_section_out(page, part);
    wi_section_exits(page, part);
    wi_section_lines(page, part);
    wi_section_maps(page, part);
    wi_section_walking(page, part);
    wi_section_travel(page, part);
    wi_section_collisions(page, part);
    wi_section_parameters(page, part);
    wi_section_scenario(page, part);
}

static void print_methods(wi_page *page) {
    fprintf(page->to,
            "<section><h2>How the figures are made</h2>\n<ul class=\"note\">\n"
            "<li><b>Out</b>: an agent is out once the recording ends to show it, or, if it is shown to the end, once "
            "it has "
            "come within %.1f m of its last place and that lies at a goal. Times count from the first frame.</li>\n"
            "<li><b>Travel time</b>: from the first to the last frame in which an agent is shown.</li>\n"
            "<li><b>Density</b>: each agent is spread as a Gaussian bell with R = 1 m, \u03c1(x) = \u03a3 "
            "exp(\u2212|x\u2212x\u1d62|\u00b2/R\u00b2)/(\u03c0R\u00b2) (Helbing, Johansson, Al-Abideen 2007). One "
            "agent alone has "
            "0.32 per m\u00b2 at its place. Beside walls the bell reaches behind them, so density is "
            "underestimated there.</li>\n"
            "<li><b>Speed map</b>: mean of speeds, weighted with the same bells; those who have arrived do not "
            "count.</li>\n"
            "<li><b>Collisions</b>: bodies that overlap by more than %.0f mm; each is counted when it begins.</li>\n"
            "<li><b>Intervals</b>: \u00b1 is half the width of the 95 %% confidence interval of the mean over runs "
            "(Student\u2019s t), from three runs on.</li>\n</ul></section>\n",
            WI_SETTLED, 1000.0 * page->report->options.measure.collision_depth);
}

static void print_page(wi_page *page) {
    const wi_report *report = page->report;
    print_head(page);
    fprintf(page->to, "<main>\n");
    wi_section_runs(page);
    wi_section_key_figures(page);
    for (uint32_t i = 0; i < report->parts; i++) {
        if (report->parts > 1) fprintf(page->to, "<article>\n<h2>Scene %u</h2>\n", (unsigned)i + 1);
        print_part(page, &report->part[i]);
        if (report->parts > 1) fprintf(page->to, "</article>\n");
    }
    print_methods(page);
    fprintf(page->to, "</main>\n</body>\n</html>\n");
}

static wend_result print_report(FILE *to, const void *host, wend_error *error) {
    wi_page page = {.to = to, .report = host};
    print_page(&page);
    return page.failed ? wi_fail(error, WEND_NO_MEMORY, "no memory for the pictures of the report") : WEND_OK;
}

wend_result wi_report_write(const wi_report *report, const char *path, wend_error *error) {
    return wi_text_write(path, print_report, report, error);
}
