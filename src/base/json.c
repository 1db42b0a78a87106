// A JSON text in one pass into two blocks of memory, whose sizes are known before: no value is without a comma or an
// opening bracket before it (but the root), and no text is longer than it was written.
#include "base/json.h"

#include "base/error.h"
#include "base/json_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 500 // characters of one number

struct wi_json_document {
    wi_json *value; // the root first
    uint32_t count, room;
    char *text; // all names and texts, each with a 0 behind it
    size_t text_size;
};

typedef struct parser {
    wi_json_document *to;
    const char *start, *at, *end;
    uint32_t depth, most;
    wend_error *error;
} parser;

static bool read_value(parser *in, wi_json *value);

// Says what is wrong with the text where the parser is.
static bool refuse(const parser *in, const char *what) {
    uint32_t line = 1;
    const char *begin = in->start;
    for (const char *at = in->start; at < in->at; at++) {
        if (*at != '\n') continue;
        line++;
        begin = at + 1;
    }
    wi_fail(in->error, WEND_BAD_FILE, "JSON, line %u, column %zu: %s", line, (size_t)(in->at - begin) + 1, what);
    return false;
}

// The next character, or -1 at the end.
static int peek(const parser *in) { return in->at < in->end ? (unsigned char)*in->at : -1; }

static bool take(parser *in, char which) {
    if (peek(in) != which) return false;
    in->at++;
    return true;
}

static void skip_space(parser *in) {
    while (peek(in) == ' ' || peek(in) == '\t' || peek(in) == '\n' || peek(in) == '\r') in->at++;
}

static wi_json *new_value(parser *in) {
    wi_json_document *to = in->to;
    if (to->count < to->room) return &to->value[to->count++];
    char what[80];
    (void)snprintf(what, sizeof what, "there are more than %u values, which is too many here", in->most);
    (void)refuse(in, what);
    return NULL;
}

// Numbers --------------------------------------------------------------------------------------------------------------

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

static bool skip_digits(parser *in) {
    if (!is_digit(peek(in))) return false;
    while (is_digit(peek(in))) in->at++;
    return true;
}

// -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
static bool skip_number(parser *in) {
    (void)take(in, '-');
    if (take(in, '0') ? is_digit(peek(in)) : !skip_digits(in)) return false;
    if (take(in, '.') && !skip_digits(in)) return false;
    if (!take(in, 'e') && !take(in, 'E')) return true;
    if (!take(in, '+')) (void)take(in, '-');
    return skip_digits(in);
}

// strtod wants the point of the locale, which may be anything. So it never sees one: 12.5e3 is read as 125e2.
static double number_of(const char *from, size_t size) {
    char digits[NUMBER_MAX + 32];
    size_t count = 0, i = 0;
    long shift = 0, exponent = 0;
    bool behind = false;
    for (; i < size && from[i] != 'e' && from[i] != 'E'; i++) {
        shift -= behind;
        behind |= from[i] == '.';
        if (from[i] != '.') digits[count++] = from[i];
    }
    if (i < size) exponent = strtol(from + i + 1, NULL, 10);
    if (exponent > 100000) exponent = 100000; // far beyond every double
    if (exponent < -100000) exponent = -100000;
    (void)snprintf(digits + count, sizeof digits - count, "e%ld", exponent + shift);
    return strtod(digits, NULL);
}

static bool read_number(parser *in, wi_json *value) {
    const char *from = in->at;
    if (!skip_number(in)) return refuse(in, "this is no number");
    char number[NUMBER_MAX + 1];
    size_t size = (size_t)(in->at - from);
    in->at = from;
    if (size > NUMBER_MAX) return refuse(in, "a number of so many digits is not read");
    memcpy(number, from, size);
    number[size] = '\0';
    value->kind = WI_JSON_NUMBER;
    value->number = number_of(number, size);
    if (!isfinite(value->number)) return refuse(in, "the number is too large");
    in->at += size;
    return true;
}

// Texts and words ------------------------------------------------------------------------------------------------------

static bool read_text(parser *in, const char **text, size_t *size) {
    wi_json_document *to = in->to;
    char *into = to->text + to->text_size;
    const char *wrong = wi_json_decode(&in->at, in->end, into, size);
    if (wrong) return refuse(in, wrong);
    into[*size] = '\0';
    to->text_size += *size + 1;
    *text = into;
    return true;
}

static bool read_word(parser *in, const char *word) {
    size_t size = strlen(word);
    if ((size_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0)
        return refuse(in, peek(in) < 0 ? "the text ends where a value should be" : "no value begins like this");
    in->at += size;
    return true;
}

// Lists and maps -------------------------------------------------------------------------------------------------------

static bool read_name(parser *in, wi_json *member) {
    size_t size;
    if (peek(in) != '"') return refuse(in, "a name in quotes should be here");
    if (!read_text(in, &member->name, &size)) return false;
    if (strlen(member->name) != size) return refuse(in, "a name must not hold \\u0000");
    skip_space(in);
    if (!take(in, ':')) return refuse(in, "a colon should be behind the name");
    skip_space(in);
    return true;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Sorted, because somebody may send a million names.
static bool check_names(const parser *in, const wi_json *map) {
    if (map->count < 2) return true;
    const char **name = malloc(map->count * sizeof *name), *twice = NULL;
    if (!name) return refuse(in, "there is no memory to read it");
    uint32_t count = 0;
    for (const wi_json *member = map->first; member; member = member->next) name[count++] = member->name;
    qsort(name, count, sizeof *name, compare_names);
    for (uint32_t i = 1; i < count && !twice; i++)
        if (strcmp(name[i - 1], name[i]) == 0) twice = name[i];
    free(name);
    if (!twice) return true;
    char what[120];
    (void)snprintf(what, sizeof what, "the map that ends here has the name \"%.60s\" twice", twice);
    return refuse(in, what);
}

static bool read_members(parser *in, wi_json *value, char close) {
    const wi_json **link = &value->first;
    skip_space(in);
    if (take(in, close)) return true;
    for (;;) {
        wi_json *member = new_value(in);
        skip_space(in);
        if (!member || (close == '}' && !read_name(in, member)) || !read_value(in, member)) return false;
        *link = member;
        link = (const wi_json **)&member->next;
        value->count++;
        skip_space(in);
        if (take(in, close)) return close == ']' || check_names(in, value);
        if (!take(in, ','))
            return refuse(in, close == '}' ? "a comma or } should be here" : "a comma or ] should be here");
    }
}

static bool read_within(parser *in, wi_json *value) {
    if (in->depth == WI_JSON_DEPTH_MAX) return refuse(in, "lists and maps lie too deep in each other");
    value->kind = *in->at == '[' ? WI_JSON_LIST : WI_JSON_MAP;
    in->at++;
    in->depth++;
    bool good = read_members(in, value, value->kind == WI_JSON_LIST ? ']' : '}');
    in->depth--;
    return good;
}

static bool read_value(parser *in, wi_json *value) {
    switch (peek(in)) {
    case '[':
    case '{':
        return read_within(in, value);
    case '"':
        value->kind = WI_JSON_TEXT;
        return read_text(in, &value->text, &value->text_size);
    case 't':
        value->kind = WI_JSON_BOOL;
        return value->truth = read_word(in, "true");
    case 'f':
        value->kind = WI_JSON_BOOL;
        return read_word(in, "false");
    case '-':
        return read_number(in, value);
    default:
        return is_digit(peek(in)) ? read_number(in, value) : read_word(in, "null");
    }
}

// The whole ------------------------------------------------------------------------------------------------------------

static uint32_t most_values(const char *text, size_t size, uint32_t most) {
    uint32_t count = 1;
    for (size_t i = 0; i < size && count < most; i++) count += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return count;
}

static wi_json_document *make_document(const char *text, size_t size, uint32_t most) {
    wi_json_document *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->room = most_values(text, size, most);
    made->value = calloc(made->room, sizeof *made->value);
    made->text = malloc(size + 1);
    if (made->value && made->text) return made;
    wi_json_free(made);
    return NULL;
}

static bool read_all(parser *in) {
    skip_space(in);
    wi_json *root = new_value(in);
    if (!root || !read_value(in, root)) return false;
    skip_space(in);
    return in->at == in->end || refuse(in, "something follows behind the end");
}

wi_json_document *wi_json_read(const char *text, size_t size, uint32_t most, wend_error *error) {
    wi_json_document *made = make_document(text, size, most);
    if (!made) {
        wi_fail(error, WEND_NO_MEMORY, "no memory to read %zu bytes of JSON", size);
        return NULL;
    }
    parser in = {.to = made, .start = text, .at = text, .end = text + size, .most = most, .error = error};
    if (read_all(&in)) return made;
    wi_json_free(made);
    return NULL;
}

const wi_json *wi_json_root(const wi_json_document *document) { return document->value; }

void wi_json_free(wi_json_document *document) {
    if (!document) return;
    free(document->value);
    free(document->text);
    free(document);
}

// Asking ---------------------------------------------------------------------------------------------------------------

const wi_json *wi_json_get(const wi_json *map, const char *name) {
    if (!map || map->kind != WI_JSON_MAP) return NULL;
    for (const wi_json *member = map->first; member; member = member->next)
        if (strcmp(member->name, name) == 0) return member;
    return NULL;
}

double wi_json_number(const wi_json *map, const char *name, double otherwise) {
    const wi_json *found = wi_json_get(map, name);
    return found && found->kind == WI_JSON_NUMBER ? found->number : otherwise;
}

bool wi_json_truth(const wi_json *map, const char *name, bool otherwise) {
    const wi_json *found = wi_json_get(map, name);
    return found && found->kind == WI_JSON_BOOL ? found->truth : otherwise;
}

const char *wi_json_text(const wi_json *map, const char *name, const char *otherwise) {
    const wi_json *found = wi_json_get(map, name);
    return found && found->kind == WI_JSON_TEXT ? found->text : otherwise;
}
