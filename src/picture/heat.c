#include "picture/heat.h"

#include "base/angle.h"
#include "base/error.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 0.7
#define FINEST 0.1  // m, of a cell
#define CELLS 400.0 // along the longer side, at most
#define REACH 3.0   // radii: what is further away counts for less than 1 in 8000

wend_result wi_heat_start(const double bounds[4], uint32_t level, uint32_t levels, wi_heat *heat, wend_error *error) {
    double width = bounds[2] - bounds[0], height = bounds[3] - bounds[1];
    *heat = (wi_heat){.level = level, .levels = levels, .cell = fmax(FINEST, fmax(width, height) / CELLS)};
    heat->radius = fmax(RADIUS, 2.0 * heat->cell);
    double margin = 2.0 * heat->radius;
    heat->x0 = bounds[0] - margin, heat->y0 = bounds[1] - margin;
    heat->columns = (uint32_t)((width + 2.0 * margin) / heat->cell) + 2;
    heat->rows = (uint32_t)((height + 2.0 * margin) / heat->cell) + 2;
    heat->value = calloc((size_t)levels * heat->columns * heat->rows, sizeof *heat->value);
    return heat->value ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for a map of density");
}

void wi_heat_free(wi_heat *heat) {
    free(heat->value);
    *heat = (wi_heat){0};
}

static float *level_values(const wi_heat *heat, uint32_t level) {
    return heat->value + (size_t)(level - heat->level) * heat->columns * heat->rows;
}

// Shared among the four cells around it, so that the map does not jump where somebody crosses from one to the next.
static void add_figure(wi_heat *heat, const wi_figure *figure) {
    double x = (figure->x - heat->x0) / heat->cell - 0.5, y = (figure->y - heat->y0) / heat->cell - 0.5;
    if (!(x >= 0.0 && y >= 0.0 && x < heat->columns - 1 && y < heat->rows - 1)) return;
    uint32_t column = (uint32_t)x, row = (uint32_t)y;
    float east = (float)(x - column), north = (float)(y - row);
    float *at = level_values(heat, figure->level) + (size_t)row * heat->columns + column;
    at[0] += (1.0f - east) * (1.0f - north);
    at[1] += east * (1.0f - north);
    at[heat->columns] += (1.0f - east) * north;
    at[heat->columns + 1] += east * north;
}

void wi_heat_add(wi_heat *heat, const wi_shot *shot) {
    heat->shots++;
    for (uint32_t i = 0; i < shot->count; i++)
        if (shot->figure[i].level - heat->level < heat->levels) add_figure(heat, &shot->figure[i]);
}

// Smoothing: a Gaussian of the plane is one along rows, then one along columns ------------------------------------------

static void smooth_line(const float *from, float *to, size_t stride, uint32_t count, const float *weight,
                        uint32_t reach) {
    for (uint32_t i = 0; i < count; i++) {
        float sum = weight[0] * from[i * stride];
        for (uint32_t k = 1; k <= reach; k++) {
            if (i >= k) sum += weight[k] * from[(i - k) * stride];
            if (i + k < count) sum += weight[k] * from[(i + k) * stride];
        }
        to[i * stride] = sum;
    }
}

static void smooth_level(const wi_heat *heat, float *value, float *scratch, const float *weight, uint32_t reach) {
    for (uint32_t row = 0; row < heat->rows; row++)
        smooth_line(value + (size_t)row * heat->columns, scratch + (size_t)row * heat->columns, 1, heat->columns,
                    weight, reach);
    for (uint32_t column = 0; column < heat->columns; column++)
        smooth_line(scratch + column, value + column, heat->columns, heat->rows, weight, reach);
}

// Weights that sum to 1 / cell in one dimension give heads to the square metre in two.
static void fill_weights(const wi_heat *heat, float *weight, uint32_t reach) {
    for (uint32_t k = 0; k <= reach; k++) {
        double distance = k * heat->cell / heat->radius;
        weight[k] = (float)(exp(-distance * distance) / (sqrt(WI_PI) * heat->radius));
    }
}

wend_result wi_heat_finish(wi_heat *heat, wend_error *error) {
    size_t cells = (size_t)heat->columns * heat->rows, all = cells * heat->levels;
    uint32_t reach = (uint32_t)ceil(REACH * heat->radius / heat->cell);
    float *scratch = malloc(cells * sizeof *scratch), *weight = malloc((reach + 1) * sizeof *weight);
    if (scratch && weight) {
        fill_weights(heat, weight, reach);
        for (uint32_t i = 0; i < heat->levels; i++)
            smooth_level(heat, level_values(heat, heat->level + i), scratch, weight, reach);
        for (size_t i = 0; i < all; i++) {
            if (heat->shots) heat->value[i] /= (float)heat->shots;
            heat->top = fmaxf(heat->top, heat->value[i]);
        }
    }
    wend_result result = scratch && weight ? WEND_OK : wi_fail(error, WEND_NO_MEMORY, "no memory for a map of density");
    free(scratch);
    free(weight);
    return result;
}

// Drawing -------------------------------------------------------------------------------------------------------------

static uint32_t premultiplied(wi_colour colour) {
    uint32_t opacity = colour & 0xff, pixel = opacity << 24;
    for (unsigned shift = 8; shift <= 24; shift += 8)
        pixel |= ((colour >> shift & 0xff) * opacity / 255) << (shift - 8);
    return pixel;
}

static void fill_image(const wi_heat *heat, const float *value, cairo_surface_t *image) {
    unsigned char *bytes = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    for (uint32_t row = 0; row < heat->rows; row++) {
        uint32_t *pixel = (uint32_t *)(void *)(bytes + stride * (heat->rows - 1 - row));
        for (uint32_t column = 0; column < heat->columns; column++)
            pixel[column] =
                premultiplied(wi_palette_heat((double)value[(size_t)row * heat->columns + column] / (double)heat->top));
    }
    cairo_surface_mark_dirty(image);
}

void wi_draw_heat(const wi_canvas *canvas, const wi_heat *heat, const wi_view *view, uint32_t level) {
    if (!(heat->top > 0.0f)) return;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)heat->columns, (int)heat->rows);
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS) {
        fill_image(heat, level_values(heat, level), image);
        cairo_save(canvas->cairo);
        cairo_translate(canvas->cairo, wi_view_x(view, heat->x0), wi_view_y(view, heat->y0 + heat->rows * heat->cell));
        cairo_scale(canvas->cairo, heat->cell * view->scale, heat->cell * view->scale);
        cairo_set_source_surface(canvas->cairo, image, 0.0, 0.0);
        cairo_pattern_set_filter(cairo_get_source(canvas->cairo), CAIRO_FILTER_BILINEAR);
        cairo_paint(canvas->cairo);
        cairo_restore(canvas->cairo);
    }
    cairo_surface_destroy(image);
}
