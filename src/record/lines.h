// Recordings as text: lines with their numbers, words, and numbers that do not depend on the locale.
#ifndef WI_LINES_H
#define WI_LINES_H

#include "wend/base.h"

#include <locale.h>

#define WI_LINE_MOST ((size_t)1 << 24) // bytes of a line: a geometry may be long

// A file being read line by line. Open and close in one function, on one thread: between them numbers are read in the
// "C" locale, whatever the host's is.
typedef struct wi_lines {
    int file;
    const char *path;
    char *line;      // the line read last, without its end; may be altered
    size_t length;   // of it
    uint64_t number; // of it; the first is 1
    char *buffer;
    size_t room, from, to; // what is not yet read lies in buffer[from .. to)
    bool ended;
    locale_t plain, before;
} wi_lines;

wend_result wi_lines_open(const char *path, wi_lines *lines, wend_error *error);

// Reads the next line; *more is false at the end. CR, and a byte order mark before the first line, are left out.
wend_result wi_lines_next(wi_lines *lines, bool *more, wend_error *error);
void wi_lines_close(wi_lines *lines);

// "file:12: ..." as WEND_BAD_FILE.
__attribute__((format(printf, 3, 4))) wend_result wi_lines_fail(const wi_lines *lines, wend_error *error,
                                                                const char *format, ...);

// Cuts a text into words at spaces and tabs (they become ends of strings); returns how many, `most` at most.
uint32_t wi_words_split(char *text, char **words, uint32_t most);

// A finite decimal number, all of the word. Refuses what strtod takes beside: hexadecimal, inf, nan, blanks.
bool wi_word_number(const char *word, double *value);

// The same for whole numbers, which may be written 7.8e+02: a frame of either sign, an id from 0.
bool wi_word_frame(const char *word, int64_t *value);
bool wi_word_id(const char *word, uint64_t *value);

// Compares letters without their case.
bool wi_word_is(const char *word, const char *other);
const char *wi_word_find(const char *text, const char *part); // NULL if it is not there

// A length unit as a factor to metres: m, cm, mm, and their names; 0 for others. The word ends where letters do.
double wi_unit_scale(const char *word);

// The frame rate that a comment names: "framerate: 16", "frame rate 12.5", "25 fps". False if it names none.
bool wi_comment_fps(const char *text, double *fps);

// A copy of a text, made with malloc; NULL for NULL or without memory.
char *wi_text_copy(const char *text);

// The first lines of a file, for recognising a format from its first bytes: the next line of `bytes` is copied into
// `line` (cut to its room) and *at moves behind it; false at the end or where a byte is no text. A last line without an
// end may have been cut off, and counts only where there are few bytes in all.
bool wi_line_peek(const unsigned char *bytes, size_t size, size_t *at, char *line, size_t room);

#endif
