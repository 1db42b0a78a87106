// Right of way (Curtis, Zafar, Gutub and Manocha 2012): whoever has the higher priority is taken to go at its preferred
// velocity, in proportion to the difference, and so does not yield to what the other does. Bodies that touch are equals,
// but not the room that they claim: nobody walks through anybody. Firm ones go on as they do, touched or not.
#ifndef WI_RIGHT_OF_WAY_WIDE_H
#define WI_RIGHT_OF_WAY_WIDE_H

#include "sense/group_wide.h"

typedef struct right_of_way {
    wide_mask mine, theirs; // who is taken to go at its preferred velocity
    wide share;             // 0 to 1: in which proportion
    wide_mask equals;       // who would be unequal but for touching
} right_of_way;

// One whom each lane meets: its row, where it is as the lane sees it, and the lanes whose bodies may touch it.
typedef struct somebody {
    const int32_t *row;
    wide x, y;
    wide_mask near;
} somebody;

static inline wide_mask bodies_touch(const wend_view *now, const wide_group *group, const somebody *of) {
    wide own[4], theirs[4]; // radius, ..
    wide_read_quads((const float(*)[4])(const void *)now->form, group->row, own);
    wide_read_quads((const float(*)[4])(const void *)now->form, of->row, theirs);
    wide both = own[0] + theirs[0];
    return of->near & wide_less(of->x * of->x + of->y * of->y, both * both);
}

// False if there is nothing to settle: equal priorities change nothing, not a bit.
WI_INLINE bool find_right_of_way(const wend_view *now, const wide_group *group, const somebody *of, wide priority,
                                 wide other, right_of_way *right) {
    const wide one = wide_of(1.0f), firm = wide_of(WEND_PRIORITY_FIRM);
    wide_mask theirs = wide_less(priority, other), mine = wide_less(other, priority);
    wide_mask unequal = (theirs | mine) & wide_less(priority, firm) & wide_less(other, firm);
    if (!wide_any(unequal)) return false;
    wide_mask touch = bodies_touch(now, group, of);
    wide_mask apart = wide_and_not(unequal, touch);
    *right = (right_of_way){mine & apart, theirs & apart, wide_min(wide_abs(priority - other), one), unequal & touch};
    return true;
}

// The velocity (x, y) of those who have it, nearer to the preferred one.
WI_INLINE void take_right_of_way(const right_of_way *right, wide_mask who, wide preferred_x, wide preferred_y, wide *x,
                                 wide *y) {
    *x = wide_select(who, *x + right->share * (preferred_x - *x), *x);
    *y = wide_select(who, *y + right->share * (preferred_y - *y), *y);
}

#endif
