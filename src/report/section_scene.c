// The plan of the scene.
#include "report/page.h"
#include "report/view.h"

#include <string.h>

static bool has_exits(const wi_plan *plan) { return plan->goal_count > 0; }

// Doors, or barriers, each once.
static unsigned count_doors(const wi_plan *plan, bool barriers) {
    unsigned count = 0;
    for (uint32_t i = 0; i < plan->door_count; i++)
        count += wi_plan_door_is_listed(plan, i) && (plan->door[i].barrier != 0) == barriers ? 1u : 0u;
    return count;
}

static void print_level(wi_page *page, const wi_report_part *part, uint32_t level) {
    const wi_report_run *run = &part->run[0];
    const double *area = page->report->options.measure.area;
    const double none[4] = {0.0, 0.0, 0.0, 0.0};
    double box[4];
    wi_part_box(part, box);
    wi_figure_begin(page);
    wi_view view = wi_view_of(page->to, box);
    wi_view_begin(&view, "Plan of the scene",
                  "Walls, solid obstacles, doors, goals and lines where crossings are counted.");
    wi_view_floor(&view, &run->plan, level);
    wi_view_walls(&view, &run->plan, level);
    wi_view_goals(&view, &run->plan, level);
    for (uint32_t i = 0; i < run->lines; i++) wi_view_line(&view, run->line[i].at, run->line[i].name);
    wend_point origin = run->plan.origin;
    double here[4] = {area[0] - origin.x, area[1] - origin.y, area[2] - origin.x, area[3] - origin.y};
    if (memcmp(area, none, sizeof none) != 0) wi_view_area(&view, here);
    wi_view_end(&view);
    const char *name = run->plan.level_count > 1 ? run->plan.level[level].name : NULL;
    wi_figure_end(page,
                  "Plan%s%s: rooms and obstacles %u, goals %u (green), doors %u, barriers %u (dashed: open or gone at "
                  "some time). The origin is at %.10g, %.10g m.",
                  name ? " of " : "", name ? name : "", (unsigned)run->plan.wall_count, (unsigned)run->plan.goal_count,
                  count_doors(&run->plan, false), count_doors(&run->plan, true), origin.x, origin.y);
}

void wi_section_scene(wi_page *page, const wi_report_part *part) {
    const wi_report_run *run = &part->run[0];
    fprintf(page->to, "<section><h2>The scene</h2>\n");
    if (page->report->parts > 1) {
        fprintf(page->to, "<p>Of");
        for (uint32_t i = 0; i < part->runs; i++) wi_page_text(page, i ? ", " : " ", wi_run_name(&part->run[i]), "");
        fprintf(page->to, ".</p>\n");
    }
    if (!run->has_plan)
        fprintf(page->to, "<p class=\"note\">The recording carries no plan: %s</p>\n",
                run->plan.wall_count ? "walls are those of its geometry, and where its exits are is not known."
                                     : "neither walls nor exits are known.");
    else if (!has_exits(&run->plan))
        fprintf(page->to, "<p class=\"note\">The plan has no goals.</p>\n");
    for (uint32_t level = 0; level < part->levels; level++) print_level(page, part, level);
    fprintf(page->to, "</section>\n");
}
