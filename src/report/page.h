// The page of a report: its sections, in the order in which it shows them.
#ifndef WI_PAGE_H
#define WI_PAGE_H

#include "report/figures.h"

typedef struct wi_page {
    FILE *to;
    const wi_report *report;
    uint32_t figures; // so far, for their numbers
    bool failed;      // no memory for something
} wi_page;

// style.c
void wi_page_style(FILE *to);

// section_summary.c
void wi_section_runs(wi_page *page);
void wi_section_key_figures(wi_page *page);

// section_scene.c, section_out.c, section_exits.c, section_maps.c, section_walking.c, section_collisions.c: of a part.
void wi_section_scene(wi_page *page, const wi_report_part *part);
void wi_section_out(wi_page *page, const wi_report_part *part);
void wi_section_exits(wi_page *page, const wi_report_part *part);
void wi_section_lines(wi_page *page, const wi_report_part *part);
void wi_section_maps(wi_page *page, const wi_report_part *part);
void wi_section_walking(wi_page *page, const wi_report_part *part);
void wi_section_travel(wi_page *page, const wi_report_part *part);
void wi_section_collisions(wi_page *page, const wi_report_part *part);

// section_inputs.c
void wi_section_parameters(wi_page *page, const wi_report_part *part);
void wi_section_scenario(wi_page *page, const wi_report_part *part);

// Around a picture; the caption gets a number.
void wi_figure_begin(wi_page *page);
__attribute__((format(printf, 2, 3))) void wi_figure_end(wi_page *page, const char *caption, ...);

// Text of a file or a user, escaped, between two pieces of the page.
void wi_page_text(wi_page *page, const char *before, const char *text, const char *after);

// A cell of a table: a number, or mean and half width of its interval where there is one.
void wi_page_number(wi_page *page, double value, int decimals);
void wi_page_interval(wi_page *page, wi_interval interval, int decimals);

// An entry of a legend; `look` as for charts.
void wi_page_key(wi_page *page, const char *look, const char *text);

// What a run is called where there are several: its file without folders.
const char *wi_run_name(const wi_report_run *run);

// The length of its longest run, s.
double wi_part_length(const wi_report_part *part);

// The box around all runs of a part that plans and maps show (m, relative to the origin).
void wi_part_box(const wi_report_part *part, double box[4]);

#endif
