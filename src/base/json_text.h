// The texts of JSON: quotes, escapes and UTF-8.
#ifndef WI_JSON_TEXT_H
#define WI_JSON_TEXT_H

#include "wend/base.h"

// Reads a text from the quote at *at to the quote that ends it, and moves *at behind that. `into` has room for as many
// bytes as the text has between its quotes; *size are used. NULL, or what is wrong at the new *at.
const char *wi_json_decode(const char **at, const char *end, char *into, size_t *size);

// How many bytes the character at `at` has, or 0 where that is no UTF-8: broken off, written longer than needed, half of
// a pair, or beyond the last character there is. left: bytes that may be looked at, at least 1.
size_t wi_utf8_size(const char *at, size_t left);

#endif
