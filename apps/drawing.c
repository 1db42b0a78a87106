#include "drawing.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// The terminal ---------------------------------------------------------------------------------------------------------

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && *value;
}

// An unset locale says nothing, and nearly every terminal of today shows UTF-8.
static bool shows_utf8(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (uint32_t i = 0; i < WEND_COUNT(variables); i++) {
        if (!is_set(variables[i])) continue;
        const char *value = getenv(variables[i]);
        return strstr(value, "UTF-8") || strstr(value, "utf-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return true;
}

terminal terminal_look(void) {
    terminal found = {.braille = shows_utf8(), .columns = 80, .rows = 24};
    if (!isatty(STDOUT_FILENO)) return found;
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        found.columns = size.ws_col;
        found.rows = size.ws_row;
    }
    const char *kind = getenv("TERM");
    found.live = kind && *kind && strcmp(kind, "dumb") != 0;
    found.colour = found.live && !is_set("NO_COLOR");
    return found;
}

// The canvas -----------------------------------------------------------------------------------------------------------

bool canvas_create(canvas *on, uint32_t columns, float extent) {
    uint32_t rows = columns / 2;
    on->columns = columns;
    on->rows = rows;
    on->extent = extent;
    on->dots = calloc((size_t)columns * rows, 1);
    on->ink = calloc((size_t)columns * rows, 1);
    if (on->dots && on->ink) return true;
    canvas_destroy(on);
    return false;
}

void canvas_destroy(canvas *on) {
    free(on->dots);
    free(on->ink);
    on->dots = on->ink = NULL;
}

void canvas_clear(canvas *on) {
    size_t cells = (size_t)on->columns * on->rows;
    memset(on->dots, 0, cells);
    memset(on->ink, INK_NONE, cells);
}

void canvas_dot(canvas *on, wend_vec at, uint32_t ink) {
    // The Braille patterns number their dots down the left column, down the right one, then the last line.
    static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    float across = (float)(2 * on->columns), down = (float)(4 * on->rows);
    float x = (at.x / on->extent + 1.0f) * 0.5f * across, y = (1.0f - at.y / on->extent) * 0.5f * down;
    if (!(x >= 0.0f && x < across && y >= 0.0f && y < down)) return;
    uint32_t column = (uint32_t)x, line = (uint32_t)y;
    uint32_t cell = line / 4 * on->columns + column / 2;
    on->dots[cell] |= bits[line % 4][column % 2];
    if (ink > on->ink[cell]) on->ink[cell] = (unsigned char)ink;
}

void canvas_line(canvas *on, wend_vec a, wend_vec b, uint32_t ink) {
    float dot = on->extent / (float)on->columns;
    float steps = __builtin_ceilf(wi_length(wi_sub(b, a)) / dot) + 1.0f;
    for (float i = 0.0f; i <= steps; i += 1.0f) canvas_dot(on, wi_add(a, wi_scale(i / steps, wi_sub(b, a))), ink);
}

static void print_cell(unsigned char dots, uint32_t ink, bool braille, FILE *file) {
    static const char letters[] = {' ', '.', '#', 'o'};
    if (!braille)
        fputc(letters[ink < INK_AGENT ? ink : INK_AGENT], file);
    else if (dots == 0)
        fputc(' ', file);
    else // U+2800 and the dots, as UTF-8
        fprintf(file, "\xe2%c%c", 0xa0 | dots >> 6, 0x80 | (dots & 0x3f));
}

static void print_colour(uint32_t ink, FILE *file) {
    if (ink == INK_PATH)
        fputs("\033[90m", file); // grey
    else if (ink >= INK_AGENT)
        fprintf(file, "\033[%um", 31 + (ink - INK_AGENT) % INK_COLOURS); // red to cyan
    else
        fputs("\033[0m", file);
}

void canvas_print_row(const canvas *on, uint32_t row, const terminal *shown, FILE *file) {
    uint32_t colour = INK_NONE;
    for (uint32_t i = 0; i < on->columns; i++) {
        uint32_t cell = row * on->columns + i, ink = on->ink[cell];
        if (shown->colour && ink != colour && ink != INK_NONE) {
            print_colour(ink, file);
            colour = ink;
        }
        print_cell(on->dots[cell], ink, shown->braille, file);
    }
    if (shown->colour) fputs("\033[0m", file);
}
