// Writing a JSON Schema: objects and lists with their commas and line ends.
#ifndef WI_SCHEMA_WRITE_H
#define WI_SCHEMA_WRITE_H

#include "base/json_write.h"
#include "scenario/keys.h"

typedef struct wi_schema_writer {
    FILE *to;
    uint32_t depth;
    bool more; // something stands before in the same object or list
} wi_schema_writer;

static inline void start(wi_schema_writer *w, const char *name) {
    fprintf(w->to, "%s%*s", w->more ? ",\n" : w->depth ? "\n" : "", (int)w->depth * 2, "");
    w->more = true;
    if (!name) return;
    wi_json_print_text(w->to, name);
    fputs(": ", w->to);
}

static inline void open_with(wi_schema_writer *w, const char *name, char bracket) {
    start(w, name);
    fputc(bracket, w->to);
    w->depth++;
    w->more = false;
}

static inline void close_with(wi_schema_writer *w, char bracket) {
    w->depth--;
    if (w->more) fprintf(w->to, "\n%*s", (int)w->depth * 2, "");
    fputc(bracket, w->to);
    w->more = true;
}

static inline void open_object(wi_schema_writer *w, const char *name) { open_with(w, name, '{'); }
static inline void close_object(wi_schema_writer *w) { close_with(w, '}'); }
static inline void open_list(wi_schema_writer *w, const char *name) { open_with(w, name, '['); }
static inline void close_list(wi_schema_writer *w) { close_with(w, ']'); }

static inline void text(wi_schema_writer *w, const char *name, const char *value) {
    start(w, name);
    wi_json_print_text(w->to, value);
}

static inline void raw(wi_schema_writer *w, const char *name, const char *value) {
    start(w, name);
    fputs(value, w->to);
}

static inline void number(wi_schema_writer *w, const char *name, double value) {
    start(w, name);
    fprintf(w->to, "%.10g", value);
}

static inline void reference(wi_schema_writer *w, const char *to) {
    start(w, "$ref");
    fprintf(w->to, "\"#/$defs/%s\"", to);
}

static inline void reference_item(wi_schema_writer *w, const char *to) {
    open_object(w, NULL);
    reference(w, to);
    close_object(w);
}

// An object that is one of the words; the list ends at `count` or with NULL.
void wi_schema_words(wi_schema_writer *w, const char *const *words, uint32_t count);

// What a parameter of a model or a habit takes, as a property.
void wi_schema_parameter(wi_schema_writer *w, const wend_param *param);

// What a key takes: the inside of the object that describes it.
void wi_schema_value(wi_schema_writer *w, const wi_key *key);

#endif
