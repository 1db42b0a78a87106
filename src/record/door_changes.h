// When doors opened and closed during a run. The plan says how they were at the start; what changed since then is kept beside
// the frames while a run is recorded, and goes into the plan when the recording is read.
#ifndef WI_DOOR_CHANGES_H
#define WI_DOOR_CHANGES_H

#include "wend/base.h"

typedef struct wi_door_change {
    int64_t frame; // the first that shows it
    uint32_t door; // as in the plan
    bool open;
} wi_door_change;

// All zero is empty.
typedef struct wi_door_changes {
    wi_door_change *change;
    uint32_t count, room;
} wi_door_changes;

bool wi_door_changes_add(wi_door_changes *to, wi_door_change change); // false without memory, changing nothing
void wi_door_changes_free(wi_door_changes *all);

// Adds the changes, in order of frame, to the doors of a plan as JSON (from malloc, may be NULL). Changes that change
// nothing, and those of doors that it does not have, are passed over, and a text that is no plan stays as it is: whoever
// wants it will complain. False without memory.
bool wi_door_changes_tell(const wi_door_changes *all, char **plan);

#endif
