// How far it is to places among which agents choose.
#ifndef WI_SURVEY_H
#define WI_SURVEY_H

#include "route/destination.h"

typedef struct wi_survey {
    wi_destination to;
    wi_search search;
    wi_goal_points points;
    bool fresh; // of the doors and waits as they are
} wi_survey;

typedef struct wi_surveys {
    wi_survey *is;
    uint32_t count, capacity, oldest;
    bool starved; // there was no memory for one
} wi_surveys;

struct wend_world;

// The way of a row to a goal on a level (m, with what zones and, times `congestion`, waiting add); INFINITY if there is
// none, or no memory to look for it.
float wi_survey_length(struct wend_world *world, uint32_t row, wend_goal goal, uint32_t level, float congestion);

// Doors, or waits only, are no longer what they were.
void wi_surveys_outdate(wi_surveys *all, bool waits_only);
void wi_surveys_free(wi_surveys *all, wi_memory *memory);

#endif
