#include "record/lines.h"

#include "base/disk.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SHOWN 100 // last characters of a path in a message
#define BUFFER_ROOM ((size_t)1 << 16)
#define CUT_LEAST 1024                // first bytes of a file that may have been cut in a line
#define WHOLE_MOST 9007199254740992.0 // 2^53: up to here doubles hold every whole number

static const char *shown(const char *path) {
    size_t length = strlen(path);
    return length > PATH_SHOWN ? path + length - PATH_SHOWN : path;
}

wend_result wi_lines_open(const char *path, wi_lines *lines, wend_error *error) {
    *lines = (wi_lines){.file = -1, .path = path, .room = BUFFER_ROOM};
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); // a pipe must not hold us up before it is refused
    if (file < 0 && errno == ENOENT) return wi_fail(error, WEND_NOT_FOUND, "there is no file `%s`", shown(path));
    if (file < 0) return wi_fail_system(error, "open", path, errno);
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        (void)close(file);
        return wi_fail(error, WEND_FILE_ERROR, "`%s` is not a plain file", shown(path));
    }
    lines->buffer = malloc(lines->room);
    lines->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!lines->buffer || !lines->plain) {
        free(lines->buffer);
        lines->buffer = NULL;
        if (lines->plain) freelocale(lines->plain);
        (void)close(file);
        return wi_fail(error, WEND_NO_MEMORY, "no memory to read `%s`", shown(path));
    }
    lines->before = uselocale(lines->plain);
    lines->file = file;
    return WEND_OK;
}

void wi_lines_close(wi_lines *lines) {
    if (lines->file < 0) return;
    (void)uselocale(lines->before);
    freelocale(lines->plain);
    (void)close(lines->file);
    free(lines->buffer);
    lines->file = -1;
}

// Makes room behind what waits in the buffer; one byte stays free for the end of a string.
static wend_result make_room(wi_lines *lines, wend_error *error) {
    memmove(lines->buffer, lines->buffer + lines->from, lines->to - lines->from);
    lines->to -= lines->from;
    lines->from = 0;
    if (lines->to + 1 < lines->room) return WEND_OK;
    lines->number++; // the line that is too long
    if (lines->room > WI_LINE_MOST)
        return wi_lines_fail(lines, error, "the line is longer than %zu bytes", WI_LINE_MOST);
    char *buffer = realloc(lines->buffer, 2 * lines->room);
    if (!buffer) return wi_fail(error, WEND_NO_MEMORY, "no memory to read `%s`", shown(lines->path));
    lines->number--;
    lines->buffer = buffer;
    lines->room *= 2;
    return WEND_OK;
}

static wend_result fill(wi_lines *lines, wend_error *error) {
    wend_result result = make_room(lines, error);
    if (result != WEND_OK) return result;
    ssize_t got;
    do got = read(lines->file, lines->buffer + lines->to, lines->room - lines->to - 1);
    while (got < 0 && errno == EINTR);
    if (got < 0) return wi_fail_system(error, "read", lines->path, errno);
    lines->ended = got == 0;
    lines->to += (size_t)got;
    return WEND_OK;
}

static wend_result take_line(wi_lines *lines, size_t length, wend_error *error) {
    lines->line = lines->buffer + lines->from;
    lines->from += length < lines->to - lines->from ? length + 1 : length;
    lines->number++;
    lines->line[length] = '\0';
    if (length > 0 && lines->line[length - 1] == '\r') lines->line[--length] = '\0';
    if (lines->number == 1 && strncmp(lines->line, "\xef\xbb\xbf", 3) == 0) {
        lines->line += 3;
        length -= 3;
    }
    lines->length = length;
    if (strlen(lines->line) != length) return wi_lines_fail(lines, error, "a zero byte: expected text");
    return WEND_OK;
}

wend_result wi_lines_next(wi_lines *lines, bool *more, wend_error *error) {
    *more = true;
    size_t searched = 0;
    for (;;) {
        size_t waiting = lines->to - lines->from;
        char *end =
            waiting > searched ? memchr(lines->buffer + lines->from + searched, '\n', waiting - searched) : NULL;
        if (end) return take_line(lines, (size_t)(end - lines->buffer) - lines->from, error);
        if (lines->ended && waiting == 0) break;
        if (lines->ended) return take_line(lines, waiting, error);
        searched = waiting;
        wend_result result = fill(lines, error);
        if (result != WEND_OK) return result;
    }
    *more = false;
    return WEND_OK;
}

wend_result wi_lines_fail(const wi_lines *lines, wend_error *error, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return wi_fail(error, WEND_BAD_FILE, "%s:%llu: %s", shown(lines->path), (unsigned long long)lines->number, text);
}

uint32_t wi_words_split(char *text, char **words, uint32_t most) {
    uint32_t count = 0;
    for (;;) {
        text += strspn(text, " \t");
        if (*text == '\0' || count == most) return count;
        words[count++] = text;
        text += strcspn(text, " \t");
        if (*text != '\0') *text++ = '\0';
    }
}

bool wi_word_number(const char *word, double *value) {
    size_t length = strspn(word, "+-.0123456789eE");
    if (length == 0 || word[length] != '\0') return false;
    char *end;
    *value = strtod(word, &end);
    return *end == '\0' && end != word && isfinite(*value);
}

// Plain digits first, since ids may have more of them than a double holds.
static bool parse_digits(const char *word, uint64_t *value) {
    size_t length = strspn(word, "0123456789");
    if (length == 0 || length > 19 || word[length] != '\0') return false;
    *value = strtoull(word, NULL, 10);
    return *value <= INT64_MAX;
}

bool wi_word_frame(const char *word, int64_t *value) {
    uint64_t digits;
    double number;
    if (parse_digits(word[0] == '-' ? word + 1 : word, &digits)) {
        *value = word[0] == '-' ? -(int64_t)digits : (int64_t)digits;
        return true;
    }
    if (!wi_word_number(word, &number) || floor(number) != number || fabs(number) > WHOLE_MOST) return false;
    *value = (int64_t)number;
    return true;
}

bool wi_word_id(const char *word, uint64_t *value) {
    int64_t number;
    if (!wi_word_frame(word, &number) || number < 0) return false;
    *value = (uint64_t)number;
    return true;
}

static int lower(int letter) { return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter; }

static bool starts_with(const char *text, const char *part) {
    while (*part != '\0' && lower(*text) == lower(*part)) text++, part++;
    return *part == '\0';
}

bool wi_word_is(const char *word, const char *other) {
    return strlen(word) == strlen(other) && starts_with(word, other);
}

const char *wi_word_find(const char *text, const char *part) {
    for (; *text != '\0'; text++)
        if (starts_with(text, part)) return text;
    return NULL;
}

double wi_unit_scale(const char *word) {
    static const struct {
        const char *name;
        double scale;
    } units[] = {
        {"m", 1.0},    {"metre", 1.0},         {"metres", 1.0},       {"meter", 1.0},       {"meters", 1.0},
        {"cm", 0.01},  {"centimetre", 0.01},   {"centimetres", 0.01}, {"centimeter", 0.01}, {"centimeters", 0.01},
        {"mm", 0.001}, {"millimetres", 0.001}, {"millimeters", 0.001}};
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    for (uint32_t i = 0; i < WEND_COUNT(units); i++)
        if (strlen(units[i].name) == length && starts_with(word, units[i].name)) return units[i].scale;
    return 0.0;
}

// The number at the start of a text, after blanks, ':' and '='.
static bool leading_number(const char *text, double *value) {
    text += strspn(text, " \t:=");
    char word[32];
    size_t length = strspn(text, "0123456789.eE+-");
    if (length > 0 && (text[length - 1] == '.' || text[length - 1] == 'e')) length--;
    if (length == 0 || length >= sizeof word) return false;
    memcpy(word, text, length);
    word[length] = '\0';
    return wi_word_number(word, value);
}

// The number before `end`, as in "25 fps".
static bool trailing_number(const char *text, const char *end, double *value) {
    while (end > text && (end[-1] == ' ' || end[-1] == '\t')) end--;
    const char *start = end;
    while (start > text && strchr("0123456789.", start[-1])) start--;
    return start < end && leading_number(start, value);
}

bool wi_comment_fps(const char *text, double *fps) {
    static const char *const keys[] = {"framerate", "frame rate", "frame_rate", "frames per second"};
    for (uint32_t i = 0; i < WEND_COUNT(keys); i++) {
        const char *found = wi_word_find(text, keys[i]);
        if (found && leading_number(found + strlen(keys[i]), fps)) return true;
    }
    const char *found = wi_word_find(text, "fps");
    return found && (leading_number(found + 3, fps) || trailing_number(text, found, fps));
}

char *wi_text_copy(const char *text) {
    if (!text) return NULL;
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

bool wi_line_peek(const unsigned char *bytes, size_t size, size_t *at, char *line, size_t room) {
    if (*at == 0 && size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) *at = 3;
    if (*at >= size) return false;
    const unsigned char *end = memchr(bytes + *at, '\n', size - *at);
    if (!end && size >= CUT_LEAST) return false;
    size_t length = end ? (size_t)(end - bytes) - *at : size - *at;
    size_t kept = length < room - 1 ? length : room - 1;
    if (memchr(bytes + *at, '\0', length)) return false;
    memcpy(line, bytes + *at, kept);
    line[kept] = '\0';
    if (kept > 0 && line[kept - 1] == '\r') line[kept - 1] = '\0';
    *at += length + (end ? 1 : 0);
    return true;
}
