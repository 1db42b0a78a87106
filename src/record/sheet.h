// Tables in text that are written beside their target, and what all recordings ask of a frame.
#ifndef WI_SHEET_H
#define WI_SHEET_H

#include "base/beside.h"
#include "record/frames.h"

#include <locale.h>
#include <stdio.h>

// A table in text that is written beside. Between wi_sheet_begin and wi_sheet_end numbers have a decimal point whatever
// the host's locale is.
typedef struct wi_sheet {
    wi_beside *beside;
    FILE *file;
    wi_raster grid; // of positions
    int decimals;   // for multiples of the precision; -1: all digits
    int64_t last;   // frame
    bool any;       // frame so far
    locale_t plain, before;
} wi_sheet;

wend_result wi_sheet_open(const char *path, const wi_write_options *options, wi_sheet *sheet, wend_error *error);
void wi_sheet_begin(wi_sheet *sheet);
wend_result wi_sheet_end(wi_sheet *sheet, wend_error *error); // looks whether all could be written
void wi_sheet_position(wi_sheet *sheet, double value);        // rounded to the precision
void wi_sheet_number(wi_sheet *sheet, double value);          // as few digits as give the same double back
void wi_sheet_float(wi_sheet *sheet, float value);            // the same for a float
wend_result wi_sheet_finish(wi_sheet *sheet, wend_error *error);
void wi_sheet_abandon(wi_sheet *sheet);

// A frame rate that a recording may have.
#define WI_FPS_MOST 1e6
wend_result wi_fps_accept(double fps, wend_error *error);

// A frame that may follow frame *last (if there was *any): its number is higher, its places are finite, its agents
// ordered.
wend_result wi_frame_accept(const wi_frame *frame, int64_t *last, bool *any, wend_error *error);

#endif
