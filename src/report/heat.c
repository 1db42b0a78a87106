// A field as a picture: one pixel a cell, embedded as PNG, which a page draws smoothly.
#include "picture/palette.h"
#include "report/chart.h"
#include "report/html.h"
#include "report/view.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SELDOM 0.002 // 1/m2 on average: where fewer people pass, a mean speed says nothing

typedef struct bytes {
    unsigned char *data;
    size_t size, room;
} bytes;

static double value_of(const wi_field *field, wi_heat_kind kind, uint32_t column, uint32_t row) {
    switch (kind) {
    case WI_HEAT_DENSITY:
        return wi_field_density(field, column, row);
    case WI_HEAT_PEAK:
        return wi_field_peak(field, column, row);
    default:
        break;
    }
    return wi_field_density(field, column, row) >= SELDOM ? wi_field_speed(field, column, row) : (double)NAN;
}

double wi_heat_most(const wi_field *field, wi_heat_kind kind) {
    double most = 0.0;
    for (uint32_t row = 0; row < field->rows; row++)
        for (uint32_t column = 0; column < field->columns; column++) {
            double here = value_of(field, kind, column, row);
            if (here > most) most = here;
        }
    return wi_axis_to("", most).high;
}

static wi_colour colour_of(wi_heat_kind kind, double share) {
    if (kind != WI_HEAT_SPEED) return wi_palette_heat(share);
    return isnan(share) ? 0 : wi_palette_ramp(share);
}

// Cairo wants colours multiplied by their opacity, as 0xaarrggbb.
static uint32_t premultiplied(wi_colour colour) {
    uint32_t alpha = colour & 0xff, red = colour >> 24, green = colour >> 16 & 0xff, blue = colour >> 8 & 0xff;
    return alpha << 24 | (red * alpha + 127) / 255 << 16 | (green * alpha + 127) / 255 << 8 |
           (blue * alpha + 127) / 255;
}

static void paint(cairo_surface_t *image, const wi_field *field, wi_heat_kind kind, double most) {
    unsigned char *pixels = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    cairo_surface_flush(image);
    for (uint32_t row = 0; row < field->rows; row++) {
        for (uint32_t column = 0; column < field->columns; column++) {
            uint32_t pixel = premultiplied(colour_of(kind, value_of(field, kind, column, row) / most));
            memcpy(pixels + (field->rows - 1 - row) * stride + 4 * (size_t)column, &pixel, sizeof pixel);
        }
    }
    cairo_surface_mark_dirty(image);
}

static cairo_status_t append(void *closure, const unsigned char *data, unsigned int length) {
    bytes *to = closure;
    if (to->size + length > to->room) {
        size_t room = 2 * (to->size + length);
        unsigned char *larger = realloc(to->data, room);
        if (!larger) return CAIRO_STATUS_NO_MEMORY;
        to->data = larger, to->room = room;
    }
    memcpy(to->data + to->size, data, length);
    to->size += length;
    return CAIRO_STATUS_SUCCESS;
}

static void print_image(const wi_view *view, const wi_field *field, const bytes *png) {
    double high = field->low_y + field->rows * field->cell;
    fprintf(view->to,
            "<image class=\"heat\" preserveAspectRatio=\"none\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
            "href=\"data:image/png;base64,",
            (field->low_x - view->low_x) * view->scale, (view->high_y - high) * view->scale,
            field->columns * field->cell * view->scale, field->rows * field->cell * view->scale);
    wi_html_base64(view->to, png->data, png->size);
    fprintf(view->to, "\"/>\n");
}

bool wi_view_heat(wi_view *view, const wi_field *field, wi_heat_kind kind, double most) {
    bytes png = {0};
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)field->columns, (int)field->rows);
    bool made = cairo_surface_status(image) == CAIRO_STATUS_SUCCESS;
    if (made) {
        paint(image, field, kind, most);
        made = cairo_surface_write_to_png_stream(image, append, &png) == CAIRO_STATUS_SUCCESS;
    }
    if (made) print_image(view, field, &png);
    cairo_surface_destroy(image);
    free(png.data);
    return made;
}

void wi_view_heat_key(FILE *to, wi_heat_kind kind, double most) {
    const double left = 12.0, width = 300.0;
    const uint32_t steps = 60;
    fprintf(to,
            "<svg class=\"key\" shape-rendering=\"crispEdges\" role=\"img\" viewBox=\"0 0 380 34\"><title>colours from "
            "0 to %g</title>\n",
            most);
    for (uint32_t i = 0; i < steps; i++) {
        char text[10];
        fprintf(to, "<rect x=\"%.1f\" y=\"2\" width=\"%.1f\" height=\"12\" fill=\"%s\"/>", left + width * i / steps,
                width / steps, wi_colour_text(colour_of(kind, (i + 0.5) / steps), text));
    }
    fprintf(to, "<rect class=\"frame\" x=\"%.1f\" y=\"2\" width=\"%.1f\" height=\"12\"/>\n", left, width);
    wi_ticks ticks = wi_ticks_between(0.0, most, 5);
    for (uint32_t i = 0; i < ticks.count; i++) {
        double value = ticks.first + i * ticks.step;
        fprintf(to, "<text class=\"mid\" x=\"%.1f\" y=\"28\">%.*f</text>", left + width * value / most, ticks.decimals,
                value);
    }
    fprintf(to, "<text x=\"%.1f\" y=\"13\">%s</text></svg>\n", left + width + 8.0,
            kind == WI_HEAT_SPEED ? "m/s" : "1/m\u00b2");
}
