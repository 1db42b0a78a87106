// Right of way (Curtis, Zafar, Gutub and Manocha 2012): whoever has the higher priority is taken to go at its preferred
// velocity, in proportion to the difference, and so does not yield to what the other does. Bodies that touch are equals:
// nobody walks through anybody. Firm ones go on as they do, touched or not.
#ifndef WI_RIGHT_OF_WAY_WIDE_H
#define WI_RIGHT_OF_WAY_WIDE_H

#include "base/wide.h"
#include "wend/model.h"

typedef struct right_of_way {
    wide_mask mine, theirs; // who is taken to go at its preferred velocity
    wide share;             // 0 to 1: in which proportion
    wide_mask equals;       // who would be unequal but for touching
} right_of_way;

// False if there is nothing to settle: equal priorities change nothing, not a bit.
WI_INLINE bool find_right_of_way(wide priority, wide other, wide_mask touch, right_of_way *right) {
    const wide one = wide_of(1.0f), firm = wide_of(WEND_PRIORITY_FIRM);
    wide_mask theirs = wide_less(priority, other), mine = wide_less(other, priority);
    wide_mask unequal = (theirs | mine) & wide_less(priority, firm) & wide_less(other, firm);
    if (!wide_any(unequal)) return false;
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
