#include "picture/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MOST 160 // bytes

void wi_ink(const wi_canvas *canvas, wi_colour colour) {
    cairo_set_source_rgba(canvas->cairo, (colour >> 24) / 255.0, (colour >> 16 & 0xff) / 255.0,
                          (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
}

void wi_ink_named(const wi_canvas *canvas, const char *name) { wi_ink(canvas, wi_palette_colour(canvas->theme, name)); }

void wi_fill(const wi_canvas *canvas, wi_colour colour) {
    wi_ink(canvas, colour);
    cairo_fill(canvas->cairo);
}

void wi_stroke(const wi_canvas *canvas, wi_colour colour, double width) {
    wi_ink(canvas, colour);
    cairo_set_line_width(canvas->cairo, width * canvas->unit);
    cairo_stroke(canvas->cairo);
}

void wi_dash(const wi_canvas *canvas, double on, double off) {
    const double dashes[] = {on * canvas->unit, off * canvas->unit};
    cairo_set_dash(canvas->cairo, dashes, on > 0.0 ? 2 : 0, 0.0);
}

// Text ----------------------------------------------------------------------------------------------------------------

// The bytes of the character there, 0 if it is none that cairo would take.
static size_t character_length(const unsigned char *at) {
    size_t length = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc2 ? 2 : 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    bool too_long = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool outside = (at[0] == 0xed && at[1] >= 0xa0) || (at[0] == 0xf4 && at[1] >= 0x90) || at[0] > 0xf4;
    return at[0] < 0x20 || at[0] == 0x7f || too_long || outside ? 0 : length;
}

static void copy_plain(char to[TEXT_MOST], const char *text) {
    size_t used = 0;
    while (*text && used + 5 < TEXT_MOST) {
        size_t length = character_length((const unsigned char *)text);
        if (length == 0) to[used++] = '?', text++;
        for (size_t i = 0; i < length; i++) to[used++] = *text++;
    }
    to[used] = '\0';
}

static double text_width(const wi_canvas *canvas, const char *text) {
    cairo_text_extents_t extents;
    cairo_text_extents(canvas->cairo, text, &extents);
    return extents.x_advance;
}

// Takes characters from the end until the rest fits, with an ellipsis in their place.
static double shorten(const wi_canvas *canvas, char text[TEXT_MOST], double room) {
    double width = text_width(canvas, text);
    size_t length = strlen(text);
    while (width > room && length > 0) {
        do length--;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
        if (length + 4 > TEXT_MOST) continue;
        memcpy(text + length, "\xe2\x80\xa6", 4);
        width = text_width(canvas, text);
    }
    return width;
}

double wi_write(const wi_canvas *canvas, double x, double y, double size, wi_align align, double room,
                const char *text) {
    char plain[TEXT_MOST];
    copy_plain(plain, text);
    cairo_select_font_face(canvas->cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas->cairo, size * canvas->unit);
    double width = shorten(canvas, plain, room);
    cairo_move_to(canvas->cairo,
                  x - (align == WI_ALIGN_RIGHT    ? width
                       : align == WI_ALIGN_MIDDLE ? width / 2.0
                                                  : 0.0),
                  y);
    cairo_show_text(canvas->cairo, plain);
    cairo_new_path(canvas->cairo);
    return width;
}

void wi_rounded_box(const wi_canvas *canvas, double x, double y, double width, double height, double radius) {
    static const double quarter = 1.5707963267948966;
    cairo_t *cairo = canvas->cairo;
    radius = fmin(radius, fmin(width, height) / 2.0);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x + width - radius, y + radius, radius, -quarter, 0.0);
    cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0.0, quarter);
    cairo_arc(cairo, x + radius, y + height - radius, radius, quarter, 2.0 * quarter);
    cairo_arc(cairo, x + radius, y + radius, radius, 2.0 * quarter, 3.0 * quarter);
    cairo_close_path(cairo);
}
