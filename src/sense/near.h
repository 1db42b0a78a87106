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

// True if any whom the row could see just now, in a box with the row in it, passes a test. Others about the box are tested,
// too, so the test has to look at the place; in which order they are tested is not said.
typedef bool wi_near_test(const wend_view *now, uint32_t other, const void *by);
bool wi_near_any(const wend_view *now, uint32_t row, wend_vec min, wend_vec max, wi_near_test *test, const void *by);

#endif
