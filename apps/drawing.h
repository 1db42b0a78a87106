// Small drawings for a terminal: dots in Braille characters, or plain letters where those cannot be shown.
#ifndef DRAWING_H
#define DRAWING_H

#include "wend/base.h"

#include <stdio.h>

typedef struct terminal {
    bool live;            // a person watches: pictures may move
    bool colour, braille; // what it can show
    uint32_t columns, rows;
} terminal;

// What stdout is. Without a terminal: 80 columns, no colour. NO_COLOR and TERM=dumb are respected; plain letters where
// the locale says that there is no UTF-8.
terminal terminal_look(void);

// What a dot stands for. INK_AGENT and above are agents in one of INK_COLOURS colours.
enum { INK_NONE, INK_PATH, INK_WALL, INK_AGENT, INK_COLOURS = 6 };

// A square part of the plane about the origin; a cell is one character, 2 x 4 dots.
typedef struct canvas {
    uint32_t columns, rows;
    float extent;        // m, from the middle to each side
    unsigned char *dots; // of each cell, as bits of the Braille character
    unsigned char *ink;  // of each cell: the highest of its dots
} canvas;

// Makes an empty canvas, `columns` wide and half as high in lines; false without memory.
bool canvas_create(canvas *on, uint32_t columns, float extent);
void canvas_destroy(canvas *on);
void canvas_clear(canvas *on);

// Coordinates in metres; what lies outside is left out.
void canvas_dot(canvas *on, wend_vec at, uint32_t ink);
void canvas_line(canvas *on, wend_vec a, wend_vec b, uint32_t ink);

// Prints one line of the canvas, without a line end.
void canvas_print_row(const canvas *on, uint32_t row, const terminal *shown, FILE *file);

#endif
