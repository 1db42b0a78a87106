// Between route and steer: habits bend what an agent would like to do, and what it shows of itself, before any model
// sees it. Each habit is a function on one row and a row of the table in adapt.c.
#ifndef WI_ADAPT_H
#define WI_ADAPT_H

#include "route/habits.h"
#include "world/world.h"

typedef struct wi_adapting {
    const wend_view *now; // bodies of others are not to be read: their rows may be adapted at the same time
    wend_ties *ties;      // NULL where nobody has any; a row may write its own
    uint32_t row;
    const wi_habits *habits;
    wend_body *body; // the row's own
} wi_adapting;

// One file each.
void wi_keep_company(const wi_adapting *who);  // company.c: groups
void wi_keep_side(const wi_adapting *who);     // keep_side.c
void wi_lose_patience(const wi_adapting *who); // patience.c
void wi_obey_signals(const wi_adapting *who);  // signals.c

static inline wend_vec wi_adapting_at(const wi_adapting *who) { return wi_vec(who->body->x, who->body->y); }
static inline wend_vec wi_adapting_wish(const wi_adapting *who) {
    return wi_vec(who->body->preferred_x, who->body->preferred_y);
}
static inline void wi_adapting_set_wish(const wi_adapting *who, wend_vec wish) {
    who->body->preferred_x = wish.x;
    who->body->preferred_y = wish.y;
}

#endif
