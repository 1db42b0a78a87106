// One agent's values, as they go into the columns.
#ifndef WI_ROW_H
#define WI_ROW_H

#include "world/world.h"

typedef struct wi_row {
    uint64_t serial;
    float x, y;
    wend_motion motion;
    wend_goal goal;
    wend_pace pace;
    wend_form form;
    wend_role role;
    wend_ties ties;
    wend_way way;
} wi_row;

// Checks every value, whoever it comes from: a host or a saved file. The one place that knows the ranges of an agent.
wend_result wi_row_check(const wend_scene *scene, const wi_row *row, wend_error *error);

wi_row wi_row_read(const wi_columns *columns, uint32_t row);
void wi_row_write(wi_columns *columns, uint32_t row, const wi_row *values);

// Adds a row that was checked, at the end; there must be room. Its parameters are the profile's.
uint32_t wi_row_append(wend_world *world, const wi_row *values);

#endif
