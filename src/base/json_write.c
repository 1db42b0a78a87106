#include "base/json_write.h"

#include "base/json_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

wi_json_object wi_json_begin(FILE *to, int indent) {
    fprintf(to, "{");
    return (wi_json_object){.to = to, .indent = indent};
}

void wi_json_end(wi_json_object *object) { fprintf(object->to, "\n%*s}", object->indent, ""); }

// Returns the next character of the text.
static const char *print_character(FILE *to, const char *at) {
    static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    const char *special = strchr(plain, *at);
    size_t size = wi_utf8_size(at, strnlen(at, 4));
    if (special)
        fprintf(to, "\\%c", letter[special - plain]);
    else if ((unsigned char)*at < 0x20)
        fprintf(to, "\\u%04x", (unsigned)*at);
    else if (size == 0)
        fprintf(to, "\\ufffd");
    else
        fwrite(at, 1, size, to);
    return at + (size > 0 ? size : 1);
}

void wi_json_print_text(FILE *to, const char *text) {
    fputc('"', to);
    while (*text) text = print_character(to, text);
    fputc('"', to);
}

// The locale's point, which may be several bytes, becomes a dot.
static void print_with_dot(FILE *to, const char *number) {
    bool dotted = false;
    for (; *number; number++) {
        bool known = strchr("0123456789+-e", *number) != NULL;
        if (known)
            fputc(*number, to);
        else if (!dotted)
            fputc('.', to);
        dotted = !known;
    }
}

void wi_json_print_number(FILE *to, double value) {
    char text[40] = "null";
    if (!isfinite(value)) {
        fputs(text, to);
        return;
    }
    for (int digits = 6; digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    print_with_dot(to, text);
}

void wi_json_put_name(wi_json_object *object, const char *name) {
    fprintf(object->to, "%s\n%*s", object->members++ ? "," : "", object->indent + 2, "");
    wi_json_print_text(object->to, name);
    fprintf(object->to, ": ");
}

void wi_json_put_text(wi_json_object *object, const char *name, const char *text) {
    wi_json_put_name(object, name);
    if (text)
        wi_json_print_text(object->to, text);
    else
        fprintf(object->to, "null");
}

void wi_json_put_number(wi_json_object *object, const char *name, double value, int decimals) {
    wi_json_put_name(object, name);
    char text[400] = "null"; // the largest double has 309 digits before its point
    if (!isfinite(value)) {
        fputs(text, object->to);
        return;
    }
    (void)snprintf(text, sizeof text, "%.*f", decimals, value);
    print_with_dot(object->to, text);
}

void wi_json_put_count(wi_json_object *object, const char *name, uint64_t value) {
    wi_json_put_name(object, name);
    fprintf(object->to, "%llu", (unsigned long long)value);
}

void wi_json_put_flag(wi_json_object *object, const char *name, bool value) {
    wi_json_put_name(object, name);
    fprintf(object->to, "%s", value ? "true" : "false");
}
