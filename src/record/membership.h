// Which agents belong to which groups: told once, looked up for every frame.
#ifndef WI_MEMBERSHIP_H
#define WI_MEMBERSHIP_H

#include "record/trajectory.h"

// In order of serial. All zero is empty.
typedef struct wi_membership {
    uint64_t *serial;
    uint32_t *group;
    uint32_t count, room;
} wi_membership;

// Serials must rise. False without memory, changing nothing.
bool wi_membership_add(wi_membership *to, uint64_t serial, uint32_t group);

// Moves all of `from` behind what `to` has; false without memory.
bool wi_membership_move(wi_membership *to, wi_membership *from);

// Fills in the groups of a frame; who is not in the list keeps what it has.
void wi_membership_apply(const wi_membership *all, const wi_frame *frame);
void wi_membership_free(wi_membership *all);

#endif
