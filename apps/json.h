// One JSON object, member by member.
#ifndef JSON_H
#define JSON_H

#include "wend/base.h"

#include <stdio.h>

typedef struct json_object {
    FILE *to;
    int indent;
    uint32_t members;
} json_object;

// "{"; `indent` is that of the line it begins in.
json_object json_begin(FILE *to, int indent);
void json_end(json_object *object); // "}" without a line end

// The name of a member whose value the caller prints.
void json_name(json_object *object, const char *name);

void json_text(json_object *object, const char *name, const char *text);             // NULL: null
void json_number(json_object *object, const char *name, double value, int decimals); // not finite: null
void json_count(json_object *object, const char *name, uint64_t value);
void json_flag(json_object *object, const char *name, bool value);

// A text in quotes, escaped.
void json_print_text(FILE *to, const char *text);

#endif
