// Words for messages.
#ifndef WI_TEXT_H
#define WI_TEXT_H

#include "wend/base.h"

// How many single-letter insertions, deletions, replacements and swaps of neighbours lie between two words.
uint32_t wi_text_distance(const char *a, const char *b);

// So many letters from a known word this one is no misspelling of it; of an empty one nothing is.
uint32_t wi_text_too_far(const char *word);

// Looks for the name that somebody meant. Start with wi_nearest_to, or with UINT32_MAX as distance where any name is
// better than none; then try all that are known.
typedef struct wi_nearest {
    const char *word;
    const char *name;  // the first of the nearest so far; NULL: none is near enough
    uint32_t distance; // a name must be nearer than this
} wi_nearest;

wi_nearest wi_nearest_to(const char *word);
void wi_nearest_try(wi_nearest *nearest, const char *known);

#endif
