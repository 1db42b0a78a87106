#include "record/empty.h"

#include "base/error.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRETCH_TEXT 44 // two numbers of 20 letters, dots and a blank

// The list -------------------------------------------------------------------------------------------------------------

static bool add_stretch(wi_empty *empty, wi_stretch stretch) {
    if (empty->count == empty->room) {
        uint32_t room = empty->room ? 2 * empty->room : 16;
        wi_stretch *grown = realloc(empty->stretch, room * sizeof *grown);
        if (!grown) return false;
        empty->stretch = grown;
        empty->room = room;
    }
    empty->stretch[empty->count++] = stretch;
    return true;
}

bool wi_empty_add(wi_empty *empty, int64_t number) {
    if (empty->frames == WI_EMPTY_MOST) return true;
    wi_stretch *last = empty->count ? &empty->stretch[empty->count - 1] : NULL;
    if (last && last->last == number - 1)
        last->last = number;
    else if (!add_stretch(empty, (wi_stretch){number, number}))
        return false;
    empty->frames++;
    return true;
}

void wi_empty_free(wi_empty *empty) {
    free(empty->stretch);
    *empty = (wi_empty){0};
}

// As text --------------------------------------------------------------------------------------------------------------

char *wi_empty_text(const wi_empty *empty) {
    char *text = malloc((size_t)empty->count * STRETCH_TEXT + 1), *to = text;
    if (!text) return NULL;
    *to = '\0';
    for (uint32_t i = 0; i < empty->count; i++) {
        const wi_stretch *of = &empty->stretch[i];
        to += sprintf(to, "%s%" PRId64, i ? " " : "", of->first);
        if (of->last != of->first) to += sprintf(to, "..%" PRId64, of->last);
    }
    return text;
}

static bool read_number(const char **text, int64_t *number) {
    char *end;
    errno = 0;
    *number = strtoll(*text, &end, 10);
    bool read = end != *text && errno == 0;
    *text = end;
    return read;
}

static bool read_stretch(const char **text, wi_stretch *of) {
    if (!read_number(text, &of->first)) return false;
    of->last = of->first;
    if (strncmp(*text, "..", 2) != 0) return true;
    *text += 2;
    return read_number(text, &of->last) && of->last >= of->first;
}

// Whether a stretch lies above those before, and does not make too many of them.
static bool may_follow(const wi_empty *empty, wi_stretch of) {
    if (empty->count > 0 && of.first <= empty->stretch[empty->count - 1].last) return false;
    return (uint64_t)of.last - (uint64_t)of.first < WI_EMPTY_MOST - empty->frames;
}

wend_result wi_empty_read(const char *text, wi_empty *empty, wend_error *error) {
    *empty = (wi_empty){0};
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        wi_stretch of;
        const char *start = text;
        if (!read_stretch(&text, &of) || !may_follow(empty, of)) {
            wi_empty_free(empty);
            return wi_fail(error, WEND_BAD_FILE,
                           "empty frames `%.40s`; expected numbers that rise, as 0..19 41, and at most %" PRIu64
                           " in all",
                           start, WI_EMPTY_MOST);
        }
        if (!add_stretch(empty, of)) {
            wi_empty_free(empty);
            return wi_fail(error, WEND_NO_MEMORY, "no memory for the empty frames of a recording");
        }
        empty->frames += (uint64_t)of.last - (uint64_t)of.first + 1;
    }
    return WEND_OK;
}

// Among the frames of a reader -----------------------------------------------------------------------------------------

typedef struct filled {
    wi_reader own; // gives the frames with agents
    wi_empty empty;
    uint32_t at;      // the stretch that comes next
    int64_t next;     // the frame of it
    wi_frame ahead;   // of `own`
    bool held, ended; // `ahead` waits; `own` has no more
} filled;

static void pass(filled *of) {
    if (of->next < of->empty.stretch[of->at].last) {
        of->next++;
    } else if (++of->at < of->empty.count) {
        of->next = of->empty.stretch[of->at].first;
    }
}

static wend_result look_ahead(filled *of, wend_error *error) {
    if (of->held || of->ended) return WEND_OK;
    bool more = false;
    of->ahead = (wi_frame){0};
    wend_result result = of->own.next(&of->own, &of->ahead, &more, error);
    of->held = more;
    of->ended = !more;
    return result;
}

static wend_result next_frame(wi_reader *reader, wi_frame *frame, bool *more, wend_error *error) {
    filled *of = reader->state;
    wend_result result = look_ahead(of, error);
    *more = false;
    if (result) return result;
    // A frame that has rows after all is theirs.
    while (of->at < of->empty.count && of->held && of->next == of->ahead.number) pass(of);
    if (of->at < of->empty.count && (!of->held || of->next < of->ahead.number)) {
        *frame = (wi_frame){.number = of->next};
        *more = true;
        pass(of);
    } else {
        *frame = of->ahead;
        *more = of->held;
        of->held = false;
    }
    return WEND_OK;
}

static void close_filled(wi_reader *reader) {
    filled *of = reader->state;
    of->own.close(&of->own);
    wi_empty_free(&of->empty);
    free(of);
    reader->state = NULL;
}

wend_result wi_empty_fill(wi_empty *empty, wi_reader *reader, wend_error *error) {
    if (empty->count == 0) return WEND_OK;
    filled *of = calloc(1, sizeof *of);
    if (!of) {
        reader->close(reader);
        wi_empty_free(empty);
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the empty frames of a recording");
    }
    of->own = (wi_reader){.state = reader->state, .next = reader->next, .close = reader->close};
    of->empty = *empty;
    of->next = empty->stretch[0].first;
    *empty = (wi_empty){0};
    reader->state = of;
    reader->next = next_frame;
    reader->close = close_filled;
    return WEND_OK;
}
