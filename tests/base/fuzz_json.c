// Reads anything as JSON; what is accepted must be a tree that can be walked and counted.
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MANY 10000u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static uint32_t count_values(const wi_json *value, uint32_t depth) {
    uint32_t all = 1, members = 0;
    must(depth <= WI_JSON_DEPTH_MAX, "too deep");
    if (value->kind == WI_JSON_NUMBER) must(isfinite(value->number), "not finite");
    if (value->kind == WI_JSON_TEXT) must(value->text[value->text_size] == '\0', "does not end");
    for (const wi_json *member = value->first; member; member = member->next, members++) {
        must(!member->name == (value->kind == WI_JSON_LIST), "a name where none should be");
        if (member->name) must(wi_json_get(value, member->name) == member, "not found by its name");
        all += count_values(member, depth + 1);
    }
    must(members == value->count, "not so many members");
    return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wend_error error = {0};
    wi_json_document *document = wi_json_read((const char *)data, size, MANY, &error);
    must(document || error.text[0], "refused without a reason");
    if (document) must(count_values(wi_json_root(document), 0) <= MANY, "too many values");
    wi_json_free(document);
    return 0;
}
