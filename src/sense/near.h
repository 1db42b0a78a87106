// The nearest neighbours of one row; see wend_view_nearest.
#ifndef WI_NEAR_H
#define WI_NEAR_H

#include "sense/senses.h"

// The nearest found so far, nearest first; serials break ties.
typedef struct wi_shortlist {
    const wend_view *now;
    wend_neighbour *found; // room for `most`
    uint32_t count, most;
    float limit2; // only closer ones are of interest
} wi_shortlist;

// True if a row would have a place on the list.
bool wi_shortlist_has_room(const wi_shortlist *list, uint32_t row, float distance2);

// Puts a row in its place on the list, if it has one.
void wi_shortlist_offer(wi_shortlist *list, uint32_t row, float distance2);

// As wend_view_nearest.
uint32_t wi_near(const wend_view *now, uint32_t row, float distance, uint32_t k, wend_neighbour *found);

#endif
