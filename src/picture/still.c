// Pictures of one time, or of many in one: PNG, SVG, PDF.
#include "base/error.h"
#include "picture/kinds.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>

#define POINT 0.75 // points of paper to a pixel

static wend_result check(cairo_status_t status, wend_error *error) {
    if (status == CAIRO_STATUS_SUCCESS) return WEND_OK;
    return wi_fail(error, status == CAIRO_STATUS_NO_MEMORY ? WEND_NO_MEMORY : WEND_FILE_ERROR,
                   "cannot write the picture: %s", cairo_status_to_string(status));
}

static wend_result choose_time(wi_painting *painting, double *time, wend_error *error) {
    const wi_film *film = &painting->film;
    double asked = painting->options->at;
    *time = isnan(asked) ? (painting->from + painting->until) / 2.0 : asked;
    if (*time >= film->first && *time <= film->last) return WEND_OK;
    return wi_fail(error, WEND_BAD_ARGUMENT, "there is nothing at %g s: the recording goes from %g s to %g s", asked,
                   film->first, film->last);
}

static wend_result paint(wi_painting *painting, cairo_t *cairo, wi_picture_done *done, wend_error *error) {
    done->frames = 1;
    if (painting->options->time_lapse) { // on the ground of its end, where bodies are darkest
        wi_paint_ground(painting, cairo, painting->until);
        return wi_paint_lapse(painting, cairo, error);
    }
    wend_result result = choose_time(painting, &done->from, error);
    if (result != WEND_OK) return result;
    done->until = done->from;
    wi_paint_ground(painting, cairo, done->from);
    return wi_paint_at(painting, cairo, done->from, error);
}

// Paints on a surface, which it gives back; path: for a PNG, NULL where the surface is a file itself.
static wend_result paint_surface(wi_painting *painting, cairo_surface_t *surface, double scale, const char *path,
                                 wi_picture_done *done, wend_error *error) {
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    wend_result result = paint(painting, cairo, done, error);
    if (result == WEND_OK) result = check(cairo_status(cairo), error);
    if (result == WEND_OK && path) result = check(cairo_surface_write_to_png(surface, path), error);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    if (result == WEND_OK) result = check(cairo_surface_status(surface), error);
    cairo_surface_destroy(surface);
    return result;
}

wend_result wi_write_png(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error) {
    const wi_layout *layout = &painting->layout;
    return paint_surface(painting,
                         cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)layout->width, (int)layout->height), 1.0,
                         path, done, error);
}

wend_result wi_write_svg(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error) {
    const wi_layout *layout = &painting->layout;
    cairo_surface_t *surface = cairo_svg_surface_create(path, layout->width, layout->height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return paint_surface(painting, surface, 1.0, NULL, done, error);
}

wend_result wi_write_pdf(wi_painting *painting, const char *path, wi_picture_done *done, wend_error *error) {
    const wi_layout *layout = &painting->layout;
    cairo_surface_t *surface = cairo_pdf_surface_create(path, POINT * layout->width, POINT * layout->height);
    return paint_surface(painting, surface, POINT, NULL, done, error);
}
