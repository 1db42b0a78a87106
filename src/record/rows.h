// Rows of a recording in any order, brought into frames: for formats that do not promise an order.
#ifndef WI_ROWS_H
#define WI_ROWS_H

#include "record/trajectory.h"

// One line of a table: a place and when it was.
typedef struct wi_row {
    int64_t frame;
    wi_spot spot;
} wi_row;

// All rows of a file; memory is 80 bytes a row.
typedef struct wi_rows {
    wi_row *row;
    size_t count, room;
    size_t next;    // row to be read next, once sorted
    wi_spot *spots; // of the frame read last
    uint32_t most;  // spots in a frame
} wi_rows;

// A spot of which nothing is known but the id.
wi_spot wi_spot_blank(uint64_t id);

// Takes a row, all of it finite or NAN where unknown.
wend_result wi_rows_add(wi_rows *rows, const wi_row *row, wend_error *error);

// Orders by frame and id. Two rows for one agent in one frame are refused, with the name of the file.
wend_result wi_rows_sort(wi_rows *rows, const char *path, wend_error *error);

// The most common step between successive frames of an agent; 0 if nobody has two. Needs sorted rows, orders them anew
// and back.
int64_t wi_rows_step(wi_rows *rows);

// Makes a reader of sorted rows: takes what they hold and fills state, next and close.
wend_result wi_rows_read(wi_rows *rows, wi_reader *reader, wend_error *error);
void wi_rows_free(wi_rows *rows);

#endif
