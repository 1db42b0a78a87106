// Words for messages.
#ifndef WI_TEXT_H
#define WI_TEXT_H

#include "wend/base.h"

// How many single-letter insertions, deletions, replacements and swaps of neighbours lie between two words.
uint32_t wi_text_distance(const char *a, const char *b);

// So many letters from a known word this one is no misspelling of it; of an empty one nothing is.
uint32_t wi_text_too_far(const char *word);

#endif
