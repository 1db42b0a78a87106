// The agents of a world as a frame shows them.
#ifndef WI_LIVE_ROWS_H
#define WI_LIVE_ROWS_H

#include "replay/frame_code.h"
#include "wend/model.h"

// Fills shown[0 .. view->count): all columns but state and stress. An agent's index is its serial less 1.
void wi_live_rows(const wend_view *view, wi_shown *shown);

#endif
