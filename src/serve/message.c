#include "serve/message.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"

#define VALUES_MAX 64            // of a message; no right one has more than 10
#define EXACT 9007199254740992.0 // 2^53: whole numbers up to here are exact in JSON
#define FAR 1e7                  // m

// The deeds and what belongs to them ----------------------------------------------------------------------------------

typedef enum field_kind { COUNT, ID, NUMBER, FLAG, NAME, SEED, POINT } field_kind;

typedef struct field {
    const char *name;
    field_kind kind;
    size_t offset;
    double min, max; // of numbers, and of both coordinates of a point
    bool optional;
} field;

typedef struct deed {
    const char *name;
    wi_deed deed;
    field field[4]; // ends with one that has no name
} deed;

#define AT(member) offsetof(wi_message, member)

static const deed deeds[] = {
    {"play", WI_DO_PLAY, {{0}}},
    {"pause", WI_DO_PAUSE, {{0}}},
    {"step", WI_DO_STEP, {{"count", COUNT, AT(count), 1, 10000, true}}},
    {"speed", WI_DO_SPEED, {{"value", NUMBER, AT(value), 0.1, 100, false}}},
    {"reset", WI_DO_RESET, {{"seed", SEED, AT(seed), 0, 0, true}}},
    {"set",
     WI_DO_SET,
     {{"profile", COUNT, AT(profile), 0, 65535, false},
      {"parameter", NAME, AT(parameter), 0, 0, false},
      {"value", NUMBER, AT(value), -1e9, 1e9, false}}},
    {"door", WI_DO_DOOR, {{"door", COUNT, AT(door), 0, 65535, false}, {"open", FLAG, AT(open), 0, 0, false}}},
    {"add",
     WI_DO_ADD,
     {{"profile", COUNT, AT(profile), 0, 65535, false},
      {"level", COUNT, AT(level), 0, 65535, true},
      {"at", POINT, AT(at), -FAR, FAR, false},
      {"goal", POINT, AT(goal), -FAR, FAR, true}}},
    {"remove", WI_DO_REMOVE, {{"id", ID, AT(id), 1, EXACT, false}}},
    {"take", WI_DO_TAKE, {{"id", ID, AT(id), 1, EXACT, false}}},
    {"release", WI_DO_RELEASE, {{0}}},
    {"drive", WI_DO_DRIVE, {{"velocity", POINT, AT(velocity), -1000, 1000, false}}},
};

static uint32_t field_count(const deed *of) {
    uint32_t count = 0;
    while (count < WEND_COUNT(of->field) && of->field[count].name) count++;
    return count;
}

// Reading one member --------------------------------------------------------------------------------------------------

static bool in_range(const field *want, const wi_json *value) {
    return value && value->kind == WI_JSON_NUMBER && value->number >= want->min && value->number <= want->max;
}

static bool is_whole(const field *want, const wi_json *value) {
    return in_range(want, value) && value->number == floor(value->number);
}

static bool read_point(const field *want, const wi_json *value, wend_point *to) {
    if (value->kind != WI_JSON_LIST || value->count != 2) return false;
    const wi_json *x = value->first, *y = x->next;
    if (!in_range(want, x) || !in_range(want, y)) return false;
    *to = (wend_point){x->number, y->number};
    return true;
}

static bool read_name(const wi_json *value, char to[WI_NAME_MAX]) {
    if (value->kind != WI_JSON_TEXT || value->text_size >= WI_NAME_MAX || strlen(value->text) != value->text_size)
        return false;
    memcpy(to, value->text, value->text_size + 1);
    return true;
}

// Seeds have 64 bits, more than a number in JSON.
static bool read_seed(const wi_json *value, wi_message *to) {
    if (value->kind != WI_JSON_TEXT || value->text_size == 0 || value->text_size > 20) return false;
    if (strspn(value->text, "0123456789") != value->text_size) return false;
    errno = 0;
    to->seed = strtoull(value->text, NULL, 10);
    to->has_seed = errno == 0;
    return to->has_seed;
}

static bool read_field(const field *want, const wi_json *value, wi_message *message) {
    void *to = (char *)message + want->offset;
    switch (want->kind) {
    case COUNT:
        if (!is_whole(want, value)) return false;
        *(uint32_t *)to = (uint32_t)value->number;
        return true;
    case ID:
        if (!is_whole(want, value)) return false;
        *(wend_serial *)to = (wend_serial)value->number;
        return true;
    case NUMBER:
        if (!in_range(want, value)) return false;
        *(double *)to = value->number;
        return true;
    case FLAG:
        if (value->kind != WI_JSON_BOOL) return false;
        *(bool *)to = value->truth;
        return true;
    case NAME:
        return read_name(value, to);
    case SEED:
        return read_seed(value, message);
    case POINT:
        return read_point(want, value, to);
    }
    return false;
}

static const char *describe_field(const field *want, char text[96]) {
    const char *form = "";
    switch (want->kind) {
    case COUNT:
    case ID:
        form = "a whole number from %.15g to %.15g";
        break;
    case NUMBER:
        form = "a number from %g to %g";
        break;
    case FLAG:
        form = "true or false";
        break;
    case NAME:
        form = "a name";
        break;
    case SEED:
        form = "a whole number below 2^64 in quotes";
        break;
    case POINT:
        form = "two numbers in brackets, each from %g to %g";
        break;
    }
    snprintf(text, 96, form, want->min, want->max);
    return text;
}

// Reading a message ---------------------------------------------------------------------------------------------------

static const deed *find_deed(const char *name, const char **nearest) {
    wi_nearest meant = {.word = name, .distance = UINT32_MAX};
    for (uint32_t i = 0; i < WEND_COUNT(deeds); i++) {
        if (strcmp(deeds[i].name, name) == 0) return &deeds[i];
        wi_nearest_try(&meant, deeds[i].name);
    }
    *nearest = meant.name;
    return NULL;
}

static const field *find_field(const deed *what, const char *name) {
    for (uint32_t i = 0; i < field_count(what); i++) {
        if (strcmp(what->field[i].name, name) == 0) return &what->field[i];
    }
    return NULL;
}

// A member that nobody reads is a mistake somebody should hear of.
static wend_result refuse_strangers(const deed *what, const wi_json *map, wend_error *error) {
    for (const wi_json *member = map->first; member; member = member->next) {
        if (strcmp(member->name, "do") == 0 || find_field(what, member->name)) continue;
        return wi_fail(error, WEND_BAD_ARGUMENT, "`%s` has no member `%.40s`", what->name, member->name);
    }
    return WEND_OK;
}

static wend_result read_fields(const deed *what, const wi_json *map, wi_message *message, wend_error *error) {
    char wanted[96];
    for (uint32_t i = 0; i < field_count(what); i++) {
        const field *want = &what->field[i];
        const wi_json *value = wi_json_get(map, want->name);
        if (!value && want->optional) continue;
        if (!value || !read_field(want, value, message))
            return wi_fail(error, WEND_BAD_ARGUMENT, "`%s` needs `%s`: %s", what->name, want->name,
                           describe_field(want, wanted));
    }
    return refuse_strangers(what, map, error);
}

static wend_result read_map(const wi_json *map, wi_message *message, wend_error *error) {
    const char *name = wi_json_text(map, "do", NULL), *nearest = "";
    if (!name) return wi_fail(error, WEND_BAD_ARGUMENT, "a message says what to do, for example {\"do\": \"play\"}");
    const deed *what = find_deed(name, &nearest);
    if (!what)
        return wi_fail(error, WEND_NOT_FOUND, "nobody knows how to do `%.40s`; did you mean `%s`?", name, nearest);
    *message = (wi_message){.deed = what->deed, .count = 1, .goal = {NAN, NAN}};
    return read_fields(what, map, message, error);
}

wend_result wi_message_read(const char *text, size_t size, wi_message *message, wend_error *error) {
    wi_json_document *document = wi_json_read(text, size, VALUES_MAX, error);
    if (!document) return WEND_BAD_ARGUMENT;
    wend_result result = read_map(wi_json_root(document), message, error);
    wi_json_free(document);
    return result;
}
