// The half-planes of velocities that keep a body clear of walls.
#ifndef WI_WALL_LINES_H
#define WI_WALL_LINES_H

#include "steer/line.h"
#include "steer/wall_body.h"
#include "wend/model.h"

#define WI_WALL_LINES_MAX 32

// One half-plane for each wall near `row` that its body may meet within `horizon` (s; a step or more), nearest wall
// first, supporting the wall's velocity obstacle where it comes closest to the velocity `about`. At most
// WI_WALL_LINES_MAX; returns how many.
uint32_t wi_wall_lines(const wend_view *now, uint32_t row, const wi_wall_body *body, wend_vec about, float horizon,
                       wi_line *lines);

#endif
