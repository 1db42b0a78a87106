// What went in: the people and the scenario.
#include "report/html.h"
#include "report/page.h"

#include <math.h>
#include <string.h>

// Parameters ----------------------------------------------------------------------------------------------------------

static const char *shape_name(wend_shape_kind shape) {
    return shape == WEND_ELLIPSE ? "ellipse" : shape == WEND_BOX ? "box" : "disc";
}

static void print_value(wi_page *page, const char *name, double value, const char *unit) {
    if (!isfinite(value)) return;
    wi_page_text(page, "<tr><th class=\"name\">", name, "</th>");
    fprintf(page->to, "<td class=\"n\">%.6g</td><td>%s</td></tr>\n", value, unit);
}

static void print_profile(wi_page *page, const wi_plan_profile *profile) {
    wi_page_text(page, "<h3>", profile->name ? profile->name : "unnamed", "</h3>\n");
    if (profile->model) {
        wi_page_text(page, "<p class=\"note\">Model ", profile->model, "");
        if (profile->preset && *profile->preset) wi_page_text(page, ", preset ", profile->preset, "");
        fprintf(page->to, "; body: %s.</p>\n", shape_name(profile->shape));
    }
    fprintf(page->to,
            "<table><thead><tr><th>parameter</th><th class=\"n\">value</th><th>unit</th></tr></thead><tbody>\n");
    print_value(page, "half length", profile->half_length, "m");
    print_value(page, "half width", profile->half_width, "m");
    print_value(page, "preferred speed", profile->preferred_speed, "m/s");
    print_value(page, "max speed", profile->max_speed, "m/s");
    for (uint32_t i = 0; i < profile->parameter_count; i++)
        print_value(page, profile->parameter[i].name, profile->parameter[i].value, "");
    fprintf(page->to, "</tbody></table>\n");
}

void wi_section_parameters(wi_page *page, const wi_report_part *part) {
    const wi_plan *plan = &part->run[0].plan;
    fprintf(page->to, "<section><h2>Parameters</h2>\n");
    if (plan->profile_count == 0) fprintf(page->to, "<p class=\"note\">The recording does not tell them.</p>\n");
    for (uint32_t i = 0; i < plan->profile_count; i++) print_profile(page, &plan->profile[i]);
    fprintf(page->to, "</section>\n");
}

// Scenario ------------------------------------------------------------------------------------------------------------

void wi_section_scenario(wi_page *page, const wi_report_part *part) {
    const char *text = NULL;
    for (uint32_t i = 0; i < part->runs; i++) {
        const char *here = part->run[i].about.scenario;
        if (!here || (text && strcmp(text, here) == 0)) continue;
        if (!text) fprintf(page->to, "<section><h2>Scenario</h2>\n");
        text = here;
        fprintf(page->to, "<details><summary>Text of the scenario");
        if (part->runs > 1) wi_page_text(page, " (", wi_run_name(&part->run[i]), ")");
        wi_page_text(page, "</summary><pre>", text, "</pre></details>\n");
    }
    if (text) fprintf(page->to, "</section>\n");
}
