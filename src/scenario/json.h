// Pieces of JSON on a stream.
#ifndef WI_JSON_H
#define WI_JSON_H

#include <stdio.h>

// A text in quotes, escaped.
void wi_json_text(FILE *to, const char *text);

#endif
