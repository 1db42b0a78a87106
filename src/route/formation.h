// Where the members of a small group walk relative to each other: side by side in the open, in rows where it is narrow.
#ifndef WI_FORMATION_H
#define WI_FORMATION_H

#include "route/adapt.h"

#define WI_TOGETHER_MAX 32 // members that are looked at; of a larger group, these stand for all

// Those of a group who walk together, oneself among them, as one of them sees them: along its way and to its left.
typedef struct wi_together {
    uint32_t count, self; // index of oneself
    uint64_t serial[WI_TOGETHER_MAX];
    float along[WI_TOGETHER_MAX], left[WI_TOGETHER_MAX]; // m, from oneself
} wi_together;

typedef struct wi_formation {
    uint32_t abreast;   // at most so many in a row
    float spacing;      // m between neighbours in a row, from centre to centre
    float row_distance; // m from row to row
} wi_formation;

// The place of oneself relative to the middle of all places; x along the way, y to the left. Keeps the order of members,
// from front to back and within a row from left to right, so that nobody has to pass another to get there.
wend_vec wi_formation_place(const wi_together *all, const wi_formation *formation);

uint32_t wi_formation_rows(const wi_together *all, const wi_formation *formation);

// The room for people to the left and right of a point, from a little behind it to some way ahead (m, at most `most`);
// false if a wall stands in the way itself.
bool wi_room_across(const wend_view *now, uint32_t level, wend_vec at, wend_vec ahead, float most, float *left,
                    float *right);

#endif
