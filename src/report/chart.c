#include "report/chart.h"

#include "report/html.h"

#include <math.h>

#define USUAL_WIDTH 720.0
#define USUAL_HEIGHT 300.0
#define LEFT 58.0
#define RIGHT 14.0
#define TOP 18.0
#define BOTTOM 42.0

// Axes ----------------------------------------------------------------------------------------------------------------

static double round_step(double least) {
    double power = pow(10.0, floor(log10(least)));
    static const double steps[] = {1.0, 2.0, 5.0};
    for (uint32_t i = 0; i < WEND_COUNT(steps); i++)
        if (steps[i] * power >= least * (1.0 - 1e-9)) return steps[i] * power;
    return 10.0 * power;
}

wi_ticks wi_ticks_between(double low, double high, uint32_t wanted) {
    double span = high - low;
    if (!isfinite(span) || !(span > 1e-12 * fmax(fabs(low), fabs(high))) || wanted == 0)
        return (wi_ticks){.first = low, .step = 1.0, .count = 1};
    wi_ticks ticks = {.step = round_step(span / wanted)};
    ticks.first = ceil(low / ticks.step - 1e-9) * ticks.step + 0.0;                  // + 0: never "-0"
    ticks.count = (uint32_t)(floor((high - ticks.first) / ticks.step + 1e-9) + 1.0); // 0 where none falls between
    ticks.decimals = ticks.step < 1.0 ? (int)ceil(-log10(ticks.step) - 1e-9) : 0;
    return ticks;
}

wi_axis wi_axis_to(const char *label, double most) {
    if (!isfinite(most) || most <= 0.0) return (wi_axis){label, 0.0, 1.0};
    double step = round_step(most / 6.0);
    return (wi_axis){label, 0.0, ceil(most / step - 1e-9) * step};
}

wi_axis wi_axis_until(const char *label, double length) {
    return (wi_axis){label, 0.0, isfinite(length) && length > 0.0 ? length : 1.0};
}

wi_columns wi_columns_until(double end, uint32_t wanted) {
    double step = wi_ticks_between(0.0, end, wanted < WI_COLUMNS_MAX ? wanted : WI_COLUMNS_MAX).step;
    return (wi_columns){.step = step, .end = end, .count = (uint32_t)fmax(ceil(end / step - 1e-9), 1.0)};
}

void wi_columns_add(wi_columns *columns, double value, double weight) {
    double at = fmin(fmax(floor(value / columns->step), 0.0), columns->count - 1.0);
    double *height = &columns->height[(uint32_t)at];
    *height += weight;
    columns->most = fmax(columns->most, *height);
}

static double across(const wi_chart *chart, double x) {
    double share = (x - chart->x.low) / (chart->x.high - chart->x.low);
    return LEFT + share * (chart->width - LEFT - RIGHT);
}

static double down(const wi_chart *chart, double y) {
    double share = (y - chart->y.low) / (chart->y.high - chart->y.low);
    return chart->height - BOTTOM - share * (chart->height - TOP - BOTTOM);
}

static void print_x_axis(const wi_chart *chart) {
    wi_ticks ticks = wi_ticks_between(chart->x.low, chart->x.high, 8);
    double bottom = chart->height - BOTTOM;
    for (uint32_t i = 0; i < ticks.count; i++) {
        double x = across(chart, ticks.first + i * ticks.step);
        fprintf(chart->to,
                "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text x=\"%.1f\" y=\"%.1f\" class=\"mid\">%.*f</text>\n",
                x, TOP, bottom, x, bottom + 16.0, ticks.decimals, ticks.first + i * ticks.step);
    }
    fprintf(chart->to, "<text class=\"mid label\" x=\"%.1f\" y=\"%.1f\">", 0.5 * (LEFT + chart->width - RIGHT),
            chart->height - 6.0);
    wi_html_text(chart->to, chart->x.label);
    fprintf(chart->to, "</text>\n");
}

static void print_y_axis(const wi_chart *chart) {
    wi_ticks ticks = wi_ticks_between(chart->y.low, chart->y.high, 6);
    for (uint32_t i = 0; i < ticks.count; i++) {
        double y = down(chart, ticks.first + i * ticks.step);
        fprintf(chart->to,
                "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/><text x=\"%.1f\" y=\"%.1f\" class=\"end\">%.*f</text>\n",
                LEFT, y, chart->width - RIGHT, LEFT - 6.0, y + 4.0, ticks.decimals, ticks.first + i * ticks.step);
    }
    fprintf(chart->to, "<text class=\"mid label\" transform=\"translate(13 %.1f) rotate(-90)\">",
            0.5 * (TOP + chart->height - BOTTOM));
    wi_html_text(chart->to, chart->y.label);
    fprintf(chart->to, "</text>\n");
}

void wi_chart_begin(wi_chart *chart, const char *title, const char *description) {
    if (chart->width == 0.0) chart->width = USUAL_WIDTH;
    if (chart->height == 0.0) chart->height = USUAL_HEIGHT;
    fprintf(chart->to, "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 %.0f %.0f\"><title>", chart->width,
            chart->height);
    wi_html_text(chart->to, title);
    fprintf(chart->to, "</title><desc>");
    wi_html_text(chart->to, description);
    fprintf(chart->to, "</desc>\n");
    print_x_axis(chart);
    print_y_axis(chart);
}

void wi_chart_end(wi_chart *chart) {
    fprintf(chart->to, "<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n</svg>\n", LEFT, TOP, chart->height - BOTTOM,
            chart->width - RIGHT);
}

// What is shown -------------------------------------------------------------------------------------------------------

static bool is_there(wend_point at) { return isfinite(at.x) && isfinite(at.y); }

void wi_chart_line(wi_chart *chart, const char *look, const wend_point *point, uint32_t count) {
    bool drawing = false;
    fprintf(chart->to, "<path class=\"line %s\" d=\"", look);
    for (uint32_t i = 0; i < count; i++) {
        bool there = is_there(point[i]);
        if (there)
            fprintf(chart->to, "%c%.1f %.1f", drawing ? 'L' : 'M', across(chart, point[i].x), down(chart, point[i].y));
        drawing = there;
    }
    fprintf(chart->to, "\"/>\n");
}

void wi_chart_steps(wi_chart *chart, const char *look, const wend_point *point, uint32_t count) {
    bool drawing = false;
    fprintf(chart->to, "<path class=\"line %s\" d=\"", look);
    for (uint32_t i = 0; i < count; i++) {
        bool there = is_there(point[i]);
        if (there && drawing) fprintf(chart->to, "H%.1fV%.1f", across(chart, point[i].x), down(chart, point[i].y));
        if (there && !drawing) fprintf(chart->to, "M%.1f %.1f", across(chart, point[i].x), down(chart, point[i].y));
        drawing = there;
    }
    fprintf(chart->to, "\"/>\n");
}

// One closed outline for each run of points that are there on both sides: there along the top, back along the bottom.
void wi_chart_band(wi_chart *chart, const char *look, const wend_point *low, const wend_point *high, uint32_t count) {
    fprintf(chart->to, "<path class=\"band %s\" d=\"", look);
    for (uint32_t first = 0, end; first < count; first = end + 1) {
        for (end = first; end < count && is_there(low[end]) && is_there(high[end]); end++) {
            fprintf(chart->to, "%c%.1f %.1f", end == first ? 'M' : 'L', across(chart, high[end].x),
                    down(chart, high[end].y));
        }
        for (uint32_t i = end; i-- > first;)
            fprintf(chart->to, "L%.1f %.1f", across(chart, low[i].x), down(chart, low[i].y));
        if (end > first) fprintf(chart->to, "Z");
    }
    fprintf(chart->to, "\"/>\n");
}

void wi_chart_bar(wi_chart *chart, const char *look, double from, double to, double height) {
    double x0 = across(chart, from), x1 = across(chart, to), y = down(chart, height);
    if (!(height > 0.0)) return;
    fprintf(chart->to, "<rect class=\"bar %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", look,
            x0 + 0.5, y, fmax(x1 - x0 - 1.0, 0.5), down(chart, 0.0) - y);
}

void wi_chart_columns(wi_chart *chart, const char *look, const wi_columns *columns) {
    for (uint32_t i = 0; i < columns->count; i++)
        wi_chart_bar(chart, look, i * columns->step, fmin((i + 1) * columns->step, columns->end), columns->height[i]);
}

void wi_chart_dot(wi_chart *chart, const char *look, wend_point at) {
    if (!is_there(at)) return;
    fprintf(chart->to, "<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\"/>\n", look, across(chart, at.x),
            down(chart, at.y));
}

void wi_chart_mark(wi_chart *chart, double x, const char *word, uint32_t row) {
    if (!isfinite(x)) return;
    double at = across(chart, x);
    bool last = at > chart->width - RIGHT - 60.0; // a word there would stand out of the picture
    fprintf(chart->to, "<path class=\"mark\" d=\"M%.1f %.1fV%.1f\"/><text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", at,
            TOP - 4.0, chart->height - BOTTOM, last ? "end strong" : "strong", last ? at - 4.0 : at + 4.0,
            TOP + 6.0 + 15.0 * row);
    wi_html_text(chart->to, word);
    fprintf(chart->to, "</text>\n");
}
