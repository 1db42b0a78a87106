// Charts as SVG. Colours are classes, c0 to c9 and those of the style sheet in page.c, so that a page can be dark on a
// screen and black on white on paper.
#ifndef WI_CHART_H
#define WI_CHART_H

#include "wend/base.h"

#include <stdio.h>

// Round numbers along an axis: the i-th is first + i * step.
typedef struct wi_ticks {
    double first, step;
    uint32_t count;
    int decimals; // that show them all
} wi_ticks;

// About `wanted` ticks from low to high, steps of 1, 2 or 5 times a power of ten. Where there is no span: one tick.
wi_ticks wi_ticks_between(double low, double high, uint32_t wanted);

typedef struct wi_axis {
    const char *label;
    double low, high;
} wi_axis;

// A histogram from 0 to `end` in columns of a round width.
#define WI_COLUMNS_MAX 48
typedef struct wi_columns {
    double step, end;
    uint32_t count;
    double height[WI_COLUMNS_MAX], most; // most: the highest
} wi_columns;

// At most `wanted` columns, WI_COLUMNS_MAX at most.
wi_columns wi_columns_until(double end, uint32_t wanted);
// What lies before the first or behind the last counts in it.
void wi_columns_add(wi_columns *columns, double value, double weight);

typedef struct wi_chart {
    FILE *to;
    wi_axis x, y;
    double width, height; // px; 0: the usual size
} wi_chart;

// An axis from 0 to a length as it is; from 0 to 1 where that is nothing.
wi_axis wi_axis_until(const char *label, double length);

// An axis from 0 that holds `most`, with a round end; from 0 to 1 where `most` is nothing.
wi_axis wi_axis_to(const char *label, double most);

// The picture up to its axes. Title and description are for those who cannot see it, and are escaped.
void wi_chart_begin(wi_chart *chart, const char *title, const char *description);
void wi_chart_end(wi_chart *chart);

// Points that are not finite interrupt a line. `look` is a list of classes.
void wi_chart_line(wi_chart *chart, const char *look, const wend_point *point, uint32_t count);
void wi_chart_steps(wi_chart *chart, const char *look, const wend_point *point, uint32_t count);
// Between two lines over the same x.
void wi_chart_band(wi_chart *chart, const char *look, const wend_point *low, const wend_point *high, uint32_t count);
void wi_chart_bar(wi_chart *chart, const char *look, double from, double to, double height);
void wi_chart_columns(wi_chart *chart, const char *look, const wi_columns *columns);
void wi_chart_dot(wi_chart *chart, const char *look, wend_point at);
// An upright line with a word beside it, in a row counted from the top: marks that stand close take different rows.
void wi_chart_mark(wi_chart *chart, double x, const char *word, uint32_t row);

#endif
