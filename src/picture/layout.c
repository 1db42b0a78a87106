#include "picture/layout.h"

#include <math.h>

#define USUAL_WIDTH 1100.0
#define LEAST_UNIT 0.72
#define NAME 18.0   // units: a line above a panel
#define TALLEST 1.1 // height of the panels over the width of the picture
#define MARGIN 0.03 // of the larger side, around the bounds

static const double steps[] = {1.0, 2.0, 5.0};

double wi_round_below(double length) {
    double power = pow(10.0, floor(log10(length) + 1e-9)), best = power;
    for (uint32_t i = 0; i < WEND_COUNT(steps); i++)
        if (steps[i] * power <= length * (1.0 + 1e-9)) best = steps[i] * power;
    return best;
}

double wi_round_above(double length) {
    double below = wi_round_below(length);
    return below >= length * (1.0 - 1e-9) ? below : wi_round_below(below * 2.5 * (1.0 + 1e-9));
}

// Side by side, unless the levels are so wide that they are better read one below the other.
static uint32_t panel_columns(uint32_t panels, double aspect) { return aspect > 1.8 ? 1 : panels; }

static uint32_t even(double size) { return 2 * (uint32_t)ceil(size / 2.0); }

static wi_view view_in(const double box[4], double left, double top, double width, double height) {
    double wide = box[2] - box[0], high = box[3] - box[1];
    wi_view view = {.left = left, .top = top, .width = width, .height = height};
    view.scale = fmin(width / wide, height / high);
    view.x0 = (box[0] + box[2]) / 2.0 - width / 2.0 / view.scale;
    view.y1 = (box[1] + box[3]) / 2.0 + height / 2.0 / view.scale;
    return view;
}

// A corridor gets a panel that is not lower than a quarter of its width, so that text and legend fit its picture.
static double panel_height(double width, double aspect, uint32_t rows, double tallest) {
    return fmin(fmax(width / aspect, width / 4.0), tallest / rows);
}

wi_layout wi_layout_make(const double bounds[4], uint32_t width, uint32_t panels, bool named, bool legend) {
    wi_layout layout = {.width = even(width), .panels = panels};
    layout.unit = fmax(width / USUAL_WIDTH, LEAST_UNIT);
    layout.header = 46.0 * layout.unit;
    layout.footer = legend ? 48.0 * layout.unit : 0.0;
    double side = fmax(fmax(bounds[2] - bounds[0], bounds[3] - bounds[1]), 1.0), margin = MARGIN * side;
    const double box[4] = {bounds[0] - margin, bounds[1] - margin, bounds[2] + margin, bounds[3] + margin};
    double aspect = (box[2] - box[0]) / (box[3] - box[1]), edge = 16.0 * layout.unit, gap = 10.0 * layout.unit;
    double name = named ? NAME * layout.unit : 0.0;
    uint32_t columns = panel_columns(panels, aspect), rows = (panels + columns - 1) / columns;
    double across = ((double)layout.width - 2.0 * edge - gap * (columns - 1)) / columns;
    double down = panel_height(across, aspect, rows, TALLEST * width);
    for (uint32_t i = 0; i < panels; i++)
        layout.panel[i] = view_in(box, edge + (across + gap) * (i % columns),
                                  layout.header + name + (down + gap + name) * (i / columns), across, down);
    layout.height = even(layout.header + (down + gap + name) * rows - gap + (legend ? layout.footer : edge));
    return layout;
}
