// Writing JSON. Numbers have a dot whatever the locale says.
#ifndef WI_JSON_WRITE_H
#define WI_JSON_WRITE_H

#include "wend/base.h"

#include <stdio.h>

// One object, member by member.
typedef struct wi_json_object {
    FILE *to;
    int indent;
    uint32_t members;
} wi_json_object;

// "{"; `indent` is that of the line it begins in.
wi_json_object wi_json_begin(FILE *to, int indent);
void wi_json_end(wi_json_object *object); // "}" without a line end

// The name of a member whose value the caller prints.
void wi_json_put_name(wi_json_object *object, const char *name);

void wi_json_put_text(wi_json_object *object, const char *name, const char *text);             // NULL: null
void wi_json_put_number(wi_json_object *object, const char *name, double value, int decimals); // not finite: null
void wi_json_put_count(wi_json_object *object, const char *name, uint64_t value);
void wi_json_put_flag(wi_json_object *object, const char *name, bool value);

// A text in quotes, escaped; what is no UTF-8 becomes U+FFFD.
void wi_json_print_text(FILE *to, const char *text);

// With as few digits as read back as the same number; not finite: null.
void wi_json_print_number(FILE *to, double value);

#endif
