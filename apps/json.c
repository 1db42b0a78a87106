#include "json.h"

#include <math.h>

json_object json_begin(FILE *to, int indent) {
    fprintf(to, "{");
    return (json_object){.to = to, .indent = indent};
}

void json_end(json_object *object) { fprintf(object->to, "\n%*s}", object->indent, ""); }

void json_print_text(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at == '"' || *at == '\\')
            fprintf(to, "\\%c", *at);
        else if (*at < 0x20)
            fprintf(to, "\\u%04x", *at);
        else
            fputc(*at, to);
    }
    fputc('"', to);
}

void json_name(json_object *object, const char *name) {
    fprintf(object->to, "%s\n%*s", object->members++ ? "," : "", object->indent + 2, "");
    json_print_text(object->to, name);
    fprintf(object->to, ": ");
}

void json_text(json_object *object, const char *name, const char *text) {
    json_name(object, name);
    if (text)
        json_print_text(object->to, text);
    else
        fprintf(object->to, "null");
}

void json_number(json_object *object, const char *name, double value, int decimals) {
    json_name(object, name);
    if (isfinite(value))
        fprintf(object->to, "%.*f", decimals, value);
    else
        fprintf(object->to, "null");
}

void json_count(json_object *object, const char *name, uint64_t value) {
    json_name(object, name);
    fprintf(object->to, "%llu", (unsigned long long)value);
}

void json_flag(json_object *object, const char *name, bool value) {
    json_name(object, name);
    fprintf(object->to, "%s", value ? "true" : "false");
}
