// One look through a whole recording: what a picture must know before the first line is drawn.
#ifndef WI_SURVEY_H
#define WI_SURVEY_H

#include "picture/film.h"

// Steps through the film to its end and fills in what it found. WEND_BUSY when stopped.
wend_result wi_survey_make(wi_film *film, bool (*stopped)(void), wend_error *error);
void wi_survey_free(wi_film *film);

// When an agent is seen last, s; NAN while nobody knows.
double wi_survey_last(wi_film *film, uint64_t id);

#endif
