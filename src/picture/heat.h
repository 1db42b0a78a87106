// How dense it was, on average over a time: each agent spreads as a Gaussian of Helbing's width, 0.7 m,
//
//     density(r) = sum over agents of exp(-|r - r_i|^2 / R^2) / (pi R^2)
//
// (D. Helbing, A. Johansson, H. Al-Abideen: Dynamics of crowd disasters, doi:10.1103/PhysRevE.75.046109). In a scene of
// many hundred metres R is two cells of the grid.
#ifndef WI_HEAT_H
#define WI_HEAT_H

#include "picture/canvas.h"
#include "picture/film.h"

typedef struct wi_heat {
    double x0, y0, cell, radius; // m
    uint32_t columns, rows;
    uint32_t level, levels; // the first, and how many
    float *value; // by level, row from the south, column: agents, and once finished agents to the square metre
    float top;    // of all
    uint64_t shots;
} wi_heat;

wend_result wi_heat_start(const double bounds[4], uint32_t level, uint32_t levels, wi_heat *heat, wend_error *error);
void wi_heat_add(wi_heat *heat, const wi_shot *shot);
wend_result wi_heat_finish(wi_heat *heat, wend_error *error);
void wi_heat_free(wi_heat *heat);

void wi_draw_heat(const wi_canvas *canvas, const wi_heat *heat, const wi_view *view, uint32_t level);

#endif
