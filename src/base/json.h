// Reading JSON (RFC 8259) that may come from anybody: strict, bounded in depth and size, no surprises.
#ifndef WI_JSON_H
#define WI_JSON_H

#include "wend/base.h"

typedef enum wi_json_kind {
    WI_JSON_NULL,
    WI_JSON_BOOL,
    WI_JSON_NUMBER,
    WI_JSON_TEXT,
    WI_JSON_LIST,
    WI_JSON_MAP,
} wi_json_kind;

typedef struct wi_json wi_json;
struct wi_json {
    wi_json_kind kind;
    const char *name; // of a member of a map; NULL otherwise
    bool truth;
    double number;
    const char *text; // ends with 0; may hold further zeros if the sender wrote \u0000
    size_t text_size;
    const wi_json *first, *next; // members of a list or map in order; the next of the same list or map
    uint32_t count;
};

typedef struct wi_json_document wi_json_document;

#define WI_JSON_DEPTH_MAX 32

// Reads a text of at most `most` values; NULL with the reason and place in `error`. Free with wi_json_free.
wi_json_document *wi_json_read(const char *text, size_t size, uint32_t most, wend_error *error);
const wi_json *wi_json_root(const wi_json_document *document);
void wi_json_free(wi_json_document *document); // NULL is fine

// A member by its name, or NULL: also where `map` is NULL or no map.
const wi_json *wi_json_get(const wi_json *map, const char *name);

// The value of a member, or `otherwise` where there is none of that kind.
double wi_json_number(const wi_json *map, const char *name, double otherwise);
bool wi_json_truth(const wi_json *map, const char *name, bool otherwise);
const char *wi_json_text(const wi_json *map, const char *name, const char *otherwise);

#endif
